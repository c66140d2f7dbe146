"""Rules about army lists that datasheets print as abilities count as modelled where they were read whole."""

import msgspec

from tests.intake.recogniser.kit import STRIDER
from tests.real_data import Real
from warbench.games.w40k10.battle.army_rules.rules import NOTHING, ArmyRule, ArmyRules, NoArmyOf
from warbench.intake.store.army_coverage import read_whole
from warbench.intake.store.coverage import coverage
from warbench.sheets.datasheet import Ability

SAYS = (NoArmyOf(("shore",)),)
RULES = (
    ArmyRule(name="Pact of Tides", faction="Tide", says=SAYS),
    ArmyRule(name="Strange Tides", faction="Tide", says=SAYS, unread=("Something else.",)),
    ArmyRule(name="Tidal Guard", faction="Tide", says=SAYS, detachment="High Water"),
    ArmyRule(name="TIDE LORD", faction="Tide", says=SAYS, sheet="Reeve"),
)


def test_whole_ones_of_all_armies_of_a_faction_are_named() -> None:
    assert read_whole(ArmyRules(RULES)) == {"pact-of-tides"}
    assert read_whole(NOTHING) == frozenset()


def test_they_count_as_abilities_of_a_faction() -> None:
    named = (Ability("pact-of-tides", "Pact of Tides", "faction"), Ability("strange-tides", "Strange Tides", "faction"))
    sheet = msgspec.structs.replace(STRIDER, abilities=(*named, Ability("pact-of-tides", "Pact of Tides")))
    (group,) = [each for each in coverage([sheet], building={"pact-of-tides"}) if each.group == "faction abilities"]
    assert (group.printed, group.modelled, group.left_out) == (2, 1, ("Strange Tides",))


def test_most_of_what_factions_print_is_modelled(real_export: Real) -> None:
    (group,) = [each for each in coverage(one.sheet for one in real_export.source.sheets) if each.group == "faction abilities"]
    assert group.share > 0.6

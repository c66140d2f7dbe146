"""Rules about army lists in mustering: findings with their rules, what nobody checks, mending, and building with allies."""

import msgspec

from tests.games.w40k10.battle.army_rules.kit import SHEETS, army, lent, rule, sheet
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.army_rules.rules import Forbid, Gain, Group, Include, NoDetachment, Require
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec
from warbench.muster import Finding, W40k10File, muster
from warbench.muster.building import Orders, changed
from warbench.muster.fixing import Mended, NoFix
from warbench.muster.fixing.w40k10 import fix
from warbench.muster.known import NOTHING
from warbench.sheets.datasheet import Datasheet

PACT = Include(who=Group(("shore",)), every=("tide",), points=(250, 500, 750), balance=("salt",), may_lead=False)


def findings(spec: ArmySpec) -> list[Finding]:
    return [each for each in muster(W40k10File(army=spec)).findings if each.code != "empty-transport"]


def test_allies_within_a_rule_that_is_read_whole_are_no_finding() -> None:
    with lent(rule(PACT, name="Spring Pact")):
        assert findings(army("beachcombers-shore")) == []


def test_too_many_allies_are_a_fault_with_the_rule_and_what_to_do() -> None:
    with lent(rule(PACT, name="Spring Pact")):
        (found,) = findings(army("crab-shore", "beachcombers-shore"))
    assert (found.code, found.kind, found.rule) == ("allies-points", "fault", "Spring Pact")
    assert found.sentence == "SHORE units cost 300 points together (Crab, Beachcombers), incursion allows 250"
    assert found.suggestion == "take some of these allies out, make them smaller, or play a larger battle"


def test_allies_whose_keyword_is_a_choice_that_no_list_tells_are_named() -> None:
    with lent(rule(PACT, name="Spring Pact")):
        (found,) = findings(army("pilot-shore"))
    assert (found.code, found.kind) == ("allegiance", "warning")
    assert found.sentence.startswith("Pilot: which of SALT they have is not in the list")


def test_what_was_not_understood_is_told_where_it_touches_the_army() -> None:
    own = rule(name="Flood", detachment="High Water", unread=("You can include SHORE units in your army on Tuesdays.",))
    loner = rule(name="LONER", sheet="Wader", unread=("Your army must include two WADER units or a boat.",))
    with lent(own, loner):
        (found,) = findings(army("gleaners-tide"))
        assert (found.code, found.kind, found.rule) == ("rule-not-read", "warning", "Flood (High Water)")
        assert [each.rule for each in findings(army("wader-tide"))] == ["Flood (High Water)", "LONER (Wader)"]
        # A sentence that may let units in refuses nobody.
        assert {each.kind for each in findings(army("crab-shore"))} == {"warning"}
        assert findings(army("gleaners-tide", detachment="Low Water")) == []


def test_an_army_of_a_faction_without_detachments_needs_none() -> None:
    with lent(rule(NoDetachment("tide"))):
        assert findings(army("gleaners-tide", detachment="")) == []
    with lent(rule(Forbid(who=Group(("wader",))))):
        assert [each.code for each in findings(army("gleaners-tide", detachment=""))] == ["no-detachment"]


def mended(spec: ArmySpec) -> tuple[str, ...]:
    found = fix(spec, "incursion")
    assert isinstance(found, Mended)
    assert muster(W40k10File(army=found.spec, battle_size="incursion")).is_legal
    return found.steps


def test_the_smallest_change_keeps_the_rules() -> None:
    walkers = Gain(who=Group(("wader",)), keywords=("battleline",))
    chosen = Gain(who=Group(("wader",)), keywords=("character",), select=1)
    with lent(rule(PACT, name="Spring Pact"), rule(walkers, chosen, detachment="High Water")):
        assert mended(army("crab-shore")) == ("take out crab-shore 0 (200 points)",)
        assert mended(army(*["wader-tide"] * 7, "gleaners-tide")) == ("take out wader-tide 6 (100 points)",)
        assert mended(army("wader-tide", lord="")) == ("wader-tide 0 is the Warlord",)
        steps = mended(army(UnitSpec(datasheet="pilot-shore", warlord=True), UnitSpec(datasheet="reeve-tide"), lord=""))
        assert set(steps) == {"pilot-shore 0 is not the Warlord", "reeve-tide 1 is the Warlord"}
    with lent(rule(Require(Group(("old moss",)), 1))):
        assert isinstance(fix(army("gleaners-tide"), "incursion"), NoFix)


LENT = (*SHEETS, sheet("Crab", "monster", of=("marsh",), listed="Marsh"))
"""Two have one name: a library knows them by ids with their lists."""


class Lending:
    """The invented datasheets as a library lends them."""

    def ids(self, source: str = "") -> tuple[str, ...]:
        return () if source else tuple(each.id for each in LENT)

    def names(self) -> tuple[str, ...]:
        return ()

    def find(self, wanted: str, source: str = "") -> Datasheet | None:
        return next((each for each in LENT if each.id == wanted), None)


def test_an_order_to_add_a_unit_means_the_ally_that_rules_let_in() -> None:
    bare = msgspec.structs.replace(army("gleaners-tide"), sheets=())
    library.register_source(Lending())
    try:
        with lent(rule(PACT, name="Spring Pact")):
            built = changed(W40k10File(army=bare), Orders(add=("Crab",)), NOTHING)
    finally:
        library.register_source(None)
    assert isinstance(built, W40k10File)
    assert [unit.datasheet for unit in built.army.units] == ["reeve-tide", "gleaners-tide", "crab-shore"]

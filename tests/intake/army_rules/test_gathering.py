"""All rules of one source: each once, with the lists' keywords, packed for the library."""

import msgspec
import pytest

from tests.games.w40k10.battle.army_rules.kit import rule, sheet
from warbench.games.w40k10.battle.army_rules.rules import ArmyList, Forbid, Group, Guise, Include, NoArmyOf
from warbench.intake.army_rules.gathering import gathered, packed, unpacked

TIDE = [sheet(f"Reeve {number}", "deep", of=("tide",), listed="Tide") for number in range(19)]
DRIFTER = sheet("Drifter", of=("tide",), listed="Tide")
COPY = sheet("Toads", "frog", of=("marsh", "tide"), listed="Tide")
MARSH = sheet("Toads", "frog", of=("marsh",), listed="Marsh")


def test_a_list_has_the_keyword_of_most_and_what_nearly_all_of_its_own_have() -> None:
    asks = rule(Include(who=Group(("shore",)), every=("deep",)))
    found = gathered([asks], [*TIDE, DRIFTER, COPY, MARSH], whole=True)
    assert found.lists == {"Tide": ArmyList("tide", ("deep",)), "Marsh": ArmyList("marsh")}
    # Two in twenty are too many to have been forgotten.
    other = msgspec.structs.replace(DRIFTER, id="other")
    assert gathered([asks], [*TIDE[1:], DRIFTER, other], whole=True).lists["Tide"] == ArmyList("tide")


def test_an_army_rule_that_several_lists_print_is_kept_once() -> None:
    says = NoArmyOf(("shore",))
    one, other = rule(says, faction="Tide"), rule(says, faction="Marsh")
    assert gathered([one, other], TIDE, whole=True).rules == (one,)
    ours = [rule(says, faction="Tide", detachment="High Water"), rule(says, faction="Marsh", detachment="High Water")]
    assert len(gathered(ours, TIDE, whole=True).rules) == 2


def test_a_ban_of_a_name_that_an_allowed_datasheet_has_as_well_is_left_out() -> None:
    crabs = [sheet("Crab", of=("tide", "gulls"), listed="Tide"), sheet("Crab", of=("tide",), listed="Shore")]
    ban = Forbid(who=Group(("crab", "eel"), ("gulls",), by_name=True), chapter="gulls")
    (found,) = gathered([rule(ban)], crabs, whole=True).rules
    assert found.says == (Forbid(who=Group(("eel",), ("gulls",), by_name=True), chapter="gulls"),)
    only = Forbid(who=Group(("crab",), ("gulls",), by_name=True), chapter="gulls")
    assert gathered([rule(only)], crabs, whole=True).rules[0].says == ()


def test_packed_rules_come_back_and_what_is_none_is_refused() -> None:
    found = gathered([rule(Include(who=Group(("shore",)), faction="tide", points=(1, 2, 3)))], TIDE, whole=True)
    assert unpacked(packed(found)) == found
    for text in ("", "{", '{"rules": 3}', '{"rules": [{"name": "X", "says": [{"type": "nothing"}]}]}', "[" * 100_000):
        with pytest.raises(ValueError, match=r"\S"):
            unpacked(text)


def test_a_keyword_that_some_datasheet_has_alone_is_a_faction_and_its_units_are_not_the_lists_own() -> None:
    dancers = sheet("Dancers", of=("dancers",), listed="Marsh")
    guests = [sheet(f"Dancers {number}", of=("dancers", "tide"), listed="Tide") for number in range(9)]
    asks = rule(Include(who=Group(("shore",)), every=("deep",)))
    found = gathered([asks], [*TIDE, dancers, MARSH, *guests], whole=True)
    assert found.factions == ("dancers", "marsh", "tide")
    assert found.lists["Tide"] == ArmyList("tide", ("deep",))
    # A list that has guests alone shares nothing.
    assert gathered([asks], [dancers, *guests], whole=True).lists["Tide"].shared == ()


def test_rules_of_a_list_are_read_once_more_with_a_keyword_in_place_of_another() -> None:
    lets_in = Include(who=Group(("leviathan",)), every=("deep",))
    rules = [rule(lets_in, name="Swell"), rule(Guise("deep", "dry"), name="Ebb"), rule(lets_in, name="Other", faction="Marsh")]
    found = {each.name: each.says for each in gathered(rules, TIDE, whole=True).rules}
    assert found["Ebb"] == (Guise("deep", "dry"), Include(who=Group(("leviathan",)), every=("dry",)))
    assert found["Swell"] == (lets_in,)

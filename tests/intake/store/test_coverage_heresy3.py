"""What is modelled of datasheets of The Horus Heresy: rules by where they are printed, reactions, wargear; and of real ones."""

from typing import Any

from tests.real_data import Real
from warbench.intake.store.coverage import Covered
from warbench.intake.store.coverage_heresy3 import GROUPS, MODELS, OWN, REACTIONS, WARGEAR, WEAPONS, coverage
from warbench.sheets.datasheet import Ability, Datasheet, ModelProfile, Wargear, Weapon, WeaponProfile


def sheet(name: str, *models: tuple[str, ...], **more: Any) -> Datasheet:
    """A datasheet whose kinds of models have these special rules."""
    kinds = tuple(ModelProfile(str(number), {}, abilities=rules) for number, rules in enumerate(models))
    return Datasheet(name, name, "heresy3", "", (), kinds, **more)


def counted(*sheets: Datasheet) -> dict[str, Covered]:
    return {one.group: one for one in coverage(sheets)}


def numbers(one: Covered) -> tuple[int, int, int]:
    """What is printed, in full and in part."""
    return one.printed, one.modelled, one.part


def test_a_datasheet_prints_a_rule_once_and_a_rule_of_its_own_alone_is_apart() -> None:
    guard = sheet("Guard", ("Bulky (2)", "Brine in the Blood"), ("Bulky (2)", "Tidecalled", "The Angels of Death"))
    crew = sheet("Crew", ("Brine in the Blood", "Pinning (1)"))
    found = counted(guard, crew)
    assert tuple(found) == GROUPS
    assert all(one.game == "heresy3" for one in found.values())
    assert numbers(found[MODELS]) == (5, 1, 1)
    assert found[MODELS].left_out == ("Brine in the Blood", "Pinning (1)")
    assert found[MODELS].in_part == ("The Angels of Death",)
    assert (numbers(found[OWN]), found[OWN].left_out) == ((1, 0, 0), ("Tidecalled (Guard)",))


def test_each_profile_of_a_weapon_prints_its_rules() -> None:
    ways = (
        WeaponProfile({}, abilities=("Breaching (5+)", "Pinning (1)")),
        WeaponProfile({}, abilities=("Breaching (5+)", "Gush")),
    )
    found = counted(sheet("Guard", weapons=(Weapon("hose", "ranged", ways),)))[WEAPONS]
    assert (numbers(found), found.left_out, found.names) == ((4, 3, 0), ("Gush",), 3)


def test_reactions_and_wargear() -> None:
    more = {
        "abilities": (Ability("smokescreen", "Smokescreen"), Ability("medic", "Medic!")),
        "wargear": (Wargear("Vexilla"), Wargear("Narthecium"), Wargear("Halo", abilities=("Fear (1)", "Glow"))),
    }
    found = counted(sheet("Guard", **more))
    assert (numbers(found[REACTIONS]), found[REACTIONS].left_out) == ((2, 1, 0), ("Medic!",))
    assert (numbers(found[WARGEAR]), found[WARGEAR].left_out, found[WARGEAR].in_part) == ((3, 1, 1), ("Narthecium",), ("Halo",))


def test_what_is_modelled_of_the_real_catalogues(real_heresy3: Real) -> None:
    found = counted(*(one.sheet for one in real_heresy3.source.sheets))
    for group, least in ((MODELS, 0.9), (WEAPONS, 0.98), (REACTIONS, 0.8), (WARGEAR, 0.7)):
        assert found[group].share > least
    assert found[MODELS].printed + found[OWN].printed == 1523
    assert found[WEAPONS].printed == 9715
    # What nobody claims: medics, who need a reaction of their own, and psychic and titanic weapons; Force (X) is claimed in part.
    assert {"Medic (4+)", "Nemesis", "Battlements"} <= set(found[MODELS].left_out)
    assert {"Power Hungry", "Stun (-)"} <= set(found[WEAPONS].left_out)

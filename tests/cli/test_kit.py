"""Loadouts as they are typed: the legal one nearest to the default that has what is named."""

import pytest

from warbench.cli.errors import InputError
from warbench.cli.kit import loadout
from warbench.games.w40k10 import library
from warbench.sheets.loadouts import unit_loadouts

HEKATON = library.datasheet("hekaton-land-fortress")
TERMINATORS = library.datasheet("terminator-squad")


def test_one_item_is_swapped_and_the_rest_stays() -> None:
    items = loadout(HEKATON, 1, "magna-rail cannon")
    assert items["heavy magna-rail cannon"] == 1
    assert items["twin bolt cannon"] == 2
    assert "cyclic ion cannon" not in items


def test_counts_are_exact_and_without_one_the_least_is_taken() -> None:
    assert loadout(HEKATON, 1, "twin ion beamer")["twin bolt cannon"] == 1
    assert "twin bolt cannon" not in loadout(HEKATON, 1, "2 twin ion beamer")
    assert loadout(HEKATON, 1, "2x twin ion beamers, Hekaton warhead")["Hekaton warhead"] == 1
    assert loadout(HEKATON, 1, "1 twin bolt cannon")["twin ion beamer"] == 1
    assert loadout(HEKATON, 1, "twin ion beamer, twin ion beamer")["twin ion beamer"] == 2


def test_the_default_has_what_it_has() -> None:
    default = loadout(HEKATON, 1, "cyclic ion cannon")
    assert default["twin bolt cannon"] == 2


def test_several_ways_are_named() -> None:
    with pytest.raises(InputError, match="in several ways, name more: 1 chainfist and 1 power weapon; or 2 chainfist"):
        loadout(TERMINATORS, 5, "3 power fist")


def test_limits_of_the_unit_hold() -> None:
    assert loadout(TERMINATORS, 5, "assault cannon")["assault cannon"] == 1
    assert loadout(TERMINATORS, 10, "2 assault cannon")["assault cannon"] == 2
    with pytest.raises(InputError, match="no legal loadout of 5 Terminator Squad has 2 assault cannon"):
        loadout(TERMINATORS, 5, "2 assault cannon")


@pytest.mark.parametrize(
    "text", ["assault cannon", "2 chainfist", "chainfist, heavy flamer", "cyclone missile launcher, 3 power fist"]
)
def test_what_comes_out_is_legal(text: str) -> None:
    try:
        items = loadout(TERMINATORS, 5, text)
    except InputError as error:
        assert "no legal" in error.message or "several ways" in error.message  # noqa: PT017 -- either is right
        return
    assert any(_total(unit) == items for unit in unit_loadouts(TERMINATORS, 5))


def _total(unit: tuple[tuple[str, tuple[tuple[str, int], ...], int], ...]) -> dict[str, int]:
    total: dict[str, int] = {}
    for _, equipment, count in unit:
        for item, n in equipment:
            total[item] = total.get(item, 0) + n * count
    return total


def test_several_items_of_one_unit_go_to_models_that_may_have_them() -> None:
    hearthkyn = library.datasheet("hearthkyn-warriors")
    items = loadout(hearthkyn, 10, "L7 missile launcher, magna-rail rifle, medipack")
    assert items["Autoch-pattern bolter"] == 8
    assert items["medipack"] == 1


def test_a_unit_of_many_models_is_searched_quickly_and_legally() -> None:
    hearthkyn = library.datasheet("hearthkyn-warriors")
    items = loadout(hearthkyn, 10, "3 ion blaster, HYLas rotary cannon, comms array, EtaCarn plasma pistol")
    assert items["ion blaster"] == 3
    assert items["HYLas rotary cannon"] == 1
    assert items["EtaCarn plasma pistol"] == 1

"""Cybertheurgic rites: whom they may target, how often, the Check and Feedback."""

import msgspec
import pytest

from tests.driving import refusal
from tests.games.heresy3.battle.invoking import FOUR, KNIGHT, RITES, SUPER_HEAVY, WALKER, cast, held, magos, mark, scene, why
from tests.games.heresy3.battle.kit import (
    AUT,
    BUILDING,
    BUN,
    LEG,
    MAG,
    MAN,
    TANK,
    at,
    drive,
    offered,
    phase,
    put,
    row,
    state_of,
    unit,
    with_,
)
from warbench.games.heresy3.battle import moving
from warbench.games.heresy3.battle.feedback import feedback
from warbench.games.heresy3.battle.moments import UnitMoment
from warbench.games.heresy3.battle.roster import Entry, Kind
from warbench.games.heresy3.rites import RITE_LIST, Rite


@pytest.mark.rule("H-124")
def test_an_illegal_target_is_refused_before_any_dice() -> None:
    state = scene([], [LEG])
    assert why(state, "cogitator-purge", "B1") == ("wrong-type", "H-129")
    keys = offered(state, "before move", 0, UnitMoment("A1"))
    assert "cogitator-purge:A1.1@B1" not in keys
    assert "chastise-the-machine-spirit:A1.1@B1" in keys
    # Named all the same, it is refused, and nothing is rolled.
    asked = drive(state, moving.next_step(state), ["A1", "pass", "stationary"], reactions=None)
    refused = refusal(asked.about("react"), "cogitator-purge:A1.1@B1")
    assert refused is not None
    assert (refused.code, refused.rule) == ("wrong-type", "H-129")
    assert asked.rolls == []


@pytest.mark.rule("H-125")
def test_overcharged_reactors_is_for_friendly_machines_that_are_not_locked() -> None:
    rite = "overcharged-reactors"
    state = scene([FOUR, unit((AUT, 4), MAG), unit((AUT, 4), MAN)], [FOUR])
    assert why(state, rite, "A2") is None
    assert why(state, rite, "A3") is None
    assert why(state, rite, "A4") == ("wrong-type", "H-125")
    assert why(state, rite, "B1") == ("not-friendly", "H-125")
    state.units["A2"].locked = True
    assert why(state, rite, "A2") == ("locked", "H-125")


@pytest.mark.rule("H-126")
def test_overcharged_reactors_bars_super_heavies_and_knights() -> None:
    for kind, code in ((SUPER_HEAVY, "barred-type"), (KNIGHT, "barred-type"), (TANK, None)):
        state = scene([kind])
        assert why(state, "overcharged-reactors", "A2") == (None if code is None else (code, "H-125"))


@pytest.mark.rule("H-129")
def test_cogitator_purge_is_for_enemy_machines() -> None:
    rite = "cogitator-purge"
    state = scene([FOUR], [FOUR, SUPER_HEAVY])
    assert why(state, rite, "B1") is None
    assert why(state, rite, "B2") is None
    assert why(state, rite, "A2") == ("not-enemy", "H-129")
    state.units["B1"].locked = True
    assert why(state, rite, "B1") == ("locked", "H-129")


@pytest.mark.rule("H-133", "H-248")
def test_chastise_is_for_any_enemies_but_paragons_and_super_heavies() -> None:
    rite = "chastise-the-machine-spirit"
    paragon = msgspec.structs.replace(MAN, type="paragon")
    state = scene([LEG], [LEG, unit((MAN, 10), paragon), SUPER_HEAVY])
    assert why(state, rite, "B1") is None
    assert why(state, rite, "B2") == ("barred-type", "H-133")
    assert why(state, rite, "B3") == ("barred-type", "H-133")
    # H-248: the same infantry is refused by the rites that ask for machines.
    assert why(state, "cogitator-purge", "B1") == ("wrong-type", "H-129")
    assert why(state, "overcharged-reactors", "A2") == ("wrong-type", "H-125")
    state.units["B1"].locked = True
    assert why(state, rite, "B1") == ("locked", "H-133")


@pytest.mark.rule("H-136")
def test_programming_interrupt_is_not_for_walkers() -> None:
    rite = "programming-interrupt"
    state = scene([FOUR, WALKER, SUPER_HEAVY])
    assert why(state, rite, "A2") is None
    assert why(state, rite, "A3") == ("wrong-type", "H-136")
    assert why(state, "overcharged-reactors", "A3") is None
    assert why(state, rite, "A4") == ("barred-type", "H-136")
    assert why(scene([TANK]), rite, "A2") is None


@pytest.mark.rule("H-149", "H-250", "H-251")
def test_unseal_the_portal_is_for_buildings_fortifications_and_single_vehicles() -> None:
    rite = "unseal-the-portal"
    near = RITES[rite].range
    assert near == 6
    state = scene([TANK, unit((TANK, 2))], [LEG, TANK])
    put(state, "A3", [at(33, 30), at(33, 36)])
    assert why(state, rite, "A2") is None
    assert why(state, rite, "A3") == ("wrong-type", "H-149")
    assert why(state, rite, "B1") == ("wrong-type", "H-149")
    state.units["A2"].locked = True
    assert why(state, rite, "A2") == ("locked", "H-251")
    own, theirs = scene([BUN]), scene([], [TANK])
    assert why(own, rite, "A2") is None
    assert why(theirs, rite, "B1") is None
    building = scene([], terrain=[BUILDING])
    assert why(building, rite, "T1") is None
    # H-251: a Fortification may be in a combat.
    stormed = scene([LEG], [BUN])
    stormed.units["B1"].locked = True
    assert why(stormed, rite, "B1") is None


# --- the Check, and how often ---


def test_one_rite_a_unit_and_turn_and_each_once_a_battle_turn() -> None:
    state = scene([FOUR], [LEG])
    about = UnitMoment("A1")
    assert offered(state, "before move", 0, about)
    cast(state, "chastise-the-machine-spirit", "B1", ["stunned"])
    assert offered(state, "before move", 0, about) == []
    assert offered(state, "before shooting", 0, about) == []
    phase(state, "movement", "move", player=1)
    assert offered(state, "before move", 1, about) == []


def test_a_focus_that_joins_another_unit_has_no_second_rite_in_the_turn() -> None:
    state = state_of([magos(), LEG], [LEG])
    put(state, "A1", at(36, 21.5))
    put(state, "A2", row(10, 30, 20))
    put(state, "B1", row(10, 30, 34))
    phase(state, "movement", "move")
    cast(state, "chastise-the-machine-spirit", "B1", ["stunned"])
    drive(state, moving.next_step(state), ["join:A1.1:A2"])
    assert offered(state, "before move", 0, UnitMoment("A2")) == []


def test_the_check_is_the_intelligence_of_the_focus_less_the_difficulty() -> None:
    state = scene([FOUR])
    done = cast(state, "overcharged-reactors", "A2", faces=[4, 5])  # 9 against 10 - 2
    assert done.asked == []
    assert held(state, "A2") == [[]] * 4


def test_feedback_hits_a_vehicle_as_a_glance() -> None:
    state = scene([TANK])
    drive(state, feedback(state, state.units["A2"], why="a test", rule=""), faces=[1])
    assert held(state, "A2") == [["stunned"]]


@pytest.mark.parametrize("rite", RITE_LIST, ids=lambda rite: rite.id)
def test_no_rite_reaches_beyond_its_range(rite: Rite) -> None:
    kinds: dict[str, tuple[list[Entry | Kind], list[Entry | Kind]]] = {
        "friendly": ([FOUR], []),
        "enemy": ([], [FOUR]),
        "any": ([], [TANK]),
    }
    ours, theirs = kinds[rite.side]
    words = tuple(word for word in rite.only if word in {"lacrymaerta", "reductor", "myrmidax"})
    if words:
        ours = [unit((with_(MAN, words=words), 1))]
    state = state_of([magos(), *ours], theirs)
    put(state, "A1", at(36, 10))
    key = "A2" if ours else "B1"
    base = state.kind(f"{key}.1").base
    radius = (base.outer if base.is_round else 3 * 254) / 2 / 254  # a hull lies along x: this is its side
    target = state.units[key]
    for gap, reached in ((rite.range, True), (rite.range + 0.1, False)):
        put(state, key, [at(36, 10 + 400 / 2 / 254 + gap + radius), *row(len(target.models) - 1, 30, 44)])
        target.locked = rite.locked == "must"
        mark(state, key, *(["fortify"] if rite.id == "omega-protocols" else []))
        assert (why(state, rite.id, key) is None) is reached, gap

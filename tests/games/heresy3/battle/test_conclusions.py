"""The Aftermath of a combat: Hold, Disengage, Fall Back, Pursue, Gun Down, Consolidate; and for whom which is open."""

from collections.abc import Mapping, Sequence

import pytest

from tests.driving import Driven, refusal
from tests.games.heresy3.battle.assault import RADIUS, carry, line, rank
from tests.games.heresy3.battle.kit import AUT, BOLT_PISTOL, BUN, KNIFE, LEG, MAN, at, key, phase, put, state_of, unit, with_
from warbench.games.heresy3.battle import routing
from warbench.games.heresy3.battle.combats import contacts
from warbench.games.heresy3.battle.conclusions import CONCLUSIONS, LOST, WON, Ending, open_conclusions
from warbench.games.heresy3.battle.events import Moved, Said, Status
from warbench.games.heresy3.battle.resolving import resolve_combat
from warbench.games.heresy3.battle.roster import Kind
from warbench.games.heresy3.battle.state import State
from warbench.table.lattice import Place

COMBAT = ["A1", "B1"]
WALL = line(27) - RADIUS


def opposed(count: int = 3, y: float = 20, ours: Kind = MAN, theirs: Kind = MAN) -> State:
    """A's rank in contact with B's above it, both locked; A's Resolution Sub-Phase. B's own edge is at y 48."""
    state = state_of((unit((ours, count)),), (unit((theirs, count)),))
    put(state, "A1", rank(count, 20, line(y)))
    put(state, "B1", rank(count, 20, line(y) + 2 * RADIUS))
    for each in state.units.values():
        each.locked = True
    phase(state, "assault", "resolution")
    return state


def resolved(
    state: State, points: Sequence[int], dice: Mapping[str, Sequence[int]], combat: Sequence[str] = COMBAT, **answers: object
) -> Driven:
    """The combat resolved with these points."""
    return carry(state, resolve_combat(state, combat, points), dice, **answers)  # type: ignore[arg-type]


def listed(done: Driven, player: int) -> list[list[str]]:
    """What a player's units could choose, question by question."""
    return [[option.key for option in ask.options] for ask in done.asked if ask.about == "aftermath" and ask.player == player]


def ys(state: State, which: str) -> list[int]:
    """Where a unit's models stand, from the near edge."""
    return [model.place.y for model in state.units[which].models if model.place is not None]


def walls(squad: int = 0) -> tuple[State, list[str]]:
    """A's squad in contact with B's Fortification, and with a squad of B if it has one."""
    state = state_of((unit((MAN, 5)),), (BUN, unit((MAN, squad or 1))))
    put(state, "B1", at(36, 30))
    put(state, "A1", rank(5, 33.4, WALL))
    if squad:
        put(state, "B2", rank(squad, 33.4, WALL - 2 * RADIUS))
    phase(state, "assault", "resolution")
    return state, ["A1", "B1", *(["B2"] if squad else [])]


@pytest.mark.rule("H-053", "H-054")
def test_a_fortification_chooses_nothing_and_its_attackers_as_usual() -> None:
    state, combat = walls()
    assert open_conclusions(state, state.units["B1"], Ending(combat, LOST)) == []
    done = resolved(state, [0, 0], {}, combat, aftermath="hold")
    assert listed(done, 1) == []
    (ours,) = listed(done, 0)
    assert {"hold", "consolidate"} <= set(ours)
    assert "disengage" not in ours


@pytest.mark.rule("H-056")
def test_on_a_mixed_side_the_squad_alone_is_asked() -> None:
    state, combat = walls(squad=4)
    done = resolved(state, [0, 0], {}, combat, aftermath="hold")
    assert [ask.subject for ask in done.asked if ask.about == "aftermath" and ask.player == 1] == ["B2"]


@pytest.mark.rule("H-106")
def test_a_target_that_neither_fell_back_nor_was_wiped_out_is_locked() -> None:
    held = opposed()
    put(held, "B1", rank(1, 20, line(20) + 2 * RADIUS))
    resolved(held, [0, 0], {"leadership check": (1, 1)}, aftermath="hold")
    assert held.units["B1"].locked
    assert held.units["A1"].locked
    fled = opposed()
    resolved(fled, [1, 0], {"leadership check": (1, 1), "fall back": (3,)}, aftermath=["fall back", "hold"])
    assert not fled.units["B1"].locked
    assert not fled.units["A1"].locked
    gone = opposed()
    put(gone, "B1", [])
    gone.units["B1"].where = "gone"
    resolved(gone, [3, 0], {})
    assert not gone.units["A1"].locked


@pytest.mark.rule("H-107")
@pytest.mark.parametrize("already", [False, True])
def test_falling_back_routs_the_unit_and_moves_it_at_once(already: bool) -> None:
    state = opposed(count=10)
    theirs = state.units["B1"]
    if already:
        for model in theirs.models:
            model.statuses.append("routed")
    before = ys(state, "B1")
    dice = {"fall back": (3,), **({} if already else {"leadership check": (1, 1)})}
    done = resolved(state, [1, 0], dice, aftermath=["hold"] if already else ["fall back", "hold"])
    assert [model.statuses for model in theirs.models] == [["routed"]] * 10
    assert [after - y for after, y in zip(ys(state, "B1"), before, strict=True)] == [line(7)] * 10  # I 4 and a 3
    assert len(done.all(Status)) == (0 if already else 1)


@pytest.mark.rule("H-233")
@pytest.mark.parametrize("points", [(0, 2), (2, 0)])
def test_a_routed_unit_can_only_fall_back_even_if_its_side_won(points: tuple[int, int]) -> None:
    state = opposed()
    state.units["B1"].models[0].statuses.append("routed")
    for result in (WON, LOST):
        assert [each.id for each in open_conclusions(state, state.units["B1"], Ending(COMBAT, result))] == ["fall back"]
    # Who is Routed already makes no Check for a lost combat; A does when it loses.
    dice: Mapping[str, Sequence[int]] = {"fall back": (3,), **({"leadership check": (1, 1)} if points[1] else {})}
    done = resolved(state, points, dice, aftermath="hold")
    assert listed(done, 1) == []  # a single option is not asked for
    assert [event.unit for event in done.all(Moved) if event.how == "fall back"] == ["B1"]


@pytest.mark.rule("H-234")
def test_a_reactive_loser_may_fall_back_twice_in_a_row() -> None:
    state = opposed(count=1, y=20)
    (before,) = ys(state, "B1")
    resolved(state, [2, 0], {"leadership check": (6, 6), "fall back": (3,)}, aftermath="hold")
    (between,) = ys(state, "B1")
    assert between - before == line(7)
    phase(state, "movement", "rout", 1)
    carry(state, routing.next_step(state), {"fall back": (4,)})
    (after,) = ys(state, "B1")
    assert after - between == line(8)


def test_the_winner_follows_only_when_nobody_stays() -> None:
    held = resolved(opposed(), [1, 0], {"leadership check": (1, 1)}, aftermath="hold")
    assert listed(held, 1) == [["hold", "disengage", "fall back"]]
    assert listed(held, 0) == [["hold", "fall back"]]
    fled = resolved(opposed(), [1, 0], {"leadership check": (1, 1), "fall back": (3,)}, aftermath=["fall back", "hold"])
    assert listed(fled, 0) == [["hold", "fall back", "pursue", "consolidate"]]


def test_after_a_draw_the_active_player_says_who_chooses_first() -> None:
    state = opposed()
    done = resolved(state, [1, 1], {}, aftermath_first="1", aftermath="hold")
    assert [ask.player for ask in done.asked] == [0, 1, 0]
    assert [listed(done, player) for player in (1, 0)] == [[["hold", "fall back"]]] * 2


def test_pursuit_into_contact_locks_as_a_charge_does() -> None:
    state = opposed(count=1, y=20)
    dice = {"leadership check": (1, 1), "fall back": (1,), "pursue": (2,)}
    done = resolved(state, [1, 0], dice, aftermath=["fall back", "pursue"])
    assert [event.how for event in done.all(Moved)] == ["fall back", "pursue"]
    assert contacts(state, state.units["A1"], state.units["B1"])
    assert state.units["A1"].locked
    assert state.units["B1"].locked
    assert state.units["A1"].charged
    behind = opposed(count=1, y=20)
    dice = {"leadership check": (1, 1), "fall back": (6,), "pursue": (2,)}
    resolved(behind, [1, 0], dice, aftermath=["fall back", "pursue"])
    assert line(26) - ys(behind, "A1")[0] <= 1
    assert not behind.units["A1"].locked


def test_who_fell_back_is_gunned_down_with_assault_weapons() -> None:
    pistols = with_(MAN, arms=(BOLT_PISTOL, KNIFE))
    state = opposed(count=2, ours=pistols)
    dice = {"leadership check": (1, 1), "fall back": (3,), "hit": (4, 4)}
    done = resolved(state, [1, 0], dice, aftermath=["fall back", "gun down"])
    assert listed(done, 0) == [["hold", "fall back", "pursue", "gun down", "consolidate"]]
    assert done.dice("hit") == 2  # Snap Shots: 4s miss


def test_consolidating_ends_two_inches_from_enemies() -> None:
    other = state_of((unit((MAN, 1)), LEG), (unit((MAN, 1)),))
    put(other, "A1", at(20, 20))
    put(other, "B1", at(20, 26))
    phase(other, "assault", "resolution")
    done = carry(other, resolve_combat(other, ["A1"], [1, 0]), consolidate="hold")
    asked = done.about("consolidate")
    near = refusal(asked, key(at(20, 23)))
    assert near is not None
    assert near.code == "in-zone"
    far = refusal(asked, key(at(20, 15)))
    assert far is not None
    assert far.code == "too-far"
    assert refusal(asked, key(at(20, 22.4))) is None


def test_disengaging_moves_away_from_every_enemy_of_the_combat() -> None:
    state = opposed(count=1, y=20)
    back = Place(line(20), line(20) + 2 * RADIUS + line(6), 0, 0)
    done = resolved(state, [1, 0], {"leadership check": (1, 1)}, aftermath=["disengage", "hold"], disengage=key(back))
    asked = done.about("disengage")
    near = refusal(asked, key(Place(line(20), line(20) + 2 * RADIUS + line(1), 0, 0)))
    assert near is not None
    assert near.code == "in-zone"
    assert state.units["B1"].models[0].place == back
    assert not state.units["B1"].locked
    assert not state.units["A1"].locked
    assert state.statuses(state.units["B1"]) == ()


def test_who_cannot_disengage_must_hold() -> None:
    state = opposed(count=1, y=46)  # with its back to the edge of the table, and nowhere to go
    corner = Place(RADIUS, line(48) - RADIUS, 0, 0)
    put(state, "B1", corner)
    put(state, "A1", Place(RADIUS + 226, line(48) - RADIUS - 226, 0, 0))
    done = resolved(state, [3, 0], {"leadership check": (1, 1)}, aftermath=["disengage", "hold"])
    assert any("must Hold" in event.text for event in done.all(Said))
    assert state.units["B1"].models[0].place == corner
    assert state.units["B1"].locked


def test_automata_cannot_choose_to_fall_back() -> None:
    state = opposed(count=1, theirs=with_(AUT))
    found = open_conclusions(state, state.units["B1"], Ending(COMBAT, LOST))
    assert [each.id for each in found] == ["hold", "disengage"]


def test_every_option_of_the_aftermath_has_a_name_of_its_own() -> None:
    assert len({each.id for each in CONCLUSIONS}) == len(CONCLUSIONS)

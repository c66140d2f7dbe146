"""Battlesmith: wounds and statuses that are set right in the Start Phase."""

import msgspec
import pytest

from tests.games.heresy3.battle.kit import AUT, MAN, TANK, at, drive, offered, phase, put, row, state_of, unit, with_
from warbench.battle.requests import Procedure
from warbench.games.heresy3.battle.events import Hurt, apply
from warbench.games.heresy3.battle.moments import windows
from warbench.games.heresy3.battle.moves import limits
from warbench.games.heresy3.battle.moving import may_select
from warbench.games.heresy3.battle.roster import Kind
from warbench.games.heresy3.battle.state import State

SMITH = with_(MAN, rules=("Battlesmith (2)",))
WALKER = msgspec.structs.replace(AUT, type="walker")


def scene(kind: Kind) -> State:
    """A smith A1 with a unit A2 of one kind near it; A's Start Phase."""
    state = state_of([unit(SMITH), unit((kind, 1))])
    put(state, "A1", at(36, 20))
    put(state, "A2", at(36, 24))
    put(state, "B1", row(10, 30, 44))
    phase(state, "start", "effects")
    return state


def use(state: State, key: str, faces: list[int]) -> None:
    """Use it in the window of the Start Phase."""

    def procedure() -> Procedure[list[object]]:
        return (yield from windows().open(state, "start effects", (0,)))

    drive(state, procedure(), [f"battlesmith:{key}"], faces, reactions=None)


@pytest.mark.rule("H-271")
def test_a_status_may_be_removed_outside_the_statuses_sub_phase() -> None:
    state = scene(WALKER)
    state.units["A2"].models[0].statuses = ["routed"]
    phase(state, "movement", "move")
    refused = may_select(state, "A2")
    assert refused is not None
    assert refused.rule == "H-227"
    phase(state, "start", "effects")
    use(state, "A1.1@A2.1=statuses", [3, 4])
    assert state.statuses(state.units["A2"]) == ()
    phase(state, "movement", "move")
    assert may_select(state, "A2") is None
    assert limits(state, state.units["A2"], "move") == [7 * 254]


def test_hull_points_are_restored_up_to_what_there_was() -> None:
    state = scene(TANK)
    assert offered(state, "start effects", 0) == []
    state.units["A2"].models[0].wounds = 5
    assert offered(state, "start effects", 0) == ["battlesmith:A1.1@A2.1=wounds"]
    use(state, "A1.1@A2.1=wounds", [3, 4])
    assert state.units["A2"].models[0].wounds == 6


def test_a_failed_check_mends_nothing_and_each_smith_tries_once() -> None:
    state = scene(TANK)
    state.units["A2"].models[0].wounds = 3
    use(state, "A1.1@A2.1=wounds", [6, 6])
    assert state.units["A2"].models[0].wounds == 3
    assert offered(state, "start effects", 0) == []


def test_nobody_is_mended_from_afar_and_no_infantry() -> None:
    far, man = scene(TANK), scene(MAN)
    put(far, "A2", at(36, 34))
    far.units["A2"].models[0].wounds = 3
    man.units["A2"].models[0].statuses = ["pinned"]
    assert offered(far, "start effects", 0) == []
    assert offered(man, "start effects", 0) == []


def test_a_servo_arm_mends_one_more() -> None:
    smith = msgspec.structs.replace(with_(MAN, rules=("Battlesmith (1)",)), items=(("servo-arm", 1),))
    armed = state_of([unit(smith), unit((WALKER, 1))])
    put(armed, "A1", at(36, 20))
    put(armed, "A2", at(36, 24))
    apply(armed, Hurt(model="A2.1", wounds=2))
    phase(armed, "start", "effects")
    use(armed, "A1.1@A2.1=wounds", [3, 4])
    assert armed.units["A2"].models[0].wounds == 3

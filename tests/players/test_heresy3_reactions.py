"""When the Horus Heresy planner reacts and invokes rites."""

import pytest

from tests.games.heresy3.battle.kit import BOLTER, BUN, CANNON, KNIFE, MAG, MAN, TANK, at, board, phase, put, row, state_of, with_
from tests.players.heresy3_kit import asked, paid
from warbench.games.heresy3.battle.missions import Objective
from warbench.games.heresy3.battle.moments import Targets, UnitMoment
from warbench.games.heresy3.battle.roster import INCH, Entry
from warbench.games.heresy3.battle.state import State
from warbench.players.heresy3_planner import planner
from warbench.players.heresy3_reactions import passes, status_worths

RIFLES = with_(MAN, arms=[BOLTER])


def pair(ours: Entry, theirs: Entry, apart: float = 12) -> State:
    state = state_of([ours], [theirs])
    phase(state, "shooting", "attack", player=1)
    put(state, "A1", row(len(state.units["A1"].models), 20, 10))
    put(state, "B1", row(len(state.units["B1"].models), 20, 10 + apart))
    return state


def test_return_fire_is_for_who_can_hurt_the_shooter() -> None:
    about = Targets("B1", ("A1",))
    ask = asked("react", ["pass", "return fire:A1"], "weapons declared", about)
    assert planner()(ask, pair(paid(100, (RIFLES, 10)), paid(150, (MAN, 5)))) == "return fire:A1"
    assert planner()(ask, pair(paid(100, (RIFLES, 10)), paid(150, TANK))) == "pass"


def test_overwatch_is_cheaper_than_a_return_fire_that_spends_the_last_reaction() -> None:
    state = pair(paid(100, (RIFLES, 4)), paid(150, (MAN, 10)))
    state.core.sides[0].reactions = 1
    about = Targets("B1", ("A1",))
    assert planner()(asked("react", ["pass", "return fire:A1"], "weapons declared", about), state) == "pass"
    phase(state, "assault", "charge", player=1)
    assert planner()(asked("react", ["pass", "overwatch:A1"], "volley", about), state) == "overwatch:A1"


def test_reposition_brings_a_unit_onto_an_objective() -> None:
    mark = Objective(id="mid", at=(22 * INCH, 16 * INCH), value=3)
    state = state_of([paid(100, (RIFLES, 5))], [paid(100, (MAN, 5))], objectives=[mark])
    phase(state, "movement", "move", player=1)
    put(state, "A1", row(5, 20, 11))
    put(state, "B1", row(5, 20, 22))
    ask = asked("react", ["pass", "reposition:A1"], "move ended", UnitMoment("B1", "move"))
    assert planner()(ask, state) == "reposition:A1"
    put(state, "A1", row(5, 20, 4))
    assert planner()(ask, state) == "pass"


# --- rites ---


def test_the_chance_of_a_rite_is_that_of_its_check() -> None:
    state = state_of([paid(100, MAG)], [paid(100, (MAN, 5))])
    put(state, "A1", at(20, 10))
    assert passes(state, state.units["A1"], "A1.1", 3) == pytest.approx(21 / 36)  # 7 or less
    assert passes(state, state.units["A1"], "A1.1", 9) == pytest.approx(1 / 36)  # a double 1
    assert passes(state, state.units["A1"], "A1.1", -5) == pytest.approx(35 / 36)  # not a double 6


def test_a_portal_is_unsealed_where_an_enemy_garrison_is_behind_it() -> None:
    state = state_of([paid(100, MAG), paid(200, BUN)], [paid(200, BUN), paid(200, BUN), paid(120, (MAN, 10))])
    phase(state, "shooting", "attack")
    for key, x, y in (("A1", 20, 10), ("A2", 12, 10), ("B1", 20, 18), ("B2", 28, 10)):
        put(state, key, at(x, y))
    board(state, "B3", "B2")
    keys = ["pass", *(f"unseal-the-portal:A1.1@{key}" for key in ("A2", "B1", "B2"))]
    ask = asked("react", keys, "before shooting", UnitMoment("A1"))
    assert planner()(ask, state) == "unseal-the-portal:A1.1@B2"


def test_an_own_portal_is_never_unsealed() -> None:
    state = state_of([paid(100, MAG), paid(200, BUN)], [paid(100, (MAN, 5))])
    put(state, "A1", at(20, 10))
    put(state, "A2", at(12, 10))
    ask = asked("react", ["pass", "unseal-the-portal:A1.1@A2"], "before shooting", UnitMoment("A1"))
    assert planner()(ask, state) == "pass"


def test_shooters_are_guided_and_suppressed() -> None:
    state = pair(paid(200, (with_(MAN, arms=[CANNON]), 5)), paid(200, TANK), apart=30)
    phase(state, "shooting", "attack")
    unit = state.units["A1"]
    worths = status_worths(state, unit, ("quicken", "fortify", "guide"))
    assert max(worths, key=lambda name: worths[name]) == "guide"
    assert planner()(asked("status", ["quicken", "fortify", "guide"], "A1"), state) == "guide"
    assert planner()(asked("status", ["stunned", "suppressed"], "A1", player=1), state) == "suppressed"


def test_fighters_are_stunned() -> None:
    state = pair(paid(100, (with_(MAN, arms=[KNIFE], attacks=3), 5)), paid(100, (MAN, 5)))
    assert planner()(asked("status", ["stunned", "suppressed"], "A1", player=1), state) == "stunned"


def test_a_status_that_a_unit_has_is_not_given_again() -> None:
    state = pair(paid(200, (with_(MAN, arms=[CANNON]), 5)), paid(200, TANK), apart=30)
    state.units["A1"].models[0].statuses.append("guide")
    assert "guide" not in status_worths(state, state.units["A1"], ("quicken", "guide"))


def test_a_smith_mends_what_is_worth_most() -> None:
    state = state_of([paid(50, MAG), paid(200, TANK)])
    put(state, "A1", at(20, 10))
    tank = put(state, "A2", at(24, 10))
    tank.models[0].wounds = 3
    ask = asked("react", ["pass", "battlesmith:A1.1@A2.1=wounds"], "start effects")
    assert planner()(ask, state) == "battlesmith:A1.1@A2.1=wounds"

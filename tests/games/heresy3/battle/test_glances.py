"""The Vehicle Damage Table: one roll for each glancing hit, by the attacker, once everything else is resolved."""

import pytest

from tests.games.heresy3.battle.kit import BUN, LEG, MAN, POWER_FIST, TANK, at, put, with_
from tests.games.heresy3.battle.shots import armed, fire, gun, lost, removed, rolls, run, said, shooting
from warbench.games.heresy3.battle.casualties import glance, glances
from warbench.games.heresy3.battle.events import Status, Threw, apply
from warbench.games.heresy3.battle.state import Options, State
from warbench.games.heresy3.battle.volleys import Declared, resolve

RAM = gun(shots=3, strength=9, damage=4)
"""On Armour 12 a 3 glances."""


def tank(*, invulnerable: int | None = None, options: Options | None = None) -> State:
    """A1, a lone gunner, before a vehicle."""
    return shooting([armed(MAN, RAM)], [with_(TANK, invulnerable=invulnerable)], away=15, options=options)


@pytest.mark.rule("H-109")
def test_a_glancing_hit_does_no_damage() -> None:
    state = shooting([armed(MAN, gun(strength=8, damage=3))], [TANK], away=15)
    done = fire(state, faces=[6, 4, 1])
    assert lost(done) == 0
    assert state.units["B1"].models[0].wounds == 6
    assert state.statuses(state.units["B1"]) == ("stunned",)


@pytest.mark.rule("H-110")
def test_each_rolls_once_on_the_table_by_the_attacker_at_the_end() -> None:
    other = gun(name="other")
    state = shooting([armed(MAN, RAM, other, rules=("Firing Protocols (2)",))], [TANK], away=15)
    done = fire(state, faces=[6, 6, 6, 3, 3, 3, 6, 1, 3, 5], answers={"fire group": "1"})
    assert [event.purpose for event in done.all(Threw)] == ["hit", "penetration", "hit", *["vehicle damage table"] * 3]
    assert rolls(done, "vehicle damage table") == [(1,), (3,), (5,)]
    assert {roll.player for roll in done.rolls if "table" in roll.purpose} == {0}
    assert state.statuses(state.units["B1"]) == ("stunned", "pinned", "suppressed")


@pytest.mark.rule("H-110")
def test_in_combat_they_wait_for_the_end_of_the_initiative_step() -> None:
    state = shooting([with_(MAN, attacks=3)], [TANK], away=5)
    declared = Declared(POWER_FIST, ("A1.1",))
    done = run(state, resolve(state, state.units["A1"], state.units["B1"], declared, melee=True, facts={}), [6, 6, 6, 4, 4, 4])
    assert done.value.glances == 3
    assert rolls(done, "vehicle damage table") == []
    ended = run(state, glances(state, state.units["B1"], done.value.glances, by="A1", player=0), [1, 3, 5])
    assert ended.dice("vehicle damage table") == 3


def test_a_status_that_is_there_costs_a_hull_point() -> None:
    state = tank()
    apply(state, Status(models=("B1.1",), status="pinned"))
    done = fire(state, faces=[6, 6, 6, 3, 3, 1, 3, 4])
    assert lost(done) == 2
    assert state.units["B1"].models[0].wounds == 4


def test_the_last_hull_point_may_go_that_way() -> None:
    state = tank()
    state.units["B1"].models[0].wounds = 1
    apply(state, Status(models=("B1.1",), status="pinned"))
    assert removed(fire(state, faces=[6, 6, 6, 3, 3, 3, 3])) == ["B1.1"]


def test_what_has_no_roll_loses_a_hull_point() -> None:
    for kind in (BUN, with_(TANK, words=("super-heavy",))):
        state = shooting([LEG], [kind])
        done = run(state, glance(state, state.units["B1"], state.units["B1"].models[0], by="A1"))
        assert (lost(done), done.rolls) == (1, [])


def test_by_the_ruling_a_glancing_hit_may_be_saved() -> None:
    state = tank(invulnerable=5, options=Options(rulings={"glancing-save": "save"}))
    done = fire(state, faces=[6, 6, 6, 3, 3, 3, 5, 4, 4, 1, 3])
    assert rolls(done, "save") == [(5, 4, 4)]
    assert done.dice("vehicle damage table") == 2
    unsaved = tank(invulnerable=5)
    assert fire(unsaved, faces=[6, 6, 6, 3, 3, 3, 1, 3, 5]).dice("vehicle damage table") == 3


def test_a_reaction_gives_no_statuses_so_its_glances_do_nothing() -> None:
    for reading, dice in (("none", 0), ("table", 3)):
        state = tank(options=Options(rulings={"reaction-glances": reading}))
        put(state, "B1", at(20, 35, 270))
        faces = [6, 6, 6, 3, 3, 3, *([1, 3, 5] if dice else [])]
        done = fire(state, faces=faces, only="B1", reaction="overwatch", facts={"overwatch": True})
        assert done.dice("vehicle damage table") == dice
    assert said(fire(tank(), faces=[6, 6, 6, 3, 3, 3], only="B1", reaction="return fire"), "do nothing")

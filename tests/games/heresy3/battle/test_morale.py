"""The Morale Sub-Phase: Panic for a quarter lost, coherency, what weapons may give; one Check a status, Routed first."""

import pytest

from tests.driving import Driven
from tests.games.heresy3.battle.kit import AUT, BUN, LEG, MAN, TANK, at, put, unit, with_
from tests.games.heresy3.battle.shots import armed, fire, gun, removed, rolls, run, said, shooting, stand
from warbench.games.heresy3.battle.events import Began, Ends, Removed, Status, Threw
from warbench.games.heresy3.battle.morale import next_step
from warbench.games.heresy3.battle.numbers import current
from warbench.games.heresy3.battle.roster import Arm
from warbench.games.heresy3.battle.state import State


def killer(*rules: str, shots: int = 1, name: str = "gun") -> Arm:
    """A gun that hits on 3+, wounds on 2+ and leaves no Armour Save."""
    return gun(*rules, shots=shots, name=name, ap=2, strength=10)


def losing(lost: int, of: int, *rules: str, **more: object) -> State:
    """A1 has just shot so many of B1's models."""
    squad = unit((with_(MAN, **more), of))  # type: ignore[arg-type]
    state = shooting([armed(MAN, killer(*rules, shots=lost))], [squad])
    assert len(removed(fire(state, face=6))) == lost
    return state


def check(state: State, *faces: int) -> Driven:
    """The Morale Sub-Phase's next step with these dice."""
    return run(state, next_step(state), faces)


@pytest.mark.rule("H-224")
def test_a_quarter_lost_to_one_attack_makes_a_leadership_check() -> None:
    assert "panic" in losing(2, 8).units["B1"].morale
    assert "panic" not in losing(2, 9).units["B1"].morale
    for dice, routed in (((4, 6), True), ((2, 4), False)):
        state = losing(4, 10)
        done = check(state, *dice)
        assert rolls(done, "leadership check") == [dice]
        assert ("routed" in state.statuses(state.units["B1"])) is routed


def test_losses_to_two_attacks_do_not_add_up() -> None:
    state = losing(2, 10)
    fire(state, face=6)
    # Two of ten, then two of eight.
    assert "panic" in state.units["B1"].morale
    again = shooting([armed(MAN, killer(shots=1)), armed(MAN, killer(shots=2))], [LEG])
    stand(again, "A2", 18)
    fire(again, face=6)
    fire(again, face=6, unit="A2")
    assert "panic" not in again.units["B1"].morale


@pytest.mark.rule("H-027")
def test_no_tactical_status_can_affect_a_fortification() -> None:
    state = shooting([armed(MAN, gun("Pinning (1)", "Suppressive (1)", strength=9))], [BUN], away=15)
    fire(state, face=6)
    assert state.units["B1"].morale == ["pinned:1", "suppressed:1"]
    done = check(state)
    assert done.rolls == []
    assert state.statuses(state.units["B1"]) == ()
    assert said(done, "immune to Pinned")
    assert said(done, "immune to Suppressed")


@pytest.mark.parametrize(
    ("rule", "hit", "wound", "checks"),
    [
        ("Pinning (2)", 6, 1, ""),
        ("Pinning (2)", 6, 6, "pinned"),
        ("Panic (2)", 6, 6, "routed"),
        ("Stun (2)", 6, 1, "stunned"),
        ("Suppressive (2)", 6, 1, "suppressed"),
        ("Suppressive (2)", 1, 0, ""),
    ],
)
def test_what_weapons_may_give(rule: str, hit: int, wound: int, checks: str) -> None:
    state = shooting([armed(MAN, gun(rule))], [LEG])
    faces = [hit, *([wound] if wound else []), *([6] if wound == 6 else [])]
    fire(state, faces=faces)
    assert state.units["B1"].morale == ([f"{checks}:2"] if checks else [])
    if checks:
        # Cool or Leadership 7, less 2: 5 passes, 6 fails.
        done = check(state, 3, 3)
        assert state.statuses(state.units["B1"]) == (checks,)
        assert "against" in done.all(Threw)[0].result
        assert " 5: failed" in done.all(Threw)[0].result


def test_the_greatest_penalty_counts_and_one_check_is_made() -> None:
    state = shooting(
        [armed(MAN, gun("Pinning (1)", name="a"), gun("Pinning (3)", name="b"), rules=("Firing Protocols (2)",))], [LEG]
    )
    fire(state, faces=[6, 6, 6, 6, 6, 6], answers={"fire group": "1"})
    assert state.units["B1"].morale == ["pinned:3"]
    assert len(rolls(check(state, 1, 2), "cool check")) == 1


def test_routed_comes_first_and_ends_it() -> None:
    state = losing(3, 10, "Pinning (1)", "Stun (1)")
    assert state.units["B1"].morale == ["coherency", "panic", "pinned:1", "stunned:1"]
    done = check(state, 6, 5)
    assert [event.purpose for event in done.all(Threw)] == ["leadership check"]
    assert state.statuses(state.units["B1"]) == ("routed",)


def test_the_statuses_come_after_all_checks() -> None:
    state = losing(3, 10, "Pinning (1)", "Stun (1)")
    done = check(state, 1, 1, 5, 5, 5, 5)
    order = [type(event).__name__ for event in done.events if isinstance(event, Threw | Status)]
    assert order == ["Threw", "Threw", "Threw", "Status", "Status"]
    assert state.statuses(state.units["B1"]) == ("pinned", "stunned")


def test_out_of_coherency_suppresses() -> None:
    state = shooting([armed(MAN, killer())], [unit((MAN, 5))])
    put(state, "B1", [at(20 + 2.5 * index, 30) for index in range(5)])
    fire(state, face=6)
    gone = state.core.sides[1].casualties
    assert gone in (["B1.1"], ["B1.5"])  # the outermost went: the unit holds together
    assert check(state).rolls == []
    torn = shooting([armed(MAN, killer())], [unit((MAN, 4), (with_(MAN, wounds=2), 1))])
    put(torn, "B1", [at(20 + 2.5 * index, 30) for index in (0, 1, 3, 4, 2)])
    torn.units["B1"].models[4].wounds = 1
    fire(torn, face=6)
    assert torn.core.sides[1].casualties == ["B1.5"]
    done = check(torn, 6, 5)
    assert rolls(done, "cool check") == [(6, 5)]
    assert torn.statuses(torn.units["B1"]) == ("suppressed",)


def test_two_reasons_for_one_status_are_the_active_players_to_choose_from() -> None:
    state = shooting([armed(MAN, killer("Suppressive (3)"))], [unit((MAN, 4), (with_(MAN, wounds=2), 1))])
    put(state, "B1", [at(20 + 2.5 * index, 30) for index in (0, 1, 3, 4, 2)])
    state.units["B1"].models[4].wounds = 1
    fire(state, face=6)
    done = run(state, next_step(state), [1, 2], {"morale reason": "0"})
    assert done.about("morale reason").player == 0
    assert len(rolls(done, "cool check")) == 1


def test_heavy_units_are_cooler_and_automata_and_vehicles_do_not_check() -> None:
    state = losing(1, 10, "Pinning (1)")
    assert " 6: " in check(state, 1, 2).all(Threw)[0].result
    heavy = shooting([armed(MAN, killer("Pinning (1)"))], [unit((with_(MAN, words=("heavy",)), 10))])
    fire(heavy, face=6)
    assert " 7: " in check(heavy, 1, 2).all(Threw)[0].result
    for kind, away in ((AUT, 10), (TANK, 15)):
        spared = shooting([armed(MAN, gun("Suppressive (1)", strength=9))], [kind], away=away)
        fire(spared, faces=[6, 1])
        assert check(spared).rolls == []


def test_several_units_are_checked_in_the_active_players_order_and_then_the_assault_begins() -> None:
    state = shooting([armed(TANK, gun("Stun (1)", name="a"), gun("Stun (1)", name="b"))], [LEG, LEG])
    stand(state, "B2", 36)
    fire(state, faces=[6, 1, 6, 1], answers={"weapons": "only:a", "further": "B2"})
    first = run(state, next_step(state), [1, 2], {"morale": "B2"})
    assert rolls(first, "cool check") == [(1, 2)]
    assert [key for key, found in state.units.items() if found.morale] == ["B1"]
    run(state, next_step(state), [1, 2])
    done = run(state, next_step(state))
    assert [event.moment for event in done.all(Ends)] == ["phase"]
    assert [(event.phase, event.step) for event in done.all(Began)] == [("assault", "charge")]


# --- what else attacks leave behind ---


def test_phage_lowers_a_characteristic_for_the_rest_of_the_battle_and_once() -> None:
    tough = with_(MAN, wounds=9, save=None)
    state = shooting([armed(MAN, gun("Phage (T)"))], [tough])
    fire(state, face=6)
    fire(state, face=6)
    assert current(state, state.units["B1"].models[0], "toughness") == 3
    missed = shooting([armed(MAN, gun("Phage (T)"))], [tough])
    fire(missed, faces=[6, 1])
    assert current(missed, missed.units["B1"].models[0], "toughness") == 4


def test_shock_gives_vehicles_a_status_on_a_5() -> None:
    for face, statuses in ((5, ("pinned",)), (4, ())):
        state = shooting([armed(MAN, gun("Shock (Pinned)"))], [TANK, LEG], away=15)
        fire(state, faces=[face])
        assert state.statuses(state.units["B1"]) == statuses
    stand(state, "B2", 30)
    fire(state, "B2", faces=[6, 1])
    assert state.statuses(state.units["B2"]) == ()


def test_phage_and_shock_of_several_things() -> None:
    tough = with_(MAN, wounds=9, save=None)
    state = shooting([armed(MAN, gun("Phage (T & S)"))], [tough])
    fire(state, face=6)
    assert [current(state, state.units["B1"].models[0], name) for name in ("toughness", "strength")] == [3, 3]
    state = shooting([armed(MAN, gun("Shock (Pinning, Suppressed)"))], [TANK], away=15)
    fire(state, faces=[5])
    assert state.statuses(state.units["B1"]) == ("pinned", "suppressed")


def test_overload_hits_the_own_unit_after_the_attack() -> None:
    state = shooting([unit((armed(MAN, killer("Overload (1)")), 3))], [LEG])
    # Two misfires; then the hit wounds one of B1; the misfires wound two of A1.
    done = fire(state, faces=[1, 1, 6, 6, 6, 6])
    assert [event.model[:2] for event in done.all(Removed)] == ["B1", "A1", "A1"]
    assert "not modelled" not in said(done, "Hit Test")
    # Without Hit Tests a die for each attack says so.
    flamer = gun("Template", "Overload (1)", range=None, shots=2, ap=2, strength=10)
    burning = shooting([armed(MAN, flamer)], [with_(MAN, wounds=9)], away=4)
    done = fire(burning, faces=[1, 4, 6, 6, 6])
    assert rolls(done, "overload") == [(1, 4)]
    assert removed(done) == ["A1.1"]

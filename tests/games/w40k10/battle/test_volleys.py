"""Volleys: numbers settled at selection, dice in the order of the rules, and the models that they hurt."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from tests.driving import Driven, refusal
from tests.games.w40k10.battle.kit import Probe, drive, put
from tests.games.w40k10.battle.shots import (
    BEAMER,
    BOLT,
    CYCLIC,
    ION,
    MARINES,
    MATR,
    RAIL,
    WARHEAD,
    X,
    Y,
    fire,
    fortress,
    losses,
    numbers,
    out_of_turn,
    rolls,
    shooting,
    squad,
    stand,
    walled,
)
from warbench.battle.requests import Procedure
from warbench.games.w40k10.battle.events import Destroyed, Ends, Hurt, Lasts, Marked, Said, Threw, UnitDestroyed, apply
from warbench.games.w40k10.battle.guns import guns_of
from warbench.games.w40k10.battle.moments import DiceRolled
from warbench.games.w40k10.battle.state import Lasting, Options, State
from warbench.games.w40k10.battle.volleys import Aimed, Declared, resolve
from warbench.rules.effects import AllowReroll, IgnoreDamage
from warbench.table.lattice import INCH, Place


def declared(state: State, weapon: str, unit: str = "A1") -> Declared:
    """A weapon of the first model of a unit, within 12"."""
    model = state.units[unit].models[0]
    entry = state.entry(unit)
    gun = next(gun for gun in guns_of(entry, entry.index[model.id]) if gun.name == weapon)
    return Declared(gun.profiles[0], (model.id,), (("distance", 10),))


def volley(
    state: State, aims: Sequence[tuple[str, Sequence[str]]], faces: Sequence[int], reactions: Sequence[Any] = ()
) -> Driven:
    """A1 shoots weapons at units in this very order."""
    made = [Aimed(target, tuple(declared(state, weapon) for weapon in weapons)) for target, weapons in aims]
    return drive(state, resolve(state, state.units["A1"], made), ["probe:use"] if reactions else (), faces, reactions)


# --- the order of things ---


@pytest.mark.rule("W-104")
def test_devastating_wounds_come_after_all_other_attacks() -> None:
    state = shooting([fortress(RAIL)])
    stand(state, "B1", 10, 2)
    done = fire(state, {RAIL: "B1", MATR: "B1"}, [4, 6, 4, 1, 1, 1, 1, 1, 3, 1, 1])
    assert losses(done) == [("B1.1", MATR), ("B1.2", RAIL)]
    assert rolls(done, "damage") == [(7,)]


@pytest.mark.rule("X-26", "W-104")
def test_devastating_wounds_wait_for_attacks_at_other_targets_too() -> None:
    state = shooting([fortress(RAIL)], [squad(), squad()])
    stand(state, "B1", 10, 1)
    stand(state, "B2", 10, 1, y=2000)
    done = fire(state, {RAIL: "B1", MATR: "B2"}, [4, 6, 4, 1, 1, 1, 1, 1, 3, 1, 1])
    assert losses(done) == [("B2.1", MATR), ("B1.1", RAIL)]


@pytest.mark.rule("W-046")
def test_surplus_damage_is_lost() -> None:
    state = shooting([fortress(RAIL)])
    stand(state, "B1", 10, 5)
    done = fire(state, {RAIL: "B1"}, [4, 4, 6])  # AP-4 against Sv3+: no save is possible, but it is rolled
    assert len(done.all(Destroyed)) == 1


@pytest.mark.rule("W-047", "W-048")
def test_models_and_units_are_destroyed() -> None:
    state = shooting([fortress()])
    stand(state, "B1", 10, 5)
    done = fire(state, {MATR: "B1"}, [6, 6, 6, 6, 6, 6, 3, 3, 3, 3, 3, 3, 1, 1, 1, 1, 1])
    assert len(done.all(Destroyed)) == 5
    assert [(event.unit, event.by) for event in done.all(UnitDestroyed)] == [("B1", "A1")]


@pytest.mark.rule("W-060", "W-061", "X-31")
def test_blast_counts_the_models_at_selection() -> None:
    state = shooting([fortress()], [squad(10)])
    stand(state, "B1", 8, 10)
    # The MATR autocannon kills six of ten, then the cyclic ion cannon rolls a 1: 1+3, and still +2.
    done = volley(state, [("B1", [MATR, CYCLIC])], [6] * 6 + [6] * 6 + [1] * 6 + [1] + [1] * 6)
    assert len(done.all(Destroyed)) == 6
    assert len(rolls(done, "hit")[1]) == 6


@pytest.mark.rule("X-32")
@pytest.mark.parametrize(("models", "more"), [(4, 0), (5, 1), (9, 1), (10, 2)])
def test_blast_adds_an_attack_for_each_five_models(models: int, more: int) -> None:
    state = shooting([fortress()], [squad(10)])
    stand(state, "B1", 8, models)
    assert len(rolls(fire(state, {CYCLIC: "B1"}, face=1), "hit")[0]) == 1 + 3 + more


def test_in_boarding_actions_blast_counts_the_models_that_the_bearer_sees() -> None:
    state = shooting([fortress(), "Hekaton Land Fortress"], [squad(10)], options=Options(boarding_actions=True))
    stand(state, "B1", 20, 10)
    put(state, "A2", [Place(X + 900 + 10 * INCH, Y, 0, 90)])
    for index, model in enumerate(state.units["B1"].models[:4]):
        model.place = Place(X + 8 * INCH, Y + 1000 + 400 * index)
    assert len(rolls(fire(state, {CYCLIC: "B1"}, face=1), "hit")[0]) == 1 + 3


# --- facts of the table ---


@pytest.mark.rule("A3")
def test_heavy_asks_for_the_own_turn() -> None:
    state = shooting([fortress(RAIL)])
    stand(state, "B1", 10, 1)
    state.units["A1"].moved = "stationary"
    assert "Hit roll 3+" in numbers(fire(state, {RAIL: "B1"}, face=1), RAIL)
    out_of_turn(state, "shooting")
    assert "Hit roll 4+" in numbers(fire(state, {RAIL: "B1"}, face=1), RAIL)


@pytest.mark.rule("A3")
@pytest.mark.parametrize(("moved", "charged", "need"), [("stationary", False, 3), ("normal", False, 4), ("stationary", True, 4)])
def test_heavy_may_look_back_at_the_own_last_turn(moved: str, charged: bool, need: int) -> None:
    state = shooting([fortress(RAIL)], options=Options(rulings={"heavy-out-of-turn": "yes"}))
    stand(state, "B1", 10, 1)
    state.units["A1"].moved = moved
    apply(state, Ends(moment="turn"))
    out_of_turn(state, "shooting")
    state.units["A1"].charged = charged
    assert f"Hit roll {need}+" in numbers(fire(state, {RAIL: "B1"}, face=1), RAIL)
    # The end of the opponent's turn changes nothing about it.
    apply(state, Ends(moment="turn"))
    assert state.units["A1"].stood is (moved == "stationary")


@pytest.mark.rule("W-066", "W-067")
def test_heavy_serves_its_own_weapon_while_stationary() -> None:
    state = shooting([fortress(RAIL)])
    stand(state, "B1", 10, 1)
    done = fire(state, "B1", face=1)
    assert "Hit roll 4+" in numbers(done, RAIL)
    state.units["A1"].moved = "stationary"
    done = fire(state, "B1", face=1)
    assert ["Hit roll 3+" in said.text for said in done.all(Said)] == [True, False, False]


@pytest.mark.rule("W-084", "W-085")
@pytest.mark.parametrize(("away", "hits"), [(12, 1), (12.1, 3)])
def test_conversion_asks_for_more_than_12_inches(away: float, hits: int) -> None:
    state = shooting([fortress(BEAMER)])
    stand(state, "B1", away, 1)
    # A hit of 4: beyond 12" it is critical, and Sustained Hits D3 adds 2 (a 4).
    faces = [4, 1, 4, *[1] * 3] if hits == 3 else [4, 1, 1]
    assert len(rolls(fire(state, {BEAMER: "B1"}, faces), "wound")[0]) == hits


@pytest.mark.rule("A12")
def test_conversion_is_measured_when_its_attacks_are_made() -> None:
    state = shooting([fortress(BEAMER)])
    stand(state, "B1", 12, 2)  # the second model is further away
    model = state.units["A1"].models[0].id
    shot = Declared(
        declared(state, BEAMER).weapon,
        (model,),
        (("distance", 12),),
        lambda state: (("distance", 13 if len(state.units["B1"].models) == 1 else 12),),
    )
    aims = [Aimed("B1", (declared(state, MATR), shot))]
    # The MATR autocannon takes the near one away; then a 4 is critical.
    done = drive(state, resolve(state, state.units["A1"], aims), (), [4, 1, 1, 1, 1, 1, 3, 1, 4, 1, 1, 1, 1])
    assert rolls(done, "additional hits") == [(1,)]


@pytest.mark.rule("A12", "W-086")
def test_the_distance_is_taken_anew_from_the_bearer() -> None:
    state = shooting([fortress(BEAMER)])
    stand(state, "B1", 12, 2)
    done = fire(state, {BEAMER: "B1", MATR: "B1"}, [4, 1, 1, *[1] * 6])
    assert rolls(done, "additional hits") == []
    apply(state, Destroyed(model="B1.1"))
    done = fire(state, {BEAMER: "B1"}, [4, 1, 1, 1, 1])
    assert rolls(done, "additional hits") == [(1,)]


@pytest.mark.rule("W-166", "W-170", "X-54")
def test_a_damaged_model_hits_worse() -> None:
    state = shooting([fortress()])
    stand(state, "B1", 10, 1)
    state.units["A1"].models[0].wounds = 6
    assert "Hit roll 4+" in numbers(fire(state, {MATR: "B1"}, face=1), MATR)
    state.units["A1"].models[0].wounds = 5
    assert "Hit roll 5+" in numbers(fire(state, {MATR: "B1"}, face=1), MATR)
    state.units["B1"].tokens = 1
    assert "Hit roll 4+" in numbers(fire(state, {MATR: "B1"}, face=1), MATR)


@pytest.mark.rule("W-168")
def test_the_damage_is_forgotten_with_the_wounds() -> None:
    state = shooting([fortress()])
    stand(state, "B1", 10, 1)
    for wounds, need in ((5, "5+"), (6, "4+")):
        state.units["A1"].models[0].wounds = wounds
        assert f"Hit roll {need}" in numbers(fire(state, {MATR: "B1"}, face=1), MATR)


@pytest.mark.rule("W-169")
def test_damaged_and_unseen_are_limited_together() -> None:
    state = walled([fortress(scan=WARHEAD)])
    stand(state, "B1", 12, 3)
    state.units["A1"].models[0].wounds = 5
    assert "Hit roll 5+" in numbers(fire(state, {WARHEAD: "B1"}, face=1), WARHEAD)


@pytest.mark.rule("W-197", "W-198")
def test_tokens_help_to_hit_and_two_to_wound() -> None:
    state = shooting([fortress()])
    stand(state, "B1", 10, 1)
    said = [numbers(fire(state, {MATR: "B1"}, face=1), MATR)]
    for tokens in (1, 2):
        apply(state, Marked(unit="B1", mark="tokens", value=tokens))
        said.append(numbers(fire(state, {MATR: "B1"}, face=1), MATR))
    assert ["Hit roll 3+" in text for text in said] == [False, True, True]
    assert ["Wound roll 2+" in text for text in said] == [False, False, True]


@pytest.mark.rule("W-202")
def test_the_tokens_at_the_beginning_of_the_attacks_count() -> None:
    state = shooting([fortress()])
    stand(state, "B1", 10, 1)
    apply(state, Marked(unit="B1", mark="tokens", value=1))

    def clear(_state: State, _about: DiceRolled) -> Procedure[None]:
        yield Marked(unit="B1", mark="tokens", value=0)

    # Gone after the first roll of hits, they still count for the second weapon of the same model.
    done = volley(state, [("B1", [MATR, BOLT])], [3, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1, 1, 1], [Probe("dice rolled", clear)])
    assert [len(faces) for faces in rolls(done, "wound")] == [1, 1]


@pytest.mark.rule("W-199")
def test_who_has_no_such_ability_gains_nothing_from_tokens() -> None:
    state = shooting([squad()], ["Hearthkyn Warriors"], factions=MARINES)
    stand(state, "B1", 10, 1)
    apply(state, Marked(unit="B1", mark="tokens", value=2))
    assert "token" not in numbers(fire(state, {"Bolt rifle": "B1"}, face=1), "Bolt rifle")


@pytest.mark.rule("W-162", "W-164")
def test_the_scanner_ignores_cover_and_the_warhead_does_not() -> None:
    for scan, bonus in (("pan spectral scanner", False), (WARHEAD, True)):
        state = shooting([fortress(scan=scan)])
        stand(state, "B1", 10, 1)
        made = [Aimed("B1", (declared(state, MATR),), (("cover", True),))]
        done = drive(state, resolve(state, state.units["A1"], made), (), [1] * 6)
        assert ("Benefit of Cover" in numbers(done, MATR)) is bonus


# --- split fire ---


@pytest.mark.rule("W-110")
def test_other_weapons_still_face_cover() -> None:
    state = shooting(["Infernus Squad"], ["Hearthkyn Warriors"], factions=MARINES)
    stand(state, "B1", 6, 1)
    made = [Aimed("B1", (declared(state, "Pyreblaster"), declared(state, "Bolt pistol")), (("cover", True),))]
    # The pyreblaster ignores cover: D6 attacks, no Hit roll, all fail to wound; the pistol misses.
    done = drive(state, resolve(state, state.units["A1"], made), (), [1, 1, 1])
    assert ["Benefit of Cover" in said.text for said in done.all(Said)] == [False, True]


def test_split_fire_resolves_target_after_target() -> None:
    state = shooting([fortress(sponson=ION)], [squad(), squad()])
    stand(state, "B1", 10, 1)
    stand(state, "B2", 10, 1, y=2000)
    done = fire(state, {CYCLIC: "B2", MATR: "B1"}, face=2)
    assert [said.text.split(" at ")[1][:2] for said in done.all(Said)] == ["B2", "B1"]


# --- casualties while it goes on ---


def test_destroyed_bearers_make_no_attacks() -> None:
    state = shooting([squad(), "Hearthkyn Warriors"], ["Hearthkyn Warriors"], factions=MARINES)
    stand(state, "B1", 8, 5)
    pistol, rifle = (declared(state, weapon).weapon for weapon in ("Bolt pistol", "Bolt rifle"))
    pair = ("A1.1", "A1.2")
    two = [Declared(replace(weapon, count=2), pair, (("distance", 8),)) for weapon in (pistol, rifle)]

    def explode(_state: State, _about: DiceRolled) -> Procedure[None]:
        yield Destroyed(model="A1.2")

    aims = [Aimed("B1", tuple(two))]
    done = drive(state, resolve(state, state.units["A1"], aims), ["probe:use"], [1] * 4, [Probe("dice rolled", explode)])
    assert [len(faces) for faces in rolls(done, "hit")] == [2, 2]


def test_damage_goes_to_whoever_is_left() -> None:
    state = shooting([fortress(RAIL)])
    stand(state, "B1", 10, 2)

    def explode(_state: State, _about: DiceRolled) -> Procedure[None]:
        yield Destroyed(model="B1.2")

    # B1.2 would suffer first, but between the Hit roll and the damage something else takes it away.
    done = fire(state, {RAIL: "B1"}, [4, 4, 6], reactions=[Probe("dice rolled", explode)], answers=["probe:use"])
    assert [event.model for event in done.all(Destroyed)] == ["B1.2", "B1.1"]


# --- re-rolls that may be used freely ---


def fishing() -> State:
    """A magna-rail cannon (Devastating Wounds) whose wound rolls may be thrown again, 10 inches from one model."""
    state = shooting([fortress(RAIL)])
    stand(state, "B1", 10, 1)
    effect = AllowReroll(roll="wound")
    apply(state, Lasts(unit="A1", lasting=Lasting(effect, "phase", "test")))
    return state


@pytest.mark.rule("W-001", "W-098", "X-14")
@pytest.mark.parametrize(
    ("answer", "dice", "again"),
    [("12345", [4, 5, 6, 1], [(6,)]), ("none", [4, 1], []), ("5", [4, 5, 1], [(1,)])],
)
def test_the_attacker_says_which_faces_are_thrown_again_where_criticals_make_it_a_choice(
    answer: str, dice: list[int], again: list[tuple[int]]
) -> None:
    done = fire(fishing(), {RAIL: "B1"}, dice, answers=[answer])
    ask = done.about("re-roll")
    assert (ask.player, ask.subject) == (0, "A1")
    # S18 against T4: only a 1 fails. What the odds favour comes first.
    assert [option.key for option in ask.options] == ["1", "12345", "none"]
    assert rolls(done, "wound again") == again


def test_no_other_answer_names_faces() -> None:
    ask = fire(fishing(), {RAIL: "B1"}, [4, 1], answers=["none"]).about("re-roll")
    for answer in ("7", "11", "", "all"):
        told = refusal(ask, answer)
        assert told is not None
        assert (told.code, told.rule) == ("no-faces", "W-001")


def test_where_a_critical_does_no_more_failures_are_thrown_again_without_a_question() -> None:
    state = shooting([fortress()])
    stand(state, "B1", 10, 1)
    # The bolt cannon: twin-linked, and no weapon whose criticals to wound do more.
    done = fire(state, {BOLT: "B1"}, [4, 1, 1, 1, 1, 2, 1, 2])
    assert all(ask.about != "re-roll" for ask in done.asked)
    assert len(rolls(done, "wound again")) == 1


# --- rules in the log ---


@pytest.mark.rule("W-007", "W-008", "W-020", "W-033", "W-045")
def test_each_roll_and_each_loss_names_its_rule() -> None:
    usual = {"hit": "W-008", "wound": "W-020", "save": "W-033", "feel no pain": "feel-no-pain"}
    for main, more in ((RAIL, {"damage": "W-045"}), (CYCLIC, {"attacks": "W-007"})):
        state = shooting([fortress(main)])
        stand(state, "B1", 10, 2)
        apply(state, Lasts(unit="B1", lasting=Lasting(IgnoreDamage(on=5, side="defender"), "phase", "test")))
        # Every die shows a 4: no save against the main gun, one against the others.
        done = fire(state, "B1", face=4)
        assert {event.purpose: event.rule for event in done.all(Threw)} == {**usual, **more}
        assert {event.rule for event in done.events if isinstance(event, Hurt | Destroyed)} == {"W-044"}


@pytest.mark.rule("W-001")
def test_a_second_throw_names_its_rule() -> None:
    done = fire(fishing(), {RAIL: "B1"}, [4, 5, 1], answers=["5"])
    assert [event.rule for event in done.all(Threw) if event.purpose == "wound again"] == ["W-001"]

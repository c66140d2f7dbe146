"""Rules that no other test shows by itself: shown through the battle, with the numbers of the rules list."""

from fractions import Fraction
from typing import Any

import pytest

from tests.driving import refusal
from tests.games.w40k10.battle.kit import Probe, barred, drive, mission, put, state_of
from tests.games.w40k10.battle.shots import (
    MARINES,
    MATR,
    X,
    Y,
    fire,
    fortress,
    losses,
    numbers,
    questions,
    rolls,
    shooting,
    squad,
    stand,
)
from warbench.battle.requests import Procedure
from warbench.games.w40k10.battle import moving
from warbench.games.w40k10.battle.casualties import destroy
from warbench.games.w40k10.battle.events import Ends, Marked, apply
from warbench.games.w40k10.battle.moves import HOLD
from warbench.games.w40k10.battle.passengers import disembark
from warbench.games.w40k10.battle.reserves import may_arrive
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.shooting import eligible_to_shoot
from warbench.games.w40k10.battle.state import Options, State
from warbench.table.lattice import INCH, Place
from warbench.table.terrain import container, rectangle, wood

F = Fraction
KIN = "Hearthkyn Warriors"
BOLTER = "Autoch-pattern bolter"
CANNON = "HYLas rotary cannon"
RIFLE = "Bolt sniper rifle"
FLAMER = "Heavy flamer"


def saves(said: str, model: str) -> str:
    """What a log line says of the saving throw of a kind of model."""
    return said.partition(f"Saving throw of {model} ")[2].partition(";")[0]


def in_wood(ours: UnitSpec | str, theirs: UnitSpec | str, **more: Any) -> State:
    """A1 before B1, which stands in a wood 10 inches away."""
    state = shooting([ours], [theirs], **more)
    stand(state, "B1", 10, 3)
    first = state.units["B1"].models[0].place
    assert first is not None
    trees = wood("wood", rectangle(first.x - 400, Y - 800, first.x + 2000, Y + 800))
    state.field = type(state.field)(state.field.size, (trees,))
    return state


# --- Deadly Demise, Pan spectral scanner, Disembark ---


@pytest.mark.rule("W-149")
def test_deadly_demise_costs_a_unit_in_range_seven_twelfths_of_a_wound() -> None:
    mean = F(0)
    for trigger in range(1, 7):
        for wounds in range(1, 7) if trigger == 6 else [0]:
            state = shooting([fortress()], [squad(10)])
            stand(state, "B1", 3, 10)
            faces = [trigger, wounds] if wounds else [trigger]
            drive(state, destroy(state, "A1.1", by="B1"), (), faces)
            lost = 20 - sum(model.wounds for model in state.units["B1"].models)
            mean += F(1, 6) * (F(1, 6) if wounds else 1) * lost
    assert mean == F(7, 12)


@pytest.mark.rule("W-165")
def test_the_scanner_serves_its_bearer_and_nobody_who_got_out() -> None:
    state = in_wood(fortress(), squad())
    assert saves(numbers(fire(state, {MATR: "B1"}, face=1), MATR), "Intercessor").startswith("4+ (Save 3+, -1 AP)")
    state = in_wood(KIN, squad())
    state.units["A1"].got_out_of = "A9"
    said = numbers(fire(state, {BOLTER: "B1"}, face=1), BOLTER)
    # Save 3+ in cover: no help against AP 0, but the cover is there, and nothing takes it away.
    assert "Ignores Cover" not in said
    plasma = UnitSpec(datasheet=KIN, items=(_theyn(), *[_warrior()] * 8, _warrior("EtaCarn plasma beamer")))
    state = in_wood(plasma, squad())
    state.units["A1"].got_out_of = "A9"
    said = numbers(fire(state, {"EtaCarn plasma beamer": "B1"}, face=1), "EtaCarn plasma beamer")
    assert "+1 Benefit of Cover" in saves(said, "Intercessor")


def _theyn() -> dict[str, int]:
    return {"Autoch-pattern bolt pistol": 1, "Autoch-pattern bolter": 1, "close combat weapon": 1, "weavefield crest": 1}


def _warrior(gun: str = "Autoch-pattern bolter") -> dict[str, int]:
    return {"Autoch-pattern bolt pistol": 1, gun: 1, "close combat weapon": 1}


def cannon() -> UnitSpec:
    """Hearthkyn Warriors with a Heavy weapon of Ballistic Skill 5+."""
    return UnitSpec(datasheet=KIN, items=(_theyn(), *[_warrior()] * 8, _warrior(CANNON)))


@pytest.mark.rule("X-51")
def test_who_got_out_and_did_not_move_has_no_bonus_for_heavy() -> None:
    state = state_of([fortress(), cannon()], [squad()])
    put(state, "A1", [Place(X, Y)])
    put(state, "B1", [Place(X + 400 * index, Y + 20 * INCH) for index in range(5)])
    state.units["A2"].where, state.units["A2"].inside = "inside", "A1"
    drive(state, disembark(state, state.units["A2"]), [lambda ask: ask.options[0].key])
    # It may not Remain Stationary; it makes a Normal move and stays where it is.
    drive(state, moving.next_step(state), ["A2", "normal", HOLD])
    state.core.phase = "shooting"
    said = numbers(fire(state, {CANNON: "B1"}, face=1, unit="A2"), CANNON)
    assert "Hit roll 5+ (BS 5+, critical on an unmodified 6)" in said
    apply(state, Ends(moment="turn"))
    apply(state, Ends(moment="phase"))
    state.units["A2"].moved = "stationary"
    assert "Hit roll 4+ (BS 5+, +1 Heavy" in numbers(fire(state, {CANNON: "B1"}, face=1, unit="A2"), CANNON)


# --- first round ---


@pytest.mark.rule("W-376")
@pytest.mark.parametrize(("allowed", "code"), [(True, None), (False, "too-early")])
def test_a_mission_may_bar_deep_strike_in_the_first_round(allowed: bool, code: str | None) -> None:
    spec = UnitSpec(datasheet="Terminator Squad", reserve="deep strike")
    options = Options(first_round_reserves=allowed)
    state = state_of(["Intercessor Squad"], [spec], factions=("Space Marines", "Space Marines"), options=options)
    put(state, "A1", [Place(X, Y)])
    state.units["B1"].where = "reserve"
    state.core.round, state.core.sides[1].cp = 1, 1
    told = may_arrive(state, state.units["B1"])
    assert (told.code if told else None) == code
    # Rapid Ingress in the opponent's turn goes by the same.
    found = barred(state, "rapid-ingress:B1", "movement phase ends", 1)
    assert (found[0] if found else None) == code


# --- engaged vehicles, cover, Stealth, Torrent, Precision ---


@pytest.mark.rule("C14")
def test_an_engaged_vehicle_shoots_at_minus_one_and_is_shot_at() -> None:
    state = shooting([fortress()], [squad(), squad()])
    stand(state, "B1", 1, 1)
    stand(state, "B2", 12, 1, y=1500)
    assert eligible_to_shoot(state, state.units["A1"]) is None
    # BS 4+: 5+ at the unit that engages it and at any other.
    for target in ("B1", "B2"):
        assert "Hit roll 5+ (BS 4+, -1 Big Guns Never Tire" in numbers(fire(state, {MATR: target}, face=1), MATR)
    free = shooting([fortress(), KIN], ["Gladiator Lancer", squad()])
    stand(free, "B1", 10)
    assert "Hit roll 4+" in numbers(fire(free, {MATR: "B1"}, face=1), MATR)
    put(free, "A2", [Place(X + 900 + 10 * INCH + 500, Y + 500 + 140 + INCH)])
    assert "Hit roll 5+ (BS 4+, -1 Big Guns Never Tire" in numbers(fire(free, {MATR: "B1"}, face=1), MATR)


@pytest.mark.rule("C13")
@pytest.mark.parametrize("moved", ["advance", "fall back", "normal", "stationary"])
def test_who_may_shoot_after_which_move(moved: str) -> None:
    state = shooting([fortress()])
    stand(state, "B1", 10, 1)
    state.units["A1"].moved = moved
    told = eligible_to_shoot(state, state.units["A1"])
    assert (told is None) is (moved in {"normal", "stationary"})


@pytest.mark.rule("C13", "C14")
def test_infantry_engaged_or_a_target_engaged_with_friends_is_out_of_the_question() -> None:
    state = shooting([KIN, KIN], [squad(), squad()])
    stand(state, "B1", 8, 1)
    asked = questions(state)
    assert refusal(asked[""], "B1") is None
    there = state.units["B1"].models[0].place
    assert there is not None
    put(state, "A2", [Place(there.x, there.y + 140 + 160 + INCH)])
    assert eligible_to_shoot(state, state.units["A1"]) is not None  # nobody else is there to be shot at
    stand(state, "B2", 8, 1, y=-1500)
    told = refusal(questions(state)[BOLTER], "B1")
    assert told is not None
    assert told.rule == "C13"


@pytest.mark.rule("C21")
def test_cover_helps_a_save_of_3_only_against_penetration() -> None:
    # Save 4+ against AP 0: 3/6 becomes 4/6. Save 3+ against AP 0: 4/6 with or without. Save 3+ against AP -1: 3/6 becomes 4/6.
    rifle = {"Bolt rifle": "B1"}
    for target, model, gun, ours, expected in (
        ("Scout Squad", "Scout", {BOLTER: "B1"}, KIN, "3+ (Save 4+, +1 Benefit of Cover)"),
        ("Intercessor Squad", "Intercessor", {BOLTER: "B1"}, KIN, "3+ (Save 3+)"),
        ("Intercessor Squad", "Intercessor", rifle, "Intercessor Squad", "3+ (Save 3+, +1 Benefit of Cover, -1 AP)"),
    ):
        covered = in_wood(ours, target)
        weapon = next(iter(gun))
        said = numbers(fire(covered, gun, face=1), weapon)
        assert saves(said, model).startswith(expected), said
    bare = shooting(["Intercessor Squad"], [squad()])
    stand(bare, "B1", 10, 3)
    assert saves(numbers(fire(bare, rifle, face=1), "Bolt rifle"), "Intercessor").startswith("4+ (Save 3+, -1 AP)")


@pytest.mark.rule("C22")
def test_stealth_of_the_whole_unit_costs_the_shooter_one() -> None:
    state = shooting([fortress()], ["Eliminator Squad"])
    stand(state, "B1", 10, 3)
    assert "Hit roll 5+ (BS 4+, -1 Stealth" in numbers(fire(state, {MATR: "B1"}, face=1), MATR)


@pytest.mark.rule("C22")
def test_torrent_hits_without_a_roll_and_never_critically() -> None:
    state = shooting(["Redemptor Dreadnought"], [KIN], factions=MARINES)
    stand(state, "B1", 8, 3)
    # D6 attacks: 4; four rolls to wound follow at once.
    done = fire(state, {FLAMER: "B1"}, [4, 1, 1, 1, 1])
    assert rolls(done, "hit") == []
    assert [len(faces) for faces in rolls(done, "wound")] == [4]


def snipers(**more: Any) -> State:
    """Eliminators before Hearthkyn Warriors whom a Kâhl leads."""
    state = shooting(["Eliminator Squad"], [UnitSpec(datasheet=KIN, leader="Kâhl")], factions=MARINES, **more)
    stand(state, "B1", 10, 11)
    return state


@pytest.mark.rule("C22")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_precision_puts_a_shot_on_a_visible_character(answer: str) -> None:
    state = snipers()
    leader = state.units["B1"].models[-1].id
    assert "character" in state.kind(leader).keywords
    # One of three rifles hits and wounds, the save fails.
    done = fire(state, {RIFLE: "B1"}, [6, 1, 1, 6, 1], answers=[answer])
    assert done.about("precision").player == 0
    ((model, source),) = losses(done)
    assert source == RIFLE
    assert (model == leader) is (answer == "yes")


@pytest.mark.rule("C22")
def test_precision_is_not_asked_without_a_character_in_sight_or_soldiers_around_him() -> None:
    plain = shooting(["Eliminator Squad"], [KIN], factions=MARINES)
    stand(plain, "B1", 10, 3)
    assert all(ask.about != "precision" for ask in fire(plain, {RIFLE: "B1"}, face=1).asked)
    alone = snipers()
    del alone.units["B1"].models[:-1]
    assert all(ask.about != "precision" for ask in fire(alone, {RIFLE: "B1"}, face=1).asked)
    block = container("block", rectangle(X + 6 * INCH, Y + 4 * INCH, X + 8 * INCH, Y + 20 * INCH), 5 * INCH)
    for asked in (True, False):
        state = snipers(on=mission(pieces=(block,)))
        if not asked:
            state.units["B1"].models[-1].place = Place(X + 9 * INCH, Y + 9 * INCH)
        done = fire(state, {RIFLE: "B1"}, face=1, answers=["no"] if asked else [])
        assert any(ask.about == "precision" for ask in done.asked) is asked


# --- token count ---


@pytest.mark.rule("A10")
def test_a_token_that_comes_meanwhile_counts_from_the_next_attacks_on() -> None:
    state = shooting([fortress(), fortress()], [squad(10)])
    stand(state, "B1", 10, 10)
    put(state, "A2", [Place(X, Y + 3000)])

    def marks(_state: State, _about: object) -> Procedure[None]:
        yield Marked(unit="B1", mark="tokens", value=1)

    # The token comes with the first dice: the numbers of these attacks were settled when they began.
    token = Probe("dice rolled", marks)
    done = fire(state, {MATR: "B1"}, [3, 3, 3, 3, 3, 3], reactions=[token], answers=["probe:use"])
    assert state.units["B1"].tokens == 1
    assert "Hit roll 4+" in numbers(done, MATR)
    assert not losses(done)  # six threes miss at 4+
    again = fire(state, {MATR: "B1"}, [3, 3, 3, 3, 3, 3, *[1] * 6], unit="A2")
    assert "Hit roll 3+" in numbers(again, MATR)
    assert [len(faces) for faces in rolls(again, "wound")] == [6]

"""Choosing targets: who may shoot, with what, at whom, and how the fire is split."""

import pytest

from tests.driving import refusal
from tests.games.w40k10.battle.kit import Probe, drive, put
from tests.games.w40k10.battle.shots import (
    CYCLIC,
    ION,
    MARINES,
    MATR,
    WARHEAD,
    X,
    Y,
    answered,
    fire,
    fortress,
    keys,
    losses,
    numbers,
    questions,
    rolls,
    shooting,
    squad,
    stand,
    walled,
)
from warbench.battle.requests import Refusal
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle import roster
from warbench.games.w40k10.battle.casualties import destroy
from warbench.games.w40k10.battle.events import Said
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.shooting import can_shoot_at, eligible_to_shoot, next_step, shoot
from warbench.games.w40k10.battle.state import Options, State
from warbench.table.lattice import INCH, Place

LAUNCHER = "Castellan launcher"
PLASMA = "Plasma incinerator"


def why(state: State, weapon: str, target: str) -> Refusal:
    """Why a weapon of A1 may not be shot at a unit."""
    told = refusal(questions(state)[weapon], target)
    assert told is not None
    return told


# --- range and profiles ---


@pytest.mark.rule("W-057")
def test_a_weapon_reaches_its_range_and_no_further() -> None:
    state = shooting([fortress(sponson=ION)], [squad(), squad()])
    stand(state, "B1", 18)
    stand(state, "B2", 18.1, y=2000)
    assert keys(questions(state)[ION]) == ["B1", "none"]
    told = why(state, ION, "B2")
    assert (told.code, told.rule) == ("out-of-range", "W-057")


@pytest.mark.rule("W-058")
def test_a_profile_is_chosen_with_the_target_and_holds_for_the_activation() -> None:
    state = shooting(["Hellblaster Squad"], ["Hearthkyn Warriors"] * 2, factions=MARINES)
    stand(state, "B1", 10)
    stand(state, "B2", 10, y=3000)
    # One answer names profile and unit together: no second profile, and no later change, can be said.
    assert keys(questions(state)[PLASMA]) == ["B1", "B1/2", "B2", "B2/2", "none"]
    assert why(state, PLASMA, "B1/3").rule == "W-058"
    assert f"{PLASMA} – supercharge" in fire(state, {PLASMA: "B1/2"}, face=2).all(Said)[0].text  # noqa: RUF001 -- the dash of names


def test_everything_may_be_shot_in_the_second_profiles() -> None:
    state = shooting(["Hellblaster Squad"], ["Hearthkyn Warriors"], factions=MARINES)
    stand(state, "B1", 10)
    assert keys(questions(state)[""]) == ["B1", "B1/2", "split", "none"]
    assert rolls(fire(state, "B1/2", face=2), "hazardous") == [(2,) * 5]


def test_half_range_is_measured_for_each_bearer() -> None:
    state = shooting(["Terminator Squad"], ["Hearthkyn Warriors"], factions=MARINES)
    stand(state, "B1", 12, 1)
    put(state, "A1", [Place(X, Y), Place(X - 26, Y)])
    said = [said.text for said in fire(state, {"Storm bolter": "B1"}, face=1).all(Said)]
    assert ["Rapid Fire 2" in text for text in said] == [True, False]


# --- engaged units ---


@pytest.mark.rule("W-064", "X-33")
def test_blast_is_barred_from_whoever_is_engaged_with_friends() -> None:
    state = shooting([fortress(), "Hearthkyn Warriors"])
    stand(state, "B1", 10, 1)
    assert keys(questions(state)[CYCLIC]) == ["B1", "none"]
    put(state, "A2", [Place(X + 900 + 10 * INCH + 160, Y + 140 + 160 + INCH)])
    told = refusal(questions(state)[""], "B1")  # for its first weapon, the cyclic ion cannon
    assert told is not None
    assert told.rule == "W-064"


@pytest.mark.rule("W-065", "X-33")
def test_blast_is_barred_at_ones_own_opponent_too() -> None:
    state = shooting([fortress()])
    stand(state, "B1", 1, 1)
    asked = questions(state)
    assert CYCLIC not in asked
    assert keys(asked[MATR]) == ["B1", "none"]
    assert "Big Guns Never Tire" in numbers(fire(state, {MATR: "B1"}, face=1), MATR)


@pytest.mark.rule("W-064")
def test_a_blast_weapon_is_refused_by_the_blast_rule_at_an_engaged_vehicle() -> None:
    state = shooting([fortress(), "Hearthkyn Warriors"], ["Gladiator Lancer"])
    stand(state, "B1", 10)
    put(state, "A2", [Place(X + 900 + 10 * INCH + 500, Y + 500 + 140 + INCH)])
    asked = questions(state)
    assert CYCLIC not in asked
    assert keys(asked[MATR]) == ["B1", "none"]
    assert "Big Guns Never Tire" in numbers(fire(state, {MATR: "B1"}, face=1), MATR)


@pytest.mark.rule("C13")
def test_engaged_infantry_shoots_pistols_at_whom_it_is_engaged_with() -> None:
    state = shooting([squad()], ["Hearthkyn Warriors"] * 2, factions=MARINES)
    stand(state, "B1", 0.5, 1)
    stand(state, "B2", 4, 1, y=1500)
    asked = questions(state)
    assert keys(asked[""]) == ["B1", "split", "none"]
    assert keys(asked["Bolt pistol"]) == ["B1", "none"]
    assert why(state, "Bolt pistol", "B2").code == "not-engaged-with"


def test_pistols_or_other_guns_not_both() -> None:
    state = shooting([squad()], ["Hearthkyn Warriors"], factions=MARINES)
    stand(state, "B1", 8, 1)
    shot = [said.text.partition(" at ")[0] for said in fire(state, "B1", face=1).all(Said)]
    assert shot == ["5 x Bolt rifle"]
    asked = questions(state)
    assert set(asked) == {"", "Bolt pistol", "Bolt rifle"}
    shot = [said.text.partition(" at ")[0] for said in fire(state, {"Bolt pistol": "B1", "Bolt rifle": "B1"}, face=1).all(Said)]
    assert shot == ["5 x Bolt pistol"]


# --- what the unit did this turn ---


@pytest.mark.rule("W-310", "C13")
def test_who_advanced_does_not_shoot_this_turn() -> None:
    state = shooting([fortress()])
    stand(state, "B1", 10)
    unit = state.units["A1"]
    unit.moved = "advance"
    told = eligible_to_shoot(state, unit)
    assert told is not None
    assert told.rule == "W-310"
    unit.moved = ""
    assert eligible_to_shoot(state, unit) is None


def test_who_advanced_shoots_assault_weapons() -> None:
    state = shooting(["Hellblaster Squad"], ["Hearthkyn Warriors"], factions=MARINES)
    stand(state, "B1", 10)
    state.units["A1"].moved = "advance"
    assert set(questions(state)) == {"", PLASMA}


@pytest.mark.rule("W-314", "W-276", "C13")
def test_who_fell_back_does_not_shoot_unless_its_hands_are_free() -> None:
    state = shooting([fortress()])
    stand(state, "B1", 10)
    unit = state.units["A1"]
    unit.moved = "fall back"
    told = eligible_to_shoot(state, unit)
    assert told is not None
    assert told.rule == "W-314"
    unit.free_hands = True
    assert eligible_to_shoot(state, unit) is None


# --- Indirect Fire ---


@pytest.mark.rule("W-071", "W-339")
def test_only_indirect_fire_reaches_whom_nobody_sees() -> None:
    state = walled([fortress(scan=WARHEAD)])
    stand(state, "B1", 12, 3)
    asked = questions(state)
    assert set(asked) == {"", WARHEAD}
    assert keys(asked[WARHEAD]) == ["B1", "none"]
    state = walled([fortress()])
    stand(state, "B1", 12, 3)
    told = can_shoot_at(state, state.units["A1"], state.units["B1"])
    assert told is not None
    assert told.rule == "W-339"


@pytest.mark.rule("W-072")
def test_indirect_fire_destroys_models_that_nobody_saw() -> None:
    state = walled([fortress(scan=WARHEAD)])
    stand(state, "B1", 12, 3)
    # 1+3 attacks: four hits, four wounds, three failed saves.
    fire(state, {WARHEAD: "B1"}, [1, 6, 6, 6, 6, 6, 6, 6, 6, 1, 1, 1])
    assert state.units["B1"].where == "gone"


@pytest.mark.rule("W-073", "W-075")
def test_whom_nobody_sees_is_harder_to_hit_and_covered() -> None:
    state = walled([fortress(scan=WARHEAD)])
    stand(state, "B1", 12, 3)
    said = numbers(fire(state, {WARHEAD: "B1"}, [1, 4, 3, 2, 1]), WARHEAD)
    assert "Hit roll 5+" in said
    assert "Benefit of Cover" in said


@pytest.mark.rule("W-074")
def test_an_unmodified_3_misses_whom_nobody_sees() -> None:
    state = walled([fortress(scan=WARHEAD)])
    stand(state, "B1", 12, 3)
    state.units["B1"].tokens = 1
    # BS 4+, +1 for the token, -1 unseen: a 3 would not do anyway; a 4 does.
    done = fire(state, {WARHEAD: "B1"}, [1, 3, 3, 3, 4, 1])
    assert len(rolls(done, "wound")[0]) == 1


@pytest.mark.rule("W-076")
def test_what_was_seen_at_selection_counts() -> None:
    state = shooting([fortress(scan=WARHEAD), fortress()])
    stand(state, "B1", 20, 1)
    put(state, "A2", [Place(X + 900 + 10 * INCH, Y, 0, 90)])
    # What hides the squad is destroyed as soon as it was picked as the target.
    gone = Probe("targets selected", lambda state, _about: destroy(state, "A2.1", quiet=True))
    done = fire(state, {WARHEAD: "B1"}, face=1, reactions=[gone], answers=["probe:use"])
    assert state.units["A2"].where == "gone"
    assert "Hit roll 5+" in numbers(done, WARHEAD)
    state.units["A1"].spent = []
    assert "Hit roll 4+" in numbers(fire(state, {WARHEAD: "B1"}, face=1), WARHEAD)


@pytest.mark.rule("W-077", "X-37")
def test_one_visible_model_takes_the_penalties_away() -> None:
    state = walled([fortress(scan=WARHEAD)])
    stand(state, "B1", 12, 5)
    state.units["B1"].models[-1].place = Place(X + 4 * INCH, Y + 12 * INCH)
    said = numbers(fire(state, {WARHEAD: "B1"}, [1, 3, 3, 3, 3, 3]), WARHEAD)
    assert "Hit roll 4+" in said


@pytest.mark.rule("W-078", "X-37", "A5")
def test_indirect_penalties_ask_for_the_unit_not_for_the_model() -> None:
    state = walled(["Desolation Squad"], ["Hearthkyn Warriors"], factions=MARINES)
    stand(state, "B1", 14, 3)
    put(state, "A1", [Place(X, Y), Place(X + 20 * INCH, Y + 2000)])
    said = numbers(fire(state, {LAUNCHER: "B1"}, face=2), LAUNCHER)
    assert said.startswith(f"2 x {LAUNCHER}")
    assert "Hit roll 3+" in said


@pytest.mark.rule("A5")
def test_indirect_penalties_are_each_models_own_when_the_ruling_says_so() -> None:
    options = Options(rulings={"indirect-sight": "model"})
    state = walled(["Desolation Squad"], ["Hearthkyn Warriors"], factions=MARINES, options=options)
    stand(state, "B1", 14, 3)
    put(state, "A1", [Place(X, Y), Place(X + 20 * INCH, Y + 2000)])
    done = fire(state, {LAUNCHER: "B1"}, face=2)
    assert ["Hit roll 4+" in said.text for said in done.all(Said)] == [True, False]


@pytest.mark.rule("W-079")
def test_torrent_weapons_do_not_fire_indirectly(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (library._FOLDER / "datasheets" / "desolation-squad.toml").read_text()
    old = 'abilities = ["blast", "indirect fire"]\ncharacteristics = { attacks = "D3", skill = 3,'
    both = text.replace(old, 'abilities = ["indirect fire", "torrent"]\ncharacteristics = { attacks = "D3",')
    sheet = library.read(both, "desolation-squad.toml")
    monkeypatch.setattr(library, "datasheet", lambda name, real=library.datasheet: sheet if "Deso" in name else real(name))
    monkeypatch.setattr(roster, "_known", roster._known.__wrapped__)  # neither from the cache nor into it
    state = walled(["Desolation Squad"], ["Hearthkyn Warriors", "Hearthkyn Warriors"], factions=MARINES)
    stand(state, "B1", 14, 3)
    stand(state, "B2", 2, 3)
    assert keys(questions(state)[LAUNCHER]) == ["B2", "none"]
    assert why(state, LAUNCHER, "B1").rule == "W-079"


# --- Lone Operative ---


def test_a_lone_operative_is_targeted_from_within_12_inches(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (library._FOLDER / "datasheets" / "captain.toml").read_text() + '\n[[abilities]]\nuse = "lone-operative"\n'
    sheet = library.read(text, "captain.toml")
    real = library.datasheet
    monkeypatch.setattr(library, "datasheet", lambda name: sheet if name == "Captain" else real(name))
    monkeypatch.setattr(roster, "_known", roster._known.__wrapped__)  # neither from the cache nor into it
    state = shooting([fortress()], ["Captain", "Captain", UnitSpec(datasheet="Intercessor Squad", leader="Captain")])
    stand(state, "B1", 12)
    stand(state, "B2", 12.1, y=2000)
    stand(state, "B3", 12.1, y=-2000)
    assert keys(questions(state)[MATR]) == ["B1", "B3", "none"]
    assert why(state, MATR, "B2").code == "lone-operative"
    # The soldiers are dead: the Captain alone is a Lone Operative again.
    state.units["B3"].models = state.units["B3"].models[-1:]
    assert keys(questions(state)[MATR]) == ["B1", "none"]


# --- One Shot ---


@pytest.mark.rule("W-080", "W-081", "W-083")
def test_a_one_shot_weapon_is_spent_by_its_bearer_hit_or_miss() -> None:
    state = shooting([fortress(scan=WARHEAD), fortress(scan=WARHEAD)])
    put(state, "A2", [Place(X, Y + 2000)])
    stand(state, "B1", 12)
    assert not losses(fire(state, {WARHEAD: "B1"}, face=1))
    state.core.round = 3
    assert WARHEAD not in questions(state)
    assert WARHEAD in questions(state, "A2")


# --- the phase ---


def test_the_phase_goes_from_unit_to_unit_and_ends() -> None:
    state = shooting([fortress(), fortress(), fortress()])
    put(state, "A2", [Place(X, Y + 2000)])
    stand(state, "B1", 20)
    done = drive(state, next_step(state), ["A1", "none"])
    told = refusal(done.about("unit"), "A3")
    assert told is not None
    assert told.code == "not-on-table"
    assert state.units["A1"].shot
    done = drive(state, next_step(state), ["A2", "none"])
    told = refusal(done.about("unit"), "A1")
    assert told is not None
    assert told.code == "has-shot"
    drive(state, next_step(state))
    assert state.core.phase == "charge"
    assert not state.units["A1"].shot


def test_who_has_nothing_to_shoot_at_is_not_offered() -> None:
    state = shooting([fortress(), fortress()])
    put(state, "A2", [Place(X - 2000, Y + 25 * INCH)])
    stand(state, "B1", 30, 1)
    done = drive(state, next_step(state), ["finish"])
    assert keys(done.about("unit")) == ["A1", "finish"]
    told = refusal(done.about("unit"), "A2")
    assert told is not None
    assert told.code == "no-target"


# --- models by name ---


def ten_rifles() -> State:
    """Ten Intercessors 8 inches from two units of Hearthkyn Warriors."""
    state = shooting([squad(10)], ["Hearthkyn Warriors"] * 2, factions=MARINES)
    put(state, "A1", [Place(X, Y + 340 * index) for index in range(10)])
    stand(state, "B1", 8, 5)
    stand(state, "B2", 8, 5, y=2000)
    return state


def aimed(state: State, *answers: str, unit: str = "A1") -> list[str]:
    """What a unit shoots at what, as the log says it, for answers to the questions about targets."""
    done = drive(state, answered(shoot(state, state.units[unit]), lambda _ask: None, 2), answers)
    return [said.text.partition(":")[0] for said in done.all(Said)]


@pytest.mark.rule("C13")
def test_models_with_the_same_gun_shoot_at_different_units() -> None:
    shots = aimed(ten_rifles(), "split", "none", "A1.2=B1;A1.3=B2;A1.4=B2")
    assert shots == ["1 x Bolt rifle at B1", "2 x Bolt rifle at B2"]
    # The first question takes it too: then each model shoots all that it may, its rifle and not its pistol.
    assert aimed(ten_rifles(), "A1.2=B1;A1.3=B2") == ["1 x Bolt rifle at B1", "1 x Bolt rifle at B2"]


@pytest.mark.rule("W-058")
def test_each_model_names_its_own_profile() -> None:
    state = shooting(["Hellblaster Squad"], ["Hearthkyn Warriors"] * 2, factions=MARINES)
    stand(state, "B1", 10)
    stand(state, "B2", 10, y=3000)
    shots = aimed(state, "split", "none", "A1.1=B1;A1.2=B1/2;A1.3=B2/2")
    assert [shot.replace("\N{EN DASH}", "-") for shot in shots] == [
        f"1 x {PLASMA} - standard at B1",
        f"1 x {PLASMA} - supercharge at B1",
        f"1 x {PLASMA} - supercharge at B2",
    ]


def test_two_guns_alike_of_one_model_shoot_at_two_units() -> None:
    state = shooting([fortress(sponson=ION)], [squad(), squad()])
    stand(state, "B1", 10)
    stand(state, "B2", 10, y=2000)
    assert aimed(state, "split", "none", "none", "A1.1=B1*1,B2*1") == [f"1 x {ION} at B1", f"1 x {ION} at B2"]
    assert aimed(state, "split", "none", "none", "B2") == [f"2 x {ION} at B2"]


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("A1.1=B1*2,B2*1", "too-many"),
        ("A1.1=B1,B2", "bad-share"),
        ("A1.1=B1*0", "bad-share"),
        ("A1.1=B1*1,B1*1", "bad-share"),
        ("A1.1=B1;A1.1=B2", "named-twice"),
        ("A1.1=B1;A1.2", "no-such-target"),
        ("A1.2=B1", "no-such-model"),
        ("A1.1=B9", "no-such-target"),
        ("A1.1=none", "no-such-target"),
        ("A1.1=B3", "out-of-range"),
    ],
)
def test_models_are_not_named_wrongly(answer: str, code: str) -> None:
    state = shooting([fortress(sponson=ION)], [squad(), squad(), squad()])
    stand(state, "B1", 10)
    stand(state, "B2", 10, y=2000)
    stand(state, "B3", 19, y=-2000)
    told = refusal(questions(state)[ION], answer)
    assert told is not None
    assert told.code == code


def test_some_weapons_of_a_model_with_several_are_named_weapon_by_weapon() -> None:
    state = shooting([fortress()], [squad(), squad()])
    stand(state, "B1", 10)
    stand(state, "B2", 10, y=2000)
    told = refusal(questions(state)[""], "A1.1=B1*1,B2*1")
    assert told is not None
    assert told.code == "several-weapons"

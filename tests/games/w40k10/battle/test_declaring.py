"""Choosing targets: who may shoot, with what, at whom, and how the fire is split."""

from typing import Any

import pytest

from tests.games.w40k10.battle.kit import drive, put, refusal
from tests.games.w40k10.battle.shots import HLF, X, Y, choosing, fire, fortress, numbers, shooting, squads, stand
from warbench.battle.requests import Ask
from warbench.games.w40k10.battle.events import Marked
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.shooting import eligible_to_shoot, next_step, shoot
from warbench.games.w40k10.battle.state import Options, State
from warbench.games.w40k10.library import read
from warbench.table.lattice import INCH, Place
from warbench.table.terrain import container, rectangle

ION = "Twin ion beamer"
CYCLIC = "Cyclic ion cannon"
MATR = "MATR autocannon"
WARHEAD = "Hekaton warhead"


def questions(state: State, unit: str = "A1", first: str = "split", **more: Any) -> dict[str, Ask]:
    """The questions that a unit is asked when it shoots, by weapon; it answers ``first``, then holds each weapon back."""
    asked: dict[str, Ask] = {}

    def choose(ask: Ask) -> str | None:
        asked["" if ask.about == "target" else ask.text.partition(": ")[2].partition(" at which")[0]] = ask
        return first if ask.about == "target" else "none"

    drive(state, choosing(shoot(state, state.units[unit], **more), choose))
    return asked


def keys(ask: Ask) -> list[str]:
    return [option.key for option in ask.options]


@pytest.mark.rule("W-057")
def test_a_weapon_reaches_its_range_and_no_further() -> None:
    state = shooting([fortress(sponson="twin ion beamer")], squads(5, 5))
    stand(state, "B1", 18)
    stand(state, "B2", 18.1, y=2000)
    ask = questions(state)[ION]
    assert keys(ask) == ["B1", "none"]
    told = refusal(ask, "B2")
    assert told is not None
    assert (told.code, told.rule) == ("out-of-range", "W-057")


@pytest.mark.rule("W-058")
def test_a_profile_is_chosen_with_the_target_for_all_of_the_weapon() -> None:
    state = shooting(squads(5), ["Hekaton Land Fortress"])
    state = shooting(["Hellblaster Squad"], squads(5, 5), factions=("Space Marines", "Space Marines"))
    stand(state, "B1", 10)
    stand(state, "B2", 10, y=3000)
    asked = questions(state)
    # One answer names a profile and a unit: two profiles in one activation cannot be said.
    assert keys(asked["Plasma incinerator"]) == ["B1", "B1/2", "B2", "B2/2", "none"]
    told = refusal(asked["Plasma incinerator"], "B1/3")
    assert told is not None
    assert told.rule == "W-058"


@pytest.mark.rule("W-064", "W-065", "X-33")
def test_blast_is_barred_from_whoever_is_engaged_with_friends() -> None:
    state = shooting([fortress(), "Hearthkyn Warriors"], squads(5))
    stand(state, "B1", 10)
    assert keys(questions(state)[CYCLIC]) == ["B1", "none"]
    target = state.units["B1"].models[0].place
    assert target is not None
    put(state, "A2", [Place(target.x, target.y + 140 + 160 + INCH)])
    told = refusal(questions(state)[""], "B1")
    assert told is not None
    assert told.rule == "W-064"
    # The MATR autocannon is refused too, but by the core rule for engaged targets.
    put(state, "A2", [Place(target.x, target.y + 3000)])
    put(state, "A1", [Place(target.x - 160 - 900 - INCH, target.y)])
    asked = questions(state)
    assert CYCLIC not in asked
    assert keys(asked[MATR]) == ["B1", "none"]
    told = refusal(asked[""], "B1")
    assert told is None
    assert "Big Guns Never Tire" in numbers(fire(state, {MATR: "B1"}, [1] * 6), MATR)


def unseen(state: State) -> State:
    """A wall of containers between the shooter and B1."""
    return state


def behind(ours: list[UnitSpec | str], theirs: list[UnitSpec]) -> State:
    """Shooters at X, Y, and a container 10" long and 5" high before them, 6" away."""
    block = container("block", rectangle(X + 6 * INCH, Y - 10 * INCH, X + 8 * INCH, Y + 10 * INCH), 5 * INCH)
    from tests.games.w40k10.battle.kit import mission

    return shooting(ours, theirs, on=mission(pieces=(block,)))


@pytest.mark.rule("W-071", "W-339")
def test_only_indirect_fire_reaches_whom_nobody_sees() -> None:
    state = behind([fortress(scan="Hekaton warhead")], squads(5))
    stand(state, "B1", 12, 3)
    asked = questions(state)
    assert keys(asked[WARHEAD]) == ["B1", "none"]
    assert set(asked) == {"", WARHEAD}
    state.units["A1"].spent = [f"{state.units['A1'].models[0].id}:{WARHEAD}"]
    told = eligible_to_shoot(state, state.units["A1"])
    assert told is not None
    assert told.code == "no-target"


@pytest.mark.rule("W-072")
def test_indirect_fire_destroys_models_that_nobody_saw() -> None:
    state = behind([fortress(scan="Hekaton warhead")], squads(5))
    stand(state, "B1", 12, 3)
    # Attacks 3+1 hits on 5s and 6s, wounds on 3+; saves of 4+2-1 fail on 1; three of four wounds suffice.
    fire(state, {WARHEAD: "B1"}, [1, 6, 6, 6, 6, 6, 6, 6, 6, 1, 1, 1])
    assert state.units["B1"].where == "gone"


@pytest.mark.rule("W-073", "W-074", "W-075")
def test_what_nobody_sees_is_harder_to_hit_and_covered() -> None:
    state = behind([fortress(scan="Hekaton warhead")], squads(5))
    stand(state, "B1", 12, 3)
    said = numbers(fire(state, {WARHEAD: "B1"}, [1, 4, 3, 2, 1]), WARHEAD)
    assert "Hit roll 5+" in said
    assert "Benefit of Cover" in said


@pytest.mark.rule("W-077", "X-37")
def test_one_visible_model_takes_the_penalties_away() -> None:
    state = behind([fortress(scan="Hekaton warhead")], squads(5))
    stand(state, "B1", 12, 5)
    state.units["B1"].models[-1].place = Place(X + 4 * INCH, Y + 12 * INCH)
    said = numbers(fire(state, {WARHEAD: "B1"}, [1, 3, 3, 3, 3, 3]), WARHEAD)
    assert "Hit roll 4+" in said


@pytest.mark.rule("W-078")
def test_indirect_penalties_ask_for_the_unit_not_for_the_model() -> None:
    state = behind(["Desolation Squad"], squads(5))
    stand(state, "B1", 14, 3)
    put(state, "A1", [Place(X, Y), Place(X + 20 * INCH, Y + 2000)])
    said = numbers(fire(state, {"Castellan launcher": "B1"}, [2, 2, 1, 1]), "Castellan launcher")
    assert "2 x Castellan launcher" in said
    assert "Hit roll 3+" in said


def test_indirect_penalties_by_model_when_the_ruling_says_so() -> None:
    block = container("block", rectangle(X + 6 * INCH, Y - 10 * INCH, X + 8 * INCH, Y + 10 * INCH), 5 * INCH)
    from tests.games.w40k10.battle.kit import mission

    options = Options(rulings={"indirect-sight": "model"})
    state = shooting(["Desolation Squad"], squads(5), on=mission(pieces=(block,)), options=options)
    stand(state, "B1", 14, 3)
    put(state, "A1", [Place(X, Y), Place(X + 20 * INCH, Y + 2000)])
    done = fire(state, {"Castellan launcher": "B1"}, [2, 2, 1, 1])
    from warbench.games.w40k10.battle.events import Said

    assert ["Hit roll 4+" in said.text for said in done.all(Said)] == [True, False]


@pytest.mark.rule("W-110")
def test_each_weapon_meets_cover_for_itself() -> None:
    state = behind([fortress(scan="Hekaton warhead")], squads(5))
    stand(state, "B1", 4, 2)
    wood = state  # the squad stands in the open: nobody has cover
    done = fire(wood, {MATR: "B1"}, [1] * 6)
    assert "Benefit of Cover" not in numbers(done, MATR)


@pytest.mark.rule("W-310")
def test_who_advanced_shoots_assault_weapons_only() -> None:
    state = shooting([fortress()], squads(5))
    stand(state, "B1", 10)
    state.units["A1"].moved = "advance"
    told = eligible_to_shoot(state, state.units["A1"])
    assert told is not None
    assert told.rule == "W-310"
    state.units["A1"].moved = ""
    assert eligible_to_shoot(state, state.units["A1"]) is None

    state = shooting(["Hellblaster Squad"], squads(5), factions=("Space Marines", "Space Marines"))
    stand(state, "B1", 10)
    state.units["A1"].moved = "advance"
    asked = questions(state)
    assert set(asked) == {"", "Plasma incinerator"}


@pytest.mark.rule("W-314", "W-276")
def test_who_fell_back_does_not_shoot_unless_its_hands_are_free() -> None:
    state = shooting([fortress()], squads(5))
    stand(state, "B1", 10)
    unit = state.units["A1"]
    unit.moved = "fall back"
    told = eligible_to_shoot(state, unit)
    assert told is not None
    assert told.rule == "W-314"
    unit.free_hands = True
    assert eligible_to_shoot(state, unit) is None


def test_engaged_infantry_shoots_pistols_at_whom_it_is_engaged_with() -> None:
    state = shooting(squads(5), squads(5, 5), factions=("Space Marines", "Space Marines"))
    stand(state, "B1", 0.5, 1)
    stand(state, "B2", 4, 1, y=1500)
    asked = questions(state)
    assert set(asked) == {"", "Bolt pistol"}
    assert keys(asked["Bolt pistol"]) == ["B1", "none"]
    told = refusal(asked["Bolt pistol"], "B2")
    assert told is not None
    assert told.code == "not-engaged-with"


def test_pistols_or_other_guns_not_both() -> None:
    state = shooting(squads(5), squads(5), factions=("Space Marines", "Space Marines"))
    stand(state, "B1", 8, 1)
    done = fire(state, "B1", [1] * 20)
    assert [said.text.partition(" at ")[0] for said in done.all(__import__("warbench.games.w40k10.battle.events", fromlist=["Said"]).Said)] == ["5 x Bolt rifle"]


def test_a_lone_operative_is_targeted_from_within_12_inches(monkeypatch: pytest.MonkeyPatch) -> None:
    from warbench.games.w40k10 import library

    text = (library._FOLDER / "datasheets" / "captain.toml").read_text() + '\n[[abilities]]\nuse = "lone-operative"\n'
    sheet = read(text, "captain.toml")
    real = library.datasheet
    monkeypatch.setattr(library, "datasheet", lambda name: sheet if name == "Captain" else real(name))
    leader = UnitSpec(datasheet="Intercessor Squad", leader="Captain")
    state = shooting([fortress()], ["Captain", "Captain", leader])
    stand(state, "B1", 12)
    stand(state, "B2", 12.1, y=2000)
    stand(state, "B3", 12.1, y=-2000)
    ask = questions(state)[MATR]
    assert keys(ask) == ["B1", "B3", "none"]
    told = refusal(ask, "B2")
    assert told is not None
    assert told.code == "lone-operative"
    # Its soldiers are dead: the Captain alone is a Lone Operative again.
    state.units["B3"].models = state.units["B3"].models[-1:]
    assert keys(questions(state)[MATR]) == ["B1", "none"]


def test_half_range_is_measured_for_each_bearer() -> None:
    state = shooting(squads(5), squads(5), factions=("Space Marines", "Space Marines"))
    state.units["A1"].models = state.units["A1"].models[:2]
    stand(state, "B1", 12, 1)
    put(state, "A1", [Place(X, Y), Place(X - 500, Y)])


@pytest.mark.rule("W-080", "W-081", "W-083")
def test_a_one_shot_weapon_is_spent_by_its_bearer_hit_or_miss() -> None:
    state = shooting([fortress(scan="Hekaton warhead"), fortress(scan="Hekaton warhead")], squads(5))
    put(state, "A2", [Place(X, Y + 2000)])
    stand(state, "B1", 12)
    done = fire(state, {WARHEAD: "B1"}, [1, 1, 1, 1, 1, 1])
    assert [event.mark for event in done.all(Marked)] == ["spent"]
    state.core.round = 3
    assert WARHEAD not in questions(state)
    told = refusal(questions(state)[""], "B1")
    assert told is None
    assert WARHEAD in questions(state, "A2")


@pytest.mark.rule("W-082", "X-64")
def test_a_one_shot_weapon_is_spent_out_of_turn_too() -> None:
    state = shooting([fortress(scan="Hekaton warhead")], squads(5))
    stand(state, "B1", 12)
    state.core.turn, state.core.phase = 1, "movement"
    state.units["A1"].moved = ""
    # Everything at B1: warhead (4 attacks), MATR, bolt cannons; all miss.
    fire(state, "B1", [1, *[1] * 5, *[1] * 6, *[1] * 6, *[1] * 6], only="B1", facts={"overwatch": True}) if False else None
    done = drive(state, shoot(state, state.units["A1"], only="B1", facts={"overwatch": True}), [], [1] + [1] * 4 + [1] + [1] * 5 + [1] * 6 + [1] * 6)
    assert state.units["A1"].spent
    state.core.turn, state.core.phase = 0, "shooting"
    assert WARHEAD not in questions(state)
    assert done.value


@pytest.mark.rule("W-362")
def test_overwatch_binds_the_unit_until_the_phase_ends() -> None:
    state = shooting([fortress()], squads(5))
    stand(state, "B1", 20)
    state.core.turn, state.core.phase = 1, "movement"
    state.units["A1"].moved = ""
    miss = [1] + [1] * 5 + [1] * 6 + [1] * 6
    drive(state, shoot(state, state.units["A1"], only="B1", facts={"overwatch": True}), [], miss)
    said = numbers(fire(state, {MATR: "B1"}, [5] * 6, only=None), MATR)
    assert "Hit roll 4+" in said
    from warbench.games.w40k10.battle.events import Ends, apply

    apply(state, Ends(moment="phase"))
    done = fire(state, {MATR: "B1"}, [5] * 5 + [1] + [1] * 5)
    assert len([event for event in done.all(__import__("warbench.games.w40k10.battle.events", fromlist=["Threw"]).Threw) if event.purpose == "wound"]) == 1


def test_the_phase_goes_from_unit_to_unit_and_ends() -> None:
    state = shooting([fortress(), fortress()], squads(5))
    put(state, "A2", [Place(X, Y + 2000)])
    stand(state, "B1", 20)
    drive(state, next_step(state), ["A1", "none"])
    assert state.units["A1"].shot
    drive(state, next_step(state), ["A2", "none"])
    drive(state, next_step(state))
    assert state.core.phase == "charge"
    assert HLF

"""The first game told: words, phase lines and how it stands, of lost wounds that come back and of units that part."""

import pytest

from tests.games.w40k10.battle.kit import drive, put, row, state_of
from warbench.battle.requests import Event
from warbench.games.w40k10.battle import events as happened
from warbench.games.w40k10.battle import parting
from warbench.games.w40k10.battle.casualties import destroy
from warbench.games.w40k10.battle.events import Apart
from warbench.games.w40k10.battle.game import Setup
from warbench.games.w40k10.battle.roster import Lead, UnitSpec
from warbench.games.w40k10.battle.state import InForce, Lasting, State
from warbench.lab.telling import teller
from warbench.lab.telling.log import log_line
from warbench.lab.telling.phases import Phase
from warbench.lab.telling.told import Summary
from warbench.rules.conditions import at_least
from warbench.rules.effects import (
    AllowReroll,
    Automatic,
    ChangeRoll,
    ChangeValue,
    Effect,
    FailsOn,
    Forbid,
    Grant,
    MoveCritical,
    Permit,
)

TELLER = teller("w40k10")
LED = UnitSpec(datasheet="Intercessor Squad", leader="Captain", beside=(Lead(datasheet="Lieutenant"),))
BODY, CAPTAIN, LIEUTENANT = tuple(f"A1.{number}" for number in range(1, 6)), "A1.6", "A1.7"


def led() -> State:
    """Five Intercessors with a Captain and a Lieutenant; an enemy squad."""
    state = state_of([LED], factions=("Space Marines", "Space Marines"))
    put(state, "A1", row(7, 10, 10, 1.8))
    put(state, "B1", row(5, 10, 50, 1.8))
    return state


def slay(state: State, *models: str) -> list[Event]:
    """Destroy models, and let units part as between two activations."""
    events = [event for model in models for event in drive(state, destroy(state, model, by="B1")).events]
    return events + list(drive(state, parting.part(state, parting.broken(state))).events)


def parted() -> State:
    state = led()
    slay(state, *BODY)
    return state


def summary(state: State) -> Summary:
    return TELLER.summary(Setup(mission=state.mission, armies=state.roster.armies), state)


def line(state: State, *events: Event) -> str:
    phase = Phase(1, 0, "shooting")
    for event in events:
        TELLER.note(phase, state, event)
    return phase.line()


# --- lost wounds ---


def test_wounds_that_are_lost_and_regained_are_told_as_such() -> None:
    state = led()
    hurt = happened.Hurt(model=CAPTAIN, wounds=1, by="B1", source="Bolt rifle")
    mended = happened.Mended(model=CAPTAIN, wounds=2, source="Healer")
    name = f"Captain {CAPTAIN} of {state.entry('A1').name}"
    assert TELLER.words(state, hurt) == f"{name} loses 1 wound by Bolt rifle of Intercessor Squad (B1)"
    assert TELLER.words(state, mended) == f"{name} regains 2 lost wounds by Healer"
    assert line(state, hurt, hurt, mended) == "A loses 2 wounds; A regains 2 wounds"
    assert isinstance(mended, TELLER.kinds.causes)


# --- what is used and what lasts ---


def test_an_ability_that_makes_a_stratagem_cheaper_is_told_by_its_name() -> None:
    used = happened.Used(player=0, stratagem="rites-of-battle 2", unit="A1")
    assert TELLER.words(led(), used) == f"A uses Rites of Battle (1 CP less) for {led().entry('A1').name} (A1)"


@pytest.mark.parametrize(
    ("effect", "does"),
    [
        (AllowReroll(roll="hit", which="best"), ": hit rolls may be thrown again"),
        (AllowReroll(roll="wound", which="ones"), ": wound rolls of 1 may be thrown again"),
        (ChangeRoll(roll="wound", by=1), ": +1 to wound rolls"),
        (FailsOn(roll="hit", up_to=5), ": hit rolls of an unmodified 5 or less fail"),
        (MoveCritical(roll="hit", on=5), ": critical hit rolls on an unmodified 5+"),
        (ChangeValue(name="invulnerable", set=6), ": 6+ invulnerable save"),
        (ChangeValue(name="objective_control", set=0), ": objective control 0"),
        (ChangeValue(name="ap", by=1), ": +1 AP"),
        (ChangeValue(name="attacks", by="D3"), ": +D3 attacks"),
        (Permit(what="cover"), ": Benefit of Cover"),
        (Permit(what="shoot"), ": may shoot"),
        (Forbid(what="overwatch"), ": no overwatch"),
        (Grant(keyword="stealth", when=at_least("tokens", 1)), ": stealth when tokens at least 1"),
        (Automatic(roll="hit"), ""),
    ],
)
def test_what_lasts_says_what_it_does(effect: Effect, does: str) -> None:
    lasts = happened.Lasts(unit="B1", lasting=Lasting(effect, "phase", "A Gift"))
    assert TELLER.words(led(), lasts) == f"Intercessor Squad (B1) is under A Gift until the phase ends{does}"


def test_spent_weapons_are_told_with_their_bearers() -> None:
    spent = happened.Marked(unit="B1", mark="spent", value=["B1.1:Krak missile"])
    assert TELLER.words(led(), spent) == "Intercessor Squad (B1) has used up: Krak missile of B1.1"


def test_who_keeps_an_objective_is_told() -> None:
    kept = happened.Held(objective="gate", player=1, unit="B1", rule="Objective Secured")
    assert log_line(TELLER, led(), 1, kept) == (
        "    1  gate stays with B even when Intercessor Squad (B1) leaves it  [Objective Secured]"
    )
    assert TELLER.words(led(), happened.Held(objective="gate")) == "gate: nobody keeps it from afar any longer"


def test_who_marks_an_enemy_for_the_others_is_told() -> None:
    marked = happened.ComesInForce(player=1, what=InForce("guided", "phase", "x", but_not=("B1",), against="A1"), unit="B1")
    told = f"the army of B but B1: guided against {led().entry('A1').name} (A1) until the phase ends, by Intercessor Squad (B1)"
    assert TELLER.words(led(), marked) == told


# --- units that part ---


def test_a_leader_who_stands_apart_is_named_as_before_whenever_it_is_told() -> None:
    before, after = led(), parted()
    event = happened.Hurt(model=LIEUTENANT, wounds=1)
    assert TELLER.words(before, event) == TELLER.words(after, event)


def test_the_fallen_bodyguard_still_counts_among_the_models_it_began_with() -> None:
    state = parted()
    told = {unit.id: unit for unit in summary(state).units}
    assert (told["A1"].models, told["A1"].starting) == (1, 6)
    assert (told["A1c"].models, told["A1c"].starting) == (1, 1)
    assert sum(told[key].starting for key in ("A1", "A1c")) == len(state.entry("A1").models)
    assert told["A1"].strength() == "1 of 6 models, 5 wounds"
    assert told["A1"].weighs == ("parted: Starting Strength 1",)
    assert told["A1"].more["starting_strength"] == 1
    assert told["A1c"].weighs == ()


def test_fallen_leaders_count_as_well_and_a_unit_that_never_parted_is_told_as_it_is() -> None:
    state = led()
    slay(state, CAPTAIN, LIEUTENANT)
    (unit,) = (each for each in summary(state).units if each.id == "A1")
    assert (unit.models, unit.starting, unit.more["starting_strength"]) == (5, 7, 5)
    whole = led()
    slay(whole, "A1.1")
    (unit,) = (each for each in summary(whole).units if each.id == "A1")
    assert (unit.models, unit.starting, unit.weighs) == (6, 7, ())


@pytest.mark.parametrize("later", [False, True], ids=["as it happens", "told afterwards"])
def test_each_part_that_is_destroyed_is_told_once(*, later: bool) -> None:
    state = led()
    first = slay(state, *BODY)
    told = line(state, *first)
    assert "Intercessor Squad of A1 destroyed" in told
    second = slay(state, LIEUTENANT, CAPTAIN)
    if later:
        assert line(state, *first) == told, "what happens afterwards changes nothing"
    assert line(state, *second) == "A loses 2 models; A1c destroyed; Captain of A1 destroyed"


def test_that_a_unit_parts_is_told_with_the_names_of_all() -> None:
    event = happened.Parted(unit="A1", starting=1, apart=(Apart("A1c", 2, 1),), rule="attached-parts")
    text = TELLER.words(parted(), event)
    assert text.endswith("is no Attached unit any longer: Lieutenant (A1c) stands apart")


def test_the_picture_shows_parted_leaders_each_for_himself() -> None:
    state = parted()
    drawn = {group.id: group for group in TELLER.drawing(state, summary(state)).units}
    assert [len(drawn[key].figures) for key in ("A1", "A1c")] == [1, 1]
    assert drawn["A1c"].name == "Lieutenant"

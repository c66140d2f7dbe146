"""Cybertheurgic rites: whom they may target, what they give, how long it lasts, and Feedback."""

from collections.abc import Sequence

import msgspec
import pytest

from tests.driving import Driven, refusal
from tests.games.heresy3.battle.assault import carry
from tests.games.heresy3.battle.kit import (
    AUT,
    BUILDING,
    BUN,
    LEG,
    MAG,
    MAN,
    TANK,
    TOW,
    at,
    board,
    drive,
    offered,
    phase,
    put,
    row,
    state_of,
    unit,
    with_,
)
from tests.games.heresy3.battle.shots import fire
from warbench.battle.requests import Procedure, Refusal
from warbench.games.heresy3.battle import charging, ending, moving, starting
from warbench.games.heresy3.battle.allotment import may_react
from warbench.games.heresy3.battle.events import Hurt, Reacted, Removed, Said, SetUp, Status
from warbench.games.heresy3.battle.feedback import feedback
from warbench.games.heresy3.battle.moments import UnitMoment
from warbench.games.heresy3.battle.rites import end_of_statuses, invoke, refusal_of_target
from warbench.games.heresy3.battle.roster import Entry, Kind
from warbench.games.heresy3.battle.state import State
from warbench.games.heresy3.battle.targets import why_not
from warbench.games.heresy3.rites import RITE_LIST, Rite

RITES = {rite.id: rite for rite in RITE_LIST}
FOUR = unit((AUT, 4))
MYRMIDON = with_(MAN, words=("myrmidax",))
REDUCTOR = with_(MAN, words=("reductor",))
LACRYMAERTA = with_(MAN, words=("lacrymaerta",))
WALKER = msgspec.structs.replace(AUT, type="walker")
SUPER_HEAVY = msgspec.structs.replace(TANK, subtypes=frozenset({"super-heavy"}))
KNIGHT = msgspec.structs.replace(WALKER, subtypes=frozenset({"knight"}))
PASSED, FAILED = (1, 1), (6, 6)


def magos() -> Kind:
    """A Focus that knows all rites."""
    return msgspec.structs.replace(MAG, items=tuple((rite.name, 1) for rite in RITE_LIST))


def scene(ours: Sequence[Entry | Kind], theirs: Sequence[Entry | Kind] = (LEG,), terrain: Sequence[Kind] = ()) -> State:
    """The Focus is A1 at (36, 20); A2, A3, ... stand on its left, B1, B2, ... on its right, all within 6 inches of it."""
    state = state_of([magos(), *ours], theirs, terrain=terrain)
    put(state, "A1", at(36, 20))
    for side, x in (("A", 33.0), ("B", 39.0), ("T", 36.0)):
        for number, key in enumerate(key for key in state.units if key[0] == side and key != "A1"):
            models = state.units[key].models
            wide = max(state.kind(model.id).base.outer for model in models) / 254
            y = 20 if side != "T" else 25
            places = [
                at(
                    x + (1 if side == "B" else -1) * (wide / 2 + index % 2 * (wide + 0.1)),
                    y + 6 * number + index // 2 * (wide + 0.1),
                )
                for index in range(len(models))
            ]
            put(state, key, places)
    return state


def why(state: State, rite: str, target: str, focus: str = "A1.1") -> tuple[str, str] | None:
    """Why a rite may not target a unit, as code and rule."""
    found: Refusal | None = refusal_of_target(state, RITES[rite], state.model(focus), state.units[target])
    return None if found is None else (found.code, found.rule)


def cast(state: State, rite: str, target: str, answers: Sequence[str] = (), faces: Sequence[int] = PASSED) -> Driven:
    """Invoke a rite with the first Focus."""
    return drive(state, invoke(state, RITES[rite], state.model("A1.1"), state.units[target]), answers, faces)


def held(state: State, which: str) -> list[list[str]]:
    """The statuses of each model of a unit."""
    return [sorted(model.statuses) for model in state.units[which].models]


def feedbacks(done: Driven) -> list[str]:
    """The units that suffered Feedback."""
    return [event.unit for event in done.all(Said) if "suffers Feedback" in event.text]


def mark(state: State, which: str, *statuses: str) -> None:
    """Give all models of a unit some statuses."""
    for model in state.units[which].models:
        model.statuses = list(statuses)


# --- targets ---


@pytest.mark.rule("H-124")
def test_an_illegal_target_is_refused_before_any_dice() -> None:
    state = scene([], [LEG])
    assert why(state, "cogitator-purge", "B1") == ("wrong-type", "H-129")
    keys = offered(state, "before move", 0, UnitMoment("A1"))
    assert "cogitator-purge:A1.1@B1" not in keys
    assert "chastise-the-machine-spirit:A1.1@B1" in keys
    # Named all the same, it is refused, and nothing is rolled.
    asked = drive(state, moving.next_step(state), ["A1", "pass", "stationary"], reactions=None)
    refused = refusal(asked.about("react"), "cogitator-purge:A1.1@B1")
    assert refused is not None
    assert (refused.code, refused.rule) == ("wrong-type", "H-129")
    assert asked.rolls == []


@pytest.mark.rule("H-125")
def test_overcharged_reactors_is_for_friendly_machines_that_are_not_locked() -> None:
    rite = "overcharged-reactors"
    state = scene([FOUR, unit((AUT, 4), MAG), unit((AUT, 4), MAN)], [FOUR])
    assert why(state, rite, "A2") is None
    assert why(state, rite, "A3") is None
    assert why(state, rite, "A4") == ("wrong-type", "H-125")
    assert why(state, rite, "B1") == ("not-friendly", "H-125")
    state.units["A2"].locked = True
    assert why(state, rite, "A2") == ("locked", "H-125")


@pytest.mark.rule("H-126")
def test_overcharged_reactors_bars_super_heavies_and_knights() -> None:
    for kind, code in ((SUPER_HEAVY, "barred-type"), (KNIGHT, "barred-type"), (TANK, None)):
        state = scene([kind])
        assert why(state, "overcharged-reactors", "A2") == (None if code is None else (code, "H-125"))


@pytest.mark.rule("H-129")
def test_cogitator_purge_is_for_enemy_machines() -> None:
    rite = "cogitator-purge"
    state = scene([FOUR], [FOUR, SUPER_HEAVY])
    assert why(state, rite, "B1") is None
    assert why(state, rite, "B2") is None
    assert why(state, rite, "A2") == ("not-enemy", "H-129")
    state.units["B1"].locked = True
    assert why(state, rite, "B1") == ("locked", "H-129")


@pytest.mark.rule("H-133", "H-248")
def test_chastise_is_for_any_enemies_but_paragons_and_super_heavies() -> None:
    rite = "chastise-the-machine-spirit"
    paragon = msgspec.structs.replace(MAN, type="paragon")
    state = scene([LEG], [LEG, unit((MAN, 10), paragon), SUPER_HEAVY])
    assert why(state, rite, "B1") is None
    assert why(state, rite, "B2") == ("barred-type", "H-133")
    assert why(state, rite, "B3") == ("barred-type", "H-133")
    # H-248: the same infantry is refused by the rites that ask for machines.
    assert why(state, "cogitator-purge", "B1") == ("wrong-type", "H-129")
    assert why(state, "overcharged-reactors", "A2") == ("wrong-type", "H-125")
    state.units["B1"].locked = True
    assert why(state, rite, "B1") == ("locked", "H-133")


@pytest.mark.rule("H-136")
def test_programming_interrupt_is_not_for_walkers() -> None:
    rite = "programming-interrupt"
    state = scene([FOUR, WALKER, SUPER_HEAVY])
    assert why(state, rite, "A2") is None
    assert why(state, rite, "A3") == ("wrong-type", "H-136")
    assert why(state, "overcharged-reactors", "A3") is None
    assert why(state, rite, "A4") == ("barred-type", "H-136")
    assert why(scene([TANK]), rite, "A2") is None


@pytest.mark.rule("H-149", "H-250", "H-251")
def test_unseal_the_portal_is_for_buildings_fortifications_and_single_vehicles() -> None:
    rite = "unseal-the-portal"
    near = RITES[rite].range
    assert near == 6
    state = scene([TANK, unit((TANK, 2))], [LEG, TANK])
    put(state, "A3", [at(33, 30), at(33, 36)])
    assert why(state, rite, "A2") is None
    assert why(state, rite, "A3") == ("wrong-type", "H-149")
    assert why(state, rite, "B1") == ("wrong-type", "H-149")
    state.units["A2"].locked = True
    assert why(state, rite, "A2") == ("locked", "H-251")
    own, theirs = scene([BUN]), scene([], [TANK])
    assert why(own, rite, "A2") is None
    assert why(theirs, rite, "B1") is None
    building = scene([], terrain=[BUILDING])
    assert why(building, rite, "T1") is None
    # H-251: a Fortification may be in a combat.
    stormed = scene([LEG], [BUN])
    stormed.units["B1"].locked = True
    assert why(stormed, rite, "B1") is None


# --- statuses that are given ---


@pytest.mark.rule("H-127")
def test_all_models_get_the_one_status_that_is_chosen() -> None:
    state = scene([FOUR])
    done = cast(state, "overcharged-reactors", "A2", ["guide"])
    assert held(state, "A2") == [["guide"]] * 4
    asked = done.about("status")
    assert (asked.player, [option.key for option in asked.options]) == (0, ["quicken", "fortify", "guide"])
    for mixed in ("guide=2;fortify=2", "guide,fortify"):
        assert refusal(asked, mixed) is not None


@pytest.mark.rule("H-137")
def test_programming_interrupt_gives_one_status_to_all() -> None:
    state = scene([FOUR])
    cast(state, "programming-interrupt", "A2", ["fortify"])
    assert held(state, "A2") == [["fortify"]] * 4


@pytest.mark.rule("H-128")
def test_the_status_ends_in_the_next_own_start_phase_and_feedback_follows() -> None:
    state = scene([FOUR])
    cast(state, "overcharged-reactors", "A2", ["quicken"])
    drive(state, starting_of(state, 1))
    assert held(state, "A2") == [["quicken"]] * 4
    phase(state, "end", "effects", player=1)
    drive(state, ending.next_step(state))
    assert held(state, "A2") == [["quicken"]] * 4
    done = drive(state, starting_of(state, 0), faces=[6, 6, 6, 6])
    assert held(state, "A2") == [[]] * 4
    assert feedbacks(done) == ["A2"]
    kinds = [type(event) for event in done.events]
    assert kinds.index(Status) < kinds.index(Said)
    assert feedbacks(drive(state, starting_of(state, 0))) == []


def starting_of(state: State, player: int) -> Procedure[None]:
    """The Start Phase of a player."""
    phase(state, "start", "effects", player=player)
    return starting.next_step(state)


@pytest.mark.rule("H-128")
@pytest.mark.parametrize("leaves", [True, False])
def test_who_joins_or_leaves_a_unit_under_a_status_loses_it_at_the_same_time(leaves: bool) -> None:
    state = state_of([magos(), FOUR, MAG], [LEG])
    put(state, "A1", at(36, 14))
    put(state, "A2", row(4, 30, 20, 2.6))
    put(state, "A3", at(30, 22.2))
    phase(state, "movement", "move")
    if leaves:
        drive(state, moving.next_step(state), ["join:A3.1:A2"])
        cast(state, "overcharged-reactors", "A2", ["guide"])
        drive(state, moving.next_step(state), ["leave:A3.1"])
    else:
        cast(state, "overcharged-reactors", "A3", ["guide"])
        drive(state, moving.next_step(state), ["join:A3.1:A2"])
    done = drive(state, starting_of(state, 0), faces=[6] * 5)
    assert {status for unit_ in state.units.values() for status in state.statuses(unit_)} == set()
    assert feedbacks(done) == (["A2", "A3"] if leaves else ["A2"])
    assert done.dice("armour save") == 5


@pytest.mark.rule("H-141", "H-142")
def test_flesh_knit_is_for_lacrymaerta_and_gives_quicken_or_fortify() -> None:
    rite = "flesh-knit-protocols"
    state = scene([unit((LACRYMAERTA, 5)), unit((LACRYMAERTA, 4), MAN)])
    assert why(state, rite, "A3") == ("wrong-type", "H-141")
    done = cast(state, rite, "A2", ["fortify"])
    assert [option.key for option in done.about("status").options] == ["quicken", "fortify"]
    assert held(state, "A2") == [["fortify"]] * 5
    drive(state, starting_of(state, 1))
    assert held(state, "A2") == [["fortify"]] * 5
    done = drive(state, starting_of(state, 0), faces=[6] * 5)
    assert held(state, "A2") == [[]] * 5
    assert feedbacks(done) == ["A2"]


@pytest.mark.rule("H-148")
def test_deactivate_limiters_is_for_reductor_units() -> None:
    rite = "deactivate-limiters"
    state = scene([unit((REDUCTOR, 3)), unit((MYRMIDON, 3))])
    assert why(state, rite, "A3") == ("wrong-type", "H-148")
    done = cast(state, rite, "A2", ["quicken"])
    assert [option.key for option in done.about("status").options] == ["quicken", "fortify", "guide"]
    assert held(state, "A2") == [["quicken"]] * 3
    state.units["A2"].locked = True
    assert why(state, rite, "A2") == ("locked", "H-148")
    done = drive(state, end_of_statuses(state, 0), faces=[6] * 3)
    assert held(state, "A2") == [[]] * 3
    assert feedbacks(done) == ["A2"]


@pytest.mark.rule("H-153")
def test_fury_of_ages_is_for_myrmidax_locked_or_not() -> None:
    rite = "fury-of-ages"
    state = scene([unit((MYRMIDON, 2))])
    state.units["A2"].locked = True
    assert why(state, rite, "A2") is None
    done = cast(state, rite, "A2", ["guide"])
    assert [option.key for option in done.about("status").options] == ["fortify", "guide"]
    done = drive(state, end_of_statuses(state, 0), faces=[6] * 2)
    assert held(state, "A2") == [[]] * 2
    assert feedbacks(done) == ["A2"]


@pytest.mark.rule("H-139", "H-140")
def test_programming_interrupt_that_was_not_used_ends_in_the_own_start_phase() -> None:
    state = scene([FOUR])
    cast(state, "programming-interrupt", "A2", ["quicken"])
    phase(state, "end", "effects", player=1)
    assert held(state, "A2") == [["quicken"]] * 4
    drive(state, ending.next_step(state))
    assert held(state, "A2") == [["quicken"]] * 4
    done = drive(state, starting_of(state, 0), faces=[6] * 4)
    assert held(state, "A2") == [[]] * 4
    assert feedbacks(done) == ["A2"]
    assert state.units["A2"].lasting == []


@pytest.mark.rule("H-138", "H-140")
def test_a_reaction_under_programming_interrupt_costs_the_status_instead_of_allotment() -> None:
    state = scene([FOUR, LEG], [LEG, LEG])
    cast(state, "programming-interrupt", "A2", ["quicken"])
    phase(state, "shooting", "attack", player=1)
    state.core.sides[0].reactions = 0
    put(state, "A2", row(4, 20, 20, 2.6))
    put(state, "B1", row(10, 20, 30))
    # B1 misses; the Automata may fire although A has no allotment left, and suffer Feedback at once.
    faces = [*[6] * 4, *[1] * 14]
    done = fire(state, "A2", [1] * 10, "B1", reactions=None, answers={"react": "pass"})
    asked = next(ask for ask in done.asked if ask.about == "react")
    assert (asked.player, [option.key for option in asked.options]) == (0, ["pass", "return fire:A2"])
    done = fire(state, "A2", faces, "B1", reactions=None, answers={"react": "return fire:A2"})
    assert [event.reaction for event in done.all(Reacted)] == ["return fire"]
    assert done.dice("hit") == 14
    assert state.core.sides[0].reactions == 0
    assert held(state, "A2") == [[]] * 4
    assert feedbacks(done) == ["A2"]
    # Another unit has nothing to pay with.
    put(state, "A3", row(10, 40, 20))
    put(state, "B2", row(10, 40, 30))
    other = fire(state, "A3", [1] * 10, "B2", reactions=None)
    assert [ask for ask in other.asked if ask.about == "react"] == []
    refused = may_react(state, state.units["A3"], "return fire")
    assert refused is not None
    assert refused.code == "no-allotment"
    # H-140: the Start Phase brings no second Feedback.
    assert feedbacks(drive(state, starting_of(state, 0))) == []


def test_a_status_that_two_rites_gave_ends_once_and_the_reaction_is_free_all_the_same() -> None:
    state = scene([FOUR])
    cast(state, "overcharged-reactors", "A2", ["quicken"])
    cast(state, "programming-interrupt", "A2", ["quicken"])
    assert held(state, "A2") == [["quicken"]] * 4
    phase(state, "shooting", "attack", player=1)
    state.core.sides[0].reactions = 0
    assert may_react(state, state.units["A2"], "return fire") is None
    done = drive(state, starting_of(state, 0), faces=[6] * 4)
    assert feedbacks(done) == ["A2"]
    assert state.units["A2"].lasting == []


@pytest.mark.rule("H-028")
def test_a_fortification_takes_no_cybertheurgic_status() -> None:
    state = scene([BUN])
    cast(state, "overcharged-reactors", "A2", ["fortify"])
    assert held(state, "A2") == [[]]
    assert state.units["A2"].lasting == []
    cast(state, "overcharged-reactors", "A2", ["quicken"])
    cast(state, "overcharged-reactors", "A2", ["guide"])
    assert held(state, "A2") == [[]]


# --- rites that work at once ---


@pytest.mark.rule("H-130", "H-132")
def test_cogitator_purge_strips_cybertheurgic_statuses_alone() -> None:
    state = scene([], [FOUR, TANK])
    mark(state, "B1", "quicken", "guide")
    cast(state, "cogitator-purge", "B1", faces=[*PASSED, *[6] * 8])
    assert held(state, "B1") == [[]] * 4
    mark(state, "B2", "fortify", "stunned")
    cast(state, "cogitator-purge", "B2", faces=[*PASSED, 3])
    assert "fortify" not in held(state, "B2")[0]
    assert "stunned" in held(state, "B2")[0]
    assert [unit.lasting for unit in state.units.values()] == [[]] * len(state.units)


@pytest.mark.rule("H-131")
@pytest.mark.parametrize(("statuses", "dice", "wounds"), [((), 0, 0), (("quicken",), 4, 4), (("quicken", "guide"), 8, 8)])
def test_feedback_of_the_purge_depends_on_how_many_went(statuses: tuple[str, ...], dice: int, wounds: int) -> None:
    state = scene([], [FOUR])
    mark(state, "B1", *statuses)
    done = cast(state, "cogitator-purge", "B1", faces=[*PASSED, *[1] * dice])
    assert sum(event.wounds for event in done.all(Hurt)) == wounds
    assert done.dice("save") == dice


@pytest.mark.rule("H-134", "H-247")
@pytest.mark.parametrize("status", ["stunned", "suppressed"])
def test_chastise_gives_all_models_stunned_or_suppressed(status: str) -> None:
    state = scene([], [LEG])
    done = cast(state, "chastise-the-machine-spirit", "B1", [status])
    asked = done.about("status")
    assert (asked.player, [option.key for option in asked.options]) == (0, ["stunned", "suppressed"])
    assert refusal(asked, "pinned") is not None
    assert held(state, "B1") == [[status]] * 10
    assert state.units["B1"].lasting == []
    phase(state, "start", "effects", player=0)
    assert feedbacks(drive(state, end_of_statuses(state, 0))) == []


@pytest.mark.rule("H-135")
def test_a_failed_chastise_costs_the_units_own_feedback() -> None:
    state = state_of([unit(magos(), (MAN, 3))], [LEG])
    put(state, "A1", row(4, 36, 20))
    put(state, "B1", row(10, 30, 28))
    done = cast(state, "chastise-the-machine-spirit", "B1", faces=[*FAILED, 6, 6, 6, 6])
    assert held(state, "B1") == [[]] * 10
    assert feedbacks(done) == ["A1"]
    assert done.dice("armour save") == 4
    state.core.sides[0].used = []
    assert feedbacks(cast(state, "chastise-the-machine-spirit", "B1", ["stunned"])) == []


@pytest.mark.rule("H-249")
def test_chastise_may_be_tried_on_a_fortification_but_does_not_stick() -> None:
    state = scene([], [TOW])
    assert why(state, "chastise-the-machine-spirit", "B1") is None
    cast(state, "chastise-the-machine-spirit", "B1", ["stunned"])
    assert held(state, "B1") == [[]]
    done = cast(state, "chastise-the-machine-spirit", "B1", faces=[*FAILED, 6])
    assert feedbacks(done) == ["A1"]


def combat(ours: Entry, *others: Entry) -> State:
    """A Lacrymaerta unit A2 in a combat with the enemy B1; A3 fights beside it, B2 stands apart."""
    state = state_of([magos(), ours, *others], [LEG, LEG])
    put(state, "A1", at(36, 14))
    base = 320 / 254
    put(state, "A2", [at(30 + index * base, 20) for index in range(len(state.units["A2"].models))])
    put(state, "B1", [at(30 + index * base, 20 + base) for index in range(10)])
    if "A3" in state.units:
        put(state, "A3", [at(30 + index * base, 20 + 2 * base) for index in range(len(state.units["A3"].models))])
    put(state, "B2", row(10, 10, 40))
    for key in ("A2", "B1", "A3"):
        if key in state.units:
            state.units[key].locked = True
    phase(state, "shooting", "attack")
    return state


@pytest.mark.rule("H-143")
def test_omega_is_for_locked_lacrymaerta_with_a_status() -> None:
    state = combat(unit((LACRYMAERTA, 5)))
    assert why(state, "omega-protocols", "A2") == ("no-status", "H-143")
    mark(state, "A2", "fortify")
    assert why(state, "omega-protocols", "A2") is None
    state.units["A2"].locked = False
    assert why(state, "omega-protocols", "A2") == ("not-locked", "H-143")


@pytest.mark.rule("H-144", "H-147")
def test_omega_strips_all_statuses_with_one_feedback() -> None:
    state = combat(unit((LACRYMAERTA, 5)))
    mark(state, "A2", "fortify", "quicken")
    done = cast(state, "omega-protocols", "A2", faces=[*PASSED, *[6] * 5])
    assert held(state, "A2") == [[]] * 5
    assert feedbacks(done) == ["A2"]
    assert done.dice("armour save") == 5
    assert [unit.lasting for unit in state.units.values()] == [[]] * len(state.units)


@pytest.mark.rule("H-145", "H-146")
def test_omega_hits_the_rest_of_the_combat_twice_for_each_model_lost() -> None:
    state = combat(unit((LACRYMAERTA, 5)), unit((MAN, 4)))
    mark(state, "A2", "fortify")
    # Feedback: 3 of 5 fail their save; 6 hits S6 on B1 and A3 (T4: 2+), saves against AP 5 by 3+.
    faces = [*PASSED, 1, 1, 1, 6, 6, *[2] * 6, 1, 1, *[6] * 4, *[1] * 6]
    done = drive(
        state,
        invoke(state, RITES["omega-protocols"], state.model("A1.1"), state.units["A2"]),
        faces=faces,
    )
    assert len([event for event in done.all(Removed) if event.model.startswith("A2")]) == 3
    wound_dice = [roll.count for roll in done.rolls if roll.purpose == "wound"]
    assert wound_dice == [6, 6]
    assert (
        len([event for event in done.all(Removed) if event.model.startswith("B")])
        + len([event for event in done.all(Removed) if event.model.startswith("A3")])
        == 2
    )
    assert [len(state.units[key].models) for key in ("B2",)] == [10]
    # H-146: the combat that is fought afterwards begins without points.
    phase(state, "assault", "charge")
    carry(state, charging.next_step(state), unit="pass")
    assert [(fight.units, fight.points) for fight in state.core.combats] == [(["A2", "A3", "B1"], [0, 0])]
    quiet = combat(unit((LACRYMAERTA, 5)))
    mark(quiet, "A2", "fortify")
    done = cast(quiet, "omega-protocols", "A2", faces=[*PASSED, *[6] * 5])
    assert done.dice("wound") == 0


@pytest.mark.rule("H-143")
def test_omega_is_offered_in_the_charge_sub_phase_once_others_have_charged_under_a_status() -> None:
    state = state_of([magos(), unit((LACRYMAERTA, 5))], [unit((MAN, 5)), LEG])
    put(state, "A1", at(36, 20))
    put(state, "A2", row(5, 36, 20 + 4, 1.3))
    put(state, "B1", row(5, 36, 20 + 8, 1.3))
    put(state, "B2", row(10, 14, 22))
    mark(state, "A2", "fortify")
    phase(state, "assault", "charge")
    asked = carry(
        state, charging.next_step(state), {"charge": (6, 6)}, reactions=None, unit="A2", charge_target="B1", set_up="hold"
    )
    assert state.units["A2"].locked
    assert not any("omega" in option.key for ask in asked.asked for option in ask.options)
    dice = {"intelligence check": PASSED, "armour save": (6,) * 5, "charge": (1, 1), "cool check": (1, 1)}
    omega = "omega-protocols:A1.1@A2"
    done = carry(state, charging.next_step(state), dice, reactions=None, unit="A1", react=[omega], set_up="hold")
    assert omega in [option.key for option in done.asked[1].options]
    assert held(state, "A2") == [[]] * 5


@pytest.mark.rule("H-145")
def test_omega_glances_roll_on_the_table_for_a_vehicle_in_the_combat() -> None:
    state = state_of([magos(), unit((LACRYMAERTA, 3))], [unit((MAN, 3)), TANK])
    put(state, "A1", at(36, 14))
    base = 320 / 254
    put(state, "A2", [at(30 + index * base, 20) for index in range(3)])
    put(state, "B1", [at(30 + index * base, 20 + base) for index in range(3)])
    put(state, "B2", at(31, 20 - 160 / 254 - 1.5))
    for key in ("A2", "B1"):
        state.units[key].locked = True
    phase(state, "shooting", "attack")
    mark(state, "A2", "fortify")
    # One of three is lost: two hits on each. B1: two failed Wound Tests; the tank, Armour 12: a 6 glances, a 5 does nothing.
    done = cast(state, "omega-protocols", "A2", faces=[*PASSED, 1, 6, 6, 1, 1, 6, 5, 1])
    assert [roll.count for roll in done.rolls if roll.purpose == "penetration"] == [2]
    assert state.statuses(state.units["B2"]) == ("stunned",)


def test_whom_omega_leaves_without_an_enemy_is_locked_no_more() -> None:
    state = combat(unit(LACRYMAERTA))
    mark(state, "A2", "fortify")
    cast(state, "omega-protocols", "A2", faces=[*PASSED, 1, *[1] * 2])
    assert state.units["A2"].where == "gone"
    assert not state.units["B1"].locked
    phase(state, "shooting", "attack")
    assert why_not(state, state.units["A1"], state.units["B1"]) is None


@pytest.mark.rule("H-029", "H-150", "H-151", "H-152")
def test_unseal_the_portal_turns_everybody_out_and_strikes_a_fortification() -> None:
    state = scene([], [BUN, LEG])
    put(state, "B1", at(43, 20))
    board(state, "B2", "B1")
    assert "unseal-the-portal:A1.1@B1" in offered(state, "before move", 0, UnitMoment("A1"))
    done = cast(state, "unseal-the-portal", "B1", [lambda ask: ask.options[0].key], [*PASSED, 3, 4])  # type: ignore[list-item]
    out = [event for event in done.all(SetUp) if event.unit == "B2"]
    assert [event.how for event in out] == ["emergency"]
    assert len(out[0].places) == 10
    assert state.units["B2"].where == "table"
    assert feedbacks(done) == ["B1"]
    assert state.units["B1"].models[0].wounds == 7
    assert [unit.lasting for unit in state.units.values()] == [[]] * len(state.units)
    # H-152: in its next Move Sub-Phase the unit may go in again.
    phase(state, "end", "effects", player=0)
    drive(state, ending.next_step(state))
    phase(state, "movement", "move", player=1)
    drive(state, moving.next_step(state), ["embark:B2:B1"])
    assert state.units["B2"].where == "inside"


def test_one_rite_a_unit_and_turn_and_each_once_a_battle_turn() -> None:
    state = scene([FOUR], [LEG])
    about = UnitMoment("A1")
    assert offered(state, "before move", 0, about)
    cast(state, "chastise-the-machine-spirit", "B1", ["stunned"])
    assert offered(state, "before move", 0, about) == []
    assert offered(state, "before shooting", 0, about) == []
    phase(state, "movement", "move", player=1)
    assert offered(state, "before move", 1, about) == []


def test_a_focus_that_joins_another_unit_has_no_second_rite_in_the_turn() -> None:
    state = state_of([magos(), LEG], [LEG])
    put(state, "A1", at(36, 21.5))
    put(state, "A2", row(10, 30, 20))
    put(state, "B1", row(10, 30, 34))
    phase(state, "movement", "move")
    cast(state, "chastise-the-machine-spirit", "B1", ["stunned"])
    drive(state, moving.next_step(state), ["join:A1.1:A2"])
    assert offered(state, "before move", 0, UnitMoment("A2")) == []


def test_the_check_is_the_intelligence_of_the_focus_less_the_difficulty() -> None:
    state = scene([FOUR])
    done = cast(state, "overcharged-reactors", "A2", faces=[4, 5])  # 9 against 10 - 2
    assert done.asked == []
    assert held(state, "A2") == [[]] * 4


def test_feedback_hits_a_vehicle_as_a_glance() -> None:
    state = scene([TANK])
    drive(state, feedback(state, state.units["A2"], why="a test", rule=""), faces=[1])
    assert held(state, "A2") == [["stunned"]]


@pytest.mark.parametrize("rite", RITE_LIST, ids=lambda rite: rite.id)
def test_no_rite_reaches_beyond_its_range(rite: Rite) -> None:
    kinds: dict[str, tuple[list[Entry | Kind], list[Entry | Kind]]] = {
        "friendly": ([FOUR], []),
        "enemy": ([], [FOUR]),
        "any": ([], [TANK]),
    }
    ours, theirs = kinds[rite.side]
    words = tuple(word for word in rite.only if word in {"lacrymaerta", "reductor", "myrmidax"})
    if words:
        ours = [unit((with_(MAN, words=words), 1))]
    state = state_of([magos(), *ours], theirs)
    put(state, "A1", at(36, 10))
    key = "A2" if ours else "B1"
    base = state.kind(f"{key}.1").base
    radius = (base.outer if base.is_round else 3 * 254) / 2 / 254  # a hull lies along x: this is its side
    target = state.units[key]
    for gap, reached in ((rite.range, True), (rite.range + 0.1, False)):
        put(state, key, [at(36, 10 + 400 / 2 / 254 + gap + radius), *row(len(target.models) - 1, 30, 44)])
        target.locked = rite.locked == "must"
        mark(state, key, *(["fortify"] if rite.id == "omega-protocols" else []))
        assert (why(state, rite.id, key) is None) is reached, gap

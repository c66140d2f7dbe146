"""The Charge phase: who may charge whom, the roll, where models end, what the opponent sees, and when a charge fails."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tests.driving import refusal
from tests.games.w40k10.battle.kit import Probe, at, drive, key, mission, put, row, state_of
from warbench.battle.places import encode_ways
from warbench.battle.requests import Ask, Procedure
from warbench.games.w40k10.battle.casualties import destroy
from warbench.games.w40k10.battle.charging import can_declare, charge, next_step
from warbench.games.w40k10.battle.closing import HOLD
from warbench.games.w40k10.battle.events import Began, Done, Ends, Hurt, Marked, Moved, Said, Threw, apply
from warbench.games.w40k10.battle.moments import UnitMoment
from warbench.games.w40k10.battle.placing import distance, engaged_with
from warbench.games.w40k10.battle.shooting import shoot
from warbench.games.w40k10.battle.sight import Outlook
from warbench.games.w40k10.battle.state import State, Unit
from warbench.table.lattice import INCH, Place
from warbench.table.measure import in_contact
from warbench.table.terrain import container, rectangle

RADII = 140 + 160
"""The radii of a Hearthkyn Warrior (28 mm) and an Intercessor (32 mm)."""

STEP = 400


def line(count: int, y: int, x: int = 2540) -> list[Place]:
    """Places side by side along x, in lattice units."""
    return [Place(x + STEP * index, y) for index in range(count)]


def facing(gap: float, count: int = 3, foes: Sequence[str] = ("Intercessor Squad",)) -> State:
    """Hearthkyn Warriors and, straight above them, Intercessors: ``gap`` inches from base to base."""
    state = state_of(["Hearthkyn Warriors"], foes)
    state.core.phase, state.core.step = "charge", ""
    put(state, "A1", line(count, 2540))
    put(state, "B1", line(count, 2540 + RADII + round(gap * INCH)))
    return state


def ends(ask: Ask, number: int = 0) -> str:
    """The answer of a listed proposal."""
    return ask.options[number].key


def places(unit: Unit) -> list[Place | None]:
    return [model.place for model in unit.models]


def straight(state: State, up: int, unit: str = "A1") -> str:
    """The answer that moves a unit straight up the table, as it stands, by so many lattice units."""
    moved = [model.place for model in state.units[unit].models if model.place is not None]
    return key(*(Place(place.x, place.y + up, place.z, place.heading) for place in moved))


# --- who may charge whom ---


@pytest.mark.rule("W-323", "C9")
@pytest.mark.parametrize(("gap", "code"), [(12.0, None), (12.1, "too-far")])
def test_a_target_is_within_12_inches(gap: float, code: str | None) -> None:
    state = facing(gap)
    told = can_declare(state, state.units["A1"], state.units["B1"])
    assert (told.code if told else None) == code
    # Nobody else is near: with the only enemy too far away, no unit may declare a charge and the phase ends.
    done = drive(state, next_step(state), ["pass"] if code is None else [])
    assert [event.phase for event in done.all(Began)] == ["fight"]


@pytest.mark.rule("W-323")
def test_several_targets_are_named_together_and_each_must_be_in_reach() -> None:
    state = facing(6, foes=("Intercessor Squad", "Hellblaster Squad", "Scout Squad"))
    put(state, "B2", line(2, 2540 + RADII + 8 * INCH, x=8 * INCH))
    put(state, "B3", line(2, 2540 + RADII + 13 * INCH, x=30 * INCH))
    done = drive(state, next_step(state), ["A1", "B1+B2"], [1, 1])
    targets = done.about("charge target")
    assert [option.key for option in targets.options] == ["B1", "B2", "B1+B2"]
    for answer, code in (("B1+B3", "too-far"), ("B3", "too-far"), ("A1", "no-enemy"), ("B9", "no-enemy"), ("B1+B1", "twice")):
        told = refusal(targets, answer)
        assert told is not None
        assert (told.code, told.rule) == (code, "W-323")
    assert done.all(Done)[0].unit == "A1"


@pytest.mark.rule("W-324")
def test_a_target_need_not_be_seen() -> None:
    wall = container("wall", rectangle(0, 14 * INCH, 44 * INCH, 15 * INCH), height=6 * INCH)
    state = state_of(["Hearthkyn Warriors"], on=mission(pieces=(wall,)))
    put(state, "A1", line(3, 2540))
    put(state, "B1", line(3, 2540 + RADII + 8 * INCH))
    assert not Outlook(state).sees("A1", "B1")
    assert can_declare(state, state.units["A1"], state.units["B1"]) is None


@pytest.mark.rule("W-276", "C9")
def test_who_may_not_charge() -> None:
    state = facing(6)
    unit = state.units["A1"]
    assert can_declare(state, unit) is None
    for mark, value, code in (
        ("moved", "advance", "advanced"),
        ("moved", "fall back", "fell-back"),
        ("cannot_charge", True, "may-not-charge"),
    ):
        before = getattr(unit, mark)
        apply(state, Marked(unit="A1", mark=mark, value=value))
        told = can_declare(state, unit)
        assert told is not None
        assert (told.code, told.rule) == (code, "C9")
        apply(state, Marked(unit="A1", mark=mark, value=before))
    # Ordered Retreat: a unit that fell back may charge all the same. It does not help one that Advanced.
    apply(state, Marked(unit="A1", mark="free_hands", value=True))
    apply(state, Marked(unit="A1", mark="moved", value="fall back"))
    assert can_declare(state, unit) is None
    apply(state, Marked(unit="A1", mark="moved", value="advance"))
    assert can_declare(state, unit) is not None


@pytest.mark.rule("C9")
def test_an_engaged_unit_may_not_charge() -> None:
    state = facing(1)
    told = can_declare(state, state.units["A1"])
    assert told is not None
    assert (told.code, told.rule) == ("engaged", "C9")


def test_a_unit_declares_once_and_the_phase_can_be_ended() -> None:
    state = facing(6)
    drive(state, next_step(state), ["A1", "B1"], [1, 1])
    done = drive(state, next_step(state))
    assert [event.moment for event in done.all(Ends)] == ["phase"]
    assert state.core.phase == "fight"
    state = facing(6)
    drive(state, next_step(state), ["pass"])
    assert state.core.phase == "fight"


# --- the roll and where models end ---


@pytest.mark.rule("W-325")
def test_the_roll_is_how_far_each_model_moves_at_most() -> None:
    state = facing(7.5)
    done = drive(state, charge(state, state.units["A1"], ["B1"]), [straight(state, 7 * INCH)], [3, 4])
    assert done.value is True
    assert [event.rule for event in done.all(Moved)] == ["W-325"]
    assert distance(state, state.units["A1"], state.units["B1"]) == INCH // 2
    state = facing(7.5)
    with pytest.raises(ValueError, match="too-far"):
        drive(state, charge(state, state.units["A1"], ["B1"]), [straight(state, 7 * INCH + 1)], [3, 4])


@pytest.mark.rule("W-326", "W-329", "X-58")
def test_a_charge_that_cannot_engage_every_target_fails_and_nobody_moves() -> None:
    state = facing(5, foes=("Intercessor Squad", "Hellblaster Squad"))
    put(state, "B2", line(2, 2540 + RADII + 9 * INCH, x=2540))
    unit = state.units["A1"]
    assert distance(state, unit, state.units["B2"]) == 9 * INCH
    before = places(unit)
    done = drive(state, charge(state, unit, ["B1", "B2"]), [], [3, 4])
    assert done.value is False
    assert not done.all(Moved)
    assert [event.rule for event in done.all(Said)] == ["W-329"]
    assert places(unit) == before


@pytest.mark.rule("W-326")
def test_a_charge_at_two_units_ends_engaged_with_both() -> None:
    state = facing(5, foes=("Intercessor Squad", "Hellblaster Squad"))
    put(state, "B2", line(2, 2540 + RADII + 5 * INCH, x=2540 + 4 * STEP))
    unit = state.units["A1"]
    drive(state, charge(state, unit, ["B1", "B2"]), [ends], [5, 5])
    assert [foe.id for foe in engaged_with(state, unit)] == ["B1", "B2"]


@pytest.mark.rule("W-327")
def test_a_charge_keeps_out_of_engagement_range_of_other_units() -> None:
    state = beside_a_third()
    drive(state, charge(state, state.units["A1"], ["B1"]), [ends], [5, 5])
    assert [foe.id for foe in engaged_with(state, state.units["A1"])] == ["B1"]
    # Straight ahead the first would end 200 units from B2, less than an inch.
    assert _refused(beside_a_third(), ["B1"], [5, 5], straight(beside_a_third(), 6 * INCH)) == ("through-zone", "W-327")


def beside_a_third() -> State:
    """Two Warriors, two Intercessors 6" ahead, and a Hellblaster beside the place straight ahead of the first Warrior."""
    state = facing(6, count=2, foes=("Intercessor Squad", "Hellblaster Squad"))
    put(state, "B2", [Place(2540 - RADII - 200, 2540 + 6 * INCH)])
    return state


@pytest.mark.rule("W-328")
def test_a_charge_ends_in_unit_coherency() -> None:
    state = facing(6, count=3)
    first, *rest = (model.place for model in state.units["A1"].models if model.place is not None)
    assert _refused(state, ["B1"], [5, 5], key(Place(first.x, first.y + 6 * INCH), *rest)) == ("out-of-coherency", "W-328")


@pytest.mark.rule("W-330")
def test_a_model_that_can_end_in_base_contact_must() -> None:
    state = facing(6, count=3)
    assert _refused(state, ["B1"], [4, 3], straight(state, 6 * INCH - 100)) == ("contact-missed", "W-330")
    done = drive(state, charge(state, state.units["A1"], ["B1"]), [straight(state, 6 * INCH)], [4, 3])
    assert done.value
    foes = state.shapes(state.units["B1"])
    assert all(any(in_contact(shape, foe) for foe in foes) for shape in state.shapes(state.units["A1"]))


def _refused(state: State, targets: list[str], faces: list[int], answer: str) -> tuple[str, str] | None:
    """Code and rule with which the question where to charge refuses an answer."""
    told: list[tuple[str, str] | None] = []

    def look(ask: Ask) -> str:
        found = refusal(ask, answer)
        told.append((found.code, found.rule) if found else None)
        return ends(ask)

    before = [(model, model.place) for model in state.units["A1"].models]
    drive(state, charge(state, state.units["A1"], targets), [look], faces)
    for model, place in before:
        model.place = place
    return told[0]


# --- how likely it is ---


def succeeds(gap: int, total: int) -> bool:
    """Whether a charge at a unit ``gap`` lattice units away succeeds with a roll of ``total``, through the battle."""
    state = facing(gap / INCH, count=1)
    faces = [min(6, total - 1), total - min(6, total - 1)]
    steps = charge(state, state.units["A1"], ["B1"])
    return bool(drive(state, steps, [ends] if gap <= (total + 1) * INCH else [], faces).value)


def chance(gap: int) -> Fraction:
    """The probability of a charge at a unit so far away: every pair of faces is played."""
    good = {total for total in range(2, 13) if succeeds(gap, total)}
    return Fraction(sum(a + b in good for a, b in product(range(1, 7), repeat=2)), 36)


@pytest.mark.rule("W-331", "X-59")
@pytest.mark.parametrize(
    ("gap", "expected"),
    [
        (3 * INCH, Fraction(1)),
        (6 * INCH, Fraction(30, 36)),
        (9 * INCH, Fraction(15, 36)),
        (9 * INCH + 1, Fraction(10, 36)),
        (12 * INCH, Fraction(3, 36)),
    ],
)
def test_the_chance_of_a_charge(gap: int, expected: Fraction) -> None:
    assert chance(gap) == expected


@pytest.mark.rule("W-272")
def test_a_charge_for_heroic_intervention_at_6_inches_needs_5() -> None:
    assert chance(6 * INCH) == Fraction(5, 6)


@pytest.mark.rule("W-225", "X-15")
def test_a_re_roll_of_the_charge_throws_both_dice() -> None:
    once = chance(9 * INCH + 1)
    assert once + (1 - once) * once == Fraction(155, 324)
    state = facing(9.01, count=1)
    probe = Probe("dice rolled")
    done = drive(state, charge(state, state.units["A1"], ["B1"]), ["probe:use", ends], [6, 1, 5, 4], [probe])
    assert done.value
    assert [roll.count for roll in done.rolls] == [2, 2]
    assert [(event.faces, event.rule) for event in done.all(Threw)] == [((6, 1), "W-225"), ((5, 4), "W-325")]
    (about,) = [about for moment, _, about in probe.seen if moment == "dice rolled"][:1]
    assert (about.purpose, about.faces, about.batch) == ("charge", (6, 1), None)


def test_an_ability_to_roll_again_is_asked_for_and_leaves_no_second_re_roll() -> None:
    state = state_of(["Captain in Terminator Armour"], factions=("Space Marines", "Space Marines"))
    put(state, "A1", [at(10, 10)])
    put(state, "B1", [at(10, 20)])
    probe = Probe("dice rolled")
    done = drive(state, charge(state, state.units["A1"], ["B1"]), ["again"], [1, 1, 1, 2], [probe])
    assert done.value is False
    assert [event.faces for event in done.all(Threw)] == [(1, 1), (1, 2)]
    assert not [seen for seen in probe.seen if seen[0] == "dice rolled"]


@pytest.mark.rule("W-326", "W-329")
def test_a_charge_that_reaches_only_a_little_off_the_straight_way_is_found_and_may_bend() -> None:
    state = state_of(["Hearthkyn Warriors", "Hearthkyn Warriors"])
    state.core.phase, state.core.step = "charge", ""
    put(state, "A1", line(1, 2540))
    put(state, "B1", line(1, 2540 + RADII + 1340))
    put(state, "A2", line(1, 2540 + 5 * INCH))  # where the straight way would end
    done = drive(state, charge(state, state.units["A1"], ["B1"]), [ends], [2, 3])
    assert done.value is True
    assert engaged_with(state, state.units["A1"]) == [state.units["B1"]]
    wall = container("block", rectangle(2540 - 400, 3500, 2540 + 400, 3700), height=6 * INCH)
    state = state_of(["Hearthkyn Warriors"], on=mission(pieces=(wall,)))
    state.core.phase, state.core.step = "charge", ""
    put(state, "A1", line(1, 2900))
    put(state, "B1", line(1, 4200))
    done = drive(state, charge(state, state.units["A1"], ["B1"]), [ends], [4, 4])
    assert done.value is True
    assert ">" in done.about("charge").options[0].key, "the answer names the bend"


def behind_two_walls() -> State:
    """A Warrior and an Intercessor with two walls between them: around one to the right, around the other to the left."""
    near, far = rectangle(1540, 3150, 2740, 3200), rectangle(2440, 3600, 3640, 3650)
    walls = container("near", near, height=6 * INCH), container("far", far, height=6 * INCH)
    state = state_of(["Hearthkyn Warriors"], on=mission(pieces=walls))
    state.core.phase, state.core.step = "charge", ""
    put(state, "A1", line(1, 2900))
    put(state, "B1", line(1, 4100))
    return state


@pytest.mark.rule("W-329")
def test_a_way_that_the_search_misses_may_be_shown_and_passing_lets_the_charge_fail() -> None:
    way = encode_ways([(Place(2540, 2900), Place(2890, 3005), Place(2890, 3345), Place(2290, 3450), Place(2290, 3800))])
    state = behind_two_walls()
    done = drive(state, charge(state, state.units["A1"], ["B1"]), [way], [4, 4])
    assert [option.key for option in done.about("charge").options] == [HOLD], "the search has found none"
    assert done.value is True
    assert engaged_with(state, state.units["A1"]) == [state.units["B1"]]
    state = behind_two_walls()
    done = drive(state, charge(state, state.units["A1"], ["B1"]), [HOLD], [4, 4])
    assert done.value is False
    assert not done.all(Moved)
    assert [event.rule for event in done.all(Said)] == ["W-329"]
    assert _refused(behind_two_walls(), ["B1"], [3, 3], way) == ("too-far", "W-325")
    blocked = _refused(behind_two_walls(), ["B1"], [4, 4], straight(behind_two_walls(), 900))
    assert blocked is not None
    assert blocked[0] == "through-solid"


# --- what follows ---


@pytest.mark.rule("W-332")
def test_a_charge_move_gives_fights_first_until_the_turn_ends() -> None:
    state = facing(6)
    drive(state, charge(state, state.units["A1"], ["B1"]), [ends], [4, 4])
    unit = state.units["A1"]
    assert (unit.charged, unit.fights_first) == (True, True)
    apply(state, Ends(moment="phase"))
    assert unit.fights_first
    apply(state, Ends(moment="turn"))
    assert (unit.charged, unit.fights_first) == (False, False)


@pytest.mark.rule("W-329", "W-378")
def test_a_failed_charge_moves_nobody_and_gives_no_bonus() -> None:
    state = facing(9)
    unit = state.units["A1"]
    before = places(unit)
    done = drive(state, charge(state, unit, ["B1"]), [], [4, 3])
    assert done.value is False
    assert (unit.charged, unit.fights_first) == (False, False)
    assert places(unit) == before


@pytest.mark.rule("W-274", "X-46")
def test_a_charge_without_the_bonus_gives_no_fights_first() -> None:
    state = facing(6)
    drive(state, charge(state, state.units["A1"], ["B1"], bonus=False), [ends], [4, 4])
    unit = state.units["A1"]
    assert (unit.charged, unit.fights_first) == (True, False)


@pytest.mark.rule("W-333")
def test_the_opponent_may_react_when_a_charge_move_starts_and_ends() -> None:
    state = facing(6)
    probe = Probe()
    drive(state, charge(state, state.units["A1"], ["B1"]), [ends], [4, 4], [probe])
    about = UnitMoment("A1", "charge", ("B1",))
    assert [(moment, player) for moment, player, told in probe.seen if told == about] == [
        ("move started", 1),
        ("move ended", 1),
        ("charge move ended", 0),
        ("charge move ended", 1),
    ]
    state = facing(9)
    probe = Probe()
    drive(state, charge(state, state.units["A1"], ["B1"]), [], [1, 1], [probe])
    assert [moment for moment, _, _ in probe.seen] == ["dice rolled"], "a charge that fails is no move: nothing starts or ends"


def test_models_shot_as_the_move_starts_do_not_move() -> None:
    def kill(state: State, about: Any) -> Procedure[None]:
        for model in list(state.units["A1"].models)[1:]:
            yield from destroy(state, model.id, by="B1")

    state = facing(6)
    done = drive(state, charge(state, state.units["A1"], ["B1"]), ["probe:use", ends], [4, 4], [Probe("move started", kill)])
    assert [len(event.places) for event in done.all(Moved)] == [1]


@pytest.mark.rule("W-122")
def test_what_overwatch_owes_for_hazardous_weapons_waits_for_the_end_of_the_charge_move() -> None:
    def overwatch(state: State, about: Any) -> Procedure[Any]:
        return (yield from shoot(state, state.units["B1"], only="A1", facts={"overwatch": True}))

    state = facing(6, count=1, foes=("Hellblaster Squad",))
    reactions = [Probe("move started", overwatch)]
    steps = charge(state, state.units["A1"], ["B1"])
    # Charge 4 and 4; both shots of the overcharged weapon miss, its test shows 1. The Hellblaster has 2 wounds: it is destroyed.
    done = drive(state, steps, ["probe:use", "A1/2", ends], [4, 4, 1, 1, 1], reactions)
    kinds = [type(event).__name__ for event in done.events]
    test = next(index for index, event in enumerate(done.events) if isinstance(event, Threw) and event.purpose == "hazardous")
    assert test < kinds.index("Moved") < kinds.index("Destroyed")
    assert not done.all(Hurt)


def test_mass_driver_accelerators_strike_after_the_charge_move() -> None:
    state = state_of(["Einhyr Champion"])
    put(state, "A1", [at(10, 10)])
    put(state, "B1", row(5, 10, 16))
    done = drive(state, charge(state, state.units["A1"], ["B1"]), [ends], [6, 6, 6, 3])
    # 6: D3+3, and a 3 is 2 on the D3: five mortal wounds on models of two wounds.
    assert len(state.units["B1"].models) == 3
    assert sum(event.wounds for event in done.all(Hurt)) == 3

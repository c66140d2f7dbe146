"""For the tests of the Assault Phase: procedures run with dice by purpose and answers by kind, and models put in base contact."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.driving import Answer, Driven
from tests.games.heresy3.battle.kit import BUN, MAN, at, first, phase, put, reacting, state_of, unit, with_
from warbench.battle.requests import Event, Procedure, Roll, Search
from warbench.chance import Dice
from warbench.games.heresy3.battle.events import Fights, Said, Threw, apply
from warbench.games.heresy3.battle.fighting import combat_round
from warbench.games.heresy3.battle.roster import Arm, Kind
from warbench.games.heresy3.battle.state import Combat, State
from warbench.table.lattice import INCH, Place

RADIUS = 160
"""Of a legionary's base, in lattice units."""


def carry(
    state: State,
    procedure: Procedure[Any],
    dice: Mapping[str, Sequence[int]] | None = None,
    reactions: Sequence[Any] | None = (),
    **answers: Answer | list[Answer],
) -> Driven:
    """Run a procedure to its end. Dice are given by purpose and must be used up; answers by kind (a list: one after the other).

    Every other question gets its first listed answer.
    """
    left = {purpose: list(faces) for purpose, faces in (dice or {}).items()}
    waiting = {about.replace("_", " "): list(given) if isinstance(given, list) else given for about, given in answers.items()}
    done = Driven()
    value: Any = None
    with reacting(reactions):
        while True:
            try:
                request = procedure.send(value)
            except StopIteration as stop:
                done.value = stop.value
                assert not any(left.values()), f"dice left: {left}"
                return done
            value = None
            if isinstance(request, Event):
                apply(state, request)
                done.events.append(request)
            elif isinstance(request, Roll):
                done.rolls.append(request)
                faces = left.get(request.purpose, [])
                assert len(faces) >= request.count, f"no dice left for {request}"
                value, left[request.purpose] = tuple(faces[: request.count]), faces[request.count :]
            elif isinstance(request, Search):
                value = request.finds()
            else:
                done.asked.append(request)
                given = waiting.get(request.about, first)
                if isinstance(given, list):
                    given = given.pop(0) if given else first
                value = given if isinstance(given, str) else given(request)
                request.check(value)


def rank(count: int, x: float, y: int, apart: float = 1.3) -> list[Place]:
    """Models side by side from the left, ``y`` in lattice units: for base contact to the lattice point."""
    return [Place(at(x + index * apart, 0).x, y, 0, 0) for index in range(count)]


def line(inches: float) -> int:
    """A length in lattice units."""
    return round(inches * INCH)


def fights(state: State, *units: str, points: tuple[int, int] = (0, 0), step: str = "") -> list[str]:
    """Make these units a combat of this Assault Phase; their ids."""
    apply(state, Fights(combats=(Combat(list(units), list(points), step),)))
    return list(units)


WALL = line(27) - RADIUS
"""The y of models that touch a hull whose near side lies at 27 inches."""


def at_wall(*kinds: Kind, hull: Kind = BUN, others: Sequence[Kind] = ()) -> State:
    """Models of A in contact with a hull of B in the middle of the table, in A's Fight Sub-Phase."""
    state = state_of((unit(*kinds),), (hull, *others))
    ys = [abs(y) for _, y in hull.base.corners]
    put(state, "B1", at(36, 27 + max(ys) / 254))
    put(state, "A1", rank(len(kinds), 36 - 0.65 * (len(kinds) - 1), WALL))
    phase(state, "assault", "fight")
    return state


def opposed(ours: Sequence[Kind], theirs: Sequence[Kind]) -> State:
    """Two ranks in base contact, model against model."""
    state = state_of((unit(*ours),), (unit(*theirs),))
    put(state, "A1", rank(len(ours), 20, line(20)))
    put(state, "B1", rank(len(theirs), 20, line(20) + 2 * RADIUS))
    phase(state, "assault", "fight")
    return state


def fight(
    state: State, dice: Mapping[str, Sequence[int]] | None = None, units: Sequence[str] = ("A1", "B1"), **answers: str
) -> Driven:
    """A round of the combat of these units."""
    return carry(state, combat_round(state, fights(state, *units)), dice, **answers)


def steps(done: Driven) -> list[str]:
    """The initiative steps of a round, in order."""
    return [event.text for event in done.all(Said) if event.text.startswith("initiative step")]


def thrown(done: Driven, purpose: str) -> list[tuple[int, ...]]:
    """The dice of a purpose, roll by roll."""
    return [event.faces for event in done.all(Threw) if event.purpose == purpose]


def hp(state: State, which: str = "B1") -> int:
    """The Hull Points of a hull."""
    return state.units[which].models[0].wounds


def fist(strength: str, damage: int = 3, rules: tuple[str, ...] = (), attacks: int = 1) -> Kind:
    """A model with a weapon of a fixed Strength."""
    arm = Arm(name="fist", type="melee", strength_by=strength, damage=Dice.parse(damage), special_rules=rules)
    return with_(MAN, arms=(arm,), attacks=attacks)

"""For the tests of the Assault Phase: procedures run with dice by purpose and answers by kind, and models put in base contact."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.driving import Answer, Driven
from tests.games.heresy3.battle.kit import at, first, reacting
from warbench.battle.requests import Event, Procedure, Roll, Search
from warbench.games.heresy3.battle.events import Fights, apply
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

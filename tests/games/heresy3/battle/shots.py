"""Shooting in tests: units put where they shoot at each other, questions answered by what they are about, and what came of it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.driving import Driven
from tests.games.heresy3.battle.kit import ONE_SHOT, at, drive, phase, put, row, state_of, with_
from warbench.battle.requests import Ask, Procedure, Refusal, Roll
from warbench.chance import Dice
from warbench.games.heresy3.battle.events import Hurt, Removed, Said, Threw
from warbench.games.heresy3.battle.roster import Arm, Entry, Kind
from warbench.games.heresy3.battle.shooting import shoot
from warbench.games.heresy3.battle.state import State

Answers = Mapping[str, str | Callable[[Ask], str]]
Y = 20.0
"""How far up the table those who shoot stand, in inches; their targets stand further up."""


def gun(*rules: str, name: str = "gun", shots: int | str = 1, strength: int = 4, damage: int | str = 1, **more: Any) -> Arm:
    """A ranged weapon: 24", S4, AP -, D1 unless said otherwise."""
    return Arm(
        name=name,
        type="ranged",
        range=more.pop("range", 24),
        attacks=Dice.parse(shots),
        strength=strength,
        damage=Dice.parse(damage),
        special_rules=rules,
        **more,
    )


def armed(kind: Kind, *arms: Arm, **more: Any) -> Kind:
    """A kind with these weapons alone."""
    return with_(kind, arms=arms or (ONE_SHOT,), **more)


def shooting(
    ours: Sequence[Entry | Kind], theirs: Sequence[Entry | Kind], *, away: float = 10, ours_left: int | None = None, **more: Any
) -> State:
    """The Attack Sub-Phase of A: A1 stands in a row, B1 in another, middles ``away`` inches apart."""
    state = state_of(ours, theirs, **more)
    phase(state, "shooting", "attack")
    stand(state, "A1", Y, ours_left)
    if "B1" in state.units:
        stand(state, "B1", Y + away)
    return state


def stand(state: State, unit: str, y: float, models: int | None = None, x: float = 20) -> None:
    """Put a unit in a row."""
    count = len(state.units[unit].models) if models is None else models
    put(state, unit, row(count, x, y) if count > 1 else at(x, y, 90))


def answered(procedure: Procedure[Any], answers: Answers, face: int | None = None, seen: Driven | None = None) -> Procedure[Any]:
    """A procedure whose questions are answered by what they are about (the first option, where nothing is said).

    A further question for a target holds fire. With ``face`` all dice show it. ``seen`` notes the questions and those dice.
    """
    value: Any = None
    seen = seen or Driven()
    given = 0
    while True:
        try:
            request = procedure.send(value)
        except StopIteration as done:
            return done.value
        if isinstance(request, Ask):
            seen.asked.append(request)
            answer = answers.get(request.about)
            if request.about == "target":
                given += 1
                answer = answer if given == 1 else answers.get("further", "none")
                if given > 2:
                    answer = "none"
            key = answer(request) if callable(answer) else answer
            value = key if key is not None else request.options[0].key
            request.check(value)
        elif isinstance(request, Roll) and face is not None:
            seen.rolls.append(request)
            value = (face,) * request.count
        else:
            value = yield request


def fire(
    state: State,
    target: str = "B1",
    faces: Sequence[int] = (),
    unit: str = "A1",
    *,
    face: int | None = None,
    reactions: Sequence[Any] | None = (),
    answers: Answers | None = None,
    **more: Any,
) -> Driven:
    """A unit shoots at another, with scripted dice or all dice showing ``face``; ``more`` goes to `shoot`."""
    return run(
        state,
        shoot(state, state.units[unit], **more),
        faces,
        {"target": target, **(answers or {})},
        face=face,
        reactions=reactions,
    )


def run(
    state: State, procedure: Procedure[Any], faces: Sequence[int] = (), answers: Answers | None = None, **more: Any
) -> Driven:
    """Run another procedure in the same way."""
    seen = Driven()
    done = drive(state, answered(procedure, answers or {}, more.pop("face", None), seen), (), faces, **more)
    done.asked, done.rolls = seen.asked, [*seen.rolls, *done.rolls]
    return done


def rolls(done: Driven, purpose: str) -> list[tuple[int, ...]]:
    """The faces of the rolls for a purpose, in order."""
    return [event.faces for event in done.all(Threw) if event.purpose == purpose]


def lost(done: Driven) -> int:
    """The Wounds or Hull Points that were lost."""
    return sum(event.wounds for event in done.all(Hurt))


def removed(done: Driven) -> list[str]:
    """The models that were removed, in order."""
    return [event.model for event in done.all(Removed)]


def said(done: Driven, what: str) -> str:
    """The line of the log that holds something."""
    return next(event.text for event in done.all(Said) if what in event.text)


KIND_ONE = [6, 6]
SURE = gun(ap=2, strength=10)
"""Hits on 3+, wounds on 2+, no Armour Save."""


def code(refused: Refusal | None) -> tuple[str, str] | None:
    """A refusal as its code and rule."""
    return None if refused is None else (refused.code, refused.rule)


def first_ask(state: State, unit_id: str = "A1") -> Ask:
    """The question for a target."""
    done = fire(state, "none", unit=unit_id)
    return done.about("target")

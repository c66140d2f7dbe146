"""Driving a battle's procedures by script, for the tests of every game: answers, dice, what happened, reactions of one's own."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import Any, TypeVar

import pytest

from warbench.battle.requests import Ask, Event, IllegalAnswerError, Option, Procedure, Refusal, Roll, Search

E = TypeVar("E", bound=Event)
S = TypeVar("S")
Answer = str | Callable[[Ask], str]


class Driven:
    """What a procedure did: events, questions, rolls, and what it returned. ``allotted``: who takes attacks, if asked apart."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.asked: list[Ask] = []
        self.allotted: list[Ask] = []
        self.rolls: list[Roll] = []
        self.value: Any = None

    def all(self, kind: type[E]) -> list[E]:
        """The events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def about(self, what: str) -> Ask:
        """The last question of a kind."""
        return [ask for ask in self.asked if ask.about == what][-1]

    def dice(self, purpose: str) -> int:
        """How many dice were rolled for a purpose (a part of its name)."""
        return sum(roll.count for roll in self.rolls if purpose in roll.purpose)


class Script:
    """Answers and dice in their order; both must be used up. ``usual`` answers once the answers run out, if given."""

    def __init__(self, answers: Sequence[Answer], faces: Sequence[int], usual: Callable[[Ask], str] | None = None) -> None:
        self.answers = list(answers)
        self.faces = list(faces)
        self._usual = usual

    def answer(self, ask: Ask, done: Driven) -> str:
        """The answer to a question."""
        done.asked.append(ask)
        if not self.answers and self._usual is not None:
            return self._usual(ask)
        assert self.answers, f"no answer left for {ask.about}: {[option.key for option in ask.options]}"
        given = self.answers.pop(0)
        return given if isinstance(given, str) else given(ask)

    def dice(self, roll: Roll) -> tuple[int, ...]:
        """The faces of a roll."""
        assert len(self.faces) >= roll.count, f"no dice left for {roll}"
        faces, self.faces = tuple(self.faces[: roll.count]), self.faces[roll.count :]
        return faces

    def finish(self) -> None:
        """See that nothing is left."""
        assert not self.answers, f"answers left: {self.answers}"
        assert not self.faces, f"dice left: {self.faces}"


def run(state: S, procedure: Procedure[Any], apply: Callable[[S, Event], None], script: Script) -> Driven:
    """Run a procedure to its end. Illegal answers raise."""
    done = Driven()
    value: Any = None
    while True:
        try:
            request = procedure.send(value)
        except StopIteration as stop:
            done.value = stop.value
            script.finish()
            return done
        value = None
        if isinstance(request, Event):
            apply(state, request)
            done.events.append(request)
        elif isinstance(request, Roll):
            done.rolls.append(request)
            value = script.dice(request)
        elif isinstance(request, Search):
            value = request.finds()
        else:
            value = script.answer(request, done)
            request.check(value)


def asked(procedure: Procedure[Any]) -> Ask:
    """The first question of a procedure that changes nothing before it asks."""
    request = next(procedure)
    while isinstance(request, Search):
        request = procedure.send(request.finds())
    assert isinstance(request, Ask), request
    return request


@contextmanager
def refused(code: str, rule: str | None = None) -> Iterator[None]:
    """Expect that an answer is refused with a code (and for a rule)."""
    with pytest.raises(IllegalAnswerError) as caught:
        yield
    assert caught.value.refusal.code == code, caught.value
    if rule is not None:
        assert caught.value.refusal.rule == rule, caught.value


def refusal(ask: Ask, answer: str) -> Refusal | None:
    """Why a question refuses an answer; None when it takes it."""
    try:
        ask.check(answer)
    except IllegalAnswerError as error:
        return error.refusal
    return None


class AnyProbe:
    """A reaction for tests: notes every moment that it is asked about, and at one of them may be used once."""

    id = "probe"
    moments: frozenset[str]

    def __init__(self, at_moment: str = "", act: Callable[[Any, Any], Procedure[Any]] | None = None) -> None:
        self.seen: list[tuple[str, int, Any]] = []
        self._at = at_moment
        self._act = act

    def options(self, state: Any, moment: str, player: int, about: Any) -> Sequence[Option]:
        self.seen.append((moment, player, about))
        return [Option("use", "use the probe")] if moment == self._at else []

    def refusal(self, state: Any, moment: str, player: int, about: Any, choice: str) -> Refusal | None:
        return None

    def resolve(self, state: Any, moment: str, player: int, about: Any, choice: str) -> Procedure[Any]:
        self._at = ""
        if self._act is not None:
            return (yield from self._act(state, about))
        return True


@contextmanager
def only(reactions: Sequence[Any] | None, moments: ModuleType) -> Iterator[None]:
    """Let only these reactions exist for a while; None: the game's own. ``moments`` is the game's module of that name."""
    if reactions is None:
        yield
        return
    name = f"{moments.__package__}.reactions"
    real = sys.modules.get(name)
    sys.modules[name] = SimpleNamespace(REACTIONS=tuple(reactions))  # type: ignore[assignment]
    moments.windows.cache_clear()
    try:
        yield
    finally:
        del sys.modules[name]
        if real is not None:
            sys.modules[name] = real
        moments.windows.cache_clear()


def offered_in(window: Procedure[Any]) -> list[str]:
    """What a window offers at its first question, by key; nothing when it asks none."""
    try:
        request = next(window)
        if isinstance(request, Search):
            request = window.send(request.finds())
    except StopIteration:
        return []
    assert isinstance(request, Ask)
    return [option.key for option in request.options if option.key != "pass"]

"""A small battle to test with: two armies on an empty table, models put where a test wants them, procedures driven by script."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest

from warbench.battle.requests import Ask, Event, IllegalAnswerError, Option, Procedure, Refusal, Roll, Search
from warbench.games.w40k10.battle import moments
from warbench.games.w40k10.battle.events import apply
from warbench.games.w40k10.battle.missions import Mission, Objective
from warbench.games.w40k10.battle.placing import encode
from warbench.games.w40k10.battle.reactions import REACTIONS
from warbench.games.w40k10.battle.roster import INCH, ArmySpec, Roster, UnitSpec
from warbench.games.w40k10.battle.state import Core, Model, Options, Side, State, Unit
from warbench.table.field import Field
from warbench.table.lattice import Place
from warbench.table.regions import Rectangle
from warbench.table.terrain import Piece

E = TypeVar("E", bound=Event)
Answer = str | Callable[[Ask], str]


def mission(width: int = 44, depth: int = 60, pieces: tuple[Piece, ...] = ()) -> Mission:
    """Deployment zones 10" deep along the near (attacker) and far edge; one objective in the middle."""
    across, up = width * INCH, depth * INCH
    zones = Rectangle(0, 0, across, 10 * INCH), Rectangle(0, up - 10 * INCH, across, up)
    middle = Objective("middle", width / 2, depth / 2)
    return Mission("test", "Test", "strike force", width, depth, zones, (middle,), pieces)


def state_of(
    ours: Sequence[UnitSpec | str],
    theirs: Sequence[UnitSpec | str] = ("Intercessor Squad",),
    *,
    factions: tuple[str, str] = ("Leagues of Votann", "Space Marines"),
    detachments: tuple[str, str] = ("", ""),
    on: Mission | None = None,
    options: Options | None = None,
) -> State:
    """A battle in round 2, the turn of player 0, phase ``movement``; nobody is on the table yet."""
    armies = [
        ArmySpec(
            name=faction,
            faction=faction,
            detachment=detachment,
            units=tuple(unit if isinstance(unit, UnitSpec) else UnitSpec(datasheet=unit) for unit in side),
        )
        for faction, detachment, side in zip(factions, detachments, (ours, theirs), strict=True)
    ]
    state = fresh((armies[0], armies[1]), on or mission(), options)
    state.core.round, state.core.phase, state.core.step = 2, "movement", "move"
    return state


def fresh(armies: tuple[ArmySpec, ArmySpec], on: Mission, options: Options | None = None) -> State:
    """A battle before anything is decided: nobody is deployed."""
    roster = Roster(armies)
    units = {
        key: Unit(
            id=key,
            models=[Model(model, entry.kinds[kind].wounds) for model, kind in entry.models],
            starting=len(entry.models),
        )
        for key, entry in roster.units.items()
    }
    core = Core(units=units, sides=[Side(), Side()])
    return State(roster, on, Field(on.size, on.pieces), core, options or Options())


def at(x: float, y: float, heading: int = 0, z: float = 0) -> Place:
    """A place in inches."""
    return Place(round(x * INCH), round(y * INCH), round(z * INCH), heading)


def row(count: int, x: float, y: float, apart: float = 1.5) -> list[Place]:
    """Places side by side, from the left, in inches."""
    return [at(x + index * apart, y) for index in range(count)]


def put(state: State, unit: str, places: Sequence[Place]) -> Unit:
    """Put a unit on the table; of its models as many are left as there are places."""
    found = state.units[unit]
    found.where = "table"
    del found.models[len(places) :]
    for model, place in zip(found.models, places, strict=True):
        model.place = place
    return found


def key(*places: Place) -> str:
    """The answer that places models."""
    return encode(places)


class Driven:
    """What a procedure did: events, questions, rolls, and what it returned. ``allotted``: who takes the attacks, asked apart."""

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


def drive(
    state: State,
    procedure: Procedure[Any],
    answers: Sequence[Answer] = (),
    faces: Sequence[int] = (),
    reactions: Sequence[Any] | None = (),
    *,
    losses: Sequence[str] = (),
) -> Driven:
    """Run a procedure to its end with scripted answers and dice; both must be used up. Illegal answers raise.

    ``reactions``: who may react; nobody unless told (None: the game's own reactions). ``losses`` answer who is allocated attacks;
    when there are none left, the first option is taken.
    """
    with reacting(reactions):
        return _driven(state, procedure, list(answers), list(faces), list(losses))


def _driven(state: State, procedure: Procedure[Any], answers: list[Answer], dice: list[int], losses: list[str]) -> Driven:
    done = Driven()
    value: Any = None
    while True:
        try:
            request = procedure.send(value)
        except StopIteration as stop:
            done.value = stop.value
            assert not answers, f"answers left: {answers}"
            assert not dice, f"dice left: {dice}"
            assert not losses, f"losses left: {losses}"
            return done
        value = None
        if isinstance(request, Event):
            apply(state, request)
            done.events.append(request)
        elif isinstance(request, Roll):
            done.rolls.append(request)
            assert len(dice) >= request.count, f"no dice left for {request}"
            value, dice = tuple(dice[: request.count]), dice[request.count :]
        elif isinstance(request, Search):
            value = request.finds()
        else:
            if request.about == "allocate":
                done.allotted.append(request)
                listed = request.options  # listed now: what they say is of this moment
                value = losses.pop(0) if losses else listed[0].key
                request.check(value)
                continue
            done.asked.append(request)
            assert answers, f"no answer left for {request.about}: {[option.key for option in request.options]}"
            given = answers.pop(0)
            value = given if isinstance(given, str) else given(request)
            request.check(value)


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


class Probe:
    """A reaction for tests: notes every moment that it is asked about, and at some of them may be used once."""

    id = "probe"
    moments = frozenset(moments.MOMENTS)

    def __init__(self, at_moment: str = "", act: Callable[[State, Any], Procedure[Any]] | None = None) -> None:
        self.seen: list[tuple[str, int, Any]] = []
        self._at = at_moment
        self._act = act

    def options(self, state: State, moment: str, player: int, about: Any) -> Sequence[Option]:
        self.seen.append((moment, player, about))
        return [Option("use", "use the probe")] if moment == self._at else []

    def resolve(self, state: State, moment: str, player: int, about: Any, choice: str) -> Procedure[Any]:
        self._at = ""
        if self._act is not None:
            return (yield from self._act(state, about))
        return True


@contextmanager
def reacting(reactions: Sequence[Any] | None) -> Iterator[None]:
    """Let only these reactions exist for a while; None: the game's own."""
    name = "warbench.games.w40k10.battle.reactions"
    if reactions is None:
        yield
        return
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


# --- stratagems ---


def offered(state: State, moment: str, player: int, about: Any = None) -> list[str]:
    """What a player could do at a moment, by the game's own reactions: ``stratagem:key`` each."""
    window = moments.windows().open(state, moment, (player,), about)
    try:
        request = next(window)
        if isinstance(request, Search):
            request = window.send(request.finds())
    except StopIteration:
        return []
    assert isinstance(request, Ask)
    return [option.key for option in request.options if option.key != "pass"]


def barred(state: State, use: str, moment: str, player: int, about: Any = None) -> tuple[str, str] | None:
    """Why a stratagem may not be used (``use`` is ``stratagem:key``), as code and rule; None when it may, and is offered."""
    which, _, option = use.partition(":")
    reaction = next(each for each in REACTIONS if each.id == which)
    found = reaction.refusal(state, moment, player, about, option)
    assert (found is None) == (use in offered(state, moment, player, about)), found
    return None if found is None else (found.code, found.rule)

"""Shooting in tests: units set at exact distances, weapons aimed by name, and what came of it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.driving import Driven
from tests.games.w40k10.battle.kit import drive, mission, put, state_of
from warbench.battle.requests import Ask, Procedure, Roll
from warbench.games.w40k10.battle.events import Destroyed, Hurt, Said, Threw
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.shooting import shoot
from warbench.games.w40k10.battle.state import State
from warbench.table.lattice import INCH, Place
from warbench.table.terrain import container, rectangle

CYCLIC, RAIL, WARHEAD, BEAMER = "Cyclic ion cannon", "Heavy magna-rail cannon", "Hekaton warhead", "SP heavy conversion beamer"
MATR, BOLT, ION = "MATR autocannon", "Twin bolt cannon", "Twin ion beamer"
SCANNER = "pan spectral scanner"
MARINES = ("Space Marines", "Leagues of Votann")
X, Y = 3000, 20 * INCH
"""Where the shooter stands; it looks along x."""

Choose = Callable[[Ask], str | None]


def fortress(main: str = CYCLIC, *, sponson: str = BOLT, scan: str = SCANNER) -> UnitSpec:
    """A Hekaton Land Fortress with these weapons."""
    return UnitSpec(datasheet="Hekaton Land Fortress", items=({main: 1, MATR: 1, sponson: 2, "armoured wheels": 1, scan: 1},))


def squad(models: int = 5) -> UnitSpec:
    """An Intercessor Squad: T4, Sv3+, W2."""
    return UnitSpec(datasheet="Intercessor Squad", models=models)


def shooting(ours: Sequence[UnitSpec | str], theirs: Sequence[UnitSpec | str] | None = None, **more: Any) -> State:
    """The Shooting phase of player 0: A1 stands at X, Y, in a column; his units have made a Normal move."""
    state = state_of(ours, [squad()] if theirs is None else theirs, **more)
    state.core.phase, state.core.step = "shooting", ""
    put(state, "A1", [Place(X, Y + 400 * index) for index in range(len(state.units["A1"].models))])
    for unit in state.units.values():
        unit.moved = "normal" if state.player(unit.id) == 0 else ""
    return state


def walled(ours: Sequence[UnitSpec | str], theirs: Sequence[UnitSpec | str] | None = None, **more: Any) -> State:
    """The same, behind a block 5" high that hides from A1 what stands beyond it, from 8" on."""
    block = container("block", rectangle(X + 6 * INCH, Y - 10 * INCH, X + 8 * INCH, Y + 10 * INCH), 5 * INCH)
    return shooting(ours, theirs, on=mission(pieces=(block,)), **more)


def stand(state: State, unit: str, away: float, models: int | None = None, *, y: int = 0) -> None:
    """Put a unit so that its first model is exactly so many inches from the first model of A1, to its right; others beyond."""
    bases = [state.kind(state.units[each].models[0].id).base for each in ("A1", unit)]
    reach = sum(base.corners[1][0] if base.corners else base.diameter // 2 for base in bases)
    x = X + reach + round(away * INCH)
    count = len(state.units[unit].models) if models is None else models
    put(state, unit, [Place(x + 500 * index, Y + y) for index in range(count)])


def out_of_turn(state: State, phase: str = "movement") -> None:
    """It is a phase of the opponent's turn."""
    state.core.turn, state.core.phase = 1, phase
    for unit in state.units.values():
        unit.moved = ""


def at(aims: str | Mapping[str, str]) -> Choose:
    """Answers what is shot at what: everything at one unit, or each weapon by its name (the others stay silent)."""

    def choose(ask: Ask) -> str | None:
        if ask.about == "target":
            if isinstance(aims, str):
                return aims
            return "split" if any(option.key == "split" for option in ask.options) else next(iter(aims.values()))
        if ask.about == "weapon target":
            named = {} if isinstance(aims, str) else aims
            return next((target for weapon, target in named.items() if f": {weapon} at" in ask.text), "none")
        return None

    return choose


def answered(procedure: Procedure[Any], choose: Choose, face: int | None = None) -> Procedure[Any]:
    """A procedure whose questions a function answers (None: passed on), and all of whose dice show ``face`` when it is given."""
    value: Any = None
    while True:
        try:
            request = procedure.send(value)
        except StopIteration as done:
            return done.value
        key = choose(request) if isinstance(request, Ask) else None
        if key is not None and isinstance(request, Ask):
            request.check(key)
            value = key
        elif face is not None and isinstance(request, Roll):
            value = (face,) * request.count
        else:
            value = yield request


def fire(
    state: State,
    aims: str | Mapping[str, str],
    faces: Sequence[int] = (),
    unit: str = "A1",
    *,
    face: int | None = None,
    answers: Sequence[str] = (),
    reactions: Sequence[Any] | None = (),
    losses: Sequence[str] = (),
    **more: Any,
) -> Driven:
    """A unit shoots, with scripted dice or all dice showing ``face``; ``more`` goes to `shoot`."""
    procedure = answered(shoot(state, state.units[unit], **more), at(aims), face)
    return drive(state, procedure, answers, faces, reactions, losses=losses)


def questions(state: State, unit: str = "A1") -> dict[str, Ask]:
    """What a unit is asked when it splits its fire: by weapon, and "" for the first question. It holds all weapons back."""
    asked: dict[str, Ask] = {}

    def choose(ask: Ask) -> str | None:
        if ask.about == "target":
            asked[""] = ask
            return "split"
        asked[ask.text.partition(": ")[2].partition(" at which")[0]] = ask
        return "none"

    drive(state, answered(shoot(state, state.units[unit]), choose))
    return asked


def keys(ask: Ask) -> list[str]:
    """The listed answers of a question."""
    return [option.key for option in ask.options]


def rolls(done: Driven, purpose: str) -> list[tuple[int, ...]]:
    """The faces of the rolls for a purpose, in order."""
    return [event.faces for event in done.all(Threw) if event.purpose == purpose]


def losses(done: Driven) -> list[tuple[str, str]]:
    """What was lost, in order: the model, and what it was lost to."""
    return [(event.model, event.source) for event in done.events if isinstance(event, Hurt | Destroyed)]


def numbers(done: Driven, weapon: str) -> str:
    """What the log says of a weapon's numbers."""
    return next(event.text for event in done.all(Said) if f"x {weapon} at" in event.text)

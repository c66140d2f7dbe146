"""Shooting in tests: units set at exact distances, weapons aimed by name, and what came of it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.games.w40k10.battle.kit import Driven, drive, put, state_of
from warbench.battle.requests import Ask, Procedure
from warbench.games.w40k10.battle.events import Destroyed, Hurt, Said, Threw
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.shooting import shoot
from warbench.games.w40k10.battle.state import Options, State
from warbench.table.lattice import INCH, Place

HLF = "Hekaton Land Fortress"
RAIL = ("heavy magna-rail cannon", "MATR autocannon", "twin bolt cannon", "twin bolt cannon", "armoured wheels")
BEAMER = ("SP heavy conversion beamer", "MATR autocannon", "twin ion beamer", "twin ion beamer", "armoured wheels")
X, Y = 3000, 20 * INCH
"""Where the shooter stands; it looks along x."""


def fortress(main: str = "cyclic ion cannon", sponson: str = "twin bolt cannon", scan: str = "pan spectral scanner") -> UnitSpec:
    """A Hekaton Land Fortress with these weapons."""
    items = {main: 1, "MATR autocannon": 1, sponson: 2, "armoured wheels": 1, scan: 1}
    return UnitSpec(datasheet=HLF, items=(items,))


def squads(*sizes: int) -> list[UnitSpec]:
    """Intercessor Squads of so many models; the sizes that they cannot have are brought about by `stand`."""
    return [UnitSpec(datasheet="Intercessor Squad", name=f"squad {number}", models=5 if size <= 5 else 10) for number, size in enumerate(sizes, 1)]


def shooting(ours: Sequence[UnitSpec | str], theirs: Sequence[UnitSpec | str] = ("Intercessor Squad",), **more: Any) -> State:
    """A battle in the Shooting phase of player 0; his first unit stands at X, Y, everybody has made a Normal move."""
    state = state_of(ours, theirs, **more)
    state.core.phase, state.core.step = "shooting", ""
    first = state.units["A1"]
    put(state, "A1", [Place(X, Y + 400 * index) for index in range(len(first.models))])
    for unit in state.units.values():
        unit.moved = "normal" if state.player(unit.id) == 0 else ""
    return state


def stand(state: State, unit: str, away: float, models: int = 0, *, y: int = 0) -> None:
    """Put a unit so that its first model is exactly so many inches from the first model of A1, to its right; others beyond."""
    here = state.kind(state.units["A1"].models[0].id).base
    there = state.kind(state.units[unit].models[0].id).base
    reach = sum(max((corner[0] for corner in base.corners), default=base.diameter // 2) for base in (here, there))
    x = X + reach + round(away * INCH)
    count = models or len(state.units[unit].models)
    put(state, unit, [Place(x + 500 * index, Y + y) for index in range(count)])


def aimed(aims: str | Mapping[str, str]) -> Callable[[Ask], str | None]:
    """Answers what is shot at what: everything at one unit, or each weapon by its name (the others stay silent)."""

    def choose(ask: Ask) -> str | None:
        if ask.about == "target":
            return aims if isinstance(aims, str) else "split" if any(option.key == "split" for option in ask.options) else next(iter(aims.values()))
        if ask.about == "weapon target":
            return next((target for weapon, target in dict(aims).items() if f": {weapon} at" in ask.text), "none")
        return None

    return choose


def choosing(procedure: Procedure[Any], choose: Callable[[Ask], str | None]) -> Procedure[Any]:
    """A procedure whose questions are answered by a function; what it leaves (None) is passed on."""
    value: Any = None
    while True:
        try:
            request = procedure.send(value)
        except StopIteration as done:
            return done.value
        key = choose(request) if isinstance(request, Ask) else None
        if key is not None:
            request.check(key)
        value = key if key is not None else (yield request)


def fire(state: State, aims: str | Mapping[str, str], faces: Sequence[int] = (), unit: str = "A1", answers: Sequence[str] = (), **more: Any) -> Driven:
    """A unit shoots, with scripted dice; ``more`` goes to `shoot`."""
    reactions = more.pop("reactions", ())
    return drive(state, choosing(shoot(state, state.units[unit], **more), aimed(aims)), answers, faces, reactions)


def rolls(done: Driven, purpose: str) -> list[tuple[int, ...]]:
    """The faces of the rolls for a purpose, in order."""
    return [event.faces for event in done.all(Threw) if event.purpose == purpose]


def losses(done: Driven) -> list[tuple[str, str]]:
    """What was lost, in order: the model, and the rule that it was lost by."""
    return [(event.model, event.rule) for event in done.events if isinstance(event, Hurt | Destroyed)]


def numbers(done: Driven, weapon: str) -> str:
    """What the log says of a weapon's numbers."""
    return next(event.text for event in done.all(Said) if f"x {weapon} at" in event.text)


OPTIONS = Options

"""Small procedures that every phase uses: rolling dice, asking for a unit, spending Command points, ending steps."""

from collections.abc import Iterable

from warbench.battle.requests import Option, Procedure, Roll
from warbench.games.w40k10.battle.events import Points
from warbench.games.w40k10.battle.state import State, Unit


def place_of(state: State, unit: str = "") -> str:
    """Where in the battle a roll is made: it keys the roll's stream."""
    core = state.core
    return f"{core.round}.{core.turn}.{core.phase}.{core.step}.{unit}"


def roll(state: State, player: int, purpose: str, count: int, unit: str = "") -> Procedure[tuple[int, ...]]:
    """Roll dice; what they meant is for the caller to log (``rolled``)."""
    faces: tuple[int, ...] = yield Roll(player, purpose, count, place_of(state, unit))
    return faces


def unit_options(state: State, units: Iterable[Unit]) -> list[Option]:
    """Units to choose from."""
    return [Option(unit.id, name_of(state, unit.id)) for unit in units]


def name_of(state: State, unit: str) -> str:
    """What a unit is called in questions and the log: its name and id."""
    return f"{state.entry(unit).name} ({unit})"


def gain(  # noqa: PLR0913 -- who, what and why
    state: State, player: int, amount: int, why: str, *, extra: bool = False, exempt: bool = False
) -> Procedure[int]:
    """Give a player Command points; beside those of Command phases at most one a battle round (C2). How many he got."""
    if extra and not exempt:
        amount = min(amount, 1 - state.core.sides[player].extra)
    if amount > 0:
        yield Points(player=player, what="cp", by=amount, why=why, extra=extra and not exempt)
    return max(amount, 0)


def score(player: int, amount: int, why: str) -> Procedure[None]:
    """Give a player Victory points."""
    if amount:
        yield Points(player=player, what="vp", by=amount, why=why)

"""Small procedures that every phase uses: rolling dice, asking for a unit, names for the log."""

from collections.abc import Iterable
from functools import lru_cache

from warbench.battle.requests import Option, Procedure, Roll
from warbench.games.heresy3.battle.state import State, Unit
from warbench.games.heresy3.rulings import RULINGS


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


def ruling(state: State, name: str) -> str:
    """The reading of a ruling that holds in this battle."""
    return readings(state)[name]


def readings(state: State) -> dict[str, str]:
    """The reading of every ruling that holds in this battle."""
    chosen = state.options.rulings
    return _settled(tuple(sorted(chosen.items())) if chosen else ())


@lru_cache(maxsize=64)
def _settled(chosen: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return RULINGS.settle(dict(chosen))

"""The readings of rulings that hold in a battle."""

from functools import lru_cache

from warbench.games.heresy3.battle.state import State
from warbench.games.heresy3.rulings import RULINGS


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

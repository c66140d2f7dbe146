"""Gaining Command points and scoring Victory points."""

from warbench.battle.requests import Procedure
from warbench.games.w40k10.battle.events import Points
from warbench.games.w40k10.battle.state import State


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

"""Wounds and Hull Points that a model loses; at 0 it stays where it is until it is removed."""

from warbench.battle.requests import Procedure
from warbench.games.heresy3.battle.events import Hurt
from warbench.games.heresy3.battle.state import State


def hurt(  # noqa: PLR0913 -- who, what and why
    state: State, model: str, wounds: int, *, by: str = "", source: str = "", rule: str = ""
) -> Procedure[bool]:
    """Take Wounds or Hull Points off a model, never below 0 (H-044); whether it is now at 0 and waits to be removed."""
    found = state.model(model)
    points = min(wounds, found.wounds)
    if points > 0:
        yield Hurt(model=model, wounds=points, by=by, source=source, rule=rule)
    return found.wounds <= 0

"""Where the rules about army lists come from: none is bundled, a source lends them, such as what the user imported."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from warbench.games.w40k10.battle.army_rules.rules import ArmyRules

Source = Callable[[], "ArmyRules"]
"""Gives the rules; asked once."""


class _Lender:
    """Keeps the rules of the registered source, read when they are first asked for."""

    def __init__(self) -> None:
        self.source: Source | None = None
        self.read: ArmyRules | None = None


_LENDER = _Lender()


def register_rules(source: Source | None) -> None:
    """Take the rules of ``source``, in place of the one before; None takes it away."""
    _LENDER.source, _LENDER.read = source, None


def army_rules() -> "ArmyRules":
    """The rules of the registered source; none where nothing is registered."""
    if _LENDER.read is None:
        # Commands that look at no army list do not load what rules are made of.
        from warbench.games.w40k10.battle.army_rules.rules import NOTHING  # noqa: PLC0415 -- as said

        _LENDER.read = _LENDER.source() if _LENDER.source is not None else NOTHING
    return _LENDER.read

"""One change of one thing of a Warhammer 40,000 unit."""

from collections.abc import Callable
from typing import Any

import msgspec

from warbench.games.w40k10.battle.roster import UnitSpec


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """The fields that a change sets, what it says (empty: as it is), what it costs (its points come on top).

    ``parts`` makes of the unit those that stand for it, where a leader leaves it.
    """

    sets: dict[str, Any] = {}
    says: str = ""
    cost: int = 0
    parts: Callable[[UnitSpec], tuple[UnitSpec, ...]] | None = None

"""Auras: what an ability does to units around its bearers, whom it reaches and how far."""

from collections.abc import Container
from typing import Literal

import msgspec

from warbench.rules.effects import Effect


class Aura(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What units within ``reach`` inches have by an ability.

    ``effects`` are told from the unit that has them: the ``attacker`` side is its attacks, the ``defender`` side what is done to
    it and what it does otherwise. ``over`` says whose units are reached; with ``bearers`` it is the bearers' own unit that has
    them, while another unit of friends is within reach. ``needs`` are groups of keywords (lower case): a unit has all words of
    one of them, or there is no group; it has none of ``but_not``. ``wholly``: all of it is within. ``measured`` says from which
    models: those that bear the ability or all of their unit; ``borne_by`` names the kind of model that bears it where a unit has
    several.
    """

    effects: tuple[Effect, ...]
    reach: int
    over: Literal["friends", "enemies", "bearers"] = "friends"
    needs: tuple[tuple[str, ...], ...] = ()
    but_not: tuple[str, ...] = ()
    wholly: bool = False
    measured: Literal["bearers", "unit"] = "bearers"
    borne_by: str = ""

    def is_for(self, keywords: Container[str]) -> bool:
        """Whether a unit with these keywords is one that it reaches, when it is near enough."""
        if any(word in keywords for word in self.but_not):
            return False
        return not self.needs or any(all(word in keywords for word in group) for group in self.needs)

"""AIRCRAFT, and the Hover mode in which they are none: what a unit is that was declared to hover before the battle."""

from typing import Protocol, TypeVar

import msgspec

from warbench.games.w40k10.battle.kinds import Kind
from warbench.table.lattice import INCH

AIRCRAFT = "aircraft"
"""The keyword of models that begin in Reserves and move straight ahead; who hovers loses it."""

HOVER = "hover"
"""The core ability by which a model may be declared to hover."""

_MOVEMENT = 20 * INCH


class Craft(Protocol):
    """A unit on a roster: its keywords, kinds of model and abilities."""

    @property
    def keywords(self) -> frozenset[str]:
        """All keywords of its models."""
        ...

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Its kinds of model."""
        ...

    def all_have(self, which: str) -> bool:
        """Whether all its models have an ability, by its id."""
        ...


C = TypeVar("C", bound=Craft)


def may_hover(entry: Craft) -> bool:
    """Whether a unit may be declared to hover: an AIRCRAFT whose models all have the ability."""
    return AIRCRAFT in entry.keywords and entry.all_have(HOVER)


def hovering(entry: C) -> C:
    """A unit on a roster as it is when it hovers: its models move 20 inches and are no AIRCRAFT."""
    kinds = tuple(msgspec.structs.replace(kind, movement=_MOVEMENT, keywords=kind.keywords - {AIRCRAFT}) for kind in entry.kinds)
    changed: C = msgspec.structs.replace(entry, kinds=kinds, keywords=entry.keywords - {AIRCRAFT})  # type: ignore[type-var]  # entries are structs
    return changed

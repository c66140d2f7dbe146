"""What a move allows, and the verdicts on moves: values alone."""

import msgspec

from warbench.table.coherency import Coherency
from warbench.table.errors import TableError
from warbench.table.lattice import FAR, Place

Path = tuple[Place, ...]
"""The way of a model: where it stands, then each place that it moves to in a straight line. It turns before it sets out."""


class MovePermit(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a model may do on its way. Lengths in lattice units, turns in degrees.

    ``limit``: how long the way may be. ``zone`` and ``zone_height``: how near to an enemy counts as in its zone, across and
    up or down; None: there is no zone. ``step``: terrain up to this height, and a rise up to it, is as good as flat.
    ``pivot_cost``: added once when the model turns by more than ``free_turn`` in all. ``count_turns``: a turn also counts with
    the way of the corner that it moves furthest. ``fly``: the way is measured through the air and crosses everything but zones.
    ``keywords``: whose walls it passes through and on whose floors it may stand.
    """

    limit: int
    zone: int | None = None
    zone_height: int = 0
    over_friends: bool = True
    over_large: bool = True
    through_enemies: bool = False
    through_zones: bool = False
    end_in_zones: bool = False
    over_terrain: bool = False
    fly: bool = False
    climb: bool = True
    step: int = 0
    pivot_cost: int = 0
    free_turn: int = 0
    count_turns: bool = False
    keywords: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse lengths below zero."""
        lengths = (self.limit, self.zone or 0, self.zone_height, self.step, self.pivot_cost, self.free_turn)
        if not all(0 <= length <= FAR for length in lengths):
            raise TableError("bad-permit", "the lengths of a permit are at least 0")


class MoveVerdict(msgspec.Struct, frozen=True):
    """Whether a model may move so. ``code`` is ``ok`` or why not, ``sentence`` says it, and names what is in the way.

    ``length`` in lattice units, with climbs, pivot and slow terrain; ``crossed`` are the enemies that it moved over.
    """

    ok: bool
    code: str
    sentence: str
    length: int
    crossed: tuple[str, ...] = ()


class UnitRule(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a unit's move must fulfil as a whole.

    ``coherency``: at its end. ``engage``: groups of names; of each, one model must end up in the zone of one of the unit's
    models. ``closer``: each model that moves ends nearer to the nearest target. ``contact``: each model that can end in base
    contact with a target does (by the bounded search of `contact.can_touch`).
    """

    permit: MovePermit
    coherency: Coherency | None = None
    engage: tuple[tuple[str, ...], ...] = ()
    closer: bool = False
    contact: bool = False


class UnitVerdict(msgspec.Struct, frozen=True):
    """Whether a unit may move or stand so, and the verdict on each model as far as they were looked at, in the unit's order."""

    ok: bool
    code: str
    sentence: str
    moves: tuple[MoveVerdict, ...] = ()

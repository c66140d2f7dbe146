"""Coherency: whether a unit stands together, which of its models break it, and the fewest to remove until it holds."""

from collections.abc import Sequence
from itertools import combinations

import msgspec

from warbench.table.errors import TableError
from warbench.table.measure import Standing, engaged

SEARCH_LIMIT = 20_000
"""`removals` looks at most at this many sets of models before it settles for a good answer that may not be the best."""


class Coherency(msgspec.Struct, frozen=True):
    """Each model stands within two limits (lattice units) of a number of others of its unit.

    ``others`` holds pairs (unit size, number of others): the last pair whose size is not above the unit's counts, and a unit of
    n models never needs more than n - 1. With ``connected`` the unit must also be one group, linked by those limits.
    """

    horizontal: int
    vertical: int
    others: tuple[tuple[int, int], ...] = ((2, 1),)
    connected: bool = False

    def __post_init__(self) -> None:
        """Refuse limits below zero and sizes out of order."""
        sizes = [size for size, _ in self.others]
        if self.horizontal < 0 or self.vertical < 0 or sizes != sorted(set(sizes)):
            raise TableError("bad-coherency", "coherency needs limits of at least 0 and unit sizes in rising order")

    def needed(self, size: int) -> int:
        """How many others each model of a unit of this size must be near."""
        least = 0
        for from_size, number in self.others:
            if size >= from_size:
                least = number
        return min(least, max(0, size - 1))


def links(models: Sequence[Standing], rule: Coherency) -> list[int]:
    """For each model the others near it, as a bit mask over their indices."""
    masks = [0] * len(models)
    horizontal, vertical = rule.horizontal, rule.vertical
    if all(model.base.diameter for model in models):
        return _round_links(models, masks, rule)
    for i, one in enumerate(models):
        for j in range(i):
            if engaged(one, models[j], horizontal, vertical):
                masks[i] |= 1 << j
                masks[j] |= 1 << i
    return masks


def _round_links(models: Sequence[Standing], masks: list[int], rule: Coherency) -> list[int]:
    """The same for round bases, whose bodies have no height unless they say so: the comparison of `measure.engaged` at once."""
    reach, vertical = 2 * rule.horizontal, rule.vertical
    rows = [(it.place.x, it.place.y, it.place.z, it.place.z + it.base.body, it.base.diameter + reach) for it in models]
    for i, (x, y, low, high, size) in enumerate(rows):
        for j in range(i):
            x2, y2, low2, high2, size2 = rows[j]
            most = size + size2 - reach
            if 4 * ((x - x2) ** 2 + (y - y2) ** 2) <= most * most and low2 - high <= vertical and low - high2 <= vertical:
                masks[i] |= 1 << j
                masks[j] |= 1 << i
    return masks


def _group(masks: Sequence[int], start: int, kept: int) -> int:
    """The models of ``kept`` that are linked with ``start``, itself included."""
    group, fresh = 0, 1 << start
    while fresh:
        group |= fresh
        reached = 0
        while fresh:
            low = fresh & -fresh
            reached |= masks[low.bit_length() - 1]
            fresh ^= low
        fresh = reached & kept & ~group
    return group


def _groups(masks: Sequence[int], kept: int) -> list[int]:
    groups = []
    while kept:
        group = _group(masks, (kept & -kept).bit_length() - 1, kept)
        groups.append(group)
        kept &= ~group
    return groups


def _faults(masks: Sequence[int], kept: int, rule: Coherency) -> int:
    """The models of ``kept`` that break the rule, as a bit mask."""
    need = rule.needed(kept.bit_count())
    faults = 0
    for index in range(len(masks)):
        bit = 1 << index
        if kept & bit and (masks[index] & kept).bit_count() < need:
            faults |= bit
    if rule.connected and not faults:
        groups = _groups(masks, kept)
        if len(groups) > 1:
            largest = max(groups, key=lambda group: (group.bit_count(), -(group & -group)))
            faults = kept & ~largest
    return faults


def _names(models: Sequence[Standing], mask: int) -> tuple[str, ...]:
    return tuple(model.name for index, model in enumerate(models) if mask >> index & 1)


def out_of_coherency(models: Sequence[Standing], rule: Coherency) -> tuple[str, ...]:
    """The names of the models that break coherency, in the unit's order; empty if it holds.

    Where every model has its neighbours but the unit is not connected, they are those outside the largest group.
    """
    return _names(models, _faults(links(models, rule), (1 << len(models)) - 1, rule))


def is_coherent(models: Sequence[Standing], rule: Coherency) -> bool:
    """Whether a unit is in coherency."""
    return not _faults(links(models, rule), (1 << len(models)) - 1, rule)


def removals(models: Sequence[Standing], rule: Coherency) -> tuple[str, ...]:
    """The fewest models to remove until the rest is in coherency, in the unit's order; of equally few the first in that order.

    Past `SEARCH_LIMIT` sets it removes, one at a time, the model with the fewest neighbours among those at fault.
    """
    masks = links(models, rule)
    everyone = (1 << len(models)) - 1
    looked = 0
    for count in range(len(models) + 1):
        for gone in combinations(range(len(models)), count):
            mask = sum(1 << index for index in gone)
            if not _faults(masks, everyone & ~mask, rule):
                return _names(models, mask)
            looked += 1
        if looked > SEARCH_LIMIT:
            break
    return _names(models, everyone & ~_greedy(masks, everyone, rule))


def _greedy(masks: Sequence[int], kept: int, rule: Coherency) -> int:
    """What remains after removing one model at fault after another."""
    while faults := _faults(masks, kept, rule):
        indices = [index for index in range(len(masks)) if faults >> index & 1]
        worst = min(indices, key=lambda index: ((masks[index] & kept).bit_count(), index))
        kept &= ~(1 << worst)
    return kept

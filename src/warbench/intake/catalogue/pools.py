"""Wargear as a catalogue has it: a tree of entries and groups with their bounds, read as pools of which a bearer picks.

A group whose bounds bind nothing beyond its members' own is no choice: its members are pools by themselves. Of any other group
the members are the picks of one pool, those of groups within it too. So every choice stands alone, and no way to combine them is
listed.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

import msgspec

from warbench.intake.catalogue.armoury import PRICE, Kit, items
from warbench.intake.catalogue.build import fill, least
from warbench.intake.catalogue.evaluate import bounds, is_hidden
from warbench.intake.catalogue.resolved import Reader, Resolved
from warbench.intake.catalogue.selected import Selected

MOST_KITS = 40
"""An entry that can be had in more ways is one kit, as it comes; what can be chosen within it stands beside it as pools."""

_MOST_PICKS = 12
_MOST_OF_ONE = 100
_MOST_PRICE = 100_000

ItemsOf = Callable[[Selected], Kit]
"""What an entry itself gives its bearer, without what is selected under it."""


class TooManyKits(ValueError):  # noqa: N818 - it names what was found
    """So many ways to equip something that they are not told one by one."""


class Pick(NamedTuple):
    """One thing to pick: its items, how many of the unit may have it (0: any), and the pools of what can be chosen within it."""

    kit: Kit
    limit: int = 0
    inner: tuple["Pool", ...] = ()


class Cap(NamedTuple):
    """At most ``most`` picks are among those at these places."""

    places: tuple[int, ...]
    most: int


class Pool(msgspec.Struct, frozen=True):
    """A choice of a bearer: ``low`` to ``high`` of the picks. ``default`` are the items of each that it has at first.

    ``key`` is the identity of the catalogue's entry or group.
    """

    name: str
    key: int
    default: tuple[Kit, ...]
    low: int
    high: int
    picks: tuple[Pick, ...]
    caps: tuple[Cap, ...] = ()

    @property
    def held(self) -> Kit:
        """All that it has at first."""
        return sum(self.default, start=Counter())


class _Node(msgspec.Struct, eq=False):
    """An entry or a group where it stands: its bounds (``high`` None: as many as what is around it), what it offers or holds."""

    name: str
    key: int
    low: int
    high: int | None
    picks: list[Pick] = []
    members: list["_Node"] = []
    default: list[Kit] = []

    def capped(self, cap: int | None) -> int | None:
        """The most picks by its own bound and by what is around it; None where nothing bounds them."""
        return min((each for each in (self.high, cap) if each is not None), default=None)

    def span(self, cap: int | None) -> tuple[int, int]:
        """The fewest and the most picks; ``cap`` is the most that what is around it leaves."""
        top = self.capped(cap)
        if self.picks:
            return self.low, max(self.low, 1) if top is None else top
        spans = [member.span(top) for member in self.members]
        most = sum(high for _, high in spans)
        return max(self.low, sum(low for low, _ in spans)), most if top is None else min(top, most)


def pools(reader: Reader, at: Selected, items_of: ItemsOf) -> Iterator[Pool]:
    """Every choice of wargear under a selection of one model; what is fixed is a pool of one pick."""
    for child in reader.children(at.resolved):
        node = _node(reader, at, child, (), items_of)
        if node is not None:
            yield from _parted(node, *node.span(None), None)


def all_kits(reader: Reader, at: Selected, items_of: ItemsOf) -> list[Kit]:
    """Every set of items that one of a selection can have.

    Raises:
        TooManyKits: more than a bound.
    """
    found: list[Kit] = [Counter(items_of(at))]
    for pool in pools(reader, at, items_of):
        found = _unique([kit + more for kit in found for more in _kits_of(pool)])
        if len(found) > MOST_KITS:
            raise TooManyKits(at.resolved.name)
    return found


def carried(at: Selected, items_of: ItemsOf) -> Kit:
    """What one of a selection carries, as it is selected now."""
    kit: Kit = Counter(items_of(at))
    for child in at.children:
        share = round(child.number / at.number) if at.number else 0
        for item, count in carried(child, items_of).items():
            kit[item] = min(kit[item] + count * max(share, 1), _most(item))
    return kit


def _node(reader: Reader, at: Selected, child: Resolved, groups: tuple[Resolved, ...], items_of: ItemsOf) -> _Node | None:
    """The tree below an entry or a group; None where it is hidden, a model, or nobody gets an item by it."""
    probe = Selected(child, at, groups)
    if child.type in {"model", "unit"} or is_hidden(probe):
        return None
    limits = bounds(probe)
    made = _Node(child.name, id(child.target), least(reader, child, limits), limits.high)
    if child.is_group:
        inner = (*groups, child)
        found = (_node(reader, at, member, inner, items_of) for member in reader.children(child))
        made.members = [member for member in found if member is not None]
        return made if made.members else None
    fill(reader, probe)
    try:
        made.picks = [Pick(kit, limits.in_unit or 0) for kit in all_kits(reader, probe, items_of)]
    except TooManyKits:
        made.picks = [Pick(carried(probe, items_of), limits.in_unit or 0, tuple(pools(reader, probe, items_of)))]
    if not any(any(items(pick.kit)) or pick.inner for pick in made.picks):
        return None
    for each in at.children:
        if each.resolved is child and each.groups == groups:
            made.default += [carried(each, items_of)] * min(max(round(each.number / at.number), 1), _MOST_PICKS)
    return made


def _parted(node: _Node, low: int, high: int, cap: int | None) -> Iterator[Pool]:
    """The pools of a tree of so many picks; ``cap`` is the most that a bound of it or around it leaves, None without one."""
    if node.picks:
        yield _pool(node, low, high)
        return
    top = node.capped(cap)
    spans = [member.span(top) for member in node.members]
    least, most = sum(span[0] for span in spans), sum(span[1] for span in spans)
    # What the others cannot give a member must, what they must have it cannot.
    spans = [(max(here, low - most + there), max(here, min(there, high - least + here))) for here, there in spans]
    if sum(span[1] for span in spans) <= high and sum(span[0] for span in spans) >= low:
        for member, span in zip(node.members, spans, strict=True):
            yield from _parted(member, *span, top)
    else:
        yield _pool(node, low, high)


def _pool(node: _Node, low: int, high: int) -> Pool:
    picks: list[Pick] = []
    caps: list[Cap] = []
    default: list[Kit] = []
    _gather(node, high, picks, caps, default)
    high = min(max(high, len(default)), _MOST_PICKS)
    return Pool(node.name, node.key, tuple(default), min(low, len(default)), high, tuple(picks), tuple(caps))


def _gather(node: _Node, cap: int, picks: list[Pick], caps: list[Cap], default: list[Kit]) -> None:
    """What a tree offers, and what bounds a part of it more than the whole."""
    start = len(picks)
    default += node.default
    picks += node.picks
    top = node.span(cap)[1]
    for member in node.members:
        _gather(member, top, picks, caps, default)
    if top < cap:
        caps.append(Cap(tuple(range(start, len(picks))), top))


def _kits_of(pool: Pool) -> Iterator[Kit]:
    """Every set of items that a pool can give, what it gives at first before the others."""
    if any(pick.inner for pick in pool.picks):
        raise TooManyKits(pool.name)
    made = 1
    yield pool.held
    for count in range(pool.low, pool.high + 1):
        for chosen in combinations_with_replacement(range(len(pool.picks)), count):
            made += 1
            if made > MOST_KITS * 4:
                raise TooManyKits(pool.name)
            if all(sum(place in cap.places for place in chosen) <= cap.most for cap in pool.caps):
                yield sum((pool.picks[place].kit for place in chosen), start=Counter())


def _most(item: str) -> int:
    """No model carries more of one item; a price may be higher."""
    return _MOST_PRICE if item == PRICE else _MOST_OF_ONE


def _unique(kits: Iterable[Kit]) -> list[Kit]:
    return list({frozenset(kit.items()): kit for kit in kits}.values())

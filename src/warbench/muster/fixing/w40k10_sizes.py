"""Other sizes and kinds of models of a Warhammer 40,000 unit: the models that stay keep what they have."""

from collections.abc import Sequence
from itertools import islice

from warbench.games.w40k10.battle.equipping import equipped
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.muster.fixing import costs
from warbench.muster.fixing.w40k10_steps import Step
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.sizes import SizeError, distributions, largest, may_be, points, smallest

_MOST_TRIED = 2000
"""So many ways to make up a unit are looked at, the first ones where there are more."""

Counts = tuple[int, ...]
"""How many models there are of each line of the composition."""


def sizes_of(unit: UnitSpec, body: Datasheet, name: str) -> list[Step]:
    """The unit as it is, of other kinds of models where these are not legal, and of other sizes, the nearest first.

    The sizes are those that points are printed for, those of the ways to make it up, the smallest and the largest; all where it
    begins in a transport and cannot have the size that it has.

    Args:
        unit: the unit in the list.
        body: its datasheet.
        name: what it is called.
    """
    size = unit.models if unit.models is not None else smallest(body)
    have = _counts(unit, body, size)
    steps = [Step()]
    if unit.kinds and (have is None or not may_be(body, have)):
        steps += _of_kinds(unit, body, name, size, have)
    for count in _sizes(body, size, fitting=bool(unit.inside) and not _ways(body, size)):
        ways = _ways(body, count)
        if count == size or not ways:
            continue
        verb = "shrink" if count < size else "grow"
        sets = _made(unit, body, have, _nearest(ways, have))
        says = f"{verb} {name} from {size} to {count} models"
        steps.append(Step(sets=sets, says=says, cost=costs.RESIZE + abs(count - size)))
    return steps


def nearest_size(unit: UnitSpec, body: Datasheet) -> int | None:
    """The size of a unit, or of the nearest that it may have; None for the usual one."""
    size = unit.models
    if size is None or _ways(body, size):
        return size
    return next((count for count in _sizes(body, size) if _ways(body, count)), size)


def _sizes(body: Datasheet, size: int, *, fitting: bool = False) -> list[int]:
    """The sizes that are looked at, the nearest to a size first; with ``fitting`` any."""
    low, high = smallest(body), largest(body)
    wanted = {low, high, *(row.models for row in body.points), *map(sum, body.makeups)}
    wanted |= set(range(low, high)) if fitting else set()
    return sorted((each for each in wanted if low <= each <= high), key=lambda each: (abs(each - size), each))


def _of_kinds(unit: UnitSpec, body: Datasheet, name: str, size: int, have: Counts | None) -> list[Step]:
    """The nearest legal kinds of models of the same size; none where there are none."""
    ways = _ways(body, size)
    if not ways:
        return []
    way = _nearest(ways, have)
    other = max(1, _come(have, way)) if have is not None else 1
    told = " and ".join(f"{count} {line.model}" for count, line in zip(way, body.composition, strict=True) if count)
    return [Step(sets=_made(unit, body, have, way), says=f"{name} is {told}", cost=costs.EXCHANGE * other)]


def _ways(body: Datasheet, size: int) -> list[Counts]:
    """The ways to make up a unit of that size; none where it has no price."""
    try:
        points(body, size)
        return list(islice(distributions(body, size), _MOST_TRIED))
    except SizeError:
        return []


def _counts(unit: UnitSpec, body: Datasheet, size: int) -> Counts | None:
    """How many models of each line the unit has; None where the list does not say it and the size cannot be."""
    if unit.kinds:
        told = {kind.casefold(): count for kind, count in unit.kinds.items()}
        lines = [line.model.casefold() for line in body.composition]
        return tuple(told.get(line, 0) for line in lines) if set(told) <= set(lines) else None
    try:
        return next(distributions(body, size))
    except SizeError:
        return None


def _nearest(ways: Sequence[Counts], have: Counts | None) -> Counts:
    """The way with the fewest models that go or come; the first of equals."""
    if have is None:
        return ways[0]
    return min(ways, key=lambda way: sum(abs(new - old) for new, old in zip(way, have, strict=True)))


def _come(have: Counts, way: Counts) -> int:
    """How many models of a way are not there yet."""
    return sum(max(0, new - old) for new, old in zip(way, have, strict=True))


def _made(unit: UnitSpec, body: Datasheet, have: Counts | None, way: Counts) -> dict[str, object]:
    """The fields of the unit with those models: each of them that was there keeps its items, new ones have the usual."""
    size = sum(way)
    usual = next(distributions(body, size))
    kinds = {line.model: count for line, count in zip(body.composition, way, strict=True) if count} if way != usual else {}
    sets: dict[str, object] = {"models": size, "kinds": kinds}
    if not unit.items:
        return sets
    if have is None or sum(have) != len(unit.items):
        # Nobody knows whose items these are: they go to the models in their order.
        return sets | {"items": unit.items[:size]}
    items = [worn for _, worn in equipped(body, size, kinds, (), "items")]
    taken, begin = 0, 0
    for old, new in zip(have, way, strict=True):
        kept = min(old, new)
        items[begin : begin + kept] = unit.items[taken : taken + kept]
        taken, begin = taken + old, begin + new
    return sets | {"items": tuple(items)}

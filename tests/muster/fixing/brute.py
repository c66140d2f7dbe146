"""The smallest change by trying every one: a second opinion on what the solver proposes, for armies of a few units.

What a change costs is worked out from the two armies alone, by the table of docs/muster.md.
"""

import heapq
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from warbench.battle.requests import Refusal
from warbench.games.heresy3.armies import spec as heresy_spec
from warbench.games.heresy3.armies.checking import check_army
from warbench.games.heresy3.armies.enlisting import enlist
from warbench.games.w40k10.battle.roster import ArmySpec, Entry, UnitSpec
from warbench.muster.w40k10.checking import army_faults, entry_alone

replace = msgspec.structs.replace
MOST_TRIED = 4000


class Choice(NamedTuple):
    """What a unit could be instead, and what that costs."""

    cost: int
    units: tuple[Any, ...]


def cheaper_w40k10(spec: ArmySpec, size: str, below: int) -> tuple[int, ArmySpec] | None:
    """A legal army that is nearer to a list than a change of that size, and the size of that change; None for none."""
    every = [sorted(_choices_w40k10(spec, unit, below), key=lambda each: each.cost) for unit in spec.units]
    return _search(every, below, lambda units: replace(spec, units=units), lambda built: not army_faults(built, size))


def cheaper_heresy(spec: heresy_spec.ArmySpec, below: int) -> tuple[int, heresy_spec.ArmySpec] | None:
    """The same for an army of The Horus Heresy; its units stay in their detachments."""
    places = [place for place, each in enumerate(spec.detachments) for _ in each.units]
    every = [
        sorted(_choices_heresy(spec, place, unit, below), key=lambda each: each.cost)
        for place, unit in zip(places, spec.units, strict=True)
    ]

    def build(units: tuple[Any, ...]) -> heresy_spec.ArmySpec:
        made = (
            replace(each, units=tuple(unit for where, unit in units if where == place))
            for place, each in enumerate(spec.detachments)
        )
        return replace(spec, detachments=tuple(made))

    return _search(every, below, build, lambda built: not check_army(built))


def _search(
    every: Sequence[Sequence[Choice]], below: int, build: Callable[[tuple[Any, ...]], Any], is_legal: Callable[[Any], bool]
) -> tuple[int, Any] | None:
    """The cheapest legal choice of one thing for each unit that costs less than that."""
    start = (0,) * len(every)
    waiting = [(sum(each[0].cost for each in every), start)]
    seen = {start}
    tried = 0
    while waiting:
        cost, places = heapq.heappop(waiting)
        if cost >= below:
            return None
        tried += 1
        assert tried <= MOST_TRIED, "too many changes to try them all: take a smaller army"
        built = build(tuple(unit for found, place in zip(every, places, strict=True) for unit in found[place].units))
        if is_legal(built):
            return cost, built
        for which, found in enumerate(every):
            place = places[which] + 1
            after = (*places[:which], place, *places[which + 1 :])
            if place < len(found) and after not in seen:
                seen.add(after)
                heapq.heappush(waiting, (cost + found[place].cost - found[place - 1].cost, after))
    return None


def _choices_w40k10(spec: ArmySpec, unit: UnitSpec, below: int) -> Iterator[Choice]:
    before = _before(spec, unit)
    names = [name for each in spec.units if isinstance(one := entry_alone(spec, each), Entry) for name in [one.name]]
    yield Choice(40 + before, ())
    sizes = [(0, unit)] + [
        (10 + abs(size - _size_w40k10(unit)), replace(unit, models=size, kinds={}, items=unit.items[:size]))
        for size in range(1, 31)
        if 10 + abs(size - _size_w40k10(unit)) < below and size != _size_w40k10(unit)
    ]
    for extra, sized in sizes:
        for more, placed in _placed_w40k10(sized, names):
            for further, units in _led(placed):
                cost = extra + more + further
                after = [entry_alone(spec, each) for each in units]
                if cost >= below or any(isinstance(each, Refusal) for each in after):
                    continue
                worth = sum(each.points for each in after if isinstance(each, Entry))
                yield Choice(cost + (abs(worth - before) if before else 0), units)


def _before(spec: ArmySpec, unit: UnitSpec) -> int:
    """What a unit costs; one that cannot be as it is: at the nearest size, its leader and its Enhancement by themselves."""
    made = entry_alone(spec, unit)
    if isinstance(made, Entry):
        return made.points
    body = replace(unit, leader="", leader_items={}, enhancement="", items=(), kinds={})
    sizes = sorted(range(1, 31), key=lambda size: (abs(size - _size_w40k10(unit)), size)) if unit.models is not None else [None]
    found = (entry_alone(spec, replace(body, models=size)) for size in sizes)
    worth = next((each.points for each in found if isinstance(each, Entry)), 0)
    lord = entry_alone(spec, UnitSpec(datasheet=unit.leader)) if unit.leader else None
    worth += lord.points if isinstance(lord, Entry) else 0
    gifts = (each.points for each in spec.enhancements if each.name == unit.enhancement)
    return worth + sum(gifts) if worth else 0


def _size_w40k10(unit: UnitSpec) -> int:
    return unit.models if unit.models is not None else 5


def _placed_w40k10(unit: UnitSpec, names: Sequence[str]) -> Iterator[tuple[int, UnitSpec]]:
    rides = [(0, unit)]
    if unit.inside:
        rides += [(4, replace(unit, inside=""))]
        rides += [(3, replace(unit, inside=name)) for name in names if name not in {unit.inside, unit.name}]
    for ride, one in rides:
        waits = [(0, one)]
        if one.reserve:
            waits += [(4, replace(one, reserve="")), (3, replace(one, reserve="strategic"))]
        for wait, two in waits:
            marks = [(1, replace(two, warlord=False))] if two.warlord else [(2, replace(two, warlord=True))]
            for mark, three in [(0, two), *marks]:
                gifts = [(0, three)] + ([(10, replace(three, enhancement=""))] if three.enhancement else [])
                for gift, four in gifts:
                    yield ride + wait + mark + gift, four


def _led(unit: UnitSpec) -> Iterator[tuple[int, tuple[UnitSpec, ...]]]:
    yield 0, (unit,)
    if unit.leader and not unit.beside:
        lord = UnitSpec(
            datasheet=unit.leader,
            enhancement=unit.enhancement,
            warlord=unit.warlord,
            items=(unit.leader_items,) if unit.leader_items else (),
        )
        body = replace(unit, leader="", leader_items={}, enhancement="", warlord=False)
        yield 8, (body, lord)
        yield 20, (body,)
        yield 20, (lord,)


def _choices_heresy(spec: heresy_spec.ArmySpec, place: int, unit: heresy_spec.UnitSpec, below: int) -> Iterator[Choice]:
    before = _worth(spec, place, unit)
    yield Choice(40 + (before or 0), ())
    army = enlist(spec)
    found = army.unit(unit.name or unit.datasheet)
    now = unit.models if unit.models is not None else (len(found.models) if found is not None else 10)
    sizes = [(0, unit)] + [
        (10 + abs(size - now), replace(unit, models=size))
        for size in range(1, 31)
        if size != now and 10 + abs(size - now) < below
    ]
    rides = [
        other.name
        for other in army.units
        if other.sheet.transport is not None and not other.is_fortification and other.name not in {unit.name, unit.inside}
    ]
    for extra, sized in sizes:
        after = _worth(spec, place, sized)
        if after is None:
            continue
        change = abs(after - before) if before else 0
        for more, placed in _placed_heresy(sized, rides):
            if extra + more + change < below:
                yield Choice(extra + more + change, ((place, placed),))


def _placed_heresy(unit: heresy_spec.UnitSpec, rides: Sequence[str]) -> Iterator[tuple[int, heresy_spec.UnitSpec]]:
    for joins, one in [(0, unit), *([(4, replace(unit, joins=""))] if unit.joins else [])]:
        inside = [(0, one)]
        if one.inside:
            inside += [(4, replace(one, inside="")), *((3, replace(one, inside=name)) for name in rides)]
        for ride, two in inside:
            waits = [(0, two)]
            if two.reserve:
                waits += [(4, replace(two, reserve="")), (3, replace(two, reserve="reserve"))]
            for wait, three in waits:
                primes = [(6, replace(three, prime="", benefit=""))] if three.prime or three.benefit else []
                for prime, four in [(0, three), *primes]:
                    for lord, five in [(0, four), *([(1, replace(four, warlord=False))] if four.warlord else [])]:
                        yield joins + ride + wait + prime + lord, five


def _worth(spec: heresy_spec.ArmySpec, place: int, unit: heresy_spec.UnitSpec) -> int | None:
    """What a unit costs by itself; None where it cannot be."""
    alone = replace(spec.detachments[place], units=(replace(unit, joins="", inside=""),))
    army = enlist(replace(spec, detachments=(alone,)))
    return None if army.refusals or not army.units else army.units[0].points

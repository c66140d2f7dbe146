"""What a unit of The Horus Heresy could be instead, each with the steps that lead there and their cost."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

import msgspec

from warbench.games.heresy3.armies.checking import faults_of
from warbench.games.heresy3.armies.enlisting import enlist, sheet_for
from warbench.games.heresy3.armies.kits import kits_for
from warbench.games.heresy3.armies.outfits import outfits
from warbench.games.heresy3.armies.spec import ArmySpec, DetachmentSpec, Kit, UnitSpec
from warbench.games.heresy3.armies.units import Army, Unit
from warbench.games.heresy3.armies.upgrades import upgrades
from warbench.muster.fixing import costs
from warbench.muster.fixing.effort import Effort
from warbench.muster.fixing.wargear import Worn, exchanged, nearest_legal
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.finding import UnknownDatasheet
from warbench.sheets.sizes import SizeError, largest, smallest

_OF_ONE = frozenset({"reserve", "prime", "benefit", "unknown-role", "warlord", "join"})
"""The faults of the whole check that one unit has by itself."""


_MOST_SHAPES = 120
"""So many sizes with sets of kits of one unit are looked at, the smallest changes first: each is costed whole."""

_MOST_KITS = 40
"""So many sets of kits are left out of a unit, the smallest first; then all of them."""


class Changed(msgspec.Struct, frozen=True, kw_only=True):
    """A unit after some changes: its entry and the unit that comes of it, the detachment it stands in, the steps, their cost.

    Without an entry it is taken out.
    """

    entry: UnitSpec | None = None
    unit: Unit | None = None
    detachment: int = 0
    steps: tuple[str, ...] = ()
    cost: int = 0


class Scope(msgspec.Struct, frozen=True, kw_only=True):
    """Which changes are worth trying in an army: others would only make the search longer.

    ``others`` are the detachments that a unit may move to, by their place; ``rides`` the names of the units that it may begin in
    instead of its own.
    """

    smaller: bool = False
    others: tuple[int, ...] = ()
    rides: tuple[str, ...] = ()


class _Way(msgspec.Struct, frozen=True, kw_only=True):
    """One value of one thing: the fields that it sets, what it says (empty: as it is) and what it costs."""

    sets: dict[str, Any] = {}
    says: str = ""
    cost: int = 0
    detachment: int | None = None


_Drop = tuple[int, Kit | None, _Way]
"""What a unit may go without: the place of a kit, what is left of it, the way."""


def variants_of(spec: ArmySpec, place: int, entry: UnitSpec, scope: Scope, effort: Effort) -> Iterator[Changed]:
    """Everything that a unit could be and that is legal by itself, taken out last.

    Args:
        spec: the list.
        place: the place of the unit's detachment.
        entry: the unit as the list has it, with a name that no other unit has.
        scope: which changes are worth trying.
        effort: how much is tried.

    Raises:
        NoSolverError: when wargear has to be exchanged and the solver is not installed.
    """
    name = entry.name or entry.datasheet
    faction = spec.detachments[place].faction
    before = sum(unit.points for unit in alone(spec, faction, entry).units)
    try:
        sheet = sheet_for(spec, entry.datasheet)
    except UnknownDatasheet:
        sheet = None
    if sheet is not None:
        shapes = (_sizes(entry, sheet, name, scope), _kits(entry, sheet, name, scope))
        for size, kit in effort.choices(name, shapes, _MOST_SHAPES):
            base = msgspec.structs.replace(entry, **size.sets, **kit.sets)
            made = alone(spec, faction, base)
            first = [way for way in (size, kit) if way.says]
            if {fault.code for fault in made.refusals} == {"wargear"} and (fitted := legal_wargear(spec, base)) is not None:
                base, exchanges = fitted
                made = alone(spec, faction, base)
                first += [_Way(sets={"wargear": base.wargear}, says=text, cost=costs.EXCHANGE) for text in exchanges]
            if made.refusals or not made.units:
                continue
            unit = msgspec.structs.replace(made.units[0], detachment=place)
            for ways in _chosen(entry, name, place, scope):
                yield from _changed(spec, base, unit, [*first, *ways], before)
    told = f" ({before} points)" if before else ""
    yield Changed(detachment=place, steps=(f"take out {name}{told}",), cost=costs.OUT + before)


def alone(spec: ArmySpec, faction: str, entry: UnitSpec) -> Army:
    """A unit by itself, wherever it begins: an army of one."""
    single = msgspec.structs.replace(entry, joins="", inside="")
    detachment = DetachmentSpec(kind="", faction=faction, units=(single,))
    return enlist(msgspec.structs.replace(spec, detachments=(detachment,)))


def _changed(spec: ArmySpec, base: UnitSpec, made: Unit, ways: Sequence[_Way], before: int) -> Iterator[Changed]:
    """The unit after the changes, when it is legal by itself."""
    entry = base
    where = made.detachment
    for way in ways:
        entry = msgspec.structs.replace(entry, **{**way.sets, "models": base.models, "wargear": base.wargear})
        where = way.detachment if way.detachment is not None else where
    if sum(map(bool, (entry.joins, entry.inside, entry.reserve))) > 1:
        return
    fields = {field: getattr(entry, field) for field in ("reserve", "prime", "warlord", "joins", "inside")}
    unit = msgspec.structs.replace(made, benefit=entry.benefit.casefold(), detachment=where, **fields)
    lone = msgspec.structs.replace(unit, joins="", inside="")
    if any(fault.code in _OF_ONE for fault in faults_of(Army(spec=spec, units=(lone,)))):
        return
    steps = [way.says for way in ways]
    cost = sum(way.cost for way in ways)
    if before and made.points != before:
        cost += abs(made.points - before)
        # What changes the points stands first: the size, then the wargear.
        last = max(place for place, way in enumerate(ways) if {"models", "wargear"} & way.sets.keys())
        steps[last] += f" ({made.points - before:+d} points)"
    yield Changed(entry=entry, unit=unit, detachment=where, steps=tuple(steps), cost=cost)


def _sizes(entry: UnitSpec, sheet: Datasheet, name: str, scope: Scope) -> list[_Way]:
    size = entry.models if entry.models is not None else smallest(sheet)
    low, high = smallest(sheet), largest(sheet)
    # One that cannot have its size may have any, the nearest first.
    lower = range(min(size, high), low - 1, -1) if scope.smaller else ()
    every = lower if low <= size <= high else sorted(range(low, high + 1), key=lambda each: abs(each - size))
    return [
        _Way(),
        *(
            _Way(
                sets={"models": count},
                says=f"{'shrink' if count < size else 'grow'} {name} from {size} to {count} models",
                cost=costs.RESIZE + abs(count - size),
            )
            for count in every
            if count != size
        ),
    ]


def _kits(entry: UnitSpec, sheet: Datasheet, name: str, scope: Scope) -> list[_Way]:
    """The wargear as it is, and without some kits or upgrades: the fewest first."""
    drops = list(_drops(entry, sheet, name, scope))
    found = [_Way()]
    for count in range(1, len(drops) + 1):
        for picked in combinations(drops, count):
            if len(found) > _MOST_KITS:
                return [*found, _bare(entry, name)] if scope.smaller else found
            # One thing of each kit: without the kit there is no upgrade of it either.
            if len({place for place, _, _ in picked}) == count:
                found.append(_less(entry, picked))
    return found


def _drops(entry: UnitSpec, sheet: Datasheet, name: str, scope: Scope) -> Iterator[_Drop]:
    known = upgrades()
    for place, kit in enumerate(entry.wargear):
        if scope.smaller:
            says = f"{name}: {kit.model or 'its models'} without {' and '.join(kit.gives) or 'the exchange'}"
            yield place, None, _Way(says=says, cost=costs.EXCHANGE * (kit.count or 1))
        for item in kit.gives:
            if item.casefold() in known and sheet.gear(item) is None:
                less = msgspec.structs.replace(kit, gives=tuple(each for each in kit.gives if each != item))
                yield place, less, _Way(says=f"{name} goes without {item}", cost=costs.ADVANTAGE)


def _less(entry: UnitSpec, drops: Sequence[_Drop]) -> _Way:
    """The unit without some of its kits, or of what they give."""
    instead = {place: kit for place, kit, _ in drops}
    kits = (instead.get(place, kit) for place, kit in enumerate(entry.wargear))
    says = "; ".join(way.says for _, _, way in drops)
    return _Way(
        sets={"wargear": tuple(kit for kit in kits if kit is not None)}, says=says, cost=sum(way.cost for *_, way in drops)
    )


def _bare(entry: UnitSpec, name: str) -> _Way:
    cost = sum(costs.EXCHANGE * (kit.count or 1) for kit in entry.wargear)
    return _Way(sets={"wargear": ()}, says=f"{name} has its usual wargear", cost=cost)


def legal_wargear(spec: ArmySpec, entry: UnitSpec) -> tuple[UnitSpec, list[str]] | None:
    """The unit with the nearest legal wargear, and what is exchanged for it; None when there is none or none is needed.

    Raises:
        NoSolverError: when the solver is not installed.
    """
    try:
        sheet = sheet_for(spec, entry.datasheet)
        size = entry.models if entry.models is not None else smallest(sheet)
        worn, _, faults = outfits(sheet, entry, size)
    except (UnknownDatasheet, SizeError):
        return None
    if not faults:
        return None
    before: list[Worn] = [(each.kind, {item: count for item, count in each.items.items() if count > 0}) for each in worn]
    after = nearest_legal(sheet, before)
    if after is None:
        return None
    name = entry.name or entry.datasheet
    kept = [[upgrade.name for upgrade in each.upgrades] for each in worn]
    kits = kits_for(sheet, size, [items for _, items in after], kept)
    return msgspec.structs.replace(entry, wargear=kits), [f"{name}: {text}" for text in exchanged(before, after)]


def _chosen(entry: UnitSpec, name: str, place: int, scope: Scope) -> Iterator[tuple[_Way, ...]]:
    """Every choice of other changes, each of another thing, the fewest first."""
    things = [ways for ways in _others(entry, name, place, scope) if ways]
    for count in range(len(things) + 1):
        for picked in combinations(things, count):
            yield from product(*picked)


def _others(entry: UnitSpec, name: str, place: int, scope: Scope) -> list[list[_Way]]:
    """The other things of a unit that can change, each with its values."""
    elsewhere = costs.BEGIN_ELSEWHERE
    joins = _Way(sets={"joins": ""}, says=f"{name} does not join {entry.joins}", cost=elsewhere)
    inside = [
        *(
            _Way(sets={"inside": each}, says=f"{name} begins inside {each}, not {entry.inside}", cost=costs.OTHER_RIDE)
            for each in scope.rides
            if each not in {entry.inside, name}
        ),
        _Way(sets={"inside": ""}, says=f"{name} begins outside {entry.inside}", cost=elsewhere),
    ]
    field = _Way(sets={"reserve": ""}, says=f"{name} begins on the battlefield, not in reserve", cost=elsewhere)
    reserve = _Way(sets={"reserve": "reserve"}, says=f"{name} waits in Reserves", cost=costs.OTHER_RESERVE)
    sets = {"prime": "", "benefit": ""}
    prime = _Way(sets=sets, says=f"{name} goes without {entry.prime or entry.benefit}", cost=costs.ADVANTAGE)
    mark = f"{name} does not lead the army" if entry.warlord else f"{name} leads the army"
    moves = [
        _Way(says=f"{name} stands in detachment {other + 1}", cost=costs.OTHER_DETACHMENT, detachment=other)
        for other in scope.others
        if other != place
    ]
    return [
        [joins] if entry.joins else [],
        inside if entry.inside else [],
        [reserve, field] if entry.reserve and entry.reserve != "reserve" else [field] if entry.reserve else [],
        [prime] if entry.prime or entry.benefit else [],
        [_Way(sets={"warlord": False}, says=mark, cost=costs.LEAVE_WARLORD)] if entry.warlord else [],
        moves,
    ]

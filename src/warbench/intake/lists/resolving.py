"""A text list against the library: each unit's datasheet, size, points and items, and every difference in a sentence."""

from collections.abc import Callable, Iterable

import msgspec

from warbench.games.w40k10.battle.army_rules.standing import Standing, standing
from warbench.games.w40k10.battle.enhancements import key_of
from warbench.games.w40k10.battle.roster import ArmySpec
from warbench.games.w40k10.library import slug
from warbench.intake.belonging.homes import at_home
from warbench.intake.lists.army import ListedArmy, ListedUnit
from warbench.intake.lists.naming import Named, Names, nearest_item
from warbench.intake.sources import Beside
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.sizes import SizeError, points, smallest


class ResolvedUnit(msgspec.Struct, frozen=True):
    """A unit of a list with its datasheet.

    ``sheet`` is the datasheet's id, empty when there is none: then ``why`` says so and what may have been meant. ``expected`` are
    the points that the library has for the unit of that ``size`` with its enhancement, None when it cannot tell. ``notes`` say
    what differs and what was not found; ``price`` is the one among them on points that differ or cannot be told, empty when
    they agree.
    """

    listed: ListedUnit
    sheet: str = ""
    size: int = 0
    expected: int | None = None
    why: str = ""
    notes: tuple[str, ...] = ()
    price: str = ""


class ResolvedArmy(msgspec.Struct, frozen=True):
    """A list with its units' datasheets, and what is to be said about its total."""

    listed: ListedArmy
    units: tuple[ResolvedUnit, ...]
    notes: tuple[str, ...]

    @property
    def missing(self) -> tuple[ResolvedUnit, ...]:
        """The units without a datasheet."""
        return tuple(unit for unit in self.units if not unit.sheet)


def resolve(
    listed: ListedArmy,
    names: Names,
    load: Callable[[str], Datasheet],
    enhancements: Iterable[Beside] = (),
    *,
    settles: bool = False,
) -> ResolvedArmy:
    """Look every unit of a list up.

    Args:
        listed: the list as printed.
        names: all datasheets that there are.
        load: the datasheet of an id.
        enhancements: all enhancements that there are, for their points.
        settles: where the list's faction leaves several datasheets of a name, take one by :func:`_chosen` and say so.
    """
    known = list(enhancements)
    priced = {key_of(one.name): one for one in known}
    own = {slug(name) for name in listed.detachments}
    priced |= {key_of(one.name): one for one in known if slug(one.detachment) in own}
    stands = standing(ArmySpec(name="", faction=listed.faction, detachment=" and ".join(listed.detachments)))
    found = (_of_chapter(names.find(unit.name, listed.faction), load, stands) for unit in listed.units)
    pairs = zip(listed.units, found, strict=True)
    units = tuple(_unit(unit, named, load, priced, stands if settles else None) for unit, named in pairs)
    return ResolvedArmy(listed, units, tuple(_totals(listed)))


def _unit(
    listed: ListedUnit,
    named: Named,
    load: Callable[[str], Datasheet],
    enhancements: dict[str, Beside],
    stands: Standing | None,
) -> ResolvedUnit:
    notes: list[str] = []
    if named.how == "apart" and stands is not None:
        named = _chosen(listed, named, load, stands, notes)
    if not named.id:
        return ResolvedUnit(listed, why=named.why, notes=(named.why,))
    sheet = load(named.id)
    if named.how == "near":
        notes.append(f"{listed.name!r} is taken for {named.name!r}")
    if named.how == "several":
        notes.append(f"of {', '.join(named.nearest)} the first of its faction is taken: {named.id}")
    upgrade = _enhancement(listed, sheet, enhancements)
    if upgrade is not None and not listed.enhancement:
        listed = _marked(listed, upgrade.name)
    notes += _items(listed, sheet, upgrade.name if upgrade else listed.enhancement)
    size = _size(listed, sheet, notes)
    expected = _price(listed, sheet, size, upgrade, notes)
    price = notes[-1] if expected != listed.points else ""
    return ResolvedUnit(listed, sheet.id, size, expected, notes=tuple(notes), price=price)


def _chosen(listed: ListedUnit, named: Named, load: Callable[[str], Datasheet], stands: Standing, notes: list[str]) -> Named:
    """Of datasheets that the list's faction does not tell apart: the unit's own, else the only one that may be in the army.

    Else the first of its points, with a note.
    """
    sheets = [load(each) for each in named.nearest]
    home = at_home(sheets)
    if home is not None:
        return Named(named.nearest[sheets.index(home)], home.name, "name")
    allowed = [key for key, sheet in zip(named.nearest, sheets, strict=True) if stands.include(sheet) is not None]
    if len(allowed) == 1:
        return Named(allowed[0], sheets[named.nearest.index(allowed[0])].name, "name")
    told = ", ".join(named.nearest)
    printed = listed.points - (listed.enhancement_points or 0)
    for key, sheet in zip(named.nearest, sheets, strict=True):
        if _costs(sheet, _said_size(listed) or smallest(sheet)) == printed:
            notes.append(f"of {told} the first of its points is taken: {key}; for another write its id in the list")
            return Named(key, sheet.name, "name")
    return named


def _of_chapter(named: Named, load: Callable[[str], Datasheet], stands: Standing) -> Named:
    """Of several datasheets of one name that of the army's Chapter, where only one is its own."""
    if named.how != "several" or not stands.chapter:
        return named
    own = [each for each in named.nearest if stands.chapter in load(each).faction_keywords]
    return Named(own[0], named.name, "name") if len(own) == 1 else named


def _costs(sheet: Datasheet, size: int) -> int | None:
    try:
        return points(sheet, size)
    except SizeError:
        return None


def _said_size(listed: ListedUnit) -> int:
    return listed.models or sum(kind.count for kind in listed.kinds)


def _size(listed: ListedUnit, sheet: Datasheet, notes: list[str]) -> int:
    below = sum(kind.count for kind in listed.kinds)
    if listed.models and below and listed.models != below:
        notes.append(f"the list says {listed.models} models, but names {below}")
    return _said_size(listed) or smallest(sheet)


def _enhancement(listed: ListedUnit, sheet: Datasheet, known: dict[str, Beside]) -> Beside | None:
    """The unit's enhancement: the one that the list marks, else an item that is one and no wargear of the datasheet."""
    if listed.enhancement:
        return known.get(key_of(listed.enhancement))
    gear = {slug(name) for name in _gear(sheet)}
    found = (known[key_of(item.name)] for item in listed.items if key_of(item.name) in known and slug(item.name) not in gear)
    return next(found, None)


def _marked(listed: ListedUnit, name: str) -> ListedUnit:
    """The unit with an Enhancement that its list has among the items."""
    items = tuple(item for item in listed.items if key_of(item.name) != key_of(name))
    return msgspec.structs.replace(listed, enhancement=name, items=items)


def _price(listed: ListedUnit, sheet: Datasheet, size: int, upgrade: Beside | None, notes: list[str]) -> int | None:
    try:
        base = points(sheet, size)
    except SizeError as error:
        notes.append(f"points not checked: {error}")
        return None
    extra = listed.enhancement_points
    if extra is None and (listed.enhancement or upgrade):
        if upgrade is None or upgrade.cost is None:
            notes.append(f"points not checked: the library has no enhancement {listed.enhancement!r}")
            return None
        extra = upgrade.cost
    expected = base + (extra or 0)
    if expected != listed.points:
        told = f"{base} for {size} model{'' if size == 1 else 's'}" + (
            f" and {extra} for {listed.enhancement or (upgrade.name if upgrade else '')}" if extra else ""
        )
        notes.append(f"the list says {listed.points} points, the library ({sheet.version or 'bundled'}) {expected}: {told}")
    return expected


def _gear(sheet: Datasheet) -> list[str]:
    """Every item that a unit may have."""
    found = [weapon.name for weapon in sheet.weapons]
    found += [ability.item for ability in sheet.abilities if ability.item]
    found += [item for line in sheet.composition for item in line.equipped]
    choices = [choice for option in sheet.options for choice in option.choices]
    found += [part.item for choice in choices for part in (*choice.gives, *choice.takes)]
    found += [profile.name for weapon in sheet.weapons for profile in weapon.profiles if profile.name]
    return list(dict.fromkeys(found))


def _items(listed: ListedUnit, sheet: Datasheet, enhancement: str) -> list[str]:
    """A note for each item that the datasheet does not have."""
    gear = _gear(sheet)
    models = [*(model.name for model in sheet.models), sheet.name]
    # An option that was not understood still says which items there are.
    unread = " ".join(slug(option.text) for option in sheet.options)
    printed = dict.fromkeys(item.name for items in (listed.items, *(kind.items for kind in listed.kinds)) for item in items)
    notes: list[str] = []
    for name in printed:
        if slug(name) in {slug(enhancement), slug(f"{enhancement} upgrade")} or nearest_item(name, models)[0]:
            continue
        if slug(name) and slug(name) in unread:
            continue
        found, near = nearest_item(name, gear)
        if not found:
            told = f"; nearest: {', '.join(near)}" if near else ""
            notes.append(f"the datasheet has no {name!r}{told}")
    return notes


def _totals(listed: ListedArmy) -> list[str]:
    """What the totals of the list say of each other."""
    notes: list[str] = []
    # The reader of rosters tells this itself.
    if listed.total is not None and listed.total != listed.sum and listed.dialect != "roster":
        more, less = ("than its total", listed.sum - listed.total), ("of its total", listed.total - listed.sum)
        told = (
            f"{more[1]} more {more[0]}"
            if listed.sum > listed.total
            else f"{less[1]} {less[0]} are not in the units that it names"
        )
        notes.append(f"the units add up to {listed.sum} points, the list says {listed.total}: {told}")
    if listed.titled is not None and listed.titled not in {listed.sum, listed.total}:
        limit = " (its limit)" if listed.titled == listed.limit else ""
        notes.append(f"the title says {listed.titled} points{limit}, the units add up to {listed.sum}")
    notes += [f"line {number} is not understood: {text!r}" for number, text in listed.unread]
    return notes

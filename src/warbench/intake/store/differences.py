"""The same unit from two sources: points, profiles, weapons and leaders side by side, names compared loosely."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from warbench.sheets.datasheet import Datasheet, WeaponProfile
from warbench.sheets.finding import slug
from warbench.sheets.sizes import SizeError, points

NONE = "-"
KINDS = ("points", "profile", "weapon", "leads")
"""What is compared."""


class Difference(msgspec.Struct, frozen=True):
    """One thing of a unit that two sources have otherwise: its kind, the thing, and what each says (a dash: nothing)."""

    what: str
    thing: str
    first: str
    second: str


class Pair(msgspec.Struct, frozen=True):
    """A unit in two sources: its ids and name, and how they differ."""

    first: str
    second: str
    name: str
    differences: tuple[Difference, ...]


class Comparison(msgspec.Struct, frozen=True):
    """Two sources of one game: the units that both have, and the names of those that only one has."""

    first: str
    second: str
    game: str
    pairs: tuple[Pair, ...]
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]


def compare_sources(first: str, ours: Sequence[Datasheet], second: str, theirs: Sequence[Datasheet]) -> Comparison:
    """Pair the datasheets of two sources of one game by name.

    Of several with one name those of one faction are paired, of these (a chapter's own version) those of one id. Only where the
    sources have no faction of the name in common, each is paired with the one that differs least.
    """
    known: dict[str, list[Datasheet]] = {}
    for sheet in theirs:
        known.setdefault(slug(sheet.name), []).append(sheet)
    shared = {slug(sheet.name) for sheet in ours if _of_faction(sheet, known.get(slug(sheet.name), []))}
    pairs: list[Pair] = []
    for sheet in ours:
        twins = known.get(slug(sheet.name), [])
        found = [
            (twin, differences(sheet, twin)) for twin in (_of_faction(sheet, twins) if slug(sheet.name) in shared else twins)
        ]
        if found:
            twin, differing = min(found, key=lambda each: (each[0].id != sheet.id, len(each[1])))
            pairs.append(Pair(sheet.id, twin.id, sheet.name, differing))
    names = {slug(sheet.name) for sheet in ours}
    return Comparison(
        first=first,
        second=second,
        game=ours[0].game if ours else "",
        pairs=tuple(pairs),
        only_first=_names(sheet for sheet in ours if slug(sheet.name) not in known),
        only_second=_names(sheet for sheet in theirs if slug(sheet.name) not in names),
    )


def _of_faction(sheet: Datasheet, twins: Sequence[Datasheet]) -> list[Datasheet]:
    return [twin for twin in twins if slug(twin.faction) == slug(sheet.faction)]


def differences(one: Datasheet, other: Datasheet) -> tuple[Difference, ...]:
    """How two datasheets differ in points, profiles, weapons and the units that they lead; names are compared loosely.

    Of a thing that both have only the parts that differ are told.
    """
    found: list[Difference] = []
    for what, (first, second) in (
        ("points", _points(one, other)),
        ("profile", _paired(_profiles(one), _profiles(other))),
        ("weapon", (_weapons(one), _weapons(other))),
        ("leads", _leads(one, other)),
    ):
        for key in dict.fromkeys((*first, *second)):
            here, there = first.get(key), second.get(key)
            said = (_told(here, there), _told(there, here))
            if said[0] != said[1]:
                found.append(Difference(what, (here or there or _Thing("", {})).name, *said))
    return tuple(found)


class _Thing(msgspec.Struct, frozen=True):
    """A weapon's profile, a kind of model, ... as printed: its name and its parts as words."""

    name: str
    parts: Mapping[str, str]


_Things = Mapping[str, _Thing]
"""The things of a datasheet by a name that other sources should have as well."""


def _told(thing: _Thing | None, other: _Thing | None) -> str:
    """The parts of a thing that the other has not, or has otherwise."""
    if thing is None:
        return NONE
    known = other.parts if other is not None else {}
    return ", ".join(text for name, text in thing.parts.items() if known.get(name) != text) or NONE


def _names(sheets: Iterable[Datasheet]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(sheet.name for sheet in sheets))


def _loose(name: str) -> str:
    """A name without case, accents, marks, and the plural's s."""
    return " ".join(word.removesuffix("s") for word in slug(name).split("-"))


def _points(one: Datasheet, other: Datasheet) -> tuple[_Things, _Things]:
    """What each costs at every size of which either prints a price."""
    sizes = sorted({row.models for sheet in (one, other) for row in sheet.points})
    first, second = ({str(size): _Thing(_models(size), {"": _cost(sheet, size)}) for size in sizes} for sheet in (one, other))
    return first, second


def _models(size: int) -> str:
    return f"{size} model{'s' * (size != 1)}"


def _cost(sheet: Datasheet, size: int) -> str:
    try:
        return str(points(sheet, size))
    except SizeError:
        return NONE


def _profiles(sheet: Datasheet) -> _Things:
    return {_loose(model.name): _Thing(model.name, _characteristics(model.characteristics)) for model in sheet.models}


def _paired(first: _Things, second: _Things) -> tuple[_Things, _Things]:
    """Profiles that can be compared: a source may print one for all kinds of model, or call the one that is left otherwise."""
    here, there = ({tuple(thing.parts.items()) for thing in things.values()} for things in (first, second))
    if here == there:
        return {}, {}
    left = [[key for key in things if key not in others] for things, others in ((first, second), (second, first))]
    if len(left[0]) == len(left[1]) == 1:
        renamed = {(left[0][0] if key == left[1][0] else key): thing for key, thing in second.items()}
        return first, renamed
    return first, second


def _weapons(sheet: Datasheet) -> _Things:
    found: dict[str, _Thing] = {}
    for weapon in sheet.weapons:
        for profile in weapon.profiles:
            name = f"{weapon.name} ({profile.name})" if profile.name else weapon.name
            # "turret mounted lascannon", or a lascannon whose mount is the turret.
            bare = weapon.name.casefold().removeprefix(f"{weapon.mount} mounted ")
            key = f"{_loose(f'{weapon.mount} {bare} {profile.name}')} ({weapon.type})"
            found[key] = _Thing(f"{name}, {weapon.type}", _weapon(profile))
    return found


def _weapon(profile: WeaponProfile) -> dict[str, str]:
    words = sorted({slug(word).replace("-", " ") for word in (*profile.abilities, *profile.traits)})
    return {**_characteristics({"range": profile.range, **profile.characteristics}), **{word: f"[{word}]" for word in words}}


def _leads(one: Datasheet, other: Datasheet) -> tuple[_Things, _Things]:
    """Whom each can lead; the same unit in the same words, as some sources give names and others ids."""
    first, second = ({_loose(name): slug(name).replace("-", " ") for name in sorted(sheet.leads)} for sheet in (one, other))
    return {"": _Thing("units", first)}, {"": _Thing("units", {key: first.get(key, words) for key, words in second.items()})}


def _characteristics(values: Mapping[str, object]) -> dict[str, str]:
    """Characteristics as words in one order; those without a value are left out."""
    return {name: f"{name.replace('_', ' ')} {value}" for name, value in sorted(values.items()) if value is not None}

"""What a newer edition changed: datasheets that came or went, points, profiles, weapons, abilities, everything in sentences."""

from collections.abc import Iterator, Mapping

import msgspec

from warbench.sheets.datasheet import Datasheet, Weapon

_SIZES = 4

POINTS, PROFILE, WEAPON, ABILITY, KEYWORDS, OTHER = "points", "profile", "weapon", "ability", "keywords", "other"


class Change(msgspec.Struct, frozen=True):
    """One thing that changed: the datasheet's id and name, the kind of thing (points, profile, weapon, ...), the sentence."""

    id: str
    name: str
    what: str
    text: str


class Changes(msgspec.Struct, frozen=True):
    """Everything that an update did."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    unread: tuple[str, ...] = ()
    """Ids of the former edition that another version wrote: this one cannot read them, so they were not compared."""

    def __bool__(self) -> bool:
        """Whether anything changed at all."""
        return bool(self.added or self.removed or self.changes or self.unread)


def compare_editions(old: Mapping[str, Datasheet], new: Mapping[str, Datasheet]) -> Changes:
    """What is different in ``new``; both by id. A datasheet whose id changed is known by its name and faction."""
    old = _renamed(old, new)
    changes = tuple(change for key, sheet in new.items() if key in old for change in _changes(old[key], sheet))
    added = tuple(f"{sheet.name} ({sheet.faction})" for key, sheet in new.items() if key not in old)
    removed = tuple(f"{sheet.name} ({sheet.faction})" for key, sheet in old.items() if key not in new)
    return Changes(added, removed, changes)


def _renamed(old: Mapping[str, Datasheet], new: Mapping[str, Datasheet]) -> dict[str, Datasheet]:
    came: dict[tuple[str, str], list[str]] = {}
    for key, sheet in new.items():
        if key not in old:
            came.setdefault((sheet.name.casefold(), sheet.faction), []).append(key)
    found: dict[str, Datasheet] = {}
    for key, sheet in old.items():
        twins = came.get((sheet.name.casefold(), sheet.faction), [])
        found[twins.pop(0) if key not in new and twins else key] = sheet
    return found


def _changes(old: Datasheet, new: Datasheet) -> Iterator[Change]:
    def change(what: str, text: str) -> Change:
        return Change(new.id, new.name, what, text)

    if old.points != new.points:
        yield change(POINTS, f"{_points(old)} -> {_points(new)}")
    before = {model.name: model for model in old.models}
    after = {model.name: model for model in new.models}
    for name, model in after.items():
        if name in before and before[name].characteristics != model.characteristics:
            yield change(PROFILE, f"{name}: {_differences(before[name].characteristics, model.characteristics)}")
    yield from (change(PROFILE, text) for text in _came_and_went("model", before, after))
    weapons_before = {(weapon.name.casefold(), weapon.type): weapon for weapon in old.weapons}
    weapons_after = {(weapon.name.casefold(), weapon.type): weapon for weapon in new.weapons}
    for key, weapon in weapons_after.items():
        if key in weapons_before:
            yield from (change(WEAPON, text) for text in _weapon(weapons_before[key], weapon))
    named = ({f"{name} ({kind})": None for name, kind in weapons} for weapons in (weapons_before, weapons_after))
    yield from (change(WEAPON, text) for text in _came_and_went("weapon", *named))
    abilities = ({f"{each.name} {each.parameter}".rstrip(): None for each in sheet.abilities} for sheet in (old, new))
    yield from (change(ABILITY, text) for text in _came_and_went("ability", *abilities))
    words = (dict.fromkeys((*sheet.keywords, *sheet.faction_keywords)) for sheet in (old, new))
    yield from (change(KEYWORDS, text) for text in _came_and_went("keyword", *words))
    for what, one, other in (
        ("composition", old.composition, new.composition),
        ("wargear options", old.options, new.options),
        ("transport", old.transport, new.transport),
        ("damaged bracket", old.damaged, new.damaged),
        ("units that it can lead", old.leads, new.leads),
    ):
        if one != other:
            yield change(OTHER, f"{what} changed")


def _points(sheet: Datasheet) -> str:
    """The prices; of more sizes than one reads the first ones and the last."""
    told = [f"{row.points} for {row.models}" for row in sheet.points]
    if len(told) > _SIZES:
        told = [*told[: _SIZES - 2], "...", told[-1]]
    return ", ".join(told) or "none"


def _weapon(old: Weapon, new: Weapon) -> Iterator[str]:
    before = {profile.name.casefold(): profile for profile in old.profiles}
    for profile in new.profiles:
        name = f"{new.name} ({profile.name})" if profile.name else new.name
        twin = before.get(profile.name.casefold())
        if twin is None:
            yield f"{name}: a new profile"
            continue
        told = [_differences({"range": twin.range, **twin.characteristics}, {"range": profile.range, **profile.characteristics})]
        told += _came_and_went("ability", dict.fromkeys(twin.abilities), dict.fromkeys(profile.abilities))
        if any(told):
            yield f"{name}: {', '.join(text for text in told if text)}"


def _differences(old: Mapping[str, object], new: Mapping[str, object]) -> str:
    names = dict.fromkeys((*old, *new))
    told = (
        f"{name.replace('_', ' ')} {_or_dash(old.get(name))} -> {_or_dash(new.get(name))}"
        for name in names
        if old.get(name) != new.get(name)
    )
    return ", ".join(told)


def _or_dash(value: object) -> object:
    return "-" if value is None else value


def _came_and_went(what: str, old: Mapping[str, object], new: Mapping[str, object]) -> list[str]:
    known = {name.casefold() for name in old}
    kept = {name.casefold() for name in new}
    came = [f"new {what} {name}" for name in new if name.casefold() not in known]
    return [*came, *(f"no more {what} {name}" for name in old if name.casefold() not in kept)]

"""Which unit of an army, and which datasheet, somebody means by a name that he types."""

from collections.abc import Callable, Iterable, Sequence

from warbench.muster.building.orders import BuildError
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.finding import UnknownDatasheet, find, forms, slug


def place_of(option: str, text: str, units: Sequence[tuple[str, str]]) -> int:
    """The place of the unit that is meant, from 0: by ``#place``, its name, its datasheet's, or a beginning that one has only.

    Args:
        option: the option that names it, for messages.
        text: what was typed.
        units: each unit's name and its datasheet's name.

    Raises:
        BuildError: when no unit or several are meant.
    """
    if text.startswith("#") and text[1:].isdigit() and len(text) < len("#10000"):
        place = int(text[1:])
        if 0 < place <= len(units):
            return place - 1
        raise BuildError(f"--{option}: found {text}, the army has {len(units)} units: #1 is the first")
    wanted = slug(text)
    names = [slug(name) for name, _ in units]
    for keys in (names, [slug(sheet) for _, sheet in units]):
        same = [place for place, key in enumerate(keys) if key in forms(wanted)]
        if len(same) == 1:
            return same[0]
        if same:
            told = ", ".join(f"#{place + 1} {units[place][0]}" for place in same)
            raise BuildError(f"--{option}: {text!r} means several units; say which: {told}")
    if not units:
        raise BuildError(f"--{option}: found {text!r}, the army has no units yet")
    try:
        return names.index(find(text, tuple(dict.fromkeys(names)), "unit"))
    except UnknownDatasheet as error:
        raise BuildError(f"--{option}: {error}") from None


def part_of(option: str, text: str, names: Sequence[str]) -> int:
    """The place among a unit's datasheets, from 0, of the one that is meant.

    Args:
        option: the option that names it, for messages.
        text: what was typed.
        names: the names of the unit's datasheets.

    Raises:
        BuildError: when it has none of that name.
    """
    keys = [slug(name) for name in names]
    try:
        return keys.index(find(text, tuple(dict.fromkeys(keys)), "datasheet"))
    except UnknownDatasheet:
        raise BuildError(f"--{option}: found {text!r}, the unit has {', '.join(names)}") from None


def sheet_named(text: str, own: Iterable[Datasheet], load: Callable[[str], Datasheet]) -> Datasheet:
    """The datasheet of a name: of the army's faction where it has one of exactly that name, else of any.

    Args:
        text: what was typed.
        own: the datasheets of the faction, those that go before others first.
        load: any datasheet by its name.

    Raises:
        UnknownDatasheet: naming the nearest.
    """
    wanted = forms(slug(text))
    sheets = list(own)
    for form in wanted:
        for sheet in sheets:
            if form in {slug(sheet.name), sheet.id}:
                return sheet
    keys = {slug(sheet.name): sheet for sheet in reversed(sheets)}
    try:
        return keys[find(text, tuple(keys), "datasheet")] if keys else load(text)
    except UnknownDatasheet as error:
        try:
            return load(text)
        except UnknownDatasheet:
            raise error from None


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """The name itself, or with the next number that no other unit's name has; empty where the name itself is free."""
    used = set(map(slug, taken))
    if slug(wanted) not in used:
        return ""
    count = 2
    while slug(f"{wanted} {count}") in used:
        count += 1
    return f"{wanted} {count}"

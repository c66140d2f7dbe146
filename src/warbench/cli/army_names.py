"""The datasheets that an army of a file may name: bundled ones and those of the user's library, and how one is loaded."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec

from warbench.cli.errors import InputError

if TYPE_CHECKING:
    from warbench.intake.lists import ListedArmy, Names, ResolvedArmy
    from warbench.intake.sources import Beside
    from warbench.intake.store import UserLibrary
    from warbench.intake.store.precedence import Line
    from warbench.sheets.datasheet import Datasheet
    from warbench.sheets.shelf import Head


def w40k10() -> "tuple[UserLibrary, Names, Callable[[str], Datasheet]]":
    """The user's library, all datasheets by name (the bundled ones, then those of the sources in their order), and a loader."""
    from warbench.cli.data_library import library_path
    from warbench.games.w40k10 import library
    from warbench.intake.store import UserLibrary

    own = UserLibrary(library_path(), "w40k10")
    return own, _names(own, library.heads()), library.datasheet


def heresy3() -> "tuple[Names, Callable[[str], tuple[Datasheet, bool]]]":
    """All datasheets by name, and how one is loaded: with whether it is bundled."""
    from warbench.cli.data_library import library_path
    from warbench.games.heresy3 import library
    from warbench.intake.store import UserLibrary

    own = UserLibrary(library_path(), "heresy3")
    heads = library.heads()
    bundled = {head.id for head in heads}

    def load(key: str) -> "tuple[Datasheet, bool]":
        if key in bundled:
            return library.datasheet(key), True
        found = own.find(key)
        if found is None:
            raise InputError(f"{key}: is no longer in the library: warbench data update")
        return found, False

    return _names(own, heads), load


def _names(own: "UserLibrary", bundled: "Iterable[Head]") -> "Names":
    from warbench.intake.lists import Known, Names

    order = own.order.behind((head.id, head.name, head.faction) for head in bundled)
    first = {line.id for line in order.preferred}

    def known(lines: "Iterable[Line]") -> "Iterator[Known]":
        return (Known(line.id, line.name, line.faction, line.source, line.slug) for line in lines)

    return Names(known(order.preferred), known(line for line in order.lines if line.id not in first))


def resolved(listed: "ListedArmy", names: "Names", load: "Callable[[str], Datasheet]", beside: "list[Beside]") -> "ResolvedArmy":
    """The list with its units looked up. What its faction leaves open is looked up again by the faction of most of its units."""
    from warbench.intake.lists import resolve

    found = resolve(listed, names, load, beside)
    factions = Counter(load(unit.sheet).faction for unit in found.units if unit.sheet)
    if found.missing:
        again = msgspec.structs.replace(listed, faction=factions.most_common(1)[0][0] if factions else listed.faction)
        second = resolve(again, names, load, beside, settles=True)
        units = tuple(one if one.sheet else other for one, other in zip(found.units, second.units, strict=True))
        found = msgspec.structs.replace(found, units=units)
    return found


def told_sources(names: "Names", ids: Iterable[str]) -> str:
    """One line: how many units have a datasheet of which source, an empty id being the file itself; empty for no units."""
    counts = Counter(names.source_of(key) if key else "of the file itself" for key in ids)
    told = ", ".join(f"{number} {source}" for source, number in counts.most_common())
    return f"datasheets: {told}" if told else ""

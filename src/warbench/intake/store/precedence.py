"""Which datasheet is meant where several sources have it.

The sources have an order: that in which they were added, unless the user put one first. Two datasheets of one name and one
faction from two sources are the same unit, and that of the source that comes first is taken. The bundled data comes before all.
"""

from collections.abc import Iterable
from functools import cached_property

import msgspec

from warbench.sheets.finding import BUNDLED, slug


class Line(msgspec.Struct, frozen=True):
    """A datasheet in a list: its id in its source, the slug of its name, its name and faction, and the source.

    ``id`` is what leads to it: the key, or ``SOURCE:KEY`` where the key alone leads to one of a source that comes before.
    """

    key: str
    slug: str
    name: str
    faction: str
    source: str
    id: str = ""


class Order:
    """Datasheets of several sources, those of the source that comes first at the front."""

    def __init__(self, lines: Iterable[Line]) -> None:
        """Take the lines of all sources in their order."""
        found = tuple(lines)
        holder: dict[str, str] = {}
        for line in found:
            holder.setdefault(line.key, line.source)
            holder.setdefault(line.slug, line.source)
        self.lines = tuple(_named(line, holder[line.key]) for line in found)
        """All of them, with the ids that lead to them."""

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """The sources that have any, in their order."""
        return tuple(dict.fromkeys(line.source for line in self.lines))

    @cached_property
    def preferred(self) -> tuple[Line, ...]:
        """Of each name and faction those of the first source that has it (one source may have several: of several books)."""
        first: dict[tuple[str, str], str] = {}
        slugs = {faction: slug(faction) for faction in dict.fromkeys(line.faction for line in self.lines)}
        return tuple(
            line for line in self.lines if first.setdefault((line.slug, slugs[line.faction]), line.source) == line.source
        )

    def holding(self, words: str) -> list[Line]:
        """Those of all sources whose name or faction holds the words, by faction and name, then by precedence."""
        low, key = words.casefold(), slug(words)
        found = (
            line
            for line in self.lines
            if low in line.name.casefold() or low in line.faction.casefold() or (key and key in line.slug)
        )
        return sorted(found, key=lambda line: (line.faction, line.name))

    def behind(self, bundled: Iterable[tuple[str, str, str]]) -> "Order":
        """The same behind bundled datasheets, given by id, name and faction."""
        ahead = (Line(key, slug(name), name, faction, BUNDLED) for key, name, faction in bundled)
        return Order((*ahead, *self.lines))


def _named(line: Line, holder: str) -> Line:
    """A line with the id that leads to it, where its key alone leads to that source."""
    key = line.key if holder == line.source else f"{line.source}:{line.key}"
    return Line(line.key, line.slug, line.name, line.faction, line.source, key)

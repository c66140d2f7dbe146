"""Datasheets that somebody lends to a game's bundled ones, such as those that the user imported."""

from typing import Protocol

import msgspec

from warbench.sheets.datasheet import Datasheet
from warbench.sheets.finding import BUNDLED, UndecidedName, UnknownDatasheet, find, forms, parted, slug, source_named


class Source(Protocol):
    """Further datasheets, of one source or of several that have an order."""

    def names(self) -> tuple[str, ...]:
        """The ids of its sources, in their order."""

    def ids(self, source: str = "") -> tuple[str, ...]:
        """The ids of all its datasheets that a name may mean, or of those of one source."""

    def find(self, wanted: str, source: str = "") -> Datasheet | None:
        """The datasheet of exactly that id, or whose name has that slug; None when there is none.

        Raises:
            UnknownDatasheet: when several that differ have the name.
        """


class Lender:
    """Where a game looks for what is not bundled. Bundled datasheets come first: their abilities have effects."""

    def __init__(self) -> None:
        """With no source."""
        self._source: Source | None = None

    def register(self, source: Source | None) -> None:
        """Look into a source, in place of the one before; None takes it away."""
        self._source = source

    def lent(self, name: str, known: tuple[str, ...], what: str) -> Datasheet | None:
        """The source's datasheet of a name; None when one of the known ids is meant, or nothing is lent.

        ``SOURCE:NAME`` looks into that source alone; the datasheet's id is then of that form too, so that it leads there again.

        Args:
            name: as :func:`warbench.sheets.finding.find` takes it, with or without a source.
            known: the ids of what is bundled.
            what: what the ids name, for messages.

        Raises:
            UnknownDatasheet: naming the nearest of both, or the several that fit.
        """
        where, rest = parted(name)
        if where:
            return self._of_source(where, rest, what)
        wanted = forms(slug(name))
        if self._source is None or any(form in known for form in wanted):
            return None
        for form in wanted:
            if (sheet := self._source.find(form)) is not None:
                return sheet
        try:
            find(name, known, what)
        except UnknownDatasheet:
            return self._source.find(find(name, tuple(dict.fromkeys((*known, *self._source.ids()))), what))
        return None

    def _of_source(self, where: str, name: str, what: str) -> Datasheet | None:
        """The datasheet of a name in the source that is named; None for the bundled data.

        Raises:
            UndecidedName: when there is no such source, or it has none of that name.
        """
        source = source_named(where, self._source.names() if self._source is not None else ())
        if self._source is None or source == BUNDLED:
            return None
        found = next((sheet for form in forms(slug(name)) if (sheet := self._source.find(form, source)) is not None), None)
        if found is None:
            try:
                found = self._source.find(find(name, self._source.ids(source), what), source)
            except UnknownDatasheet as error:
                msg = f"{source}: {error}"
                raise UndecidedName(msg) from error
        return found and msgspec.structs.replace(found, id=f"{source}:{found.id}")

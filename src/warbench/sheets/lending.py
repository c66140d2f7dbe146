"""Datasheets that somebody lends to a game's bundled ones, such as those that the user imported."""

from typing import Protocol

from warbench.sheets.datasheet import Datasheet
from warbench.sheets.finding import UnknownDatasheet, find, forms, slug


class Source(Protocol):
    """Further datasheets."""

    def ids(self) -> tuple[str, ...]:
        """The ids of all its datasheets."""

    def find(self, wanted: str) -> Datasheet | None:
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

        Args:
            name: as :func:`warbench.sheets.finding.find` takes it.
            known: the ids of what is bundled.
            what: what the ids name, for messages.

        Raises:
            UnknownDatasheet: naming the nearest of both, or the several that fit.
        """
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

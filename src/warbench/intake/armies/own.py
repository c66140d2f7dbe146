"""Datasheets that a file itself carries, gathered for its army: equal ones once, each under an id that no library uses."""

import msgspec

from warbench.sheets.datasheet import Datasheet
from warbench.sheets.finding import slug

_SUFFIX = "as-listed"


class OwnSheets:
    """The army's own datasheets so far."""

    def __init__(self) -> None:
        """Start with none."""
        self._sheets: dict[str, Datasheet] = {}

    def add(self, sheet: Datasheet) -> Datasheet:
        """The datasheet under its id in the army; one that is there already is not added again."""
        number = 1
        while True:
            key = f"{slug(sheet.name)}-{_SUFFIX}" + (f"-{number}" if number > 1 else "")
            mine = msgspec.structs.replace(sheet, id=key, as_listed=True)
            if self._sheets.setdefault(key, mine) == mine:
                return mine
            number += 1

    def take(self, sheet: Datasheet) -> None:
        """Let the army bring a datasheet under the id that it has."""
        self._sheets.setdefault(sheet.id, sheet)

    @property
    def all(self) -> tuple[Datasheet, ...]:
        """All of them, by their ids."""
        return tuple(self._sheets[key] for key in sorted(self._sheets))

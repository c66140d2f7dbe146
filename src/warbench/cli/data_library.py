"""Where the user's data library is, and how other commands look into it."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from warbench.cli.errors import InputError
from warbench.games import GAMES, part

if TYPE_CHECKING:
    from collections.abc import Iterable

    from warbench.games.w40k10.battle.army_rules.rules import ArmyRules
    from warbench.intake.store import SourceInfo, Stored, UserLibrary
    from warbench.sheets.datasheet import Datasheet

FOLDER = "WARBENCH_DATA"
_FILE = "library.sqlite"


def library_path() -> Path:
    """The file of the library: in the folder that WARBENCH_DATA names, else in the user's folder for data of programs."""
    named = os.environ.get(FOLDER)
    if named:
        return Path(named) / _FILE
    if sys.platform.startswith(("win", "darwin")):
        return Path(click.get_app_dir("warbench")) / _FILE
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "warbench" / _FILE


class _Lent:
    """The library as further datasheets for names that are not bundled; opened when the first such name is asked for."""

    def __init__(self, path: Path, game: str) -> None:
        self._path = path
        self._game = game
        self._library: UserLibrary | None = None

    def names(self) -> "tuple[str, ...]":
        return self.opened().names()

    def ids(self, source: str = "") -> "tuple[str, ...]":
        return self.opened().ids(source)

    def find(self, wanted: str, source: str = "") -> "Datasheet | None":
        return self.opened().find(wanted, source)

    def opened(self) -> "UserLibrary":
        if self._library is None:
            from warbench.intake.store import UserLibrary

            self._library = UserLibrary(self._path, self._game)
        return self._library


def use_library(*games: str) -> None:
    """Let names of some games, or of all, be looked up in the user's library where they are not bundled."""
    path = library_path()
    for game in games or GAMES:
        part(game, "library").register_source(_Lent(path, game) if path.exists() else None)
    if "w40k10" in (games or GAMES):
        part("w40k10", "battle.army_rules.lent").register_rules((lambda: _army_rules(path)) if path.exists() else None)


def _army_rules(path: Path) -> "ArmyRules":
    """What rules say of army lists, by the first source that has such rules."""
    from warbench.intake.store import UserLibrary
    from warbench.intake.store.army_rules import stored_rules

    library = UserLibrary(path)
    try:
        return stored_rules(library)
    finally:
        library.close()


def imported_ids(game: str) -> "tuple[str, ...]":
    """The ids of a game's datasheets in the user's library; none where there is no library."""
    path = library_path()
    return _Lent(path, game).ids() if path.exists() else ()


def stored(sheet: "Datasheet") -> "Stored | None":
    """What the library keeps beside an imported datasheet: the source's own words, notes; None for a bundled one."""
    path = library_path()
    if not path.exists():
        return None
    import msgspec

    from warbench.intake.store import UserLibrary

    found = UserLibrary(path, sheet.game).stored(sheet.id)
    # A datasheet that was named by its source has it in its id.
    key = sheet.id.rpartition(":")[2]
    return found if found is not None and found.sheet == msgspec.structs.replace(sheet, id=key) else None


def outdated_told(sources: "Iterable[SourceInfo]") -> str:
    """A sentence on the sources that another version of Warbench read; empty where there are none."""
    old = [each.id for each in sources if each.outdated]
    if not old:
        return ""
    told = ", ".join(old)
    return f"Read by another version of Warbench: {told}. This one may understand more: warbench data update"


def source_meant(wanted: str, library: "UserLibrary") -> str:
    """The source of the library that a person means: its id, or words of it that only one has.

    Raises:
        InputError: naming the sources that there are.
    """
    from warbench.sheets.finding import BUNDLED, UndecidedName, source_named

    known = [each.id for each in library.sources()]
    if not known:
        raise InputError(f"there is no source {wanted!r}: the library is empty: warbench data add FOLDER")
    try:
        found = source_named(wanted, known)
    except UndecidedName as error:
        raise InputError(str(error)) from error
    if found == BUNDLED:
        raise InputError(f"bundled datasheets are no source of the library, they come before all; there is {', '.join(known)}")
    return found

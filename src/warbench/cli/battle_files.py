"""Saved battles at the command line: loading one with its hashes compared, and every reason why it cannot be loaded."""

from pathlib import Path

import msgspec

from warbench.battle import saves
from warbench.battle.driver import Answered, Battle, JournalError
from warbench.battle.saves import Save, SaveError
from warbench.cli.errors import InputError
from warbench.games.w40k10.battle.game import W40k10, setup_of
from warbench.games.w40k10.battle.roster import RosterError
from warbench.games.w40k10.battle.state import State
from warbench.games.w40k10.library import UnknownDatasheet
from warbench.sheets.sizes import SizeError
from warbench.table.errors import TableError


def load(path: str) -> tuple[Save, Battle[State]]:
    """A saved battle, played up to where it was saved.

    Raises:
        InputError: for a file that is no saved battle of this program and these rules, or does not lead to its hashes.
    """
    try:
        found = saves.read(Path(path))
    except SaveError as error:
        raise InputError(str(error)) from error
    game = W40k10()
    try:
        if found.game != game.id:
            raise InputError(f"{path}: game: found {found.game!r}, expected {game.id!r}")
        return found, saves.load(found, game, setup_of(found.setup))
    except msgspec.ValidationError as error:
        raise InputError(f"{path}: setup: {error}") from error
    except (SaveError, JournalError, RosterError, UnknownDatasheet, SizeError, TableError) as error:
        raise InputError(f"{path}: {error}") from error


def save(battle: Battle[State], path: str) -> None:
    """Save a battle: whole or not at all.

    Raises:
        InputError: when the file cannot be written.
    """
    try:
        saves.save(battle, Path(path))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error


def answers(battle: Battle[State]) -> list[int]:
    """The places of the answers in a battle's journal."""
    return [index for index, entry in enumerate(battle.journal) if isinstance(entry, Answered)]

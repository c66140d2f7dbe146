"""Saved battles at the command line: loading one with its hashes compared, and every reason why it cannot be loaded."""

from pathlib import Path
from typing import Any

import msgspec

from warbench.battle import saves
from warbench.battle.driver import Answered, Battle, JournalError
from warbench.battle.saves import Save, SaveError
from warbench.cli.errors import InputError
from warbench.games import GAMES
from warbench.lab.telling import Teller, teller
from warbench.sheets.finding import UnknownDatasheet
from warbench.sheets.sizes import SizeError
from warbench.table.errors import TableError


def load(path: str) -> tuple[Teller[Any], Save, Battle[Any]]:
    """A saved battle, played up to where it was saved, with the teller of its game.

    Raises:
        InputError: for a file that is no saved battle of this program and these rules, or does not lead to its hashes.
    """
    try:
        found = saves.read(Path(path))
    except SaveError as error:
        raise InputError(str(error)) from error
    if found.game not in GAMES:
        raise InputError(f"{path}: game: found {found.game!r}, expected {' or '.join(map(repr, GAMES))}")
    telling = teller(found.game)
    faults: tuple[type[Exception], ...] = (SaveError, JournalError, UnknownDatasheet, SizeError, TableError, *telling.faults)
    try:
        return telling, found, saves.load(found, telling.game(), telling.restored(found.setup))
    except msgspec.ValidationError as error:
        raise InputError(f"{path}: setup: {error}") from error
    except faults as error:
        raise InputError(f"{path}: {error}") from error


def save(battle: Battle[Any], path: str) -> None:
    """Save a battle: whole or not at all.

    Raises:
        InputError: when the file cannot be written.
    """
    try:
        saves.save(battle, Path(path))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error


def answers(battle: Battle[Any]) -> list[int]:
    """The places of the answers in a battle's journal."""
    return [index for index, entry in enumerate(battle.journal) if isinstance(entry, Answered)]

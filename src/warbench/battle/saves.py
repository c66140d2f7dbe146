"""Saved battles: one JSON file with a format version, the setup, the journal, and a hash for every checkpoint.

Loading replays the journal and compares the hashes, so that a mismatch names its entry.
"""

from pathlib import Path
from typing import Any, TypeVar

import msgspec

from warbench.battle.driver import Battle, Entry
from warbench.battle.game import Game
from warbench.sheets.files import first_bytes, write_atomically

S = TypeVar("S")
FORMAT = 2
MOST_BYTES = 8_000_000
"""A battle of two full armies takes about a hundredth of it."""


class SaveError(ValueError):
    """A file that is no saved battle of this program; the message says what is wrong with it."""


class Save(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A saved battle."""

    format: int
    game: str
    rules: str
    seed: str
    setup: Any
    journal: tuple[Entry, ...]
    hashes: tuple[tuple[int, str], ...]
    hash: str


def save(battle: Battle[Any], path: Path) -> None:
    """Write a battle to a file: complete or not at all.

    Raises:
        OSError: when the file cannot be written.
    """
    data = Save(
        format=FORMAT,
        game=battle.game.id,
        rules=battle.game.version,
        seed=str(battle.seed),
        setup=msgspec.to_builtins(battle.setup),
        journal=tuple(battle.journal),
        hashes=tuple(battle.hashes()),
        hash=battle.hash,
    )
    write_atomically(path, msgspec.json.encode(data))


def read(path: Path) -> Save:
    """Read a saved battle, without playing it.

    Raises:
        SaveError: for anything that is not a saved battle of a version that this program knows.
    """
    try:
        data = first_bytes(path, MOST_BYTES)
        if len(data) > MOST_BYTES:
            msg = f"{path}: larger than {MOST_BYTES} bytes: no saved battle"
            raise SaveError(msg)
        head = msgspec.json.decode(data)
    except OSError as error:
        msg = f"{path}: {error.strerror or error}"
        raise SaveError(msg) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        msg = f"{path}: no saved battle, or cut off: {error}"
        raise SaveError(msg) from error
    version = head.get("format") if isinstance(head, dict) else None
    if version != FORMAT:
        newer = isinstance(version, int) and version > FORMAT
        hint = "it is of a newer Warbench" if newer else f"expected {FORMAT}"
        msg = f"{path}: format: found {version!r}, {hint}"
        raise SaveError(msg)
    try:
        return msgspec.convert(head, Save)
    except msgspec.ValidationError as error:
        msg = f"{path}: {error}"
        raise SaveError(msg) from error


def load(found: Save, game: Game[S], setup: Any) -> Battle[S]:  # noqa: ANN401 -- each game has its own setup
    """Play a saved battle up to where it was saved.

    Args:
        found: the save.
        game: its game.
        setup: the game's setup, made from ``found.setup``.

    Raises:
        SaveError: when it is of other rules data, or does not lead to its hashes.
        JournalError: when an entry does not fit.
    """
    if (found.game, found.rules) != (game.id, game.version):
        msg = f"rules: found {found.game} {found.rules}, expected {game.id} {game.version}"
        raise SaveError(msg)
    battle: Battle[S] = Battle(game, setup, seed=found.seed)
    battle.replay(found.journal)
    for recorded, reached in zip(found.hashes, battle.hashes(), strict=False):
        if recorded != reached:
            msg = f"journal entry {recorded[0]}: the battle goes another way from here (state {reached[1]}, saved {recorded[1]})"
            raise SaveError(msg)
    if battle.hash != found.hash:
        msg = f"journal entry {len(found.journal)}: the last state is {battle.hash}, saved {found.hash}"
        raise SaveError(msg)
    return battle

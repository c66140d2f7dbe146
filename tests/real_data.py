"""Other people's data, imported once a session: the worker that needs it first imports it, the others take what came of it."""

import shutil
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.cli.helpers import told
from warbench.games import GAMES, part
from warbench.intake.catalogue import Catalogues, links
from warbench.intake.sources import Beside, Imported
from warbench.intake.store import NewSource, writing

_LONGEST_WAIT = 600
_FILE = "read.msgpack"


class Source(msgspec.Struct):
    """A source after ``warbench data add``.

    ``report`` is what the command told as JSON, ``sheets`` what the reader made of it, ``notes`` what it said of whole systems,
    ``seconds`` the time of the processor that it took.
    """

    report: dict[str, Any]
    sheets: list[Imported]
    notes: tuple[str, ...]
    seconds: float


class Real(msgspec.Struct, frozen=True):
    """A source and the folder of the library that holds it; a test that changes the library copies it."""

    folder: Path
    source: Source

    def copied(self, to: Path) -> Path:
        """A library of one's own."""
        shutil.copytree(self.folder, to, ignore=shutil.ignore_patterns(_FILE))
        return to


class Once:
    """Folders that are made by whoever asks first, of all workers of the session."""

    def __init__(self, root: Path) -> None:
        """Keep them in a folder that all workers have in common."""
        self._root = root

    def made(self, name: str, make: Callable[[Path], None]) -> Path:
        """The folder of that name, once it is made."""
        folder, done = self._root / name, self._root / f"{name}.done"
        try:
            folder.mkdir()
        except FileExistsError:
            waited = time.monotonic() + _LONGEST_WAIT
            while not done.exists():
                assert time.monotonic() < waited, f"{folder} is never made"
                time.sleep(0.05)
            return folder
        try:
            make(folder)
        finally:
            done.touch()
        return folder


def added(once: Once, name: str, origin: Path, to: Real | None = None) -> Real:
    """What ``warbench data add`` makes of a folder.

    Args:
        once: where it is kept.
        name: what it is called there.
        origin: the folder of the source; the test is skipped where it is not.
        to: the library that it comes to; None for an empty one.
    """
    if not origin.is_dir():
        pytest.skip(f"no data at {origin}")

    def make(folder: Path) -> None:
        if to is not None:
            shutil.copytree(to.folder, folder, dirs_exist_ok=True)
        (folder / _FILE).write_bytes(msgspec.msgpack.encode(_add(origin, folder)))

    made = once.made(name, make)
    return Real(made, msgspec.msgpack.decode((made / _FILE).read_bytes(), type=Source))


def _add(origin: Path, folder: Path) -> Source:
    """Run the command, and keep what its readers hand on to the library."""
    sheets: list[Imported] = []
    notes: list[str] = []
    put, read = writing.put, links.read_catalogues

    def keeping(path: Path, source: NewSource, imported: Sequence[Imported], beside: Iterable[Beside] = ()) -> Any:
        sheets.extend(imported)
        return put(path, source, imported, beside)

    def listening(*files: Any) -> Catalogues:
        found = read(*files)
        notes.extend(note for system in found.systems for note in system.notes)
        return found

    before = time.process_time()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WARBENCH_DATA", str(folder))
        patch.setattr(writing, "put", keeping)
        patch.setattr(links, "read_catalogues", listening)
        (report,) = told("data", "add", str(origin))
    for game in GAMES:
        part(game, "library").register_source(None)
    return Source(report, sheets, tuple(notes), time.process_time() - before)

"""From files and folders that a person names to what the readers take: recognised by content, read within limits."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from warbench.cli.errors import InputError
from warbench.cli.games import PAGES
from warbench.intake.sources import SourceFile
from warbench.sheets.files import first_bytes

MOST_BYTES = 64 * 1024 * 1024
MOST_IN_ALL = 1024 * 1024 * 1024
MOST_FILES = 20_000
_HEAD = 4096
_TREES = (b"<catalogue", b"<gamesystem")


class Found(NamedTuple):
    """What a path holds: exports (a folder's tables each), saved pages, and other files that may be catalogues."""

    exports: dict[Path, list[Path]]
    others: list[Path]
    pages: list[Path]


def look(paths: tuple[str, ...]) -> Found:
    """Sort the files below some paths by what they hold; nothing but their beginnings is read.

    Raises:
        InputError: naming a path that is not there or cannot be read, or that holds too many files.
    """
    from warbench.intake.export import kind_of

    exports: dict[Path, list[Path]] = {}
    others: list[Path] = []
    pages: list[Path] = []
    named = {Path(name) for name in paths}
    for number, file in enumerate(_files(paths)):
        if number >= MOST_FILES:
            raise InputError(f"{paths[0]}: more than {MOST_FILES:,} files")
        head = head_of(file)
        if kind_of(head) is not None:
            exports.setdefault(file.parent, []).append(file)
        elif may_be_catalogue(head) or not (file in named or file.suffix.casefold() in PAGES):
            others.append(file)
        else:
            pages.append(file)
    return Found(exports, others, pages)


def may_be_catalogue(head: bytes) -> bool:
    """Whether a file begins as catalogues do: a zip archive, JSON, or XML that is no web page."""
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if not start.startswith(b"<"):
        return start.startswith((b"{", b"pk\x03\x04"))
    return any(tag in start for tag in _TREES) or (start.startswith(b"<?xml") and b"<html" not in start)


def read_files(paths: list[Path]) -> Iterator[SourceFile]:
    """The files with their bytes.

    Raises:
        InputError: naming a file that is too large or cannot be read.
    """
    total = 0
    for path in paths:
        try:
            data = first_bytes(path, MOST_BYTES)
        except OSError as error:
            raise InputError(f"{path}: {error.strerror or error}") from error
        if len(data) > MOST_BYTES:
            raise InputError(f"{path}: is larger than {MOST_BYTES // 1024 // 1024} MB; no file of this kind is")
        total += len(data)
        if total > MOST_IN_ALL:
            raise InputError(f"{path.parent}: more than {MOST_IN_ALL // 1024 // 1024} MB in all")
        yield SourceFile(str(path), data)


def _files(paths: tuple[str, ...]) -> Iterator[Path]:
    for name in paths:
        path = Path(name)
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.is_file() and not file.is_symlink())
        elif path.is_file():
            yield path
        elif path.exists():
            raise InputError(f"{name}: is no ordinary file and no folder")
        else:
            raise InputError(f"{name}: no such file or folder")


def head_of(path: Path) -> bytes:
    """The beginning of a file.

    Raises:
        InputError: naming a file that cannot be read.
    """
    try:
        return first_bytes(path, _HEAD)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error

"""From files and folders that a person names to what the readers take: recognised by content, read within limits."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from warbench.cli.errors import InputError
from warbench.cli.games import PAGES
from warbench.intake.sources import SourceFile

MOST_BYTES = 64 * 1024 * 1024
MOST_IN_ALL = 1024 * 1024 * 1024
MOST_FILES = 20_000
_HEAD = 4096


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
    for number, file in enumerate(_files(paths)):
        if number >= MOST_FILES:
            raise InputError(f"{paths[0]}: more than {MOST_FILES:,} files")
        if kind_of(_head(file)) is not None:
            exports.setdefault(file.parent, []).append(file)
        else:
            (pages if file.suffix.casefold() in PAGES else others).append(file)
    return Found(exports, others, pages)


def read_files(paths: list[Path]) -> Iterator[SourceFile]:
    """The files with their bytes.

    Raises:
        InputError: naming a file that is too large or cannot be read.
    """
    total = 0
    for path in paths:
        try:
            if path.exists() and not path.is_file():
                raise InputError(f"{path}: is no ordinary file")
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
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


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_HEAD)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error

"""A folder of datasheet files, one a datasheet: found by name, read one at a time, kept once read."""

import hashlib
import tomllib
from collections.abc import Callable
from functools import cache, cached_property
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

from warbench.sheets.datasheet import Datasheet
from warbench.sheets.finding import find, slug
from warbench.sheets.schema import DataError

T = TypeVar("T")

_MOST_DOTS = 4_000_000
"""The squares of the dots in each line of a TOML text, together."""


class Head(msgspec.Struct, frozen=True):
    """What a datasheet is called and whose it is."""

    id: str
    name: str
    faction: str = ""


class Shelf:
    """The datasheets of the TOML files in a folder; a file is named after its datasheet's id."""

    def __init__(self, folder: Traversable, read: Callable[[bytes, str], Datasheet]) -> None:
        """Take the folder and what makes a datasheet of a file's bytes and name."""
        self.folder = folder
        self._read = read
        self.load = cache(self._load)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids, from the names of the files: nothing is read."""
        return tuple(sorted(file.name.removesuffix(".toml") for file in self.folder.iterdir() if file.name.endswith(".toml")))

    def find(self, name: str) -> Datasheet:
        """The datasheet that a name stands for; only its file is read.

        Raises:
            UnknownDatasheet: naming the nearest names, or the several that fit.
            DataError: when its file is not a proper datasheet.
        """
        return self.load(find(name, self.ids, "datasheet"))

    def all(self) -> tuple[Datasheet, ...]:
        """All datasheets, by id."""
        return tuple(self.load(key) for key in self.ids)

    def heads(self) -> tuple[Head, ...]:
        """What all datasheets are called, by id; of each file only what stands before its first table is decoded."""
        return tuple(self._head(self.folder / f"{key}.toml") for key in self.ids)

    @staticmethod
    def _head(file: Traversable) -> Head:
        text = file.read_text("utf-8")
        return convert(parse(text.partition("\n[")[0], file.name), file.name, Head)

    def digest(self, *more: Traversable) -> str:
        """A short hash of all files, and of ``more``: a saved battle of other data is told apart by it."""
        found = hashlib.blake2b(digest_size=6)
        for file in sorted([*self.folder.iterdir(), *more], key=lambda file: file.name):
            found.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
        return found.hexdigest()

    def _load(self, key: str) -> Datasheet:
        file = self.folder / f"{key}.toml"
        sheet = self._read(file.read_bytes(), file.name)
        if sheet.id != key or slug(sheet.name) != key:
            msg = f"{file.name}: id and name: found {sheet.id!r} and {sheet.name!r}, expected both to give {key!r}"
            raise DataError(msg)
        return sheet


def plain_toml(text: str) -> dict[str, Any]:
    """The plain values of a TOML text that may come from anybody.

    Raises:
        TOMLDecodeError: also for dotted keys of many parts: the memory that they take grows with the square.
        RecursionError: for values nested too deep.
        ValueError: for a whole number of thousands of digits.
    """
    if sum(line.count(".") ** 2 for line in text.split("\n")) > _MOST_DOTS:
        raise tomllib.TOMLDecodeError("its keys have too many parts: refused")
    return tomllib.loads(text)


def parse(data: str | bytes, file: str) -> dict[str, Any]:
    """The plain values of a TOML text.

    Raises:
        DataError: naming the file and the line.
    """
    try:
        return plain_toml(data.decode() if isinstance(data, bytes) else data)
    except RecursionError:
        msg = f"{file}: has too many levels: refused"
        raise DataError(msg) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        msg = f"{file}: not readable as TOML: {error}"
        raise DataError(msg) from error
    except ValueError:  # Python reads no whole number of more than some thousand digits
        msg = f"{file}: has a number of thousands of digits, expected one that a game has"
        raise DataError(msg) from None


def convert(plain: object, file: str, kind: type[T]) -> T:
    """Plain values as a struct.

    Raises:
        DataError: naming the file, the place, and what was found and expected.
    """
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:  # its text ends with the path: "... - at `$.weapons[0].type`"
        msg = f"{file}: {error}"
        raise DataError(msg) from error

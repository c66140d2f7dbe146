"""TOML files of a kind that a game brings along (missions, army lists): each found by its id or its name."""

from collections.abc import Callable
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Generic, Protocol, TypeVar

from warbench.battle.requests import Refusal, RefusedError
from warbench.sheets.finding import slug


class Titled(Protocol):
    """What a file holds has a name."""

    @property
    def name(self) -> str:
        """The name."""
        ...


T = TypeVar("T", bound=Titled)


class Bundle(Generic[T]):
    """The files of a folder; a file is named after the id of what it holds. Each is read once, when it is first needed."""

    def __init__(
        self, folder: Traversable, what: str, read: Callable[[str, str], T], error: type[RefusedError], more: str = ""
    ) -> None:
        """Take the folder.

        Args:
            folder: where the files are.
            what: what one is called in a refusal (``mission``).
            read: makes the thing of a file's text and name.
            error: what is raised for a name that none has.
            more: what may be named besides, for that message.
        """
        self._folder = folder
        self._what = what
        self._read = read
        self._error = error
        self._more = more
        self._known: dict[str, T] = {}

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids, from the names of the files."""
        return tuple(sorted(file.name.removesuffix(".toml") for file in self._folder.iterdir() if file.name.endswith(".toml")))

    def of(self, key: str) -> T:
        """What the file of an id holds."""
        if key not in self._known:
            file = self._folder / f"{key}.toml"
            self._known[key] = self._read(file.read_text(encoding="utf-8"), file.name)
        return self._known[key]

    def all(self) -> tuple[T, ...]:
        """All of them, by id."""
        return tuple(self.of(key) for key in self.ids)

    def find(self, name: str) -> T:
        """The one of that id or name; case and punctuation do not matter.

        Raises:
            RefusedError: of the kind that was given, naming those that there are.
        """
        wanted = slug(name)
        if wanted in self.ids:
            return self.of(wanted)
        for key in self.ids:
            if slug(self.of(key).name) == wanted:
                return self.of(key)
        sentence = f"there is no such {self._what}; there are: {', '.join(self.ids)}{self._more}"
        raise self._error(repr(name), (Refusal(f"no-such-{self._what}", sentence),))

"""What is looked for on the page, in our own words (``known.toml``), and what fills in what the page lost."""

import functools
import re
import tomllib
from importlib import resources

import msgspec

from warbench.intake.text.lines import folded


class Sought(msgspec.Struct, frozen=True, array_like=True):
    """A statement that a part should make: the pattern that finds it, the numbers of our rules, and our words for it."""

    sign: str
    rules: tuple[int, ...]
    words: str

    def found_in(self, text: str) -> bool:
        """Whether a folded text makes this statement."""
        return re.search(self.sign, text) is not None

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the rules."""
        return rule_ids(self.rules)


class KnownPart(msgspec.Struct, frozen=True):
    """A part by its heading. ``rules`` are those that stand for it as a whole."""

    heading: str
    statements: tuple[Sought, ...] = ()
    rules: tuple[int, ...] = ()


class Referred(msgspec.Struct, frozen=True):
    """A table or rule that the page only names: the pattern, what it is, and where the game has it from instead."""

    sign: str
    name: str
    have: str


class Known(msgspec.Struct, frozen=True):
    """The whole file."""

    part: tuple[KnownPart, ...]
    definition: tuple[KnownPart, ...]
    traits: dict[str, tuple[int, ...]]
    referred: tuple[Referred, ...]

    def find(self, heading: str, *, definition: bool) -> KnownPart | None:
        """The part of that heading, whatever its case; None when it is unknown."""
        return _by_heading(definition).get(folded(heading))


@functools.cache
def known() -> Known:
    """The file, read once."""
    text = (resources.files(__package__) / "known.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Known)


@functools.cache
def _by_heading(definition: bool) -> dict[str, KnownPart]:  # noqa: FBT001 -- an argument of a cache
    parts = known().definition if definition else known().part
    return {folded(part.heading): part for part in parts}


def rule_ids(numbers: tuple[int, ...]) -> tuple[str, ...]:
    """Numbers of our list as ids: the letter H and three digits."""
    return tuple(f"H-{number:03d}" for number in numbers)

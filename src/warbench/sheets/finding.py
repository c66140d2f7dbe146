"""Finding by the name that a person types: its slug, a plural, a beginning or a word that only one has; else the nearest."""

import difflib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

__all__ = [
    "BUNDLED",
    "NoSuchSource",
    "SeveralOfName",
    "UndecidedName",
    "UnknownDatasheet",
    "find",
    "first_few",
    "forms",
    "parted",
    "shortest",
    "slug",
    "source_named",
]

BUNDLED = "bundled"
"""What stands for the bundled data where a source is named."""

_TOLD = 12
_MANY = 40
_NEARLY = 0.15
_BETWEEN_WORDS = re.compile(r"[^a-z0-9]+")


class UnknownDatasheet(LookupError):  # noqa: N818 - it names what is unknown, as LookupError's own children do
    """No datasheet or target of that name, or several; the message names the nearest."""


class UndecidedName(UnknownDatasheet):
    """A name that is known so far that the message says what to type: it fits several, or its source lacks it."""


class NoSuchSource(UndecidedName):
    """``SOURCE:NAME`` with a source that there is not, or that may be several."""


class SeveralOfName(UndecidedName):
    """A whole name that several datasheets have which differ; the message gives their ids."""


@lru_cache(maxsize=1 << 14)
def slug(name: str) -> str:
    """The id of a name: lower case, without accents and apostrophes, words joined by hyphens.

    Kept by name: reading and checking an army compares the same few thousand names over and over.
    """
    letters = name.replace("\N{RIGHT SINGLE QUOTATION MARK}", "").replace("'", "")
    if not letters.isascii():
        letters = "".join(one for one in unicodedata.normalize("NFKD", letters) if not unicodedata.combining(one))
    return _BETWEEN_WORDS.sub("-", letters.casefold()).strip("-")


def forms(wanted: str) -> list[str]:
    """The slug itself and what it may be the plural of."""
    found = [wanted]
    if wanted.endswith("es"):
        found.append(wanted[:-2])
    if wanted.endswith("s"):
        found.append(wanted[:-1])
    return found


def first_few(names: Sequence[str], most: int = _TOLD) -> str:
    """The names in a row; of many the first, and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def parted(name: str) -> tuple[str, str]:
    """The source that a name begins with (``SOURCE:NAME``), empty where it names none, and the name itself."""
    source, mark, rest = name.partition(":")
    return (source.strip(), rest.strip()) if mark and rest.strip() else ("", name)


def source_named(wanted: str, sources: Iterable[str]) -> str:
    """The source of that id, or the only one whose id has these words; ``bundled`` is always one.

    Raises:
        NoSuchSource: naming the sources that there are, or the several that fit.
    """
    known = [BUNDLED, *(each for each in sources if each != BUNDLED)]
    key = slug(wanted)
    if key in known:
        return key
    fitting = [each for each in known if key and f"-{key}" in f"-{each}"]
    if len(fitting) == 1:
        return fitting[0]
    several = f"the source {wanted!r} fits {' and '.join(fitting)}"
    raise NoSuchSource(several if fitting else f"there is no source {wanted!r}; there is {', '.join(known)}")


def shortest(source: str, sources: Sequence[str]) -> str:
    """The fewest words from the beginning of a source's id that mean it alone among the sources."""
    words = source.split("-")
    for number in range(1, len(words)):
        few = "-".join(words[:number])
        try:
            if source_named(few, sources) == source:
                return few
        except NoSuchSource:
            continue
    return source


def find(name: str, known: tuple[str, ...], what: str) -> str:
    """The one of the ids ``known`` that the name stands for.

    Case, accents, apostrophes, spaces and hyphens do not matter; a plural, or a beginning or a word that only one id has, is
    enough. ``bundled:`` before it says nothing more, as what is bundled comes first. ``what`` says what is looked for, for the
    message.

    Raises:
        UnknownDatasheet: naming the nearest ids, or (as UndecidedName) the several that fit.
    """
    where, rest = parted(name)
    wanted = forms(slug(rest if slug(where) == BUNDLED else name))
    for form in wanted:
        if form in known:
            return form
    near: list[str] = []
    for form in wanted:
        if not form:
            continue
        near = [key for key in known if key.startswith(form)] or [key for key in known if form in key.split("-")]
        if len(near) == 1:
            return near[0]
        if near:
            msg = f"{name!r} fits several {what}s: {first_few(near)}"
            raise UndecidedName(msg)
    near = _nearest(wanted[0], known, 0.5)
    if not near:
        words = {word: key for key in reversed(known) for word in key.split("-")}
        near = list(dict.fromkeys(words[word] for word in _nearest(wanted[0], words, 0.7)))
    hint = f"; did you mean {' or '.join(near)}?" if near else _known(known)
    msg = f"unknown {what} {name!r}{hint}"
    raise UnknownDatasheet(msg)


def _nearest(wanted: str, known: Iterable[str], cutoff: float) -> list[str]:
    """At most three that are alike, without those that are much less so than the first."""
    near = difflib.get_close_matches(wanted, list(known), n=3, cutoff=cutoff)
    alike = [difflib.SequenceMatcher(None, key, wanted).ratio() for key in near]
    return [key for key, ratio in zip(near, alike, strict=True) if ratio > alike[0] - _NEARLY]


def _known(known: Sequence[str]) -> str:
    return f"; known: {first_few(known)}" if len(known) <= _MANY else f"; none of {len(known):,} has a name like it"

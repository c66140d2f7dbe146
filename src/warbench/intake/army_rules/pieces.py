"""The text of a rule cut into pieces: a sentence each, with the list or the rows by battle size that belong to it."""

import re

import msgspec

from warbench.intake.text.lines import plain

_BULLET = re.compile(r"^\N{BULLET} ?")
_SIZE = re.compile(r"(?:\N{BULLET} ?)?(?:battle size\b|(?:incursion|strike force|onslaught)\b)", re.IGNORECASE)
_END = re.compile(r"(?<=[.!?*]) (?=[A-Z])")
_NOTE = re.compile(r"^\*?Designer's Note\b", re.IGNORECASE)


class Piece(msgspec.Struct, frozen=True):
    """A sentence and the items that belong to it: those of a list, or rows of a table, their cells parted by bars."""

    head: str
    items: tuple[str, ...] = ()


def pieces(lines: list[str]) -> tuple[Piece, ...]:
    """The pieces of a text, in order. A line without an end is a heading, and stands for itself.

    Args:
        lines: its lines: an entry of a list begins with a bullet, cells of a table are parted by bars.
    """
    found: list[tuple[str, list[str]]] = []
    for line in map(plain, lines):
        text = " ".join(line.split())
        if not text.strip(" |"):
            continue
        is_entry = text.startswith("\N{BULLET}") and bool(found) and found[-1][0].endswith(":")
        if found and (is_entry or _SIZE.match(text)):
            found[-1][1].append(_bare(text))
        elif not _NOTE.match(_bare(text)):
            found += [(sentence, []) for sentence in _END.split(_bare(text))]
    return tuple(Piece(head.strip("*"), tuple(items)) for head, items in found)


def _bare(text: str) -> str:
    return _BULLET.sub("", text).strip(" |")

"""Printed base sizes, such as ``32mm``, ``60x35mm oval`` or ``hull``, and what stands in where none is printed."""

import re
from collections.abc import Iterable, Sequence

import msgspec

from warbench.table.bases import Base, hull_base, oval_base, round_base
from warbench.table.errors import TableError
from warbench.table.lattice import millimetres

_SIZE = re.compile(
    r"\s*(?P<length>\d{1,4}(?:\.\d)?)\s*(?:mm)?\s*(?:[x\u00d7]\s*(?P<width>\d{1,4}(?:\.\d)?)\s*(?:mm)?)?"
    r"\s*(?P<words>[a-z ]*)\s*",
    re.IGNORECASE,
)
_WORDS = frozenset({"oval", "round", "base", "flying", "hull"})
_UNSIZED = frozenset({"", "hull", "model", "none", "official", "size", "use", "no", *_WORDS})

HULL_HEIGHT = 762
"""The height of a hull of which nothing is said: 3 inches in lattice units."""


class Fallback(msgspec.Struct, frozen=True):
    """The size that a model with a keyword gets when none is printed; an empty keyword fits every model."""

    keyword: str
    printed: str


FALLBACKS = (
    # On a stem: even the largest are measured from it.
    Fallback("AIRCRAFT", "120x92mm flying base"),
    Fallback("TITANIC", "260x180mm hull"),
    Fallback("WALKER", "100mm"),
    Fallback("VEHICLE", "180x110mm hull"),
    Fallback("MONSTER", "100mm"),
    Fallback("MOUNTED", "75x42mm oval"),
    Fallback("CAVALRY", "75x42mm oval"),
    Fallback("BEAST", "50mm"),
    Fallback("SWARM", "40mm"),
    Fallback("", "32mm"),
)
"""Stand-ins by keyword, the first that fits; a game may bring its own list."""


def parse_base(printed: str, height: int | None = None) -> Base:
    """A base as printed: ``32mm``, ``28.5mm``, ``60x35mm oval``, ``120 x 92mm flying base``, ``180x110mm hull``.

    Two sides without ``hull`` are an oval. ``height`` in lattice units; without it the usual one of the size.

    Raises:
        TableError: the text states no size (as ``hull`` alone), or cannot be read.
    """
    match = _SIZE.fullmatch(printed)
    words = set(match["words"].lower().split()) if match else set()
    if match is None or not words <= _WORDS:
        raise TableError("bad-base", f"found the base {printed!r}, expected a size such as '32mm' or '60x35mm oval'")
    length = millimetres(match["length"])
    width = millimetres(match["width"]) if match["width"] else 0
    note = "flying base: measured from the base alone" if "flying" in words else ""
    if "hull" in words:
        if not width:
            raise TableError("bad-base", f"found the hull {printed!r}, expected two sides such as '180x110mm hull'")
        return hull_base(length, width, height or HULL_HEIGHT, note)
    if width and width != length:
        return oval_base(max(length, width), min(length, width), height, note)
    return round_base(length, height, note)


def base_for(printed: str, keywords: Iterable[str], fallbacks: Sequence[Fallback] = FALLBACKS, height: int | None = None) -> Base:
    """The base as printed, or the first fallback that a keyword fits, with a note that says so.

    Raises:
        TableError: something is printed that is neither a size nor a word such as ``hull`` or ``use model``, or no fallback fits.
    """
    words = set(printed.lower().split())
    if not words <= _UNSIZED:
        return parse_base(printed, height)
    have = {keyword.upper() for keyword in keywords}
    for fallback in fallbacks:
        if not fallback.keyword or fallback.keyword.upper() in have:
            base = parse_base(fallback.printed, height)
            said = f"{printed!r} states no size" if printed.strip() else "no base size is known"
            why = f"the stand-in for {fallback.keyword}" if fallback.keyword else "the stand-in for any model"
            return msgspec.structs.replace(base, note=f"{said}: taken as {fallback.printed}, {why}")
    raise TableError("bad-base", f"{printed!r} states no size, and no stand-in fits {', '.join(sorted(have)) or 'no keyword'}")

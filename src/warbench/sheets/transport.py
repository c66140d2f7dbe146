"""Who fits into a transport: the places that units take up, and why one may not board (W-172..W-177, W-352, X-49)."""

from collections.abc import Iterable

import msgspec

from warbench.sheets.datasheet import Datasheet, Transport
from warbench.sheets.sizes import distributions


class Passengers(msgspec.Struct, frozen=True):
    """Models of one unit that are alike: how many, and all their keywords (the unit's, its faction's and their own).

    ``places`` is what each takes up where the model itself says so; None leaves it to the transport.
    """

    name: str
    models: int
    keywords: tuple[str, ...]
    places: int | None = None


class Refusal(msgspec.Struct, frozen=True):
    """Why somebody may not board: ``no-transport``, ``needs-keyword``, ``excluded-keyword`` or ``capacity``."""

    code: str
    text: str


class Places(msgspec.Struct, frozen=True):
    """How many places are taken up, of how many, and every reason against; it fits when there is none."""

    taken: int
    capacity: int
    refusals: tuple[Refusal, ...] = ()

    @property
    def fits(self) -> bool:
        """Whether all of them may be inside together."""
        return not self.refusals


def passengers(sheet: Datasheet, size: int) -> tuple[Passengers, ...]:
    """A unit of ``size`` models as passengers, each kind of model by itself.

    Raises:
        SizeError: when the unit cannot have that size.
    """
    lines = zip(sheet.composition, next(distributions(sheet, size)), strict=True)
    return tuple(
        Passengers(line.model, count, (*sheet.keywords, *sheet.faction_keywords, *sheet.model(line.model).keywords))
        for line, count in lines
        if count
    )


def transport_places(carrier: Datasheet, aboard: Iterable[Passengers]) -> Places:
    """How many places the passengers take up in the carrier, and whether they may all be inside together.

    Args:
        carrier: the transport's datasheet.
        aboard: everybody who is to be inside, those already there included; units may share.
    """
    if carrier.transport is None:
        return Places(0, 0, (Refusal("no-transport", f"{carrier.name} has no transport capacity"),))
    transport = carrier.transport
    refusals: list[Refusal] = []
    taken = 0
    for group in aboard:
        refusals += _unfit(carrier.name, transport, group)
        each = group.places if group.places is not None else places_each(transport, group.keywords)
        taken += group.models * each
    if taken > transport.capacity:
        text = f"{carrier.name} has {transport.capacity} places; these passengers take up {taken}"
        refusals.append(Refusal("capacity", text))
    return Places(taken, transport.capacity, tuple(refusals))


def places_each(transport: Transport, keywords: Iterable[str]) -> int:
    """How many places one model with these keywords takes up: the most that any of its keywords says."""
    words = _words(keywords)
    return max((row.places for row in transport.takes if row.keyword.casefold() in words), default=1)


def _words(keywords: Iterable[str]) -> frozenset[str]:
    """Keywords in lower case, and without an s at the end: datasheets write OBLITERATORS, transports OBLITERATOR."""
    words = frozenset(word.casefold() for word in keywords)
    return words | {word.removesuffix("s") for word in words}


def _unfit(carrier: str, transport: Transport, group: Passengers) -> list[Refusal]:
    words = _words(group.keywords)
    lacks = [need for need in transport.needs if not words.intersection(need.casefold().split(" or "))]
    barred = [word for word in transport.excludes if word.casefold() in words]
    return [
        *(Refusal("needs-keyword", f"{group.name} is not {need.upper()}: passengers of {carrier} must be") for need in lacks),
        *(Refusal("excluded-keyword", f"{group.name} is {word.upper()}: {carrier} cannot carry it") for word in barred),
    ]

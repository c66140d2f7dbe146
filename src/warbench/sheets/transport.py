"""Who fits into a transport: the places that units take up, and why one may not board (W-172..W-177, W-352, X-49)."""

from collections import Counter
from collections.abc import Collection, Iterable

import msgspec

from warbench.sheets.capacity import Riders, Room, Transport
from warbench.sheets.datasheet import Datasheet


class Passengers(msgspec.Struct, frozen=True):
    """Models of one unit that are alike: how many, and all their keywords (the unit's, its faction's and their own) and names.

    ``places`` is what each takes up where the model itself says so; None leaves it to the transport. ``wounds`` is their Wounds
    characteristic, ``unit`` tells units apart where they are counted, ``joined`` the keywords of the unit that they began the
    battle attached to.
    """

    name: str
    models: int
    keywords: tuple[str, ...]
    places: int | None = None
    wounds: int = 0
    unit: str = ""
    joined: tuple[str, ...] = ()


class Refusal(msgspec.Struct, frozen=True):
    """Why somebody may not board: ``no-transport``, ``needs-keyword``, ``excluded-keyword`` or ``capacity``."""

    code: str
    text: str


class Places(msgspec.Struct, frozen=True):
    """How many places are taken up, of how many, and every reason against; it fits when there is none.

    What is carried beside in places of its own is not counted.
    """

    taken: int
    capacity: int
    refusals: tuple[Refusal, ...] = ()

    @property
    def fits(self) -> bool:
        """Whether all of them may be inside together."""
        return not self.refusals


def transport_places(carrier: Datasheet, aboard: Iterable[Passengers], items: Collection[str] = ()) -> Places:
    """How many places the passengers take up in the carrier, and whether they may all be inside together.

    Args:
        carrier: the transport's datasheet.
        aboard: everybody who is to be inside, those already there included; units may share.
        items: what the transport is equipped with.
    """
    transport = carrier.transport
    if transport is None:
        return Places(0, 0, (Refusal("no-transport", f"{carrier.name} has no transport capacity"),))
    groups = tuple(aboard)
    found = _together(carrier.name, transport, groups, transport.holds(items))
    for room in transport.rooms:
        if room.how == "instead" and not found.fits and groups and all(_are(room.who, group) for group in groups):
            return _instead(carrier.name, transport, room, groups)
    return found


def places_each(transport: Transport, keywords: Iterable[str], wounds: int = 0) -> int:
    """How many places one model with these keywords and Wounds takes up: the most that anything about it says."""
    words = _words(keywords)
    rows = (row for row in transport.takes if wounds >= row.wounds and (not row.keyword or _has(words, row.keyword)))
    return max((row.places for row in rows), default=1)


def named(words: Iterable[str], name: str) -> bool:
    """Whether one of the words is the name, in the singular or the plural, whatever the case and the hyphens."""
    return _has(_words(words), name)


def _key(word: str) -> str:
    """A word as it is compared: sources write EXOARMOUR and EXO-ARMOUR, and put hyphens now here, now there."""
    return "".join(letter for letter in word.casefold() if letter.isalnum())


def _words(keywords: Iterable[str]) -> frozenset[str]:
    """Keywords as they are compared, and without an s at the end: datasheets write OBLITERATORS, transports OBLITERATOR."""
    words = frozenset(map(_key, keywords))
    return words | {word.removesuffix("s") for word in words}


def _has(words: frozenset[str], wanted: str) -> bool:
    return any(key in words or _is_made_of(words, key) for key in map(_key, wanted.split(" or ")))


def _is_made_of(words: frozenset[str], key: str) -> bool:
    """Whether a name is two of the words: GREY KNIGHTS VENERABLE DREADNOUGHT of a unit that is both."""
    return any(key.startswith(word) and key[len(word) :] in words for word in words)


def _together(carrier: str, transport: Transport, groups: tuple[Passengers, ...], capacity: int) -> Places:
    """All of them in the places of the transport, and in the rooms beside and among these.

    Whoever has least choice comes first, so that others take what is left.
    """
    rooms = [room for room in transport.rooms if room.how != "instead"]
    refusals: list[Refusal] = []
    used: Counter[Room] = Counter()
    units: set[str] = set()
    taken = 0
    choices = [(group, [room for room in rooms if _are(room.who, group)], _unfit(carrier, transport, group)) for group in groups]
    for group, open_to, against in sorted(choices, key=lambda each: len(each[1]) + (not each[2])):
        barred = _barred(carrier, transport, group)
        each = group.places if group.places is not None else places_each(transport, group.keywords, group.wounds)
        left = group.models
        refusals += barred
        if not against or not open_to:
            refusals += against
            if transport.units:
                taken, left = taken + (group.unit not in units), 0
                units.add(group.unit)
            else:
                # With nowhere else to go they are counted, however many there are.
                room_for = max(capacity - taken, 0) // each if open_to and each else left
                inside = min(left, room_for)
                taken, left = taken + inside * each, left - inside
        for room in open_to:
            inside = left if room is open_to[-1] else min(left, max(room.most - used[room], 0))
            used[room] += inside
            left -= inside
            if room.how == "among":
                taken += inside * (room.places or group.wounds or 1)
    if taken > capacity:
        what = "can carry" if transport.units else "has"
        text = f"{carrier} {what} {capacity} {_nouns(transport, capacity)}; these passengers {_takes(transport, taken)}"
        refusals.append(Refusal("capacity", text))
    refusals += [_too_many(carrier, room, number) for room, number in used.items() if number > room.most]
    return Places(taken, capacity, tuple(refusals))


def _nouns(transport: Transport, number: int) -> str:
    return f"{'unit' if transport.units else 'place'}{'' if number == 1 else 's'}"


def _takes(transport: Transport, number: int) -> str:
    return f"are {number}" if transport.units else f"take up {number}"


def _instead(carrier: str, transport: Transport, room: Room, groups: tuple[Passengers, ...]) -> Places:
    number = sum(group.models for group in groups)
    refusals = [refusal for group in groups for refusal in _barred(carrier, transport, group)]
    refusals += [_too_many(carrier, room, number)] if number > room.most else []
    return Places(number, room.most, tuple(refusals))


def _too_many(carrier: str, room: Room, number: int) -> Refusal:
    return Refusal("capacity", f"{carrier} can carry {room.most} {room.who.told}; these passengers are {number}")


def _are(who: Riders, group: Passengers) -> bool:
    """Whether the models of a group are meant."""
    words = _words(group.keywords)
    if not all(_has(words, need) for need in who.needs) or any(_has(words, lack) for lack in who.lacks):
        return False
    if group.wounds < who.wounds or (who.most_wounds and group.wounds > who.most_wounds):
        return False
    spared = who.unless_joined and group.joined and _has(words, who.unless_joined)
    return not (spared and not all(named(group.joined, need) for need in who.needs))


def _unfit(carrier: str, transport: Transport, group: Passengers) -> list[Refusal]:
    """What the passengers lack."""
    words = _words(group.keywords)
    lacks = [need for need in transport.needs if not _has(words, need)]
    return [Refusal("needs-keyword", f"{group.name} is not {need.upper()}: passengers of {carrier} must be") for need in lacks]


def _barred(carrier: str, transport: Transport, group: Passengers) -> list[Refusal]:
    """What they are that it cannot carry."""
    words = _words(group.keywords)
    barred = [f"{group.name} is {word.upper()}: {carrier} cannot carry it" for word in transport.excludes if _has(words, word)]
    barred += [f"{group.name}: {carrier} carries nobody who is {who.told}" for who in transport.barred if _are(who, group)]
    return [Refusal("excluded-keyword", text) for text in barred]

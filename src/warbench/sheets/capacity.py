"""What a transport can carry, as its datasheet says it: places, who rides, who takes up more, and other models besides."""

from collections.abc import Collection, Iterator
from typing import Literal

import msgspec


class Takes(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A model with this keyword takes up more than one place in a transport; with ``wounds`` one with at least so many Wounds.

    An empty keyword is any model.
    """

    keyword: str
    places: int
    wounds: int = 0


class Riders(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Models by what they are: with every word of ``needs`` ("a or b" is either of the two) and none of ``lacks``.

    ``wounds`` and ``most_wounds`` bound their Wounds characteristic; 0 does not. ``unless_joined``: not those of them with this
    keyword that began the battle attached to a unit without the ``needs``.
    """

    needs: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    wounds: int = 0
    most_wounds: int = 0
    unless_joined: str = ""

    @property
    def told(self) -> str:
        """Who they are, in words: ``character, not aircraft, with 4 or more Wounds``."""
        parts = [" and ".join(self.needs)] if self.needs else []
        parts += [f"not {' or '.join(self.lacks)}"] if self.lacks else []
        parts += [f"with {self.wounds} or more Wounds"] if self.wounds else []
        parts += [f"with {self.most_wounds} or fewer Wounds"] if self.most_wounds else []
        if self.unless_joined:
            parts.append(f"but for a {self.unless_joined} that began attached to a unit that is not {' and '.join(self.needs)}")
        return ", ".join(parts) or "anybody"


class Room(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Further models that a transport can carry, at most ``most``.

    ``beside``: in places of their own, beside whoever else is inside. ``among``: in the transport's places, each in so many
    ``places``, or in as many as its Wounds where that is 0. ``instead``: they alone.
    """

    most: int
    who: Riders
    how: Literal["beside", "among", "instead"] = "beside"
    places: int = 0

    @property
    def told(self) -> str:
        """How many of whom, in words."""
        among = f", each in {self.places or 'as many'} of these places{'' if self.places else ' as it has Wounds'}"
        return f"{'or' if self.how == 'instead' else 'and'} {self.most} {self.who.told}{among if self.how == 'among' else ''}"


class Equipped(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The capacity of a transport that is equipped with an item."""

    item: str
    capacity: int


class Transport(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Transport capacity: places, the keywords that a passenger needs and may not have, and who takes more than one place.

    A passenger needs every word of ``needs``; "a or b" in it is either of the two. With ``units`` the capacity is one of units,
    not of models. ``barred`` are more who may not ride, ``rooms`` others that it can carry, ``equipped`` the capacity with some
    wargear. ``splits`` names the units of which it may split one before the battle. ``access`` names the sides by which models
    get in and out, where a game tells them apart. ``unread`` is what the source says beside, as it is: nobody knows what it does.
    """

    capacity: int
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    takes: tuple[Takes, ...] = ()
    access: tuple[str, ...] = ()
    units: bool = False
    barred: tuple[Riders, ...] = ()
    rooms: tuple[Room, ...] = ()
    equipped: tuple[Equipped, ...] = ()
    splits: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()

    def holds(self, items: Collection[str] = ()) -> int:
        """Its capacity while it is equipped with these items."""
        held = {item.casefold() for item in items}
        return next((each.capacity for each in self.equipped if each.item.casefold() in held), self.capacity)

    @property
    def told(self) -> str:
        """All that it says, in words."""
        return "; ".join(self._told())

    def _told(self) -> Iterator[str]:
        what = "unit" if self.units else "model"
        needs = f" with {' and '.join(self.needs)}" if self.needs else ""
        excludes = f", not {' or '.join(self.excludes)}" if self.excludes else ""
        yield f"{self.capacity} {what}{'' if self.capacity == 1 else 's'}{needs}{excludes}"
        yield from (f"nobody who is {each.told}" for each in self.barred)
        yield from (each.told for each in self.rooms)
        for each in self.takes:
            wounds = f" with {each.wounds} or more Wounds" if each.wounds else ""
            yield f"{each.keyword or 'a model'}{wounds} takes {each.places} places"
        yield from (f"{each.capacity} with {each.item}" for each in self.equipped)
        if self.splits:
            yield f"may split one of {', '.join(self.splits)} before the battle"
        yield from (f"not understood: {each}" for each in self.unread)
        if self.access:
            yield f"Access Points: {', '.join(self.access)}"

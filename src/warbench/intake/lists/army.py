"""What a text list says: units with their points, models and items, as printed. Nothing is looked up here."""

import msgspec


class Held(msgspec.Struct, frozen=True, omit_defaults=True):
    """So many of an item, as printed."""

    name: str
    count: int = 1


class ListedModels(msgspec.Struct, frozen=True, omit_defaults=True):
    """Models of one kind: how many, and what they have. ``each`` says that the counts of the items are those of one model."""

    name: str
    count: int = 1
    items: tuple[Held, ...] = ()
    each: bool = False


class ListedUnit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit of the list.

    ``models`` is the number printed in front of its name, 0 when there is none. ``items`` are those that are not below a kind of
    model. ``enhancement_points`` is None where the list does not price it. ``attached`` is the number of the group of units that
    fight together, 0 when it is in none; ``part`` is leader, bodyguard or retinue there. ``line`` counts from 1. ``said`` are the
    lines on where it begins and the like (``Begins inside: Rhino``); ``detachment`` the place of its detachment among several,
    from 0.
    """

    name: str
    points: int
    line: int
    section: str = ""
    models: int = 0
    kinds: tuple[ListedModels, ...] = ()
    items: tuple[Held, ...] = ()
    enhancement: str = ""
    enhancement_points: int | None = None
    warlord: bool = False
    attached: int = 0
    part: str = ""
    said: tuple[str, ...] = ()
    detachment: int = 0


class ListedArmy(msgspec.Struct, frozen=True, omit_defaults=True):
    """A list: its dialect, what its head says, its units, and the lines that were not understood.

    ``total`` is the total that is printed, None when there is none; ``limit`` the size of battle in points, ``titled`` the
    points in the title where a builder prints them beside the total. In a list of The Horus Heresy the ``detachments`` are those
    that its units stand in, each as printed; ``allegiance`` is empty where none is said.
    """

    dialect: str
    name: str = ""
    faction: str = ""
    detachments: tuple[str, ...] = ()
    total: int | None = None
    limit: int | None = None
    warlord: str = ""
    units: tuple[ListedUnit, ...] = ()
    unread: tuple[tuple[int, str], ...] = ()
    titled: int | None = None
    game: str = "w40k10"
    allegiance: str = ""

    @property
    def sum(self) -> int:
        """The points of all units together."""
        return sum(unit.points for unit in self.units)

"""An army as it was mustered: its units with their points, and everything that is to be said about it. Plain values."""

from collections.abc import Iterable
from itertools import groupby
from typing import Literal

import msgspec


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """Something about an army: a code, a sentence, the rule, what to do about it.

    A ``fault`` makes the army illegal, a ``warning`` does not. ``unit`` is the name of the unit that it is about, empty for the
    army as a whole.
    """

    code: str
    sentence: str
    suggestion: str
    rule: str = ""
    unit: str = ""
    kind: Literal["fault", "warning"] = "fault"


class MusteredModels(msgspec.Struct, frozen=True, omit_defaults=True):
    """Models of a unit that are alike: their kind, how many, what each holds.

    ``leads`` is which of the unit's leaders and retinues they are, from 1; 0 for those that are led.
    """

    name: str
    count: int
    items: tuple[tuple[str, int], ...] = ()
    leads: int = 0


class MusteredLeader(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A leader of a unit: the name of his datasheet, his points with his Enhancement, and whether he is the Warlord.

    With ``retinue`` it is a unit that joined this one and leads nobody.
    ``own_sheet`` is the id of his datasheet where the army brings it itself.
    """

    datasheet: str
    points: int = 0
    enhancement: str = ""
    enhancement_points: int = 0
    warlord: bool = False
    own_sheet: str = ""
    retinue: bool = False


class MusteredUnit(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A unit of an army with its points, everything that it takes included.

    ``place`` is its place in the list, from 1; ``called`` the name that the list gives it, ``name`` what it is called without
    one. ``datasheet`` is the name of a datasheet. ``points`` and ``models`` are None where the unit cannot be as the list has it.
    ``enhancement`` is its own where nobody leads it. ``role`` is its place in the army, where the game has such places;
    ``detachment`` the place of the detachment that it stands in, from 0. ``own_sheet`` is the id of its datasheet where the army
    brings it itself.
    """

    place: int
    name: str
    datasheet: str
    called: str = ""
    models: int | None = None
    points: int | None = None
    leaders: tuple[MusteredLeader, ...] = ()
    enhancement: str = ""
    enhancement_points: int = 0
    role: str = ""
    detachment: int = 0
    groups: tuple[MusteredModels, ...] = ()
    warlord: bool = False
    joins: str = ""
    inside: str = ""
    split: str = ""
    reserve: str = ""
    prime: str = ""
    benefit: str = ""
    own_sheet: str = ""

    @property
    def own_points(self) -> int:
        """What it costs without its leaders."""
        return (self.points or 0) - sum(leader.points for leader in self.leaders)

    @property
    def is_led(self) -> bool:
        """Whether it has a leader: then he has the mark of the Warlord and the Enhancement."""
        return any(not leader.retinue for leader in self.leaders)

    @property
    def enhancements(self) -> tuple[str, ...]:
        """The names of all its Enhancements."""
        return tuple(filter(None, (self.enhancement, *(leader.enhancement for leader in self.leaders))))

    @property
    def status(self) -> tuple[str, ...]:
        """Where it begins and what is special about it, in words."""
        reserve = "Strategic Reserves" if self.reserve == "strategic" else self.reserve.title()
        pairs = (("joins", self.joins), ("inside", self.inside), ("split by", self.split), ("in", reserve))
        prime = f"{self.prime} ({self.benefit})" if self.benefit else self.prime
        return (*(f"{word} {value}" for word, value in pairs if value), *([prime] if prime else []))


class MusteredDetachment(msgspec.Struct, frozen=True, omit_defaults=True):
    """A detachment: its name or chart, the faction where it is not the army's, what the list calls it."""

    kind: str
    faction: str = ""
    called: str = ""


def grouped(models: Iterable[tuple[str, int, tuple[tuple[str, int], ...]]]) -> tuple[MusteredModels, ...]:
    """Models one by one, as (kind, which leader it is, items), with neighbours that are alike put together."""
    return tuple(MusteredModels(name, len(list(same)), items, leads) for (name, leads, items), same in groupby(models))


class Mustered(msgspec.Struct, frozen=True, kw_only=True):
    """An army, costed and checked.

    ``points`` are those of the units that can be costed; ``size`` is the name of the battle size, where the game has such, and
    ``limit`` its points; ``allegiance`` is empty where the game has none. ``not_modelled`` says what was neither checked nor is
    modelled.
    """

    game: str
    name: str
    faction: str
    allegiance: str
    detachments: tuple[MusteredDetachment, ...]
    size: str
    limit: int
    points: int
    units: tuple[MusteredUnit, ...]
    findings: tuple[Finding, ...]
    not_modelled: tuple[str, ...] = ()

    @property
    def faults(self) -> tuple[Finding, ...]:
        """The findings that make the army illegal."""
        return tuple(each for each in self.findings if each.kind == "fault")

    @property
    def is_legal(self) -> bool:
        """Whether nothing makes the army illegal."""
        return not self.faults

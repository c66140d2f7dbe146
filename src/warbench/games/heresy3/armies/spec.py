"""An army list as it is written: detachments, their units, and what each unit takes."""

from collections.abc import Mapping

import msgspec

from warbench.games.heresy3.armies.detachments import Detachment, detachments
from warbench.sheets.datasheet import Datasheet, Points

RESERVES = ("", "reserve", "deep strike", "outflank", "aerial")
"""Where a unit may begin the battle instead of on the battlefield; empty: on it."""

LOYALIST, TRAITOR = "loyalist", "traitor"
ALLEGIANCES = (LOYALIST, TRAITOR)


class Kit(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What some models of a unit change of their equipment: what goes and what comes.

    ``model`` names the kind of model (empty: any). With ``count`` the next so many such models that no earlier counted kit took;
    without it all of them. Rites and breacher charges are given here as well.
    """

    model: str = ""
    count: int | None = None
    takes: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()


class UnitSpec(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A unit in a detachment.

    ``name`` tells units of one datasheet apart; ``joins`` and ``inside`` name the unit that it joins and the transport or
    Fortification that it begins in. ``prime`` is the Prime Advantage of the Prime slot that it fills, ``benefit`` the
    battlefield role of the slot that Logistical Benefit adds. ``warlord`` marks the unit that leads the army. ``points`` stand
    for the rows of the datasheet at just these sizes, before wargear: what the list was made with.
    """

    datasheet: str
    name: str = ""
    models: int | None = None
    points: tuple[Points, ...] = ()
    wargear: tuple[Kit, ...] = ()
    joins: str = ""
    inside: str = ""
    reserve: str = ""
    prime: str = ""
    benefit: str = ""
    warlord: bool = False


class DetachmentSpec(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A detachment: its force organisation chart by name, and its units. Without a faction it is of the army's."""

    kind: str
    units: tuple[UnitSpec, ...] = ()
    faction: str = ""
    name: str = ""


class ArmySpec(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An army list. ``sheets`` are datasheets of its own, looked at before the bundled ones; ``charts`` the charts of its own.

    ``faction`` is that of the Primary Detachment, such as Imperial Fists; ``allegiance`` is loyalist or traitor; ``limit`` is the
    points limit of the battle.
    """

    name: str
    faction: str
    allegiance: str = ""
    limit: int = 3000
    detachments: tuple[DetachmentSpec, ...] = ()
    sheets: tuple[Datasheet, ...] = ()
    charts: tuple[Detachment, ...] = ()

    @property
    def known_charts(self) -> Mapping[str, Detachment]:
        """Every force organisation chart that it may have, by name in lower case."""
        return {**{each.name.casefold(): each for each in self.charts}, **detachments()}

    @property
    def units(self) -> tuple[UnitSpec, ...]:
        """The units of all detachments, in order."""
        return tuple(unit for detachment in self.detachments for unit in detachment.units)

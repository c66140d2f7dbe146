"""From army lists and a mission to the roster of a battle: every unit with its models as they fight."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from warbench.battle.requests import told
from warbench.games.heresy3 import library
from warbench.games.heresy3.armies import ArmySpec
from warbench.games.heresy3.armies.enlisting import enlist
from warbench.games.heresy3.armies.fitting import fit
from warbench.games.heresy3.armies.units import Army, Unit
from warbench.games.heresy3.battle.missions import Building, Mission
from warbench.games.heresy3.battle.roster import Entry, Kind, Roster, RosterError
from warbench.games.heresy3.kinds import kind_of
from warbench.sheets.loadouts import default_loadout, each_model
from warbench.sheets.sizes import smallest

_SIDES = "AB"


def roster_of(armies: Sequence[ArmySpec], mission: Mission) -> Roster:
    """The roster of two armies on a battlefield: player 0's units A1, A2, ..., player 1's B1, ..., buildings T1, ....

    Raises:
        RosterError: for an army with units that may not be there, or buildings that no datasheet describes.
    """
    return _known(msgspec.msgpack.encode((tuple(armies), mission.buildings)))


@lru_cache(maxsize=64)
def _known(key: bytes) -> Roster:
    """The roster of some lists and buildings: made once, as one pair of lists fights many battles."""
    armies, buildings = msgspec.msgpack.decode(key, type=tuple[tuple[ArmySpec, ...], tuple[Building, ...]])
    entries: list[Entry] = []
    for player, spec in enumerate(armies):
        army = enlist(spec)
        if army.refusals:
            raise RosterError(f"{spec.name}: {told(army.refusals[0])}")
        ids = {unit.name: f"{_SIDES[player]}{number}" for number, unit in enumerate(army.units, 1)}
        entries += [_entry(army, unit, ids[unit.name], player, ids) for unit in army.units]
    for number, building in enumerate(buildings, 1):
        entries.append(_building(building.datasheet, building.name, f"T{number}"))
    return Roster(tuple(entries))


def _entry(army: Army, unit: Unit, key: str, player: int, ids: dict[str, str]) -> Entry:
    kinds: list[Kind] = []
    models: list[tuple[str, int]] = []
    for number, model in enumerate(unit.models, 1):
        kind = kind_of(model, unit.sheet)
        if kind not in kinds:
            kinds.append(kind)
        models.append((f"{key}.{number}", kinds.index(kind)))
    return Entry(
        id=key,
        player=player,
        name=unit.name,
        datasheet=unit.sheet.id,
        role=unit.role,
        faction=unit.faction,
        kinds=tuple(kinds),
        models=tuple(models),
        points=unit.points,
        inside=_other(army, unit, unit.inside, ids, "inside"),
        joins=_other(army, unit, unit.joins, ids, "joins"),
        reserve=unit.reserve,
        warlord=unit.warlord,
    )


def _other(army: Army, unit: Unit, name: str, ids: dict[str, str], field: str) -> str:
    """The id of another unit that a unit's list names."""
    if not name:
        return ""
    found = army.unit(name)
    if found is None or found is unit:
        raise RosterError(f"{unit.name}: {field}: found {name!r}, expected the name of another unit of the army")
    return ids[found.name]


def _building(datasheet: str, name: str, key: str) -> Entry:
    """A Building of the battlefield, as its datasheet equips it (H-118)."""
    try:
        sheet = library.datasheet(datasheet)
    except library.UnknownDatasheet as error:
        raise RosterError(f"{name}: {error}") from error
    ((kind, items),) = each_model(default_loadout(sheet, smallest(sheet)))
    model = fit(sheet, kind, dict(items))
    return Entry(
        id=key,
        player=-1,
        name=name,
        datasheet=sheet.id,
        role=sheet.role,
        faction="",
        kinds=(kind_of(model, sheet),),
        models=((f"{key}.1", 0),),
    )

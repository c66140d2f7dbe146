"""Units that a Horus Heresy army may get for want of something: a slot that must be filled or that unlocks a detachment."""

from collections.abc import Iterator, Sequence

import msgspec

from warbench.games.heresy3 import library
from warbench.games.heresy3.armies.detachments import Detachment
from warbench.games.heresy3.armies.enlisting import enlist, offered
from warbench.games.heresy3.armies.factions import list_of
from warbench.games.heresy3.armies.spec import ArmySpec, DetachmentSpec, UnitSpec
from warbench.games.heresy3.armies.units import Unit
from warbench.games.heresy3.roles import COMMAND, HIGH_COMMAND
from warbench.muster.building.naming import free_name
from warbench.muster.fixing.heresy3_variants import alone
from warbench.muster.known import Known
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.sizes import SizeError, points, smallest

PRIMARY = "Crusade Primary"
_OPENING = frozenset({"primary", "allied"})
"""The kinds of detachment whose command slots unlock others."""
_CARRIERS = frozenset({"transport", "heavy transport"})
_MOST_TRIED = 3
"""So many of the cheapest datasheets of a role are tried."""


class Addition(msgspec.Struct, frozen=True, kw_only=True):
    """A unit that could be added: its entry, the unit that comes of it, the place of its detachment, in words."""

    entry: UnitSpec
    unit: Unit
    detachment: int
    says: str


def with_primary(spec: ArmySpec) -> ArmySpec:
    """The army with an empty Crusade Primary Detachment behind the others."""
    return msgspec.structs.replace(spec, detachments=(*spec.detachments, DetachmentSpec(kind=PRIMARY)))


def additions(spec: ArmySpec, codes: set[str], known: Known) -> list[list[Addition]]:
    """For each thing that the army may lack the units that could be added for it, the cheapest first.

    Args:
        spec: the list.
        codes: the codes of what is wrong with it.
        known: what is known beside the bundled datasheets.
    """
    found: list[list[Addition]] = []
    for place, detachment in enumerate(spec.detachments):
        chart = spec.known_charts.get(detachment.kind.casefold())
        if chart is None:
            continue
        for roles in _wanted(chart, codes, is_empty=not detachment.units):
            each = list(_of_roles(spec, place, chart, roles, known))
            if each:
                found.append(each)
    return found


def _wanted(chart: Detachment, codes: set[str], *, is_empty: bool) -> Iterator[tuple[str, ...]]:
    """The roles of which a unit of the detachment could help, those that do equally well together."""
    if is_empty:
        # A detachment of a single transport is no detachment that anybody wants.
        roles = tuple(slot.role for slot in chart.slots)
        yield tuple(role for role in roles if role not in _CARRIERS) or roles
    yield from ((slot.role,) for slot in chart.slots if slot.least)
    if "locked-detachment" in codes and chart.kind in _OPENING:
        yield from ((slot.role,) for slot in chart.slots if slot.role in {HIGH_COMMAND, COMMAND})


def _of_roles(spec: ArmySpec, place: int, chart: Detachment, roles: Sequence[str], known: Known) -> Iterator[Addition]:
    own = spec.detachments[place]
    faction = own.faction or spec.faction
    names = [entry.name or entry.datasheet for entry in spec.units]
    lost = _lost_ride(spec)
    made = 0
    costed = _costed(spec, faction, roles, known)
    # Whoever wants to begin in a transport that is not there wants one of that name.
    for cost, sheet in sorted(costed, key=lambda each: library.slug(each[1].name) != library.slug(lost)):
        name = lost if lost and sheet.transport is not None else free_name(sheet.name, names) or sheet.name
        entry = UnitSpec(datasheet=sheet.name, name=name)
        army = alone(_holding(spec, sheet), own.faction, entry)
        if army.refusals or not army.units:
            continue
        label = own.name or chart.name
        says = f"add {entry.name} to the detachment {label} ({cost} points)"
        unit = msgspec.structs.replace(army.units[0], detachment=place)
        yield Addition(entry=entry, unit=unit, detachment=place, says=says)
        made += 1
        if made == _MOST_TRIED:
            return


def _lost_ride(spec: ArmySpec) -> str:
    """The first name of a transport that a unit begins in and that the army has not; empty when they are all there."""
    army = enlist(spec)
    return next((entry.inside for entry in spec.units if entry.inside and army.unit(entry.inside) is None), "")


def _costed(spec: ArmySpec, faction: str, roles: Sequence[str], known: Known) -> list[tuple[int, Datasheet]]:
    """The datasheets of some roles that the faction has, with their least points, the cheapest first."""
    sheets = {sheet.id: sheet for sheet in offered(spec, faction)}
    for sheet in known.stock(list_of(faction)):
        sheets.setdefault(sheet.id, sheet)
    found: list[tuple[int, Datasheet]] = []
    for sheet in sheets.values():
        if sheet.role in roles and not any("unique" in model.keywords for model in sheet.models):
            try:
                found.append((points(sheet, smallest(sheet)), sheet))
            except SizeError:
                continue
    return sorted(found, key=lambda each: (each[0], each[1].id))


def holding(spec: ArmySpec, names: Sequence[str], known: Known) -> ArmySpec:
    """The army with those datasheets of its own that units name and that are not bundled, so that its file stands for itself."""
    lent = {sheet.name: sheet for faction in _factions(spec) for sheet in known.stock(list_of(faction))}
    for name in names:
        if name in lent:
            spec = _holding(spec, lent[name])
    return spec


def _factions(spec: ArmySpec) -> list[str]:
    return list(dict.fromkeys((spec.faction, *(each.faction for each in spec.detachments if each.faction))))


def _holding(spec: ArmySpec, sheet: Datasheet) -> ArmySpec:
    if any(each.id == sheet.id for each in (*library.datasheets(), *spec.sheets)):
        return spec
    return msgspec.structs.replace(spec, sheets=(*spec.sheets, sheet))

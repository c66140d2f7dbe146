"""What a detachment could be instead: another chart, or gone; and the sums that charts and what unlocks them set."""

import msgspec

from warbench.games.heresy3.armies.charts import ONE_OF, WARLORD_FROM
from warbench.games.heresy3.armies.detachments import Detachment
from warbench.games.heresy3.armies.factions import list_of
from warbench.games.heresy3.armies.spec import ArmySpec
from warbench.games.heresy3.roles import ROLES
from warbench.muster.fixing import costs
from warbench.muster.fixing.choosing import Row, Variant

_MOST_UNITS = 1000
_PRIMARY = "Crusade Primary"


def charts_of(spec: ArmySpec, place: int, codes: set[str], own_charts: int) -> list[Variant]:
    """What a detachment of the list could be: its chart first where it may have it, others where it may not, gone last.

    Args:
        spec: the list.
        place: the detachment's place.
        codes: the codes of what is wrong with the list: without a Primary Detachment every one may become one.
        own_charts: how many detachments the list has; one behind these is added, and costs that.
    """
    own = spec.detachments[place]
    if place >= own_charts:
        step = f"add a {own.kind} Detachment"
        added = msgspec.structs.replace(_variant(place, spec.known_charts[own.kind.casefold()], own.kind), steps=(step,))
        return [msgspec.structs.replace(added, cost=costs.ADD), Variant(units=())]
    label = own.name or own.kind or f"detachment {place + 1}"
    known = spec.known_charts
    chart = known.get(own.kind.casefold())
    found: list[Variant] = []
    if chart is not None and _may_have(spec, place, chart):
        found.append(_variant(place, chart, own.kind))
    others = [] if found else [each for each in known.values() if _may_have(spec, place, each)]
    if found and "no-primary" in codes:
        others = [known[_PRIMARY.casefold()]]
    for each in others:
        step = f"the chart of {label} becomes {each.name}"
        found.append(msgspec.structs.replace(_variant(place, each, each.name), steps=(step,), cost=costs.OTHER_CHART))
    found.append(Variant(units=(), steps=(f"take out the detachment {label}",), cost=costs.DETACHMENT_OUT, adds={}))
    return found


def chart_rows(spec: ArmySpec, rows: dict[str, Row]) -> None:
    """Add the sums of the charts: a slot for every unit, units in every detachment, and how many detachments there may be."""
    for place in range(len(spec.detachments)):
        for role in ROLES:
            rows[f"slots {place} {role}"] = Row(high=0)
            rows[f"prime {place} {role}"] = Row(high=0)
            rows[f"least {place} {role}"] = Row(high=0)
        rows[f"units {place}"] = Row(high=0)
        rows[f"filled {place}"] = Row(high=0)
    rows["kind primary"] = Row(low=1, high=1)
    for kind in ONE_OF[1:]:
        rows[f"kind {kind}"] = Row(high=1)
    for chart in spec.known_charts.values():
        if chart.kind == "additional":
            rows[f"kind {chart.name}"] = Row(high=1)
    rows["apex"] = rows["unlocked"] = Row(high=0)


def _may_have(spec: ArmySpec, place: int, chart: Detachment) -> bool:
    if chart.kind == "warlord" and spec.limit < WARLORD_FROM:
        return False
    return not chart.faction or list_of(spec.detachments[place].faction or spec.faction) == chart.faction


def _variant(place: int, chart: Detachment, kind: str) -> Variant:
    """The detachment at that place with that chart, which the list calls ``kind``."""
    adds = {f"units {place}": -_MOST_UNITS, f"filled {place}": 1}
    for slot in chart.slots:
        adds[f"slots {place} {slot.role}"] = adds.get(f"slots {place} {slot.role}", 0) - slot.count
        adds[f"prime {place} {slot.role}"] = adds.get(f"prime {place} {slot.role}", 0) - slot.prime
        adds[f"least {place} {slot.role}"] = adds.get(f"least {place} {slot.role}", 0) + slot.least
    if chart.kind in ONE_OF:
        adds[f"kind {chart.kind}"] = 1
    elif chart.kind == "additional":
        adds[f"kind {chart.name}"] = 1
    adds["apex"] = int(chart.kind == "apex")
    adds["unlocked"] = int(chart.kind in {"apex", "auxiliary"})
    return Variant(units=(kind,), adds=adds)

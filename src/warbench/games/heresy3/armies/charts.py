"""Detachments against their force organisation charts: slots, Prime Advantages, what unlocks what (H-008, H-009, facts 15)."""

from collections import Counter
from collections.abc import Iterator

from warbench.battle.requests import Refusal
from warbench.games.heresy3.armies.detachments import Class, Detachment
from warbench.games.heresy3.armies.factions import list_of
from warbench.games.heresy3.armies.prime import (
    ADVANTAGES,
    FOR_UNIQUE,
    LOGISTICAL_BENEFIT,
    ONCE,
    SPECIAL_ASSIGNMENT,
)
from warbench.games.heresy3.armies.spec import ArmySpec
from warbench.games.heresy3.armies.units import Army, Unit
from warbench.games.heresy3.roles import COMMAND, FORTIFICATION, HIGH_COMMAND, NOT_BY_BENEFIT, ROLES

FACTS = "facts-15"
"""What stands in the list of facts and has no id of its own."""

ONE_OF: tuple[Class, ...] = ("primary", "allied", "warlord", "lord of war")
"""The kinds of detachment that an army has one of at most."""

WARLORD_FROM = 3000
"""The least points limit that allows a Warlord Detachment."""


def chart_faults(army: Army) -> Iterator[Refusal]:
    """What is wrong with the detachments of an army."""
    spec = army.spec
    if not spec.detachments:
        yield Refusal("no-detachments", f"{spec.name} has no detachment; an army has one at least", "H-008")
        return
    known = spec.known_charts
    charts: list[tuple[int, Detachment]] = []
    for place, detachment in enumerate(spec.detachments):
        label = detachment.name or detachment.kind
        chart = known.get(detachment.kind.casefold())
        if chart is None:
            names = ", ".join(each.name for each in known.values())
            yield Refusal("no-such-detachment", f"found the detachment {detachment.kind!r}, expected one of {names}", "H-009")
            continue
        charts.append((place, chart))
        if not detachment.units:
            yield Refusal("empty-detachment", f"{label} has no unit; a detachment has one at least", "H-009")
        if chart.faction and list_of(detachment.faction or spec.faction) != chart.faction:
            yield Refusal("other-faction", f"{label} is a detachment of {chart.faction} only", FACTS)
        units = tuple(unit for unit in army.units if unit.detachment == place)
        yield from _prime_faults(label, chart, units)
        yield from _slot_faults(label, chart, units)
    yield from _kind_faults(spec, [chart for _, chart in charts])
    yield from _unlock_faults(army, charts)


def slots(army: Army, place: int) -> dict[str, int]:
    """The slots of a detachment by battlefield role, with what Logistical Benefit adds (H-018)."""
    chart = army.spec.known_charts[army.spec.detachments[place].kind.casefold()]
    units = tuple(unit for unit in army.units if unit.detachment == place)
    return {role: count for role in ROLES if (count := chart.count(role) + _added(units)[role])}


def _added(units: tuple[Unit, ...]) -> Counter[str]:
    """The slots that Logistical Benefit adds: one a detachment, of a role that it may be (H-018..H-020)."""
    wanted = [unit.benefit for unit in units if unit.prime == LOGISTICAL_BENEFIT]
    return Counter(role for role in wanted[:1] if role in ROLES and role not in (*NOT_BY_BENEFIT, FORTIFICATION))


def _slot_faults(label: str, chart: Detachment, units: tuple[Unit, ...]) -> Iterator[Refusal]:
    added = _added(units)
    filled = Counter(slot_of(unit) for unit in units)
    for role, number in filled.items():
        most = chart.count(role) + added[role]
        if number > most:
            rule = "H-001" if role == FORTIFICATION and not most else "H-009"
            sentence = f"{label} has {most} slots for {role.title()}, its units need {number}"
            yield Refusal("no-slot", sentence, rule)
    for slot in chart.slots:
        if units and filled[slot.role] < slot.least:
            sentence = (
                f"{label} has {filled[slot.role]} units in its slots for {slot.role.title()}, expected {slot.least} at least"
            )
            yield Refusal("compulsory", sentence, FACTS)


def slot_of(unit: Unit) -> str:
    """The role of the slot that a unit fills: a High Command with Special Assignment fills one of Command."""
    return COMMAND if unit.prime == SPECIAL_ASSIGNMENT and unit.role == HIGH_COMMAND else unit.role


def _prime_faults(label: str, chart: Detachment, units: tuple[Unit, ...]) -> Iterator[Refusal]:
    filled = Counter(slot_of(unit) for unit in units if unit.prime)
    for role, number in filled.items():
        if number > chart.prime(role):
            sentence = f"{label} has {chart.prime(role)} Prime slots for {role.title()}, its units take {number} Prime Advantages"
            yield Refusal("no-prime-slot", sentence, FACTS)
    for name in ONCE:
        if sum(unit.prime == name for unit in units) > 1:
            rule = "H-020" if name == LOGISTICAL_BENEFIT else FACTS
            yield Refusal("prime-twice", f"{label}: {name} may be chosen once a detachment", rule)
    for unit in units:
        yield from _advantage_faults(unit)


def _advantage_faults(unit: Unit) -> Iterator[Refusal]:
    """What is wrong with the Prime Advantage of a unit, its slot aside."""
    if unit.benefit and unit.prime != LOGISTICAL_BENEFIT:
        yield Refusal("benefit", f"{unit.name} names the role of an added slot without {LOGISTICAL_BENEFIT}", "H-018")
    if not unit.prime:
        return
    if unit.prime not in ADVANTAGES:
        expected = ", ".join(ADVANTAGES)
        yield Refusal("prime", f"{unit.name}: found the Prime Advantage {unit.prime!r}, expected one of {expected}", FACTS)
    elif any(model.value("inductii") is not None for model in unit.models):
        yield Refusal("prime", f"{unit.name} has Inductii and cannot have {unit.prime} or any other Prime Advantage", "H-018")
    elif unit.any_is("unique") and unit.prime not in FOR_UNIQUE:
        yield Refusal("prime", f"{unit.name} is Unique and cannot have {unit.prime}", FACTS)
    elif unit.prime == SPECIAL_ASSIGNMENT and slot_of(unit) != COMMAND:
        yield Refusal("prime", f"{unit.name}: {SPECIAL_ASSIGNMENT} is for a Command slot only", FACTS)
    elif unit.prime == LOGISTICAL_BENEFIT:
        yield from _benefit_faults(unit)


def _benefit_faults(unit: Unit) -> Iterator[Refusal]:
    role = unit.benefit
    if role not in ROLES:
        expected = ", ".join(each for each in ROLES if each not in (*NOT_BY_BENEFIT, FORTIFICATION))
        yield Refusal("unknown-role", f"{unit.name}: benefit: found the role {role!r}, expected one of {expected}", "H-244")
    elif role == FORTIFICATION:
        sentence = f"{unit.name}: {LOGISTICAL_BENEFIT} cannot put a Fortification in another detachment"
        yield Refusal("benefit", sentence, "H-004")
    elif role in NOT_BY_BENEFIT:
        yield Refusal("benefit", f"{unit.name}: {LOGISTICAL_BENEFIT} cannot add a slot for {role.title()}", "H-019")


def _kind_faults(spec: ArmySpec, charts: list[Detachment]) -> Iterator[Refusal]:
    """How many detachments of each kind there may be."""
    kinds = Counter(chart.kind for chart in charts)
    if kinds["primary"] == 0:
        yield Refusal("no-primary", f"{spec.name} has no Primary Detachment", FACTS)
    for kind in ONE_OF:
        if kinds[kind] > 1:
            yield Refusal("too-many-detachments", f"found {kinds[kind]} {kind.title()} Detachments, expected one at most", FACTS)
    for name, number in Counter(chart.name for chart in charts if chart.kind == "additional").items():
        if number > 1:
            yield Refusal("too-many-detachments", f"found {number} {name} Detachments, expected one at most", "H-002")
    if kinds["warlord"] and spec.limit < WARLORD_FROM:
        sentence = f"a Warlord Detachment needs a points limit of {WARLORD_FROM}, this one is {spec.limit}"
        yield Refusal("warlord-detachment", sentence, FACTS)


def opened(unit: Unit) -> int:
    """How many Auxiliary Detachments a Command slot allows: one, or X with Officer of the Line (X)."""
    return max(1, *(int(model.value("officer of the line") or 1) for model in unit.models), 1)


def _unlock_faults(army: Army, charts: list[tuple[int, Detachment]]) -> Iterator[Refusal]:
    """Each filled High Command slot allows an Apex or an Auxiliary Detachment, each Command slot an Auxiliary one."""
    kinds = Counter(chart.kind for _, chart in charts)
    opening = {place for place, chart in charts if chart.kind in {"primary", "allied"}}
    filled = [unit for unit in army.units if unit.detachment in opening and unit.prime != SPECIAL_ASSIGNMENT]
    high = sum(unit.role == HIGH_COMMAND for unit in filled)
    command = sum(opened(unit) for unit in filled if unit.role == COMMAND)
    apex, auxiliary = kinds["apex"], kinds["auxiliary"]
    if apex > high:
        yield Refusal("locked-detachment", f"found {apex} Apex Detachments, {high} filled High Command slots allow {high}", FACTS)
    elif apex + auxiliary > high + command:
        sentence = (
            f"found {apex} Apex and {auxiliary} Auxiliary Detachments, "
            f"{high} High Command and {command} Command slots filled allow {high + command}"
        )
        yield Refusal("locked-detachment", sentence, FACTS)

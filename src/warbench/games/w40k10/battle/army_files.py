"""Army lists: the bundled ones and other people's files, and whether an army is legal for a battle of some size."""

from collections import Counter
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from warbench.battle.bundled import Bundle
from warbench.battle.requests import Refusal, RefusedError
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.army_rules.standing import Standing, standing
from warbench.games.w40k10.battle.army_rules.units import foreign_fault, mark_faults
from warbench.games.w40k10.battle.army_rules.whole import rule_faults
from warbench.games.w40k10.battle.crucible import crucible_faults
from warbench.games.w40k10.battle.enhancements import bearer_faults, count_faults, enhancement_of
from warbench.games.w40k10.battle.equipping import RosterError
from warbench.games.w40k10.battle.hovering import AIRCRAFT
from warbench.games.w40k10.battle.riding import passengers_of, room_in, unread_carriers
from warbench.games.w40k10.battle.roster import ArmySpec, Entry, Roster, UnitSpec, sheet_for
from warbench.games.w40k10.battle.splitting import split_faults
from warbench.games.w40k10.checks import ScenarioError
from warbench.games.w40k10.facts import FACTS
from warbench.games.w40k10.leaders import leaders_fault
from warbench.rules.effects import Grant
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.schema import DataError
from warbench.sheets.shelf import convert, parse
from warbench.sheets.sizes import SizeError, smallest
from warbench.sheets.transport import Passengers

POINTS = {"incursion": 1000, "strike force": 2000, "onslaught": 3000}
"""The most points of an army by battle size (C23)."""

RESERVES = ("", "deep strike", "strategic")
SHARE_IN_RESERVES = 4
"""One in so many points of the battle size may wait in Strategic Reserves (C15)."""
_COPIES, _COPIES_OF_MANY = 3, 6
_MANY = frozenset({"battleline", "dedicated transport"})

DETACHMENTS = frozenset({"oathband"})
"""The detachments whose rule and stratagems are modelled."""


class ArmyError(RefusedError):
    """An army list that cannot be read or is not legal; the message names the list and every reason."""


def army(name: str, battle_size: str | None = None) -> ArmySpec:
    """The army list of that name: a bundled one by id or name, or the path of a TOML file.

    Args:
        name: the id (as `armies` lists them), the army's name, or a path.
        battle_size: what it must be legal for; without one, the smallest battle that its points allow.

    Raises:
        ArmyError: it is not there, cannot be read, or is not legal.
        OSError: a file cannot be read.
    """
    path = Path(name)
    found = read_army(path.read_text(encoding="utf-8"), path.name) if path.suffix == ".toml" else _BUNDLE.find(name)
    refusals = check_army(found, battle_size)
    if refusals:
        raise ArmyError(found.name, refusals)
    return found


def read_army(text: str, file: str) -> ArmySpec:
    """The army list of a file's text, not checked yet.

    Raises:
        ArmyError: it is no TOML, or says something that no army list says.
    """
    try:
        return convert(parse(text, file), file, ArmySpec)
    except DataError as error:
        raise ArmyError(file, (Refusal("bad-file", str(error)),)) from error


_BUNDLE = Bundle(resources.files(__package__) / "armies", "army", read_army, ArmyError, ", or the path of a .toml file")


def armies() -> tuple[str, ...]:
    """The ids of the bundled army lists."""
    return _BUNDLE.ids


def check_army(spec: ArmySpec, battle_size: str | None = None) -> tuple[Refusal, ...]:
    """Why an army is not legal: its points, units, leaders, transports, reserves, Enhancements, Warlord; empty when it is.

    Without ``battle_size`` it is checked for the smallest battle that its points allow.
    """
    bad = [Refusal("no-units", f"{spec.name} has no units")] if not spec.units else []
    bad += [refusal for unit in spec.units for refusal in unit_faults(spec, unit)]
    if bad:
        return tuple(bad)
    try:
        entries = Roster((spec, ArmySpec(name="", faction=""))).of(0)
    except (RosterError, ScenarioError, SizeError) as error:
        return (Refusal("bad-unit", str(error)),)
    return tuple(refusal for _, refusal in entry_faults(spec, entries, battle_size or ""))


def size_for(total: int) -> str:
    """The smallest battle that allows an army of so many points; the largest where none does."""
    return next((name for name, most in POINTS.items() if total <= most), "onslaught")


def entry_faults(spec: ArmySpec, entries: list[Entry], battle_size: str = "") -> list[tuple[str, Refusal]]:
    """What is wrong with an army whose units are each as they may be: (the unit's id, or empty for the whole army; the reason).

    Without ``battle_size`` it is checked for the smallest battle that its points allow.
    """
    total = sum(entry.points for entry in entries)
    size = battle_size or size_for(total)
    if size not in POINTS:
        sentence = f"found the battle size {size!r}, expected one of {', '.join(POINTS)}"
        return [("", Refusal("battle-size", sentence, "C23"))]
    upgrades = [name for unit in spec.units for name in unit.upgrades]
    whole = [*_army_faults(entries, total, size, standing(spec)), *count_faults(upgrades), *crucible_faults(spec, entries)]
    ruled = rule_faults(spec, entries, size)
    placed = [*split_faults(entries), *boarding_faults(entries), *reserve_faults(entries, size)]
    return [*(("", refusal) for refusal in whole), *ruled, *placed]


def not_checked(spec: ArmySpec, entries: list[Entry], *, idle: bool = True) -> tuple[str, ...]:
    """What about an army is neither checked nor modelled, a sentence each: said with every result that it could touch.

    Without ``idle`` transports that nobody begins inside are not told: somebody else does.
    """
    out = []
    if spec.detachment and library.slug(spec.detachment) not in DETACHMENTS:
        out.append(f"{spec.detachment}: the rule and the stratagems of this detachment are not modelled")
    out += [
        f"{entry.name}: nobody begins inside this Dedicated Transport; whether it may be deployed so is not checked"
        for entry in (empty_transports(entries) if idle else ())
    ]
    out += unread_carriers(entries)
    printed = dict.fromkeys(sheet.name for entry in entries for sheet in entry.sheets if sheet.as_listed)
    if printed:
        told = ", ".join(printed)
        out.append(f"{told}: by datasheets of the list itself: which sizes and wargear they may have is not checked")
    borne = (name for unit in spec.units for name in unit.upgrades)
    out += [f"{name}: what this Enhancement does is not modelled" for name in borne]
    return tuple(out)


def empty_transports(entries: list[Entry]) -> list[Entry]:
    """The Dedicated Transports that nobody begins the battle inside."""
    ridden = {entry.inside for entry in entries}
    return [entry for entry in entries if "dedicated transport" in entry.keywords and entry.id not in ridden]


def unit_faults(spec: ArmySpec, unit: UnitSpec) -> Iterator[Refusal]:
    """What is wrong with a single entry of the list, before there are units to look at."""
    try:
        body, *others = (sheet_for(spec, name) for name in unit.sheets)
    except library.UnknownDatasheet as error:
        yield Refusal("no-such-datasheet", str(error))
        return
    for sheet in (body, *others):
        foreign = foreign_fault(spec, sheet)
        if foreign is not None:
            yield foreign
    leaders, retinues = others[: len(unit.leaders)], others[len(unit.leaders) :]
    fault = leaders_fault(body, unit.models or smallest(body), leaders, retinues, [lead.items for lead in unit.leaders])
    if fault is not None:
        yield fault
    if unit.reserve not in RESERVES:
        yield Refusal("reserve", f"{body.name}: found reserve {unit.reserve!r}, expected one of {RESERVES[1:]}", "C15")
    yield from _upgrade_faults(spec, unit, [body, *leaders])
    yield from mark_faults(spec, unit)


def _upgrade_faults(spec: ArmySpec, unit: UnitSpec, sheets: list[Datasheet]) -> Iterator[Refusal]:
    """What is wrong with the Enhancements of a unit: its leaders', or without a leader its own."""
    borne = [lead.enhancement for lead in unit.leaders] or [unit.enhancement]
    for name, bearer in zip(borne, sheets[1:] or sheets, strict=True):
        if not name:
            continue
        upgrade = enhancement_of(name, spec.enhancements)
        if upgrade is None:
            known = ", ".join(each.name for each in spec.enhancements) or "none"
            sentence = f"{sheets[0].name}: found the Enhancement {name!r}, the army's enhancements are: {known}"
            yield Refusal("no-such-enhancement", sentence, "C24")
        else:
            yield from bearer_faults(upgrade, standing(spec).ruled(bearer), spec.detachment)


def _army_faults(entries: list[Entry], total: int, size: str, stands: Standing) -> Iterator[Refusal]:
    if total > POINTS[size]:
        yield Refusal("too-many-points", f"the army costs {total} points, {size} allows {POINTS[size]}", "C23")
    # By name: a list may bring one datasheet in several printings.
    copies = Counter(library.slug(sheet.name) for entry in entries if not entry.half_of for sheet in entry.sheets)
    sheets = {library.slug(sheet.name): sheet for entry in entries for sheet in entry.sheets}
    for key, number in copies.items():
        most = most_of(stands.ruled(sheets[key]))
        if number > most:
            yield Refusal("too-many-copies", f"{sheets[key].name} is there {number} times, expected at most {most}", "C24")
    lords = [entry for entry in entries if entry.warlord]
    if len(lords) != 1:
        yield Refusal("warlord", f"found {len(lords)} Warlords, expected exactly one", "C24")
    for entry in lords:
        if not any(may_lead(sheet, stands) for sheet in entry.sheets):
            yield Refusal("warlord", f"{entry.name} is no CHARACTER and cannot be the Warlord", "C24")


def may_lead(sheet: Datasheet, stands: Standing) -> bool:
    """Whether a datasheet's model may be the Warlord, by its own keywords or by those that it has in the army (C24)."""
    return "character" in stands.ruled(sheet).keywords or stands.anybody_leads(sheet)


def most_of(sheet: Datasheet) -> int:
    """How many units of a datasheet an army may have, with the keywords that it has there (C24)."""
    words = set(sheet.keywords)
    if "epic hero" in words:
        return 1
    return _COPIES_OF_MANY if words & _MANY else _COPIES


def boarding_faults(entries: list[Entry]) -> list[tuple[str, Refusal]]:
    """The units that may not begin the battle inside the transport of the list, in order, and why (W-172..W-177).

    Passengers get in one after another: the first that finds no room is refused, not the whole transport.
    """
    by_id = {entry.id: entry for entry in entries}
    aboard: dict[str, list[Passengers]] = {}
    faults: list[tuple[str, Refusal]] = []
    for entry in entries:
        if not entry.inside:
            continue
        carrier = by_id[entry.inside]
        groups = [*aboard.get(carrier.id, []), *passengers_of(entry)]
        refusals = room_in(carrier, groups).refusals
        if carrier is entry or carrier.inside:
            faults.append((entry.id, Refusal("inside", f"{carrier.name} is itself a passenger", "W-176")))
        elif refusals:
            first = refusals[0]
            rule = "W-172" if first.code == "capacity" else "W-176"
            faults.append((entry.id, Refusal(first.code, f"{entry.name}: {first.text}", rule)))
        elif entry.reserve:
            sentence = f"{entry.name} waits where {carrier.name} does, not by itself"
            faults.append((entry.id, Refusal("reserve", sentence, "C15")))
        else:
            aboard[carrier.id] = groups
    return faults


def reserve_faults(entries: list[Entry], size: str) -> list[tuple[str, Refusal]]:
    """The units that may not wait in the reserve of the list, in order, and why (C15, W-334).

    Strategic Reserves fill up in the order of the list, each unit with its passengers. AIRCRAFT begin in Reserves without being
    counted; their passengers count unless they have Deep Strike, for only units that are in Reserves begin inside AIRCRAFT.
    """
    limit = POINTS[size] // SHARE_IN_RESERVES
    total = 0
    faults: list[tuple[str, Refusal]] = []
    aloft = {entry.id for entry in entries if AIRCRAFT in entry.keywords}
    for entry in entries:
        refusal: Refusal | None = None
        rides = entry.inside in aloft and not has_deep_strike(entry)
        if entry.reserve == "deep strike" and not has_deep_strike(entry):
            refusal = Refusal("no-deep-strike", f"{entry.name}: not every model has Deep Strike", "W-334")
        elif entry.reserve == "strategic" and "fortification" in entry.keywords:
            refusal = Refusal("reserve", f"{entry.name} is a FORTIFICATION and cannot wait in Strategic Reserves", "C15")
        elif rides or (entry.reserve == "strategic" and entry.id not in aloft):
            cost = entry.points + sum(rider.points for rider in entries if rider.inside == entry.id)
            if total + cost > limit:
                sentence = f"with {entry.name} {total + cost} points wait in Strategic Reserves, {size} allows {limit}"
                refusal = Refusal("too-much-in-reserve", sentence, "C15")
            else:
                total += cost
        if refusal is not None:
            faults.append((entry.id, refusal))
    return faults


def has_deep_strike(entry: Entry) -> bool:
    """Whether every model of a unit has Deep Strike, of its own or by an item that gives it to the unit (W-334)."""
    held = {item.casefold() for kind in entry.kinds for item, _ in kind.items}
    facts = {**FACTS.settle({}), "target_led": entry.leaders > 0}
    for ability in (ability for sheet in entry.sheets for ability in sheet.abilities if ability.whole_unit):
        if ability.item and ability.item.casefold() not in held:
            continue
        for effect in ability.effects:
            given = isinstance(effect, Grant) and effect.keyword == "deep strike"
            if given and (effect.when is None or effect.when.holds(facts)):
                return True
    return entry.all_have("deep-strike")

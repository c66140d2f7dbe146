"""An army as the roster JSON tree of the common builder: forces, selections with numbers, costs, categories and profiles.

What its selections cannot say (who leads whom, who begins where) stands in the notes that the format has for every unit: people
read them, builders pass over them, and our own reader of rosters reads them back. Profiles and ids are written into it later.
"""

from typing import Any

from warbench.games.heresy3.armies.prime import ADVANTAGES, LOGISTICAL_BENEFIT
from warbench.games.heresy3.roles import ROLES
from warbench.muster.costing import Mustered, MusteredModels, MusteredUnit

SYSTEMS = {"w40k10": "Warhammer 40,000 10th Edition", "heresy3": "Horus Heresy 3rd Edition"}

ATTACHED, INSIDE, SPLIT, RESERVE = "Attached unit ", "Begins inside: ", "Split by: ", "Begins in: "
JOINS, PRIME, BENEFIT = "Joins: ", "Prime Advantage: ", "Added slot: "
CALLED = "Called"
OWN_SHEET = "Own datasheet: "
SHEETS = "warbenchSheets"
"""Where the datasheets stand that an army brings itself: builders pass over it."""

NOTES = "customNotes"
"""A line each, at a unit."""

_LEADER, _RETINUE = " (leader)", " (retinue)"

Node = dict[str, Any]


def roster_tree(army: Mustered) -> Node:
    """The roster as plain values, under the key ``roster``."""
    settings = [_choice("Detachment", each.kind) for each in army.detachments] if army.game == "w40k10" else []
    if army.allegiance:
        settings.append(_choice("Allegiance", army.allegiance.title()))
    if army.size:
        settings.append(_choice("Battle Size", f"{army.size.title()} ({army.limit} Point limit)"))
    led = {unit.place: number for number, unit in enumerate((unit for unit in army.units if unit.leaders), 1)}
    own = army.game == "heresy3"
    units = [[each for unit in army.units if unit.detachment == place for each in _units(unit, led)] for place in _places(army)]
    force = _force("Army Roster", army.faction, [*settings, *(units[0] if not own else [])])
    if own:
        force["forces"] = [
            {**_force(each.kind, each.faction or army.faction, found), **({"customName": each.called} if each.called else {})}
            for each, found in zip(army.detachments, units, strict=True)
        ]
    return {
        "roster": {
            "name": army.name,
            "generatedBy": "Warbench",
            "gameSystemName": SYSTEMS[army.game],
            "costs": [_cost(army.points)],
            "costLimits": [_cost(army.limit)],
            "forces": [force],
        }
    }


def _places(army: Mustered) -> range:
    return range(len(army.detachments)) if army.game == "heresy3" else range(1)


def _force(name: str, faction: str, selections: list[Node]) -> Node:
    return {"name": name, "catalogueName": faction, "selections": selections}


def _units(unit: MusteredUnit, led: dict[int, int]) -> list[Node]:
    """A unit as a selection; one with leaders as a selection for each of them beside its own."""
    if not unit.leaders:
        return [_unit(unit, 0, extra=[])]
    number = led[unit.place]
    leaders = [
        _unit(unit, place, extra=[f"{ATTACHED}{number}{_RETINUE if each.retinue else _LEADER}"])
        for place, each in enumerate(unit.leaders, 1)
    ]
    return [*leaders, _unit(unit, 0, extra=[f"{ATTACHED}{number}"])]


def _unit(unit: MusteredUnit, leads: int, *, extra: list[str]) -> Node:
    leader = unit.leaders[leads - 1] if leads else None
    has = leader or (unit if not unit.is_led else None)
    points = leader.points if leader is not None else unit.own_points
    upgrade = has.enhancement_points if has is not None and has.enhancement else 0
    selections = [_models(group) for group in unit.groups if group.leads == leads]
    if has is not None and has.warlord:
        selections.append(_upgrade("Warlord"))
    if has is not None and has.enhancement:
        selections.append({**_upgrade(has.enhancement), "group": "Enhancements", "costs": [_cost(upgrade)]})
    if not leads:
        prime = _prime(unit)
        selections += [prime] if prime is not None else []
        extra = [*extra, *placed(unit, prime=prime is None)]
    own = leader.own_sheet if leader is not None else unit.own_sheet
    extra += [f"{OWN_SHEET}{own}"] if own else []
    found: Node = {
        "name": leader.datasheet if leader is not None else unit.datasheet,
        "type": "unit",
        "number": 1,
        "costs": [_cost(points - upgrade)],
        "selections": selections,
    }
    if unit.role:
        found["categories"] = [{"name": unit.role.title(), "primary": True}]
    if unit.called and not leads:
        found["customName"] = unit.called
    if extra:
        found[NOTES] = "\n".join(extra)
    return found


def _prime(unit: MusteredUnit) -> Node | None:
    """The Prime Advantage of a unit as builders have it; None where it has none, or one that is not known."""
    if unit.prime not in ADVANTAGES or (unit.benefit and (unit.prime != LOGISTICAL_BENEFIT or unit.benefit not in ROLES)):
        return None
    # "LB - War-engine", but "LB - Fast Attack".
    slot = unit.benefit.title().replace("War Engine", "War-engine")
    advantage = {**_upgrade(unit.prime), **({"selections": [_upgrade(f"LB - {slot}")]} if slot else {})}
    return {**_upgrade("Prime Unit"), "selections": [advantage]}


def placed(unit: MusteredUnit, *, prime: bool = True) -> list[str]:
    """Where a unit begins and the like, in the words that our reader knows; with ``prime`` its Prime Advantage too."""
    said = (
        (INSIDE, unit.inside),
        (SPLIT, unit.split),
        (RESERVE, unit.reserve),
        (JOINS, unit.joins),
        *(((PRIME, unit.prime), (BENEFIT, unit.benefit)) if prime else ()),
    )
    return [f"{words}{value}" for words, value in said if value]


def _models(group: MusteredModels) -> Node:
    items = [
        {**_upgrade(item), "number": count * group.count, "profiles": [{"name": item, "typeName": "Weapon or wargear"}]}
        for item, count in group.items
    ]
    return {"name": group.name, "type": "model", "number": group.count, "selections": items}


def _choice(name: str, value: str) -> Node:
    return {**_upgrade(name), "categories": [{"name": "Configuration", "primary": True}], "selections": [_upgrade(value)]}


def _upgrade(name: str) -> Node:
    return {"name": name, "type": "upgrade", "number": 1}


def _cost(value: int) -> Node:
    return {"name": "pts", "typeId": "points", "value": value}

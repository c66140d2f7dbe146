"""What to do about a finding: one sentence for each code, with the numbers and names of the army where they help."""

from warbench.battle.requests import Refusal
from warbench.games.heresy3.armies.units import Army
from warbench.games.w40k10.battle.army_files import POINTS, may_lead
from warbench.games.w40k10.battle.army_rules.standing import Standing, standing
from warbench.games.w40k10.battle.roster import ArmySpec, Entry
from warbench.sheets.datasheet import Datasheet

_TOLD = 6

_OPTIONS = "see what it may have: warbench muster NAME --options UNIT"
_BESIDE = "let it begin on the battlefield: leave out where it begins"

_W40K10 = {
    "no-units": "add a unit",
    "no-such-datasheet": "correct the name, or import its data: warbench data add FOLDER",
    "other-faction": "take it out, or name the faction or detachment that may include it",
    "may-not-join": "let one of the leaders stand as a unit of its own, or lead another unit",
    "may-not-lead": "let the leader stand as a unit of its own, or join one of the units that it leads",
    "leads-with": "give the leader that wargear, or let it stand as a unit of its own",
    "may-not-split": "leave the split out",
    "split-twice": "leave one of the splits out, or take another such transport",
    "reserve": _BESIDE,
    "no-deep-strike": "let it begin on the battlefield, or in Strategic Reserves",
    "too-much-in-reserve": _BESIDE,
    "unit-size": "give it a size that its datasheet has",
    "bad-unit": _OPTIONS,
    "no-such-transport": "name a transport of the list, or leave it out",
    "inside": _BESIDE,
    "no-transport": _BESIDE,
    "needs-keyword": _BESIDE,
    "excluded-keyword": _BESIDE,
    "capacity": "let a unit get out, or make it smaller",
    "battle-size": f"say --size {', '.join(POINTS)}",
    "cannot-be-warlord": "mark another CHARACTER as the Warlord",
    "must-be-warlord": "mark it as the Warlord, and nobody else; or take it out",
    "no-such-enhancement": "name it among the army's enhancements with its points, or leave it out",
    "enhancement": "give it to another CHARACTER, or leave it out; one of another detachment goes with that detachment only",
    "unknown-enhancement": "take one that it has, or leave it out; for a list of another edition import the data of that one",
    "enhancement-twice": "leave all but one out",
    "too-many-enhancements": "leave the rest out",
    "too-many-copies": "take the ones beyond that out",
    "no-such-detachment": "name a detachment that the faction has; for a list of another edition import the data of that one",
    "other-detachment": "name a detachment of the army's own faction, or correct the faction",
    "several-detachments": "name one of them",
    "several-chapters": "take the units of all Chapters but one out",
    "ally-warlord": "mark a CHARACTER of the army's own faction as the Warlord",
    "ally-enhancement": "give it to a CHARACTER of the army's own faction, or leave it out",
    "allies-beside": "take these allies out, or the other units that the rule does not allow beside them",
    "allies-points": "take some of these allies out, make them smaller, or play a larger battle",
    "allies-number": "take the ones beyond that out, or play a larger battle",
    "allies-either": "take the ones beyond that out",
    "allies-balance": "take some of them out, or add BATTLELINE units of that keyword",
    "chapter-detachment": "name another detachment of the faction",
    "may-not-include": "take it out, or what it may not stand beside; or choose another detachment",
    "must-include": "add such a unit, or choose another detachment",
    "too-many-of": "take the ones beyond that out",
    "warlord-must-be": "mark one of these as the Warlord",
    "too-many-chosen": "leave the Enhancements of the ones beyond that out",
    "no-army-of": "name the faction whose detachment includes such units",
}

_HERESY3 = {
    "no-such-datasheet": "correct the name, or import its data: warbench data add FOLDER",
    "unit-size": "give it a size that its datasheet has",
    "building": "set it up as terrain, and take it out of the army",
    "no-faction": "take it out",
    "other-list": "take it out, or put it into an Allied Detachment of its faction",
    "allegiance": "say allegiance = loyalist or traitor, and take only units of that side",
    "wargear": _OPTIONS,
    "upgrade": "leave the upgrade out",
    "no-detachments": "add a Crusade Primary Detachment",
    "no-such-detachment": "name one of the charts that are known",
    "empty-detachment": "give it a unit, or take the detachment out",
    "other-faction": "take a detachment that every faction may have",
    "no-profile": "take another unit: who has no profile cannot fight",
    "no-slot": "take a unit out, or put it into another detachment with a free slot",
    "compulsory": "add a unit of that role, or take the detachment out",
    "no-prime-slot": "leave a Prime Advantage out",
    "prime-twice": "leave all but one out",
    "prime": "leave the Prime Advantage out, or choose another",
    "benefit": "name the role of the added slot, and only with Logistical Benefit",
    "unknown-role": "name a battlefield role",
    "no-primary": "add a Crusade Primary Detachment",
    "too-many-detachments": "merge them, or take one out",
    "warlord-detachment": "play for more points, or take the detachment out",
    "locked-detachment": "fill more Command or High Command slots, or take the detachment out",
    "warlord": "let one unit with a Command model lead the army",
    "join": "let it stand by itself: leave out whom it joins",
    "no-such-unit": "name a unit of the list, or leave it out",
    "reserve": _BESIDE,
    "inside": _BESIDE,
    "no-transport": _BESIDE,
    "needs-keyword": _BESIDE,
    "excluded-keyword": _BESIDE,
    "capacity": "let a unit get out, or make it smaller",
}


def w40k10_advice(code: str, spec: ArmySpec, entries: list[Entry], size: str, total: int) -> str:
    """What to do about a fault of a Warhammer 40,000 army.

    Args:
        code: the fault's.
        spec: the list.
        entries: the units that can be costed.
        size: the battle size that it is checked for.
        total: their points.
    """
    if code == "too-many-points":
        over = total - POINTS[size]
        larger = next((name for name, most in POINTS.items() if most >= total), "")
        return f"take {over} points out" + (f", or play {larger}" if larger else "") + _who(entries, over)
    if code == "warlord":
        stands = standing(spec)
        lords = [entry.name for entry in entries if _may_lead(entry, stands)]
        return f"mark one CHARACTER as the Warlord: {_some(lords)}" if lords else "add a CHARACTER to lead the army"
    if code == "no-such-enhancement" and not spec.enhancements:
        return "import the list again with its data in the library, or name the enhancement with its points"
    return _W40K10[code]


def heresy3_advice(fault: Refusal, army: Army) -> str:
    """What to do about a fault of a Horus Heresy army."""
    if fault.code == "too-many-points":
        over = army.points - army.spec.limit
        if over > 0:
            return f"take {over} points out, or play for {army.points} points"
        return "take units of that kind out, or play for more points"
    if fault.code == "warlord":
        lords = [unit.name for unit in army.units if unit.any_is("command")]
        return f"let one of these lead the army: {_some(lords)}" if lords else _HERESY3["warlord"]
    return _HERESY3[fault.code]


def _may_lead(entry: Entry, stands: Standing) -> bool:
    """Whether a CHARACTER of the unit may be the Warlord by its own datasheet and the rule by which it is there."""
    return any(may_lead(sheet, stands) and sheet.warlord != "never" and not _is_led(sheet, stands) for sheet in entry.sheets)


def _is_led(sheet: Datasheet, stands: Standing) -> bool:
    """Whether it is an ally that the rule by which it is there does not let lead."""
    found = stands.include(sheet)
    return found is not None and not found[1].may_lead


def _who(entries: list[Entry], over: int) -> str:
    """The cheapest unit that covers what is too much."""
    fitting = sorted((entry for entry in entries if entry.points >= over), key=lambda entry: (entry.points, entry.id))
    return f"; {fitting[0].name} alone ({fitting[0].points}) is enough" if fitting else ""


def _some(names: list[str]) -> str:
    told = list(dict.fromkeys(names))
    return ", ".join(told[:_TOLD]) + (", ..." if len(told) > _TOLD else "")

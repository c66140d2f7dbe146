"""Cybertheurgic Rites: whom they may target, what they do, how long, and the lists of who may take them at what cost."""

import re

import msgspec

from warbench.intake.findings import Findings, shown
from warbench.intake.heresy3.outline import Section
from warbench.intake.heresy3.reading import Hits, Locked, Rite, Side
from warbench.intake.heresy3.words import named, whole
from warbench.intake.text.lines import Line, folded, plain

COSTS = "cybertheurgic rites"
"""The heading of the lists of costs."""

_HEADING = re.compile(r"cybertheurgic rite: ", re.IGNORECASE)
_COST = re.compile(r"([^+]{1,60}?) ?\+(\d{1,4}) Points?")
_FOR = re.compile(r"\bfor (?:any Model with|a Model with(?: both)?|an?) (.{1,200})")
_ONLY = re.compile(r"\bonly Models with ([^.]{1,300})")
_NEVER = re.compile(r"not target (?:[^.]{1,60}? )?Models with ([^.]{1,300})")
_CLAUSE = re.compile(r", is | that | and that ")
_STATUSES = re.compile(r"following (Cybertheurgic|Tactical) Statuses[^:.]{0,200}: ([^.(]{1,200})")
_HITS = re.compile(
    r"(\w{1,20}) Hits at Strength (\d{1,3}),[^.]{0,20}? AP (?:of )?([\d\u2013-]{1,2})\b[^.]{0,20}? Damage (?:of )?(\w{1,4})"
)
_WOUNDS = re.compile(r"increased to (\d{1,2}) Wounds")
_KINDS = re.compile(r"must be an? ([^.]{1,60}?) or a Unit\b")
_BETWEEN = re.compile(r", | or ")


def read_rite(section: Section, findings: Findings) -> Rite:
    """The rite of a section; a part of it that the page lacks is named in ``findings``."""
    name = _HEADING.sub("", section.heading, count=1)
    clauses = {folded(line.text).partition(":")[0]: plain(line.text).partition(":")[2].strip() for line in section.lines}
    for clause in ("restrictions", "effect", "duration"):
        if not clauses.get(clause):
            findings.add("missing.rite-text", section.line, f"the rite {shown(name)} has no {clause.title()}")
    effect, duration = clauses.get("effect", ""), clauses.get("duration", "")
    restrictions = clauses.get("restrictions", "")
    statuses = _STATUSES.search(effect)
    wounds = _WOUNDS.search(effect)
    return Rite(
        name=name,
        line=section.line,
        side=_side(restrictions),
        locked=_locked(restrictions),
        only=_those(_ONLY, restrictions),
        never=_those(_NEVER, restrictions),
        kinds=_kinds(restrictions),
        single="single Model" in restrictions,
        needs_status="at least one Cybertheurgic Status" in restrictions,
        status_kind=statuses[1].casefold() if statuses else "",
        statuses=tuple(word.strip() for word in _BETWEEN.split(statuses[2]) if word.strip()) if statuses else (),
        strips="lose all Cybertheurgic Statuses" in effect,
        empties="Emergency Disembarkation" in effect,
        free_reaction="does not cost a point" in effect,
        hits=_hits(effect),
        feedback=_feedback(effect, duration),
        feedback_wounds=int(wounds[1]) if wounds else None,
        ends=_ends(duration),
    )


def read_costs(section: Section, rites: list[Rite], findings: Findings) -> tuple[list[Rite], list[Line]]:
    """The rites with their costs and takers, and the lines of the section that are no costs."""
    priced = {folded(rite.name): rite for rite in rites}
    rest: list[Line] = []
    takers = _Takers()
    for line in section.lines:
        cost = _COST.fullmatch(plain(line.text))
        if cost is None:
            takers = _takers(line, findings)
            rest.append(line)
            continue
        rite = priced.get(folded(cost[1]))
        if rite is None:
            findings.add("missing.rite", line.number, f"the rite {shown(cost[1])} has a cost, but no text on the page")
            rite = Rite(name=cost[1], line=line.number)
        priced[folded(cost[1])] = msgspec.structs.replace(
            rite, cost=int(cost[2]), cost_line=line.number, needs_traits=takers.traits, needs_names=takers.names
        )
    return list(priced.values()), rest


class _Takers(msgspec.Struct, frozen=True):
    """Who may take the rites of a list."""

    traits: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


def _takers(line: Line, findings: Findings) -> _Takers:
    found = _FOR.search(plain(line.text))
    if found is None:
        return _Takers()
    rest = found[1].strip(": ")
    traits = named(rest, "Trait")
    if traits:
        return _Takers(traits=traits)
    if rest.endswith(" and"):
        findings.add("missing.rite-trait", line.number, f"a Trait that these rites need is stripped: {shown(line.text)}")
        return _Takers(traits=tuple(re.findall(r"[A-Z]\w+", rest)))
    return _Takers(names=tuple(name.strip() for name in _BETWEEN.split(rest)))


def _side(text: str) -> Side:
    low = text.casefold()
    return "friendly" if "friendly unit" in low else "enemy" if "enemy unit" in low else "any"


def _locked(text: str) -> Locked:
    if "not Locked in Combat" in text:
        return "no"
    return "yes" if "that is Locked in Combat" in text else "may be"


def _those(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    found = pattern.search(text)
    return named(_CLAUSE.split(found[1])[0]) if found else ()


def _kinds(text: str) -> tuple[str, ...]:
    found = _KINDS.search(text)
    kinds = tuple(_BETWEEN.split(found[1])) if found else ()
    single = "single Model with the " in text
    return (*kinds, *(named(text.partition("single Model with ")[2]) if single else ()))


def _hits(text: str) -> Hits | None:
    found = _HITS.search(text)
    number = whole(found[1]) if found else None
    if found is None or number is None:
        return None
    damage = whole(found[4])
    return Hits(number, int(found[2]), whole(found[3]), found[4] if damage is None else damage)


def _feedback(effect: str, duration: str) -> tuple[str, ...]:
    when: list[str] = []
    if "Feedback" in effect:
        when.append("on the Focus's unit when it fails" if "unsuccessfully" in effect else "at once")
    if "Feedback" in duration:
        when.append("when the status ends")
    return tuple(when)


def _ends(duration: str) -> str:
    if "resolved immediately" in duration:
        return "at once"
    if "next Start Phase" not in duration:
        return ""
    # A status that a reaction takes away earlier.
    early = "in order to make a Reaction" in duration
    return "a reaction, or the controller's next Start Phase" if early else "the controller's next Start Phase"

"""Who may lead a unit, which leaders may be in one unit together, and which retinues may join it."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import permutations

from warbench.battle.requests import Refusal
from warbench.games.w40k10 import library
from warbench.sheets.datasheet import Datasheet, LeadsWith, LedAs
from warbench.sheets.loadouts import default_loadout
from warbench.sheets.sizes import smallest

MOST = 4
"""So many leaders of one unit are looked at: no datasheet comes near it, and their orders are tried one by one."""

RULE = "leader"
"""The core ability by which characters join units."""


def may_lead(leader: Datasheet, body: Datasheet) -> bool:
    """Whether a datasheet's model may lead a unit: its datasheet names the unit, by id or by name.

    A name that no datasheet has (``Acolyte Hybrids``) means every unit whose name has all its words, plurals aside. Some units
    take those who lead another one.
    """
    return _names(body, leader.leads) or any(_lends(led, leader) for led in body.led_as)


def _lends(led: LedAs, leader: Datasheet) -> bool:
    """Whether a leader leads what a unit stands in for, and is one whom it takes."""
    wanted = {_words(library.slug(name)) for name in led.units}
    if not wanted.intersection(_words(library.slug(name)) for name in leader.leads):
        return False
    is_wanted = not led.who or any(answers(leader, words) for words in led.who)
    return is_wanted and not any(answers(leader, words) for words in led.never)


Worn = Mapping[str, int]
"""The items of a model; none: its default equipment."""


def leaders_fault(
    body: Datasheet,
    size: int,
    leaders: Sequence[Datasheet],
    retinues: Sequence[Datasheet] = (),
    worn: Sequence[Worn] | None = None,
) -> Refusal | None:
    """Why these may not lead a unit together, or join it as retinues; None when they may.

    One leader needs no more than to lead the unit. Another one joins beside those that are there already where its own datasheet
    or that of the unit says so; the order in which they join is free.

    Args:
        body: the unit that they lead.
        size: how many models it has, without them.
        leaders: the datasheets of its leaders.
        retinues: the datasheets of those that join it without leading it.
        worn: what each leader has; None: with what they lead is not asked.
    """
    for leader in leaders:
        if not may_lead(leader, body):
            led = ", ".join(leader.leads) or "no unit"
            return Refusal("may-not-lead", f"{leader.name} cannot lead {body.name}; it leads {led}", RULE)
    return (
        _together_fault(body, size, leaders) or _retinue_fault(body, leaders, retinues) or _gear_fault(body, leaders, worn or ())
    )


def lacks_gear(leader: Datasheet, body: Datasheet, items: Worn) -> LeadsWith | None:
    """What a leader has to have for a unit and has not; None where nothing lacks.

    Args:
        leader: the leader's datasheet.
        body: the unit that it leads.
        items: what it has; empty: its default equipment.
    """
    if not leader.leads_with:
        return None
    worn = items or {item: 1 for _, equipment, _ in default_loadout(leader, smallest(leader)) for item, _ in equipment}
    have = {library.slug(item) for item, count in worn.items() if count}
    wanted = (bound for bound in leader.leads_with if _names(body, bound.units))
    return next((bound for bound in wanted if not have.intersection(map(library.slug, bound.items))), None)


def _gear_fault(body: Datasheet, leaders: Sequence[Datasheet], worn: Sequence[Worn]) -> Refusal | None:
    for leader, items in zip(leaders, worn, strict=False):
        bound = lacks_gear(leader, body, items)
        if bound is not None:
            sentence = f"{leader.name} cannot lead {body.name} with its wargear; it leads {bound.told}"
            return Refusal("leads-with", sentence, RULE)
    return None


def is_retinue(sheet: Datasheet, body: Datasheet) -> bool:
    """Whether a datasheet's unit joins another one as a retinue, not as its leader."""
    return sheet.joins is not None and not may_lead(sheet, body)


def _together_fault(body: Datasheet, size: int, leaders: Sequence[Datasheet]) -> Refusal | None:
    if len(leaders) < 2:
        return None
    together = " and ".join(leader.name for leader in leaders)
    if len(leaders) > MOST:
        return Refusal("may-not-join", f"found {len(leaders)} leaders of {body.name}, expected at most {MOST}", RULE)
    if _welcomes(body, size, leaders) or any(_in_order(body, order) for order in permutations(leaders)):
        return None
    told = "; ".join(dict.fromkeys(map(_told, leaders)))
    told += f"; it takes {body.takes_leaders.told}" if body.takes_leaders is not None else ""
    return Refusal("may-not-join", f"{body.name} cannot be led by {together} together: {told}", RULE)


def _retinue_fault(body: Datasheet, leaders: Sequence[Datasheet], retinues: Sequence[Datasheet]) -> Refusal | None:
    for place, sheet in enumerate(retinues):
        joins = sheet.joins
        if joins is None:
            return Refusal("may-not-join", f"{sheet.name} joins no unit as a retinue", RULE)
        others = [*retinues[:place], *retinues[place + 1 :]]
        is_there = not joins.units or any(answers(body, words) for words in joins.units)
        is_led = not joins.led_by or any(answers(leader, words) for leader in leaders for words in joins.led_by)
        is_barred = any(answers(other, words) for other in others for words in joins.never)
        if not is_there or not is_led or is_barred:
            beside = f" led by {' and '.join(leader.name for leader in leaders)}" if leaders else " without a leader"
            beside += f" beside {' and '.join(other.name for other in others)}" if others else ""
            return Refusal("may-not-join", f"{sheet.name} cannot join {body.name}{beside}; it joins {joins.told}", RULE)
    return None


def _welcomes(body: Datasheet, size: int, leaders: Sequence[Datasheet]) -> bool:
    """Whether the unit itself takes so many leaders."""
    takes = body.takes_leaders
    if takes is None or len(leaders) > takes.most or size < takes.models:
        return False
    if not takes.twice and len({library.slug(leader.name) for leader in leaders}) < len(leaders):
        return False
    return not takes.needs or any(answers(leader, word) for leader in leaders for word in takes.needs)


def _in_order(body: Datasheet, order: Sequence[Datasheet]) -> bool:
    return all(_may_follow(leader, body, order[:place]) for place, leader in enumerate(order) if place)


def _may_follow(leader: Datasheet, body: Datasheet, there: Sequence[Datasheet]) -> bool:
    """Whether a leader may join a unit that others lead already."""
    beside = leader.joins_beside
    if beside is None or (len(there) > 1 and not beside.several):
        return False
    if beside.units and not _names(body, beside.units):
        return False
    if any(answers(other, word) for other in there for word in beside.never):
        return False
    like = [other for other in there if library.slug(other.name) == library.slug(leader.name)]
    if like and not _named(leader, beside.whom):
        return False
    return all(any(answers(other, word) for word in beside.whom) for other in there)


def answers(sheet: Datasheet, words: str) -> bool:
    """Whether keywords in a row, as rules print them (``Cryptek Infantry``), are all a datasheet's own, plurals aside."""
    rest = f"-{_row(words)}-"
    for word in _own((sheet.id, sheet.name, *sheet.keywords, *sheet.faction_keywords)):
        rest = rest.replace(f"-{word}-", "--")
    return not rest.strip("-")


@lru_cache(maxsize=1 << 11)
def _own(words: tuple[str, ...]) -> tuple[str, ...]:
    """Keywords and names as they are compared, the longest first. Kept: an army is asked for the same ones over and over."""
    return tuple(sorted(set(map(_row, words)), key=lambda word: (-len(word), word)))


@lru_cache(maxsize=1 << 13)
def _row(words: str) -> str:
    return "-".join(word.rstrip("s") for word in library.slug(words).split("-"))


def _named(leader: Datasheet, words: Sequence[str]) -> bool:
    """Whether a datasheet itself is among the words, so that several of it may stand together."""
    return any(library.slug(word) == library.slug(leader.name) for word in words)


def _told(leader: Datasheet) -> str:
    """Beside whom a leader joins, in words."""
    beside = leader.joins_beside
    return f"{leader.name} joins beside {beside.told if beside is not None else 'nobody'}"


def _names(body: Datasheet, names: Sequence[str]) -> bool:
    """Whether a unit is among some names."""
    named = [library.slug(each) for each in names]
    if {body.id, library.slug(body.name)}.intersection(named):
        return True
    words = _words(library.slug(body.name))
    return any(_words(name) <= words and not _is_name(name) for name in named)


def _words(name: str) -> frozenset[str]:
    return frozenset(word.rstrip("s") for word in name.split("-"))


def _is_name(name: str) -> bool:
    """Whether a datasheet has exactly that name or id, or several have."""
    try:
        sheet = library.datasheet(name)
    except library.UnknownDatasheet:
        return False
    return name in {sheet.id, library.slug(sheet.name)}

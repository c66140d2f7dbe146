"""What is wrong with an army as a whole by the rules about army lists: too many allies, what it must and may not include."""

from collections.abc import Iterator

from warbench.battle.requests import Refusal
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.army_rules.allies import Taken, allied_faults
from warbench.games.w40k10.battle.army_rules.factions import ASTARTES
from warbench.games.w40k10.battle.army_rules.rules import (
    SIZES,
    ArmyRule,
    Forbid,
    Gain,
    Limit,
    Lord,
    NoArmyOf,
    OneChapter,
    OtherDetachment,
    Require,
)
from warbench.games.w40k10.battle.army_rules.standing import Standing, standing
from warbench.games.w40k10.battle.army_rules.units import bearers, selected
from warbench.games.w40k10.battle.roster import ArmySpec, Entry
from warbench.games.w40k10.leaders import answers

Fault = tuple[str, Refusal]
"""The id of the unit that it is about, empty for the army as a whole; the reason."""


def rule_faults(spec: ArmySpec, entries: list[Entry], size: str) -> Iterator[Fault]:
    """Everything that the rules about army lists have against an army whose units are each as they may be (C24).

    Args:
        spec: the list.
        entries: its units.
        size: the battle size, one of ``SIZES``.
    """
    stands = standing(spec)
    yield from _no_army(spec, stands)
    if not stands.keyword:
        return
    taken = [
        Taken(
            entry=entry,
            part=part,
            sheet=sheet,
            seen=stands.ruled(stands.bare(sheet)),
            is_native=stands.is_native(sheet),
            found=stands.include(sheet),
        )
        for entry in entries
        for part, sheet in enumerate(entry.sheets)
    ]
    yield from (("", fault) for fault in allied_faults(stands, taken, size))
    # The second half of a split unit is no unit more.
    units = [each for each in taken if not each.entry.half_of]
    # Several rules may bar one unit: the first is told.
    barred: set[str] = set()
    for key, fault in _forbidden(spec, stands, units, size):
        if not key or key not in barred:
            yield key, fault
        barred.add(key)
    whole = (_required(stands, units), _limited(stands, units), _led(spec, stands), _chosen(spec, stands))
    yield from (("", fault) for faults in whole for fault in faults)


def _no_army(spec: ArmySpec, stands: Standing) -> Iterator[Fault]:
    """A faction that no army may be of."""
    for rule in stands.known.rules:
        for says in rule.says:
            if isinstance(says, NoArmyOf) and stands.faction in map(library.slug, says.keywords):
                yield "", Refusal("no-army-of", f"{spec.faction} cannot be the faction of an army", rule.told)


def _forbidden(spec: ArmySpec, stands: Standing, units: list[Taken], size: str) -> Iterator[Fault]:
    """Units that may not be there, or not beside others, or not in an army of a Chapter; a detachment likewise."""
    for rule, says in stands.saying(Forbid):
        beside = says.beside
        reason = next((each for each in units if beside is not None and beside.has(each.seen)), None)
        is_barred = (
            (beside is None or reason is not None)
            and (not says.chapter or _is_of_chapter(stands, units, says.chapter))
            and (not says.smallest or SIZES.index(size) < SIZES.index(says.smallest))
        )
        for each in units if is_barred else ():
            if each is not reason and says.who.has(each.seen):
                why = (
                    f" beside {reason.sheet.name}"
                    if reason is not None
                    else f" of the {says.chapter.upper()}" * bool(says.chapter)
                )
                sentence = f"{each.sheet.name} cannot be in the army{why}{f' in {size}' * bool(says.smallest)}"
                yield each.entry.id, Refusal("may-not-include", sentence, rule.told)
    for rule, barred in stands.saying(OtherDetachment):
        if stands.has_detachment(barred.detachment) and _is_of_chapter(stands, units, barred.chapter):
            yield (
                "",
                Refusal("chapter-detachment", f"{spec.detachment} is not for an army of the {barred.chapter.upper()}", rule.told),
            )
    for rule, one in stands.saying(OneChapter):
        for each in units if not one.if_of or _is_of_chapter(stands, units, one.chapter) else ():
            other = _other_chapter(each, one.chapter)
            if other:
                sentence = f"{each.sheet.name} is of the {other.upper()}; of Chapters only {one.chapter.upper()} may be there"
                yield each.entry.id, Refusal("may-not-include", sentence, rule.told)


def _is_of_chapter(stands: Standing, units: list[Taken], chapter: str) -> bool:
    """Whether an army is of a Chapter: it has a unit of it, or a detachment that only it may have."""
    return stands.chapter == chapter or any(each.is_native and chapter in each.seen.faction_keywords for each in units)


def _other_chapter(each: Taken, chapter: str) -> str:
    words = each.seen.faction_keywords
    if not each.is_native or ASTARTES not in words:
        return ""
    return next((word for word in words if word not in {ASTARTES, chapter}), "")


def _required(stands: Standing, units: list[Taken]) -> Iterator[Refusal]:
    """Units that have to be there."""
    for rule, says in stands.saying(Require):
        number = sum(says.who.has(each.seen) for each in units)
        if number < says.least:
            sentence = f"found {number} {says.who.told} units, expected at least {says.least}"
            yield Refusal("must-include", sentence, rule.told)


def _limited(stands: Standing, units: list[Taken]) -> Iterator[Refusal]:
    """Datasheets of which there may be fewer or more than of others."""
    stated = list(stands.saying(Limit))
    others = {library.slug(words) for _, says in stated if not says.unless_stated for words in says.each}
    told: set[tuple[str, int]] = set()
    for rule, says in stated:
        for words in says.each:
            number = sum(answers(each.seen, words) for each in units)
            key = library.slug(words)
            is_over = number > says.most and not (says.unless_stated and key in others)
            if is_over and (key, says.most) not in told:
                told.add((key, says.most))
                sentence = f"{words.upper()} is there {number} times, expected at most {says.most}"
                yield Refusal("too-many-of", sentence, rule.told)


def _led(spec: ArmySpec, stands: Standing) -> Iterator[Refusal]:
    """A Warlord who is not one whom a rule wants."""
    marked = [sheet for unit in spec.units for sheet, _, is_lord in bearers(spec, unit) if is_lord]
    if len(marked) != 1:
        return
    for rule, says in stands.saying(Lord):
        if says.faction in {"", stands.keyword} and not says.who.has(stands.ruled(stands.bare(marked[0]))):
            sentence = f"{marked[0].name} is the Warlord, expected {says.who.told}"
            yield Refusal("warlord-must-be", sentence, rule.told)


def _chosen(spec: ArmySpec, stands: Standing) -> Iterator[Refusal]:
    """More units that act as CHARACTERS than the rule makes."""
    choices: list[tuple[ArmyRule, Gain]] = [each for each in stands.saying(Gain) if each[1].select]
    for rule, says in choices:
        names = [sheet.name for sheet in selected(spec, stands) if says.who.has(stands.bare(sheet))]
        if len(names) > says.select:
            words = " ".join(says.keywords).upper()
            sentence = f"found {len(names)} {says.who.told} with Enhancements or as the Warlord, {says.select} can be {words}"
            yield Refusal("too-many-chosen", sentence, rule.told)

"""What can be told of a Warhammer 40,000 army's allies and of rules about army lists that were not understood: warnings."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.army_rules.factions import ASTARTES, CHAPTERS
from warbench.games.w40k10.battle.army_rules.rules import ArmyRule, Include
from warbench.games.w40k10.battle.army_rules.standing import Standing, standing
from warbench.games.w40k10.battle.roster import ArmySpec, Entry
from warbench.muster.costing import Finding
from warbench.sheets.datasheet import Datasheet

_CAPITALS = re.compile(r"[A-Z][A-Z'-]+(?: [A-Z][A-Z'-]+)*")
"""Keywords in the words of a rule."""


def rule_warnings(spec: ArmySpec, entries: Sequence[Entry]) -> Iterator[Finding]:
    """Allies whose numbers nobody checks, and rules that the army stands under and that were not understood whole.

    Args:
        spec: the list.
        entries: its units.
    """
    stands = standing(spec)
    sheets = list({sheet.id: sheet for entry in entries for sheet in entry.sheets}.values())
    yield from _strangers(spec, entries, stands)
    for rule in stands.in_force:
        if rule.unread and _concerns(rule, sheets, stands):
            told = " ".join(rule.unread)
            yield Finding(
                code="rule-not-read",
                sentence=f"{rule.told} says of army lists what was not understood, and is not checked: {told}",
                rule=rule.told,
                unit=next((entry.name for entry in entries for sheet in entry.sheets if _is_of(rule, sheet)), ""),
                suggestion="read it, and see to it yourself",
                kind="warning",
            )
    for rule, says in stands.saying(Include):
        unknown = [
            sheet.name for sheet in sheets if says.balance and _is_by(stands, sheet, says) and not _any(sheet, says.balance)
        ]
        if unknown:
            words = ", ".join(word.upper() for word in says.balance)
            yield Finding(
                code="allegiance",
                sentence=f"{', '.join(unknown)}: which of {words} they have is not in the list; they are not counted for these",
                rule=rule.told,
                suggestion="see that no keyword has more units that are not BATTLELINE than units that are",
                kind="warning",
            )


def _is_by(stands: Standing, sheet: Datasheet, says: Include) -> bool:
    found = stands.include(sheet)
    return found is not None and found[1] is says


def _any(sheet: Datasheet, words: Sequence[str]) -> bool:
    return not set(words).isdisjoint(sheet.keywords)


def _is_of(rule: ArmyRule, sheet: Datasheet) -> bool:
    return bool(rule.sheet) and library.slug(rule.sheet) == library.slug(sheet.name)


def _concerns(rule: ArmyRule, sheets: Sequence[Datasheet], stands: Standing) -> bool:
    """Whether a rule may touch the army: of its detachment, of a datasheet that it has, of a Chapter that one of them is of."""
    if rule.detachment:
        return True
    if rule.sheet:
        return any(_is_of(rule, sheet) for sheet in sheets)
    words = {word.casefold().removeprefix(f"{stands.keyword} ") for text in rule.unread for word in _CAPITALS.findall(text)}
    own = {word for sheet in sheets if stands.is_native(sheet) for word in sheet.faction_keywords}
    return not words.isdisjoint(own - {stands.keyword})


def _strangers(spec: ArmySpec, entries: Sequence[Entry], stands: Standing) -> Iterator[Finding]:
    """Units that the faction's list has, or that share its alliance, and that no rule that is known lets in."""
    sheets = {sheet.id: sheet for entry in entries for sheet in entry.sheets}
    own = library.slug(spec.faction)
    counts = Counter(word for sheet in sheets.values() for word in sheet.faction_keywords)
    if not counts:
        return
    main = next((word for word in counts if library.slug(word) == own), counts.most_common(1)[0][0])
    # A Chapter's units share the keyword of all Chapters.
    main = stands.keyword or (ASTARTES if own in CHAPTERS else main)
    for entry in entries:
        for sheet in entry.sheets:
            words = set(map(library.slug, (*sheet.keywords, *sheet.faction_keywords)))
            if entry.half_of or library.slug(main) in words or own in words or stands.include(sheet) is not None:
                continue
            told = ", ".join(word.upper() for word in sheet.faction_keywords) or "no faction keyword"
            yield Finding(
                code="ally",
                sentence=f"{sheet.name} has {told}, not {main.upper()}: an ally by a rule of its own",
                rule="W-180",
                unit=entry.name,
                suggestion="look up how many such allies the faction may have: that is not checked",
                kind="warning",
            )

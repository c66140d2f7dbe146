"""What is wrong with a single unit by the rules about army lists: it may not be there, not lead the army, not be upgraded."""

from collections.abc import Iterator

from warbench.battle.requests import Refusal
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.army_rules.factions import alliance, is_of
from warbench.games.w40k10.battle.army_rules.rules import ArmyRule, Include
from warbench.games.w40k10.battle.army_rules.standing import Standing, standing
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec, sheet_for
from warbench.sheets.datasheet import Datasheet

_RULE = "C24"


def foreign_fault(spec: ArmySpec, sheet: Datasheet) -> Refusal | None:
    """Why a datasheet of another faction may not be in the army; None where it may, or is of the army's own.

    Without rules a keyword that both factions share is enough. Whether all other models are as a rule wants them, and how many
    allies there are, is for the army as a whole (C24).
    """
    stands = standing(spec)
    if not stands.keyword:
        return None if is_of(sheet, spec.faction) or alliance(spec, sheet) else _refused(spec, sheet)
    if stands.is_native(sheet) or stands.include(sheet) is not None or stands.may_let_in:
        return None
    others = stands.elsewhere(sheet)
    if others:
        # Detachments of other armies are of no use to this one.
        own = [each for each in others if not each[0].detachment or stands.list_keyword(each[0].faction) == stands.keyword]
        told = dict.fromkeys(f"; {_told(*each, stands, sheet)}" for each in own)
        return _refused(spec, sheet, "".join(told), own[0][0].told if own else _RULE)
    # A list may have units of which no rule speaks.
    if is_of(sheet, spec.faction) or stands.is_listed(sheet):
        return None
    return None if not stands.known.whole and alliance(spec, sheet) else _refused(spec, sheet)


def mark_faults(spec: ArmySpec, unit: UnitSpec) -> Iterator[Refusal]:
    """Marks of the Warlord and Enhancements that the rule by which a unit is in the army does not allow (C24)."""
    stands = standing(spec)
    if not stands.keyword:
        return
    for sheet, enhancement, is_lord in bearers(spec, unit):
        found = stands.include(sheet) if enhancement or is_lord else None
        if found is None:
            continue
        rule, says = found
        if is_lord and not says.may_lead:
            yield Refusal("ally-warlord", f"{sheet.name} is in the army by {rule.told} and cannot be the Warlord", rule.told)
        if enhancement and not says.enhanced:
            sentence = f"{sheet.name} is in the army by {rule.told} and cannot have {enhancement}"
            yield Refusal("ally-enhancement", sentence, rule.told)


def bearers(spec: ArmySpec, unit: UnitSpec) -> tuple[tuple[Datasheet, str, bool], ...]:
    """The leaders of a unit, its own datasheet without a first leader, each with its Enhancement and the mark of the Warlord.

    Nothing where none of them has either, or one of them is not known.
    """
    if not unit.upgrades and not unit.has_warlord:
        return ()
    marks = ((unit.enhancement, unit.warlord), *((lead.enhancement, lead.warlord) for lead in unit.beside))
    # The unit's own marks are its first leader's.
    names = unit.sheets[1:] if unit.leader else unit.sheets
    try:
        sheets = [sheet_for(spec, name) for name in names[: len(marks)]]
    except library.UnknownDatasheet:
        return ()
    return tuple((sheet, *mark) for sheet, mark in zip(sheets, marks, strict=True))


def _refused(spec: ArmySpec, sheet: Datasheet, more: str = "", rule: str = _RULE) -> Refusal:
    words = ", ".join(word.upper() for word in sheet.faction_keywords) or "none"
    stands = standing(spec)
    if stands.keyword and stands.is_listed(sheet):
        sentence = f"{sheet.name} stands in the list of the {spec.faction} as an ally (faction keywords: {words}){more}"
    else:
        sentence = f"{sheet.name} is of the {sheet.faction} (faction keywords: {words}), the army is of the {spec.faction}{more}"
    return Refusal("other-faction", sentence, rule)


def _told(rule: ArmyRule, says: Include, stands: Standing, sheet: Datasheet) -> str:
    """Where a rule lets a datasheet in, in words."""
    if not says.who.has(stands.bare(sheet)):
        return f"{rule.told} leaves it out"
    if not rule.detachment and rule not in stands.in_force:
        return f"{rule.told} does not hold with this detachment"
    if rule.detachment:
        return f"{rule.told} would let it in: another detachment"
    if says.every:
        return f"{rule.told} lets it in only where every other model has {' or '.join(word.upper() for word in says.every)}"
    return f"{rule.told} lets it in for {says.faction.upper() or 'other armies'}"


def selected(spec: ArmySpec, stands: Standing) -> Iterator[Datasheet]:
    """The datasheets that have an Enhancement or the mark of the Warlord, once for each, and are no CHARACTERS of themselves.

    That is how a list says which units its player chose to be CHARACTERS.
    """
    for unit in spec.units:
        for sheet, enhancement, is_lord in bearers(spec, unit):
            if (enhancement or is_lord) and "character" not in stands.bare(sheet).keywords:
                yield sheet

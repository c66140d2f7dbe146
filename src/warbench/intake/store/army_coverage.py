"""How many rules about army lists in a library were read whole, in part or not at all."""

from warbench.games.w40k10.battle.army_rules.rules import ArmyRules
from warbench.intake.store.coverage import Covered, Mark, Marks, covered
from warbench.sheets.finding import slug

GROUP = "army-building rules"


def read_whole(found: ArmyRules) -> frozenset[str]:
    """The ids of the rules about army lists that were read whole, of all armies of a faction: datasheets print some of them."""
    others = {slug(rule.name) for rule in found.rules if rule.unread or rule.detachment or rule.sheet}
    return frozenset(slug(rule.name) for rule in found.rules) - others


def army_coverage(found: ArmyRules) -> tuple[Covered, ...]:
    """The group of rules about army lists; none where no source has such rules."""
    if not found.rules:
        return ()
    names: Marks = {}
    for rule in found.rules:
        mark: Mark = "full" if not rule.unread else "part" if rule.says else "none"
        names.setdefault(rule.told, []).append(mark)
    return (covered("w40k10", GROUP, names),)

"""How many rules about army lists in a library were read whole, in part or not at all."""

from collections.abc import Iterable

from warbench.intake.army_rules.gathering import unpacked
from warbench.intake.sources import Beside
from warbench.intake.store.coverage import Covered, Mark, Marks, covered
from warbench.sheets.finding import slug

GROUP = "army-building rules"


def read_whole(lines: Iterable[Beside]) -> frozenset[str]:
    """The ids of the rules about army lists that were read whole, of all armies of a faction: datasheets print some of them.

    Args:
        lines: as of `army_coverage`.
    """
    line = next(iter(lines), None)
    rules = unpacked(line.text).rules if line is not None else ()
    others = {slug(rule.name) for rule in rules if rule.unread or rule.detachment or rule.sheet}
    return frozenset(slug(rule.name) for rule in rules) - others


def army_coverage(lines: Iterable[Beside]) -> tuple[Covered, ...]:
    """The group of rules about army lists; none where no source has such rules.

    Args:
        lines: the lines of sources that hold such rules. Only those of the first source count in armies.

    Raises:
        ValueError: when they cannot be read.
    """
    line = next(iter(lines), None)
    if line is None:
        return ()
    names: Marks = {}
    for rule in unpacked(line.text).rules:
        mark: Mark = "full" if not rule.unread else "part" if rule.says else "none"
        names.setdefault(rule.told, []).append(mark)
    return (covered("w40k10", GROUP, names),)

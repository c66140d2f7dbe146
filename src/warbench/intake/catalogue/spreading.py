"""Modifiers that change other entries than their own: a master's pistols, a relic that changes its bearer's weapons."""

from collections.abc import Iterator

from warbench.intake.catalogue.evaluate import scope_of, times_applied
from warbench.intake.catalogue.selected import Selected
from warbench.intake.catalogue.tree import Modifier

_PATH = frozenset({"", "self", "entries", "recursive"})
_NO_FACTS = frozenset({"annotation", "error", "warning", "info"})
"""Fields that builders show beside an entry; nothing of a datasheet."""


def reaching(at: Selected, table: str) -> Iterator[tuple[Modifier, int]]:
    """The modifiers of other selections of the unit (or of its own entry, by its path) that change its profiles of a table.

    Each comes with how often it applies.
    """
    for source in _around(at):
        for groups, modifier in source.resolved.spreading:
            path, found, name = f".{modifier.affects}".rpartition(".profiles.")
            if found and name == table and _reaches(path, modifier.scope, source, at):
                times = times_applied(groups, modifier, source)
                if times:
                    yield modifier, times


def untold(unit: Selected, told: frozenset[str]) -> Iterator[str]:
    """Sentences on what changes other things than profiles of the tables ``told``, as the unit is at first."""
    for source in (unit, *unit.below()):
        for groups, modifier in source.resolved.spreading:
            path, found, table = f".{modifier.affects}".rpartition(".profiles.")
            if (found and table in told) or modifier.field in _NO_FACTS or not times_applied(groups, modifier, source):
                continue
            what = f"the profiles {table}" if found else f"what has {path.rpartition('.')[2]}"
            yield f"{source.resolved.name} changes {what} of the unit: not worked in, see its ability"


def _around(at: Selected) -> Iterator[Selected]:
    line = list(at.line())
    yield from line
    known = {id(each) for each in line}
    yield from (each for each in line[-1].below() if id(each) not in known)


def _reaches(path: str, scope: str, source: Selected, at: Selected) -> bool:
    steps = path.split(".")
    if not all(at.matches(step) for step in steps if step not in _PATH):
        return False
    start = scope_of(scope, source) if scope else source
    if "entries" not in steps:
        return at is start
    if at is start:
        return "self" in steps
    if "recursive" in steps:
        return start is at.force or any(each is start for each in at.line())
    return at.parent is start

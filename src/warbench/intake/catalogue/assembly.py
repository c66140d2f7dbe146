"""A unit put together: its lines, the profiles of its models, its categories, what each size costs."""

from itertools import product
from math import prod

import msgspec

from warbench.intake.catalogue.build import select
from warbench.intake.catalogue.evaluate import as_text, bounds, cost, times_applied
from warbench.intake.catalogue.members import Member, base_name, candidates, grow, members, merge, packages, size
from warbench.intake.catalogue.printed import Print, printed
from warbench.intake.catalogue.resolved import Reader, Resolved
from warbench.intake.catalogue.selected import Force, Selected
from warbench.intake.text.items import model_key
from warbench.intake.text.lines import folded
from warbench.sheets.datasheet import Datasheet, Points

_MOST_SIZES = 100


class Read(msgspec.Struct, frozen=True):
    """A datasheet with the catalogue's own texts, and notes."""

    sheet: Datasheet
    texts: dict[str, str]
    notes: tuple[str, ...]


class Draft(msgspec.Struct, frozen=True):
    """A datasheet of whose abilities only the names are known yet, with what it takes to understand them.

    ``texts`` are the catalogue's own words by name, ``said`` the same with capitals, ``leading`` those about joining units.
    """

    sheet: Datasheet
    texts: dict[str, str]
    said: dict[str, str]
    leading: str
    notes: tuple[str, ...]


class Assembly:
    """A unit of one army: it starts at its least size with its default wargear, and grows for the points.

    ``looks`` are the profiles of its models by the identity of their entries, from the tables named ``tables``. ``highs`` are
    how many of a candidate (by its identity) each size of the unit may have, where that is bounded; ``unit_highs`` the same of
    wargear that stands at the unit itself, by the identity of its entry or group.
    """

    def __init__(self, reader: Reader, resolved: Resolved, force: Force, tables: frozenset[str], points: str) -> None:
        """Put the unit together; ``points`` is what its cost is called."""
        self.reader = reader
        self.unit = select(reader, resolved, force)
        self._tables = tables
        self._costs = [each.id for tree in reader.system.all for each in tree.cost_types if each.name == points]
        self._prices: dict[int, int] = {}
        self.highs: dict[int, dict[int, int]] = {}
        self.unit_highs: dict[int, dict[int, int]] = {}
        self.looks: dict[int, Print] = {}
        self.lines = self._make(self.unit)
        self._ways = [_spans(self.lines)]
        for key in packages(reader, self.unit):
            other = select(reader, resolved, Force(force.catalogue_id, force.entry_ids, frozenset({key}), force.work))
            lines = self._make(other)
            self._ways.append(_spans(lines))
            merge(self.lines, lines)

    def look(self, line: Member) -> Print | None:
        """The profile of a line's models; where they have none of their own, that of the unit's first models."""
        own = self.looks.get(id(line.candidates[0].one.resolved.target))
        return own or next(iter(self.looks.values()), None)

    @property
    def points(self) -> tuple[Points, ...]:
        """A row for the largest size of each price, as a datasheet prints them."""
        rows: list[Points] = []
        for models, price in sorted(self._prices.items()):
            if rows and rows[-1].points == price:
                rows.pop()
            rows.append(Points(models, price))
        return tuple(rows)

    @property
    def makeups(self) -> tuple[tuple[int, ...], ...]:
        """The ways to make up the unit as numbers of models by its lines, where the catalogue has several; empty for one."""
        ways = [[way.get(line.name.casefold(), range(1)) for line in self.lines] for way in self._ways]
        if not ways[1:] or sum(prod(map(len, way)) for way in ways) > _MOST_SIZES:
            return ()
        return tuple(dict.fromkeys(counts for way in ways for counts in product(*way)))

    def categories(self) -> dict[str, str]:
        """The unit's categories as they are in its army: names by id."""
        names = self.reader.system.categories
        found = {link.target_id: names.get(link.target_id, link.name) for link in self.unit.resolved.category_links}
        for groups, modifier in self.unit.resolved.changes("category"):
            if modifier.affects or not times_applied(groups, modifier, self.unit):
                continue
            key = as_text(modifier.value)
            if modifier.type == "add":
                found[key] = names.get(key, "")
            elif modifier.type == "remove":
                found.pop(key, None)
        return found

    def _make(self, unit: Selected) -> list[Member]:
        """The lines of one way to make up the unit; its sizes are priced."""
        looks = self._looks_of(unit)
        self.looks |= looks
        lines = members(self.reader, unit, {key: tuple(look.cells.items()) for key, look in looks.items()})
        if lines and not any(line.low for line in lines) and (size(lines) or grow(self.reader, lines)):
            # Nothing must be selected, and a unit of nobody is none: one of its kinds of model is there.
            max(lines, key=lambda line: size([line])).low = 1
        for _ in range(_MOST_SIZES if self._costs else 0):
            now, price = size(lines), round(cost(unit, self._costs[0]))
            self._prices[now] = min(price, self._prices.get(now, price))
            for candidate in (each for line in lines for each in line.candidates if not each.alone):
                high = bounds(candidate.one).high
                if high is not None:
                    self.highs.setdefault(id(candidate), {})[now] = high
            for child in self.reader.children(unit.resolved):
                high = bounds(Selected(child, unit)).high
                if high is not None and child.type not in {"model", "unit"}:
                    self.unit_highs.setdefault(id(child.target), {})[now] = high
            if not grow(self.reader, lines):
                break
        return lines

    def _looks_of(self, unit: Selected) -> dict[int, Print]:
        """The profile of each model entry: its own, or of its group or unit the one of that name, or the only one."""
        common = self._profiles(unit)
        for child in unit.below():
            if child.resolved.type == "upgrade":
                common += self._profiles(child)
        found: dict[int, Print] = {}
        for candidate in candidates(self.reader, unit):
            around = [each for group in candidate.groups for each in self._profiles(Selected(group, candidate.parent))]
            look = _named(self._profiles(candidate.one) or around or common, candidate.name)
            if look is not None:
                found[id(candidate.one.resolved.target)] = look
        return found

    def _profiles(self, at: Selected) -> list[Print]:
        return [each for each in printed(self.reader, at) if each.table in self._tables]


def _spans(lines: list[Member]) -> dict[str, range]:
    """How many models there may be of each line, by its name in lower case."""
    return {line.name.casefold(): range(line.low, line.high + 1) for line in lines}


def _named(found: list[Print], name: str) -> Print | None:
    """The profile of that name, or of the name without wargear; else the only or the first one."""
    wanted = model_key(base_name(name))
    for each in found:
        if model_key(base_name(each.name)) == wanted:
            return each
    near = [each for each in found if wanted in folded(each.name) or folded(each.name) in wanted]
    return next(iter(near or found), None)

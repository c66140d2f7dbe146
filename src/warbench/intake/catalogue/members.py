"""Who is in a unit: the kinds of model that a catalogue lists apart by their wargear, put together as one line."""

import re

import msgspec

from warbench.intake.catalogue.build import add, fill, room
from warbench.intake.catalogue.evaluate import bounds, is_hidden
from warbench.intake.catalogue.resolved import Reader, Resolved
from warbench.intake.catalogue.selected import Selected
from warbench.intake.text.items import model_key, singular_model

_WITH = re.compile(r"\s+(?:w/|with\b|\(|\[|-\s|\N{EN DASH}\s).*$", re.IGNORECASE)
_COUNTED = re.compile(r"^\d+(?:\s*-\s*\d+)?x?\s+")
_MOST_MODELS = 200
_MOST_PACKAGES = 20


class Candidate(msgspec.Struct, eq=False):
    """A model entry: where it stands, and one of it with its defaults. ``alone`` is the unit that is a single model.

    Models that come in sets (a crew with its gun) stand under the ``bundle``, of which the unit may have several.
    """

    one: Selected
    parent: Selected
    groups: tuple[Resolved, ...]
    low: int
    high: int
    alone: bool = False
    bundle: Selected | None = None

    @property
    def name(self) -> str:
        """As the catalogue calls it."""
        return self.one.resolved.name


_Key = tuple[str, int, object]
"""What the models of a line have in common: the words of their name, where they stand, what they look like."""


class Member(msgspec.Struct, eq=False):
    """A line of the composition: its name, its candidates (the default first), how many there may be."""

    name: str
    candidates: list[Candidate]
    low: int = 0
    high: int = 0


def candidates(reader: Reader, unit: Selected) -> list[Candidate]:
    """Every model entry that the unit can have, in the order of the catalogue."""
    found: list[Candidate] = []
    if unit.resolved.type == "model":
        found.append(Candidate(unit, unit, (), 1, 1, alone=True))
    _under(reader, unit, found, None)
    # A unit without models is itself the model.
    return found or [Candidate(unit, unit, (), 1, 1, alone=True)]


def _under(reader: Reader, at: Selected, found: list[Candidate], bundle: Selected | None) -> None:
    waiting: list[tuple[Resolved, tuple[Resolved, ...]]] = [(child, ()) for child in reversed(reader.children(at.resolved))]
    while waiting:
        child, groups = waiting.pop()
        probe = Selected(child, at, groups)
        if is_hidden(probe):
            continue
        if child.is_group:
            waiting += [(inner, (*groups, child)) for inner in reversed(reader.children(child))]
        elif child.type == "model":
            fill(reader, probe)
            limits = bounds(probe)
            most = limits.high if limits.high is not None else limits.in_unit
            if most is None:
                # Without a bound of its own a kind of model may fill its group.
                tops = [bounds(Selected(group, at, groups[:place])).high for place, group in enumerate(groups)]
                most = min((top for top in tops if top is not None), default=max(limits.low, 1))
            sets = _sets(bundle)
            found.append(Candidate(probe, at, groups, limits.low * sets[0], max(most, limits.low) * sets[1], bundle=bundle))
        else:
            for each in at.children:
                if each.resolved is child and each.groups == groups:
                    _under(reader, each, found, each)


def _sets(bundle: Selected | None) -> tuple[int, int]:
    """How many sets of models the unit has at least and at most."""
    if bundle is None:
        return 1, 1
    limits = bounds(bundle)
    most = min(limits.high if limits.high is not None else 1, _MOST_MODELS)
    return max(int(bundle.number), 1), max(most, int(bundle.number), 1)


def members(reader: Reader, unit: Selected, looks: dict[int, object]) -> list[Member]:
    """The unit's models as lines of a composition.

    Args:
        reader: follows the links.
        unit: the unit at its least size.
        looks: what a candidate looks like (its characteristics), by its identity: only models that look alike share a line.
    """
    lines: dict[_Key, Member] = {}
    for candidate in candidates(reader, unit):
        name = base_name(candidate.name)
        key = (model_key(name), id(candidate.parent), looks.get(id(candidate.one.resolved.target)))
        lines.setdefault(key, Member(name, [])).candidates.append(candidate)
    found = _joined(lines)
    for member in found:
        member.candidates.sort(key=lambda each: -_selected(each))
    for member in found:
        if not member.candidates[0].alone and sum(each.high for each in member.candidates) > 1:
            member.name = singular_model(member.name)
    names = [member.name.casefold() for member in found]
    for place, member in enumerate(found):
        if names.count(member.name.casefold()) > 1:
            full = member.candidates[0].name
            member.name = full if full.casefold() not in names[:place] else f"{full} ({place + 1})"
        names[place] = member.name.casefold()
    _count(found)
    return found


def _joined(lines: dict[_Key, Member]) -> list[Member]:
    """The lines, those of models that stand in for each other as one, where one is called by the last words of the other.

    ``Berzerker w/ plasma pistol`` may be taken in place of a ``Khorne Berzerker``: a choice of one group, of the same profile. A
    model that is there exactly once is somebody of its own (``Boss Nob`` and ``Nob``).
    """
    found: dict[_Key, Member] = {}
    for key, member in sorted(lines.items(), key=lambda each: -len(each[0][0].split())):
        kin = (
            other
            for (words, *rest), other in found.items()
            if rest == [*key[1:]] and f" {words}".endswith(f" {key[0]}") and _stand_in(member, other)
        )
        same = next(kin, None)
        if same is None:
            found[key] = member
        else:
            same.candidates += member.candidates
    return [member for key, member in lines.items() if key in found]


def _stand_in(one: Member, other: Member) -> bool:
    """Whether models of two lines are choices of one group, and neither is somebody of its own."""
    groups = {each.groups[-1] for each in one.candidates if each.groups}
    within = any(each.groups and each.groups[-1] in groups for each in other.candidates)
    return within and not any(each.low == each.high == 1 for each in (*one.candidates, *other.candidates))


def packages(reader: Reader, unit: Selected) -> list[str]:
    """Ids of entries that could be selected in place of others and hold models: ``20 Shock Troopers`` for ``10``."""
    found: list[str] = []
    for child in reader.children(unit.resolved):
        if not child.is_group:
            continue
        holders = [each for each in reader.children(child) if each.type == "upgrade" and _has_models(reader, each)]
        if any(child in each.groups and each.resolved in holders for each in unit.children):
            other = (each for each in holders if not any(one.resolved is each for one in unit.children))
            found += [each.target.id for each in other if not is_hidden(Selected(each, unit, (child,)))]
    return found[:_MOST_PACKAGES]


def _has_models(reader: Reader, resolved: Resolved) -> bool:
    waiting = list(reader.children(resolved))
    while waiting:
        each = waiting.pop()
        if each.type == "model":
            return True
        waiting += reader.children(each) if each.is_group or each.type == "unit" else ()
    return False


def merge(found: list[Member], others: list[Member]) -> None:
    """Take the lines of another way to make up the unit into the first: who may be there in either."""
    by_name = {member.name.casefold(): member for member in found}
    for other in others:
        mine = by_name.get(other.name.casefold())
        if mine is None:
            other.low = 0
            found.append(other)
            continue
        mine.low, mine.high = min(mine.low, other.low), max(mine.high, other.high)
        known = {each.name.casefold() for each in mine.candidates}
        mine.candidates += [each for each in other.candidates if each.name.casefold() not in known]
    names = {other.name.casefold() for other in others}
    for member in found:
        if member.name.casefold() not in names:
            member.low = 0


def base_name(name: str) -> str:
    """The name of a model without its wargear: ``Hearthkyn Warrior w/ bolter`` to ``Hearthkyn Warrior``."""
    return _WITH.sub("", _COUNTED.sub("", name.strip())).strip() or name


def _selected(candidate: Candidate) -> float:
    if candidate.alone:
        return 1
    same = (each for each in candidate.parent.children if each.resolved is candidate.one.resolved)
    return sum(each.number for each in same if each.groups == candidate.groups)


def _count(found: list[Member]) -> None:
    """Lows and highs: each candidate's own, drawn together by the bounds of the groups around them."""
    for member in found:
        member.low = sum(each.low for each in member.candidates)
        member.high = sum(each.high for each in member.candidates)
    groups: dict[Resolved, Selected] = {}
    for member in found:
        for candidate in member.candidates:
            # The innermost group first.
            groups |= dict.fromkeys(reversed(candidate.groups), candidate.parent)
    for group, parent in groups.items():
        inside = [m for m in found if any(group in each.groups for each in m.candidates)]
        place = next(each.groups for member in inside for each in member.candidates if group in each.groups)
        limits = bounds(Selected(group, parent, place[: place.index(group)]))
        for member in inside:
            others = [each for each in inside if each is not member]
            member.low = max(member.low, limits.low - sum(each.high for each in others))
            if limits.high is not None:
                member.high = min(member.high, limits.high - sum(each.low for each in others))
            member.high = max(member.high, member.low)
        # Kinds that may stand in for each other: the least unit is the builder's default.
        for member in inside:
            lacks = limits.low - sum(each.low for each in inside)
            now = int(sum(_selected(each) for each in member.candidates))
            if lacks > 0 and now > member.low:
                member.low = min(now, member.low + lacks)
                member.high = max(member.high, member.low)


def grow(reader: Reader, found: list[Member]) -> bool:
    """Add one more model, of the first kind that has room, else a set of models; False when the unit is full."""
    for member in sorted(found, key=lambda each: -sum(_selected(one) for one in each.candidates)):
        for candidate in member.candidates:
            if not candidate.alone and room(candidate.parent, candidate.one.resolved, candidate.groups) >= 1:
                add(reader, candidate.parent, candidate.one.resolved, candidate.groups, 1)
                member.high = max(member.high, int(sum(_selected(each) for each in member.candidates)))
                return True
    bundles = {id(each.bundle): each.bundle for member in found for each in member.candidates}
    for bundle in bundles.values():
        around = bundle.parent if bundle is not None else None
        if bundle is not None and isinstance(around, Selected) and room(around, bundle.resolved, bundle.groups) >= 1:
            add(reader, around, bundle.resolved, bundle.groups, 1)
            return True
    return False


def size(found: list[Member]) -> int:
    """How many models the unit has now."""
    return min(int(sum(_selected(each) for member in found for each in member.candidates)), _MOST_MODELS)

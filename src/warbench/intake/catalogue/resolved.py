"""An entry or a group as it stands in one place: what the link there and its target say together."""

from collections.abc import Iterator, Mapping
from functools import cached_property

import msgspec

from warbench.intake.catalogue.links import System
from warbench.intake.catalogue.tree import (
    CategoryLink,
    Constraint,
    Entry,
    EntryLink,
    Group,
    Holder,
    InfoGroup,
    InfoLink,
    Modified,
    Modifier,
    ModifierGroup,
    Profile,
    Rule,
    Value,
    all_modifiers,
)

Change = tuple[tuple[ModifierGroup, ...], Modifier]
"""A modifier with the groups around it."""


class Info(msgspec.Struct, frozen=True):
    """A profile or a rule, and the links and groups through which it is had, outermost first."""

    what: Profile | Rule
    through: tuple[InfoLink | InfoGroup, ...] = ()

    @property
    def name(self) -> str:
        """As it is called here, before modifiers."""
        return self.what.name

    @property
    def nodes(self) -> tuple[Modified, ...]:
        """All that may be hidden or modified, the thing itself first."""
        return (self.what, *reversed(self.through))


class Resolved:
    """An entry or group with the link that led to it, if one did. What follows from the two is worked out once."""

    def __init__(self, target: Entry | Group, link: EntryLink | None = None) -> None:
        """Put the two together."""
        self.target = target
        self.link = link
        self.parts: tuple[Holder, ...] = (target, link) if link else (target,)
        """The target, then the link."""
        self.ids = frozenset(part.id for part in self.parts)
        """Every id by which conditions may mean it."""
        self.is_group = isinstance(target, Group)
        """Whether it is a group of which entries are selected."""
        self.type = target.type if isinstance(target, Entry) else ""
        """``unit``, ``model`` or ``upgrade``; empty for a group."""
        self.name = (link.name if link else "") or target.name
        """The link's name, which is how it is called in that place, else the target's."""
        self.hidden = any(part.hidden for part in self.parts)
        """Whether it is hidden before modifiers."""

    @cached_property
    def costs(self) -> Mapping[str, float]:
        """Each kind of cost; what the link says stands for what the target says."""
        return {cost.type_id: cost.value for part in self.parts for cost in part.costs}

    @cached_property
    def constraints(self) -> tuple[Constraint, ...]:
        """Its bounds, each once."""
        return tuple({each.id: each for part in self.parts for each in part.constraints}.values())

    @cached_property
    def category_links(self) -> tuple[CategoryLink, ...]:
        """Its categories, each once."""
        return tuple({each.target_id: each for part in self.parts for each in part.category_links}.values())

    @cached_property
    def categories(self) -> frozenset[str]:
        """The ids of its categories."""
        return frozenset(link.target_id for link in self.category_links)

    @property
    def default_id(self) -> str:
        """The id of the entry that a group selects by default."""
        of_link = self.link.default_selection_entry_id if self.link else ""
        return of_link or (self.target.default_selection_entry_id if isinstance(self.target, Group) else "")

    @property
    def default_amount(self) -> Value:
        """How many the builders select at first; None or empty when they do not say."""
        amount = self.link.default_amount if self.link else None
        return amount if amount is not None or not isinstance(self.target, Entry) else self.target.default_amount

    def changes(self, field: str) -> tuple[Change, ...]:
        """Its modifiers of one field."""
        return self._changes.get(field, ())

    @cached_property
    def spreading(self) -> tuple[Change, ...]:
        """Its modifiers that change others."""
        return tuple(change for part in self.parts for change in all_modifiers(part) if change[1].affects)

    @cached_property
    def _changes(self) -> Mapping[str, tuple[Change, ...]]:
        found: dict[str, list[Change]] = {}
        for part in self.parts:
            for change in all_modifiers(part):
                found.setdefault(change[1].field, []).append(change)
        return {field: tuple(changes) for field, changes in found.items()}


class Reader:
    """Follows links within a system; what stands below an entry is worked out once."""

    def __init__(self, system: System) -> None:
        """Start with nothing worked out."""
        self.system = system
        self._children: dict[tuple[int, int], tuple[Resolved, ...]] = {}

    def link(self, link: EntryLink) -> Resolved | None:
        """What a link leads to; None when it is in none of the files."""
        target = self.system.entry(link.target_id)
        return Resolved(target, link) if target is not None else None

    def children(self, resolved: Resolved) -> tuple[Resolved, ...]:
        """The entries and groups directly below: of the target, then of the link, in the order of the file."""
        key = (id(resolved.target), id(resolved.link))
        if key not in self._children:
            self._children[key] = tuple(child for part in resolved.parts for child in self.held(part))
        return self._children[key]

    def held(self, holder: Holder) -> Iterator[Resolved]:
        """The entries and groups that a holder has."""
        yield from (Resolved(entry) for entry in holder.selection_entries)
        yield from (Resolved(group) for group in holder.selection_entry_groups)
        for link in holder.entry_links:
            found = self.link(link)
            if found is not None:
                yield found

    def infos(self, resolved: Resolved) -> Iterator[Info]:
        """The profiles and rules that an entry has of its own."""
        for part in resolved.parts:
            yield from self._infos(part, ())

    def _infos(self, holder: InfoGroup, through: tuple[InfoLink | InfoGroup, ...]) -> Iterator[Info]:
        yield from (Info(profile, through) for profile in holder.profiles)
        yield from (Info(rule, through) for rule in holder.rules)
        for group in holder.info_groups:
            yield from self._infos(group, (*through, group))
        for link in holder.info_links:
            target = self.system.targets.get(link.target_id)
            if isinstance(target, Profile | Rule):
                yield Info(target, (*through, link))
            elif isinstance(target, InfoGroup) and not isinstance(target, Holder):
                yield from self._infos(target, (*through, link, target))

"""The tree of the community formats as frozen structs: game systems, catalogues and what hangs in them; rosters.

Fields that the structs do not name are passed over: the formats grow, and files carry fields that no schema has. XML and JSON
files give the same tree; the names are those of the JSON form (``targetId``), here in snake case.
"""

from collections.abc import Iterator
from typing import Annotated

import msgspec

from warbench.sheets.datasheet import Datasheet

Value = str | int | float | bool | None
"""What a modifier sets or adds; the XML form writes every one as text."""


MOST = 1e9
"""No number in a file is larger."""

Amount = Annotated[float, msgspec.Meta(ge=-MOST, le=MOST)]


class _Node(msgspec.Struct, frozen=True, rename="camel"):
    """Every struct of the tree."""


class Cost(_Node, frozen=True):
    """An amount of one kind of cost (points, and whatever else a game counts)."""

    type_id: str = ""
    name: str = ""
    value: Amount = 0


class Characteristic(_Node, frozen=True):
    """A cell of a profile, as printed."""

    name: str = ""
    type_id: str = ""
    text: Value = msgspec.field(default="", name="$text")


class _Query(_Node, frozen=True):
    """A count of ``field`` (selections, forces, a cost) of ``child_id`` in ``scope``."""

    field: str = "selections"
    scope: str = "parent"
    child_id: str = ""
    include_child_selections: bool = False


class Condition(_Query, frozen=True):
    """A count compared with ``value``: ``atLeast``, ``lessThan``, ``equalTo``, ``instanceOf``, ..."""

    type: str = ""
    value: Amount = 0


class ConditionGroup(_Node, frozen=True):
    """Conditions joined: ``and``, ``or``, or (``count``) at least ``min`` of them."""

    type: str = "and"
    min: Amount = 1
    conditions: tuple[Condition, ...] = ()
    condition_groups: tuple["ConditionGroup", ...] = ()


class Repeat(_Query, frozen=True):
    """A modifier applied ``repeats`` times for every ``value`` counted."""

    value: Amount = 1
    repeats: Amount = 1
    round_up: bool = False


class _Conditional(_Node, frozen=True):
    """What applies only where all its conditions hold, as often as its repeats say."""

    conditions: tuple[Condition, ...] = ()
    condition_groups: tuple[ConditionGroup, ...] = ()
    repeats: tuple[Repeat, ...] = ()


class Modifier(_Conditional, frozen=True):
    """A change of one field: ``set``, ``increment``, ``decrement``, ``append``, ... ``affects`` names others that it changes."""

    type: str = ""
    field: str = ""
    value: Value = ""
    arg: Value = ""
    join: str = " "
    scope: str = ""
    affects: str = ""
    position: Value = None


class ModifierGroup(_Conditional, frozen=True):
    """Modifiers under common conditions."""

    modifiers: tuple[Modifier, ...] = ()
    modifier_groups: tuple["ModifierGroup", ...] = ()


class Constraint(_Query, frozen=True):
    """A bound (``min`` or ``max``) on a count; -1 is no bound."""

    id: str = ""
    type: str = ""
    value: Amount = 0
    percent_value: bool = False


class Modified(_Node, frozen=True):
    """What has an identity, a name, may be hidden, and may be modified."""

    id: str = ""
    name: str = ""
    hidden: bool = False
    modifiers: tuple[Modifier, ...] = ()
    modifier_groups: tuple[ModifierGroup, ...] = ()


class Profile(Modified, frozen=True):
    """A row of a table: a unit, a weapon, an ability, ..., as its ``type_name`` says."""

    type_id: str = ""
    type_name: str = ""
    characteristics: tuple[Characteristic, ...] = ()


class Rule(Modified, frozen=True):
    """A rule in the file's own words."""

    description: Value = ""


class InfoLink(Modified, frozen=True):
    """A profile, a rule or an information group that stands elsewhere."""

    target_id: str = ""
    type: str = ""


class InfoGroup(Modified, frozen=True):
    """Profiles and rules under one name."""

    profiles: tuple[Profile, ...] = ()
    rules: tuple[Rule, ...] = ()
    info_links: tuple[InfoLink, ...] = ()
    info_groups: tuple["InfoGroup", ...] = ()


class CategoryLink(Modified, frozen=True):
    """A category (keyword, slot) that an entry has."""

    target_id: str = ""
    primary: bool = False


class CategoryEntry(Modified, frozen=True):
    """A category: a keyword, a faction, a slot."""


class Holder(InfoGroup, frozen=True):
    """What holds entries, groups and links."""

    constraints: tuple[Constraint, ...] = ()
    category_links: tuple[CategoryLink, ...] = ()
    costs: tuple[Cost, ...] = ()
    selection_entries: tuple["Entry", ...] = ()
    selection_entry_groups: tuple["Group", ...] = ()
    entry_links: tuple["EntryLink", ...] = ()


class Entry(Holder, frozen=True):
    """Something that can be selected: a ``unit``, a ``model`` or an ``upgrade``."""

    type: str = ""
    default_amount: Value = None


class Group(Holder, frozen=True):
    """Entries of which some are selected."""

    default_selection_entry_id: str = ""


class EntryLink(Holder, frozen=True):
    """An entry or a group that stands elsewhere, with what it has beside it here."""

    type: str = ""
    target_id: str = ""
    default_amount: Value = None
    default_selection_entry_id: str = ""


class CatalogueLink(_Node, frozen=True):
    """Another catalogue whose shared entries may be linked to, and whose root entries may be imported."""

    name: str = ""
    target_id: str = ""
    import_root_entries: bool = False


class Named(_Node, frozen=True):
    """A kind of cost or profile: its id and its name."""

    id: str = ""
    name: str = ""


class ForceEntry(Modified, frozen=True):
    """A kind of force (a detachment) that a roster may have."""

    force_entries: tuple["ForceEntry", ...] = ()


class Catalogue(Holder, frozen=True):
    """A file: a game system or a catalogue of it (then with ``game_system_id``)."""

    game_system_id: str = ""
    revision: Amount = 0
    library: bool = False
    category_entries: tuple[CategoryEntry, ...] = ()
    catalogue_links: tuple[CatalogueLink, ...] = ()
    cost_types: tuple[Named, ...] = ()
    profile_types: tuple[Named, ...] = ()
    force_entries: tuple[ForceEntry, ...] = ()
    shared_selection_entries: tuple[Entry, ...] = ()
    shared_selection_entry_groups: tuple[Group, ...] = ()
    shared_profiles: tuple[Profile, ...] = ()
    shared_rules: tuple[Rule, ...] = ()
    shared_info_groups: tuple[InfoGroup, ...] = ()

    @property
    def is_game_system(self) -> bool:
        """Whether it is the game system itself."""
        return not self.game_system_id


class RosterCategory(_Node, frozen=True):
    """A category of a selection in a roster."""

    name: str = ""
    entry_id: str = ""
    primary: bool = False


class Chosen(_Node, frozen=True):
    """A selection in a roster. ``number`` counts all of them under their parent, whatever the parent's own number."""

    name: str = ""
    custom_name: str = ""
    custom_notes: str = ""
    entry_id: str = ""
    number: Amount = 1
    type: str = ""
    group: str = ""
    costs: tuple[Cost, ...] = ()
    categories: tuple[RosterCategory, ...] = ()
    profiles: tuple[Profile, ...] = ()
    rules: tuple[Rule, ...] = ()
    selections: tuple["Chosen", ...] = ()


class RosterForce(_Node, frozen=True):
    """A force of a roster: from which catalogue, what was selected, forces within it."""

    name: str = ""
    custom_name: str = ""
    catalogue_id: str = ""
    catalogue_name: str = ""
    catalogue_revision: Value = None
    costs: tuple[Cost, ...] = ()
    selections: tuple[Chosen, ...] = ()
    forces: tuple["RosterForce", ...] = ()


class RosterTree(_Node, frozen=True):
    """A roster as its file has it. ``warbench_sheets`` are datasheets whole, where we wrote the file."""

    name: str = ""
    generated_by: str = ""
    game_system_id: str = ""
    game_system_name: str = ""
    costs: tuple[Cost, ...] = ()
    cost_limits: tuple[Cost, ...] = ()
    forces: tuple[RosterForce, ...] = ()
    warbench_sheets: tuple[Datasheet, ...] = ()


def all_modifiers(node: Modified) -> Iterator[tuple[tuple[ModifierGroup, ...], Modifier]]:
    """Every modifier of a node, each with the groups around it, in the order of the file: its own first."""
    yield from (((), modifier) for modifier in node.modifiers)
    for group in node.modifier_groups:
        yield from _grouped((), group)


def _grouped(outer: tuple[ModifierGroup, ...], group: ModifierGroup) -> Iterator[tuple[tuple[ModifierGroup, ...], Modifier]]:
    around = (*outer, group)
    yield from ((around, modifier) for modifier in group.modifiers)
    for inner in group.modifier_groups:
        yield from _grouped(around, inner)

"""A roster in the making: what is selected, how often, under what. Conditions count in it."""

from collections.abc import Iterator

from warbench.intake.catalogue.resolved import Resolved
from warbench.intake.sources import IntakeError

MOST_WORK = 8_000_000
"""Steps in which the units of a set are worked out (conditions, counts, selections); real sets take a million."""


class Work:
    """How much may still be looked at: small files can ask for selections and counts without end."""

    __slots__ = ("left", "name")

    def __init__(self, name: str) -> None:
        """Begin with all of it; ``name`` is the set's, for the refusal."""
        self.name = name
        self.left = MOST_WORK

    def spend(self, steps: int) -> None:
        """Take steps.

        Raises:
            IntakeError: when they are more than any real set needs.
        """
        self.left -= steps
        if self.left < 0:
            raise IntakeError(self.name, f"its units take more than {MOST_WORK:,} steps to work out: refused")


class Force:
    """The force that units stand in: of which catalogue, of which kind.

    ``prefer`` are the ids of entries that are selected in place of their groups' defaults. Forces of a set share their ``work``.
    """

    def __init__(
        self, catalogue_id: str, entry_ids: frozenset[str], prefer: frozenset[str] = frozenset(), work: Work | None = None
    ) -> None:
        """Start empty."""
        self.catalogue_id = catalogue_id
        self.entry_ids = entry_ids
        self.prefer = prefer
        self.work = work if work is not None else Work(catalogue_id)
        self.children: list[Selected] = []


class Selected:
    """A selection: the entry, the groups between it and its parent, and how many there are in all.

    A group may stand here too, to ask what holds for it; it is then no child of its parent.
    """

    __slots__ = ("categories", "children", "groups", "ids", "number", "parent", "resolved", "work")
    work: Work

    def __init__(
        self, resolved: Resolved, parent: "Selected | Force", groups: tuple[Resolved, ...] = (), number: float = 1
    ) -> None:
        """Make it without adding it to its parent's children."""
        self.resolved = resolved
        self.parent = parent
        self.groups = groups
        self.number = number
        self.children: list[Selected] = []
        self.ids = resolved.ids.union(*(group.ids for group in groups)) if groups else resolved.ids
        self.categories = resolved.categories
        self.work = parent.work
        self.work.spend(1)

    def matches(self, key: str) -> bool:
        """Whether a condition's child id means it: its ids, its groups', its categories, its type, or any."""
        return not key or key in {"any", self.resolved.type} or key in self.ids or key in self.categories

    @property
    def force(self) -> Force:
        """The force that it stands in."""
        at = self.parent
        while isinstance(at, Selected):
            at = at.parent
        return at

    def line(self) -> Iterator["Selected"]:
        """Itself, its parent, and so on up to the root entry."""
        at: Selected | Force = self
        while isinstance(at, Selected):
            yield at
            at = at.parent

    def below(self) -> Iterator["Selected"]:
        """Every selection under it, parents first."""
        for child in self.children:
            yield child
            yield from child.below()

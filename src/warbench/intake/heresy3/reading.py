"""What was read from a page of rules: its parts, and the rites, wargear, reactions and lists among them, as data.

Words of the page are names and numbers here; what a rule says is said in our own words. The page's own sentences are in
``texts`` and nowhere else. Every piece has the line of the file where it stands (from 1).
"""

from typing import Literal

import msgspec

from warbench.intake.findings import Finding

FORMAT = "warbench-rules-page-1"

PartKind = Literal[
    "battlefield role",
    "characteristic",
    "reaction",
    "rite",
    "rule",
    "special rule",
    "status",
    "sub-type",
    "type",
    "wargear",
]
Sort = Literal["rule", "special rule", ""]
Side = Literal["friendly", "enemy", "any"]
Locked = Literal["no", "yes", "may be"]


class Book(msgspec.Struct, frozen=True):
    """The book that the page is from. ``updated`` is the month of its last update, ``2025-10``."""

    name: str
    kind: str
    edition: int
    version: str
    updated: str
    line: int


class Statement(msgspec.Struct, frozen=True):
    """A rule statement of the page: our rules that stand for it, in our words."""

    line: int
    rules: tuple[str, ...]
    words: str


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of the page. ``known`` says whether our list of rules has it; ``rules`` are ours that stand for it.

    ``sort`` is Rule or Special Rule, empty for rites and wargear, of which the page does not say it (H-284).
    ``characteristics`` are those that a type or sub-type gives its models. ``in_game`` says of a special rule whether the game
    has it (:func:`warbench.intake.heresy3.fill` finds out).
    """

    heading: str
    line: int
    last_line: int
    kind: PartKind
    sort: Sort
    known: bool = True
    rules: tuple[str, ...] = ()
    statements: tuple[Statement, ...] = ()
    characteristics: tuple[str, ...] = ()
    in_game: bool | None = None


class Hits(msgspec.Struct, frozen=True):
    """Hits that a rite makes: how many for each cause, and their Strength, AP (None: "-") and Damage."""

    number: int
    strength: int
    ap: int | None
    damage: int | str


class Rite(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Cybertheurgic Rite.

    The target: its ``side``, whether it may be ``locked`` in combat, ``only`` models of these types or traits, ``never`` one of
    those, ``kinds`` of target named as such, ``single`` for one model, ``needs_status`` for one with a Cybertheurgic Status.
    What it does: grants one of ``statuses`` of ``status_kind`` (``cybertheurgic`` or ``tactical``); ``strips`` all Cybertheurgic
    Statuses; ``empties`` its target; ``free_reaction``; ``hits``. ``feedback`` says when Feedback is suffered,
    ``feedback_wounds`` how many wounds a model it may come to, ``ends`` when the rite does. ``cost`` is in points. ``difficulty``
    and ``range`` (inches) are lost by pages.
    """

    name: str
    line: int
    side: Side = "any"
    locked: Locked = "may be"
    only: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    single: bool = False
    needs_status: bool = False
    status_kind: str = ""
    statuses: tuple[str, ...] = ()
    strips: bool = False
    empties: bool = False
    free_reaction: bool = False
    hits: Hits | None = None
    feedback: tuple[str, ...] = ()
    feedback_wounds: int | None = None
    ends: str = ""
    cost: int | None = None
    cost_line: int | None = None
    needs_traits: tuple[str, ...] = ()
    needs_names: tuple[str, ...] = ()
    difficulty: int | None = None
    range: int | None = None


class Wargear(msgspec.Struct, frozen=True, omit_defaults=True):
    """Wargear: its numbers, what it needs of its bearer, what it gives him.

    ``characteristics`` go by name; an AP of None is "-". ``cost`` is in points for each model.
    """

    name: str
    line: int
    characteristics: dict[str, int | str | None] = {}
    special_rules: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    hits_automatically: bool = False
    targets: tuple[str, ...] = ()
    cost: int | None = None
    cost_line: int | None = None
    needs_traits: tuple[str, ...] = ()
    needs_sub_types: tuple[str, ...] = ()
    needs_wargear: tuple[str, ...] = ()
    invulnerable: int | None = None
    gives_traits: tuple[str, ...] = ()
    gives_sub_types: tuple[str, ...] = ()


class Reaction(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reaction: its cost in points of the Reaction Allotment, its phase and the step of the attack that triggers it."""

    name: str
    line: int
    cost: int | None = None
    phase: str = ""
    step: int | None = None
    advanced: bool = False


class TraitHeading(msgspec.Struct, frozen=True, omit_defaults=True):
    """A heading of a list of datasheets, and those under it."""

    name: str
    line: int
    datasheets: tuple[str, ...] = ()


class TraitList(msgspec.Struct, frozen=True, omit_defaults=True):
    """The datasheets in which a Trait is used, under the headings of an army list."""

    trait: str
    army_list: str
    line: int
    headings: tuple[TraitHeading, ...] = ()
    rules: tuple[str, ...] = ()


class Passage(msgspec.Struct, frozen=True):
    """The page's own words below a heading."""

    heading: str
    line: int
    lines: tuple[str, ...]


class RulesReading(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """All that was read from a page of rules."""

    format: str
    source: str
    game: str
    title: str
    book: Book | None = None
    parts: tuple[Part, ...] = ()
    rites: tuple[Rite, ...] = ()
    wargear: tuple[Wargear, ...] = ()
    reactions: tuple[Reaction, ...] = ()
    trait_lists: tuple[TraitList, ...] = ()
    texts: tuple[Passage, ...] = ()
    findings: tuple[Finding, ...] = ()

    def of_kind(self, *kinds: PartKind) -> tuple[Part, ...]:
        """The parts of these kinds, in the order of the page."""
        return tuple(part for part in self.parts if part.kind in kinds)

    def part(self, heading: str) -> Part | None:
        """The first part of that heading, whatever its case; None when there is none."""
        wanted = heading.casefold()
        return next((part for part in self.parts if part.heading.casefold() == wanted), None)

"""The closed kinds of statement that rules make about an army list, and rules made of them. Plain values that a library keeps.

Keywords stand in lower case and in a row, as rules print them (``adeptus custodes walker``): a datasheet answers to them when
all are its own. Numbers by battle size are in the order of ``SIZES``.
"""

import msgspec

from warbench.games.w40k10 import library
from warbench.games.w40k10.leaders import answers
from warbench.sheets.datasheet import Datasheet

SIZES = ("incursion", "strike force", "onslaught")


class Group(msgspec.Struct, frozen=True, omit_defaults=True):
    """Datasheets that answer to one of some rows of keywords and to none of others; without any, all.

    ``by_name``: the rows are names of datasheets, which others may have among their keywords.
    """

    any_of: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    by_name: bool = False

    def has(self, sheet: Datasheet) -> bool:
        """Whether a datasheet is of it."""
        if self.by_name:
            is_one = library.slug(sheet.name) in map(library.slug, self.any_of)
        else:
            is_one = not self.any_of or any(answers(sheet, words) for words in self.any_of)
        return is_one and not any(answers(sheet, words) for words in self.never)

    @property
    def told(self) -> str:
        """It in words."""
        whom = " or ".join(words.upper() for words in self.any_of) or "any unit"
        return f"{whom} (but no {' or '.join(words.upper() for words in self.never)})" if self.never else whom


class Counted(msgspec.Struct, frozen=True):
    """At most so many units that have a keyword, by battle size."""

    keyword: str
    most: tuple[int, ...]


class Choice(msgspec.Struct, frozen=True):
    """One of several things that may be taken: at most so many models that answer to these keywords."""

    words: str
    most: int


class Include(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="include"):
    """Units of another faction may be in the army.

    ``faction``: where that is the army's keyword; ``not_faction``: where it is not; ``every``: where every other model has one of
    these keywords. ``points`` is the most that all of them may cost, ``counts`` how many there may be of some keywords,
    ``either`` things of which only one may be taken. ``balance``: for each of these keywords no more units that are not
    BATTLELINE than units that are. ``becomes``: the faction keyword that they have in this army.
    """

    who: Group
    faction: str = ""
    not_faction: str = ""
    every: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    counts: tuple[Counted, ...] = ()
    either: tuple[Choice, ...] = ()
    balance: tuple[str, ...] = ()
    may_lead: bool = True
    enhanced: bool = True
    becomes: str = ""


class Allowance(msgspec.Struct, frozen=True, omit_defaults=True, tag="allowance"):
    """For each pair of a unit of one group and a unit of another the army may have one more allied unit of a keyword."""

    keyword: str
    one: Group
    other: Group


class Forbid(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="forbid"):
    """Units that the army may not have.

    Only where it has a unit of the group ``beside``, or is of a ``chapter``: by a unit, or by a detachment of that one alone.
    ``smallest``: only in battles smaller than this one.
    """

    who: Group
    beside: Group | None = None
    chapter: str = ""
    smallest: str = ""


class OtherDetachment(msgspec.Struct, frozen=True, tag="other detachment"):
    """A detachment that an army of a Chapter may not have."""

    detachment: str
    chapter: str


class OneChapter(msgspec.Struct, frozen=True, omit_defaults=True, tag="one chapter"):
    """No unit of another Chapter than this one; with ``if_of`` only in its armies: by a unit, or a detachment of it alone.

    ``detachments`` are further detachments of its own, which do not say it themselves.
    """

    chapter: str
    if_of: bool = False
    detachments: tuple[str, ...] = ()


class Require(msgspec.Struct, frozen=True, tag="require"):
    """At least so many units of a group."""

    who: Group
    least: int


class Gain(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="gain"):
    """Units have further keywords; with ``select`` only so many of them, which the player chooses.

    ``chapter``: only in an army of that Chapter.
    """

    who: Group
    keywords: tuple[str, ...]
    select: int = 0
    chapter: str = ""


class Limit(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="limit"):
    """At most so many units of each row of keywords. ``unless_stated``: another limit for the same datasheet goes before it."""

    each: tuple[str, ...]
    most: int
    unless_stated: bool = False


class Lord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="lord"):
    """The Warlord has to be of a group. ``faction``: only in an army of that keyword; ``anyone``: no CHARACTER is needed."""

    who: Group
    faction: str = ""
    anyone: bool = False


class NoArmyOf(msgspec.Struct, frozen=True, tag="no army of"):
    """Faction keywords that no army may have as its own."""

    keywords: tuple[str, ...]


class Without(msgspec.Struct, frozen=True, tag="without"):
    """Another rule does not hold."""

    rule: str


class Guise(msgspec.Struct, frozen=True, tag="guise"):
    """Datasheets of a list may be taken with one keyword in place of another, and its rules read so: Titans of CHAOS."""

    keyword: str
    instead: str


class NoDetachment(msgspec.Struct, frozen=True, tag="no detachment"):
    """An army of that faction keyword has no detachment."""

    faction: str


Statement = (
    Include
    | Allowance
    | Forbid
    | OtherDetachment
    | OneChapter
    | Require
    | Gain
    | Limit
    | Lord
    | NoArmyOf
    | Without
    | Guise
    | NoDetachment
)


class ArmyRule(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A rule: its name, the list whose it is, its detachment or datasheet (empty: an army rule), what it says.

    ``unread`` are sentences about the army list that were not understood, in the source's own words.
    """

    name: str
    faction: str = ""
    detachment: str = ""
    sheet: str = ""
    says: tuple[Statement, ...] = ()
    unread: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """What it is called, with its detachment or its datasheet."""
        whose = self.detachment or self.sheet
        return f"{self.name} ({whose})" if whose else self.name


class ArmyList(msgspec.Struct, frozen=True, omit_defaults=True):
    """A faction's list: its faction keyword, and the keywords that next to all of its datasheets have.

    Sources forget keywords of single datasheets (IMPERIUM, CHAOS); what all others of the list have, these have too.
    """

    keyword: str
    shared: tuple[str, ...] = ()


class ArmyRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """All rules of a source, and its lists by name.

    ``factions`` are the faction keywords that some datasheet has alone: also those of units that have no list of their own, and
    stand in the lists of armies that may include them. ``whole``: it also has the army rules that no datasheet names, so that a
    unit of another faction that none of its rules lets in may not be in the army.
    """

    rules: tuple[ArmyRule, ...] = ()
    lists: dict[str, ArmyList] = {}
    factions: tuple[str, ...] = ()
    whole: bool = False


NOTHING = ArmyRules()
"""What is known where nobody imported rules."""

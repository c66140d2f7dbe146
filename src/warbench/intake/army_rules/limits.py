"""The sentences on what an army must have, may not have, and may have more or fewer of; and on who leads it."""

import re
from collections.abc import Callable, Sequence

from warbench.games.w40k10.battle.army_rules.rules import (
    Forbid,
    Group,
    Guise,
    Limit,
    Lord,
    NoArmyOf,
    NoDetachment,
    OneChapter,
    OtherDetachment,
    Require,
    Statement,
    Without,
)
from warbench.intake.army_rules.groups import EXCLUDING, KEY, KEYS, group_of, listed, parted, rows_of
from warbench.intake.army_rules.pieces import Piece
from warbench.intake.text.items import NUMBER, number

Understood = Sequence[Statement]
"""What a sentence says: nothing where it says nothing of its own."""

_Reader = Callable[[re.Match[str], tuple[str, ...]], Understood | None]
"""Takes a match and the piece's items."""

_ASTARTES = "ADEPTUS ASTARTES"
_NAME = r"[A-Z][\w'\- ]{1,50}?"


def read_limits(piece: Piece, sheet: str = "", *, bound: bool) -> Understood | None:
    """What a piece says of whom the army must and may not have; None when it was not understood.

    Args:
        piece: the piece.
        sheet: the datasheet whose text it is, which "this model" means.
        bound: the text is of a detachment or a datasheet, and holds for its armies only.
    """
    text = re.sub(r"\bthis (?:model|FORTIFICATION)\b", sheet.upper(), piece.head) if sheet else piece.head
    for pattern, reader in (*_ANYWHERE, *(_BOUND if bound else ())):
        if found := pattern.fullmatch(text):
            return reader(found, piece.items)
    return None


def chapter_of(head: str) -> str:
    """The Chapter of whose armies the pieces below a heading are; empty where it is no such heading.

    "The Detachments found below" are those that only this Chapter may have.
    """
    found = _OF_CHAPTER.fullmatch(head)
    return found["chapter"].casefold() if found else ""


def read_of_chapter(piece: Piece, chapter: str) -> Understood | None:
    """What a piece says of the armies of one Chapter; None when it was not understood."""
    if piece.items:
        return None
    if found := _NO_DETACHMENT.fullmatch(piece.head):
        return (OtherDetachment(found["detachment"].casefold(), chapter),)
    if found := _NO_ONE.fullmatch(piece.head):
        return (Forbid(who=group_of(found["who"]), chapter=chapter),)
    found = _NO_DATASHEETS.fullmatch(piece.head)
    who = listed(parted(found["rest"])) if found else None
    # The Chapter's own book has datasheets of the same names.
    return (Forbid(who=Group(who.any_of, (chapter,), by_name=True), chapter=chapter),) if who is not None else None


def _alone(reader: Callable[[re.Match[str]], Understood | None]) -> _Reader:
    """A reader of sentences that have no items."""
    return lambda found, items: None if items else reader(found)


def _beside(found: re.Match[str]) -> Understood:
    return (Forbid(who=group_of(found["who"], found["never"]), beside=Group(rows_of(found["beside"]))),)


def _behind(found: re.Match[str]) -> Understood:
    return (Forbid(who=Group(rows_of(found["who"])), beside=group_of(found["beside"], found["never"])),)


def _chapter(found: re.Match[str], items: tuple[str, ...]) -> Understood | None:
    """``If your army includes one or more X units, it cannot include any of the following``, with a ban of keywords before."""
    beside = Group((f"{_ASTARTES.casefold()} {found['beside'].casefold()}",))
    who = listed(parted(found["rest"].strip(" .")))
    if items or who is None:
        return None
    without = rows_of(found["without"]) if found["without"] else ()
    first = (Forbid(who=group_of(found["who"]), beside=beside),) if found["who"] else ()
    return (*first, Forbid(who=Group(who.any_of, without, by_name=True), beside=beside))


def _following(found: re.Match[str], items: tuple[str, ...]) -> Understood | None:
    who = listed(items or parted(found["rest"].strip(" .")))
    return None if who is None or (items and found["rest"]) else (Forbid(who=Group(who.any_of, by_name=True)),)


def _require_lord(found: re.Match[str]) -> Understood:
    who = group_of(found["who"])
    return Require(who, 1), Lord(who=who)


def _up_to(found: re.Match[str]) -> Understood | None:
    each = listed(parted(found["each"]))
    return (Limit(each=each.any_of, most=number(found["most"]) or 0),) if each is not None else None


def _nothing(_: re.Match[str]) -> Understood:
    return ()


_ANYWHERE: tuple[tuple[re.Pattern[str], _Reader], ...] = (
    (
        re.compile(rf"If your army includes (?P<beside>{KEY}), it cannot include any (?P<who>{KEYS}) units{EXCLUDING}?\."),
        _alone(_beside),
    ),
    (
        re.compile(rf"If your army includes any (?P<beside>{KEYS}) units{EXCLUDING}?, it cannot include (?P<who>{KEY})\."),
        _alone(_behind),
    ),
    (
        re.compile(
            rf"If your army includes one or more (?P<beside>{KEY}) units, it cannot include (?:any (?P<who>{KEYS}) models, and "
            rf"cannot include )?any of the following (?:units|models)(?: that do not have the (?P<without>{_NAME}) keyword)?:"
            r"(?P<rest>[^:]+)"
        ),
        _chapter,
    ),
    (
        re.compile(
            rf"(?:When mustering your army, )?(?:[Uu]nless otherwise stated|unless specifically stated otherwise), you cannot "
            rf"select (?P<who>{KEYS}) as your Army Faction\."
        ),
        _alone(lambda found: (NoArmyOf(rows_of(found["who"])),)),
    ),
    (
        re.compile(
            rf"When mustering your army, if your Army Faction is (?P<faction>{KEY}), ignore the Select Detachment Rules step\."
        ),
        _alone(lambda found: (NoDetachment(found["faction"].casefold()),)),
    ),
    (
        re.compile(
            rf"To do so, on those datasheets and on this Army Rules card, replace all instances of the (?P<keyword>{KEY}) "
            rf"keyword with (?P<instead>{KEY}), and replace all instances of the {KEY} Faction keyword with {KEY}\."
        ),
        _alone(lambda found: (Guise(found["keyword"].casefold(), found["instead"].casefold()),)),
    ),
    (
        re.compile(
            rf"In the [Ss]elect Warlord step, [Ss]elect one (?P<who>{KEY}) model from your army to be your WARLORD, even though "
            r"that model does not have the CHARACTER keyword\."
        ),
        _alone(lambda found: (Lord(who=group_of(found["who"]), faction=found["who"].casefold(), anyone=True),)),
    ),
    # Which detachments are of that book, but for those that name the Chapter, no source says.
    (
        re.compile(
            rf"If your army uses any of the Detachments from this book, it can include (?P<chapter>{KEY}) units, but it cannot "
            rf"include any {_ASTARTES} units drawn from any other Chapter\."
        ),
        _alone(lambda found: (OneChapter(found["chapter"].casefold(), if_of=True),)),
    ),
    (
        re.compile(
            rf"You can only include (?P<who>{KEY}) in your army in games of (?P<size>Strike Force|Onslaught)"
            r"(?: ?\([^()]*\))? size or greater\."
        ),
        _alone(lambda found: (Forbid(who=group_of(found["who"]), smallest=found["size"].casefold()),)),
    ),
    # How many Chapters an army may be of is checked without data; an EPIC HERO is there once anyway.
    (re.compile(r"Your army cannot include duplicates of the same model(?: \(i\.e\. .+)?\.?"), _alone(_nothing)),
    (re.compile(r"You cannot include units from more than one Chapter in your army\."), _alone(_nothing)),
    (
        re.compile(
            rf"If your Army Faction is {KEY}, then in the [Ss]elect Detachment Rules step, you can [Ss]elect one of the "
            r"available Detachments from this book as normal\."
        ),
        _alone(_nothing),
    ),
    (
        re.compile(rf"(?:You|Your army) cannot include more than one (?P<who>{KEY}) (?:unit|model)(?: in your army)?\."),
        _alone(lambda found: (Limit(each=rows_of(found["who"]), most=1),)),
    ),
)
"""Sentences that say themselves for which army they are."""

_OF_CHAPTER = re.compile(
    rf"If your army includes one or more units from the (?P<chapter>{_NAME}) Chapter or you are using one of the Detachments "
    r"found below:"
)
_NO_DETACHMENT = re.compile(rf"You cannot use the (?P<detachment>\w[\w' -]+) Detachment(?: \(see Codex: {_NAME}\))?\.")
_NO_ONE = re.compile(rf"Your army cannot include any (?P<who>{KEYS}) (?:models|units)\.")
_NO_DATASHEETS = re.compile(rf"Your army cannot include the following datasheets from Codex: {_NAME}: (?P<rest>[^:]+)\.")

_BOUND: tuple[tuple[re.Pattern[str], _Reader], ...] = (
    (
        re.compile(rf"Your army must include (?P<least>{NUMBER}) or more (?P<who>{KEYS}) units\."),
        _alone(lambda found: (Require(group_of(found["who"]), number(found["least"]) or 0),)),
    ),
    (
        re.compile(rf"You must include (?P<who>{KEYS}) in your army, and one of those models must be your WARLORD\."),
        _alone(_require_lord),
    ),
    (
        re.compile(
            rf"An? (?P<who>{KEYS}) model must be your WARLORD"
            rf"(?:, and {KEYS} models from your army lose the {_NAME} ability if they have it)?\."
        ),
        _alone(lambda found: (Lord(who=group_of(found["who"])),)),
    ),
    (
        re.compile(
            rf"Your army can include (?P<chapter>{KEY}) units, but it cannot include (?:any )?{_ASTARTES} units drawn from any "
            r"other Chapter\."
        ),
        _alone(lambda found: (OneChapter(found["chapter"].casefold()),)),
    ),
    (
        re.compile(rf"You can include up to (?P<most>{NUMBER}) of each of the following models in your army: (?P<each>[^.:]+)\."),
        _alone(_up_to),
    ),
    (
        re.compile(rf"If you select this Detachment, you cannot use the (?P<rule>{_NAME}) army rule\."),
        _alone(lambda found: (Without(found["rule"].casefold()),)),
    ),
    (re.compile(r"Your army cannot include any of the following units:(?P<rest>[^:]*)"), _following),
    (
        re.compile(rf"(?:Unless otherwise stated, )?[Yy]ou cannot include more than one of (?P<who>{KEY}) in your army\."),
        _alone(lambda found: (Limit(each=rows_of(found["who"]), most=1, unless_stated=found[0].startswith("Unless")),)),
    ),
    (
        re.compile(rf"Your army cannot contain both (?P<one>{_NAME}) and (?P<other>{_NAME})\."),
        _alone(lambda found: (Forbid(who=group_of(found["other"]), beside=group_of(found["one"])),)),
    ),
)
"""Sentences that hold wherever the rule does."""

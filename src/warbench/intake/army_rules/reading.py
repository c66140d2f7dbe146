"""A text to a rule about army lists: each piece asked of the grammars in turn; what speaks of lists and nobody claims is kept."""

import re
from collections.abc import Iterable

from warbench.games.w40k10.battle.army_rules.rules import ArmyRule, Forbid, Statement
from warbench.intake.army_rules.allies import Allies
from warbench.intake.army_rules.keywords import Gains
from warbench.intake.army_rules.limits import chapter_of, read_limits, read_of_chapter
from warbench.intake.army_rules.pieces import Piece, pieces

_SPEAKS = re.compile(
    r"\b(?:can(?:not)?|must|could|can only) include\b(?! (?:one or more of )?your)|\bcannot contain\b|"
    r"\bcombined points\b|\bincrease the points\b|\bcannot use the\b.{0,80}\b(?:army rule|detachment)\b|"
    r"\b(?:must|cannot|can) be your warlord\b|\bto be your warlord\b|\bbe given enhancements\b|"
    r"\bcannot select\b.{0,80}\b(?:keyword|army faction)\b|\bmustering your army\b|\bmuster armies step\b|"
    r"\bfrom your army (?:gain|have) the [a-z' ]{1,80}keywords?\b|\bgain the [a-z' ]{1,80} keyword if they\b|"
    r"\bgain the (?:battleline|character) keyword\b|\bmaximum number of [a-z ]{1,80} units (?:you can include|permitted)\b|"
    r"\bnumber of .{0,80}\bunits with that keyword you include\b|\breplace all instances of the [a-z ]{1,80} keyword\b",
    re.IGNORECASE,
)
"""What sentences about army lists say, whatever else they do. Bounded, so that no text takes long."""

_MOST_LETTERS = 4000
"""No sentence with its list comes near it; what is longer is not read."""

_SHOWN = 200
_OF_ITSELF = re.compile(r"\b(?:your warlord|given enhancements)\b", re.IGNORECASE)
"""What datasheets say of their own model as the Warlord is read with the datasheet."""

_HEADING = re.compile(r"While using the .+ Detachment, the following rules apply:")


def speaks(text: str) -> bool:
    """Whether a text may speak of army lists at all; quickly told."""
    return bool(_SPEAKS.search(text))


def read_rule(name: str, lines: list[str], *, faction: str = "", detachment: str = "", sheet: str = "") -> ArmyRule | None:
    """The rule of a text; None when it says nothing about army lists.

    Args:
        name: what it is called.
        lines: its text, as :func:`warbench.intake.army_rules.pieces.pieces` takes it.
        faction: the list whose it is.
        detachment: its detachment; without one it is an army rule, or a datasheet's.
        sheet: the datasheet whose it is.
    """
    found = pieces(lines)
    allies, gains = Allies(bound=bool(detachment)), Gains(bound=bool(detachment))
    says: list[Statement] = []
    unread: list[str] = []
    for piece, chapter in _opened(found):
        if len(piece.head) > _MOST_LETTERS:
            if speaks(piece.head):
                unread.append(f"{piece.head[:_SHOWN]} ...")
            continue
        limits = read_of_chapter(piece, chapter) if chapter else read_limits(piece, sheet, bound=bool(detachment or sheet))
        if limits is not None:
            says += limits
        elif not (allies.read(piece) or gains.read(piece)) and _is_about_lists(piece, sheet):
            unread.append(piece.head)
    said = (*allies.says, *gains.says, *_once(says))
    if not said and not unread:
        return None
    return ArmyRule(name=name, faction=faction, detachment=detachment, sheet=sheet, says=said, unread=tuple(unread))


def _once(says: Iterable[Statement]) -> Iterable[Statement]:
    """The statements; a ban that says another one the other way round is left out."""
    kept: list[Statement] = []
    for each in says:
        if not (
            isinstance(each, Forbid)
            and any(isinstance(one, Forbid) and (one.who, one.beside) == (each.beside, each.who) for one in kept)
        ):
            kept.append(each)
    return kept


def _is_about_lists(piece: Piece, sheet: str) -> bool:
    texts = (piece.head, *piece.items)
    return any(speaks(text) and not (sheet and _OF_ITSELF.search(text)) for text in texts)


def _opened(found: Iterable[Piece]) -> Iterable[tuple[Piece, str]]:
    """The pieces, each with the Chapter that it is for; where a heading has pieces below it these in its place."""
    for piece in found:
        chapter = chapter_of(piece.head)
        if chapter or _HEADING.fullmatch(piece.head):
            yield from ((below, chapter) for below in pieces(list(piece.items)))
        else:
            yield piece, ""

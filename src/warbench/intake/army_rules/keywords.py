"""The sentences by which units of an army have further keywords, all of some kind or as many as the player chooses."""

import re

from warbench.games.w40k10.battle.army_rules.rules import Gain, Group, Statement
from warbench.intake.army_rules.groups import EXCLUDING, KEYS, group_of, rows_of
from warbench.intake.army_rules.pieces import Piece
from warbench.intake.text.items import NUMBER, number

_BATTLE = (
    r"(?:,? and (?:while such a unit is not Battle-shocked, (?:add \d to the Objective Control characteristic of [\w' -]+ models "
    r"in that unit|[\w' -]+ models in that unit have an Objective Control characteristic of \d)|"
    r"[\w' -]+ models in those units have an Objective Control characteristic of \d))?"
)
"""What else a sentence may say, of the battle."""

_GAINS = re.compile(
    rf"(?:If you [Ss]elect this Detachment, )?(?P<who>{KEYS}) (?:units|models){EXCLUDING}? from your army (?:gain|have) the "
    rf"(?P<words>{KEYS}|Battleline) keywords?{_BATTLE}\."
)
_SELECT = re.compile(
    rf"(?:When mustering your army|In the Muster Armies step), (?:you can )?[Ss]elect (?:up to )?(?P<most>{NUMBER}) "
    rf"(?P<who>{KEYS}) (?:models|units) from your army\."
)
_SELECTED = re.compile(
    rf"(?:The selected|Until the end of the battle, those) units (?:gain|have) the (?P<words>{KEYS}) keywords?\."
)
_DRAWN = re.compile(
    rf"The following ADEPTUS ASTARTES units gain the (?P<words>{KEYS}) keyword if they are drawn from the "
    r"(?P<chapter>[A-Z][a-z]+ [A-Z][a-z]+) Chapter:"
)
_KINDS = re.compile(rf"(?P<who>{KEYS}) units(?P<fly> that can FLY)?")


class Gains:
    """Reads such sentences one after another: "the selected units" are those that were selected last."""

    def __init__(self, *, bound: bool) -> None:
        """``bound``: the text is of a detachment, and holds for its armies only."""
        self._bound = bound
        self._chosen: tuple[Group, int] | None = None
        self.says: list[Statement] = []

    def read(self, piece: Piece) -> bool:
        """Take a piece; whether it was understood."""
        if found := _DRAWN.fullmatch(piece.head):
            return self._drawn(found, piece.items)
        if piece.items or not self._bound:
            return False
        if found := _GAINS.fullmatch(piece.head):
            self.says.append(Gain(who=group_of(found["who"], found["never"]), keywords=rows_of(found["words"])))
            return True
        if found := _SELECT.fullmatch(piece.head):
            self._chosen = (group_of(found["who"]), number(found["most"]) or 0)
            return True
        found = _SELECTED.fullmatch(piece.head)
        if found is None or self._chosen is None:
            return False
        who, most = self._chosen
        self.says.append(Gain(who=who, keywords=rows_of(found["words"]), select=most))
        return True

    def _drawn(self, found: re.Match[str], items: tuple[str, ...]) -> bool:
        """Units of one Chapter, listed kind by kind."""
        kinds = [_KINDS.fullmatch(each) for each in items]
        if not kinds or not all(kinds):
            return False
        rows = [
            f"adeptus astartes {words}{' fly' if kind['fly'] else ''}"
            for kind in kinds
            if kind is not None
            for words in rows_of(kind["who"])
        ]
        self.says.append(Gain(who=Group(tuple(rows)), keywords=rows_of(found["words"]), chapter=found["chapter"].casefold()))
        return True

"""The sentences by which units of another faction may be in an army, and those behind them that say how many, and not as what."""

import re
from collections.abc import Callable

import msgspec

from warbench.games.w40k10.battle.army_rules.rules import Allowance, Choice, Forbid, Group, Include, Statement
from warbench.intake.army_rules.groups import EXCLUDING, KEY, KEYS, group_of, listed, parted, rows_of
from warbench.intake.army_rules.numbers import numbers_by_size, points_by_size
from warbench.intake.army_rules.pieces import Piece
from warbench.intake.text.items import NUMBER, number

_WHERE = (
    rf"(?:If your Army Faction is (?P<faction>{KEY}), |"
    rf"If every model (?:from|in) your army has the (?P<every>{KEYS}) keyword, |"
    rf"If your Army Faction is not (?P<other>{KEY}), but every model in your army has the (?P<all>{KEYS}) keyword, )?"
)
_EVEN = (
    r"(?P<even>,? even (?:if|though) (?:they do|it does) not have the "
    rf"(?:Faction keyword you selected in the Select Army Faction step|(?P<own>{KEY}) Faction keyword))?"
)
_SEE = r"(?: \(see Codex: [^()]+\))?"
_EITHER = rf"either {NUMBER} (?P<one>{KEY}) models? or up to (?P<most>{NUMBER}) (?P<more>{KEY}) models?"
_SINGLE = rf"(?P<single>{NUMBER}) (?P<kind>{KEY}) models?"
_UNITS = rf"(?:the )?(?P<who>{KEYS}) units{EXCLUDING}?"
_INCLUDE = re.compile(
    rf"(?:When mustering your army, )?{_WHERE}[Yy]ou can include (?:{_EITHER}|{_SINGLE}|{_UNITS}) in your army{_SEE}{_EVEN}\."
)
_FOLLOWING = re.compile(
    rf"(?:When mustering your army, )?(?:you cannot include any (?P<not>{KEYS}) units{EXCLUDING}?, but )?{_WHERE}"
    rf"[Yy]ou can include (?:any of )?the following (?:(?P<who>{KEY}) )?units(?: in your army)?"
    rf"(?:, and when you do so their Faction keywords are replaced with (?P<becomes>{KEY}))?:(?P<rest>[^:]*)"
)
_POINTS = re.compile(
    rf"The combined points (?:cost|value) of (?:such|(?P<who>{KEYS})) units(?: you can include(?: in your army)?)?"
    r"(?: is| depends on (?:the|your) battle size)?(?:, as (?:follows|shown below))?[:.]"
)
_COUNTS = re.compile(
    rf"In this case, the maximum number of (?P<who>{KEY}) units you can include in your army depends on the battle size, "
    r"as shown below\."
)
_NO_LORD = re.compile(
    rf"(?:None of these|No (?P<who>{KEYS})) models?(?: (?:from your army|included in your army in this way))? can be your "
    r"WARLORD(?P<more>, and they cannot be given Enhancements)?\."
)
_BALANCE = re.compile(
    r"In addition, for each of the following keywords, the number of non-BATTLELINE units with that keyword you include in this "
    r"way cannot be greater than the number of BATTLELINE units with that keyword you include in this way:"
)
_NEVER = re.compile(
    r"You cannot include units with any of the following keywords in your army using this rule: (?P<never>[^.:]+)\."
)
_FREE = re.compile(
    rf"Note that you can include (?P<who>{KEY}) DEDICATED TRANSPORT units in such an army as normal, but each unit must start "
    r"the battle with one or more units embarked within it, or it cannot be deployed for that battle and will count as having "
    r"been destroyed during the first battle round\."
)
_PER = re.compile(
    rf"If your Army Faction is not {KEY}, then for each (?P<one>{KEY}) unit you include in your army, you can include one "
    rf"(?P<other>{KEY}) unit in your army that does not count towards the number of (?P<keyword>[A-Z]+) units your army can "
    r"include(?: \(see Assigned Agents\))?\.?"
)
_PAIRS = re.compile(
    rf"If your Army Faction is not {KEY}, then for each unique pairing of 1 (?P<one>{KEY}) unit and 1 (?P<other>{KEY}) unit "
    r"occuring in your army, increase the maximum number of (?P<keyword>[A-Z]+) units permitted in your army by 1\."
)


class Allies:
    """Reads such sentences one after another: those that say "such units" are about the units that were let in last.

    ``bound``: the text is of a detachment, whose rules hold for its armies only; an army rule has to say for which army it is.
    """

    def __init__(self, *, bound: bool) -> None:
        """Begin with nobody let in."""
        self._bound = bound
        self.says: list[Statement] = []

    def read(self, piece: Piece) -> bool:
        """Take a piece; whether it was understood."""
        readers: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], tuple[str, ...]], bool]], ...] = (
            (_INCLUDE, self._include),
            (_FOLLOWING, self._following),
            (_PER, self._allowance),
            (_PAIRS, self._allowance),
            (_POINTS, self._points),
            (_COUNTS, self._counts),
            (_NO_LORD, self._no_lord),
            (_BALANCE, self._balance),
            (_NEVER, self._never),
            (_FREE, self._free),
        )
        for pattern, reader in readers:
            if found := pattern.fullmatch(piece.head):
                return reader(found, piece.items)
        return False

    def _let_in(self, found: re.Match[str], says: Include, own: str | None = None, *, is_told: bool = False) -> bool:
        """Let units in, where it is told into which armies."""
        faction, every = own or found["faction"], found["every"] or found["all"]
        if not (self._bound or faction or every or is_told):
            return False
        said = msgspec.structs.replace(
            says,
            faction=faction.casefold() if faction else "",
            not_faction=found["other"].casefold() if found["other"] else "",
            every=rows_of(every) if every else (),
        )
        self.says.append(said)
        return True

    def _include(self, found: re.Match[str], items: tuple[str, ...]) -> bool:
        if items:
            return False
        if found["one"]:
            choices = (Choice(found["one"].casefold(), 1), Choice(found["more"].casefold(), number(found["most"]) or 0))
            says = Include(who=Group(tuple(each.words for each in choices)), either=choices)
        elif found["single"]:
            words = found["kind"].casefold()
            says = Include(who=Group((words,)), either=(Choice(words, number(found["single"]) or 0),))
        else:
            says = Include(who=group_of(found["who"], found["never"]))
        return self._let_in(found, says, found["own"], is_told=bool(found["even"]))

    def _following(self, found: re.Match[str], items: tuple[str, ...]) -> bool:
        who = listed(items or parted(found["rest"].strip(" .")), found["who"] or "")
        if who is None or (items and found["rest"]):
            return False
        if found["not"]:
            self.says.append(Forbid(who=group_of(found["not"], found["never"])))
        becomes = found["becomes"]
        return self._let_in(found, Include(who=who, becomes=becomes.casefold() if becomes else ""))

    def _allowance(self, found: re.Match[str], items: tuple[str, ...]) -> bool:
        one, other = group_of(found["one"]), group_of(found["other"])
        self.says.append(Allowance(found["keyword"].casefold(), one, other))
        return not items

    def _points(self, found: re.Match[str], items: tuple[str, ...]) -> bool:
        points = points_by_size(items)
        return bool(points) and self._is_of(found["who"]) and self._add(points=points)

    def _counts(self, found: re.Match[str], items: tuple[str, ...]) -> bool:
        counts = numbers_by_size(items)
        return bool(counts) and self._is_of(found["who"]) and self._add(counts=counts)

    def _no_lord(self, found: re.Match[str], items: tuple[str, ...]) -> bool:
        return not items and self._is_of(found["who"]) and self._add(may_lead=False, enhanced=not found["more"])

    def _balance(self, _: re.Match[str], items: tuple[str, ...]) -> bool:
        return bool(items) and all(map(re.compile(KEY).fullmatch, items)) and self._add(balance=tuple(map(str.casefold, items)))

    def _never(self, found: re.Match[str], items: tuple[str, ...]) -> bool:
        never = listed(parted(found["never"]))
        last = self._last
        if items or never is None or last is None:
            return False
        return self._add(who=msgspec.structs.replace(last.who, never=(*last.who.never, *never.any_of)))

    def _free(self, found: re.Match[str], items: tuple[str, ...]) -> bool:
        """Transports that are not counted, which have none of the keywords that are; who is empty is told elsewhere."""
        return not items and self._is_of(found["who"])

    @property
    def _last(self) -> Include | None:
        return next((each for each in reversed(self.says) if isinstance(each, Include)), None)

    def _is_of(self, who: str | None) -> bool:
        """Whether a sentence is about the units that were let in last: it says "such units", or their keywords."""
        last = self._last
        return last is not None and all(any(row in words for words in last.who.any_of) for row in (rows_of(who) if who else ()))

    def _add(self, **fields: object) -> bool:
        """Add to what is said of the units that were let in last; False without such."""
        last = self._last
        if last is None:
            return False
        self.says[self.says.index(last)] = msgspec.structs.replace(last, **fields)
        return True

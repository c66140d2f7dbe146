"""How many allies an army may have: what they cost, how many of which kind there are, beside whom they may be there."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from warbench.battle.requests import Refusal
from warbench.games.w40k10.battle.army_rules.rules import SIZES, Allowance, ArmyRule, Group, Include
from warbench.games.w40k10.battle.army_rules.standing import Standing
from warbench.games.w40k10.battle.roster import Entry
from warbench.games.w40k10.leaders import answers
from warbench.sheets.datasheet import Datasheet

_BATTLELINE = "battleline"


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """A datasheet in the army: the unit and which part of it this is, as it is in this army, the rule that lets it in.

    ``is_native``: it is of the army's own faction.
    """

    entry: Entry
    part: int
    sheet: Datasheet
    seen: Datasheet
    is_native: bool
    found: tuple[ArmyRule, Include] | None

    def is_by(self, says: Include) -> bool:
        """Whether it is in the army by that statement."""
        return self.found is not None and self.found[1] is says

    @property
    def points(self) -> int:
        """What it costs."""
        return self.entry.shares[self.part]

    @property
    def models(self) -> int:
        """How many models it has."""
        return sum(self.entry.kinds[kind].part == self.part for _, kind in self.entry.models)


def allied_faults(stands: Standing, taken: Sequence[Taken], size: str) -> Iterator[Refusal]:
    """What is wrong with the allies of an army, rule by rule.

    Args:
        stands: the rules that it stands under.
        taken: all its datasheets.
        size: the battle size.
    """
    for rule, says in stands.saying(Include):
        allies = [each for each in taken if each.is_by(says)]
        if not allies:
            continue
        units = [each for each in allies if not each.entry.half_of]
        yield from _beside(rule, says, allies, taken)
        yield from _dear(rule, says, allies, size)
        yield from _many(rule, says, units, (stands, size))
        yield from _either(rule, says, units)
        yield from _unbalanced(rule, says, units)


def _beside(rule: ArmyRule, says: Include, allies: Sequence[Taken], taken: Sequence[Taken]) -> Iterator[Refusal]:
    """Other units that are not as the rule wants them."""
    if not says.every:
        return
    lacking = [each.sheet.name for each in taken if not each.is_by(says) and not _has(each, says.every)]
    if lacking:
        needed = " or ".join(word.upper() for word in says.every)
        sentence = f"{_names(allies)} may be there only where every other model has {needed}; {_listed(lacking)} has not"
        yield Refusal("allies-beside", sentence, rule.told)


def _has(each: Taken, words: Iterable[str]) -> bool:
    becomes = each.found[1].becomes if each.found is not None else ""
    own = {*each.seen.keywords, *each.seen.faction_keywords, becomes}
    return not own.isdisjoint(words)


def _dear(rule: ArmyRule, says: Include, allies: Sequence[Taken], size: str) -> Iterator[Refusal]:
    total = sum(each.points for each in allies)
    if says.points and total > (most := says.points[SIZES.index(size)]):
        sentence = f"{says.who.told} units cost {total} points together ({_names(allies)}), {size} allows {most}"
        yield Refusal("allies-points", sentence, rule.told)


def _many(rule: ArmyRule, says: Include, units: Sequence[Taken], battle: tuple[Standing, str]) -> Iterator[Refusal]:
    """More units of a keyword than the battle size allows, with what pairs of units add to it."""
    stands, size = battle
    for counted in says.counts:
        having = [each for each in units if counted.keyword in each.seen.keywords]
        pairs = [each for _, each in stands.saying(Allowance) if each.keyword == counted.keyword]
        most = counted.most[SIZES.index(size)] + sum(min(_number(units, each.one), _number(units, each.other)) for each in pairs)
        if len(having) > most:
            sentence = f"found {len(having)} allied {counted.keyword.upper()} units ({_names(having)}), {size} allows {most}"
            yield Refusal("allies-number", sentence, rule.told)


def _number(units: Sequence[Taken], group: Group) -> int:
    return sum(group.has(each.seen) for each in units)


def _either(rule: ArmyRule, says: Include, units: Sequence[Taken]) -> Iterator[Refusal]:
    """Things of several kinds where one is allowed, or too many of one."""
    if not says.either:
        return
    numbers = [(each, sum(one.models for one in units if answers(one.seen, each.words))) for each in says.either]
    there = [(each, number) for each, number in numbers if number]
    if len(there) > 1 or any(number > each.most for each, number in there):
        expected = " or ".join(f"up to {each.most} {each.words.upper()}" for each in says.either)
        found = " and ".join(f"{number} {each.words.upper()}" for each, number in there)
        yield Refusal("allies-either", f"found {found}, expected {expected}", rule.told)


def _unbalanced(rule: ArmyRule, says: Include, units: Sequence[Taken]) -> Iterator[Refusal]:
    """More units of a keyword that are not BATTLELINE than units that are."""
    for word in says.balance:
        having = [each for each in units if word in each.seen.keywords]
        rest = [each for each in having if _BATTLELINE not in each.seen.keywords]
        line = len(having) - len(rest)
        if len(rest) > line:
            sentence = (
                f"found {len(rest)} allied {word.upper()} units that are not BATTLELINE ({_names(rest)}) and {line} that are: "
                "there may be no more of the former"
            )
            yield Refusal("allies-balance", sentence, rule.told)


def _names(units: Iterable[Taken]) -> str:
    return _listed([each.sheet.name for each in units])


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"{number} {name}" if number > 1 else name for name, number in Counter(names).items())

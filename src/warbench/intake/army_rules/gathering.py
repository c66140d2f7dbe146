"""All rules about army lists of one source: read from its texts, once each, and packed for the library."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.army_rules.rules import ArmyList, ArmyRule, ArmyRules, Forbid, Guise, Include, Statement
from warbench.sheets.datasheet import Datasheet

KIND = "army rules"
"""The kind of the line beside datasheets that holds them."""

_NEARLY_ALL = 19, 20
"""A keyword that so many of a list's own datasheets have, all of them have: sources forget some."""

_DECODER = msgspec.json.Decoder(ArmyRules)


def gathered(rules: Iterable[ArmyRule], sheets: Sequence[Datasheet], *, whole: bool) -> ArmyRules:
    """The rules of a source with its lists.

    Args:
        rules: what was read; what several lists print is kept once.
        sheets: all its datasheets: they tell the keyword of each list, and which names several datasheets have.
        whole: it has the army rules that no datasheet names as well.
    """
    once: dict[bytes, ArmyRule] = {}
    for rule in rules:
        same = msgspec.structs.replace(rule, faction="" if not rule.detachment else rule.faction)
        once.setdefault(msgspec.json.encode(same), rule)
    plain = [_without_namesakes(rule, sheets) for rule in once.values()]
    kept = tuple(_in_guise(rule, plain) for rule in plain)
    factions = tuple(sorted({sheet.faction_keywords[0] for sheet in sheets if len(sheet.faction_keywords) == 1}))
    return ArmyRules(rules=kept, lists=_lists(kept, sheets, factions), factions=factions, whole=whole and bool(kept))


def packed(rules: ArmyRules) -> str:
    """The rules as the library keeps them."""
    return msgspec.json.encode(rules).decode()


def unpacked(text: str) -> ArmyRules:
    """The rules of such a text.

    Raises:
        ValueError: when they were not packed by this version.
    """
    try:
        return _DECODER.decode(text)
    except RecursionError as error:
        raise ValueError("too many levels") from error


def _lists(rules: Iterable[ArmyRule], sheets: Sequence[Datasheet], factions: Iterable[str]) -> dict[str, ArmyList]:
    """Each list's faction keyword: that most of its datasheets have; and what nearly all of these have."""
    by_list: dict[str, list[Datasheet]] = {}
    for sheet in sheets:
        by_list.setdefault(sheet.faction, []).append(sheet)
    counts = {name: Counter(word for sheet in own for word in sheet.faction_keywords) for name, own in by_list.items()}
    keywords = {name: found.most_common(1)[0][0] for name, found in counts.items() if found}
    others = {*keywords.values(), *factions}
    asked = _asked(rules)
    found: dict[str, ArmyList] = {}
    for name, keyword in keywords.items():
        own = [{*sheet.keywords, *sheet.faction_keywords} for sheet in by_list[name] if _is_own(sheet, keyword, others)]
        found[name] = ArmyList(keyword, tuple(word for word in asked if word != keyword and _nearly_all_have(own, word)))
    return found


def _is_own(sheet: Datasheet, keyword: str, others: set[str]) -> bool:
    """Whether a datasheet of a list is its own: units that it may include have the keyword of their faction as well."""
    words = set(sheet.faction_keywords)
    return keyword in words and words.isdisjoint(others - {keyword})


def _nearly_all_have(own: Sequence[set[str]], word: str) -> bool:
    some, of = _NEARLY_ALL
    return bool(own) and sum(word in words for words in own) * of >= len(own) * some


def _asked(rules: Iterable[ArmyRule]) -> tuple[str, ...]:
    """The keywords that rules on allies ask for."""
    says = [each for rule in rules for each in rule.says if isinstance(each, Include)]
    return tuple(dict.fromkeys(word for each in says for word in (*each.every, *each.who.any_of)))


def _in_guise(rule: ArmyRule, rules: Iterable[ArmyRule]) -> ArmyRule:
    """The rule with what those of its list that let units in say when they are read with its keyword in place of theirs."""
    guises = [says for says in rule.says if isinstance(says, Guise)]
    includes = [says for each in rules if each.faction == rule.faction for says in each.says if isinstance(says, Include)]
    read = (
        msgspec.structs.replace(says, every=tuple(guise.instead if word == guise.keyword else word for word in says.every))
        for guise in guises
        for says in includes
        if guise.keyword in says.every
    )
    return msgspec.structs.replace(rule, says=(*rule.says, *read))


def _without_namesakes(rule: ArmyRule, sheets: Sequence[Datasheet]) -> ArmyRule:
    """The rule without bans of names that allowed datasheets have as well: lists name them alike."""
    says = tuple(each for one in rule.says for each in ([_allowed(one, sheets)] if isinstance(one, Forbid) else [one]) if each)
    return msgspec.structs.replace(rule, says=says)


def _allowed(says: Forbid, sheets: Sequence[Datasheet]) -> Statement | None:
    never = set(says.who.never)
    named = {library.slug(sheet.name) for sheet in sheets if never.intersection(sheet.faction_keywords)} if never else set()
    rows = tuple(words for words in says.who.any_of if library.slug(words) not in named)
    return msgspec.structs.replace(says, who=msgspec.structs.replace(says.who, any_of=rows)) if rows else None

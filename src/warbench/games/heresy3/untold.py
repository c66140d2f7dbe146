"""What models have that no battle follows: special rules, abilities of datasheets, and wargear that only a summary describes."""

from collections.abc import Iterable, Iterator

from warbench.games.heresy3.characteristics import SUB_TYPES
from warbench.games.heresy3.question import TYPES
from warbench.games.heresy3.special_rules import battle_rule, read_rule
from warbench.sheets.datasheet import Datasheet

FOLLOWED = frozenset(
    {
        "combat shield",
        "cortex controller",
        "cyber-familiar",
        "dozer blade",
        "nuncio-vox",
        "servo-arm",
        "vexilla",
        "void shield generator",
    }
)
"""Wargear that battles follow though it changes nothing on the profile of its bearer; in lower case (C1)."""


_OF_TYPES = frozenset((*(f"{name} type" for name in TYPES), *(f"{name} sub-type" for name in SUB_TYPES)))
"""Rosters print the rules of types and sub-types beside abilities; battles follow these by the words themselves."""


def untold(sheet: Datasheet, rules: Iterable[str], items: Iterable[str]) -> Iterator[str]:
    """What of a model's special rules and wargear no battle follows.

    Args:
        sheet: the model's datasheet.
        rules: its special rules, those included that the datasheet describes as abilities.
        items: what it holds.
    """
    for text in rules:
        if read_rule(text) is None and battle_rule(text) is None and text.casefold() not in _OF_TYPES:
            yield text
    for item in items:
        gear = sheet.gear(item)
        if gear is None or item.casefold() in FOLLOWED:
            continue
        if not (gear.keywords or gear.traits or gear.abilities or gear.characteristics):
            yield item

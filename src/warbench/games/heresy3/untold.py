"""What models have that no battle follows: special rules, abilities of datasheets, and wargear that only a summary describes."""

from collections.abc import Iterable, Iterator

from warbench.games.heresy3.claims import left_out_of, of_model, of_wargear, of_weapon
from warbench.sheets.datasheet import Datasheet


def untold(sheet: Datasheet, rules: Iterable[str], items: Iterable[str], weapons: Iterable[str] = ()) -> Iterator[str]:
    """What of a model's special rules and wargear no battle follows, or only in part.

    Args:
        sheet: the model's datasheet.
        rules: its special rules, those included that the datasheet describes as abilities.
        items: what it holds.
        weapons: the special rules of its weapons, of which those that battles follow in part are told.
    """
    for text in rules:
        mark = of_model(text)
        if mark == "part":
            yield f"{text} ({left_out_of(text)})"
        elif mark == "none":
            yield text
    for text in weapons:
        if of_weapon(text) == "part":
            yield f"{text} ({left_out_of(text)})"
    for item in items:
        gear = sheet.gear(item)
        if gear is not None and of_wargear(gear) != "full":
            yield item

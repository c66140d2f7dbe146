"""Taking an option of a datasheet: the first model that may have an item gives away what the option asks for and takes it."""

from collections import Counter
from collections.abc import Iterator, Sequence

from warbench.muster.building.orders import BuildError
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.finding import UnknownDatasheet, find, slug
from warbench.sheets.loadouts import check_loadout
from warbench.sheets.options import Choice
from warbench.sheets.ways import spellings

Worn = tuple[str, dict[str, int]]
"""A model: its kind and its items."""


def item_of(sheet: Datasheet, text: str) -> str:
    """The item that is meant, as the datasheet spells it.

    Raises:
        BuildError: when no option gives such a thing; names those that do.
    """
    given = {slug(part.item): part.item for option in sheet.options for choice in option.choices for part in choice.gives}
    if not given:
        raise BuildError(f"--give: {sheet.name} has no options; it is as it is")
    try:
        return given[find(text, tuple(given), "item")]
    except UnknownDatasheet:
        told = ", ".join(sorted(given.values()))
        raise BuildError(f"--give: {sheet.name} has no option for {text!r}; its options give: {told}") from None


def has_option(sheet: Datasheet, text: str) -> bool:
    """Whether an option of the datasheet gives the item that is meant."""
    try:
        item_of(sheet, text)
    except BuildError:
        return False
    return True


def given(sheet: Datasheet, models: Sequence[Worn], item: str, count: int) -> list[Worn]:
    """The models after so many of them took an item.

    Args:
        sheet: their datasheet.
        models: what each has, which is legal.
        item: the item, as the datasheet spells it.
        count: how many models take it, one after the other.

    Raises:
        BuildError: when no further model may have it, with the reason of the first that came nearest.
    """
    found = [(kind, dict(items)) for kind, items in models]
    for taken in range(count):
        why = ""
        for after in _ways(sheet, found, item):
            problems = check_loadout(sheet, after)
            if not problems:
                found = after
                break
            why = why or problems[0].text
        else:
            reason = why or "no model has what the option asks for"
            had = f" after {taken}" if taken else ""
            raise BuildError(f"--give: {sheet.name} cannot take {count} {item}: refused{had}: {reason}")
    return found


def _ways(sheet: Datasheet, models: list[Worn], item: str) -> Iterator[list[Worn]]:
    """The unit after one model used one option for the item, model by model."""
    for option in sheet.options:
        for choice in option.choices:
            if not any(part.item.casefold() == item.casefold() for part in choice.gives):
                continue
            for place, (kind, items) in enumerate(models):
                if option.model and option.model.casefold() != kind.casefold():
                    continue
                after = _exchanged(sheet, items, choice)
                if after is not None:
                    yield [*models[:place], (kind, after), *models[place + 1 :]]


def _exchanged(sheet: Datasheet, items: dict[str, int], choice: Choice) -> dict[str, int] | None:
    """The items after a choice, as the datasheet spells them; None where the model has not what it gives away."""
    spelling = spellings(sheet)
    held: Counter[str] = Counter()
    for name, count in items.items():
        held[spelling.get(name.casefold(), name)] += count
    for part in choice.takes:
        held[spelling[part.item.casefold()]] -= part.count
    if any(count < 0 for count in held.values()):
        return None
    for part in choice.gives:
        held[spelling[part.item.casefold()]] += part.count
    return {name: count for name, count in held.items() if count}

"""What the models of a unit carry: the default, or what an army list gives them where the datasheet allows it."""

from warbench.sheets.datasheet import Datasheet
from warbench.sheets.loadouts import check_loadout, default_loadout, each_model, loadout
from warbench.sheets.sizes import makeups_told, may_be, smallest
from warbench.sheets.ways import spellings


class RosterError(ValueError):
    """An army that cannot be put on a roster; the message names the unit and what was expected."""


def leader_equipped(sheet: Datasheet, items: dict[str, int], field: str) -> list[tuple[str, dict[str, int]]]:
    """A leader's kind and items: the default, or those of a field of the list.

    Raises:
        RosterError, SizeError: when the datasheet does not allow it.
    """
    return equipped(sheet, smallest(sheet), {}, (items,) if items else (), field)


def equipped(
    sheet: Datasheet, size: int, kinds: dict[str, int], wanted: tuple[dict[str, int], ...], field: str
) -> list[tuple[str, dict[str, int]]]:
    """Each model's kind and items: the default, or those of a field of the list.

    Args:
        sheet: the datasheet.
        size: how many models there are.
        kinds: how many of each kind; empty: as the datasheet has them first.
        wanted: the items of each model, in the order of the composition; empty: the default.
        field: the name of that field, for messages.

    Raises:
        RosterError, SizeError: when the datasheet does not allow it.
    """
    usual = _usual(sheet, size, kinds)
    if not wanted:
        return usual
    if len(wanted) != size:
        msg = f"{sheet.name}: {field}: found {len(wanted)} models, expected {size}"
        raise RosterError(msg)
    carried = [(name, items) for (name, _), items in zip(usual, wanted, strict=True)]
    problems = check_loadout(sheet, carried)
    if problems:
        msg = f"{sheet.name}: {field}: {problems[0].text}"
        raise RosterError(msg)
    return carried


def _usual(sheet: Datasheet, size: int, kinds: dict[str, int]) -> list[tuple[str, dict[str, int]]]:
    """Each model's kind and default items."""
    usual = [(name, dict(items)) for name, items in each_model(default_loadout(sheet, size))]
    if not kinds:
        return usual
    counts = {name.casefold(): count for name, count in kinds.items()}
    lines = {line.model.casefold(): line for line in sheet.composition}
    fits = set(counts) <= set(lines) and may_be(sheet, [counts.get(name, 0) for name in lines])
    if not fits or sum(counts.values()) != size:
        told = makeups_told(sheet) or ", ".join(f"{line.low} to {line.high} {line.model}" for line in sheet.composition)
        found = ", ".join(f"{count} {name}" for name, count in kinds.items())
        msg = f"{sheet.name}: kinds: found {found}, expected {size} models of {told}"
        raise RosterError(msg)
    spelling = spellings(sheet)
    return [
        (line.model, dict(loadout(spelling[item.casefold()] for item in line.equipped)))
        for name, line in lines.items()
        for _ in range(counts.get(name, 0))
    ]

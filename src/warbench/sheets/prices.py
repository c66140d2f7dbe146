"""What a unit's wargear costs on top of its models: the cheapest choices that lead to each model's equipment."""

from collections.abc import Iterable

from warbench.sheets.datasheet import Datasheet
from warbench.sheets.parts import parts
from warbench.sheets.ways import Equipment, loadout, spellings


def wargear_points(sheet: Datasheet, models: Iterable[tuple[str, Equipment]]) -> int:
    """What the options cost that lead to these equipments; what no option leads to costs nothing.

    Args:
        sheet: the unit's datasheet.
        models: each model of the unit as (kind of model, its equipment).
    """
    spelling = spellings(sheet)
    known = {line.model.casefold(): parts(sheet, line) for line in sheet.composition}
    total = 0
    for name, equipment in models:
        held = [(spelling.get(item.casefold(), item), count) for item, count in loadout(equipment)]
        total += sum(part.prices.get(part.of(held), 0) for part in known.get(name.casefold(), ()))
    return total

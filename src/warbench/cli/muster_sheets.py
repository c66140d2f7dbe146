"""The datasheet that ``warbench muster --options`` means: of an army, bundled, or of the user's library."""

from typing import TYPE_CHECKING

from warbench.cli.games import datasheet_of

if TYPE_CHECKING:
    from warbench.muster import ArmyFile
    from warbench.sheets.datasheet import Datasheet


def sheet_named(unit: str, file: "ArmyFile | None", game: str | None) -> "Datasheet":
    """The datasheet of that name, or of the unit of that name in an army.

    Args:
        unit: the name.
        file: the army that it is looked for in first; None: none.
        game: the game; None: the one that has it, or the army's.

    Raises:
        InputError, UnknownDatasheet: when there is none, or both games have one.
    """
    from warbench.muster import Heresy3File, W40k10File

    if isinstance(file, W40k10File):
        named = next((each.datasheet for each in file.army.units if each.name.casefold() == unit.casefold()), unit)
        return datasheet_of(named, "w40k10")
    if isinstance(file, Heresy3File):
        from warbench.games.heresy3.armies.enlisting import sheet_for

        named = next((each.datasheet for each in file.army.units if each.name.casefold() == unit.casefold()), unit)
        return sheet_for(file.army, named)
    return datasheet_of(unit, game)

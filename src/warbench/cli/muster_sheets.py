"""The datasheet that ``warbench muster --options`` means: of an army, bundled, or of the user's library."""

from typing import TYPE_CHECKING

from warbench.cli.errors import InputError

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
        return _w40k10(named)
    if isinstance(file, Heresy3File):
        from warbench.games.heresy3.armies.enlisting import sheet_for

        named = next((each.datasheet for each in file.army.units if each.name.casefold() == unit.casefold()), unit)
        return sheet_for(file.army, named)
    if game is not None:
        return _w40k10(unit) if game == "w40k10" else _heresy3(unit)
    from warbench.sheets.finding import UnknownDatasheet

    found: dict[str, Datasheet] = {}
    faults: list[str] = []
    for key, look in (("w40k10", _w40k10), ("heresy3", _heresy3)):
        try:
            found[key] = look(unit)
        except UnknownDatasheet as error:
            faults.append(str(error.args[0]))
    if not found:
        raise InputError("; ".join(faults))
    if len(found) > 1:
        told = ", ".join(f"{sheet.name} ({key})" for key, sheet in found.items())
        raise InputError(f"{unit!r}: found in several games: {told}; say which: --game w40k10 or --game heresy3")
    return next(iter(found.values()))


def _w40k10(name: str) -> "Datasheet":
    from warbench.cli.data_library import use_library
    from warbench.games.w40k10 import library

    use_library("w40k10")
    return library.datasheet(name)


def _heresy3(name: str) -> "Datasheet":
    from warbench.cli.data_library import use_library
    from warbench.games.heresy3 import library

    use_library("heresy3")
    return library.datasheet(name)

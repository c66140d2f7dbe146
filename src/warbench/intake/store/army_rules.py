"""The rules about army lists of a library."""

from warbench.games.w40k10.battle.army_rules.rules import NOTHING, ArmyRules
from warbench.intake.army_rules.gathering import KIND, unpacked
from warbench.intake.store.library import LibraryError, UserLibrary


def stored_rules(library: UserLibrary, source: str = "") -> ArmyRules:
    """What rules say of army lists, by the first source that has such rules, or by the one that is named.

    Raises:
        LibraryError: when they cannot be read, as those that another version packed.
    """
    line = next(iter(library.beside(KIND, source)), None)
    try:
        return unpacked(line.text) if line is not None else NOTHING
    except ValueError as error:
        msg = f"{library.path}: holds rules about army lists that cannot be read ({error}): warbench data update"
        raise LibraryError(msg) from error

"""What the user's data library knows beside datasheets, for armies."""

from typing import TYPE_CHECKING

from warbench.cli.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from warbench.intake.catalogue.identities import SystemIds
    from warbench.muster.known import Known
    from warbench.sheets.datasheet import Datasheet


_SYSTEMS = {"w40k10": "10th edition", "heresy3": "horus heresy 3rd"}
"""Words of the names of game systems."""


def known(game: str) -> "Known":
    """The detachments, Enhancements and datasheets of the user's library; nothing where there is none."""
    from warbench.cli.data_library import library_path
    from warbench.intake.store import UserLibrary
    from warbench.muster.known import NOTHING, Known

    path = library_path()
    if not path.exists():
        return NOTHING
    own = UserLibrary(path, game)

    def stock(faction: str) -> "Sequence[Datasheet]":
        wanted = faction.casefold()
        found = (own.find(line.id) for line in own.order.preferred if line.faction.casefold() == wanted)
        return [sheet for sheet in found if sheet is not None]

    def ids() -> "SystemIds | None":
        from warbench.intake.catalogue.identities import IDS, unpacked

        line = next((each for each in own.beside(IDS) if _SYSTEMS[game] in each.name.casefold()), None)
        try:
            return unpacked(line.text) if line is not None else None
        except ValueError as error:
            raise InputError(f"{path}: holds ids of catalogues that cannot be read ({error}): warbench data update") from error

    factions = tuple(dict.fromkeys(line.faction for line in own.lines() if line.faction))
    beside = Known(stock=stock, factions=factions, ids=ids)
    if game != "w40k10":
        return beside
    return Known.of(own.beside("detachment"), own.beside("enhancement"), beside)

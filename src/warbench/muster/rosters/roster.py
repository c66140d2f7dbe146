"""An army as a roster of the common builders: the tree with its profiles and ids, as JSON or as XML."""

import msgspec

from warbench.games.heresy3.armies.enlisting import enlist
from warbench.muster.files import ArmyFile, W40k10File
from warbench.muster.known import NOTHING, Known
from warbench.muster.mustering import muster
from warbench.muster.rosters.ids import identify
from warbench.muster.rosters.profiles import fill
from warbench.muster.rosters.tree import SHEETS, Node, roster_tree
from warbench.muster.rosters.xml import roster_xml
from warbench.muster.w40k10.checking import sheets_of
from warbench.sheets.datasheet import Datasheet


def roster(file: ArmyFile, known: Known = NOTHING) -> Node:
    """The roster as plain values, under the key ``roster``.

    Args:
        file: the army.
        known: what the user's data says; with the ids of catalogues a builder can tie the roster to them.
    """
    army = muster(file, known)
    tree = roster_tree(army)
    fill(tree["roster"], army.game, _sheets(file))
    identify(tree["roster"], known.ids())
    return tree


def as_json(file: ArmyFile, known: Known = NOTHING) -> str:
    """The roster as JSON text; datasheets that the army brings itself stand in it whole, for our own reader."""
    tree = roster(file, known)
    if file.army.sheets:
        tree["roster"][SHEETS] = file.army.sheets
    return msgspec.json.format(msgspec.json.encode(tree), indent=2).decode() + "\n"


def as_xml(file: ArmyFile, known: Known = NOTHING) -> str:
    """The roster as XML text; datasheets that the army brings itself stand in it whole, for our own reader."""
    return roster_xml(roster(file, known)["roster"], file.army.sheets)


def _sheets(file: ArmyFile) -> dict[str, Datasheet]:
    """The army's datasheets by their names."""
    if isinstance(file, W40k10File):
        return {sheet.name: sheet for sheet in sheets_of(file.army)}
    return {unit.sheet.name: unit.sheet for unit in enlist(file.army).units}

"""Armies for the tests of mustering: the bundled ones as files, and small ones of a few units."""

import msgspec

from warbench.games.heresy3.armies import files as heresy_files
from warbench.games.heresy3.armies.spec import ArmySpec as HeresySpec
from warbench.games.w40k10.battle import army_files
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec
from warbench.muster import ArmyFile, Heresy3File, W40k10File

W40K10 = army_files.armies()
HERESY3 = heresy_files.armies()

LORD = UnitSpec(datasheet="Intercessor Squad", name="Lord's", leader="Captain", warlord=True)


def bundled(name: str) -> ArmyFile:
    """A bundled army of either game as a file."""
    return W40k10File(army=army_files.army(name)) if name in W40K10 else Heresy3File(army=heresy_files.army(name))


def heresy(name: str) -> HeresySpec:
    """A bundled army of The Horus Heresy."""
    return heresy_files.army(name)


def marines(*units: UnitSpec | str, lord: UnitSpec | None = LORD) -> ArmySpec:
    """A Space Marines army of some units and a Warlord."""
    listed = tuple(unit if isinstance(unit, UnitSpec) else UnitSpec(datasheet=unit) for unit in units)
    first = () if lord is None else (lord,)
    return ArmySpec(name="Test", faction="Space Marines", detachment="Gladius Task Force", units=(*first, *listed))


def changed(unit: UnitSpec, **fields: object) -> UnitSpec:
    """A unit with other fields."""
    return msgspec.structs.replace(unit, **fields)

"""An army file mended by its game."""

import msgspec

from warbench.games.w40k10.battle.roster import ArmySpec
from warbench.muster.files import SIZES, ArmyFile, BattleSize, W40k10File
from warbench.muster.fixing import heresy3, w40k10
from warbench.muster.fixing.mending import Mended, NoFix
from warbench.muster.known import NOTHING, Known
from warbench.muster.w40k10.checking import likely_size


def fix(file: ArmyFile, known: Known = NOTHING) -> Mended[ArmyFile] | NoFix:
    """The nearest legal army, as a file like the one that is given; the file itself is left as it is.

    Args:
        file: the army.
        known: what the user's data says beside datasheets, and the datasheets that may be added.

    Raises:
        NoSolverError: when the solver is not installed.
    """
    if isinstance(file, W40k10File):
        answer = w40k10.fix(file.army, file.battle_size, known)
        if isinstance(answer, NoFix):
            return answer
        size = _size(file, answer.spec)
        whole: ArmyFile = msgspec.structs.replace(file, army=answer.spec, battle_size=size)
        notes = (f"it is for {size}, as before",) if size != file.battle_size else ()
        return Mended(spec=whole, steps=answer.steps, cost=answer.cost, notes=(*answer.notes, *notes))
    found = heresy3.fix(file.army, known)
    if isinstance(found, NoFix):
        return found
    whole = msgspec.structs.replace(file, army=found.spec)
    return Mended(spec=whole, steps=found.steps, cost=found.cost, notes=found.notes)


def _size(file: W40k10File, mended: ArmySpec) -> BattleSize:
    """The battle size that the mended army names: that for which it was mended, where its points alone would mean another."""
    size = likely_size(file.army)
    if file.battle_size or likely_size(mended) == size:
        return file.battle_size
    return next(each for each in SIZES if each == size)

"""An army file mended by its game."""

import msgspec

from warbench.muster.files import ArmyFile, W40k10File
from warbench.muster.fixing import heresy3, w40k10
from warbench.muster.fixing.mending import Mended, NoFix
from warbench.muster.known import NOTHING, Known


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
        whole: ArmyFile = msgspec.structs.replace(file, army=answer.spec)
        return Mended(spec=whole, steps=answer.steps, cost=answer.cost, notes=answer.notes)
    found = heresy3.fix(file.army, known)
    if isinstance(found, NoFix):
        return found
    whole = msgspec.structs.replace(file, army=found.spec)
    return Mended(spec=whole, steps=found.steps, cost=found.cost, notes=found.notes)

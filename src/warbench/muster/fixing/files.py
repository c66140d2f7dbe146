"""An army file mended by its game."""

import msgspec

from warbench.muster.files import ArmyFile, W40k10File
from warbench.muster.fixing import heresy3, w40k10
from warbench.muster.fixing.mending import Mended, NoFix


def fix(file: ArmyFile) -> Mended[ArmyFile] | NoFix:
    """The nearest legal army, as a file like the one that is given; the file itself is left as it is.

    Raises:
        NoSolverError: when the solver is not installed.
    """
    if isinstance(file, W40k10File):
        answer = w40k10.fix(file.army, file.battle_size)
        if isinstance(answer, NoFix):
            return answer
        whole: ArmyFile = msgspec.structs.replace(file, army=answer.spec)
        return Mended(spec=whole, steps=answer.steps, cost=answer.cost)
    found = heresy3.fix(file.army)
    if isinstance(found, NoFix):
        return found
    return Mended(spec=msgspec.structs.replace(file, army=found.spec), steps=found.steps, cost=found.cost)

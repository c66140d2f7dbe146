"""What comes of a file: the army, and everything about it that is not as the file has it."""

from typing import Generic, TypeVar

import msgspec

_Spec = TypeVar("_Spec")


class ImportedArmy(msgspec.Struct, Generic[_Spec], frozen=True, kw_only=True):
    """An army list of a game, what could not be taken over, and what was not plain.

    ``missing`` are units of the file that are not in the army, each with what may have been meant. ``notes`` are pairs of a
    unit's name (empty: the whole army) and a sentence. ``printed`` are the points that the file says, None when it says none.
    ``unit_points`` are the printed points of each unit of the army in order, where no note compares them already.
    """

    spec: _Spec
    missing: tuple[str, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    printed: int | None = None
    unit_points: tuple[int, ...] = ()

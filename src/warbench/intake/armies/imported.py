"""What comes of a file: the army, and everything about it that is not as the file has it."""

from typing import Generic, Literal, TypeVar

import msgspec

_Spec = TypeVar("_Spec")

Pricing = Literal["file", "library"]
"""Whose points an army has: those that the file prints, or those of the datasheets here."""


class ImportedArmy(msgspec.Struct, Generic[_Spec], frozen=True, kw_only=True):
    """An army list of a game, what could not be taken over, and what was not plain.

    ``missing`` are units of the file that are not in the army, each with what may have been meant. ``notes`` are pairs of a
    unit's name (empty: the whole army) and a sentence. ``printed`` are the points that the file says, None when it says none.
    ``origins`` are, for each unit that was taken over, the id of the datasheet that was found; empty for the file's own.
    """

    spec: _Spec
    missing: tuple[str, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    printed: int | None = None
    origins: tuple[str, ...] = ()


def price_note(size: int, printed: int, here: int, version: str) -> str:
    """How the points of a unit in a file differ from those of its datasheet here.

    Args:
        size: how many models the unit has.
        printed: what the file says, without Enhancements.
        here: what the datasheet says.
        version: which printing the datasheet is from; empty: a bundled one without a word on it.
    """
    models = "1 model" if size == 1 else f"{size} models"
    return f"{printed} points for {models} in the file, {here} by the datasheet here" + (f" ({version})" if version else "")

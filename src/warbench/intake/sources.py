"""What every reader of datasheets takes and gives: named bytes in, datasheets with their sources out, one error."""

import msgspec

from warbench.intake.errors import ReadError as IntakeError
from warbench.sheets.datasheet import Datasheet

__all__ = ["Beside", "Imported", "IntakeError", "SourceFile"]


class SourceFile(msgspec.Struct, frozen=True):
    """A file that somebody hands over: its name for messages, its bytes. What it is, its content says."""

    name: str
    data: bytes


class Imported(msgspec.Struct, frozen=True):
    """A datasheet that was read, and what is to be known beside it.

    ``source`` names the file and edition of the data. ``ability_texts`` are the file's own words by the ability's name: for the
    user's eyes only. ``notes`` are sentences: what was not understood, what is not in the source.
    """

    sheet: Datasheet
    source: str
    ability_texts: dict[str, str] = {}
    notes: tuple[str, ...] = ()


class Beside(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an export has beside datasheets: an enhancement, a stratagem, a detachment or a detachment's ability.

    ``cost`` is in points or command points, None when the export has none.
    """

    kind: str
    name: str
    faction: str = ""
    detachment: str = ""
    cost: int | None = None
    text: str = ""

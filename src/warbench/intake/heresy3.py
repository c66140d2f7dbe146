"""Pages of The Horus Heresy, 3rd edition: recognised, and refused until there is a reader for them."""

from pathlib import Path
from typing import NoReturn

from warbench.intake.errors import ReadError
from warbench.intake.findings import Findings
from warbench.intake.lines import Line


def read(lines: list[Line], file: Path, findings: Findings) -> NoReturn:  # noqa: ARG001 - the signature of every reader
    """Refuse the page with one clear line.

    Raises:
        ReadError: always.
    """
    raise ReadError(file, "is a page of The Horus Heresy (3rd edition); only pages of Warhammer 40,000 can be read so far")

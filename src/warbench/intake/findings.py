"""What a reader has to say beside what it read: what lacks, what it repaired, what it did not understand.

A code is ``group.what``. The groups: ``missing`` (the page lacks it), ``repaired`` (read in spite of a defect), ``unread`` (not
understood, kept for the user), ``completed`` (filled from bundled facts), ``differs`` (page and bundled facts disagree; the page
is kept) and ``note`` (worth knowing).
"""

import msgspec

_SHOWN = 80


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing to know about a reading: a code, the line of the file (from 1, None for the whole), and a sentence."""

    code: str
    line: int | None
    text: str

    @property
    def group(self) -> str:
        """The part of the code before the point: its group."""
        return self.code.partition(".")[0]

    def __str__(self) -> str:
        """As a person reads it: ``line 12: the sentence [code]``."""
        where = f"line {self.line}: " if self.line is not None else ""
        return f"{where}{self.text} [{self.code}]"


def of_group(findings: tuple[Finding, ...], name: str) -> tuple[Finding, ...]:
    """Those of one group."""
    return tuple(finding for finding in findings if finding.group == name)


def still_missing(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """What the page lacks and nobody filled: a filling has the same code in the group ``completed``."""
    filled = {finding.code.partition(".")[2] for finding in of_group(findings, "completed")}
    return tuple(finding for finding in of_group(findings, "missing") if finding.code.partition(".")[2] not in filled)


class Findings:
    """Collects findings while a page is read."""

    def __init__(self) -> None:
        """Start without any."""
        self._found: list[Finding] = []

    def add(self, code: str, line: int | None, text: str) -> None:
        """Say one thing. ``code`` is ``group.what``."""
        self._found.append(Finding(code, line, text))

    def all(self) -> tuple[Finding, ...]:
        """Everything said, what concerns the whole page first, then by line; several of one line in the order said."""
        return tuple(sorted(self._found, key=lambda finding: finding.line or 0))


def shown(text: str) -> str:
    """The text in quotes, shortened to a length that fits into a sentence."""
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "...")


def listed(words: list[str] | tuple[str, ...]) -> str:
    """The words as a person lists them, a long list shortened: ``a, b and 5 more``."""
    most = 12
    if len(words) > most:
        return ", ".join(words[:most]) + f" and {len(words) - most} more"
    return ", ".join(words)

"""Stratagems: the list on the datasheet and the full texts further down, each loaded once (W-215..W-219)."""

import re

import msgspec

from warbench.intake.findings import Findings, listed, shown
from warbench.intake.pages.reading import Mode, Stratagem
from warbench.intake.text.glue import is_heading
from warbench.intake.text.lines import Line, folded, plain

_COST = re.compile(r"(\d) ?CP", re.IGNORECASE)
_LABEL = re.compile(r"(when|target|effect|restrictions?) ?: ?", re.IGNORECASE)
_DASH = re.compile(r" ?[\u2013\u2014] ?| - ")
_TAG = re.compile(r"[A-Z]{1,3}")
_FIELDS = ("legend", "when", "target", "effect", "restrictions")


class _Block(msgspec.Struct):
    """A stratagem while it is read. ``fields`` holds the lines of each part, each once, in their order."""

    name: str
    cost: int
    group: str
    kind: str
    line: int
    fields: dict[str, dict[str, None]]


class Stratagems:
    """Collects stratagems by name and group: the short entry of the list and the full text are one."""

    def __init__(self, findings: Findings) -> None:
        """``findings`` takes repairs and defects."""
        self._blocks: dict[tuple[str, str], _Block] = {}
        self._findings = findings
        self._repeats: list[str] = []
        self._first_repeat: int | None = None

    @staticmethod
    def starts(lines: list[Line], place: int) -> bool:
        """Whether the line at ``place`` is the name of a stratagem: its cost stands below it."""
        return (
            place + 1 < len(lines)
            and not lines[place].is_row
            and not _COST.fullmatch(lines[place].text)
            and _COST.fullmatch(lines[place + 1].text) is not None
        )

    def take(self, lines: list[Line], place: int) -> int:
        """Read the stratagem at ``place``; returns the place behind it."""
        name = plain(lines[place].text)
        cost = _COST.fullmatch(lines[place + 1].text)
        group, kind, taken = "", "", 2
        if place + 2 < len(lines):
            group, kind = _type(lines[place + 2].text)
            taken += bool(kind)
        if not kind:
            text = f"the type of the stratagem {shown(name)} is not understood"
            self._findings.add("unread.stratagem", lines[place].number, text)
        number = lines[place].number
        block = self._blocks.setdefault(
            (folded(name), folded(group)), _Block(name, int(cost[1]) if cost else 0, group, kind, number, {})
        )
        if cost and int(cost[1]) != block.cost:
            text = f"{shown(name)} costs {block.cost}CP in line {block.line} and {cost[1]}CP here: the first is kept"
            self._findings.add("unread.stratagem", number, text)
        return self._texts(block, lines, place + taken)

    def all(self) -> tuple[Stratagem, ...]:
        """All of them in the order of the page; says what was repeated and whose text lacks."""
        if self._repeats:
            text = f"TARGET, EFFECT or RESTRICTIONS are printed twice: each is loaded once: {listed(self._repeats)}"
            self._findings.add("repaired.twin-lines", self._first_repeat, text)
        found = tuple(self._finished(block) for block in self._blocks.values())
        bare = [stratagem.name for stratagem in found if not stratagem.effect]
        if bare:
            self._findings.add("missing.stratagem-text", None, f"the page lists these without their text: {listed(bare)}")
        return found

    def _texts(self, block: _Block, lines: list[Line], place: int) -> int:
        label = ""
        seen = dict(block.fields)
        repeated = False
        while place < len(lines):
            line = lines[place]
            text = plain(line.text)
            match = _LABEL.match(text)
            if match:
                label = "restrictions" if match[1].casefold().startswith("restriction") else match[1].casefold()
                repeated |= self._add(block, label, text[match.end() :], line.number)
            elif self.starts(lines, place) or line.is_row or is_heading(line):
                if not (not label and _TAG.fullmatch(line.text)):
                    break
            elif label and not line.bullet and _is_foreign(text):
                break
            elif label:
                repeated |= self._add(block, label, ("- " if line.bullet else "") + text, line.number)
            elif place + 1 < len(lines) and _LABEL.match(lines[place + 1].text):
                repeated |= self._add(block, "legend", text, line.number)
            else:
                break
            place += 1
        if repeated and not seen:
            self._repeats.append(f"{block.name} ({block.group})")
            self._first_repeat = self._first_repeat or block.line
        return place

    def _add(self, block: _Block, label: str, text: str, number: int) -> bool:
        """Whether the text stands there already. A second, different text of one label is kept below the first."""
        have = block.fields.setdefault(label, {})
        if text in have:
            return True
        if have and label != "legend" and not text.startswith("- "):
            self._findings.add("note.stratagem", number, f"{shown(block.name)} has more text under {label.upper()}")
        have[text] = None
        return False

    def _finished(self, block: _Block) -> Stratagem:
        texts = {label: "\n".join(block.fields.get(label, ())) for label in _FIELDS}
        return Stratagem(block.name, block.cost, block.group, block.kind, _mode(block.group), block.line, **texts)


def _type(text: str) -> tuple[str, str]:
    """The two halves of "Core - Strategic Ploy Stratagem"; empty ones when it is no such line."""
    parts = _DASH.split(plain(text), maxsplit=1)
    if len(parts) != 2 or len(text) > 100 or text.endswith("."):  # noqa: PLR2004 - two halves, a line of a title's length
        return "", ""
    kind = parts[1].strip()
    return parts[0].strip(), kind[: -len(" stratagem")] if kind.casefold().endswith(" stratagem") else kind


def _mode(group: str) -> Mode:
    low = group.casefold()
    if low.startswith("boarding"):
        return "boarding actions"
    return "core" if low == "core" else "detachment"


def _is_foreign(text: str) -> bool:
    """A list of datasheets by keyword that the page prints between two stratagems."""
    return "used in the following" in text and text.endswith(":")

"""What every screen is made of: a console as wide and colourful as the terminal allows, numbers, chances, bars."""

import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from warbench.chance.number import Number

WIDEST = 120
HEAD, DIM, GOOD, BAD, MARK = "bold cyan", "dim", "green", "red", "bold"
_EIGHTHS = " ▏▎▍▌▋▊▉"
_SEEN = 0.0005


class Column(NamedTuple):
    """A column of a table. Numbers stand to the right and are never broken; ``ratio`` columns share what width is left."""

    head: str = ""
    right: bool = False
    style: str = ""
    wraps: bool = False
    least: int | None = None


class Paper:
    """Writes to the standard output."""

    def __init__(self) -> None:
        """Look at the terminal."""
        self.console = Console(file=sys.stdout, highlight=False, emoji=False, markup=False)
        self.console.width = min(self.console.width, WIDEST)
        self.plain_letters = self.console.options.ascii_only
        if self.plain_letters and hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="replace")

    @property
    def width(self) -> int:
        """Columns that there are."""
        return self.console.width

    def line(self, *parts: str | tuple[str, str], indent: int = 0) -> None:
        """A line of parts, each plain or with a style; long ones are wrapped, the rest indented."""
        text = Text()
        for part in parts:
            text.append(*((part,) if isinstance(part, str) else part))
        self._show(text, indent)

    def gap(self) -> None:
        """An empty line."""
        self.console.print()

    def head(self, text: str, note: str = "") -> None:
        """The heading of a section, after an empty line."""
        self.gap()
        self.line((text, HEAD), *((("  " + note, DIM),) if note else ()))

    def item(self, text: str, *, style: str = "", mark: str = "- ") -> None:
        """One entry of a list, wrapped behind its mark."""
        table = Table.grid(padding=0)
        table.add_column(no_wrap=True)
        table.add_column()
        table.add_row(mark, Text(text, style=style))
        self._show(table, 2)

    def table(self, columns: Sequence[Column], rows: Sequence[Sequence[str | Text]], *, indent: int = 2) -> None:
        """A table without lines. Cells that are too long are wrapped in the columns that say so."""
        table = Table(box=None, pad_edge=False, show_header=any(column.head for column in columns), header_style=DIM, padding=(0, 2, 0, 0))
        for column in columns:
            table.add_column(
                column.head,
                justify="right" if column.right else "left",
                style=column.style or None,
                no_wrap=not column.wraps,
                overflow="fold" if column.wraps else "ellipsis",
                min_width=column.least,
            )
        for row in rows:
            table.add_row(*row)
        self._show(table, indent)

    def bar(self, share: float, width: int) -> str:
        """A bar that is ``share`` of ``width`` columns long."""
        share = min(max(share, 0.0), 1.0)
        if self.plain_letters:
            return "#" * round(share * width)
        eighths = round(share * width * 8)
        if share > 0:
            eighths = max(eighths, 1)
        return "█" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")

    @property
    def arrow(self) -> str:
        """An arrow to the right."""
        return "->" if self.plain_letters else "→"

    @property
    def times(self) -> str:
        """The sign between a count and what is counted."""
        return "x" if self.plain_letters else "×"

    def _show(self, what: Any, indent: int) -> None:  # noqa: ANN401 -- whatever rich can print
        self.console.print(Padding(what, (0, 0, 0, indent)) if indent else what)


def amount(value: Number | None, digits: int = 2) -> str:
    """A mean, as ``1.30``; a dash where there is none."""
    return "-" if value is None else f"{float(value):.{digits}f}"


def chance(value: Number) -> str:
    """A probability in per cent; one that is only nearly 0 or 1 does not look as if it were."""
    p = float(value)
    if p <= 0:
        return "0%"
    if p < _SEEN:
        return "<0.1%"
    if p >= 1 - 1e-12:
        return "100%"
    return ">99.9%" if p > 1 - _SEEN else f"{100 * p:.1f}%"


def count(n: int, one: str, many: str = "") -> str:
    """``1 model``, ``2 models``."""
    return f"{n} {one if n == 1 else many or one + 's'}"

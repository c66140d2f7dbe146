"""What every screen is made of: lines and tables as wide and colourful as the terminal allows, numbers, chances, bars.

Rich brings the colours of a terminal and is imported only for one; in a pipe or a file the text is plain.
"""

import os
import shutil
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from warbench.chance.number import Number
from warbench.cli.layout import Column, Line, Part, Span, table, wrap
from warbench.cli.letters import visible

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["BAD", "DIM", "GOOD", "HEAD", "MARK", "Column", "Paper", "Part", "Span", "amount", "chance", "count"]

WIDEST = 120
NARROWEST = 40
HEAD, DIM, GOOD, BAD, MARK = "bold cyan", "dim", "green", "red", "bold"
_EIGHTHS = " ▏▎▍▌▋▊▉"
_SEEN = 0.0005


class Paper:
    """Writes to the standard output."""

    def __init__(self) -> None:
        """Look at what is there: a terminal with its width and colours, or a pipe."""
        self._console = _terminal()
        columns = self._console.width if self._console else shutil.get_terminal_size().columns
        self.width = max(NARROWEST, min(columns, WIDEST))
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        self.plain_letters = not encoding.casefold().startswith("utf")
        if self.plain_letters and hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="replace")

    def line(self, *parts: Part, indent: int = 0) -> None:
        """A line of parts, each plain or with a style; a long one is wrapped."""
        self._write(wrap(parts, self.width - indent), indent)

    def gap(self) -> None:
        """An empty line."""
        self._write([[]], 0)

    def head(self, text: str, note: str = "") -> None:
        """The heading of a section, after an empty line."""
        self.gap()
        self.line(Span(text, HEAD), *(("  ", Span(note, DIM)) if note else ()))

    @property
    def coloured(self) -> bool:
        """Whether styles can be seen; where they cannot, what they say needs letters."""
        return self._console is not None and self._console.color_system is not None

    def item(self, *parts: Part, indent: int = 2, style: str = "") -> None:
        """One entry of a list, wrapped behind its mark; ``style`` is for the parts without one of their own."""
        styled = [(part, style) if isinstance(part, str) else part for part in parts]
        first, *others = wrap(styled, self.width - indent - 2)
        self._write([[Span("- "), *first], *([Span("  "), *line] for line in others)], indent)

    def table(self, columns: Sequence[Column], rows: Sequence[Sequence[Part]], *, indent: int = 2) -> None:
        """A table without rules. Cells that are too long are wrapped or cut in the columns that say so."""
        dots = "..." if self.plain_letters else "…"
        self._write(table(columns, rows, self.width - indent, dots=dots, head=DIM), indent)

    def bar(self, share: float, width: int) -> str:
        """A bar that is ``share`` of ``width`` columns long; one above nothing is always seen."""
        share = min(max(share, 0.0), 1.0)
        if self.plain_letters:
            return "#" * max(round(share * width), share > 0)
        eighths = max(round(share * width * 8), share > 0)
        return "█" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")

    @property
    def arrow(self) -> str:
        """An arrow to the right."""
        return "->" if self.plain_letters else "→"

    @property
    def times(self) -> str:
        """The sign between a count and what is counted."""
        return "x" if self.plain_letters else "\N{MULTIPLICATION SIGN}"

    def _write(self, lines: Sequence[Line], indent: int) -> None:
        if self._console is None:
            text = ("".join((" " * indent, *(span.text for span in line))).rstrip() for line in lines)
            sys.stdout.write("".join(f"{visible(each)}\n" for each in text))
            return
        from rich.text import Text

        for line in lines:
            shown = Text.assemble(" " * indent, *((visible(span.text), span.style) for span in line))
            shown.rstrip()
            self._console.print(shown)


def _terminal() -> "Console | None":
    """The terminal, when the standard output is one (or when FORCE_COLOR says that it can do what one can)."""
    if not sys.stdout.isatty() and not os.environ.get("FORCE_COLOR"):
        return None
    from rich.console import Console

    return Console(file=sys.stdout, highlight=False, emoji=False, markup=False, soft_wrap=True)


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
    """``1 model``, ``2,000 models``."""
    return f"{n:,} {one if n == 1 else many or one + 's'}"

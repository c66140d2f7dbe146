"""Pages of rules that were cut, damaged or made to hang."""

import contextlib
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz import fuzz
from tests.intake.heresy3.pages import PAGE, read
from tests.intake.spoiling import spoil
from warbench.intake import ReadError, fill, read_any
from warbench.intake.heresy3 import RulesReading

LINES = PAGE.splitlines()
PIECES = (
    *LINES,
    "| | |",
    "|",
    "- ",
    "Restrictions:",
    "Effect:",
    "Contents • ",
    "A \N{EN DASH} B",
    "9" * 500,
    "²",
    "\x00",
    "\x85\u2028",
    "İ",
)


def survives(page: Path, text: str, limit: float = 10) -> None:
    page.write_bytes(text.encode("utf-8", errors="surrogatepass"))
    start = time.process_time()
    with contextlib.suppress(ReadError):
        reading = read_any(page)
        if isinstance(reading, RulesReading):
            fill(reading)
    assert time.process_time() - start < limit


@pytest.mark.parametrize("share", range(1, 10))
def test_a_page_that_was_cut_off_is_read_as_far_as_it_goes(tmp_path: Path, share: int) -> None:
    text = PAGE[: len(PAGE) * share // 10]
    if share < 3:
        survives(tmp_path / "page.txt", text)
        return
    reading = read(tmp_path, text)
    assert any(finding.code == "missing.part" for finding in reading.findings)
    assert len(reading.parts) <= len(read(tmp_path).parts)


@pytest.mark.parametrize(
    "text",
    [
        PAGE + "Foo Bar\n" * 40_000,
        PAGE + "Fury of Ages+5 Points\n" * 40_000,
        PAGE + "Cybertheurgic Rites\n" + "- Ages+5 Points\n" * 40_000,
        PAGE + "".join(f"- Rite {number}+5 Points\n" for number in range(20_000)),
        PAGE + "|" * 1_000_000,
        PAGE + "Restrictions: " + "only Models with the " * 40_000,
        PAGE + "A " * 400_000,
        PAGE + "Effect: following Cybertheurgic Statuses" * 20_000,
        PAGE.replace("Old walls", "has an " * 100_000),
        PAGE.replace("Old walls", "1+" * 400_000),
        PAGE + "The " * 200_000 + "Trait is used in the following Marsh datasheets:\n",
        PAGE + "The X Trait is used in the following Y datasheets:\n" + "Gull\n" * 50_000,
        PAGE + "Melta bombs\n" + "| Melta bombs | -3 | 1 | 9 | 2 | 4 | - | - |\n" * 40_000,
        PAGE + "".join(f"| Bomb {number} | -3 | 1 | 9 | 2 | 4 | - | - |\n" for number in range(20_000)),
    ],
    ids=range(14),
)
def test_nothing_hangs(tmp_path: Path, text: str) -> None:
    survives(tmp_path / "page.txt", text, limit=30)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    lines = list(LINES)
    for _ in range(draw(st.integers(1, 6))):
        place = draw(st.integers(0, len(lines) - 1))
        spoil(draw, lines, PIECES, place)
    return "\n".join(lines)


@fuzz(200)
@given(text=damaged())
def test_damaged_pages_raise_nothing_else(tmp_path: Path, text: str) -> None:
    survives(tmp_path / "page.txt", text)

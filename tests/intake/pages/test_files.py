"""Files that are no pages, encodings, and pages that were damaged at random."""

import contextlib
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz import fuzz
from tests.intake.spoiling import spoil
from warbench.intake import ReadError, complete, read_page
from warbench.intake.text.lines import MOST_BYTES, MOST_LINE, MOST_LINES

PAGES = Path(__file__).parent
TEXT = (PAGES / "brine-strider.txt").read_text(encoding="utf-8")
HTML = (PAGES / "brine-strider.html").read_text(encoding="utf-8")


def refused(path: Path) -> str:
    with pytest.raises(ReadError) as error:
        read_page(path)
    text = str(error.value)
    assert text.startswith(str(path))
    assert "\n" not in text
    return error.value.reason


def test_missing_file(tmp_path: Path) -> None:
    assert refused(tmp_path / "nowhere.txt") == "does not exist"


def test_folder(tmp_path: Path) -> None:
    assert "folder" in refused(tmp_path)


@pytest.mark.parametrize("data", [b"", b" \n\t\r\n", b"\xef\xbb\xbf", "\u200b\n".encode()])
def test_empty(tmp_path: Path, data: bytes) -> None:
    page = tmp_path / "page.txt"
    page.write_bytes(data)
    assert refused(page) == "is empty"


def test_binary(tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_bytes(b"RANGED\0WEAPONS")
    assert "binary" in refused(page)
    page.write_bytes(TEXT.encode("utf-16"))
    assert "save it as UTF-8" in refused(page)


def test_too_large(tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_bytes(b"word\n" * (MOST_BYTES // 5 + 1))
    assert "larger than 8 MB" in refused(page)
    page.write_text(TEXT + "x" * (MOST_LINE + 1), encoding="utf-8")
    assert refused(page).startswith("line 98 is longer")
    page.write_text("x\n" * MOST_LINES, encoding="utf-8")
    assert "more than 200,000 lines" in refused(page)


def test_too_many_tags(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>\n" * 150_000, encoding="utf-8")
    assert "HTML tags" in refused(page)


@pytest.mark.parametrize("text", ["Dear diary,\ntoday it rained.\n", "Some Title\nKEYWORDS: rain\n", "<html><p>Hello</p></html>"])
def test_no_datasheet_says_what_was_looked_for(tmp_path: Path, text: str) -> None:
    page = tmp_path / "page.txt"
    page.write_text(text, encoding="utf-8")
    reason = refused(page)
    assert "no datasheet" in reason
    assert "RANGED WEAPONS" in reason
    assert "KEYWORDS" in reason


def test_byte_order_mark_and_windows_line_ends(tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    reading = read_page(page)
    assert reading.datasheet == read_page(PAGES / "brine-strider.txt").datasheet
    assert {finding.line for finding in reading.unread} == {27}


def test_windows_1252_is_read_and_said(tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_bytes(TEXT.replace("➤ ", "").encode("cp1252"))
    reading = read_page(page)
    assert reading.datasheet.faction == "Tidewrack Combine"
    found = [finding for finding in reading.findings if finding.code == "note.encoding"]
    assert [(finding.line, "Windows-1252" in finding.text) for finding in found] == [(1, True)]


def test_html_in_attributes_comments_and_broken_tags(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(HTML.replace("<h1>", "<h1 a='<' b=\"<td>\"><!-- <p> -->", 1) + "<p <b < a <!-- <script>", encoding="utf-8")
    assert read_page(page).datasheet == read_page(PAGES / "brine-strider.html").datasheet


@pytest.mark.parametrize(
    "text",
    [
        "<!doctype html>" + "<div>" * 20_000,
        "<!doctype html>" + "<table><tr><td>" * 8_000,
        "<!doctype html>" + "<tr>" * 20_000,
        "<!doctype html>" + '<a "' * 50_000,
        "<!doctype html>" + "<a \"<a '" * 10_000,
        "<!doctype html>" + "<!--" * 200_000,
        "<!doctype html>" + "<script>" * 90_000,
        TEXT + "a.B" * 60_000,
        TEXT + "- can " * 170_000,
        TEXT + "|" * 1_000_000,
        TEXT + "Foo Bar\n" * 40_000,
        TEXT + "Foo\n1CP\n" * 30_000,
        TEXT + "X Y\n1CP\nCore - Z\nWHEN: x\n" + "".join(f"EFFECT: foo {n}.\n" for n in range(50_000)),
        TEXT.replace("ABILITIES\n", "- This model can be equipped with " + "a and " * 500 + "b\nABILITIES\n", 1),
        TEXT.replace("ABILITIES\n", "- This model can be equipped with one of the following:\n" * 20_000 + "ABILITIES\n", 1),
        TEXT.replace("| 5 models", "- 1 Foo\n" * 10_000 + "Foo is equipped with: gaff.\n" * 10_000 + "| 5 models", 1),
        TEXT.replace("UNIT COMP", "aaa\n" * 100_000 + "UNIT COMP", 1),
        TEXT.replace("UNIT COMP", "".join(f"Ability {n}: x\n" for n in range(30_000)) + "UNIT COMP", 1),
    ],
    ids=range(18),
)
def test_nothing_hangs(tmp_path: Path, text: str) -> None:
    page = tmp_path / "page.txt"
    page.write_text(text, encoding="utf-8")
    start = time.process_time()
    with contextlib.suppress(ReadError):
        read_page(page)
    assert time.process_time() - start < 30


PIECES = (
    *TEXT.splitlines(),
    *HTML.splitlines(),
    "| | |",
    "|",
    "1CP",
    "WHEN:",
    "KEYWORDS:",
    "- ",
    "can be equipped with one of the following:",
    "For every 5 models in this unit:",
    "\x00",
    "\x85\u2028\x0c",
    "İ",
    "9" * 5000,
    "²",
)


@st.composite
def mutations(draw: st.DrawFn, text: str) -> str:
    lines = text.split("\n")
    for _ in range(draw(st.integers(1, 6))):
        place = draw(st.integers(0, max(0, len(lines) - 1)))
        if lines:
            spoil(draw, lines, PIECES, place)
    return "\n".join(lines)


def survives(page: Path, text: str) -> None:
    page.write_bytes(text.encode("utf-8", errors="surrogatepass"))
    start = time.process_time()
    with contextlib.suppress(ReadError):
        complete(read_page(page))
    assert time.process_time() - start < 10


@fuzz(300)
@given(text=mutations(TEXT))
def test_damaged_text_pages_raise_nothing_else(tmp_path: Path, text: str) -> None:
    survives(tmp_path / "page.txt", text)


@fuzz(150)
@given(text=mutations(HTML))
def test_damaged_html_pages_raise_nothing_else(tmp_path: Path, text: str) -> None:
    survives(tmp_path / "page.html", text)


@fuzz(100)
@given(data=st.binary(max_size=400))
def test_random_bytes_raise_nothing_else(tmp_path: Path, data: bytes) -> None:
    page = tmp_path / "page.txt"
    page.write_bytes(data)
    with pytest.raises(ReadError):
        read_page(page)

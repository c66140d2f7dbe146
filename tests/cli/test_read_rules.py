"""``warbench read`` of a page of rules: the screen, the JSON, and what is refused."""

import json
from pathlib import Path

import pytest

from tests.cli.helpers import refused, shown, told
from tests.intake.heresy3.pages import PAGE, line_of

QUIET = "Every second Weapon finds one."


@pytest.fixture
def marsh(tmp_path: Path) -> str:
    page = tmp_path / "marsh.txt"
    page.write_text(PAGE, encoding="utf-8")
    return str(page)


def test_the_screen_has_every_kind_of_part(marsh: str) -> None:
    text = shown("read", marsh)
    assert "edition 3, version 2.4, 2031-03 (line 6, H-286)" in " ".join(text.split())
    for head in (
        "Types, Sub-Types and Statuses",
        "Special rules",
        "Cybertheurgic Rites",
        "Wargear",
        "Reactions",
        "Traits under the headings",
        "Not understood",
        "The page lacks",
        "Completed from bundled facts",
        "Repaired",
    ):
        assert head in text
    assert "H-024..H-031" in text
    assert 'Difficulty 2, 6" (lost by the page, filled' in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 80


def test_the_pages_own_words_are_shown_only_on_demand(marsh: str) -> None:
    assert QUIET not in shown("read", marsh)
    assert QUIET not in shown("read", marsh, "--json")
    assert QUIET in shown("read", marsh, "--text")
    assert QUIET in shown("read", marsh, "--texts", "--json")


def test_raw_fills_nothing(marsh: str) -> None:
    text = shown("read", marsh, "--raw")
    assert "Completed from" not in text
    assert "Difficulty and range lost by the page" in " ".join(text.split())
    assert "difficulty" not in told("read", marsh, "--raw")["rites"][0]


def test_the_json_is_data_with_lines(marsh: str) -> None:
    data = told("read", marsh)
    assert data["format"] == "warbench-rules-page-1"
    assert data["book"] == {
        "name": "Songs of the Marsh",
        "kind": "expansion",
        "edition": 3,
        "version": "2.4",
        "updated": "2031-03",
        "line": 6,
    }
    assert data["rites"][0]["name"] == "Fury of Ages"
    assert data["rites"][0]["line"] == line_of("Rite: Fury")
    pieces = [*data["parts"], *data["rites"], *data["wargear"], *data["reactions"], *data["trait_lists"]]
    assert all(piece["line"] > 0 for piece in pieces)


def test_a_cut_or_foreign_page_is_refused_in_one_line(tmp_path: Path) -> None:
    page = tmp_path / "cut.txt"
    page.write_text("Nothing\nThe Horus Heresy: Hull Points, Allegiance.\n", encoding="utf-8")
    assert "no rules are found in it" in refused("read", str(page))


def test_rules_are_no_datasheet_to_attack_with(marsh: str) -> None:
    assert "no datasheet" in refused("odds", marsh, "--into", "tank")


def test_the_real_page_fits_the_screen(shared: Path) -> None:
    page = str(shared / "pages" / "battlefield-fortifications.txt")
    for width in (80, 120):
        text = shown("read", page, width=width)
        assert max(map(len, text.splitlines())) <= width
        assert "Legacies of the Age of Darkness" in text
        assert "Not understood" not in text
    assert json.loads(shown("read", page, "--json"))["book"]["version"] == "1.1"

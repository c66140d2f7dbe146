"""The check that keeps each game's words out of the kernel."""

from pathlib import Path

import pytest

from tools.kernel_words import findings, main, words_in


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("A Stratagem is offered.", "stratagem"),
        ("stratagems", "stratagem"),
        ("class HekatonFortress:", "hekaton"),
        ("sustained_hits = 1", "sustained"),
        ("SUSTAINED_HITS", "sustained"),
        ("import warbench.games.w40k10", "40k"),
        ("from warbench.games import heresy3", "heresy"),
        ("warhammer40k", "warhammer"),
        ("battle-shock", "battle shock"),
        ("battleshock", "battle shock"),
        ("is_battle_shocked or BattleShock", "battle shock"),
        ("JUDGEMENT TOKENS", "judgement token"),
        ("SpaceMarine", "space marine"),
        ("a rule of space\n    # marines", "space marine"),
        ("twinLinked", "twin linked"),
        ("hull_points: int", "hull point"),
        ("# the melta rule", "melta"),
    ],
)
def test_a_word_is_found_in_every_spelling(text: str, word: str) -> None:
    assert word in [found for _, found in words_in(text)]


@pytest.mark.parametrize(
    "text",
    [
        "The hit roll, W-008..W-019 and H-001.",
        "lethality of a volley",
        "work, fork and torque",
        "140 kilograms, 1440k",
        "the corners of a hull or oval, and the points of a path",
        "shock of battle",
    ],
)
def test_an_innocent_text_passes(text: str) -> None:
    assert list(words_in(text)) == []


def test_the_line_is_counted_from_one() -> None:
    assert list(words_in("one\n\nlethal\nMelta")) == [(3, "lethal"), (4, "melta")]


def test_only_the_kernel_is_searched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "src" / "warbench"
    for folder in ("attack", "table", "games/heresy3"):
        (source / folder).mkdir(parents=True)
    (source / "games/heresy3/plan.py").write_text("# heresy\n")
    (source / "attack/exact.py").write_text("# odds\n")
    assert main([str(tmp_path)]) == 0
    assert capsys.readouterr().out == ""

    (source / "attack/exact.py").write_text("# odds\nname = 'lethal'\n")
    (source / "table/bolter.py").write_text("")
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "src/warbench/attack/exact.py:2: the kernel knows no 'lethal'",
        "src/warbench/table/bolter.py:0: the kernel knows no 'bolter'",
    ]


def test_data_files_are_searched_too(tmp_path: Path) -> None:
    folder = tmp_path / "src" / "warbench" / "rules"
    folder.mkdir(parents=True)
    (folder / "facts.toml").write_text("name = 'stratagem'\n")
    (folder / "picture.png").write_bytes(b"\xff\xfe")
    assert [finding.line for finding in findings(tmp_path)] == [1]

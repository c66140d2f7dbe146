"""``warbench compare``: the table, JSON with documented keys, CSV, choices of rows, and what is refused."""

import csv
import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from warbench.cli.main import main
from warbench.games.w40k10 import library
from warbench.games.w40k10.inquiry import TARGETS

DOCS = Path(__file__).resolve().parents[2] / "docs" / "compare-json.md"
HEKATON = "hekaton-land-fortress"


def run(*words: str, width: int = 80) -> Result:
    return CliRunner().invoke(main, ["compare", *words], env={"COLUMNS": str(width)})


def shown(*words: str, width: int = 80) -> str:
    result = run(*words, width=width)
    assert result.exit_code == 0, result.output
    return result.stdout


def told(*words: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(shown(*words, "--json"))
    return data


def refusal(*words: str) -> str:
    result = run(*words)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert len(lines) == 1
    return lines[0]


@pytest.mark.rule("W-142", "X-65")
def test_all_eighteen_loadouts_of_the_land_fortress_are_compared() -> None:
    data = told(HEKATON, "--into", "light-infantry", "--into", "terminators")
    assert len(data["rows"]) == 18
    assert [target["name"] for target in data["targets"]] == ["Light infantry", "Terminators"]


def test_the_default_targets_are_known_and_have_a_price() -> None:
    assert all(library.target(name).points for name in TARGETS)
    assert len(told(HEKATON, "--default")["targets"]) == len(TARGETS)


def keys_of(part: str) -> set[str]:
    """The keys that a section of the documentation explains; the first section has no heading of its own."""
    sections = re.split(r"^## ", DOCS.read_text(encoding="utf-8"), flags=re.MULTILINE)
    text = next(section for section in sections if section.startswith(part))
    return set(re.findall(r"^\| `(\w+)` \|", text, flags=re.MULTILINE))


def test_every_key_of_the_json_is_documented_and_every_documented_key_is_there() -> None:
    data = told(HEKATON, "--into", "terminators", "--into", "monster")
    assert set(data) == keys_of("# The JSON")
    for target in data["targets"]:
        assert set(target) == keys_of("A target")
    for row in data["rows"]:
        assert set(row) == keys_of("A row")
        for cell in row["cells"]:
            assert set(cell) == keys_of("A cell")


def test_the_best_of_each_column_has_a_star_in_plain_text() -> None:
    data = told(HEKATON, "--into", "terminators", "--into", "heavy-tank")
    lines = shown(HEKATON, "--into", "terminators", "--into", "heavy-tank", width=120).splitlines()
    starred = [line.split("  ") for line in lines if re.search(r"\d\*", line)]
    assert {line[1] for line in starred} == {target["best"] for target in data["targets"]}
    assert sum(line.count("*") for line in lines if re.search(r"\d\*", line)) == 2


@pytest.mark.parametrize("width", [60, 80, 100, 120])
def test_the_table_keeps_to_the_width(width: int) -> None:
    words = [word for name in library.names()[-12:] for word in ("--into", name)]
    lines = shown(HEKATON, "--limit", "4", *words, width=width).splitlines()
    assert max(map(len, lines)) <= width


def test_colours_take_the_place_of_the_star(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    text = shown(HEKATON, "--into", "terminators")
    assert "\x1b[1;32m" in text
    assert "*" not in text


def test_the_rows_are_sorted_by_a_target_and_cut() -> None:
    data = told(HEKATON, "--into", "light-infantry", "--into", "terminators", "--sort", "terminator", "--top", "4")
    values = [row["cells"][1]["points_removed"] for row in data["rows"]]
    assert len(values) == 4
    assert values == sorted(values, reverse=True)
    assert data["rows"][0]["name"] == data["targets"][1]["best"]
    assert "4 of 18 rows" in shown(HEKATON, "--into", "terminators", "--top", "4")


def test_a_target_of_another_size_can_be_sorted_by() -> None:
    data = told(HEKATON, "--into", "horde:5", "--into", "horde", "--sort", "horde:5", "--top", "1")
    assert [target["models"] for target in data["targets"]] == [5, 20]
    assert data["rows"][0]["name"] == data["targets"][0]["best"]


@pytest.mark.parametrize("measure", ["points", "per-point", "slain", "wounds", "destroyed"])
def test_each_measure_has_a_table(measure: str) -> None:
    text = shown(HEKATON, "--default", "--into", "terminators", "--into", "monster", "--measure", measure)
    assert ("slain\n" in text) == (measure in {"points", "per-point"})
    assert ("Targets without a price" in text) == (measure in {"points", "per-point"})


def test_csv_has_the_numbers_of_the_json() -> None:
    words = (HEKATON, "--into", "terminators", "--into", "monster", "--limit", "3")
    rows = list(csv.reader(io.StringIO(shown(*words, "--csv"))))
    data = told(*words)
    assert rows[0] == ["loadout", "unit", "models", "points", "Terminators", "Monster [slain]"]
    assert [row[0] for row in rows[1:]] == [row["name"] for row in data["rows"]]
    for line, row in zip(rows[1:], data["rows"], strict=True):
        assert float(line[4]) == pytest.approx(row["cells"][0]["per_point"], abs=1e-7)
        assert float(line[5]) == pytest.approx(row["cells"][1]["slain"], abs=1e-7)


def test_chosen_loadouts_are_the_only_rows() -> None:
    data = told(HEKATON, "--loadout", "magna-rail cannon", "--loadout", "2 twin ion beamer", "--into", "terminators")
    assert [row["name"] for row in data["rows"]] == ["heavy magna-rail cannon", "2 twin ion beamer"]


def test_a_loadout_may_be_for_one_of_several_units() -> None:
    data = told(HEKATON, "land-raider", "--loadout", "hekaton: heavy magna-rail cannon", "--into", "terminators")
    assert [row["name"] for row in data["rows"]] == ["Hekaton Land Fortress: heavy magna-rail cannon", "Land Raider"]


def test_the_situation_is_that_of_odds() -> None:
    words = ("--into", "terminators", "--cover", "--distance", "12", "--tokens", "2", "--ruling", "save-cap=bonus")
    data = told(HEKATON, "--default", *words)
    odds = CliRunner().invoke(main, ["odds", HEKATON, *words, "--quick", "--json"])
    assert odds.exit_code == 0, odds.output
    answer = json.loads(odds.stdout)
    (cell,) = data["rows"][0]["cells"]
    assert (cell["slain"], cell["wounds_lost"], cell["destroyed"]) == (
        answer["slain"],
        answer["wounds_lost"],
        answer["destroyed"],
    )
    assert data["facts_given"] == {"cover": True, "distance": 12.0, "tokens": 2}
    assert data["rulings"] == answer["rulings"]


def test_melee_says_that_loadouts_are_alike_and_merges_on_request() -> None:
    assert "17 rows attack just like another row: --merge" in shown(HEKATON, "--melee", "--into", "horde", width=120)
    assert "default (and 17 alike)" in shown(HEKATON, "--melee", "--merge", "--into", "horde", width=120)


def test_loadouts_that_were_not_looked_at_are_counted() -> None:
    assert "15 more are legal" in shown(HEKATON, "--limit", "3", "--into", "horde", width=120)
    assert told(HEKATON, "--limit", "3", "--into", "horde")["notes"]


def test_the_distance_that_was_used_is_said() -> None:
    assert "At 18 to 24 inches" in shown(HEKATON, "--into", "horde", width=120)
    text = shown(HEKATON, "--default", "--into", "horde", "--distance", "30", width=120)
    assert "At " not in text
    assert "out of range" in text


def test_progress_is_for_terminals_only() -> None:
    assert run(HEKATON, "--into", "terminators").stderr == ""


def test_progress_is_shown_and_wiped_away(monkeypatch: pytest.MonkeyPatch) -> None:
    from warbench.cli import compare as module  # noqa: PLC0415 -- to make it impatient

    monkeypatch.setattr(module, "_PATIENCE", -1)
    seen = io.StringIO()
    monkeypatch.setattr(sys, "stderr", seen)
    progress = module._Progress(shown=True)
    progress(1, 2)
    progress.clear()
    assert seen.getvalue().startswith("\r1 of 2 answers")
    assert seen.getvalue().endswith("\r")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nobody",), "nobody"),
        ((HEKATON, "--into", "nothing-like-it"), "nothing-like-it"),
        ((HEKATON, "--into", "horde:many"), "horde:many"),
        ((HEKATON, "--into", "led-infantry:3"), "not all alike"),
        ((HEKATON, "--json", "--csv"), "--csv"),
        ((HEKATON, "--sort", "horde"), "not among the targets"),
        ((HEKATON, "--loadout", "death ray"), "death ray"),
        ((HEKATON, "--default", "--loadout", "twin ion beamer"), "--default"),
        ((HEKATON, "land-raider", "--loadout", "twin ion beamer"), "UNIT: ITEMS"),
        ((HEKATON, "--models", "2"), "exactly 1"),
        ((HEKATON, "--profile", "overcharge"), "--profile"),
        ((HEKATON, "--ruling", "save-cap"), "NAME=READING"),
        ((HEKATON, "--stratagem", "hope"), "hope"),
        ((HEKATON, "--measure", "glory"), "glory"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(words: tuple[str, ...], said: str) -> None:
    assert said in refusal(*words)

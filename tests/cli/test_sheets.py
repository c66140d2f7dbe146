"""``warbench read``, ``show``, ``list``, ``demo`` and ``schema``."""

import json
import shlex
from pathlib import Path

import jsonschema
import pytest

from tests.cli.helpers import PAGE, ROOT, run, shown, told
from warbench.cli.demo import NEXT, SHEET
from warbench.cli.listing import WHAT
from warbench.games.w40k10 import library


def test_a_page_is_shown_with_what_it_lacks(shared: Path) -> None:
    text = shown("read", str(shared / "pages" / PAGE))
    for part in ("Hekaton Land Fortress", "18 legal loadouts", "The page lacks", "Completed from bundled facts", "Repaired"):
        assert part in text
    assert '10"  12  2+  16  7+   5' in text
    assert "COMMAND RE-ROLL" in text
    raw = shown("read", str(shared / "pages" / PAGE), "--raw")
    assert "no model profile" in raw
    assert "Completed from" not in raw


def test_a_page_as_json_and_with_its_texts(shared: Path) -> None:
    page = str(shared / "pages" / PAGE)
    data = told("read", page)
    assert data["datasheet"]["id"] == "hekaton-land-fortress"
    assert data["findings"]
    assert len(shown("read", page, "--texts")) > len(shown("read", page))


@pytest.mark.parametrize("key", [sheet.id for sheet in library.datasheets()])
def test_every_datasheet_can_be_shown(key: str) -> None:
    text = shown("show", key, "--texts")
    assert library.datasheet(key).name in text
    assert max(map(len, text.splitlines())) <= 80


def test_a_datasheet_as_json() -> None:
    assert told("show", "hekaton")["id"] == "hekaton-land-fortress"


@pytest.mark.parametrize("what", WHAT)
@pytest.mark.parametrize("width", [80, 120])
def test_every_list_has_entries_that_fit(what: str, width: int) -> None:
    text = shown("list", what, width=width)
    assert len(text.splitlines()) > 4
    assert max(map(len, text.splitlines())) <= width


def test_the_lists_are_listed() -> None:
    assert all(f"warbench list {what}" in shown("list") for what in WHAT)


def test_the_demonstration_shows_odds_and_commands_that_work() -> None:
    text = shown("demo")
    for part in ("Light infantry", "Terminators", "Super-heavy", "1.30 of 5"):
        assert part in text
    for line, _ in NEXT:
        words = shlex.split(line.format(sheet=SHEET))
        assert line.format(sheet=SHEET) in text
        assert words[0] == "warbench"
        shown(*words[1:])


def test_the_schema_in_the_documents_is_the_one_that_is_printed() -> None:
    assert (ROOT / "docs" / "scenario.schema.json").read_text() == shown("schema"), "warbench schema > docs/scenario.schema.json"


def test_help_is_there_for_every_command() -> None:
    text = shown("--help")
    assert shown() == text
    for name in ("odds", "roll", "compare", "read", "show", "list", "demo", "schema"):
        assert f"\n  {name} " in text
        assert run(name, "--help").stdout.startswith(f"Usage: main {name}")


def test_the_schema_takes_the_shared_scenarios(shared: Path) -> None:
    schema = json.loads(shown("schema"))
    scenarios = json.loads((shared / "rules" / "attack-scenarios.json").read_text())
    jsonschema.validate(scenarios, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**scenarios[0], "game": "chess"}, schema)

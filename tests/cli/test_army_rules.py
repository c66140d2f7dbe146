"""Rules about army lists from the command line: lists with allies, coverage, and real lists that must not be refused."""

import json
import sqlite3
import time
from pathlib import Path

import pytest

from tests.cli.helpers import refused, run, told
from tests.real_data import Real

LIST = """Host (500 Points)

Chaos Space Marines
Veterans of the Long War
Incursion (1,000 Points)

CHARACTERS

Chaos Lord (90 Points)
  \N{BULLET} Warlord

BATTLELINE

Legionaries (90 Points)

ALLIED UNITS

Bloodletters (110 Points)

Nurglings (40 Points)

Plaguebearers (110 Points)
"""

OF_RULES = frozenset(
    {"other-faction", "ally-warlord", "ally-enhancement", "allies-beside", "allies-points", "allies-number", "allies-balance"}
    | {"may-not-include", "chapter-detachment", "must-include", "too-many-of", "warlord-must-be", "too-many-chosen", "no-army-of"}
    | {"allies-either"}
)


@pytest.fixture
def _library(real_export: Real, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARBENCH_DATA", str(real_export.folder))


@pytest.mark.usefixtures("_library")
def test_a_name_of_several_lists_means_the_ally_that_the_rules_let_in(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(LIST, encoding="utf-8")
    (found,) = told("import", str(path))
    assert [unit["datasheet"] for unit in found["army"]["army"]["units"]][2:] == [
        "bloodletters-chaos-daemons",
        "nurglings-chaos-daemons",
        "plaguebearers-chaos-daemons",
    ]
    (fault,) = [each for each in found["findings"] if each["kind"] == "fault"]
    assert (fault["code"], fault["rule"]) == ("allies-points", "Daemonic Pact")


@pytest.mark.usefixtures("_library")
def test_coverage_tells_how_many_rules_are_read() -> None:
    found = {group["group"]: group for group in told("data", "coverage")["groups"]}["army-building rules"]
    assert found["printed"] - found["modelled"] == len(found["left_out"]) + len(found["in_part"]) == 3
    assert found["modelled"] > 80


@pytest.mark.usefixtures("_library")
def test_no_real_list_breaks_a_rule_about_lists(shared_data: Path) -> None:
    files = sorted(path for path in (shared_data / "rosters").iterdir() if path.suffix in {".txt", ".rosz"})
    read = 0
    for path in files:
        before = time.process_time()
        result = run("import", str(path), "--json")
        # A roster is read in less than a second of the processor.
        assert time.process_time() - before < 2
        if result.exit_code:
            continue
        read += 1
        (found,) = json.loads(result.stdout)
        assert not {each["code"] for each in found["findings"]} & OF_RULES, path.name
    assert read >= 20


def test_rules_that_another_version_packed_are_refused(
    real_export: Real, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = real_export.copied(tmp_path / "own")
    monkeypatch.setenv("WARBENCH_DATA", str(folder))
    with sqlite3.connect(folder / "library.sqlite") as opened:
        opened.execute("UPDATE beside SET text = '{\"rules\": 3}' WHERE kind = 'army rules'")
    opened.close()
    for command in (("muster", "new", "--faction", "Orks", "--add", "Boyz"), ("data", "coverage")):
        answer = refused(*command)
        assert "holds rules about army lists that cannot be read" in answer
        assert "warbench data update" in answer

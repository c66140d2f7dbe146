"""The documents say what the program does: every key of the JSON, and every example, executed."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.helpers import GUN, HEKATON, ROOT, SCENARIO, shown, told

ODDS = (ROOT / "docs" / "odds-json.md").read_text()
FORMAT = (ROOT / "docs" / "scenario-format.md").read_text()
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OPEN = ("facts", "rulings", "damage_pmf", "rerolled_faces")
"""Mappings whose keys are names of the game, not of the format."""


def keys(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            if key not in OPEN:
                yield from keys(value)
    elif isinstance(data, list):
        for value in data:
            yield from keys(value)


def named(text: str) -> set[str]:
    """Everything that the text outside its examples marks as a name."""
    return set(re.findall(r"`([^`\n]+)`", BLOCK.sub("", text)))


def test_every_key_of_the_odds_is_documented() -> None:
    weapons = [{**GUN, "keywords": ["hazardous", "twin-linked"]}, {**GUN, "name": "other", "attacks": "D6", "range": 6}]
    scenario = {**SCENARIO, "title": "all", "weapons": weapons, "situation": {"distance": 9}}
    found = {*keys(told("odds", "-", given=json.dumps(scenario))), *keys(told("odds", HEKATON, "--into", "terminators"))}
    assert {"title", "hazard", "tests", "gain_slain", "worst_slain", "alternatives", "0.75"} <= found
    documented = named(ODDS)
    assert found <= documented, found - documented


def test_every_key_of_a_roll_is_documented() -> None:
    found = set(keys(told("roll", HEKATON, "--into", "terminators", "--seed", "3")))
    assert {"first", "purpose", "less", "hazardous_tests"} <= found
    part = ODDS[ODDS.index("## `warbench roll --json`") :]
    documented = named(part)
    assert found <= documented, found - documented


def examples(kind: str) -> list[str]:
    return [text for name, text in BLOCK.findall(FORMAT) if name == kind]


@pytest.mark.parametrize("text", examples("json"))
def test_every_scenario_in_the_document_has_an_answer(text: str) -> None:
    assert told("odds", "-", "--quick", given=text)


@pytest.mark.parametrize("text", examples("toml"))
def test_every_toml_in_the_document_has_an_answer(text: str, tmp_path: Path) -> None:
    file = tmp_path / "example.toml"
    file.write_text(text)
    assert told("odds", str(file), "--quick")


@pytest.mark.parametrize("text", examples("console"))
def test_every_command_in_the_document_says_what_it_shows(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, scenario in enumerate(examples("json"), 1):
        (tmp_path / f"example{number}.json").write_text(scenario)
    monkeypatch.chdir(tmp_path)
    command, _, expected = text.partition("\n")
    assert command.startswith("$ warbench ")
    said = shown(*shlex.split(command)[2:])
    assert said.startswith(expected.removesuffix("...\n"))


@pytest.mark.parametrize("name", ["WeaponSpec", "GroupSpec", "TargetSpec", "AttackerSpec", "Scenario"])
def test_every_field_of_a_scenario_is_documented(name: str) -> None:
    schema = json.loads(shown("schema"))
    documented = named(FORMAT)
    fields = set(schema["$defs"][name]["properties"])
    assert fields <= documented, fields - documented


def test_every_kind_of_effect_and_its_fields_are_documented() -> None:
    schema = json.loads(shown("schema"))
    documented = named(FORMAT)
    for part in schema["$defs"].values():
        kind = part.get("properties", {}).get("kind", {}).get("enum")
        if kind and len(kind) == 1:
            assert {kind[0], *part["properties"]} <= documented, kind

"""Running the command line in the tests' own process."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from warbench.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
PAGE = "hekaton-land-fortress.txt"
HEKATON = "hekaton-land-fortress"

GUN: dict[str, Any] = {"name": "gun", "attacks": 4, "skill": 3, "strength": 4, "ap": -1, "damage": 1}
MODELS: dict[str, Any] = {"count": 5, "toughness": 4, "save": 3, "wounds": 2}
SCENARIO: dict[str, Any] = {"game": "w40k10", "weapons": [GUN], "target": {"models": [MODELS]}}


def run(*words: str, width: int = 80, given: str | bytes | None = None) -> Result:
    """What a command does."""
    return CliRunner().invoke(main, list(words), input=given, env={"COLUMNS": str(width)})


def shown(*words: str, width: int = 80, given: str | bytes | None = None) -> str:
    """The standard output of a command that works."""
    result = run(*words, width=width, given=given)
    assert result.exit_code == 0, result.output
    return result.stdout


def told(*words: str, given: str | bytes | None = None) -> Any:
    """The JSON of a command that works."""
    return json.loads(shown(*words, "--json", given=given))


def refused(*words: str, given: str | bytes | None = None) -> str:
    """The one line of a command that does not work; nothing else may be said."""
    result = run(*words, given=given)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("warbench: ")
    assert result.stderr.endswith("\n")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("warbench: ").rstrip("\n")

"""Every rule object fires, in a few random battles or in a scenario, or is listed with the reason why it cannot."""

import ast
import re
import time
from pathlib import Path

import pytest

import warbench
from warbench.lab.exhaustive import QUESTIONS, REFUSALS, Found, Thing, exhaust, page, random_battles, things
from warbench.lab.exhaustive_scenarios import SCENARIOS

SOURCE = Path(warbench.__file__).parent
PAGE = SOURCE.parent.parent / "docs/rules/objects.md"
ENOUGH = 22.0
"""Seconds after which no further random battle is begun; the scenarios alone fire nearly everything."""


@pytest.fixture(scope="module")
def found() -> Found:
    begin = time.monotonic()
    played = exhaust(())
    number = 0
    while played.missing() and time.monotonic() - begin < ENOUGH:
        more = random_battles([number])
        played.battles += 1
        played.times.update(more.times)
        number += 1
    return played


def test_every_rule_object_fires_or_has_a_reason(found: Found) -> None:
    assert found.missing() == []


def test_what_has_a_reason_does_not_fire(found: Found) -> None:
    assert [thing.id for thing in things() if thing.reason and found.fired(thing)] == []


def test_each_scenario_shows_what_it_is_for(found: Found) -> None:
    shown = {scenario.name: [key for key in scenario.shows if scenario.name in found.scenarios[key]] for scenario in SCENARIOS}
    assert shown == {scenario.name: list(scenario.shows) for scenario in SCENARIOS}


def test_the_page_lists_every_rule_object_and_nothing_else() -> None:
    kind, listed = "", []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            kind = line[3:].lower()
        elif line.startswith("| ") and not line.startswith("| name "):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            assert any(cells[1:]), f"{line}: neither fired nor a reason"
            assert cells[3] != "never fired"
            listed.append(f"{kind} {cells[0]}")
    assert listed == [thing.id for thing in things()], "python tools/exhaustive.py --write"


def test_the_page_says_what_never_fired() -> None:
    thing = things()[0]
    nothing, something = page(Found(battles=3)), page(Found(battles=3, scenarios={thing.key: list("abcde")}))
    assert f"| {thing.name} |  |  | never fired |" in nothing
    assert f"| {thing.name} |  | a, b, c and 2 more |  |" in something
    assert Thing("a", "b", "c").id == "a b"


def test_every_kind_of_question_in_the_source_is_known() -> None:
    asked: set[str] = set()
    for file in sorted((SOURCE / "games/w40k10/battle").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"ask", "Ask"} and len(node.args) > 2:
                about = node.args[1]
                if isinstance(about, ast.Constant):
                    asked.add(str(about.value))
    # The rest is named by a variable: a stratagem window, a set-up, a move of closing in.
    assert asked <= set(QUESTIONS)
    assert set(QUESTIONS) - asked <= {
        "arrive", "charge", "consolidate", "disembark", "grim-efficiency", "pile in", "react", "scouts",
    }  # fmt: skip


def test_every_code_with_which_the_table_refuses_a_move_is_known() -> None:
    codes: set[str] = set()
    for name in ("field", "paths", "units"):
        text = (SOURCE / f"table/{name}.py").read_text(encoding="utf-8")
        codes |= set(re.findall(r'(?:Fault\(|code=)"([a-z-]+)"', text))
    assert codes | {"through-enemy", "through-friend"} == set(REFUSALS)

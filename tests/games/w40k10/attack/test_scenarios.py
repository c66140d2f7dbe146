"""Whole scenarios: those of the shared folder, our own, and the naive oracle that answered our own."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.games.w40k10.attack import oracle
from tests.games.w40k10.attack.helpers import answered
from warbench.games.w40k10.answer import numbers

CLOSE = 1e-9
OWN = json.loads(oracle.OWN.read_text(encoding="utf-8"))


def titles(scenarios: list[dict[str, Any]]) -> list[str]:
    return [scenario["title"] for scenario in scenarios]


def differences(found: dict[str, Any], expected: dict[str, Any]) -> Iterator[str]:
    """What is farther from the expected answer than the format allows, in words."""
    for name, value in expected.items():
        for index, (mine, theirs) in enumerate(zip(flat(found[name]), flat(value), strict=True)):
            if not abs(mine - theirs) <= CLOSE:
                yield f"{name}[{index}]: found {mine}, expected {theirs}"


def flat(value: Any) -> list[float]:
    return [float(each) for each in (value if isinstance(value, list) else [value])]


def test_every_shared_scenario(shared: Path) -> None:
    scenarios = json.loads((shared / "rules/attack-scenarios.json").read_text(encoding="utf-8"))
    assert scenarios
    wrong: list[str] = []
    for scenario in scenarios:
        found = dict(numbers(answered(scenario, exact=False)))
        wrong += [f"{scenario['title']}: {line}" for line in differences(found, scenario["expected"])]
    assert wrong == []


@pytest.mark.parametrize("exact", [False, True], ids=["float", "exact"])
@pytest.mark.parametrize("scenario", OWN, ids=titles(OWN))
def test_our_own_scenario(scenario: dict[str, Any], exact: bool) -> None:
    found = dict(numbers(answered(scenario, exact=exact)))
    assert list(differences(found, scenario["expected"])) == []


@pytest.mark.parametrize("scenario", OWN, ids=titles(OWN))
def test_the_exact_answer_is_the_oracles_to_the_last_digit(scenario: dict[str, Any]) -> None:
    found, expected = answered(scenario, exact=True), oracle.solve(scenario)
    assert dict(found.slain.items()) == expected.slain
    assert dict(found.wounds_lost.items()) == expected.wounds_lost
    assert found.destroyed == expected.destroyed


def test_the_oracle_agrees_with_the_shared_scenarios(shared: Path) -> None:
    """So that the oracle is no single witness: the shared answers come from elsewhere."""
    wrong = []
    for scenario in json.loads((shared / "rules/attack-scenarios.json").read_text(encoding="utf-8")):
        size = max(int(str(weapon["attacks"]).split("D")[0] or 1) for weapon in scenario["weapons"])
        if size <= 12 and not scenario["title"].startswith("B-D3"):  # it is naive: large volleys take too long
            theirs = {name: scenario["expected"][name] for name in ("wounds_lost", "slain", "destroyed", "slain_pmf")}
            wrong += [f"{scenario['title']}: {line}" for line in differences(oracle.expected(scenario), theirs)]
    assert wrong == []

"""Whole scenarios: those of the shared folder, and small ones against an oracle that walks through every die."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.heresy3 import oracle
from tests.games.heresy3.helpers import Spec, scenario
from warbench.games.heresy3.answer import Answer, answer, numbers
from warbench.games.heresy3.scenario import HeresyScenario, question_of

CLOSE = 1e-9


def answered(spec: Spec, *, exact: bool) -> Answer:
    return answer(question_of(msgspec.convert(spec, HeresyScenario)), exact=exact)


def differences(found: dict[str, Any], expected: dict[str, Any]) -> Iterator[str]:
    for name, value in expected.items():
        for index, (mine, theirs) in enumerate(zip(flat(found[name]), flat(value), strict=True)):
            if not abs(mine - theirs) <= CLOSE:
                yield f"{name}[{index}]: found {mine}, expected {theirs}"


def flat(value: Any) -> list[float]:
    return [float(each) for each in (value if isinstance(value, list) else [value])]


@pytest.mark.parametrize("exact", [False, True], ids=["float", "exact"])
def test_every_shared_scenario(shared: Path, exact: bool) -> None:
    scenarios = json.loads((shared / "rules/attack-scenarios-heresy3.json").read_text(encoding="utf-8"))
    assert scenarios
    wrong: list[str] = []
    for spec in scenarios:
        found = dict(numbers(answered(spec, exact=exact)))
        wrong += [f"{spec['title']}: {line}" for line in differences(found, spec["expected"])]
    assert wrong == []


RULES = st.sampled_from(
    [
        *(f"Breaching ({x}+)" for x in (4, 6)),
        *(f"Shred ({x}+)" for x in (4, 6)),
        *(f"Rending ({x}+)" for x in (5, 6)),
        "Critical Hit (6+)",
        "Critical Hit (5+)",
        "Poisoned (4+)",
        "Deflagrate (4)",
        "Armourbane",
    ]
)


@st.composite
def scenarios(draw: st.DrawFn) -> Spec:
    melee = draw(st.booleans())
    armoured = draw(st.sampled_from(["", "", "vehicle", "fortification"]))
    weapons = []
    for name in draw(st.sampled_from([["a"], ["a"], ["a", "b"]])):
        rules = draw(st.lists(RULES, max_size=2, unique_by=lambda text: text.split(" (")[0]))
        weapons.append(
            {
                "name": name,
                "type": "melee" if melee else "ranged",
                "attacks" if melee else "firepower": draw(st.integers(1, 3 if len(rules) < 2 else 2)),
                "skill": draw(st.sampled_from([None, *range(1, 11)])),
                "strength": draw(st.integers(6, 11) if armoured else st.integers(1, 8)),
                "ap": draw(st.sampled_from([None, 2, 3, 4, 5])),
                "damage": draw(st.sampled_from([0, 1, 1, 2, 3, "D3", "D6"])),
                "special_rules": rules,
            }
        )
    saves = {
        "invulnerable": st.sampled_from([None, 4, 5]),
        "feel_no_pain": st.sampled_from([None, 5]),
    }
    if armoured:
        numbers = {"armour": draw(st.integers(9, 13)), "hull_points": draw(st.integers(1, 5))}
        models = [{"type": armoured, **numbers, **{name: draw(each) for name, each in saves.items()}}]
    else:
        toughness, skill = draw(st.integers(3, 6)), draw(st.integers(1, 9))
        models = [
            {
                "count": draw(st.integers(1, 2)),
                "toughness": toughness,
                "weapon_skill": skill,
                "wounds": draw(st.integers(1, 3)),
                "save": draw(st.integers(2, 7)),
                "eternal_warrior": draw(st.sampled_from([None, None, 1])),
                **{name: draw(each) for name, each in saves.items()},
            }
            for _ in range(draw(st.integers(1, 2)))
        ]
    facts: dict[str, Any] = {}
    if not melee:
        facts = {"snap_shots": draw(st.booleans()), "cover": draw(st.sampled_from([None, 5]))}
    return scenario(weapons, *models, **facts)


@settings(max_examples=200, deadline=None)
@given(scenarios())
def test_the_exact_answer_is_the_oracles_to_the_last_digit(spec: Spec) -> None:
    found = answered(spec, exact=True)
    wounds, slain = oracle.solve(spec)
    assert dict(found.wounds_lost.items()) == wounds
    assert dict(found.slain.items()) == slain
    assert found.destroyed == slain.get(found.target.models, 0)


def test_the_oracle_agrees_with_the_shared_scenarios(shared: Path) -> None:
    """So that the oracle is no single witness: the shared answers come from elsewhere."""
    for spec in json.loads((shared / "rules/attack-scenarios-heresy3.json").read_text(encoding="utf-8")):
        shots = sum(weapon.get("firepower", weapon.get("attacks")) * weapon["count"] for weapon in spec["weapons"])
        if shots <= 6:
            _, slain = oracle.solve({**spec, "weapons": [{**w, "damage": w["damage"]} for w in spec["weapons"]]})
            pmf = [float(slain.get(n, 0)) for n in range(len(spec["expected"]["slain_pmf"]))]
            assert pmf == pytest.approx(spec["expected"]["slain_pmf"], abs=CLOSE)

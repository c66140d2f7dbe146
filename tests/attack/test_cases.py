"""A D6 before a volley says which groups attack: the three readers mix its cases alike."""

from collections import Counter
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from tests.attack.volleys import QuickDice
from tests.games.w40k10.attack.helpers import MARINES, ask, gun
from warbench.attack.cases import in_case
from warbench.attack.dice import ScriptedDice
from warbench.attack.exact import solve
from warbench.attack.rolled import roll
from warbench.attack.sampled import Sampler
from warbench.attack.spare import Spare
from warbench.attack.volley import PROFILE, Volley

F = Fraction
BIG, DENSE, ALWAYS = (
    gun(name="big", attacks="2D6", strength=6, ap=-1),
    gun(name="dense", attacks="D3", strength=12, ap=-3, damage=3),
    gun(name="side gun", attacks=2),
)


def volley_of(*weapons: Any) -> Volley:
    return ask(list(weapons), MARINES).outcome.volley


def diced(**faces: tuple[int, ...]) -> Volley:
    """The three weapons, the named groups on these faces of the die."""
    plain = volley_of(BIG, DENSE, ALWAYS)
    groups = tuple(msgspec.structs.replace(group, faces=faces.get(group.name, ())) for group in plain.groups)
    return msgspec.structs.replace(plain, groups=groups)


VOLLEY = diced(big=(1, 2), dense=(3, 4, 5, 6))


def test_the_exact_law_is_the_mixture_of_the_cases() -> None:
    found = solve(VOLLEY, exact=True)
    small, large = (solve(volley_of(weapon, ALWAYS), exact=True) for weapon in (BIG, DENSE))
    for state in range(len(found.states)):
        assert found.states[state] == F(1, 3) * small.states[state] + F(2, 3) * large.states[state]
    assert sum(found.states) == 1
    assert found.slain.mean == F(1, 3) * small.slain.mean + F(2, 3) * large.slain.mean


def test_means_and_damage_count_how_often_a_group_attacks() -> None:
    found = solve(VOLLEY, exact=True)
    assert [means["attacks"] for means in found.means] == [F(7) / 3, F(2) * 2 / 3, 2]
    assert found.damage is not None
    assert found.damage.mean == sum(means["damage"] for means in found.means)


def test_floats_agree_with_fractions() -> None:
    exact, quick = solve(VOLLEY, exact=True), solve(VOLLEY)
    assert quick.states == pytest.approx([float(p) for p in exact.states], abs=1e-12)


def test_faces_that_no_group_has_let_the_others_attack_alone() -> None:
    found = solve(diced(big=(1,), dense=(1,)), exact=True)
    alone, all_three = solve(volley_of(ALWAYS), exact=True), solve(volley_of(BIG, DENSE, ALWAYS), exact=True)
    assert found.slain.mean == F(5, 6) * alone.slain.mean + F(1, 6) * all_three.slain.mean


def test_a_reroll_is_kept_for_a_group_that_may_not_attack() -> None:
    kept = solve(VOLLEY, spare=Spare(1, "wound"), exact=True)
    small = solve(volley_of(BIG, ALWAYS), exact=True)
    large = solve(volley_of(DENSE, ALWAYS), spare=Spare(0, "wound"), exact=True)
    assert kept.slain.mean == F(1, 3) * small.slain.mean + F(2, 3) * large.slain.mean


def test_the_rolled_reader_rolls_the_die_first_and_makes_only_those_attacks() -> None:
    played = roll(VOLLEY, ScriptedDice([2, 1, 1, *[1] * 2, *[1] * 2]))
    assert [entry.purpose for entry in played.rolls] == [PROFILE, "attacks", "hit", "hit"]
    assert (played.rolls[0].group, played.rolls[0].faces) == ("big", (2,))
    assert [scores.get("attacks", 0) for scores in played.scores] == [2, 0, 2]
    assert {step.group for step in in_case(VOLLEY, 6).schedule} == {1, 2}


def test_rolled_and_sampled_volleys_follow_the_exact_law() -> None:
    law, dice = solve(VOLLEY), QuickDice(7)
    slain = Counter(VOLLEY.target.slain(roll(VOLLEY, dice).state) for _ in range(3000))
    for value, p in law.slain.items():
        assert slain[value] / 3000 == pytest.approx(float(p), abs=0.035)
    sampler = Sampler(VOLLEY)
    drawn = Counter(VOLLEY.target.slain(sampler.draw((index + 0.5) / 1000)) for index in range(1000))
    for value, p in law.slain.items():
        assert drawn[value] / 1000 == pytest.approx(float(p), abs=0.01)

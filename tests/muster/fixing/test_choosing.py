"""The solver's choice is the cheapest within the sums, the same every time, and it is silent."""

import sys
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warbench.muster.fixing.choosing import Choices, NoSolverError, Row, Variant, cheapest


def variant(cost: int, **adds: int) -> Variant:
    return Variant(units=("u",), cost=cost, adds=adds)


@st.composite
def problems(draw: st.DrawFn) -> Choices:
    costs, amounts = st.integers(0, 9), st.integers(-3, 6)
    one = st.builds(lambda cost, a, b: variant(cost, a=a, b=b), costs, amounts, amounts)
    variants = draw(st.lists(st.lists(one, min_size=1, max_size=4), min_size=1, max_size=4))
    return Choices(
        variants=variants, rows={"a": Row(high=draw(st.integers(0, 12))), "b": Row(low=1, high=draw(st.integers(1, 9)))}
    )


def allowed(choices: Choices, picked: tuple[int, ...]) -> bool:
    chosen = [found[place] for found, place in zip(choices.variants, picked, strict=True)]
    sums = {name: sum(each.adds.get(name, 0) for each in chosen) for name in choices.rows}
    return all(
        (row.low is None or sums[name] >= row.low) and (row.high is None or sums[name] <= row.high)
        for name, row in choices.rows.items()
    )


@given(problems())
def test_it_is_the_first_of_the_cheapest_of_all_choices(choices: Choices) -> None:
    every = [picked for picked in product(*(range(len(found)) for found in choices.variants)) if allowed(choices, picked)]
    found = cheapest(choices, ())
    if not every:
        assert found is None
        return

    def worth(picked: tuple[int, ...]) -> tuple[int, int]:
        costs = sum(variants[place].cost for variants, place in zip(choices.variants, picked, strict=True))
        return costs, sum(picked)

    assert found in every
    assert worth(found) == min(map(worth, every))


def test_what_is_forbidden_together_is_not_chosen_together() -> None:
    choices = Choices(variants=[[variant(0), variant(2)], [variant(0), variant(1)]], rows={})
    assert cheapest(choices, ()) == (0, 0)
    assert cheapest(choices, [[(0, 0), (1, 0)]]) == (0, 1)
    assert cheapest(choices, [[(0, 0)]]) == (1, 0)
    assert cheapest(choices, [[(0, 0)], [(0, 1)]]) is None


def test_nothing_to_choose_is_a_choice() -> None:
    assert cheapest(Choices(variants=[], rows={}), ()) == ()


def test_the_solver_says_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    assert cheapest(Choices(variants=[[variant(0)]], rows={}), ()) == (0,)
    assert capfd.readouterr() == ("", "")


def test_a_missing_solver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    with pytest.raises(NoSolverError, match=r"HiGHS.*warbench\[muster\]"):
        cheapest(Choices(variants=[[variant(0)]], rows={}), ())

"""Coherency of units of 6 and 7, and the fewest models to remove."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warbench.table.bases import round_base
from warbench.table.coherency import Coherency, is_coherent, out_of_coherency, removals
from warbench.table.errors import TableError
from warbench.table.lattice import INCH, Place
from warbench.table.measure import Standing

RULE = Coherency(2 * INCH, 5 * INCH, ((2, 1), (7, 2)))
BASE = round_base(320)
STEP = 320 + 2 * INCH
"""Centres this far apart are within 2 inches of each other, exactly."""


def line(*xs: int, z: int = 0) -> list[Standing]:
    return [Standing(f"m{index}", BASE, Place(x, 0, z)) for index, x in enumerate(xs)]


def test_six_models_need_one_neighbour() -> None:
    # o--o--o--o--o--o
    assert is_coherent(line(*(STEP * index for index in range(6))), RULE)


def test_the_limit_is_exact() -> None:
    assert is_coherent(line(0, STEP), RULE)
    assert out_of_coherency(line(0, STEP + 1), RULE) == ("m0", "m1")


def test_seven_models_need_two_neighbours() -> None:
    # the ends of a line have one only
    assert out_of_coherency(line(*(STEP * index for index in range(7))), RULE) == ("m0", "m6")
    # drawn together, so that each end also reaches the third
    assert is_coherent(line(*(STEP // 2 * index for index in range(7))), RULE)


def test_one_model_is_coherent() -> None:
    assert is_coherent(line(0), RULE)
    assert is_coherent([], RULE)


def test_two_pairs_are_coherent_unless_they_must_be_connected() -> None:
    # oo      oo
    pairs = line(0, STEP, 9 * STEP, 10 * STEP)
    assert is_coherent(pairs, RULE)
    joined = Coherency(2 * INCH, 5 * INCH, ((2, 1), (7, 2)), connected=True)
    assert out_of_coherency(pairs, joined) == ("m2", "m3")
    assert out_of_coherency([*pairs[2:], *pairs[:2]], joined) == ("m0", "m1")
    assert removals(pairs, joined) == ("m0", "m1")  # of equally few the first


def test_height_counts() -> None:
    low = line(0)
    assert is_coherent([*low, Standing("up", BASE, Place(STEP, 0, 5 * INCH))], RULE)
    assert not is_coherent([*low, Standing("up", BASE, Place(STEP, 0, 5 * INCH + 1))], RULE)


def test_removing_the_bridge_is_never_needed() -> None:
    # o o o       o : the lonely one goes
    assert removals(line(0, STEP, 2 * STEP, 9 * STEP), RULE) == ("m3",)
    # a line of seven: without one end six are left, which need one neighbour only
    assert removals(line(*(STEP * index for index in range(7))), RULE) == ("m0",)
    # two lonely ones: one of them may stay as the unit's last model
    assert removals(line(0, 9 * STEP), RULE) == ("m0",)


UNITS = st.lists(
    st.builds(Place, st.integers(0, 4000), st.integers(0, 2500), st.sampled_from([0, 6 * INCH])), min_size=1, max_size=9
).map(lambda places: [Standing(f"m{index}", BASE, place) for index, place in enumerate(places)])


@settings(max_examples=100)
@given(UNITS, st.booleans())
def test_removals_are_minimal(unit: list[Standing], connected: bool) -> None:
    rule = Coherency(2 * INCH, 5 * INCH, ((2, 1), (7, 2)), connected)
    gone = removals(unit, rule)
    assert is_coherent([model for model in unit if model.name not in gone], rule)
    for fewer in combinations(unit, len(unit) - len(gone) + 1):
        assert not is_coherent(fewer, rule)


@given(UNITS)
def test_round_bases_are_judged_like_others(unit: list[Standing]) -> None:
    # The quick comparison of circles and the general one agree: one far-off hull switches to the latter.
    from warbench.table.bases import hull_base  # noqa: PLC0415

    hull = Standing("hull", hull_base(100, 100, 100), Place(100_000, 0))
    rule = Coherency(2 * INCH, 5 * INCH, ((2, 1),))
    assert (
        out_of_coherency(unit, rule) == tuple(name for name in out_of_coherency([*unit, hull], rule) if name != "hull")
        or len(unit) == 1
    )


def test_many_models_are_removed_one_by_one() -> None:
    far = line(*(STEP * 9 * index for index in range(30)))
    assert len(removals(far, RULE)) == 29


def test_bad_rules() -> None:
    with pytest.raises(TableError):
        Coherency(-1, 0)
    with pytest.raises(TableError):
        Coherency(1, 1, ((7, 2), (2, 1)))

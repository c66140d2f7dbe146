"""Figures of samples and their standard errors, by hand."""

from collections import Counter

import pytest

from warbench.lab.combats.results import chance, mean, shares


def test_a_mean_has_the_standard_error_of_its_values() -> None:
    found = mean(Counter({0: 2, 3: 2}))
    assert found.value == 1.5
    assert found.error == pytest.approx((3.0 / 4) ** 0.5)
    assert mean(Counter({4: 1})).error == 0.0


def test_a_share_has_a_standard_error_even_where_nothing_came_true() -> None:
    found = chance([False] * 98)
    assert found.value == 0.0
    assert found.error == pytest.approx((0.01 * 0.99 / 98) ** 0.5)
    half = chance([True, False])
    assert half.value == 0.5
    assert half.error == pytest.approx((0.25 / 2) ** 0.5)


def test_shares_cover_every_value_up_to_the_most() -> None:
    assert shares(Counter({0: 1, 2: 3}), 3) == (0.25, 0.0, 0.75, 0.0)

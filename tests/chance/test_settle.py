"""Target numbers, settled; each with the rule that it shows and the odds that the rule states."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warbench.chance import Check, Modifier, Reroll, Result, TargetNumber, faces_for, settle

FAIL, SUCCESS, CRITICAL = Result


def roll(need: int, *values: int, **settings: Any) -> TargetNumber:
    """A check with its net modifier limited on both sides and a critical 6."""
    return settle("roll", need=need, modifiers=modifiers(*values), **settings)


def save(need: int, *values: int) -> TargetNumber:
    """A check that only improvements are limited of, without a critical."""
    return roll(need, *values, cap_down=None, critical=None)


def modifiers(*values: int) -> tuple[Modifier, ...]:
    return tuple(Modifier(value, f"source {i}") for i, value in enumerate(values))


def passes(target: TargetNumber) -> Any:
    return 1 - target.check.chance(FAIL, exact=True)


@pytest.mark.rule("W-004")
def test_rerolls_come_before_modifiers() -> None:
    target = roll(4, -1)
    again = faces_for(Reroll.FAILURES, target.check)
    assert again == (True, True, True, True, False, False)  # a 4 is seen to fail, and may be thrown again
    assert 1 - target.check.with_reroll(again).chance(FAIL, exact=True) == Fraction(5, 9)


@pytest.mark.rule("W-013", "W-027")
def test_an_unmodified_six_is_critical_and_always_succeeds() -> None:
    target = roll(6, -1)
    assert passes(target) == target.check.chance(CRITICAL, exact=True) == Fraction(1, 6)
    assert target.needed == 7  # no face succeeds by number
    assert "an unmodified 6 always succeeds" in target.notes


@pytest.mark.rule("W-014", "W-028")
def test_an_unmodified_one_always_fails() -> None:
    target = roll(2, 1)
    assert passes(target) == Fraction(5, 6)
    assert target.needed == 2
    assert target.notes == ("an unmodified 1 always fails", "critical on an unmodified 6")


@pytest.mark.parametrize(
    ("need", "values", "needed", "chance"),
    [
        pytest.param(4, (1, 1, 1), 3, Fraction(2, 3), marks=pytest.mark.rule("W-015")),
        pytest.param(4, (-1, -1), 5, Fraction(1, 3), marks=pytest.mark.rule("W-016", "W-030")),
        pytest.param(4, (1, 1, -1), 3, Fraction(2, 3), marks=pytest.mark.rule("W-017")),
        pytest.param(4, (1, -1), 4, Fraction(1, 2), marks=pytest.mark.rule("W-017", "W-031")),
        pytest.param(4, (1, -1, -1), 5, Fraction(1, 3), marks=pytest.mark.rule("W-017")),
        pytest.param(5, (1, 1), 4, Fraction(1, 2), marks=pytest.mark.rule("W-029")),
    ],
)
def test_the_net_sum_is_limited(need: int, values: tuple[int, ...], needed: int, chance: Fraction) -> None:
    target = roll(need, *values)
    assert passes(target) == chance
    assert target.needed == needed
    assert target.modifiers == modifiers(*values)


def test_the_limit_explains_itself() -> None:
    assert roll(4, 1, 1, 1).notes[0] == "modifiers add up to +3, limited to +1"
    assert roll(4, 1, 1, 1).net == 1
    assert roll(4, 1, -1).notes == ("critical on an unmodified 6",)


@pytest.mark.rule("W-018", "W-032")
def test_a_modified_six_is_not_critical() -> None:
    assert roll(4, 1).check.result_of(5) is SUCCESS


@pytest.mark.rule("W-019")
def test_a_critical_is_kept_under_a_penalty() -> None:
    assert roll(4, -1).check.result_of(6) is CRITICAL


@pytest.mark.rule("W-034", "W-035")
def test_equal_to_the_number_passes() -> None:
    assert passes(save(3, -1)) == Fraction(1, 2)
    assert [save(3, -1).check.result_of(face) for face in (3, 4)] == [FAIL, SUCCESS]
    assert passes(save(2, -2)) == Fraction(3, 6)
    assert save(2, -2).check.result_of(4) is SUCCESS


@pytest.mark.rule("W-039")
def test_a_save_of_one_always_fails() -> None:
    assert passes(save(2, 1)) == Fraction(5, 6)


@pytest.mark.rule("W-040")
def test_a_save_of_six_does_not_always_pass() -> None:
    impossible = save(3, -4)
    assert passes(impossible) == 0
    assert impossible.check.automatic is FAIL
    assert impossible.needed == 7
    assert impossible.notes == ("no face succeeds",)
    assert passes(save(2, -4)) == Fraction(1, 6)


@pytest.mark.rule("W-041")
def test_improvement_of_a_save_is_limited() -> None:
    assert passes(save(4, 1, 1)) == Fraction(4, 6)


@pytest.mark.rule("W-042")
def test_worsening_of_a_save_is_not_limited() -> None:
    target = save(2, -3, -1)
    assert (target.net, target.needed, passes(target)) == (-4, 6, Fraction(1, 6))


@pytest.mark.parametrize(
    ("values", "critical", "chance"),
    [
        ((), Fraction(1, 2), Fraction(1, 2)),
        pytest.param((-1,), Fraction(2, 6), Fraction(2, 6), marks=pytest.mark.rule("W-087")),
        pytest.param((1,), Fraction(3, 6), Fraction(4, 6), marks=pytest.mark.rule("W-088")),
    ],
)
def test_a_second_threshold_needs_success(values: tuple[int, ...], critical: Fraction, chance: Fraction) -> None:
    target = roll(4, *values, critical_only_if_successful=4)
    assert target.check.chance(CRITICAL, exact=True) == critical
    assert passes(target) == chance


def test_without_the_second_threshold_only_a_six_is_critical() -> None:
    assert roll(4).check.chance(CRITICAL, exact=True) == Fraction(1, 6)


def test_a_lower_critical_succeeds_whatever_the_number() -> None:
    assert roll(6, critical=5).check.faces == (0, 0, 0, 0, 2, 2)


def test_a_critical_that_must_succeed() -> None:
    assert roll(7, always_succeed_on_critical=False).check.automatic is FAIL
    assert roll(5, critical=4, always_succeed_on_critical=False).check.faces == (0, 0, 0, 0, 2, 2)


def test_a_number_that_only_a_six_reaches_by_rule() -> None:
    target = roll(7, 1, cap_up=0)
    assert target.check.faces == (0, 0, 0, 0, 0, 2)


def test_a_face_that_fails_beats_a_critical() -> None:
    assert roll(2, critical=1).check.faces == (0, 2, 2, 2, 2, 2)
    target = roll(2, critical=5, fail_faces={1, 2, 6})
    assert target.check.faces == (0, 0, 1, 1, 2, 0)
    assert target.needed == 3
    assert target.notes == ("an unmodified 2 or 6 always fails", "critical on an unmodified 5")
    assert roll(2, fail_faces={1, 2, 3, 4, 5}).notes[0] == "an unmodified 2 to 5 always fails"


def test_no_face_need_fail() -> None:
    assert roll(1, fail_faces=(), critical=None).check.automatic is SUCCESS


@given(
    st.integers(1, 9),
    st.lists(st.integers(-3, 3), max_size=4),
    st.none() | st.integers(0, 2),
    st.none() | st.integers(0, 2),
    st.none() | st.integers(1, 6),
    st.none() | st.integers(1, 6),
    st.sets(st.integers(1, 6)),
    st.booleans(),
)
def test_each_face_by_the_definition(
    need: int,
    values: list[int],
    up: int | None,
    down: int | None,
    critical: int | None,
    second: int | None,
    fails: set[int],
    always: bool,
) -> None:
    target = roll(
        need,
        *values,
        cap_up=up,
        cap_down=down,
        critical=critical,
        critical_only_if_successful=second,
        fail_faces=fails,
        always_succeed_on_critical=always,
    )
    net = sum(values)
    net = net if up is None or net <= up else up
    net = net if down is None or net >= -down else -down
    assert target.net == net
    for face in range(1, 7):
        reached = face + net >= need
        first = critical is not None and face >= critical
        if face in fails:
            expected = FAIL
        elif (first and (always or reached)) or (second is not None and face >= second and reached):
            expected = CRITICAL
        else:
            expected = SUCCESS if reached else FAIL
        assert target.check.result_of(face) is expected


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"need": 0}, "check 'roll': found the need 0, expected 1 or more"),
        ({"need": 4, "cap_up": -1}, "found the cap -1, expected zero or more"),
        ({"need": 4, "cap_down": -1}, "found the cap -1, expected zero or more"),
        ({"need": 4, "critical": 7}, "found the face 7, expected 1 to 6"),
        ({"need": 4, "critical_only_if_successful": 0}, "found the face 0, expected 1 to 6"),
        ({"need": 4, "fail_faces": (0,)}, "found the face 0, expected 1 to 6"),
    ],
)
def test_refused(settings: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        roll(**settings)


def test_equal_settings_are_equal_values() -> None:
    assert roll(4, 1) == roll(4, 1)
    assert hash(roll(4, 1)) == hash(roll(4, 1))
    assert roll(4).check == Check("roll", (0, 0, 0, 1, 1, 2))

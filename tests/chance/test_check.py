from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warbench.chance import Check, Reroll, Result, candidates, faces_for

FAIL, SUCCESS, CRITICAL = Result
NOTHING = (False,) * 6
FOUR_UP = Check("four up", (0, 0, 0, 1, 1, 2))

FACES = st.tuples(*[st.sampled_from([0, 1, 2])] * 6)
FLAGS = st.tuples(*[st.booleans()] * 6)


def flags(*faces: int) -> tuple[bool, ...]:
    return tuple(face in faces for face in range(1, 7))


@given(FACES, FLAGS)
def test_law_is_the_count_over_two_dice(faces: Any, reroll: Any) -> None:
    check = Check("any", faces, reroll)
    counts = [0, 0, 0]
    for first in range(6):
        for second in range(6):
            counts[faces[second] if reroll[first] else faces[first]] += 1
    assert check.law(exact=True) == tuple(Fraction(n, 36) for n in counts)
    assert check.law() == tuple(n / 36 for n in counts)
    assert check.rerolled(exact=True) == Fraction(sum(reroll), 6)
    assert [check.chance(result, exact=True) for result in Result] == list(check.law(exact=True))


def test_answers_keep_their_kind() -> None:
    assert {type(p) for p in (*FOUR_UP.law(), FOUR_UP.rerolled(), FOUR_UP.chance(FAIL))} == {float}
    assert {type(p) for p in (*FOUR_UP.law(exact=True), FOUR_UP.rerolled(exact=True))} == {Fraction}


def test_faces() -> None:
    assert [FOUR_UP.result_of(face) for face in range(1, 7)] == [FAIL, FAIL, FAIL, SUCCESS, SUCCESS, CRITICAL]
    assert isinstance(FOUR_UP.result_of(6), Result)


def test_no_die_is_needed_when_every_face_is_the_same() -> None:
    assert FOUR_UP.automatic is None
    for result in Result:
        assert Check("sure", (result,) * 6).automatic is result


@pytest.mark.parametrize("face", [0, 7, -1])
def test_no_such_face(face: int) -> None:
    with pytest.raises(ValueError, match=rf"check 'four up': found the face {face}, expected 1 to 6"):
        FOUR_UP.result_of(face)


@pytest.mark.parametrize("faces", [(), (0,) * 5, (0, 0, 0, 0, 0, 7), (0, 0, 0, 0, 0, -1), (0,) * 7])
def test_no_six_results(faces: Any) -> None:
    with pytest.raises(ValueError, match="expected six of 0 to 6"):
        Check("odd", faces)


def test_no_six_flags() -> None:
    with pytest.raises(ValueError, match="check 'odd': found 1 re-roll flags, expected six"):
        Check("odd", (0,) * 6, (True,))  # type: ignore[arg-type]


# --- throwing again ---


@pytest.mark.parametrize(
    ("policy", "faces"),
    [(Reroll.ONES, (1,)), (Reroll.FAILURES, (1, 2, 3)), (Reroll.NON_CRITICALS, (1, 2, 3, 4, 5))],
)
def test_fixed_policies(policy: Reroll, faces: tuple[int, ...]) -> None:
    assert faces_for(policy, FOUR_UP) == flags(*faces)
    assert faces_for(Reroll(policy.value), FOUR_UP) == flags(*faces)


def test_best_is_not_a_fixed_policy() -> None:
    with pytest.raises(ValueError, match="'best', expected a fixed one"):
        faces_for(Reroll.BEST, FOUR_UP)


@pytest.mark.parametrize(
    ("faces", "expected"),
    [
        ((0, 0, 0, 1, 1, 2), [(), (1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 6), (1, 2, 3, 4, 5)]),
        ((0, 1, 1, 1, 2, 2), [(), (1,), (1, 2), (1, 5), (1, 2, 3), (1, 5, 6), (1, 2, 3, 4)]),
        ((0, 0, 0, 1, 1, 1), [(), (1, 2, 3)]),
        ((0, 0, 0, 0, 0, 2), [(), (1, 2, 3, 4, 5)]),
        ((1, 1, 1, 1, 1, 2), [(), (1,), (6,), (1, 2), (1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5)]),
        ((0, 0, 0, 0, 0, 0), [()]),
        ((2, 2, 2, 2, 2, 2), [()]),
    ],
)
def test_candidates(faces: Any, expected: list[tuple[int, ...]]) -> None:
    assert candidates(Check("any", faces)) == [flags(*again) for again in expected]


@given(FACES, st.integers(0, 9), st.integers(0, 9))
def test_some_candidate_is_best(faces: Any, success: int, critical: int) -> None:
    """When a failure is worth nothing, no set of faces beats the best candidate."""
    worth = (0, success, critical)
    check = Check("any", faces)
    mean = Fraction(sum(worth[result] for result in faces), 6)
    best = sum((max(Fraction(worth[result]), mean) for result in faces), Fraction(0)) / 6

    def value(reroll: Any) -> Fraction:
        return sum(
            (Fraction(p) * w for p, w in zip(check.with_reroll(reroll).law(exact=True), worth, strict=True)),
            Fraction(0),
        )

    assert max(value(reroll) for reroll in candidates(check)) == best


@pytest.mark.rule("W-001")
def test_the_new_result_stands_even_if_worse() -> None:
    again = FOUR_UP.with_reroll((False, False, False, True, False, False))
    assert again.law(exact=True)[FAIL] == Fraction(3, 6) + Fraction(1, 6) * Fraction(3, 6)
    assert again.result_of(2) is FAIL


@pytest.mark.rule("W-003")
def test_no_die_is_thrown_twice_again() -> None:
    once = FOUR_UP.with_reroll(faces_for(Reroll.FAILURES, FOUR_UP))
    twice = once.with_reroll(faces_for(Reroll.FAILURES, once))
    assert once == twice
    assert 1 - twice.chance(FAIL, exact=True) == Fraction(3, 4)


@pytest.mark.rule("W-005")
def test_the_face_after_the_reroll_is_the_unmodified_one() -> None:
    no_sixes = FOUR_UP.with_reroll((False, False, False, False, False, True))
    assert no_sixes.chance(CRITICAL, exact=True) == Fraction(1, 36)
    only_twos = FOUR_UP.with_reroll((False, True, False, False, False, False))
    assert only_twos.chance(CRITICAL, exact=True) == Fraction(1, 6) + Fraction(1, 36)


def test_successes_may_be_thrown_again_for_a_critical() -> None:
    fishing = FOUR_UP.with_reroll(faces_for(Reroll.NON_CRITICALS, FOUR_UP))
    assert fishing.chance(CRITICAL, exact=True) == Fraction(11, 36)

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from warbench.chance import MAX_DICE, Dice, DiceError, Dist, faces_of_d6
from warbench.chance.dice import MAX_PLUS, MAX_TEXT

AMOUNTS = st.builds(
    Dice,
    st.lists(st.tuples(st.integers(1, 20), st.sampled_from([3, 6])), max_size=5).map(tuple),
    st.integers(0, MAX_PLUS),
)


@given(AMOUNTS)
def test_text_round_trip(dice: Dice) -> None:
    assert Dice.parse(str(dice)) == dice


@given(AMOUNTS)
def test_distribution_has_the_stated_bounds_and_mean(dice: Dice) -> None:
    dist = dice.dist(exact=True)
    assert (dist.low, dist.high, dist.mean) == (dice.minimum, dice.maximum, dice.mean)
    assert dice.dist().mean == pytest.approx(float(dice.mean))


@given(st.text(alphabet="0123456789dD+- x", max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        dice = Dice.parse(text)
    except DiceError as error:
        assert "expected" in str(error)  # noqa: PT017 -- either way is right
    else:
        assert dice.minimum >= 0
        assert Dice.parse(str(dice)) == dice


@pytest.mark.parametrize(
    ("text", "rolls", "plus", "canonical"),
    [
        ("D6+3", ((1, 6),), 3, "D6+3"),
        ("2D6", ((2, 6),), 0, "2D6"),
        ("D3", ((1, 3),), 0, "D3"),
        ("3", (), 3, "3"),
        (3, (), 3, "3"),
        (0, (), 0, "0"),
        ("d6 + 3", ((1, 6),), 3, "D6+3"),
        (" 2 D6 ", ((2, 6),), 0, "2D6"),
        ("D6+D3", ((1, 6), (1, 3)), 0, "D6+D3"),
        ("D3+1+D6+2+D3", ((1, 6), (2, 3)), 3, "D6+2D3+3"),
        ("2D6-2", ((2, 6),), -2, "2D6-2"),
        ("3 + D6", ((1, 6),), 3, "D6+3"),
        ("100D6", ((100, 6),), 0, "100D6"),
        ("1000", (), 1000, "1000"),
    ],
)
def test_notation(text: str | int, rolls: tuple[tuple[int, int], ...], plus: int, canonical: str) -> None:
    dice = Dice.parse(text)
    assert (dice.rolls, dice.plus, str(dice)) == (rolls, plus, canonical)
    assert dice.is_fixed is not bool(rolls)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "found '', unreadable; expected dice such as 'D6[+]3'"),
        ("   ", "unreadable"),
        ("D7", "in 'D7': found a D7, expected a D3 or a D6"),
        ("D", "found 'D', unreadable"),
        ("D6+", "unreadable"),
        ("D6++1", "unreadable at '[+]1'"),
        ("+3", "unreadable"),
        ("-1", "unreadable"),
        ("2 3", "unreadable at '3'"),
        ("D6D6", "unreadable at 'D6'"),
        ("D6 x2", "unreadable at 'x2'"),
        ("2.5", "unreadable at '.5'"),
        ("٣", "unreadable"),
        ("D6\x00", "unreadable"),
        ("0D6", "found 0 D6, expected at least one die"),
        ("10-D6", "takes away dice"),
        ("D6-2", "found D6-2, which could be -1; expected an amount that is never negative"),
        ("101D6", f"found more than {MAX_DICE} dice"),
        ("60D6+41D3", f"found more than {MAX_DICE} dice"),
        ("1001", f"found a constant beyond {MAX_PLUS}"),
        ("9" * MAX_TEXT, f"found a constant beyond {MAX_PLUS}"),
        ("9" * MAX_TEXT + "D6", f"expected at most {MAX_TEXT} characters"),
        ("D6+" * 10**6, f"expected at most {MAX_TEXT} characters"),
        (-1, "which could be -1"),
        (10**5000, f"found a constant beyond {MAX_PLUS}"),
        (True, "found True, expected dice"),
        (2.0, "found 2.0, expected dice"),
        (None, "found None, expected dice"),
        (["D6"], "expected dice"),
    ],
    ids=lambda value: repr(value)[:20] if isinstance(value, str) else type(value).__name__,
)
def test_refused(text: Any, says: str) -> None:
    with pytest.raises(DiceError, match=says):
        Dice.parse(text)


def test_true_is_refused_after_one_was_read() -> None:
    Dice.parse(1)
    Dice.parse("1")
    for value in (True, 1.0):
        with pytest.raises(DiceError):
            Dice.parse(value)  # type: ignore[arg-type]


def test_equal_amounts_are_equal_values() -> None:
    assert Dice(((1, 3), (1, 6), (1, 3)), 0) == Dice(((1, 6), (2, 3)), 0)
    assert hash(Dice(((1, 3), (1, 6)), 0)) == hash(Dice.parse("D6+D3"))


def test_read_from_data_with_the_same_checks() -> None:
    dice = Dice.parse("2D6+1")
    assert msgspec.json.decode(msgspec.json.encode(dice), type=Dice) == dice
    with pytest.raises(msgspec.ValidationError, match="found a D8"):
        msgspec.json.decode(b'{"rolls": [[1, 8]], "plus": 0}', type=Dice)


def test_the_distribution_is_made_once() -> None:
    assert Dice.parse("3D6").dist() is Dice.parse("3 d6").dist()


@pytest.mark.rule("W-006")
def test_a_d3_is_a_d6_halved_rounding_up() -> None:
    assert [faces_of_d6(3, face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert [faces_of_d6(6, face) for face in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    d3 = Dice.parse("D3")
    assert d3.mean == 2
    assert d3.dist(exact=True) == Dist.die(6, exact=True).map(lambda face: faces_of_d6(3, face))


@pytest.mark.parametrize(("sides", "face"), [(4, 1), (3, 0), (6, 7)])
def test_no_such_face(sides: int, face: int) -> None:
    with pytest.raises(DiceError, match="expected a D3 or a D6 and a face from 1 to 6"):
        faces_of_d6(sides, face)


@pytest.mark.rule("W-007")
@pytest.mark.parametrize(("text", "low", "high", "mean"), [("D6+3", 4, 9, Fraction(13, 2)), ("D6+6", 7, 12, Fraction(19, 2))])
def test_the_constant_is_added_after_the_die(text: str, low: int, high: int, mean: Fraction) -> None:
    dice = Dice.parse(text)
    assert (dice.minimum, dice.maximum, dice.mean) == (low, high, mean)
    assert dice.dist(exact=True) == Dist.die(6, exact=True) + (low - 1)


@pytest.mark.rule("W-002")
def test_a_sum_is_thrown_again_in_full() -> None:
    roll = Dice.parse("2D6").dist(exact=True)
    assert roll.at_least(9) == Fraction(5, 18)
    assert roll.reroll(lambda total: total >= 9).at_least(9) == Fraction(155, 324)
    assert roll.reroll(set(range(2, 9))).at_least(9) == Fraction(155, 324)


@pytest.mark.rule("W-331")
@pytest.mark.parametrize(("at_least", "chance"), [(9, Fraction(10, 36)), (11, Fraction(3, 36)), (2, 1)])
def test_the_sum_of_two_dice_reaches_a_number(at_least: int, chance: Fraction) -> None:
    assert Dice.parse("2D6").dist(exact=True).at_least(at_least) == chance

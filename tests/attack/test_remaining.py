"""What is left of a target that has lost models and wounds before."""

import msgspec
import pytest

from warbench.attack.remaining import remaining
from warbench.rules.fields import ScenarioError


class Lot(msgspec.Struct, frozen=True):
    name: str
    count: int
    wounds: int
    wounds_left: int | None = None


UNIT = (Lot("trooper", 4, 2), Lot("leader", 1, 5))


def test_nothing_lost_is_everything_left() -> None:
    assert remaining(UNIT, "unit", None, None) == list(UNIT)


def test_the_first_models_are_gone_first() -> None:
    assert remaining(UNIT, "unit", 3, None) == [Lot("trooper", 2, 2), Lot("leader", 1, 5)]
    assert remaining(UNIT, "unit", 1, 3) == [Lot("leader", 1, 5, 3)]


@pytest.mark.parametrize(
    ("models", "wounds", "said"),
    [
        (0, None, "models left: found 0, expected 1 to 5 for unit"),
        (6, None, "models left: found 6, expected 1 to 5 for unit"),
        (None, 3, "wounds left: found 3, expected 1 to 2 for trooper"),
        (1, 0, "wounds left: found 0, expected 1 to 5 for leader"),
    ],
)
def test_what_no_such_target_has(models: int | None, wounds: int | None, said: str) -> None:
    with pytest.raises(ScenarioError, match=said):
        remaining(UNIT, "unit", models, wounds)

"""The search for a mended army is bounded, whatever is wrong, and says where it was cut short."""

import msgspec
import pytest

from tests.muster.kit import marines
from warbench.battle.requests import Refusal
from warbench.games.w40k10.battle.roster import Lead, UnitSpec
from warbench.muster.fixing import Choices, NoFix, Variant
from warbench.muster.fixing.effort import MOST_CHANGES, MOST_CHECKS, Effort
from warbench.muster.fixing.mending import Mended, mend
from warbench.muster.fixing.w40k10 import fix


class Way(msgspec.Struct, frozen=True):
    cost: int


def test_few_choices_come_in_the_order_of_the_ways() -> None:
    effort = Effort()
    found = list(effort.choices("Crabs", [[Way(0), Way(5)], [Way(0), Way(1)]]))
    assert [tuple(way.cost for way in ways) for ways in found] == [(0, 0), (0, 1), (5, 0), (5, 1)]
    assert effort.notes == []


def test_of_too_many_the_cheapest_come_and_that_is_noted_once() -> None:
    effort = Effort()
    things = [[Way(cost) for cost in (7, 0, 3)] for _ in range(8)]
    for _ in range(2):
        found = [sum(way.cost for way in ways) for ways in effort.choices("Crabs", things, 20)]
        assert found == [0, *[3] * 8, *[6] * 11]
    assert effort.notes == ["Crabs: it could be changed in very many ways; only the 20 smallest changes were looked at"]


def test_a_search_that_finds_nothing_legal_is_broken_off() -> None:
    asked = []

    def check(spec: tuple[int, ...]) -> list[Refusal]:
        asked.append(spec)
        return [Refusal("salt", f"salt {len(asked)}", str(spec))]

    units = [[Variant(units=(place,), cost=place) for place in range(9)] + [Variant(units=(), cost=40)] for _ in range(12)]
    found = mend(Choices(variants=units, rows={}), lambda picked: picked, check, Effort())
    assert isinstance(found, NoFix)
    assert found.gave_up
    assert len(asked) <= MOST_CHECKS + len(units)


@pytest.mark.parametrize("leaders", [1, 5])
def test_a_unit_of_many_leaders_is_mended_all_the_same(leaders: int) -> None:
    beside = tuple(Lead(datasheet="Lieutenant", enhancement=f"R{number}", warlord=True) for number in range(leaders))
    odd = UnitSpec(
        datasheet="Intercessor Squad", models=7, leader="Captain", beside=beside, reserve="deep strike", inside="Nowhere"
    )
    found = fix(marines(odd))
    assert isinstance(found, Mended)
    assert bool(found.notes) is (leaders > 1)
    assert all(str(MOST_CHANGES) in note for note in found.notes)

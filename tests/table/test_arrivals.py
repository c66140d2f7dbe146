"""Ends of a model that leads: where it may stand, and what is turned down at a glance."""

import pytest

from warbench.table.arrivals import Arrivals
from warbench.table.bases import Base, hull_base, oval_base, round_base
from warbench.table.charges import Ways
from warbench.table.crowd import Crowd
from warbench.table.field import Field
from warbench.table.lattice import INCH, Place, table_size
from warbench.table.measure import Standing, engaged, within
from warbench.table.paths import may_end
from warbench.table.permits import MovePermit, UnitRule
from warbench.table.scene import Scene

MAN = round_base(320)
FIELD = Field(table_size(44, 60))
CHARGE = MovePermit(limit=6 * INCH, zone=INCH, zone_height=5 * INCH)


def man(name: str, x: int, y: int, z: int = 0) -> Standing:
    return Standing(name, MAN, Place(x, y, z))


def arrivals(scene: Scene, unit: list[Standing], *groups: tuple[str, ...]) -> Arrivals:
    return Arrivals(Ways(scene, unit, UnitRule(permit=CHARGE, engage=groups)), unit)


def test_all_ends_are_in_reach_in_the_zone_and_free() -> None:
    mover, target, friend = man("m", 5000, 3000), man("t", 5000, 4200), man("f", 5000, 3870)
    scene = Scene(FIELD, friends=[friend], targets=[target], enemies=[man("e", 5500, 4500)])
    ends = list(arrivals(scene, [mover], ("t",)).found(lambda _: False))
    assert ends
    for end in ends:
        there = mover.at(end.place)
        assert within(Standing("p", round_base(2), end.place), Standing("q", round_base(2), mover.place), CHARGE.limit)
        assert engaged(there, target, INCH, 5 * INCH)
        assert may_end(scene, there, CHARGE)


def test_a_model_by_itself_looks_only_where_it_engages_every_group() -> None:
    mover = man("m", 5000, 3000)
    close = Scene(FIELD, targets=[man("t", 4700, 4200), man("u", 5300, 4200)])
    ends = list(arrivals(close, [mover], ("t",), ("u",)).found(lambda _: False))
    assert ends
    assert all(engaged(mover.at(end.place), each, INCH, 5 * INCH) for end in ends for each in close.models(3))
    apart = arrivals(Scene(FIELD, targets=[man("t", 4300, 4000), man("u", 5700, 4000)]), [mover], ("t",), ("u",))
    assert not list(apart.found(lambda _: False))
    assert apart.looked == 0, "nothing is judged where the targets are too far from each other"


def test_no_more_ends_of_a_model_are_looked_at_once_it_is_done() -> None:
    unit = [man("m", 5000, 3000), man("n", 5400, 3000)]
    ends = arrivals(Scene(FIELD, targets=[man("t", 5200, 4000)]), unit, ("t",))
    assert {end.number for end in ends.found(lambda number: number == 0)} == {1}


@pytest.mark.parametrize("base", [MAN, oval_base(600, 400), hull_base(1200, 800, 700)])
@pytest.mark.parametrize("z", [0, 3 * INCH])
def test_what_a_crowd_bars_is_barred(base: Base, z: int) -> None:
    other = Standing("e", hull_base(1000, 600, 500), Place(5300, 5200, 0, 30))
    scene = Scene(FIELD, friends=[man("f", 5000, 4600, z)], enemies=[other], targets=[man("t", 4600, 5300)])
    model = Standing("m", base, Place(5000, 5000))
    crowd = Crowd.of(scene, model.base, CHARGE)
    narrow = crowd.about(Place(5000, 5000), 300)
    barred = 0
    for x in range(4200, 6000, 60):
        for y in range(4200, 6000, 60):
            place = Place(x, y)
            if crowd.bars(place):
                barred += 1
                assert not may_end(scene, model.at(place), CHARGE), place
            if (x - 5000) ** 2 + (y - 5000) ** 2 <= 300 * 300:
                assert narrow.bars(place) == crowd.bars(place)
    assert barred

"""The quick answers agree with the judges: they ask the same in another order, and stop at the first no."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.kit import LOW
from warbench.table.bases import Base, hull_base, oval_base, round_base
from warbench.table.coherency import Coherency
from warbench.table.field import Field
from warbench.table.lattice import INCH, Place
from warbench.table.measure import Standing, colliding
from warbench.table.moves import Goal, propose_moves
from warbench.table.paths import judge_move, may_move
from warbench.table.permits import MovePermit, UnitRule
from warbench.table.routes import route
from warbench.table.scene import Scene
from warbench.table.setups import Pick
from warbench.table.terrain import Wall, container, hill, rectangle, ruin, wood
from warbench.table.units import judge_unit, may_move_unit

BOARD = Field(
    LOW,
    (
        ruin("ruin", rectangle(1500, 1500, 3000, 3000), (Wall((1600, 1600), (1600, 2900), 1270),), (762,)),
        wood("wood", rectangle(4500, 1500, 6000, 3000), slow=INCH),
        hill("hill", rectangle(7000, 3000, 9000, 5000)),
        container("box", rectangle(3500, 4500, 4500, 5100)),
    ),
)
Spot = tuple[Base, int, int, int]
BASES = [round_base(285), round_base(320), oval_base(750, 420), hull_base(1800, 1100, 762)]
SPOTS = st.tuples(st.sampled_from(BASES), st.integers(200, 10900), st.integers(200, 7400), st.sampled_from([0, 0, 45, 90, 213]))
PERMITS = st.builds(
    MovePermit,
    limit=st.sampled_from([600, 1500, 4000]),
    zone=st.sampled_from([None, INCH]),
    zone_height=st.just(5 * INCH),
    over_friends=st.booleans(),
    over_large=st.booleans(),
    through_enemies=st.booleans(),
    through_zones=st.booleans(),
    end_in_zones=st.booleans(),
    over_terrain=st.booleans(),
    fly=st.booleans(),
    climb=st.booleans(),
    step=st.sampled_from([0, 2 * INCH]),
    pivot_cost=st.sampled_from([0, INCH]),
    count_turns=st.booleans(),
    keywords=st.sampled_from([(), ("INFANTRY",)]),
)


def models(spots: list[Spot], name: str, placed: list[Standing]) -> list[Standing]:
    """Models that stand where they may, none on another."""
    found: list[Standing] = []
    for base, x, y, heading in spots:
        flat = Place(x, y, 0, heading)
        model = Standing(f"{name}{len(found)}", base, Place(x, y, BOARD.level_at(base, flat), heading))
        if BOARD.stand_fault(model) is None and not any(colliding(model, other) for other in (*placed, *found)):
            found.append(model)
    placed.extend(found)
    return found


@settings(max_examples=150)
@given(*[st.lists(SPOTS, min_size=1, max_size=4)] * 2, *[st.lists(SPOTS, max_size=4)] * 3, PERMITS, st.data())
def test_quick_answers_are_those_of_the_judges(
    own: list[Spot],
    ends: list[Spot],
    friends: list[Spot],
    large: list[Spot],
    enemies: list[Spot],
    permit: MovePermit,
    data: st.DataObject,
) -> None:
    placed: list[Standing] = []
    unit = models(own, "u", placed)
    if not unit:
        return
    groups = {key: models(spots, key, placed) for key, spots in (("f", friends), ("l", large), ("e", enemies))}
    scene = Scene(BOARD, friends=[*groups["f"], *unit], large=groups["l"], enemies=groups["e"][::2], targets=groups["e"][1::2])
    paths = []
    for index, model in enumerate(unit):
        _, x, y, heading = ends[index % len(ends)]
        dx, dy = data.draw(st.sampled_from([(x - model.place.x, y - model.place.y), (300, 0), (0, -900), (0, 0)]))
        x, y = model.place.x + dx, model.place.y + dy
        level = BOARD.level_at(model.base, Place(x, y, 0, heading))
        path = route(BOARD, model, Place(x, y, data.draw(st.sampled_from([level, model.place.z])), heading), permit)
        paths.append(path)
        assert may_move(scene, model, path, permit) is judge_move(scene, model, path, permit).ok
    coherency = data.draw(st.sampled_from([None, Coherency(2 * INCH, 5 * INCH)]))
    engaging, closer = data.draw(st.booleans()), data.draw(st.booleans())
    engage = ((groups["e"][0].name,),) if groups["e"] and engaging else ()
    rule = UnitRule(permit=permit, coherency=coherency, engage=engage, closer=closer)
    assert may_move_unit(scene, unit, paths, rule) is judge_unit(scene, unit, paths, rule).ok


@pytest.mark.parametrize("direction", [(9000, 4000), (600, 4000), (5000, 400)])
def test_large_mates_are_in_each_others_way(direction: tuple[int, int]) -> None:
    # The first model cannot pass the second, which has not moved yet when it sets out.
    unit = [Standing(f"t{index}", BASES[3], Place(3000 + 1300 * index, 4000, 0, 90)) for index in range(2)]
    rule = UnitRule(permit=MovePermit(limit=8 * INCH, over_large=False))
    scene = Scene(Field(LOW))
    for move in propose_moves(scene, unit, Goal("toward", direction), rule, Pick(seed=3)):
        assert judge_unit(scene, unit, move.paths, rule).ok

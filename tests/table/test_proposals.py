"""Proposals: always legal by the judge, the same for the same seed, and none only where the search finds none."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.kit import TALL, proposals
from warbench.table.bases import Base, hull_base, oval_base, round_base
from warbench.table.coherency import Coherency, is_coherent
from warbench.table.draw import Draw
from warbench.table.field import Field
from warbench.table.formations import formations
from warbench.table.lattice import INCH, Place, TableSize
from warbench.table.measure import Standing
from warbench.table.moves import Goal, propose_moves
from warbench.table.packing import exists_placement
from warbench.table.permits import MovePermit, UnitRule
from warbench.table.regions import AllOf, MoreThan, Rectangle, Region, WhollyWithin
from warbench.table.scene import Scene
from warbench.table.setups import Pick, Setups
from warbench.table.terrain import Wall, barricade, container, hill, rectangle, ruin, wood
from warbench.table.units import SetupRule, judge_setup, judge_unit

COHERENCY = Coherency(2 * INCH, 5 * INCH, ((2, 1), (7, 2)))
BOARD = Field(
    TALL,
    (
        ruin("ruin", rectangle(2000, 3000, 4000, 4500), (Wall((2050, 3050), (2050, 4400), 1270),), (762,)),
        wood("wood", rectangle(5000, 3500, 6500, 5000), slow=INCH),
        barricade("bar", rectangle(7000, 2500, 8500, 2700)),
        hill("hill", rectangle(8000, 4000, 10000, 5500)),
        container("box", rectangle(500, 2500, 1500, 3100)),
    ),
)
EMPTY = Field(TALL)
BASES = [round_base(320), round_base(285), round_base(500), oval_base(750, 420), hull_base(1800, 1100, 762)]
ZONE = Rectangle(0, 0, 44 * INCH, 12 * INCH)


def unit(base: Base, count: int, name: str = "u") -> tuple[Standing, ...]:
    return tuple(Standing(f"{name}{index}", base, Place(0, 0)) for index in range(count))


def crowd(seed: int, count: int, field: Field, height: int = 12 * INCH) -> list[Standing]:
    """Models here and there, none on another and none where it may not stand."""
    draw = Draw(seed)
    found: list[Standing] = []
    for index in range(count):
        base = BASES[draw.below(3)]
        model = Standing(f"x{index}", base, Place(draw.below(44 * INCH), draw.below(height)))
        if judge_setup(Scene(field, friends=found), [model], SetupRule()).ok:
            found.append(model)
    return found


def test_the_draw_does_not_change() -> None:
    assert Draw(0).below(1 << 64) == 0xE220A8397B1DCDAF  # the first number of splitmix64 from 0, as published
    draw = Draw(7)
    assert [draw.below(1000) for _ in range(6)] == [389, 16, 900, 582, 452, 249]
    items = list(range(8))
    Draw(1).shuffle(items)
    assert sorted(items) == list(range(8))
    assert Draw(3).below(0) == 0


@pytest.mark.parametrize("count", [1, 2, 5, 6, 7, 10, 20])
@pytest.mark.parametrize("base", BASES)
def test_formations_are_coherent(count: int, base: Base) -> None:
    found = formations((base,) * count, COHERENCY)
    assert found or (base.kind == "hull" and count > 6)
    for offsets in found:
        models = [Standing(str(index), base, Place(x, y)) for index, (x, y) in enumerate(offsets)]
        assert is_coherent(models, COHERENCY)


REGIONS: list[Region] = [
    ZONE,
    Rectangle(1000, 1000, 4000, 3000),
    AllOf((MoreThan(tuple(crowd(5, 12, BOARD, 60 * INCH)), 6 * INCH),)),
    WhollyWithin((Standing("tank", BASES[4], Place(6000, 1500)),), 3 * INCH),
]


@settings(max_examples=60)
@given(
    st.integers(0, 10**6),
    st.sampled_from(BASES),
    st.sampled_from([1, 3, 5, 10]),
    st.sampled_from(REGIONS),
    st.sampled_from([BOARD, EMPTY]),
    st.integers(0, 30),
)
def test_set_ups_are_legal_and_repeatable(seed: int, base: Base, count: int, region: Region, field: Field, others: int) -> None:
    models = unit(base, count)
    around = crowd(seed, others, field)
    scene = Scene(field, friends=around[::2], enemies=around[1::2])
    rule = SetupRule(region=region, coherency=COHERENCY, zone=INCH, zone_height=5 * INCH)
    found = proposals(scene, models, rule, Pick(seed=seed, limit=4))
    for placement in found:
        assert [it.name for it in placement] == [it.name for it in models]
        verdict = judge_setup(scene, placement, rule)
        assert verdict.ok, verdict.sentence
    assert len(set(found)) == len(found) <= 4
    assert proposals(scene, models, rule, Pick(seed=seed, limit=4)) == found


def test_seeds_differ() -> None:
    rule = SetupRule(region=ZONE, coherency=COHERENCY)
    lists = {proposals(Scene(EMPTY), unit(BASES[0], 5), rule, Pick(seed=seed)) for seed in range(5)}
    assert len(lists) == 5


def test_set_ups_one_by_one_are_those_of_the_list_in_whatever_order() -> None:
    models, rule, pick = unit(BASES[0], 5), SetupRule(region=ZONE, coherency=COHERENCY), Pick(seed=3, limit=4)
    scene = Scene(BOARD, friends=crowd(3, 30, BOARD))
    setups = Setups(scene, models, rule, pick)
    backwards = [setups.at(number) for number in (3, 2, 1, 0)]
    assert setups.exists()
    assert setups.last is None
    found = [placement for placement in reversed(backwards) if placement is not None]
    assert tuple(dict.fromkeys(found)) == proposals(scene, models, rule, pick)


def test_the_last_resort_is_what_the_search_finds_where_no_proposal_is_found() -> None:
    rule = SetupRule(region=Rectangle(0, 0, 640, 640), coherency=COHERENCY)
    models = unit(BASES[0], 4)
    setups = Setups(Scene(EMPTY), models, rule, Pick(seed=1, limit=0))
    assert setups.last == exists_placement(Scene(EMPTY), models, rule)
    assert setups.last is not None
    assert setups.exists()
    assert not Setups(Scene(EMPTY), unit(BASES[0], 5), rule, Pick(seed=1, limit=2)).exists()


def test_disembarking_around_a_hull_among_enemies() -> None:
    tank = Standing("tank", BASES[4], Place(6000, 6000))
    enemies = [Standing(f"e{index}", BASES[0], Place(4600, 5000 + 400 * index)) for index in range(6)]
    scene = Scene(EMPTY, friends=[tank], enemies=enemies)
    rule = SetupRule(region=WhollyWithin((tank,), 3 * INCH), coherency=COHERENCY, zone=INCH, zone_height=5 * INCH)
    found = proposals(scene, unit(BASES[0], 12), rule, Pick(seed=1))
    assert found
    for placement in found:
        assert judge_setup(scene, placement, rule).ok


def test_the_search_says_no() -> None:
    rule = SetupRule(region=Rectangle(0, 0, 700, 700), coherency=COHERENCY)
    scene = Scene(EMPTY)
    assert exists_placement(scene, unit(BASES[0], 4), rule) is not None  # 640 by 640 is needed
    assert exists_placement(scene, unit(BASES[0], 5), rule) is None
    assert proposals(scene, unit(BASES[0], 5), rule, Pick(seed=1)) == ()
    assert exists_placement(scene, unit(BASES[0], 0), rule) == ()
    assert exists_placement(Scene(Field(TableSize(300, 300))), unit(BASES[0], 1), SetupRule()) is None


def test_the_search_turns_what_does_not_fit() -> None:
    rule = SetupRule(region=Rectangle(0, 0, 500, 900))
    placement = exists_placement(Scene(EMPTY), unit(BASES[3], 1), rule)
    assert placement is not None
    assert placement[0].place.heading == 90


def test_mixed_bases_are_packed() -> None:
    models = (*unit(BASES[2], 1, "big"), *unit(BASES[0], 6))
    rule = SetupRule(region=Rectangle(0, 0, 1400, 1400), coherency=COHERENCY)
    placement = exists_placement(Scene(EMPTY), models, rule)
    assert placement is not None
    assert judge_setup(Scene(EMPTY), placement, rule).ok


GOALS = [Goal("hold"), Goal("toward", (22 * INCH, 30 * INCH)), Goal("away"), Goal("contact")]


@settings(max_examples=60)
@given(
    st.integers(0, 10**6),
    st.sampled_from(BASES),
    st.sampled_from([1, 3, 5, 10]),
    st.sampled_from(GOALS),
    st.sampled_from([BOARD, EMPTY]),
    st.booleans(),
)
def test_moves_are_legal_and_repeatable(seed: int, base: Base, count: int, goal: Goal, field: Field, free: bool) -> None:
    region = Rectangle(0, 1000, 44 * INCH, 24 * INCH)
    around = crowd(seed, 40, field, 26 * INCH)
    where = SetupRule(region=region, coherency=COHERENCY)
    found = proposals(Scene(field, friends=around), unit(base, count), where, Pick(seed=seed, limit=1))
    if not found:
        return
    models = found[0]
    scene = Scene(field, friends=[*around[::3], *models], enemies=around[1::3], targets=around[2::3])
    permit = MovePermit(
        limit=7 * INCH,
        zone=INCH,
        zone_height=5 * INCH,
        step=2 * INCH,
        pivot_cost=0 if base.is_round else 2 * INCH,
        over_large=base.is_round,
        through_zones=free,
        keywords=("INFANTRY",) if base.is_round else (),
    )
    rule = UnitRule(permit=permit, coherency=COHERENCY)
    moves = propose_moves(scene, models, goal, rule, Pick(seed=seed, limit=5))
    for move in moves:
        verdict = judge_unit(scene, models, move.paths, rule)
        assert verdict.ok, verdict.sentence
        assert move.ends == tuple(path[-1] for path in move.paths)
    assert len({move.paths for move in moves}) == len(moves) <= 5
    assert propose_moves(scene, models, goal, rule, Pick(seed=seed, limit=5)) == moves


def test_toward_goes_there() -> None:
    models = proposals(Scene(EMPTY), unit(BASES[0], 10), SetupRule(region=ZONE, coherency=COHERENCY), Pick(seed=2))[0]
    rule = UnitRule(permit=MovePermit(limit=6 * INCH, zone=INCH), coherency=COHERENCY)
    goal = Goal("toward", (20 * INCH, 40 * INCH))
    moves = propose_moves(Scene(EMPTY), models, goal, rule, Pick(seed=2))
    assert len(moves) == 8
    first = moves[0].paths[0]
    assert first[-1].y > first[0].y + 4 * INCH
    near = Goal("toward", (models[0].place.x + 300, models[0].place.y + 300))
    assert propose_moves(Scene(EMPTY), models, near, rule, Pick(seed=2))


def test_away_goes_away() -> None:
    model = Standing("u", BASES[0], Place(5000, 5000))
    enemy = Standing("e", BASES[0], Place(5000, 6000))
    rule = UnitRule(permit=MovePermit(limit=6 * INCH, zone=INCH, through_zones=True))
    moves = propose_moves(Scene(EMPTY, enemies=[enemy]), (model,), Goal("away"), rule, Pick(seed=2))
    assert moves[0].ends[0].y < 5000 - 5 * INCH
    assert propose_moves(Scene(EMPTY), (model,), Goal("away"), rule, Pick(seed=2)) == ()


def test_nothing_wanted() -> None:
    rule = UnitRule(permit=MovePermit(limit=6 * INCH))
    assert propose_moves(Scene(EMPTY), (), Goal("hold"), rule, Pick(seed=1)) == ()


def test_vehicles_turn_where_they_go() -> None:
    tank = Standing("t", BASES[4], Place(6000, 3000))
    rule = UnitRule(permit=MovePermit(limit=10 * INCH, pivot_cost=2 * INCH))
    moves = propose_moves(Scene(EMPTY), (tank,), Goal("toward", (6000, 12000)), rule, Pick(seed=1))
    ends = [move.ends[0] for move in moves]
    assert Place(6000, 3000 + 10 * INCH) in ends
    assert Place(6000, 3000 + 8 * INCH, 0, 90) in ends


def test_walls_are_gone_around() -> None:
    #   |  t      the straight way is barred, other angles are proposed
    # u |
    wall = Field(EMPTY.size, (ruin("r", rectangle(4900, 4000, 5600, 6000), (Wall((5000, 4500), (5000, 5500), 1270),)),))
    model = Standing("u", BASES[0], Place(4700, 5000))
    rule = UnitRule(permit=MovePermit(limit=6 * INCH, zone=INCH))
    moves = propose_moves(Scene(wall), (model,), Goal("toward", (9000, 5000)), rule, Pick(seed=1))
    assert moves
    assert all(judge_unit(Scene(wall), (model,), move.paths, rule).ok for move in moves)

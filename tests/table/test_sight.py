"""Lines of sight and cover. The pictures show the table from above, y upward; `o` looks at `t`."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString, Polygon  # type: ignore[import-untyped]

from tests.table.kit import hidden_by, seen, sees, unit_sees
from warbench.table.bases import Base, hull_base, round_base
from warbench.table.cover import is_covered
from warbench.table.field import Field
from warbench.table.lattice import INCH, Place, TableSize
from warbench.table.measure import Standing
from warbench.table.rays import through_area, through_panel
from warbench.table.sight import View, blockers, corridor_obstacles, hides, sees_through
from warbench.table.terrain import Opening, Piece, Wall, barricade, container, crater, hill, rectangle, ruin, wood

SIZE = TableSize(44 * INCH, 60 * INCH)
BASE = round_base(320, 381)


def model(x: int, y: int = 5000, name: str = "t", z: int = 0, base: Base = BASE) -> Standing:
    return Standing(name, base, Place(x, y, z))


def field(*pieces: Piece) -> Field:
    return Field(SIZE, pieces)


OBSERVER = model(1000, name="o")
TARGET = model(5000)
MIDDLE = rectangle(2500, 4000, 3500, 6000)


def test_nothing_is_in_the_way() -> None:
    assert sees(field(), OBSERVER, TARGET)
    assert hidden_by(field(), OBSERVER, TARGET) == []


def test_a_ruin_blocks_over_its_footprint() -> None:
    #      +---+
    # o    | r |    t      no wall at all, and yet nothing is seen over or through it
    #      +---+
    assert not sees(field(ruin("r", MIDDLE)), OBSERVER, TARGET)
    assert hidden_by(field(ruin("r", MIDDLE)), OBSERVER, TARGET) == ["r"]
    assert not sees(field(ruin("r", MIDDLE)), model(1000, name="o", base=round_base(320, 5000)), TARGET)
    assert sees(field(ruin("r", MIDDLE)), OBSERVER, TARGET, View(over=True))


def test_into_a_ruin_and_out_of_it() -> None:
    #      +---+
    # o    | t |
    #      +---+
    ruins = field(ruin("r", MIDDLE))
    assert not hidden_by(ruins, OBSERVER, model(3000))
    assert sees(ruins, model(3000, name="o"), TARGET)
    assert sees(ruins, model(3340, name="o"), TARGET)  # wholly within, touching the border
    # half inside: its rays to the part of the target beyond are stopped, those that leave at once are not
    assert sees(ruins, model(3500, name="o"), TARGET)
    assert not sees(ruins, model(2500, name="o"), TARGET)


def test_past_the_corner_of_a_ruin() -> None:
    #  o        t
    #      +---+        only its right-hand side (for o) is hidden
    #      | r |
    corner = field(ruin("r", rectangle(2500, 4000, 3500, 5000)))
    assert sees(corner, OBSERVER, TARGET)
    assert hidden_by(corner, OBSERVER, TARGET) == ["r"]
    grazed = field(ruin("r", rectangle(2500, 4000, 3500, 4840)))
    assert not hidden_by(grazed, OBSERVER, TARGET)  # along the border is free
    closed = field(ruin("r", rectangle(2500, 4000, 3500, 5160)))
    assert hidden_by(closed, OBSERVER, TARGET) == ["r"]


def test_a_wall_is_truly_in_the_way() -> None:
    #       |
    # o     |     t
    #       |
    def walled(high: int, *openings: Opening) -> Field:
        wall = Wall((3000, 4000), (3000, 6000), high, 0, openings)
        return field(Piece("w", "wall", MIDDLE, high, barricade("b", MIDDLE).traits.__class__(), (wall,)))

    assert not sees(walled(1000), OBSERVER, TARGET)
    assert sees(walled(381), OBSERVER, TARGET)  # as high as the models: their tops see each other
    assert not sees(walled(382), OBSERVER, TARGET)
    assert not hidden_by(walled(95), OBSERVER, TARGET)
    assert not hidden_by(walled(96), OBSERVER, TARGET)  # over it from the top; only low to low is stopped
    assert hidden_by(walled(300), OBSERVER, TARGET) == ["w"]
    window = Opening(900, 1100, 200, 500)
    assert sees(walled(1000, window), OBSERVER, TARGET)
    beside = Opening(100, 300, 200, 500)
    assert not sees(walled(1000, beside), OBSERVER, TARGET)


def test_a_block_is_seen_over_from_above() -> None:
    block = field(container("c", MIDDLE, 635))
    assert not sees(block, OBSERVER, TARGET)
    tower = model(1000, name="o", base=round_base(320, 1016))
    other = model(5000, base=round_base(320, 1016))
    assert sees(block, tower, other)
    assert hidden_by(block, tower, other) == ["c"]
    on_top = model(3340, name="o", z=635)
    assert sees(block, on_top, TARGET)


def test_woods_veil() -> None:
    woods = field(wood("w", MIDDLE))
    assert sees(woods, OBSERVER, TARGET)
    assert hidden_by(woods, OBSERVER, TARGET) == ["w"]
    assert sees(woods, OBSERVER, model(3000))
    assert hidden_by(woods, OBSERVER, model(3000)) == ["w"]
    assert not hidden_by(woods, OBSERVER, model(2000))


def test_models_may_be_in_the_way() -> None:
    #  o    [tank]    t
    tank = model(3000, name="tank", base=hull_base(600, 1200, 762))
    assert sees(field(), OBSERVER, TARGET)
    view = View(models=(tank, OBSERVER, TARGET))
    assert hidden_by(field(), OBSERVER, TARGET, view) == ["tank"]
    assert not sees(field(), OBSERVER, TARGET, view)
    assert sees(field(), OBSERVER, model(5000, base=round_base(320, 2000)), view)


def test_units() -> None:
    #            t0
    #      +---+
    # o    | r |   t1
    #      +---+
    ruins = field(ruin("r", MIDDLE))
    unit = (model(2500, 7500, "t0"), model(5000, 5000, "t1"))
    assert seen(ruins, (OBSERVER,), unit) == ["t0"]
    assert not hidden_by(ruins, OBSERVER, unit[0])
    assert not unit_sees(ruins, (OBSERVER,), unit[1:])
    assert unit_sees(ruins, (OBSERVER, model(1000, 8000, "o2")), unit[1:])
    assert not unit_sees(ruins, (OBSERVER,), ())


def test_one_above_the_other() -> None:
    floors = field(ruin("r", MIDDLE, (), (762,)))
    assert sees(floors, model(3000, name="o"), model(3000, z=762))


@pytest.mark.parametrize(
    ("piece", "x", "y", "keywords", "covered"),
    [
        (ruin("p", MIDDLE), 3000, 5000, (), True),
        (ruin("p", MIDDLE), 3400, 5000, (), False),  # not wholly inside, and seen fully from the right
        (wood("p", MIDDLE), 3600, 5000, (), True),
        (crater("p", MIDDLE), 3000, 5000, ("INFANTRY",), True),
        (crater("p", MIDDLE), 3000, 5000, ("VEHICLE",), False),
        (crater("p", MIDDLE), 3400, 5000, ("INFANTRY",), False),
        (barricade("p", MIDDLE, 300), 2340, 5000, (), True),
        (barricade("p", MIDDLE, 300), 2500 - 160 - 3 * INCH, 5000, (), True),
        (barricade("p", MIDDLE, 300), 2500 - 161 - 3 * INCH, 5000, (), False),
        (hill("p", MIDDLE, 300), 1000, 5000, (), True),
        (hill("p", MIDDLE, 300), 1000, 9000, (), False),
    ],
)
def test_cover(piece: Piece, x: int, y: int, keywords: tuple[str, ...], *, covered: bool) -> None:
    assert is_covered(field(piece), (model(7000, y, "o"),), model(x, y), keywords) == covered


def test_cover_against_one_observer_is_enough() -> None:
    hills = field(hill("h", MIDDLE, 300))
    assert not is_covered(hills, (model(5000, 9000, "o1"),), OBSERVER)
    assert is_covered(hills, (model(5000, 9000, "o1"), model(7000, 5000, "o2")), OBSERVER)


def test_a_hidden_model_is_covered_too() -> None:
    assert is_covered(field(ruin("r", MIDDLE)), (OBSERVER,), TARGET)


POINTS = st.tuples(st.integers(0, 8000), st.integers(0, 8000))


@settings(max_examples=300)
@given(POINTS, POINTS)
def test_lines_through_areas_agree_with_shapely(a: tuple[int, int], b: tuple[int, int]) -> None:
    assume(a != b)
    area = ((2000, 3000), (5000, 2000), (6000, 4500), (3000, 6000))
    length = LineString([a, b]).intersection(Polygon(area)).length
    passed = through_area(a, b, area)
    if length > 1:
        assert passed is not None
        start, start_over, end, end_over = passed
        assert abs((end / end_over - start / start_over) * LineString([a, b]).length - length) < 1e-3
    elif not LineString([a, b]).intersects(Polygon(area).buffer(0.5)):
        assert passed is None


@settings(max_examples=300)
@given(POINTS, POINTS, POINTS, POINTS)
def test_lines_through_walls_agree_with_shapely(
    a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]
) -> None:
    assume(a != b and c != d)
    assert (through_panel(a, b, c, d) is not None) == LineString([a, b]).crosses(LineString([c, d])) or LineString(
        [a, b]
    ).touches(LineString([c, d]))


PLACES = st.tuples(st.integers(500, 7500), st.integers(500, 7500), st.sampled_from([0, 0, 762]))
BOARD = field(
    wood("wood", rectangle(1000, 1000, 2500, 2500)),
    container("box", rectangle(3500, 3000, 4500, 4500)),
    hill("hill", rectangle(5500, 1000, 7000, 2000)),
    Piece("walls", "wall", rectangle(1000, 5000, 3000, 7000), 1000, hill("x", MIDDLE).traits.__class__(), (
        Wall((1000, 5000), (1000, 7000), 1000),
        Wall((1000, 7000), (3000, 7000), 1000, 0, (Opening(500, 900, 200, 600),)),
    )),
)  # fmt: skip


@settings(max_examples=200)
@given(PLACES, PLACES, st.sampled_from([BASE, hull_base(1000, 600, 762)]))
def test_seeing_is_mutual(a: tuple[int, int, int], b: tuple[int, int, int], base: Base) -> None:
    one, other = model(*a[:2], name="a", z=a[2]), model(*b[:2], name="b", z=b[2], base=base)
    assert sees(BOARD, one, other) == sees(BOARD, other, one)


RUINS = field(ruin("r0", rectangle(2000, 2000, 4000, 4000)), ruin("r1", rectangle(4500, 3000, 6500, 5500)))


LOW = field(
    barricade("bar", rectangle(1000, 1000, 6000, 1200), 254),
    container("box", rectangle(3500, 3000, 5500, 4500), 380),
    hill("hill", rectangle(1500, 5000, 7000, 6000), 600),
)


@settings(max_examples=300)
@given(PLACES, PLACES, st.sampled_from([BOARD, RUINS, LOW]))
def test_short_cuts_change_nothing(a: tuple[int, int, int], b: tuple[int, int, int], board: Field) -> None:
    """The look at the whole corridor gives what all the rays give; so does the quick question."""
    one, other = model(*a[:2], name="a", z=a[2]), model(*b[:2], name="b", z=b[2])
    everything = [obstacle for ground in board.grounds for obstacle in ground.obstacles]
    visible = sees_through(one, other, everything)
    full = not hides(one, other, everything, {obstacle.name for obstacle in everything})
    assert sees(board, one, other) == sees_through(one, other, blockers(everything, (one,), (other,))) == visible
    assert (hidden_by(board, one, other) == []) == full
    assert full <= visible
    found, hidden = corridor_obstacles(board, (one, model(a[0] + 400, a[1], "a2")), (other,))
    if hidden:
        assert not visible
    if not found:
        assert full

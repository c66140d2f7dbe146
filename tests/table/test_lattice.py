"""The lattice, headings, bases and printed sizes."""

from fractions import Fraction
from math import cos, hypot, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warbench.table.bases import OVAL_CORNERS, SNAP, corners_at, hull_base, oval_base, polygon_base, round_base
from warbench.table.errors import TableError
from warbench.table.facing import faces, side_towards
from warbench.table.headings import COSINE, SCALE, SINE, TURN, heading_of, in_arc, stride, turn_between, turned
from warbench.table.lattice import (
    Place,
    TableSize,
    inches,
    inches_text,
    inches_up,
    millimetres,
    root_up,
    table_size,
    travel,
)
from warbench.table.measure import Standing
from warbench.table.sizes import FALLBACKS, base_for, parse_base


def test_inches_are_exact() -> None:
    assert inches(1) == 254
    assert inches("1.5") == 381
    assert inches(Fraction(1, 2)) == 127
    assert inches(0.1) == 25  # one tenth is 25.4 units: 0.1 is read as it prints, not as its binary value
    assert inches("0.25") == 64  # 63.5
    assert inches("0.25", "down") == 63
    assert inches("0.1", "up") == 26
    assert millimetres("28.5") == 285


@pytest.mark.parametrize("value", ["", "x", "1e9", 10**9, "nan", "1/0"])
def test_no_length(value: str | int) -> None:
    with pytest.raises(TableError) as caught:
        inches(value)
    assert caught.value.code == "bad-length"


def test_no_lattice_point() -> None:
    with pytest.raises(TableError, match="lattice"):
        inches("0.1", "exact")


def test_text_and_rounding_up() -> None:
    assert inches_text(254) == '1"'
    assert inches_text(2291) == '9.02"'
    assert [inches_up(length) for length in (0, 1, 254, 255)] == [0, 1, 1, 2]


@given(st.integers(0, 10**12))
def test_root_up(square: int) -> None:
    root = root_up(square)
    assert (root - 1) ** 2 < square <= root**2 if square else root == 0


def test_travel_rounds_up() -> None:
    assert travel(3, 4) == 5
    assert travel(1, 1) == 2
    assert travel(2, 3, 6) == 7


def test_tables() -> None:
    assert table_size(44, 60) == TableSize(44 * 254, 60 * 254)
    with pytest.raises(TableError):
        table_size(0, 30)


def test_directions_do_not_depend_on_the_machine() -> None:
    # No product lies near a half, so that an error in the last place of a cosine cannot change the table.
    for degree in range(TURN):
        for exact in (cos(radians(degree)) * SCALE, sin(radians(degree)) * SCALE):
            assert abs(exact % 1 - 0.5) > 1e-6
    assert (COSINE[0], SINE[90], COSINE[90]) == (SCALE, SCALE, 0)


@given(st.integers(-2000, 2000), st.integers(-2000, 2000), st.integers(0, 359))
def test_turned_points_are_snapped(x: int, y: int, heading: int) -> None:
    tx, ty = turned((x, y), heading)
    angle = radians(heading)
    assert hypot(tx - (x * cos(angle) - y * sin(angle)), ty - (x * sin(angle) + y * cos(angle))) < SNAP / 2
    assert turned((-x, -y), heading) == (-tx, -ty)


@given(st.integers(0, 359))
def test_heading_of_finds_the_heading_back(heading: int) -> None:
    assert heading_of(COSINE[heading], SINE[heading]) == heading
    assert heading_of(*stride(heading, 5000)) == heading


def test_headings() -> None:
    assert turn_between(350, 10) == 20
    assert turn_between(10, 350) == -20
    assert turn_between(0, 180) == 180
    with pytest.raises(TableError):
        heading_of(0, 0)


def test_arcs() -> None:
    assert in_arc(0, 45, 100, 100)
    assert not in_arc(0, 44, 100, 100)
    assert in_arc(0, 90, 0, 1)
    assert not in_arc(0, 90, -1, 1000)
    assert in_arc(0, 135, -100, 100)
    assert not in_arc(0, 135, -101, 100)
    assert in_arc(30, 0, COSINE[30], SINE[30])
    assert not in_arc(30, 0, -COSINE[30], -SINE[30])
    assert in_arc(0, 180, -1, 0)


def test_sides_of_a_hull() -> None:
    # seen from above, heading to the right: 1 is its front
    tank = Standing("tank", hull_base(1800, 1100, 762), Place(5000, 5000))
    assert [side_towards(tank, (5000 + x, 5000 + y)) for x, y in ((2000, 0), (0, 2000), (-2000, 0), (0, -2000))] == [1, 2, 3, 0]
    turned_tank = tank.at(Place(5000, 5000, 0, 90))
    assert side_towards(turned_tank, (5000, 7000)) == 1
    assert faces(turned_tank, (5000, 7000), 10)
    assert not faces(turned_tank, (7000, 5000), 89)
    with pytest.raises(TableError):
        side_towards(tank, (5000, 5000))


def test_printed_sizes() -> None:
    assert parse_base("32mm") == round_base(320)
    assert parse_base("28.5mm").diameter == 285
    assert parse_base("60x35mm oval") == parse_base("60 x 35mm") == oval_base(600, 350)
    assert "base alone" in parse_base("120 x 92mm flying base").note
    tank = parse_base("180x110mm hull")
    assert tank.kind == "hull"
    assert set(tank.corners) == {(-900, -550), (900, -550), (900, 550), (-900, 550)}
    assert tank.body == tank.height


@pytest.mark.parametrize("printed", ["hull", "", "32 cm", "-3mm", "100mm round base, 120mm oval base", "0mm", "99999mm"])
def test_unreadable_sizes(printed: str) -> None:
    with pytest.raises(TableError) as caught:
        parse_base(printed)
    assert caught.value.code == "bad-base"


def test_fallbacks_say_so() -> None:
    tank = base_for("hull", ["Vehicle"])
    assert tank.kind == "hull"
    assert "states no size" in tank.note
    assert "VEHICLE" in tank.note
    assert base_for("", []).diameter == 320
    assert base_for("40mm", ["VEHICLE"]).note == ""
    with pytest.raises(TableError):
        base_for("Use model", ["X"], FALLBACKS[:2])
    with pytest.raises(TableError):
        base_for("about so big", ["VEHICLE"])


def test_shapes_that_are_no_base() -> None:
    with pytest.raises(TableError):
        round_base(0)
    with pytest.raises(TableError):
        polygon_base(((0, 0), (10, 0), (20, 0)), 10)
    with pytest.raises(TableError):
        polygon_base(((10, 10), (20, 10), (10, 20)), 10)  # the centre lies outside


@given(st.integers(20, 1700), st.integers(20, 1700), st.integers(0, 359))
def test_circles_hold_the_outline(length: int, width: int, heading: int) -> None:
    base = oval_base(length, width)
    assert len(base.corners) <= OVAL_CORNERS
    for x, y in corners_at(base, heading):
        assert 4 * (x * x + y * y) <= base.outer**2
    assert base.inner <= min(length, width)

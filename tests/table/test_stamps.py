"""Discs and wedges laid on the table, and the models below."""

import pytest

from warbench.table.bases import hull_base, round_base
from warbench.table.errors import TableError
from warbench.table.lattice import INCH, Place, Point
from warbench.table.measure import Standing
from warbench.table.stamps import disc, edge_point, shifted, touched, under, wedge

MAN = round_base(320)
FLAME = ((0, 0), (8 * INCH, -INCH), (8 * INCH, INCH))


def test_a_disc_covers_what_it_overlaps_and_touches_more() -> None:
    edge = Standing("edge", MAN, Place(3 * INCH // 2 + 160, 0))
    inside = Standing("inside", MAN, Place(3 * INCH // 2 + 159, 0))
    away = Standing("away", MAN, Place(3 * INCH // 2 + 161, 0))
    marker = disc((0, 0), 3 * INCH)
    assert under(marker, [edge, inside, away]) == ("inside",)
    assert touched(marker, [edge, inside, away]) == ("edge", "inside")
    with pytest.raises(TableError, match="diameter"):
        disc((0, 0), 0)


@pytest.mark.parametrize(("heading", "point"), [(0, (160, 0)), (90, (0, 160)), (180, (-160, 0)), (270, (0, -160))])
def test_the_edge_of_a_round_base(heading: int, point: Point) -> None:
    assert edge_point(Standing("man", MAN, Place(0, 0)), heading) == point


@pytest.mark.parametrize(
    ("heading", "point"), [(0, (300, 0)), (90, (0, 200)), (180, (-300, 0)), (270, (0, -200)), (45, (200, 200))]
)
def test_the_edge_of_a_hull(heading: int, point: Point) -> None:
    assert edge_point(Standing("hull", hull_base(600, 400, 300), Place(0, 0)), heading) == point


def test_every_heading_leaves_a_hull_somewhere() -> None:
    hull = Standing("hull", hull_base(600, 400, 300), Place(1000, 1000, 0, 33))
    for heading in range(360):
        x, y = edge_point(hull, heading)
        assert 200 <= ((x - 1000) ** 2 + (y - 1000) ** 2) ** 0.5 + 2 <= 365


def test_a_wedge_starts_at_the_edge_and_follows_the_heading() -> None:
    shooter = Standing("shooter", MAN, Place(0, 0))
    ahead = Standing("ahead", MAN, Place(0, 160 + 4 * INCH))
    behind = Standing("behind", MAN, Place(0, -160 - 4 * INCH))
    far = Standing("far", MAN, Place(0, 160 + 8 * INCH + 161))
    just = Standing("just", MAN, Place(0, 160 + 8 * INCH + 160))
    assert touched(wedge(shooter, 90, FLAME), [ahead, behind, far, just]) == ("ahead", "just")
    assert touched(wedge(shooter, 270, FLAME), [ahead, behind]) == ("behind",)


def test_a_point_moves_along_a_heading() -> None:
    assert shifted((10, 20), 180, 3 * INCH) == (10 - 3 * INCH, 20)
    assert shifted((0, 0), 60, 2000) == (1000, 1732)

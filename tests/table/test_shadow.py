"""Shadows agree with the rays: what is shadowed is not seen, and what footprints alone hide is shadowed."""

from hypothesis import given
from hypothesis import strategies as st

from warbench.table.bases import hull_base, round_base
from warbench.table.convex import hull
from warbench.table.field import Field
from warbench.table.lattice import INCH, Place, table_size
from warbench.table.measure import Standing
from warbench.table.shadow import shadowed
from warbench.table.sight import sees_through
from warbench.table.terrain import ruin

COORDINATE = st.integers(2 * INCH, 28 * INCH)
PLACES = st.builds(Place, COORDINATE, COORDINATE, st.just(0), st.sampled_from([0, 30, 90, 211]))
BASES = st.sampled_from([round_base(320), round_base(285), hull_base(1800, 1100, 700)])
POINTS = st.tuples(COORDINATE, COORDINATE)


@st.composite
def ruins(draw: st.DrawFn) -> list[tuple[tuple[int, int], ...]]:
    """Footprints of three to six corners."""
    found = []
    for _ in range(draw(st.integers(1, 3))):
        x, y = draw(POINTS)
        near = st.tuples(st.integers(-4 * INCH, 4 * INCH), st.integers(-4 * INCH, 4 * INCH))
        area = hull([(x + dx, y + dy) for dx, dy in draw(st.lists(near, min_size=3, max_size=6))])
        if len(area) > 2:
            found.append(area)
    return found


@given(
    st.lists(st.tuples(BASES, PLACES), min_size=1, max_size=3), st.lists(st.tuples(BASES, PLACES), min_size=1, max_size=3), ruins()
)
def test_shadowed_is_exactly_what_footprints_hide(ones: list[tuple], others: list[tuple], areas: list) -> None:  # type: ignore[type-arg]
    observers = [Standing(f"o{index}", base, place) for index, (base, place) in enumerate(ones)]
    targets = [Standing(f"t{index}", base, place) for index, (base, place) in enumerate(others)]
    field = Field(table_size(30, 30), [ruin(f"r{index}", area) for index, area in enumerate(areas)])
    obstacles = [obstacle for ground in field.grounds for obstacle in ground.obstacles]
    found = shadowed(observers, targets, obstacles)
    for row, observer in zip(found, observers, strict=True):
        for hidden, target in zip(row, targets, strict=True):
            assert bool(hidden) is not sees_through(observer, target, obstacles)

"""The referee of moves: it finds a way out where there is one, and says no where there is none."""

from warbench.table.bases import round_base
from warbench.table.coherency import Coherency
from warbench.table.field import Field
from warbench.table.headings import stride
from warbench.table.lattice import INCH, TABLE_SIZES, Place
from warbench.table.measure import Standing
from warbench.table.permits import MovePermit, UnitRule
from warbench.table.scene import Scene
from warbench.table.search import exists_move
from warbench.table.units import judge_unit

FIELD = Field(TABLE_SIZES["44x60"])
BASE = round_base(320)
MIDDLE = Standing("u", BASE, Place(6000, 6000))


def ring(radius: int, step: int, gap: range = range(0)) -> list[Standing]:
    """Enemies all around the middle, but not at the headings of `gap`."""
    spots = [(heading, stride(heading, radius)) for heading in range(0, 360, step) if heading not in gap]
    return [Standing(f"e{heading}", BASE, Place(6000 + x, 6000 + y)) for heading, (x, y) in spots]


def rule(limit: int) -> UnitRule:
    permit = MovePermit(limit=limit, zone=INCH, zone_height=5 * INCH, through_zones=True, through_enemies=True)
    return UnitRule(permit=permit, coherency=Coherency(2 * INCH, 5 * INCH))


def test_a_ringed_model_gets_out_only_if_its_move_is_long_enough() -> None:
    # every place within 5 inches is in the zone of an enemy, those from 5.4 inches on are free
    enemies = [*ring(350, 60), *ring(800, 30)]
    scene = Scene(FIELD, enemies=enemies)
    assert exists_move(scene, [MIDDLE], rule(5 * INCH)) is None
    found = exists_move(scene, [MIDDLE], rule(8 * INCH))
    assert found is not None
    assert judge_unit(scene, [MIDDLE], found, rule(8 * INCH)).ok


def test_a_unit_finds_a_way_out_one_by_one() -> None:
    unit = [Standing(f"u{index}", BASE, Place(6000, 6000 + 330 * index)) for index in range(4)]
    enemies = [Standing(f"e{index}", BASE, Place(5500, 5700 + 400 * index)) for index in range(5)]
    scene = Scene(FIELD, enemies=enemies, friends=unit)
    found = exists_move(scene, unit, rule(6 * INCH))
    assert found is not None
    assert judge_unit(scene, unit, found, rule(6 * INCH)).ok
    assert exists_move(scene, unit, rule(6 * INCH)) == found


def test_who_moves_away_leaves_nobody_in_a_zone() -> None:
    unit = [Standing("u0", BASE, Place(6000, 6000)), Standing("u1", BASE, Place(6400, 6000))]
    scene = Scene(FIELD, enemies=[Standing("e", BASE, Place(5600, 6000))])
    paths = [(unit[0].place,), (unit[1].place, Place(6500, 6000))]
    assert judge_unit(scene, unit, paths, rule(6 * INCH)).code == "in-zone"
    assert judge_unit(scene, unit, [(model.place,) for model in unit], rule(6 * INCH)).ok


def test_nobody_cannot_move() -> None:
    assert exists_move(Scene(FIELD), [], rule(INCH)) is None
    assert exists_move(Scene(FIELD), [MIDDLE], rule(0)) is None

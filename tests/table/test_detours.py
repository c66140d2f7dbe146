"""Ways of one model from corner to corner of what stands in its way."""

from warbench.table.bases import hull_base, round_base
from warbench.table.detours import detours
from warbench.table.field import Field
from warbench.table.lattice import INCH, Place, table_size
from warbench.table.measure import Standing
from warbench.table.paths import judge_move
from warbench.table.permits import MovePermit, Path
from warbench.table.scene import Scene
from warbench.table.terrain import container, rectangle

MAN = round_base(320)
TABLE = table_size(44, 60)
START, END = Place(5000, 3000), Place(5000, 5000)
LONG = container("long", rectangle(4700, 3600, 5300, 4400), 5 * INCH)


def first(scene: Scene, model: Standing, permit: MovePermit, *ends: Place) -> Path | None:
    """The first way that is found; what is found is legal."""
    found = next(detours(scene, model, model, permit, ends), None)
    assert found is None or judge_move(scene, model, found, permit).ok
    return found


def test_a_long_block_is_passed_along_its_side() -> None:
    scene, man = Scene(Field(TABLE, (LONG,))), Standing("m", MAN, START)
    assert not judge_move(scene, man, (START, END), MovePermit(limit=12 * INCH)).ok
    path = first(scene, man, MovePermit(limit=12 * INCH), END)
    assert path is not None
    assert path[0] == START
    assert path[-1] == END
    assert len(path) == 4, "by two of its corners"
    assert first(scene, man, MovePermit(limit=8 * INCH), END) is None, "the way around is longer than that"


def test_an_enemy_is_passed_outside_its_zone() -> None:
    scene, man = Scene(Field(TABLE), enemies=[Standing("e", MAN, Place(5000, 4000))]), Standing("m", MAN, START)
    near, far = MovePermit(limit=12 * INCH), MovePermit(limit=12 * INCH, zone=INCH, zone_height=5 * INCH)
    one, other = first(scene, man, near, END), first(scene, man, far, END)
    assert one is not None
    assert other is not None
    assert not judge_move(scene, man, one, far).ok, "beside the model, but in its zone"


def test_a_hull_keeps_its_own_corners_off() -> None:
    hull = Standing("h", hull_base(4 * INCH, 2 * INCH, 3 * INCH), START)
    path = first(Scene(Field(TABLE, (LONG,))), hull, MovePermit(limit=20 * INCH), END)
    assert path is not None
    assert len(path) > 2


def test_who_flies_or_stands_free_needs_no_corner() -> None:
    man = Standing("m", MAN, START)
    flying = MovePermit(limit=12 * INCH, fly=True)
    assert first(Scene(Field(TABLE, (LONG,))), man, flying, END) is None, "there is nothing to go around"

"""Whole units: moves together, contact, and setting up."""

import pytest

from tests.table.kit import TALL
from warbench.table.bases import Base, hull_base, oval_base, round_base
from warbench.table.coherency import Coherency
from warbench.table.contact import can_touch, contact_places
from warbench.table.errors import TableError
from warbench.table.field import Field
from warbench.table.lattice import INCH, Place, inches
from warbench.table.measure import Standing, in_contact, overlapping
from warbench.table.moves import Goal, propose_moves
from warbench.table.permits import MovePermit, Path, UnitRule
from warbench.table.regions import MoreThan, Rectangle
from warbench.table.scene import Scene
from warbench.table.setups import Pick
from warbench.table.terrain import hill, rectangle
from warbench.table.units import SetupRule, judge_setup, judge_unit

FIELD = Field(TALL)
BASE = round_base(320)
COHERENCY = Coherency(2 * INCH, 5 * INCH, ((2, 1), (7, 2)))


def row(name: str, x: int, y: int, count: int, step: int = 400, base: Base = BASE) -> list[Standing]:
    return [Standing(f"{name}{index}", base, Place(x + step * index, y)) for index in range(count)]


def rule(limit: float = 6, **more: object) -> UnitRule:
    permit = MovePermit(limit=inches(limit), zone=INCH, zone_height=5 * INCH, step=2 * INCH)
    return UnitRule(permit=permit, coherency=COHERENCY, **more)  # type: ignore[arg-type]


def up(unit: list[Standing], *distances: int) -> list[Path]:
    return [(it.place, Place(it.place.x, it.place.y + by)) if by else (it.place,) for it, by in zip(unit, distances, strict=True)]


def test_a_unit_moves_together() -> None:
    unit = row("u", 2000, 2000, 3)
    verdict = judge_unit(Scene(FIELD, friends=unit), unit, up(unit, 500, 500, 600), rule())
    assert (verdict.ok, [move.length for move in verdict.moves]) == (True, [500, 500, 600])


def test_one_bad_move_refuses_all() -> None:
    unit = row("u", 2000, 2000, 3)
    verdict = judge_unit(Scene(FIELD), unit, up(unit, 500, 6 * INCH + 1, 500), rule())
    assert (verdict.ok, verdict.code, len(verdict.moves)) == (False, "too-far", 2)
    assert verdict.sentence.startswith("u1 ")


def test_coherency_at_the_end() -> None:
    unit = row("u", 2000, 2000, 3)
    verdict = judge_unit(Scene(FIELD), unit, up(unit, 0, 0, 1200), rule())
    assert (verdict.code, verdict.sentence) == ("out-of-coherency", "u2 would be out of coherency")


def test_mates_may_be_passed_but_not_ended_on() -> None:
    unit = row("u", 2000, 2000, 2)
    swap = [(unit[0].place, unit[1].place), (unit[1].place, unit[0].place)]
    assert judge_unit(Scene(FIELD), unit, swap, rule()).ok
    same = [(unit[0].place, unit[1].place), (unit[1].place,)]
    assert judge_unit(Scene(FIELD), unit, same, rule()).sentence == "u1 would end on u0"


def test_large_mates_stand_in_the_way_until_they_have_moved() -> None:
    big = hull_base(600, 600, 700)
    unit = row("u", 3000, 3000, 2, 700, big)
    permit = MovePermit(limit=10 * INCH, over_large=False)
    first = [(unit[0].place, Place(5500, 3000)), (unit[1].place, Place(3700, 4500))]
    assert judge_unit(Scene(FIELD), unit, first, UnitRule(permit=permit)).code == "through-friend"
    assert judge_unit(Scene(FIELD), unit[::-1], first[::-1], UnitRule(permit=permit)).ok


def test_each_group_must_be_engaged() -> None:
    unit = row("u", 2000, 2000, 2)
    one, two = Standing("e", BASE, Place(2000, 3500)), Standing("f", BASE, Place(2400, 5000))
    scene = Scene(FIELD, targets=[one, two])
    near = up(unit, 1000, 1000)
    assert judge_unit(scene, unit, near, rule(engage=(("e",),))).ok
    verdict = judge_unit(scene, unit, near, rule(engage=(("e",), ("f",))))
    assert (verdict.code, verdict.sentence) == ("not-engaged", "nobody would be engaged with f")


def test_who_moves_must_come_nearer() -> None:
    unit = row("u", 2000, 2000, 2)
    scene = Scene(FIELD, targets=[Standing("e", BASE, Place(2000, 3500))])
    assert judge_unit(scene, unit, up(unit, 300, 300), rule(closer=True)).ok
    assert judge_unit(scene, unit, up(unit, 300, 0), rule(closer=True)).ok
    verdict = judge_unit(scene, unit, up(unit, -300, 0), rule(closer=True))
    assert (verdict.code, verdict.sentence) == ("not-closer", "u0 would not end nearer to the nearest target")


def test_contact_must_be_made_where_it_can() -> None:
    unit = row("u", 2000, 2000, 1)
    scene = Scene(FIELD, targets=[Standing("e", BASE, Place(2000, 3500))])
    short, touching = up(unit, 1000), up(unit, 1500 - 320)
    assert judge_unit(scene, unit, short, rule()).ok
    assert judge_unit(scene, unit, short, rule(contact=True)).code == "contact-missed"
    assert judge_unit(scene, unit, touching, rule(contact=True)).ok
    assert judge_unit(scene, unit, up(unit, 1000), rule(4, contact=True)).ok  # out of reach


def test_a_path_for_each() -> None:
    unit = row("u", 2000, 2000, 2)
    with pytest.raises(TableError):
        judge_unit(Scene(FIELD), unit, up(unit[:1], 5), rule())


@pytest.mark.parametrize("base", [BASE, round_base(285), oval_base(750, 420), hull_base(1800, 1100, 762)])
@pytest.mark.parametrize("target", [BASE, oval_base(900, 520), hull_base(1800, 1100, 762)])
def test_contact_places_touch_and_do_not_overlap(base: Base, target: Base) -> None:
    enemy = Standing("e", target, Place(6000, 6000, 0, 33))
    mover = Standing("m", base, Place(2000, 5000))
    places = list(contact_places(mover, enemy))
    assert len(places) >= 20
    for place in places:
        assert in_contact(mover.at(place), enemy)
        assert not overlapping(mover.at(place), enemy)
    assert places[0].x < 6000  # on the mover's side
    for reach in range(0, 6000, 400):
        near = [it for it in places if (it.x - 2000) ** 2 + (it.y - 5000) ** 2 <= reach * reach]
        assert list(contact_places(mover, enemy, reach=reach)) == near


def test_who_is_ringed_cannot_be_touched() -> None:
    enemy = Standing("e", BASE, Place(6000, 6000))
    mover = Standing("m", BASE, Place(4800, 6000))
    ring = [Standing(f"f{index}", BASE, place) for index, place in enumerate(contact_places(mover, enemy))]
    free = Scene(FIELD, targets=[enemy])
    assert can_touch(free, mover, [], rule()) is not None
    assert can_touch(free.adding(ring, 0), mover, [], rule()) is None


# Setting up.

ZONE = Rectangle(0, 0, 44 * INCH, 12 * INCH)


def setup(**more: object) -> SetupRule:
    return SetupRule(**({"region": ZONE, "coherency": COHERENCY, "zone": INCH, "zone_height": 5 * INCH} | more))  # type: ignore[arg-type]


def test_setting_up() -> None:
    unit = row("u", 2000, 2000, 3)
    assert judge_setup(Scene(FIELD, friends=unit), unit, setup()).ok
    late = judge_setup(Scene(FIELD), row("u", 2000, 12 * INCH - 159, 3), setup())
    assert (late.code, late.sentence) == ("outside-region", "u0 would stand outside the region")
    assert judge_setup(Scene(FIELD), row("u", 159, 2000, 3), setup()).code == "off-table"
    assert judge_setup(Scene(FIELD), row("u", 2000, 2000, 3, 319), setup()).code == "on-model"
    assert judge_setup(Scene(FIELD), row("u", 2000, 2000, 3, 829), setup()).code == "out-of-coherency"
    hills = Scene(Field(FIELD.size, (hill("h", rectangle(1500, 1500, 2500, 2500)),)))
    assert judge_setup(hills, row("u", 2000, 2000, 1), setup()).code == "in-solid"
    assert judge_setup(hills, [Standing("u", BASE, Place(2000, 2000, 2 * INCH))], setup()).ok


def test_setting_up_near_enemies() -> None:
    enemy = Standing("e", BASE, Place(2000, 2000))
    scene = Scene(FIELD, enemies=[enemy])
    assert judge_setup(scene, row("u", 2000 + 320 + INCH, 2000, 2), setup()).code == "in-zone"
    assert judge_setup(scene, row("u", 2000 + 321 + INCH, 2000, 2), setup()).ok
    far = setup(region=MoreThan((enemy,), 9 * INCH))
    assert judge_setup(scene, row("u", 2000 + 320 + 9 * INCH, 2000, 2), far).code == "outside-region"
    assert judge_setup(scene, row("u", 2000 + 321 + 9 * INCH, 2000, 2), far).ok


def test_who_moves_away_leaves_nobody_in_a_zone() -> None:
    unit = row("u", 6000, 6000, 2)
    scene = Scene(FIELD, enemies=row("e", 5600, 6000, 1))
    permit = MovePermit(limit=6 * INCH, zone=INCH, zone_height=5 * INCH, through_zones=True, through_enemies=True)
    away = UnitRule(permit=permit, coherency=COHERENCY)
    paths = [(unit[0].place,), (unit[1].place, Place(6500, 6000))]
    assert judge_unit(scene, unit, paths, away).code == "in-zone"
    assert judge_unit(scene, unit, [(model.place,) for model in unit], away).ok


def test_a_charge_is_proposed_where_it_reaches() -> None:
    unit = row("u", 3000, 3000, 5)
    enemies = row("e", 3000, 3000 + 320 + 8 * INCH, 5)
    names = tuple(it.name for it in enemies)
    scene = Scene(FIELD, friends=unit, targets=enemies)
    assert propose_moves(scene, unit, Goal("contact"), rule(6.5, engage=(names,)), Pick(seed=1)) == ()
    for strict in (False, True):
        whole = rule(8, engage=(names,), contact=strict)
        moves = propose_moves(scene, unit, Goal("contact"), whole, Pick(seed=1, limit=2))
        assert moves
        for move in moves:
            assert judge_unit(scene, unit, move.paths, whole).ok

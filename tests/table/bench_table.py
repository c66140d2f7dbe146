"""How fast the table is. Not a test: `python -m tests.table.bench_table` prints milliseconds a call."""

from collections.abc import Callable
from time import process_time

from tests.table.kit import TALL, proposals, unit_sees
from warbench.table.coherency import Coherency
from warbench.table.field import Field
from warbench.table.lattice import Place, inches
from warbench.table.measure import Standing
from warbench.table.moves import Goal, propose_moves
from warbench.table.packing import Placement, exists_placement
from warbench.table.permits import MovePermit, UnitRule
from warbench.table.regions import AllOf, MoreThan, Rectangle, WhollyWithin
from warbench.table.scene import Scene
from warbench.table.setups import Pick
from warbench.table.sizes import parse_base
from warbench.table.terrain import Wall, barricade, container, hill, rectangle, ruin, wood
from warbench.table.units import SetupRule

COHERENCY = Coherency(inches(2), inches(5), ((2, 1), (7, 2)))


def battlefield() -> Field:
    """A table of 44 by 60 inches with ten pieces of terrain."""
    i = inches
    ruins = []
    for index, (x, y) in enumerate(((8, 14), (28, 14), (8, 38), (28, 38))):
        area = rectangle(i(x), i(y), i(x + 8), i(y + 6))
        walls = (
            Wall((i(x) + 50, i(y) + 50), (i(x) + 50, i(y + 5)), i(5)),
            Wall((i(x) + 50, i(y) + 50), (i(x + 7), i(y) + 50), i(5)),
        )
        ruins.append(ruin(f"ruin {index}", area, walls, (i(3),)))
    return Field(
        TALL,
        (
            *ruins,
            wood("wood 0", rectangle(i(18), i(22), i(24), i(27))),
            wood("wood 1", rectangle(i(20), i(33), i(26), i(38))),
            barricade("bar 0", rectangle(i(4), i(28), i(9), i(29))),
            barricade("bar 1", rectangle(i(35), i(31), i(40), i(32))),
            hill("hill", rectangle(i(19), i(6), i(26), i(11))),
            container("box", rectangle(i(19), i(50), i(24), i(53))),
        ),
    )


def unit(name: str, printed: str, count: int) -> tuple[Standing, ...]:
    """Models that stand nowhere in particular."""
    base = parse_base(printed)
    return tuple(Standing(f"{name}{index}", base, Place(0, 0)) for index in range(count))


def army(field: Field, side: str, near: int, far: int) -> list[Placement]:
    """Nine units in a strip, each set up by the first proposal."""
    kinds = [("28.5mm", 10), ("32mm", 10), ("32mm", 5), ("40mm", 5), ("40mm", 3), ("50mm", 3), ("75x42mm oval", 3)]
    kinds += [("170x109mm oval", 1), ("180x110mm hull", 1)]
    placed: list[Placement] = []
    rule = SetupRule(region=Rectangle(0, near, field.size.width, far), coherency=COHERENCY)
    for index, (printed, count) in enumerate(kinds):
        scene = Scene(field, friends=[model for one in placed for model in one])
        placed.append(proposals(scene, unit(f"{side}{index}.", printed, count), rule, Pick(seed=index, limit=1))[0])
    return placed


def timed(what: str, calls: int, call: Callable[[int], object]) -> None:
    """Run and print."""
    start = process_time()
    answers = [call(index) for index in range(calls)]
    took = (process_time() - start) * 1000 / calls
    sizes = [len(answer) for answer in answers if isinstance(answer, tuple)]
    mean = f", {sum(sizes) / len(sizes):.1f} proposals" if sizes else ""
    print(f"{what:50} {took:7.3f} ms{mean}")  # noqa: T201 - it prints


def main() -> None:
    """Print all."""
    timed("yardstick: a loop of 100,000", 20, lambda _: sum(number * number for number in range(100_000)))
    field = battlefield()
    ours, theirs = army(field, "a", 0, inches(14)), army(field, "b", inches(46), inches(60))
    all_ours = [model for one in ours for model in one]
    all_theirs = [model for one in theirs for model in one]
    timed("make a scene of all models", 200, lambda _: Scene(field, friends=all_ours, enemies=all_theirs))
    scene = Scene(field, friends=all_ours, enemies=all_theirs)
    ten = unit("n", "32mm", 10)
    zone = Rectangle(0, 0, field.size.width, inches(12))
    rule = SetupRule(region=zone, coherency=COHERENCY, zone=inches(1), zone_height=inches(5))
    empty = Scene(field)
    timed("set up 10 in an empty zone, 8 wanted", 50, lambda seed: proposals(empty, ten, rule, Pick(seed=seed)))
    timed("set up 10 in a crowded zone", 50, lambda seed: proposals(scene, ten, rule, Pick(seed=seed)))
    ring = SetupRule(region=WhollyWithin((ours[8][0],), inches(3)), coherency=COHERENCY, zone=inches(1))
    tank = ours[8][0].at(Place(inches(22), inches(30)))
    open_ring = SetupRule(region=WhollyWithin((tank,), inches(3)), coherency=COHERENCY, zone=inches(1))
    around = Scene(field, friends=[*all_ours, Standing("tank", tank.base, tank.place)], enemies=all_theirs)
    timed(
        "set up 10 wholly within 3 of a hull, in the open",
        50,
        lambda seed: proposals(around, ten, open_ring, Pick(seed=seed)),
    )
    timed("the same in a crowded zone", 50, lambda seed: proposals(scene, ten, ring, Pick(seed=seed)))
    deep = SetupRule(region=AllOf((MoreThan(tuple(all_theirs), inches(9)),)), coherency=COHERENCY)
    timed("set up 10 more than 9 from enemies", 50, lambda seed: proposals(scene, ten, deep, Pick(seed=seed)))
    timed("does a placement exist (crowded zone)", 10, lambda _: exists_placement(scene, ten, rule) is not None)
    permit = MovePermit(limit=inches(6), zone=inches(1), zone_height=inches(5), step=inches(2), keywords=("INFANTRY",))
    move = UnitRule(permit=permit, coherency=COHERENCY)
    goal = Goal("toward", (inches(22), inches(30)))
    for index in (0, 1, 3, 6, 8):
        timed(
            f"move {len(ours[index])} x {ours[index][0].base.kind} toward the middle",
            50,
            lambda seed, index=index: propose_moves(scene, ours[index], goal, move, Pick(seed=seed)),  # type: ignore[misc]
        )
    close = [model.at(Place(model.place.x, model.place.y - inches(36), 0)) for model in all_theirs]
    middle = Scene(field, friends=all_ours, enemies=close)
    timed("move 10 among enemies", 50, lambda seed: propose_moves(middle, ours[1], goal, move, Pick(seed=seed)))
    victim = [model.at(Place(model.place.x, model.place.y + inches(20))) for model in ours[2]]
    attackers = _beside(Scene(field), victim)
    names = tuple(model.name for model in victim)
    charge = UnitRule(
        permit=MovePermit(limit=inches(9), zone=inches(1), zone_height=inches(5), step=inches(2)),
        coherency=COHERENCY,
        engage=(names,),
    )
    clash = Scene(field, targets=victim, enemies=all_theirs)
    timed(
        "10 charge 5, 2 wanted",
        20,
        lambda seed: propose_moves(clash, attackers, Goal("contact"), charge, Pick(seed=seed, limit=2)),
    )
    strict = UnitRule(permit=charge.permit, coherency=COHERENCY, engage=(names,), contact=True)
    timed(
        "the same, contact where possible",
        20,
        lambda seed: propose_moves(clash, attackers, Goal("contact"), strict, Pick(seed=seed, limit=1)),
    )
    timed("unit sight, all 81 pairs of units", 5, lambda _: [unit_sees(field, one, other) for one in ours for other in theirs])


def _beside(scene: Scene, victim: list[Standing]) -> Placement:
    middle = victim[len(victim) // 2]
    region = AllOf((WhollyWithin((middle,), inches(14)), MoreThan(tuple(victim), inches(4))))
    rule = SetupRule(region=region, coherency=COHERENCY)
    return proposals(scene, unit("c", "32mm", 10), rule, Pick(seed=3, limit=1))[0]


if __name__ == "__main__":
    main()

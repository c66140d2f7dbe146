"""Placing Blast Markers and Templates: where the attacker may lay them, and the best places that are proposed (facts 19).

A Blast Marker's middle lies over the base of a model of the target. A Template starts at the edge of the model that fires,
touches no friend, and at least one model of the target. With Barrage only the uppermost floor is hit, where the point has any
(H-207).
"""

import re
from collections.abc import Iterable

from warbench.battle.asking import name_of
from warbench.battle.requests import Ask, Option, Procedure, Refusal
from warbench.games.heresy3.battle.arms import rule_of
from warbench.games.heresy3.battle.declaring import FireGroup
from warbench.games.heresy3.battle.guns import Gun, controller
from warbench.games.heresy3.battle.marked import Placed, covered_by
from warbench.games.heresy3.battle.state import State, Unit
from warbench.table.convex import holds_point
from warbench.table.headings import TURN, heading_of
from warbench.table.lattice import INCH, Point
from warbench.table.measure import Standing, deep_inside
from warbench.table.stamps import disc, touched, wedge

RULE_BLAST, RULE_TEMPLATE = "special-blast", "special-template"
LISTED = 6

FLAME: tuple[Point, ...] = (
    (0, 0),
    (6 * INCH, -INCH),
    (7 * INCH, -INCH),
    (8 * INCH, -INCH // 3),
    (8 * INCH, INCH // 3),
    (7 * INCH, INCH),
    (6 * INCH, INCH),
)
"""The usual Template, its tip at (0, 0), along x: 8 inches long, 2 wide at its end (ruling template-shape)."""
HELLSTORM: tuple[Point, ...] = tuple((2 * x, 2 * y) for x, y in FLAME)
"""The larger one: 16 inches long, 4 wide."""

_POINT = re.compile(r"(-?\d{1,6}),(-?\d{1,6})")
_DEGREES = re.compile(r"\d{1,3}")


def place_marker(state: State, unit: Unit, target: Unit, group: FireGroup) -> Procedure[Placed | None]:
    """Lay the marker of a Fire Group, if its weapon has one; None when it has none, or none can be laid."""
    gun = group.guns[0]
    if rule_of(gun.arm, "template") is not None:
        return (yield from _template(state, unit, target, gun))
    blast = rule_of(gun.arm, "blast")
    if blast is None:
        return None
    barrage = rule_of(gun.arm, "barrage")
    dice = int(barrage.x) if barrage is not None and gun.indirect else 0
    return (yield from _blast(state, unit, target, gun, int(blast.x.rstrip('"')) * INCH, dice))


def needs_marker(group: FireGroup) -> bool:
    """Whether the weapon of a Fire Group places a marker."""
    arm = group.guns[0].arm
    return rule_of(arm, "template") is not None or rule_of(arm, "blast") is not None


# --- Blast ---


def _blast(state: State, unit: Unit, target: Unit, gun: Gun, diameter: int, dice: int) -> Procedure[Placed]:  # noqa: PLR0913, PLR0917 -- a marker
    there = [state.standing(model) for model in state.living(target)]
    barrage = rule_of(gun.arm, "barrage") is not None

    def lay(at: Point) -> Placed:
        level = level_hit(state, at, there, barrage=barrage)
        covered = covered_by(state, disc(at, diameter), level=level)
        return Placed(covered, at, diameter, level, dice)

    def judge(answer: str) -> Refusal | None:
        found = _POINT.fullmatch(answer)
        if found is None:
            return Refusal("bad-marker", f"found {answer[:40]!r}, expected x,y in lattice units", RULE_BLAST)
        if any(_over(model, (int(found[1]), int(found[2]))) for model in there):
            return None
        return Refusal("bad-marker", f"the marker's middle lies over no model of {name_of(state, target.id)}", RULE_BLAST)

    spots = [(model.place.x, model.place.y) for model in there]
    if len(spots) == 1:
        return lay(spots[0])
    laid = [lay(at) for at in spots]
    laid.sort(key=lambda placed: (-_gain(state, unit, target, placed), placed.at))

    def options() -> list[Option]:
        return [Option(f"{placed.at[0]},{placed.at[1]}", _told(placed)) for placed in laid[:LISTED]]

    text = f"{name_of(state, unit.id)}: where does the marker of {gun.arm.name} lie?"
    key = yield Ask(controller(state, unit), "marker", text, options, subject=unit.id, judge=judge)
    x, _, y = key.partition(",")
    return lay((int(x), int(y)))


def _over(model: Standing, point: Point) -> bool:
    """Whether a point lies over a model's base."""
    if model.base.is_round:
        dx, dy = point[0] - model.place.x, point[1] - model.place.y
        return 4 * (dx * dx + dy * dy) <= model.base.diameter * model.base.diameter
    return deep_inside(model.core, point, 0)


def level_hit(state: State, at: Point, there: Iterable[Standing], *, barrage: bool) -> int | None:
    """The level on which a marker at a point hits; None where nobody stands above the table and no floor lies over the point.

    That of the target's model under its middle; with Barrage the uppermost floor over it (H-207).
    """
    floors = sorted(floor.z for piece in state.field.pieces for floor in piece.levels if holds_point(floor.corners, at))
    own = next((model.place.z for model in there if _over(model, at)), 0)
    if barrage and floors:
        return floors[-1]
    return own if floors or own else None


# --- Template ---


def _template(state: State, unit: Unit, target: Unit, gun: Gun) -> Procedure[Placed | None]:
    eye, outline = gun.eye, FLAME
    template = rule_of(gun.arm, "template")
    if template is not None and template.x:
        outline = HELLSTORM
    player = controller(state, unit)
    friends = [
        state.standing(model)
        for other in state.on_table(player)
        for model in state.living(other)
        if model.id not in {gun.bearer, eye.name} and model.place is not None
    ]

    def lay(heading: int) -> Placed | None:
        shape = wedge(eye, heading, outline)
        if touched(shape, friends):
            return None
        covered = tuple(each for each in covered_by(state, shape, touching=True) if state.units[each[0]] is not unit)
        placed = Placed(covered)
        return placed if placed.under_of(target.id) else None

    def judge(answer: str) -> Refusal | None:
        if _DEGREES.fullmatch(answer) is None or int(answer) >= TURN:
            return Refusal("bad-marker", f"found {answer[:40]!r}, expected a heading in degrees", RULE_TEMPLATE)
        if lay(int(answer)) is None:
            return Refusal("bad-marker", "so it would touch a friend, or no model of the target", RULE_TEMPLATE)
        return None

    headings = dict.fromkeys(
        heading_of(model.place.x - eye.place.x, model.place.y - eye.place.y)
        for model in state.living(target)
        if model.place is not None and (model.place.x, model.place.y) != (eye.place.x, eye.place.y)
    )
    laid = [(heading, placed) for heading in headings if (placed := lay(heading)) is not None]
    if not laid:
        return None
    laid.sort(key=lambda each: (-_gain(state, unit, target, each[1]), each[0]))
    if len(laid) == 1:
        return laid[0][1]

    def options() -> list[Option]:
        return [Option(str(heading), _told(placed)) for heading, placed in laid[:LISTED]]

    text = f"{name_of(state, unit.id)}: which way does the Template of {gun.arm.name} lie?"
    key = yield Ask(player, "marker", text, options, subject=unit.id, judge=judge)
    return lay(int(key))


def _gain(state: State, unit: Unit, target: Unit, placed: Placed) -> int:
    """What a place is worth: models of the target and of other enemies under it, less one's own twice."""
    player = controller(state, unit)
    return sum(
        count * (2 if other == target.id else -4 if state.player(other) == player else 1) for other, count in placed.covered
    )


def _told(placed: Placed) -> str:
    return "under it: " + (", ".join(f"{count} of {unit}" for unit, count in placed.covered) or "nobody")

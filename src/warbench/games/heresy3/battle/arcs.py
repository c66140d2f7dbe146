"""Firing arcs of weapons on hulls, by their mount (ruling firing-arcs), and the four arcs of a Weapons Array."""

from collections.abc import Iterable

import msgspec

from warbench.games.heresy3.battle.roster import Arm
from warbench.table.facing import faces, side_towards
from warbench.table.headings import COSINE, SINE, TURN
from warbench.table.measure import Standing

ARCS = ("right", "front", "left", "rear")
"""The arcs of a rectangular hull, as `side_towards` counts its edges."""

_AHEAD = 45
_FIXED = {"hull": 0, "centreline": 0, "hull (rear)": TURN // 2}
"""Mounts that do not turn: where they look, relative to the hull's heading."""


def arc_of(hull: Standing, target: Standing) -> str:
    """The arc of a hull that another model's centre lies in."""
    point = target.place.x, target.place.y
    if hull.base.is_round or point == (hull.place.x, hull.place.y):
        return "front"
    return ARCS[side_towards(hull, point) % len(ARCS)]


def bearing_on(arm: Arm, hull: Standing, targets: Iterable[Standing]) -> int:
    """How many of a hull's weapons of a kind can be turned on any of some models.

    Those fixed in the hull reach 45 degrees to either side of where they look; of those in sponsons half sit on each side; all
    others turn all round.
    """
    points = [(each.place.x, each.place.y) for each in targets]
    if arm.mount in _FIXED:
        place = msgspec.structs.replace(hull.place, heading=(hull.place.heading + _FIXED[arm.mount]) % TURN)
        looking = hull.at(place)
        return arm.count if any(faces(looking, point, _AHEAD) for point in points) else 0
    if arm.mount != "sponson" or arm.count == 1:
        return arm.count
    # The side of the line through the hull along its heading: positive to the left, 0 on it, seen by both.
    dx, dy = COSINE[hull.place.heading], SINE[hull.place.heading]
    offs = [dx * (y - hull.place.y) - dy * (x - hull.place.x) for x, y in points]
    both = any(off >= 0 for off in offs) and any(off <= 0 for off in offs)
    return arm.count if both else (arm.count + 1) // 2

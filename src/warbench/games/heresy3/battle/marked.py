"""Blast Markers and Templates once they lie on the table: whom they cover, how they scatter, and what hits they make.

One marker lies for a whole Fire Group: its Hit Tests are made first; each that succeeds hits once for every model under it, and
for those that fail it scatters once. Without sight (Barrage) there are no Hit Tests and every attack scatters for itself.
"""

import msgspec

from warbench.attack.rolled import Played, Rolled
from warbench.battle.asking import roll, rolled
from warbench.battle.requests import Procedure
from warbench.chance import Dice
from warbench.games.heresy3.battle.placing import box_around
from warbench.games.heresy3.battle.state import State, Unit
from warbench.games.heresy3.plan import Plan
from warbench.games.heresy3.sequence import AttackPlan, Wounding
from warbench.rules.requests import Amount
from warbench.table.convex import box_of
from warbench.table.lattice import INCH, Point
from warbench.table.measure import Marker, Standing
from warbench.table.stamps import disc, shifted, touched, under

_TEN_DEGREES = 10
_SIX = 6


class Placed(msgspec.Struct, frozen=True):
    """A marker that lies on the table: the unit's models under it.

    ``at`` and ``diameter`` are of a Blast Marker (lattice units). ``level``: only models that stand there are hit (None: all).
    ``dice_each``: every attack scatters by so many dice, without a Hit Test (Barrage without sight); 0: misses scatter together
    by one die.
    """

    covered: tuple[tuple[str, int], ...]
    at: Point = (0, 0)
    diameter: int = 0
    level: int | None = None
    dice_each: int = 0

    def under_of(self, unit: str) -> int:
        """How many models of a unit it covers."""
        return dict(self.covered).get(unit, 0)

    def further(self, unit: str) -> list[tuple[str, int]]:
        """The other units that it covers models of, with how many."""
        return [each for each in self.covered if each[0] != unit]


def covered_by(state: State, shape: Marker, *, level: int | None = None, touching: bool = False) -> tuple[tuple[str, int], ...]:
    """How many living models of each unit a marker covers (``touching``: or touches), in the order of the units."""
    count = touched if touching else under
    found: list[tuple[str, int]] = []
    x0, y0, x1, y1 = box_of(shape.core)
    for unit in state.on_table():
        a0, b0, a1, b1 = box_around(state, unit, shape.diameter // 2 + 1)
        if a0 > x1 or a1 < x0 or b0 > y1 or b1 < y0:
            continue
        models = [state.standing(model) for model in state.living(unit) if model.place is not None]
        below = len(count(shape, [model for model in models if on_level(model, level)]))
        if below:
            found.append((unit.id, below))
    return tuple(found)


def on_level(model: Standing, level: int | None) -> bool:
    """Whether a model stands on a level."""
    return level is None or model.place.z == level


def scattered(state: State, attacker: Unit, placed: Placed, name: str) -> Procedure[Placed]:
    """Scatter a Blast Marker: two dice give the direction in steps of ten degrees, the others inches (ruling scatter)."""
    player = max(attacker.player, 0)
    first, second = yield from roll(state, player, "scatter direction", 2, attacker.id)
    heading = ((first - 1) * _SIX + second - 1) * _TEN_DEGREES
    faces = yield from roll(state, player, "scatter", placed.dice_each or 1, attacker.id)
    at = shifted(placed.at, heading, sum(faces) * INCH)
    covered = covered_by(state, disc(at, placed.diameter), level=placed.level)
    said = ", ".join(f"{count} of {unit}" for unit, count in covered) or "nobody"
    result = f'{name}: {sum(faces)}" to {heading} degrees; under it: {said}'
    yield rolled(player, "scatter", (first, second, *faces), result, attacker.id, "special-blast")
    return msgspec.structs.replace(placed, covered=covered, at=at)


def only_hits(plan: Plan) -> Plan:
    """The plan of the Hit Tests alone: what the hits do is left out."""
    kinds = tuple(Wounding(None, (0,)) for _ in plan.attack.kinds)
    return msgspec.structs.replace(plan, attack=AttackPlan(plan.attack.hit, kinds, plan.attack.critical))


def said_hits(plan: Plan, played: Played) -> tuple[list[int], int]:
    """How many Hit Tests came to each kind of hit, and how many failed.

    Without a test each attack hits plainly.
    """
    by_kind = [0] * len(plan.attack.kinds)
    attacks = played.scores[0].get("attacks", 0)
    check = plan.attack.hit
    if check is None:
        by_kind[0] = attacks
        return by_kind, 0
    automatic = check.automatic
    if automatic is not None:
        answers: tuple[int, ...] = (int(automatic),) * attacks
    else:
        answers = next(
            (entry.answers for entry in played.record if isinstance(entry, Rolled) and entry.purpose == check.name), ()
        )
    for answer in answers:
        if answer:
            by_kind[answer - 1] += 1
    return by_kind, attacks - sum(by_kind)


def as_hits(plan: Plan, counts: list[int]) -> list[Plan]:
    """The plan as so many hits of each kind, which are made without dice."""
    return [
        msgspec.structs.replace(
            plan,
            weapon=msgspec.structs.replace(plan.weapon, count=1),
            attacks=Amount("attacks", Dice.parse(count)),
            attack=AttackPlan(None, (plan.attack.kinds[kind],), (plan.attack.critical[kind],)),
        )
        for kind, count in enumerate(counts)
        if count
    ]

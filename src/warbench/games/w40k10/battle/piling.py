"""Piling in before a unit fights, and consolidating after it: a few inches, nearer to the enemy, or else to an objective."""

from collections.abc import Iterator, Sequence

from warbench.battle.requests import Procedure, Refusal, Search
from warbench.games.w40k10.battle.aircraft import is_aircraft, may_reach
from warbench.games.w40k10.battle.closing import Closing
from warbench.games.w40k10.battle.placing import COHERENCY, ENGAGED, LISTED, in_reach, is_engaged
from warbench.games.w40k10.battle.privileges import number
from warbench.games.w40k10.battle.state import State, Unit
from warbench.table.errors import TableError
from warbench.table.lattice import INCH
from warbench.table.measure import Marker, Standing, distance_up, engaged, in_contact
from warbench.table.moves import Goal
from warbench.table.permits import Path, UnitRule
from warbench.table.units import judge_unit

CONTROL = (3 * INCH, 5 * INCH)
"""In range of an objective marker: across, and up or down (C17)."""

_USUAL = 3
_NUMBER = {"pile in": "pile_in", "consolidate": "consolidation"}


def reach_of(state: State, unit: Unit, how: str) -> int:
    """How far a model moves at most when it piles in or consolidates, in lattice units (C11, C12): more by an ability."""
    return number(state, unit, _NUMBER[how], _USUAL) * INCH


def pile_in(state: State, unit: Unit) -> Procedure[None]:
    """A unit piles in, if its owner likes and it can end engaged (C11). AIRCRAFT never do."""
    if not is_aircraft(state, unit):
        yield from _close_in(state, unit, "pile in", "C11")


def consolidate(state: State, unit: Unit) -> Procedure[None]:
    """A unit consolidates: as it piles in if it can end engaged, else toward the closest objective marker (C12).

    AIRCRAFT never do.
    """
    if is_aircraft(state, unit):
        return
    done = yield from _close_in(state, unit, "consolidate", "C12")
    if not done and not is_engaged(state, unit):
        yield from _to_objective(state, unit)


def _close_in(state: State, unit: Unit, how: str, rule: str) -> Procedure[bool]:
    """Ask for a move nearer to the enemy; False when there was none to ask for."""
    reach = reach_of(state, unit, how)
    foes = _foes(state, unit, reach)
    if not foes:
        return False
    closing = Closing(state, unit, how, reach, foes)
    if not (yield Search(closing.exists)):
        return False
    paths = yield from closing.ask(hold=True)
    if paths is not None:
        yield closing.moved(paths, rule)
    return True


def _foes(state: State, unit: Unit, reach: int) -> tuple[str, ...]:
    """The enemy units that models may come near to: those in reach, and the nearest of each model.

    Empty when all models are in base contact already, or nobody is in reach. Who cannot FLY takes no notice of AIRCRAFT.
    """
    enemies = [enemy for enemy in state.on_table(1 - state.player(unit.id)) if may_reach(state, unit, enemy)]
    near = {enemy.id for enemy in enemies if in_reach(state, unit, enemy, reach + ENGAGED[0])}
    if not near:
        return ()
    beside = [(enemy.id, state.shapes(enemy)) for enemy in enemies if enemy.id in near]
    loose = [
        shape for shape in state.shapes(unit) if not any(in_contact(shape, other) for _, shapes in beside for other in shapes)
    ]
    if not loose:
        return ()
    everyone = [(enemy.id, state.shapes(enemy)) for enemy in enemies] if len(enemies) > len(near) else []
    for shape in loose if everyone else ():
        near.add(_nearest(shape, everyone))
    return tuple(enemy.id for enemy in enemies if enemy.id in near)


def _nearest(model: Standing, enemies: Sequence[tuple[str, Sequence[Standing]]]) -> str:
    """The unit of the enemy model that is nearest to a model."""
    best, least = "", -1
    for name, shapes in enemies:
        for shape in shapes:
            dx, dy = model.place.x - shape.place.x, model.place.y - shape.place.y
            reach = 2 * least + model.base.outer + shape.base.outer
            if least < 0 or 4 * (dx * dx + dy * dy) < reach * reach:
                apart = distance_up(model, shape)
                if least < 0 or apart < least:
                    best, least = name, apart
    return best


# --- to an objective ---


class ToObjective(Closing):
    """A Consolidation toward an objective marker: who moves ends nearer to it, and the unit in its range (C12)."""

    __slots__ = ("marker",)

    def __init__(self, state: State, unit: Unit, marker: Marker) -> None:
        """Look up what the move must fulfil."""
        super().__init__(state, unit, "consolidate", reach_of(state, unit, "consolidate"), ())
        self.marker = marker
        self.rule = UnitRule(permit=self.rule.permit, coherency=COHERENCY)

    def refusal(self, paths: Sequence[Path]) -> Refusal | None:
        """Why the unit may not move so, with the rule; None when it may."""
        shapes = self.state.shapes(self.unit)
        try:
            verdict = judge_unit(self.scene, shapes, paths, self.rule)
        except TableError as error:
            return Refusal(error.code, error.sentence)
        if not verdict.ok:
            return Refusal(verdict.code, verdict.sentence, "C12")
        ends = [shape.at(path[-1]) for shape, path in zip(shapes, paths, strict=True)]
        for before, after in zip(shapes, ends, strict=True):
            if before.place != after.place and distance_up(after, self.marker) >= distance_up(before, self.marker):
                return Refusal("not-closer", f"{after.name} would not end nearer to {self.marker.name}", "C12")
        if not any(engaged(end, self.marker, *CONTROL) for end in ends):
            return Refusal("not-in-range", f"nobody would be in range of {self.marker.name}", "C12")
        return None

    @property
    def listed(self) -> int:
        """So many moves are proposed at most."""
        return LISTED

    def _propose(self) -> Iterator[tuple[Path, ...]]:
        found = self.search(Goal("toward", self.marker.core[0]), LISTED)
        return (paths for paths in found if self.refusal(paths) is None)

    def text(self, paths: Sequence[Path]) -> str:  # noqa: ARG002 -- every such move is alike
        """What a move leads to."""
        return f"toward {self.marker.name}"


def _to_objective(state: State, unit: Unit) -> Procedure[None]:
    shapes = state.shapes(unit)
    markers = [objective.marker for objective in state.mission.objectives]
    far = [(min(distance_up(shape, marker) for shape in shapes), number) for number, marker in enumerate(markers)]
    if not far or min(far)[0] > reach_of(state, unit, "consolidate") + CONTROL[0]:
        return
    move = ToObjective(state, unit, markers[min(far)[1]])
    if (yield Search(move.exists)):
        paths = yield from move.ask(hold=True)
        if paths is not None:
            yield move.moved(paths, "C12")

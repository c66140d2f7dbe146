"""Moves away from a combat: Disengage and Consolidate (facts 13). What is proposed, what is refused, by which rule."""

from collections.abc import Iterator, Sequence
from zlib import crc32

import msgspec

from warbench.battle.asking import name_of, place_of
from warbench.battle.places import decode_ways, encode_ways
from warbench.battle.requests import Ask, Draft, IllegalAnswerError, Option, Procedure, Refusal
from warbench.games.heresy3.battle import ground
from warbench.games.heresy3.battle.aims import aims
from warbench.games.heresy3.battle.events import Moved
from warbench.games.heresy3.battle.numbers import current
from warbench.games.heresy3.battle.placing import coherency, is_hull, move_permit, passes_over, where
from warbench.games.heresy3.battle.state import NOBODY, Model, State, Unit
from warbench.table.errors import TableError
from warbench.table.lattice import FAR, INCH, travel
from warbench.table.measure import Standing, distance_up, within
from warbench.table.moves import Goal, seek_moves
from warbench.table.permits import Path, UnitRule
from warbench.table.routes import route
from warbench.table.scene import Scene
from warbench.table.setups import Pick
from warbench.table.units import judge_unit

HOLD = "hold"
CONSOLIDATE, DISENGAGE = "consolidate", "disengage"

_APART = 2 * INCH
_LISTED = 4


class Leaving:
    """A move by which a unit leaves a combat, or spreads out after it.

    Consolidate: up to its Initiative in any direction, to end at least 2 inches from enemies; the ground does not matter.
    Disengage: up to its Movement, nearer to no enemy of the combat, through them if need be, to end more than 2 inches from them.
    """

    def __init__(self, state: State, unit: Unit, how: str, combat: Sequence[str]) -> None:
        """Look up what the move must fulfil."""
        self.state = state
        self.unit = unit
        self.how = how
        self.models: list[Model] = state.living(unit)
        self.shapes = [state.standing(model) for model in self.models]
        name = "movement" if how == DISENGAGE else "initiative"
        self.limits = [INCH * (current(state, model, name) or 0) for model in self.models]
        own = (unit.player, NOBODY)
        self.foes = [
            shape
            for key in combat
            if state.units[key].where == "table" and state.units[key].player not in own
            for shape in state.shapes(state.units[key])
        ]
        permit = msgspec.structs.replace(
            move_permit(state, unit, min(self.limits, default=0)),
            zone=_APART if how == DISENGAGE else _APART - 1,
            zone_height=FAR,
            through_zones=True,
            through_enemies=how == DISENGAGE,
        )
        self.rule = UnitRule(permit=permit, coherency=coherency(state, unit))
        self._scene: Scene | None = None

    @property
    def scene(self) -> Scene:
        """The battlefield as the unit sees it; hulls that are not the enemy's only stand in its way."""
        if self._scene is None:
            friends: list[Standing] = []
            enemies: list[Standing] = []
            bodies: list[Standing] = []
            for each in self.state.on_table():
                if each is not self.unit:
                    hostile = each.player == 1 - self.unit.player
                    group = enemies if hostile else bodies if is_hull(self.state, each) else friends
                    group.extend(self.state.shapes(each))
            self._scene = Scene(self.state.field, friends=friends, enemies=enemies, targets=bodies)
        return self._scene

    @property
    def rule_id(self) -> str:
        """The rule that the move is made by."""
        return f"aftermath-{self.how}"

    # --- judging ---

    def paths(self, key: str) -> tuple[Path, ...]:
        """The ways that an answer means.

        Raises:
            IllegalAnswerError: when it does not place each model of the unit.
        """
        ways = decode_ways(key, len(self.models), name_of(self.state, self.unit.id))
        return tuple(
            (shape.place, *way) if len(way) > 1 else route(self.state.field, shape, way[0], self.rule.permit)
            for shape, way in zip(self.shapes, ways, strict=True)
        )

    def judge(self, key: str) -> Refusal | None:
        """Why an answer is no legal move; None when it is one."""
        if key == HOLD and self.how == CONSOLIDATE:
            return None
        try:
            paths = self.paths(key)
            longest = msgspec.structs.replace(self.rule.permit, limit=max(self.limits))
            verdict = judge_unit(self.scene, self.shapes, paths, msgspec.structs.replace(self.rule, permit=longest))
        except IllegalAnswerError as error:
            return error.refusal
        except TableError as error:
            return Refusal(error.code, error.sentence, self.rule_id)
        if not verdict.ok:
            return Refusal(verdict.code, verdict.sentence, self.rule_id)
        return self._fault(paths)

    def _fault(self, paths: Sequence[Path]) -> Refusal | None:
        """What this game asks beside what the table judges: lengths, and whom a model comes nearer to."""
        slowed = self.how == DISENGAGE and not ground.not_slowed(self.state, self.unit)
        over = passes_over(self.state, self.unit)
        for shape, path, limit in zip(self.shapes, paths, self.limits, strict=True):
            end = shape.at(path[-1])
            length = travel(path[-1].x - path[0].x, path[-1].y - path[0].y)
            if length > limit - (ground.SLOWED if slowed and ground.slows(self.state, path, over=over) else 0):
                return Refusal("too-far", f"{shape.name} may not move so far", self.rule_id)
            if self.how == DISENGAGE:
                if any(within(end, foe, _APART) for foe in self.foes):
                    return Refusal("in-zone", f'{shape.name} would end within 2" of an enemy', self.rule_id)
                if any(distance_up(end, foe) < distance_up(shape, foe) for foe in self.foes):
                    return Refusal("nearer", f"{shape.name} would come nearer to an enemy of the combat", self.rule_id)
        return None

    # --- proposing ---

    def exists(self) -> bool:
        """Whether a legal move is found."""
        return next(self._proposals(), None) is not None

    def _proposals(self) -> Iterator[Option]:
        pick = Pick(seed=crc32(place_of(self.state, self.unit.id).encode()), limit=2)
        goals = [("away from the enemy", Goal("away"))]
        slowest = self.rule.permit.limit
        if not slowest:
            return
        if self.how == CONSOLIDATE:
            goals += [(aim.text, Goal("toward", aim.point)) for aim in aims(self.state, self.unit, slowest)[:_LISTED]]
        for text, goal in goals:
            for move in seek_moves(self.scene, self.shapes, goal, self.rule, pick):
                if self._fault(move.paths) is None:
                    yield Option(encode_ways(move.paths), text)
                    if self.how == CONSOLIDATE:
                        break

    def make(self) -> Procedure[None]:
        """Ask where the unit goes, and move it."""

        def options() -> list[Option | Draft]:
            staying: list[Option | Draft] = [Option(HOLD, "stay where it stands")] if self.how == CONSOLIDATE else []
            return [*staying, *self._proposals()]

        text = f"{name_of(self.state, self.unit.id)}: {self.how} where to?"
        key = yield Ask(self.unit.player, self.how, text, options, subject=self.unit.id, judge=self.judge, matter=self)
        if key == HOLD:
            return
        paths = self.paths(key)
        moving = msgspec.structs.replace(self.unit, models=self.models)
        dangers = ground.dangers(self.state, moving, paths, over=passes_over(self.state, self.unit))
        yield Moved(unit=self.unit.id, how=self.how, places=where(moving, [path[-1] for path in paths]), rule=self.rule_id)
        yield from ground.dangerous(self.state, self.unit, dangers)

"""Closing in: moves that end beside the enemy (set-up moves, charges, pile-ins, pursuits). What is proposed, what is refused.

Nobody is kept at a distance from enemies; a model that can end in base contact must, any other that moves ends nearer (ruling
as-near-as-possible).
"""

from collections.abc import Iterator, Sequence
from zlib import crc32

import msgspec

from warbench.battle.asking import name_of, place_of
from warbench.battle.places import decode_ways, encode_ways
from warbench.battle.requests import Ask, Draft, IllegalAnswerError, Option, Procedure, Refusal
from warbench.games.heresy3.battle import ground
from warbench.games.heresy3.battle.events import Moved
from warbench.games.heresy3.battle.placing import coherency, coherent, is_hull, move_permit, passes_over, where
from warbench.games.heresy3.battle.state import Model, State, Unit
from warbench.table.errors import TableError
from warbench.table.lattice import INCH, Place, travel
from warbench.table.leading import led_moves
from warbench.table.measure import Standing, distance_up, in_contact
from warbench.table.moves import Goal, seek_moves
from warbench.table.permits import Path, UnitRule
from warbench.table.routes import route
from warbench.table.scene import Scene
from warbench.table.setups import Pick
from warbench.table.straight import nearest_point
from warbench.table.units import judge_unit

HOLD = "hold"
"""The answer that leaves everybody where he stands, where that is allowed."""

LISTED = 2
"""So many ways are proposed: each is a search for every model."""

_SLACK = INCH // 10
"""A set-up move may be so much shorter than its full length: places are on a lattice."""

_RULES = {"charge": "H-101", "set up": "charge-step-3", "pile in": "pile-in", "pursue": "pursue"}


class Closing:
    """A move that models of a unit are about to make toward some enemy units.

    ``how``: ``set up``, ``charge``, ``pile in`` or ``pursue``. ``limit`` in lattice units, for every model that moves;
    ``limits`` may say otherwise for single ones, by id. ``movers``: who moves, all of the unit if not given.
    """

    def __init__(  # noqa: PLR0913 -- who moves how far toward whom
        self,
        state: State,
        unit: Unit,
        how: str,
        limit: int,
        targets: Sequence[Unit],
        *,
        movers: Sequence[Model] | None = None,
        limits: dict[str, int] | None = None,
    ) -> None:
        """Look up what the move must fulfil."""
        self.state = state
        self.unit = unit
        self.how = how
        self.targets = list(targets)
        self.movers = state.living(unit) if movers is None else list(movers)
        self.limits = limits or {}
        together = how != "pile in" and coherent(state, unit)
        permit = msgspec.structs.replace(move_permit(state, unit, limit), zone=None)
        self.rule = UnitRule(permit=permit, coherency=coherency(state, unit) if together else None, closer=True, contact=True)
        self.shapes = [state.standing(model) for model in self.movers]
        self.foes = [state.standing(model) for target in targets for model in state.living(target)]
        self._scene: Scene | None = None
        self._found: list[tuple[Path, ...]] = []
        self._source: Iterator[tuple[Path, ...]] | None = None

    @property
    def scene(self) -> Scene:
        """The battlefield as the movers see it: they pass through friends that are no hulls, and through nobody else."""
        if self._scene is None:
            own = {model.id for model in self.movers}
            aimed = {target.id for target in self.targets}
            friends: list[Standing] = []
            others: list[Standing] = []
            targets: list[Standing] = []
            for each in self.state.on_table():
                shapes = [shape for shape in self.state.shapes(each) if shape.name not in own]
                friendly = each.player == self.unit.player and not is_hull(self.state, each)
                (targets if each.id in aimed else friends if friendly else others).extend(shapes)
            self._scene = Scene(self.state.field, friends=friends, enemies=others, targets=targets)
        return self._scene

    # --- judging ---

    def paths(self, key: str) -> tuple[Path, ...]:
        """The ways that an answer means, in the order of the movers.

        Raises:
            IllegalAnswerError: when it does not place each of them.
        """
        ways = decode_ways(key, len(self.movers), name_of(self.state, self.unit.id))
        return tuple(self._path(shape, way) for shape, way in zip(self.shapes, ways, strict=True))

    def _path(self, shape: Standing, way: tuple[Place, ...]) -> Path:
        if len(way) > 1:
            return (shape.place, *way)
        return (shape.place,) if way[0] == shape.place else route(self.state.field, shape, way[0], self.rule.permit)

    def refusal(self, paths: Sequence[Path]) -> Refusal | None:
        """Why the models may not move so; None when they may."""
        try:
            verdict = judge_unit(self.scene, self.shapes, paths, self._lenient)
        except TableError as error:
            return Refusal(error.code, error.sentence, _RULES[self.how])
        if not verdict.ok:
            return Refusal(verdict.code, verdict.sentence, _RULES[self.how])
        return self._fault(paths)

    @property
    def _lenient(self) -> UnitRule:
        """The rule with the longest of the limits: each model's own is looked at apart."""
        if not self.limits:
            return self.rule
        permit = msgspec.structs.replace(self.rule.permit, limit=self._farthest)
        return msgspec.structs.replace(self.rule, permit=permit, contact=False)

    @property
    def _farthest(self) -> int:
        """The longest of the limits."""
        return max(self.rule.permit.limit, *self.limits.values()) if self.limits else self.rule.permit.limit

    def _fault(self, paths: Sequence[Path]) -> Refusal | None:
        """What this game asks of such a move beside what the table judges."""
        rule = _RULES[self.how]
        ends = [shape.at(path[-1]) for shape, path in zip(self.shapes, paths, strict=True)]
        for shape, end in zip(self.shapes, ends, strict=True):
            limit = self.limits.get(shape.name, self.rule.permit.limit)
            if travel(end.place.x - shape.place.x, end.place.y - shape.place.y) > limit:
                return Refusal("too-far", f"{shape.name} may not move so far", rule)
        if self.how == "charge" and not self.touching(ends):
            return Refusal("no-contact", "nobody would end in base contact with the target", rule)
        if self.how != "pile in" and self._strange(ends):
            return Refusal("other-contact", "somebody would touch an enemy that is not the target", rule)
        return self._too_short(ends) if self.how == "set up" else None

    def touching(self, ends: Sequence[Standing]) -> int:
        """How many of some models touch a target."""
        return sum(any(in_contact(end, foe) for foe in self.foes) for end in ends)

    def _strange(self, ends: Sequence[Standing]) -> bool:
        """Whether a model that moves would touch an enemy unit that is not among the targets."""
        aimed = {target.id for target in self.targets}
        enemies = [
            shape
            for unit in self.state.on_table(1 - self.unit.player)
            if unit.id not in aimed
            for shape in self.state.shapes(unit)
        ]
        moved = [end for end, shape in zip(ends, self.shapes, strict=True) if end.place != shape.place]
        return any(in_contact(end, enemy) for end in moved for enemy in enemies)

    def _too_short(self, ends: Sequence[Standing]) -> Refusal | None:
        """The model nearest to the target moves as far as it may, or into base contact."""
        gaps = [min(distance_up(shape, foe) for foe in self.foes) for shape in self.shapes]
        index = gaps.index(min(gaps))
        first, end = self.shapes[index], ends[index]
        went = travel(end.place.x - first.place.x, end.place.y - first.place.y)
        if self.touching([end]) or went >= self.limits.get(first.name, self.rule.permit.limit) - _SLACK:
            return None
        return Refusal("too-short", f"{first.name} must move as far as it may", _RULES[self.how])

    def judge(self, key: str) -> Refusal | None:
        """Why an answer is no legal move; None when it is one."""
        try:
            return self.refusal(self.paths(key))
        except IllegalAnswerError as error:
            return error.refusal

    # --- proposing ---

    def exists(self) -> bool:
        """Whether a legal move is found in which somebody moves."""
        return self.way(0) is not None

    def way(self, number: int) -> tuple[Path, ...] | None:
        """The proposal of a number (from 0), worked out once; None when there are not so many."""
        if self._source is None:
            self._source = self._propose()
        while len(self._found) <= number:
            # Where the first brings nobody into contact, another would only be a worse one.
            paths = next(self._source, None) if not self._found or self._touched(self._found[0]) else None
            if paths is None:
                return None
            if any(path[-1] != path[0] for path in paths) and self._fault(paths) is None and self._serves(paths):
                self._found.append(paths)
        return self._found[number]

    def _serves(self, paths: Sequence[Path]) -> bool:
        """Whether a further proposal is worth a choice: it brings as many models into contact as the first."""
        return not self._found or self._touched(paths) >= self._touched(self._found[0])

    def _touched(self, paths: Sequence[Path]) -> int:
        return self.touching([shape.at(path[-1]) for shape, path in zip(self.shapes, paths, strict=True)])

    def _propose(self) -> Iterator[tuple[Path, ...]]:
        """Moves into base contact; then, where that finds none, one model leading, or all of them alike.

        Where nobody can come into contact all of them alike come first: that is the quicker search.
        """
        if not self.shapes or not self.foes:
            return
        alike = self.how != "pile in"
        if alike and min(distance_up(shape, foe) for shape in self.shapes for foe in self.foes) > self._farthest:
            yield from self._seek(self.scene, self.shapes, Goal("toward", self._ahead()))
            alike = False
        found = False
        for paths in self._seek(self.scene, self.shapes, Goal("contact")):
            found = found or self._touched(paths) > 0
            yield paths
        if found:
            return
        yield from led_moves(self.scene, self.shapes, self.rule, lambda paths: self.refusal(paths) is None)
        if alike:
            yield from self._seek(self.scene, self.shapes, Goal("toward", self._ahead()))

    def _seek(self, scene: Scene, shapes: Sequence[Standing], goal: Goal) -> Iterator[tuple[Path, ...]]:
        for move in seek_moves(scene, shapes, goal, self.rule, self._pick):
            yield move.paths

    @property
    def _pick(self) -> Pick:
        """How many ways are sought, by which seed."""
        return Pick(seed=crc32(place_of(self.state, self.unit.id).encode()), limit=LISTED)

    def _ahead(self) -> tuple[int, int]:
        """The movers' middle, moved as the nearest of them would have to move onto the nearest target."""
        pairs = [
            (shape.place, nearest_point((shape.place.x, shape.place.y), foe.core)) for shape in self.shapes for foe in self.foes
        ]
        one, (x, y) = min(pairs, key=lambda pair: (pair[0].x - pair[1][0]) ** 2 + (pair[0].y - pair[1][1]) ** 2)
        xs, ys = [shape.place.x for shape in self.shapes], [shape.place.y for shape in self.shapes]
        return (min(xs) + max(xs)) // 2 + x - one.x, (min(ys) + max(ys)) // 2 + y - one.y

    # --- asking and moving ---

    def ask(self, *, hold: str = "") -> Procedure[tuple[Path, ...] | None]:
        """Ask where the models go; None when nobody moves. ``hold`` is what that is called, empty when they must."""

        def draft(number: int) -> Draft:
            def option() -> Option | None:
                paths = self.way(number)
                return None if paths is None else Option(encode_ways(paths), self._text(paths))

            return option

        def options() -> list[Option | Draft]:
            staying: list[Option | Draft] = [Option(HOLD, hold)] if hold else []
            return [*staying, *(draft(number) for number in range(LISTED))]

        def judge(key: str) -> Refusal | None:
            return None if hold and key == HOLD else self.judge(key)

        text = f"{name_of(self.state, self.unit.id)}: {self.how} where to?"
        key = yield Ask(self.unit.player, self.how, text, options, subject=self.unit.id, judge=judge)
        paths = self.paths(key) if key != HOLD else ()
        return paths if any(path[-1] != path[0] for path in paths) else None

    def _text(self, paths: Sequence[Path]) -> str:
        return f"{self._touched(paths)} of {len(paths)} models in base contact with {', '.join(each.id for each in self.targets)}"

    def go(self, paths: Sequence[Path]) -> Procedure[None]:
        """Make the move; Difficult Terrain does not matter, Dangerous Terrain is tested for."""
        moving = msgspec.structs.replace(self.unit, models=self.movers)
        ends = where(moving, [path[-1] for path in paths])
        dangers = ground.dangers(self.state, moving, paths, over=passes_over(self.state, self.unit))
        yield Moved(unit=self.unit.id, how=self.how, places=ends, rule=_RULES[self.how])
        yield from ground.dangerous(self.state, self.unit, dangers)

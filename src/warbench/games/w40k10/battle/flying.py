"""AIRCRAFT in the Movement phase: straight ahead by 20 inches or more, then a turn of up to 90 degrees; or off the battlefield.

An AIRCRAFT makes Normal moves alone, engaged or not. One whose base would cross the edge, or that cannot end a move at all, is
placed into Strategic Reserves (the core rules on AIRCRAFT); so its owner may always fly it off.
"""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from warbench.battle.asking import name_of
from warbench.battle.places import encode_ways
from warbench.battle.requests import Ask, Draft, IllegalAnswerError, Option, Procedure, Refusal
from warbench.games.w40k10.battle.aircraft import AIRCRAFT_RULE
from warbench.games.w40k10.battle.events import Marked, Moved, Said, TakenOff
from warbench.games.w40k10.battle.moments import UnitMoment, windows
from warbench.games.w40k10.battle.placing import COHERENCY, decode_paths, middle, move_permit, scene, where
from warbench.games.w40k10.battle.state import State, Unit
from warbench.table.errors import TableError
from warbench.table.headings import heading_of
from warbench.table.lattice import FAR, INCH, Point, inches_text, travel
from warbench.table.packing import Placement
from warbench.table.permits import Path, UnitRule
from warbench.table.runs import Run, RunGoal, along, propose_run, room_ahead, run_fault, run_path
from warbench.table.scene import Scene
from warbench.table.units import SetupRule, judge_setup, judge_unit

LEAVE = "leave"
"""The answer that flies a unit off the battlefield."""

RUN = Run(least=20 * INCH, turn=90)
"""How an AIRCRAFT moves: so far at least, there is no most."""

_RULES = {"in-zone": "W-303", "out-of-coherency": "C5", "on-model": "C7"}


class Flight:
    """A Normal move that a unit of AIRCRAFT is about to make."""

    __slots__ = ("_found", "_scene", "rule", "state", "unit")

    def __init__(self, state: State, unit: Unit) -> None:
        """Look up what the move must fulfil."""
        self.state = state
        self.unit = unit
        permit = msgspec.structs.replace(move_permit(state, unit, "normal", FAR), pivot_cost=0)  # it turns for nothing
        self.rule = UnitRule(permit=permit, coherency=COHERENCY)
        self._scene: Scene | None = None
        self._found: dict[RunGoal, tuple[Path, ...] | None] = {}

    @property
    def scene(self) -> Scene:
        """The battlefield as the unit sees it."""
        if self._scene is None:
            self._scene = scene(self.state, self.state.player(self.unit.id))
        return self._scene

    def paths(self, key: str) -> tuple[Path, ...]:
        """The ways that an answer means: a single place is come to straight ahead, and turned in at the end.

        Raises:
            IllegalAnswerError: when it is no placement of this unit.
        """
        shapes = self.state.shapes(self.unit)
        placed = zip(shapes, decode_paths(self.state, self.unit, key), strict=True)
        return tuple(run_path(shape, places[0]) if len(places) == 1 else (shape.place, *places) for shape, places in placed)

    def refusal(self, paths: Sequence[Path]) -> Refusal | None:
        """Why the unit may not move so, with the rule; None when it may."""
        shapes = self.state.shapes(self.unit)
        for shape, path in zip(shapes, paths, strict=True):
            fault = run_fault(shape, path, RUN)
            if fault is not None:
                return Refusal(fault.code, fault.sentence, AIRCRAFT_RULE)
        try:
            verdict = judge_unit(self.scene, shapes, paths, self.rule)
        except TableError as error:
            return Refusal(error.code, error.sentence)
        return None if verdict.ok else Refusal(verdict.code, verdict.sentence, _RULES.get(verdict.code, AIRCRAFT_RULE))

    def judge(self, key: str) -> Refusal | None:
        """Why an answer is no legal move; None when it is one."""
        if key == LEAVE:
            return None
        try:
            return self.refusal(self.paths(key))
        except IllegalAnswerError as error:
            return error.refusal

    def goals(self) -> Iterator[tuple[RunGoal, str]]:
        """What the unit may fly for: to turn upon enemies and objectives, as far as it can, or as little as it must."""
        shapes = self.state.shapes(self.unit)
        x, y = middle(self.unit)
        size = self.state.field.size

        def far(point: Point) -> int:
            return (point[0] - x) ** 2 + (point[1] - y) ** 2

        enemies = [(middle(enemy), enemy.id) for enemy in self.state.on_table(1 - self.state.player(self.unit.id))]
        for point, name in sorted(enemies, key=lambda each: (far(each[0]), each[1]))[:2]:
            yield RunGoal(along(shapes, point), point), f"turned upon {name_of(self.state, name)}"
        marks = [(objective.marker.core[0], objective.name) for objective in self.state.mission.objectives]
        for point, name in sorted(marks, key=lambda each: (far(each[0]), each[1]))[:1]:
            yield RunGoal(along(shapes, point), point), f"by {name}"
        centre = size.width // 2, size.depth // 2
        yield RunGoal(RUN.least, centre), "no further than it must, turned inward"
        yield RunGoal(FAR, centre), "as far as it can, turned inward"
        yield RunGoal(RUN.least), "no further than it must, straight on"

    def way(self, goal: RunGoal) -> tuple[Path, ...] | None:
        """A legal move for a goal, worked out once; None where none is found."""
        if goal not in self._found:
            shapes = self.state.shapes(self.unit)
            self._found[goal] = propose_run(self.scene, shapes, self.rule, RUN, goal)
        return self._found[goal]

    def ask(self) -> Procedure[tuple[Path, ...] | None]:
        """Ask where the unit flies: the way of each model, or None when it leaves the battlefield."""

        def draft(goal: RunGoal, text: str) -> Draft:
            def option() -> Option | None:
                paths = self.way(goal)
                if paths is None:
                    return None
                flown = travel(paths[0][1].x - paths[0][0].x, paths[0][1].y - paths[0][0].y)
                return Option(encode_ways(paths), f"{inches_text(flown)} ahead, {text}")

            return option

        def options() -> list[Option | Draft]:
            return [*(draft(*each) for each in self.goals()), Option(LEAVE, "off the battlefield, into Strategic Reserves")]

        text = f"{name_of(self.state, self.unit.id)}: fly where to?"
        player = self.state.player(self.unit.id)
        key = yield Ask(player, "move", text, options, subject=self.unit.id, judge=self.judge)
        return None if key == LEAVE else self.paths(key)


def ready_to_fly(state: State, unit: Unit, rule: SetupRule) -> Callable[[Placement], Placement]:
    """How proposals for setting AIRCRAFT up are turned: so that they can make their next move on the battlefield.

    Args:
        state: the battle.
        unit: the unit that is set up.
        rule: what its set-up must fulfil, however it is turned.
    """
    size, seen = state.field.size, scene(state, state.player(unit.id))

    def turned(placement: Placement) -> Placement:
        spot = placement[0].place
        dx, dy = size.width // 2 - spot.x, size.depth // 2 - spot.y
        inward = (heading_of(dx, dy),) if dx or dy else ()
        for heading in (*inward, 0, 90, 180, 270):
            found = tuple(model.at(msgspec.structs.replace(model.place, heading=heading)) for model in placement)
            if all(room_ahead(model, size) >= RUN.least for model in found) and judge_setup(seen, found, rule).ok:
                return found
        return placement

    return turned


def must_leave(state: State, unit: Unit) -> bool:
    """Whether a unit of AIRCRAFT surely cannot make its move: some base would cross the edge before it has gone far enough."""
    return any(room_ahead(shape, state.field.size) < RUN.least for shape in state.shapes(unit))


def fly(state: State, unit: Unit) -> Procedure[None]:
    """The Normal move of a unit of AIRCRAFT: it ends on the battlefield, or in Strategic Reserves."""
    player = state.player(unit.id)
    moment = UnitMoment(unit.id, "normal")
    yield Marked(unit=unit.id, mark="moved", value="normal", rule=AIRCRAFT_RULE)
    yield from windows().open(state, "move started", [1 - player], moment)
    if unit.where != "table":
        return
    paths = None
    if must_leave(state, unit):
        text = f'{name_of(state, unit.id)} cannot go {RUN.least // INCH}" straight ahead on the battlefield'
        yield Said(text=text, unit=unit.id, rule=AIRCRAFT_RULE)
    else:
        paths = yield from Flight(state, unit).ask()
    if paths is None:
        yield TakenOff(unit=unit.id, where="reserve", rule=AIRCRAFT_RULE)
        return
    ends = where(unit, [path[-1] for path in paths])
    yield Moved(unit=unit.id, how="normal", places=ends, rule=AIRCRAFT_RULE)
    yield from windows().open(state, "move ended", [1 - player], moment)

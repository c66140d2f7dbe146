"""A unit's move on the table: how far each model may go, what is proposed, what is refused and by which rule.

A Fall Back may pass Engagement Range, no other move may (X-57).
"""

from collections.abc import Container, Sequence
from typing import NamedTuple
from zlib import crc32

from warbench.battle.asking import name_of, place_of, roll, rolled
from warbench.battle.requests import Ask, Draft, IllegalAnswerError, Option, Procedure, Refusal
from warbench.games.w40k10.battle.events import Moved
from warbench.games.w40k10.battle.moments import DiceRolled, windows
from warbench.games.w40k10.battle.passengers import NEAR, may_board
from warbench.games.w40k10.battle.placing import (
    COHERENCY,
    ENGAGED,
    TITANIC,
    distance,
    encode,
    in_reach,
    middle,
    move_permit,
    paths_of,
    scene,
    where,
)
from warbench.games.w40k10.battle.privileges import pace, roll_again
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.battle.striding import strides, striding
from warbench.table.errors import TableError
from warbench.table.headings import heading_of, stride
from warbench.table.lattice import INCH, Point
from warbench.table.measure import engaged
from warbench.table.moves import Goal, propose_moves
from warbench.table.permits import Path, UnitRule, UnitVerdict
from warbench.table.scene import ENEMY, PASSED, Scene
from warbench.table.setups import Pick
from warbench.table.units import judge_unit

HOLD = "hold"
"""The answer that leaves a unit where it stands."""

_CLEAR = INCH // 10
"""So much room is left between a unit and a transport that it goes to."""

_WARY = 18 * INCH
"""Going away is proposed when the nearest enemy unit is at most this far, middle to middle."""

_RULES = {
    "normal": {"too-far": "W-305", "through-zone": "W-306", "in-zone": "W-303"},
    "advance": {"too-far": "W-307", "through-zone": "W-309", "in-zone": "W-303"},
    "fall back": {"too-far": "W-311", "in-zone": "W-312"},
}
_ALWAYS = {
    "through-enemy": "W-355",
    "through-friend": "C7",
    "through-wall": "C7",
    "through-solid": "C7",
    "out-of-coherency": "C5",
}


class Aim(NamedTuple):
    """Where a move could go, and how that is said."""

    goal: Goal
    text: str


class Proposal(NamedTuple):
    """A legal move: its answer, what it is for, and the way of each model."""

    key: str
    text: str
    paths: tuple[Path, ...]


class Move:
    """A move that a unit is about to make: a Normal move, an Advance or a Fall Back.

    ``bonus`` in lattice units is added to each model's Movement. With ``tested`` only those models may pass enemy models that
    are named in it.
    """

    __slots__ = ("_aims", "_found", "_limits", "_scene", "_strides", "how", "rule", "state", "tested", "unit")

    def __init__(self, state: State, unit: Unit, how: str, bonus: int = 0, tested: Container[str] | None = None) -> None:
        """Look up how far each model may go."""
        self.state = state
        self.unit = unit
        self.how = how
        self.tested = tested
        self._limits = [pace(state, unit, state.kind(model.id).movement) + bonus for model in unit.models]
        self._strides = strides(state, unit, how)
        self.rule = self._rule(max(self._limits))
        self._scene: Scene | None = None
        self._aims: Sequence[Aim] | None = None
        self._found: dict[Aim, Proposal | None] = {}

    @property
    def scene(self) -> Scene:
        """The battlefield as the unit sees it."""
        if self._scene is None:
            player = self.state.player(self.unit.id)
            # Who falls back passes all enemies, and the table must say which.
            over = self.how != "fall back"
            self._scene = scene(self.state, player, big=TITANIC, over=over) if self._strides else scene(self.state, player)
        return self._scene

    def _rule(self, limit: int) -> UnitRule:
        """What the move must fulfil, with models that go so far at most (lattice units)."""
        permit = move_permit(self.state, self.unit, self.how, limit)
        if self._strides and not permit.fly:
            permit = striding(self.state, self.unit, permit)
        return UnitRule(permit=permit, coherency=COHERENCY)

    def paths(self, key: str) -> tuple[Path, ...]:
        """The ways that an answer means.

        Raises:
            IllegalAnswerError: when it is no placement of this unit.
        """
        return paths_of(self.state, self.unit, key, self.rule.permit)

    def verdict(self, paths: Sequence[Path]) -> UnitVerdict:
        """What the table says to some ways."""
        return judge_unit(self.scene, self.state.shapes(self.unit), paths, self.rule)

    def refusal(self, paths: Sequence[Path]) -> Refusal | None:
        """Why the unit may not move so, with the rule; None when it may."""
        try:
            verdict = self.verdict(paths)
        except TableError as error:
            return Refusal(error.code, error.sentence)
        if not verdict.ok:
            rule = _RULES[self.how].get(verdict.code) or _ALWAYS.get(verdict.code, "")
            return Refusal(verdict.code, verdict.sentence, rule)
        for model, limit, move in zip(self.unit.models, self._limits, verdict.moves, strict=True):
            if move.length > limit:
                return Refusal("too-far", f"{model.id} would move further than it may", _RULES[self.how]["too-far"])
            if move.crossed and self.tested is not None and model.id not in self.tested:
                return Refusal("not-tested", f"{model.id} took no Desperate Escape test: it may not pass enemy models", "W-320")
        return self._still_engaged(paths) if self.how == "fall back" else None

    def _still_engaged(self, paths: Sequence[Path]) -> Refusal | None:
        """The table lets a model stay that does not move; who falls back may not stay engaged (W-312)."""
        enemies = self.scene.models(ENEMY, PASSED)
        for shape, path in zip(self.state.shapes(self.unit), paths, strict=True):
            if len(path) == 1 or path[-1] == path[0]:
                for enemy in enemies:
                    if engaged(shape, enemy, *ENGAGED):
                        return Refusal("in-zone", f"{shape.name} would stay in Engagement Range of {enemy.name}", "W-312")
        return None

    def judge(self, key: str) -> Refusal | None:
        """Why an answer is no legal move; None when it is one."""
        try:
            return self.refusal(self.paths(key))
        except IllegalAnswerError as error:
            return error.refusal

    @property
    def aims(self) -> Sequence[Aim]:
        """Where the unit may want to go; for each of them one move is proposed, if there is a legal one."""
        if self._aims is None:
            slowest = min(self._limits)
            self._aims = aims(self.state, self.unit, self.how, slowest) if slowest > 0 else []
        return self._aims

    def proposal(self, aim: Aim) -> Proposal | None:
        """A legal move for an aim, worked out once; None where none is found."""
        if aim not in self._found:
            rule = self._found_by()
            pick = Pick(seed=crc32(place_of(self.state, self.unit.id).encode()), limit=1)
            found = propose_moves(self.scene, self.state.shapes(self.unit), aim.goal, rule, pick)
            made = [Proposal(encode(move.ends), aim.text, move.paths) for move in found]
            self._found[aim] = made[0] if made and (not self._strict or self.judge(made[0].key) is None) else None
        return self._found[aim]

    @property
    def _strict(self) -> bool:
        """Whether more is asked of a proposal than the table looks at."""
        return self.how == "fall back"

    def _found_by(self) -> UnitRule:
        """What the table must look at when it seeks a move: it goes as far as the slowest model may."""
        return self._rule(min(self._limits))

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        """Some legal moves, one for each aim that the unit can follow."""
        return tuple(found for aim in self.aims if (found := self.proposal(aim)) is not None)

    def exists(self) -> bool:
        """Whether a legal move is found at all."""
        return any(self.proposal(aim) is not None for aim in self.aims)

    def ask(self, *, hold: bool) -> Procedure[tuple[Path, ...] | None]:
        """Ask where the unit goes: the way of each model, or None when it stays (``hold`` says whether it may)."""
        staying = [Option(HOLD, "stay where it stands")] if hold else []

        def draft(aim: Aim) -> Draft:
            def option() -> Option | None:
                found = self.proposal(aim)
                return None if found is None else Option(found.key, found.text)

            return option

        def options() -> list[Option | Draft]:
            return [*staying, *(draft(aim) for aim in self.aims)]

        def judge(key: str) -> Refusal | None:
            return None if hold and key == HOLD else self.judge(key)

        player = self.state.player(self.unit.id)
        move = "move" if self.how == "normal" else self.how
        text = f"{name_of(self.state, self.unit.id)}: {move} where to?"
        key = yield Ask(player, "move", text, options, subject=self.unit.id, judge=judge)
        return None if key == HOLD else self.paths(key)

    def moved(self, paths: Sequence[Path], rule: str) -> Moved:
        """The event that makes the move."""
        return Moved(unit=self.unit.id, how=self.how, places=where(self.unit, [path[-1] for path in paths]), rule=rule)


def throw(state: State, unit: Unit, purpose: str) -> Procedure[int]:
    """Roll one die for a unit and offer its owner to throw it again, once: by an ability, else by W-220. The face that counts."""
    player = state.player(unit.id)
    (face,) = yield from roll(state, player, purpose, 1, unit.id)
    about = DiceRolled(unit.id, purpose, faces=(face,))
    free = yield from roll_again(state, unit, purpose, (face,), str(face))
    again = [] if free else (yield from windows().open(state, "dice rolled", [player], about, until=lambda done: done is True))
    if free or True in again:
        yield rolled(player, purpose, (face,), "rolled again", unit.id, free or "W-220")
        (face,) = yield from roll(state, player, purpose, 1, unit.id)
    return int(face)


def aims(state: State, unit: Unit, how: str, limit: int) -> list[Aim]:
    """Where a unit may want to go: to near objectives, to or from the nearest enemy, to a transport, back to its own side."""
    x, y = middle(unit)

    def far(point: Point) -> int:
        return (point[0] - x) ** 2 + (point[1] - y) ** 2

    found: list[Aim] = []
    marks = [(objective.marker.core[0], objective.name) for objective in state.mission.objectives]
    for point, name in sorted(marks, key=lambda mark: (far(mark[0]), mark[1]))[:2]:
        if point != (x, y):
            found.append(Aim(Goal("toward", point), f"toward {name}"))
    enemies = [(middle(enemy), enemy.id) for enemy in state.on_table(1 - state.player(unit.id))]
    if enemies:
        point, name = min(enemies, key=lambda each: (far(each[0]), each[1]))
        if how == "fall back" or far(point) <= _WARY * _WARY:
            found.append(Aim(Goal("away"), "away from the nearest enemy"))
        if how != "fall back":
            found.append(Aim(Goal("toward", point), f"toward {name_of(state, name)}"))
    if how == "fall back":
        found.append(Aim(Goal("toward", _home(state, unit)), "toward its own side"))
    found += _to_transports(state, unit, limit)
    return found


def _home(state: State, unit: Unit) -> Point:
    """The middle of the unit's own deployment zone."""
    zone = state.mission.zones[0 if state.player(unit.id) == state.core.attacker else 1]
    x0, y0, x1, y1 = zone.box(state.field.size)
    return (x0 + x1) // 2, (y0 + y1) // 2


def _to_transports(state: State, unit: Unit, limit: int) -> list[Aim]:
    """Up to each transport in reach that the unit may board."""
    x, y = middle(unit)
    found = []
    for transport in state.on_table(state.player(unit.id)):
        if transport is unit or state.entry(transport.id).sheets[0].transport is None:
            continue
        if not in_reach(state, unit, transport, limit + NEAR) or may_board(state, unit, transport) is not None:
            continue
        there = middle(transport)
        # Whatever the direction, a step shorter than the gap cannot end on the transport.
        step = distance(state, unit, transport) - _CLEAR
        if step > 0 and there != (x, y):
            dx, dy = stride(heading_of(there[0] - x, there[1] - y), step)
            found.append(Aim(Goal("toward", (x + dx, y + dy)), f"to board {name_of(state, transport.id)}"))
    return found

"""A unit's move on the table: how far each model may go, by what way, what is proposed, what is refused and by which rule."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple
from zlib import crc32

import msgspec

from warbench.battle.asking import name_of, place_of
from warbench.battle.places import decode_ways, encode_places, encode_ways
from warbench.battle.requests import Ask, Draft, IllegalAnswerError, Option, Procedure, Refusal
from warbench.games.heresy3.battle import ground, statuses
from warbench.games.heresy3.battle.aims import Aim, aims
from warbench.games.heresy3.battle.crossing import crossed, run_over
from warbench.games.heresy3.battle.events import Moved, Said
from warbench.games.heresy3.battle.moments import UnitMoment, windows
from warbench.games.heresy3.battle.numbers import current
from warbench.games.heresy3.battle.placing import (
    APART,
    coherency,
    coherent,
    in_reach,
    is_hull,
    middle,
    move_permit,
    passes_over,
    where,
)
from warbench.games.heresy3.battle.state import Model, State, Unit
from warbench.table.coherency import Coherency, is_coherent
from warbench.table.errors import TableError
from warbench.table.formations import formations
from warbench.table.lattice import FAR, INCH, Place, inches_text, travel
from warbench.table.measure import Standing, within
from warbench.table.moves import Goal, propose_moves
from warbench.table.paths import judge_move
from warbench.table.permits import Path, UnitRule, UnitVerdict
from warbench.table.routes import route
from warbench.table.scene import Scene
from warbench.table.setups import Pick
from warbench.table.units import judge_unit

HOLD = "hold"
"""The answer that leaves a unit where it stands."""

_UNMOVED = frozenset({"fortification", "building"})
_RULES = {
    "too-far": "H-263",
    "in-zone": "H-102",
    "through-zone": "H-102",
    "through-enemy": "line-of-movement",
    "through-friend": "line-of-movement",
    "through-wall": "line-of-movement",
    "through-solid": "line-of-movement",
    "off-table": "H-094",
}


def may_change_place(state: State, unit: Unit) -> Refusal | None:
    """Why a unit can change its place by no move of its owner's at all (H-024, H-121, H-185), or None."""
    name = name_of(state, unit.id)
    words = state.types(unit)
    if words & _UNMOVED:
        rule = "H-024" if "fortification" in words else "H-121"
        return Refusal("never-moves", f"{name} is never moved once it is set up", rule)
    if any(not (current(state, model, "movement") or 0) for model in unit.models):
        return Refusal("movement-0", f"{name} has a model of Movement 0: it cannot change its position", "H-185")
    return None


class Surroundings(NamedTuple):
    """What a moving unit has around it: the scene, and enemies that it begins too near to and must end apart from."""

    scene: Scene
    apart: tuple[Standing, ...]


def surroundings(state: State, unit: Unit) -> Surroundings:
    """The battlefield as a unit sees it that moves.

    Hulls are in everybody's way, those of friends as well. Friends locked in combat are kept away from like enemies (H-102).
    Who is within an inch of the unit when it begins bars its way with its body alone, so that the unit can go away from it.
    """
    vehicle = "vehicle" in state.types(unit)
    friends: list[Standing] = []
    barred: list[Standing] = []
    zoned: list[Standing] = []
    apart: list[Standing] = []
    own = state.shapes(unit)
    for other in state.on_table():
        shapes = state.shapes(other)
        if other is unit:
            continue
        hull = is_hull(state, other)
        if other.player != 1 - unit.player and not other.locked:
            (barred if hull else friends).extend(shapes)
        elif (hull or other.locked) if vehicle else (in_reach(state, unit, other, APART) and _near(own, shapes)):
            barred.extend(shapes)
            apart.extend(shapes)
        else:
            zoned.extend(shapes)
    if vehicle:  # it passes through enemies that are no hulls: what bars it must be large
        return Surroundings(Scene(state.field, friends=friends, large=barred, enemies=zoned), tuple(apart))
    return Surroundings(Scene(state.field, friends=friends, enemies=zoned, targets=barred), tuple(apart))


def _near(ours: Sequence[Standing], theirs: Sequence[Standing]) -> bool:
    return any(within(one, two, APART) for one in ours for two in theirs)


class Move:
    """A move that a unit is about to make (``how``: move, rush, reposition and so on).

    ``limits``: how far each model may go, in lattice units, before Difficult Terrain takes two inches off.
    """

    __slots__ = ("_around", "how", "limits", "over", "permit", "state", "unit")

    def __init__(self, state: State, unit: Unit, how: str, limits: Sequence[int]) -> None:
        """Look up what the unit may pass."""
        self.state = state
        self.unit = unit
        self.how = how
        self.limits = tuple(limits)
        self.over = passes_over(state, unit)
        self.permit = move_permit(state, unit, FAR)
        self._around: Surroundings | None = None

    @property
    def around(self) -> Surroundings:
        """The battlefield as the unit sees it."""
        if self._around is None:
            self._around = surroundings(self.state, self.unit)
        return self._around

    # --- judging ---

    def paths(self, key: str) -> tuple[Path, ...]:
        """The way of each model to where an answer places it: straight, with the climbs on it, or as the answer says.

        Raises:
            IllegalAnswerError: when it is no placement of this unit.
        """
        ways = decode_ways(key, len(self.unit.models), name_of(self.state, self.unit.id))
        return tuple(
            route(self.state.field, shape, places[0], self.permit) if len(places) == 1 else (shape.place, *places)
            for shape, places in zip(self.state.shapes(self.unit), ways, strict=True)
        )

    def verdict(self, paths: Sequence[Path]) -> UnitVerdict:
        """What the table says to some ways, however long they are."""
        return judge_unit(self.around.scene, self.state.shapes(self.unit), paths, UnitRule(permit=self.permit))

    def refusal(self, paths: Sequence[Path]) -> Refusal | None:
        """Why the unit may not move so, with the rule; None when it may."""
        try:
            verdict = self.verdict(paths)
        except TableError as error:
            return Refusal(error.code, error.sentence)
        if not verdict.ok:
            return Refusal(verdict.code, verdict.sentence, _RULES.get(verdict.code, ""))
        lengths = [
            self.counted(shape, path, moved.length)
            for shape, path, moved in zip(self.state.shapes(self.unit), paths, verdict.moves, strict=True)
        ]
        return self._fault(paths, lengths)

    def _fault(self, paths: Sequence[Path], lengths: Sequence[int]) -> Refusal | None:
        """Why paths are too long on this ground, or end too near to whom the unit began near to."""
        free = ground.not_slowed(self.state, self.unit)
        for shape, path, limit, length in zip(self.state.shapes(self.unit), paths, self.limits, lengths, strict=True):
            if len(path) == 1 or all(place == path[0] for place in path):
                continue
            slow = length > limit - ground.SLOWED and not free and ground.slows(self.state, path, over=self.over)
            most = max(limit - ground.SLOWED, 0) if slow else limit
            if length > most:
                why = f"{shape.name} would move {inches_text(length)}, more than its {inches_text(most)}"
                rule = "difficult-terrain" if slow else _RULES["too-far"]
                return Refusal("too-far", f"{why}{' in Difficult Terrain' if slow else ''}", rule)
            end = shape.at(path[-1])
            for other in self.around.apart:
                if path[-1] != path[0] and within(end, other, APART):
                    return Refusal("in-zone", f'{shape.name} would end within 1" of {other.name}', _RULES["in-zone"])
        return None

    def counted(self, shape: Standing, path: Path, length: int) -> int:
        """How far a model has moved: from where it began to where it ends (H-199), or its way if that line is barred (H-200).

        ``length`` is that of the whole way.
        """
        straight = (path[0], path[-1])
        if len(path) <= len(straight) or any(place.z != path[0].z for place in path):
            return length
        if judge_move(self.around.scene, shape, straight, self.permit).ok:
            return travel(path[-1].x - path[0].x, path[-1].y - path[0].y)
        return length

    def judge(self, key: str) -> Refusal | None:
        """Why an answer is no legal move; None when it is one."""
        if key == HOLD:
            return None
        try:
            return self.refusal(self.paths(key))
        except IllegalAnswerError as error:
            return error.refusal

    # --- proposing ---

    def proposals(self) -> list[Draft]:
        """Some legal moves, one for each aim that the unit can follow, each worked out when it is looked at."""
        slowest = min(self.limits)
        if slowest <= 0:
            return []
        shapes = self.state.shapes(self.unit)
        rule = coherency(self.state, self.unit)
        if not is_coherent(shapes, rule):
            return [lambda: self._gathered(rule)]
        return [self._draft(aim, rule, slowest) for aim in aims(self.state, self.unit, slowest)]

    def _draft(self, aim: Aim, rule: Coherency, slowest: int) -> Draft:
        def draft() -> Option | None:
            shapes = tuple(self.state.shapes(self.unit))
            pick = Pick(seed=crc32(place_of(self.state, self.unit.id).encode()), limit=1)
            for limit in (slowest, slowest - ground.SLOWED):
                if limit <= 0:
                    break
                unit_rule = UnitRule(permit=msgspec.structs.replace(self.permit, limit=limit), coherency=rule)
                for move in propose_moves(self.around.scene, shapes, Goal("toward", aim.point), unit_rule, pick):
                    lengths = [sum(travel(b.x - a.x, b.y - a.y) for a, b in pairwise(path)) for path in move.paths]
                    if self._fault(move.paths, lengths) is None:
                        return Option(encode_ways(move.paths), aim.text)
            return None

        return draft

    def _gathered(self, rule: Coherency) -> Option | None:
        """The unit back in coherency around its middle, if its models come so far."""
        shapes = self.state.shapes(self.unit)
        x, y = middle(self.unit)
        for offsets in formations(tuple(shape.base for shape in shapes), rule):
            spots = [Place(x + dx, y + dy) for dx, dy in offsets]
            paths: list[Path] = []
            for shape in shapes:
                here = shape.place
                spot = min(spots, key=lambda it: ((it.x - here.x) ** 2 + (it.y - here.y) ** 2, it.x, it.y))
                spots.remove(spot)
                paths.append((here, Place(spot.x, spot.y, here.z, here.heading)))
            if self.refusal(paths) is None:
                return Option(encode_places([path[-1] for path in paths]), "close up")
        return None

    def ask(self, about: str = "move") -> Procedure[tuple[Path, ...] | None]:
        """Ask where the unit goes: the way of each model, or None when it stays."""

        def options() -> list[Option | Draft]:
            return [Option(HOLD, "stay where it stands"), *self.proposals()]

        text = f"{name_of(self.state, self.unit.id)}: {self.how} where to?"
        key = yield Ask(self.unit.player, about, text, options, subject=self.unit.id, judge=self.judge, matter=self)
        return None if key == HOLD else self.paths(key)


def limits(state: State, unit: Unit, how: str) -> list[int]:
    """How far each model of a unit may move or rush in its Move Sub-Phase, in lattice units (facts 9; H-263)."""
    light = state.every(unit, ("light",))  # only a unit of Light models alone rushes further
    return [INCH * _inches(state, model, how, light=light) for model in unit.models]


_RAPID = 6
_LIGHT = 2


def _inches(state: State, model: Model, how: str, *, light: bool) -> int:
    kind = state.kind(model.id)
    inches = current(state, model, "movement") or 0
    if how != "rush":
        return inches
    inches += int(kind.has("fast") or 0)
    if "vehicle" in kind.words:
        return inches + _RAPID
    return inches + (current(state, model, "initiative") or 0) + (_LIGHT if light else 0)


def has_moved(unit: Unit) -> bool:
    """Whether a model of a unit stands elsewhere than when the phase began; how it got there and pivots do not count (H-198)."""
    return any(_spot(model.place) != _spot(model.began) for model in unit.models)


def _spot(place: Place | None) -> tuple[int, int, int] | None:
    return None if place is None else (place.x, place.y, place.z)


def move(  # noqa: PLR0913 -- who, how far, and why
    state: State, unit: Unit, how: str, limit: int | Sequence[int], *, ask: str = "move", rule: str = "H-263"
) -> Procedure[bool]:
    """Ask where a unit goes and move it there; whether anybody moved.

    Difficult and Dangerous Terrain count, vehicles run over whom they move through, and a unit out of coherency is Suppressed
    unless it is Routed. What may be done when a move has ended is for the caller to open.

    Args:
        state: the battle.
        unit: who moves.
        how: what kind of move this is, for the log.
        limit: how far in lattice units: for all models, or for each in order.
        ask: what the question is about.
        rule: why it moves, for the log.
    """
    refusal = may_change_place(state, unit) or statuses.may_move(unit, name_of(state, unit.id))
    if refusal is not None:
        yield Said(text=refusal.sentence, unit=unit.id, rule=refusal.rule)
        return False
    plan = Move(state, unit, how, [limit] * len(unit.models) if isinstance(limit, int) else limit)
    paths = yield from plan.ask(ask)
    if paths is None or all(path[-1] == path[0] for path in paths):
        return False
    ways = dict(zip((model.id for model in unit.models), paths, strict=True))
    others = crossed(state, unit, plan.verdict(paths)) if not plan.over else ()
    if others:
        yield from windows().open(state, "moved through", [1 - unit.player], UnitMoment(unit.id, how, others))
        if unit.where != "table" or statuses.may_move(unit, "") is not None:
            return False  # destroyed or Pinned in its tracks
    paths = tuple(ways[model.id] for model in unit.models)
    ends = where(unit, [path[-1] for path in paths])
    yield Moved(unit=unit.id, how=how, places=ends, rule=rule)
    yield from run_over(state, unit, others)
    yield from ground.dangerous(state, unit, ground.dangers(state, unit, paths, over=plan.over))
    if unit.where != "table":
        return True
    if not coherent(state, unit) and not statuses.has(unit, "routed"):
        yield from statuses.give(state, unit, "suppressed", source="out of coherency", rule="coherency")
    return True

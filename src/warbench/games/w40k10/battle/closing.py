"""Closing in: moves that end beside the enemy (Charge, Pile-in, Consolidation). What is proposed, what is refused, by which rule.

A charge must engage every target, and every model must end in base contact if it can. In a Pile-in or Consolidation a model may
stay where it stands; one that moves ends nearer to the enemy model nearest to it, and in base contact if it can.
"""

from collections.abc import Iterator, Sequence
from zlib import crc32

from warbench.battle.asking import name_of, place_of
from warbench.battle.places import encode_ways
from warbench.battle.requests import Ask, Draft, IllegalAnswerError, Option, Procedure, Refusal
from warbench.games.w40k10.battle.events import Moved
from warbench.games.w40k10.battle.placing import COHERENCY, middle, move_permit, paths_of, scene, where
from warbench.games.w40k10.battle.state import State, Unit
from warbench.table.contact import can_touch
from warbench.table.errors import TableError
from warbench.table.leading import led_moves
from warbench.table.measure import Standing, in_contact, least_distance
from warbench.table.moves import Goal, seek_moves
from warbench.table.permits import Path, UnitRule
from warbench.table.scene import Scene
from warbench.table.setups import Pick
from warbench.table.units import judge_unit

HOLD = "hold"
"""The answer that leaves a unit where it stands."""

LISTED = {"charge": 2, "pile in": 1, "consolidate": 1}
"""So many ways into base contact are proposed: each is a search for every model, and few inches leave little to choose."""

_CHARGE = {
    "too-far": "W-325",
    "not-engaged": "W-326",
    "through-zone": "W-327",
    "in-zone": "W-327",
    "out-of-coherency": "W-328",
    "contact-missed": "W-330",
}
_OTHER = {"pile in": "C11", "consolidate": "C12"}


class Closing:
    """A move that a unit is about to make toward some enemy units.

    ``how`` is ``charge``, ``pile in`` or ``consolidate``; ``limit`` in lattice units; ``targets`` are the ids of the units whose
    Engagement Range may be entered: a charge must end engaged with each of them, another move with one.
    """

    __slots__ = ("_found", "_seen", "_source", "how", "rule", "seed", "state", "targets", "unit")

    def __init__(self, state: State, unit: Unit, how: str, limit: int, targets: Sequence[str]) -> None:
        """Look up what the move must fulfil."""
        self.state = state
        self.unit = unit
        self.how = how
        self.targets = tuple(targets)
        groups = tuple(tuple(model.id for model in state.units[target].models) for target in targets)
        charge = how == "charge"
        self.rule = UnitRule(
            permit=move_permit(state, unit, how, limit),
            coherency=COHERENCY,
            engage=groups if charge else (tuple(name for group in groups for name in group),),
            closer=not charge,
            contact=True,
        )
        self.seed = crc32(place_of(state, unit.id).encode())
        self._seen: Scene | None = None
        self._found: list[tuple[Path, ...]] = []
        self._source: Iterator[tuple[Path, ...]] | None = None

    @property
    def scene(self) -> Scene:
        """The battlefield as the unit sees it."""
        if self._seen is None:
            self._seen = scene(self.state, self.state.player(self.unit.id), targets=self.targets)
        return self._seen

    def refusal(self, paths: Sequence[Path]) -> Refusal | None:
        """Why the unit may not move so, with the rule; None when it may."""
        shapes = self.state.shapes(self.unit)
        free = self.how != "charge"
        rule = UnitRule(permit=self.rule.permit, coherency=COHERENCY, engage=self.rule.engage, closer=True) if free else self.rule
        if free and (leaving := self._leaves_contact(shapes, paths)) is not None:
            return leaving
        try:
            verdict = judge_unit(self.scene, shapes, paths, rule)
        except TableError as error:
            return Refusal(error.code, error.sentence)
        if not verdict.ok:
            return Refusal(verdict.code, verdict.sentence, _OTHER.get(self.how) or _CHARGE.get(verdict.code, "C7"))
        return self._contact_missed(shapes, paths) if free else None

    def _foes(self) -> list[Standing]:
        return [shape for target in self.targets for shape in self.state.shapes(self.state.units[target])]

    def _leaves_contact(self, shapes: Sequence[Standing], paths: Sequence[Path]) -> Refusal | None:
        """A model in base contact stays where it is (C11)."""
        foes = self._foes()
        for shape, path in zip(shapes, paths, strict=True):
            if path[-1] != shape.place and any(in_contact(shape, foe) for foe in foes):
                return Refusal("in-contact", f"{shape.name} is in base contact: it stays there", _OTHER[self.how])
        return None

    def _contact_missed(self, shapes: Sequence[Standing], paths: Sequence[Path]) -> Refusal | None:
        """A model that moves must end in base contact if it can (C11)."""
        rule = _OTHER[self.how]
        others = self.scene.without({shape.name for shape in shapes})
        foes = self._foes()
        ends = [shape.at(path[-1]) for shape, path in zip(shapes, paths, strict=True)]
        for index, (before, after) in enumerate(zip(shapes, ends, strict=True)):
            if before.place == after.place or any(in_contact(after, foe) for foe in foes):
                continue
            place = can_touch(others, before, [*ends[:index], *ends[index + 1 :]], self.rule)
            if place is not None:
                return Refusal("contact-missed", f"{before.name} could end in base contact, at {place.x}, {place.y}", rule)
        return None

    def judge(self, key: str) -> Refusal | None:
        """Why an answer is no legal move; None when it is one."""
        try:
            return self.refusal(self.paths(key))
        except IllegalAnswerError as error:
            return error.refusal

    def paths(self, key: str) -> tuple[Path, ...]:
        """The ways that an answer means.

        Raises:
            IllegalAnswerError: when it is no placement of this unit.
        """
        return paths_of(self.state, self.unit, key, self.rule.permit)

    @property
    def proposals(self) -> list[tuple[Path, ...]]:
        """Some legal moves in which somebody moves; empty when none is found."""
        return [way for number in range(self.listed) if (way := self.way(number)) is not None]

    @property
    def listed(self) -> int:
        """So many moves are proposed at most."""
        return LISTED[self.how]

    def exists(self) -> bool:
        """Whether a legal move is found in which somebody moves."""
        return self.way(0) is not None

    def way(self, number: int) -> tuple[Path, ...] | None:
        """The proposal of a number (from 0), worked out once; None when there are not so many."""
        if self._source is None:
            self._source = self._propose()
        while len(self._found) <= number:
            paths = next(self._source, None)
            if paths is None:
                return None
            if any(path[-1] != path[0] for path in paths):
                self._found.append(paths)
        return self._found[number]

    def _propose(self) -> Iterator[tuple[Path, ...]]:
        """Moves into base contact; a charge that can do no better: all models alike toward the nearest target, or one leading."""
        found, shapes = False, self.state.shapes(self.unit)
        # Where nobody is near enough to touch, contact is not sought.
        near = self.how != "charge" or (least_distance(shapes, self._foes()) or 0) <= self.rule.permit.limit
        for paths in self.search(Goal("contact"), self.listed) if near else ():
            found = True
            yield paths
        if found or self.how != "charge":
            return
        # A charge that just reaches needs its whole length, straight; contact is sought a little short of that.
        for paths in self.search(Goal("toward", self._nearest()), 1):
            found = True
            yield paths
        if not found:
            yield from led_moves(self.scene, shapes, self.rule, lambda paths: self.refusal(paths) is None)

    def search(self, goal: Goal, limit: int) -> Iterator[tuple[Path, ...]]:
        """What the table proposes for a goal."""
        shapes = self.state.shapes(self.unit)
        for move in seek_moves(self.scene, shapes, goal, self.rule, Pick(seed=self.seed, limit=limit)):
            yield move.paths

    def _nearest(self) -> tuple[int, int]:
        """The unit's middle, moved as its nearest model would have to move onto the nearest target."""
        pairs = [(shape.place, foe.place) for shape in self.state.shapes(self.unit) for foe in self._foes()]
        one, other = min(pairs, key=lambda pair: (pair[0].x - pair[1].x) ** 2 + (pair[0].y - pair[1].y) ** 2)
        x, y = middle(self.unit)
        return x + other.x - one.x, y + other.y - one.y

    def ask(
        self, *, hold: bool, staying: str = "stay where it stands", listed: int | None = None
    ) -> Procedure[tuple[Path, ...] | None]:
        """Ask where the models go: the way of each, or None when nobody moves.

        Args:
            hold: whether nobody may move.
            staying: what that is called.
            listed: how many moves are proposed at most, if not as many as usual; 0 where none was found.
        """
        most = self.listed if listed is None else listed

        def draft(number: int) -> Draft:
            def option() -> Option | None:
                paths = self.way(number)
                return None if paths is None else Option(encode_ways(paths), self.text(paths))

            return option

        def options() -> list[Option | Draft]:
            held = [Option(HOLD, staying)] if hold else []
            return [*held, *(draft(number) for number in range(most))]

        def judge(key: str) -> Refusal | None:
            return None if hold and key == HOLD else self.judge(key)

        text = f"{name_of(self.state, self.unit.id)}: {self.how} where to?"
        player = self.state.player(self.unit.id)
        key = yield Ask(player, self.how, text, options, subject=self.unit.id, judge=judge)
        paths = self.paths(key) if key != HOLD else ()
        return paths if any(path[-1] != path[0] for path in paths) else None

    def text(self, paths: Sequence[Path]) -> str:
        """What a move leads to."""
        ends = [shape.at(path[-1]) for shape, path in zip(self.state.shapes(self.unit), paths, strict=True)]
        foes = self._foes()
        touching = sum(any(in_contact(end, foe) for foe in foes) for end in ends)
        return f"{touching} of {len(ends)} models in base contact with {', '.join(self.targets)}"

    def moved(self, paths: Sequence[Path], rule: str) -> Moved:
        """The event that makes the move."""
        return Moved(unit=self.unit.id, how=self.how, places=where(self.unit, [path[-1] for path in paths]), rule=rule)

"""After the fight: models that fought a challenge return to their units, engaged with an enemy if that can be (facts 13)."""

from collections.abc import Iterator, Sequence
from itertools import islice

from warbench.battle.asking import name_of
from warbench.battle.places import decode_places, encode_places
from warbench.battle.requests import Ask, IllegalAnswerError, Option, Procedure, Refusal
from warbench.games.heresy3.battle.combats import foes
from warbench.games.heresy3.battle.events import Returned
from warbench.games.heresy3.battle.placing import coherency, scene
from warbench.games.heresy3.battle.state import Model, State, Unit
from warbench.table.contact import contact_places
from warbench.table.field import Fault
from warbench.table.lattice import INCH, Place
from warbench.table.measure import Standing, distance_up, engaged, in_contact, within
from warbench.table.paths import model_fault
from warbench.table.permits import MovePermit
from warbench.table.scene import Scene

RULE = "challenge-return"
_LISTED = 3
_MATE = 2 * INCH
_ANYWHERE = MovePermit(limit=0)


def waiting(state: State) -> Iterator[tuple[Unit, Model]]:
    """The models that were set aside and have not returned, in order."""
    for unit in state.on_table():
        for model in unit.models:
            if model.aside is not None:
                yield unit, model


def bring_back(state: State, unit: Unit, model: Model, combat: Sequence[str]) -> Procedure[None]:
    """Ask where a model returns to."""
    spots = _Spots(state, unit, model, combat)

    def options() -> list[Option]:
        return [Option(encode_places([place]), spots.text(place)) for place in spots.listed]

    text = f"{state.kind(model.id).name} of {name_of(state, unit.id)}: where does it return?"
    key = yield Ask(unit.player, "return", text, options, subject=unit.id, judge=spots.judge)
    (place,) = decode_places(key, 1, name_of(state, unit.id))
    yield Returned(model=model.id, place=place, rule=RULE)


class _Spots:
    """Where a model may return to: in coherency with a mate and engaged, or as much of that as can be."""

    def __init__(self, state: State, unit: Unit, model: Model, combat: Sequence[str]) -> None:
        self.state = state
        self.unit = unit
        self.old = model.aside or Place(0, 0)
        self.shape = Standing(model.id, state.kind(model.id).base, self.old)
        self.mates = state.shapes(unit)
        self.enemies = [shape for foe in foes(state, combat, unit) for shape in state.shapes(foe)]
        self.front = [mate for mate in self.mates if any(in_contact(mate, enemy) for enemy in self.enemies)]
        self.scene: Scene = scene(state, unit.player)
        rule = coherency(state, unit)
        self.across, self.up = rule.horizontal, rule.vertical
        self.best, self.listed = self._search()

    def fault(self, place: Place) -> Fault | None:
        """Why the model may not stand at a place at all, or None."""
        there = self.shape.at(place)
        return self.scene.field.stand_fault(there) or model_fault(self.scene.rows, there, _ANYWHERE)

    def rank(self, place: Place) -> int:
        """How well a place serves: 2 engaged and in coherency, 1 in coherency alone, 0 neither."""
        there = self.shape.at(place)
        touching = any(in_contact(there, enemy) for enemy in self.enemies)
        if not self.mates:
            return 2 if touching else 0
        if not any(engaged(there, mate, self.across, self.up) for mate in self.mates):
            return 0
        return 2 if touching or any(within(there, mate, _MATE) for mate in self.front) else 1

    def _places(self) -> Iterator[Place]:
        """Its old place, then places that touch enemies and mates, the nearest of them first."""
        yield self.old
        for group in (self.enemies, self.mates):
            for other in sorted(group, key=lambda each: (distance_up(self.shape, each), each.name)):
                yield from contact_places(self.shape, other)
        step = self.shape.base.outer
        for ring in range(1, 40):
            for x in range(-ring, ring + 1):
                for y in (-ring, ring) if abs(x) < ring else range(-ring, ring + 1):
                    yield Place(self.old.x + x * step, self.old.y + y * step, self.old.z, self.old.heading)

    def _search(self) -> tuple[int, list[Place]]:
        """The best rank that is found, and some places of it."""
        found: dict[int, list[Place]] = {}
        reach = 24 * (len(self.enemies) + len(self.mates)) + 1
        for index, place in enumerate(self._places()):
            if index > reach and found:
                break
            if self.fault(place) is None:
                found.setdefault(self.rank(place), []).append(place)
            if len(found.get(2, ())) == _LISTED:
                break
        best = max(found, default=0)
        return best, list(islice(found.get(best, [self.old]), _LISTED))

    def text(self, place: Place) -> str:
        """What a place is."""
        return f'at {place.x / INCH:.1f}", {place.y / INCH:.1f}"'

    def judge(self, key: str) -> Refusal | None:
        """Why a model may not return to a place; None when it may."""
        try:
            (place,) = decode_places(key, 1, name_of(self.state, self.unit.id))
        except IllegalAnswerError as error:
            return error.refusal
        fault = self.fault(place)
        if fault is not None:
            return Refusal(fault.code, fault.sentence, RULE)
        if self.rank(place) < self.best:
            return Refusal("not-engaged", f"{self.shape.name} must return engaged and in coherency with its unit", RULE)
        return None

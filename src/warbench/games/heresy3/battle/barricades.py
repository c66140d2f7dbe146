"""The barricades of an Aegis Defence Line: laid in a chain from its platform, and what they do (facts 17; C1).

They slow whoever crosses them like Difficult Terrain, hide nobody, and give Infantry and Paragons in contact a Cover Save of 5+.
Nobody can harm them, and they stay when the platform is gone.
"""

from collections.abc import Callable, Iterator, Sequence

from warbench.battle.asking import name_of
from warbench.battle.places import decode_places, encode_places
from warbench.battle.requests import Ask, IllegalAnswerError, Option, Procedure, Refusal
from warbench.games.heresy3.battle.events import Ground, Said
from warbench.games.heresy3.battle.missions import Zone
from warbench.games.heresy3.battle.placing import scene
from warbench.games.heresy3.battle.state import State, Unit
from warbench.table.bases import hull_base
from warbench.table.convex import overlap
from warbench.table.errors import TableError
from warbench.table.headings import stride
from warbench.table.lattice import INCH, Place
from warbench.table.measure import Standing, in_contact
from warbench.table.regions import Region
from warbench.table.units import SetupRule, judge_setup

RULE = "facts-17"
_BASE = hull_base(4 * INCH, INCH, INCH)
"""Of one barricade: four inches by one (assumed: no source states it)."""
_HALF = 2 * INCH
_TURNS = (90, 0)
_SHARES = ("both", "left", "right")


def lay(state: State, unit: Unit, region: Region) -> Procedure[None]:
    """Ask where the barricades of a unit lie that has just been deployed, and lay them there."""
    count = sum(int(state.kind(model.id).has("barricades") or 0) for model in unit.models)
    if not count:
        return
    name = name_of(state, unit.id)
    chain = Chain(state, unit, region)
    listed = [Option(encode_places(places), text) for places, text in chain.proposals(count)]
    if not listed:
        yield Said(text=f"there is no room for the barricades of {name}", unit=unit.id, rule=RULE)
        return
    judge = _judge(chain, count, name)
    key = yield Ask(
        unit.player, "barricades", f"{name}: where do its barricades lie?", lambda: listed, subject=unit.id, judge=judge
    )
    for number, shape in enumerate(shapes_of(decode_places(key, count, name)), 1):
        zone = Zone(name=f"barricade {number} of {name}", kind="barricade", corners=shape.outline)
        yield Ground(zone=zone, rule=RULE)


def shapes_of(places: Sequence[Place]) -> list[Standing]:
    """Barricades at places."""
    return [Standing(f"barricade {number}", _BASE, place) for number, place in enumerate(places, 1)]


def _judge(chain: "Chain", count: int, name: str) -> Callable[[str], Refusal | None]:
    def judge(key: str) -> Refusal | None:
        try:
            return chain.fault(shapes_of(decode_places(key, count, name)))
        except IllegalAnswerError as error:
            return error.refusal

    return judge


class Chain:
    """Barricades that hang together with the platforms of a unit."""

    def __init__(self, state: State, unit: Unit, region: Region) -> None:
        """Look at the battlefield: they lie in ``region``, where nobody and nothing else is."""
        self.platforms = state.shapes(unit)
        self.scene = scene(state, unit.player)
        self.rule = SetupRule(region=region)
        self.laid = [zone.corners for zone in state.zones() if zone.kind == "barricade"]

    def fault(self, shapes: Sequence[Standing]) -> Refusal | None:
        """Why they may not lie so, or None."""
        try:
            verdict = judge_setup(self.scene, shapes, self.rule)
        except TableError as error:
            return Refusal(error.code, error.sentence, RULE)
        if not verdict.ok:
            return Refusal(verdict.code, verdict.sentence, RULE)
        if any(overlap(shape.outline, corners, 0) for shape in shapes for corners in self.laid):
            return Refusal("on-barricade", "a barricade would lie on another", RULE)
        held, left = list(self.platforms), list(shapes)
        while left:
            fresh = [shape for shape in left if any(in_contact(shape, other) for other in held)]
            if not fresh:
                return Refusal("no-contact", f"{left[0].name} touches neither a platform nor a barricade of the chain", RULE)
            held += fresh
            left = [shape for shape in left if shape not in fresh]
        return None

    def proposals(self, count: int) -> Iterator[tuple[list[Place], str]]:
        """Straight lines from the first platform: to both sides, or to one, along it or across it."""
        for turn in _TURNS:
            for share in _SHARES:
                right = {"both": count // 2, "left": 0, "right": count}[share]
                places = [*self._line(turn, count - right, 180), *self._line(turn, right, 0)]
                if self.fault(shapes_of(places)) is None:
                    sides = {90: "to its sides", 0: "ahead and behind"}[turn]
                    yield places, f"a line {sides}" if share == "both" else f"a line {sides}, all at one end ({share})"

    def _line(self, turn: int, count: int, end: int) -> Iterator[Place]:
        """So many in a row from the edge of the platform, in its heading and a turn."""
        platform = self.platforms[0]
        heading = (platform.place.heading + turn) % 360
        corners = platform.base.corners
        reach = max(abs(corner[1 if turn else 0]) for corner in corners) if corners else platform.base.diameter // 2
        for number in range(count):
            dx, dy = stride((heading + end) % 360, reach + _HALF + number * 2 * _HALF)
            yield Place(platform.place.x + dx, platform.place.y + dy, platform.place.z, heading)

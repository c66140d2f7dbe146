"""The Reserves Sub-Phase: tests, and how units come onto the battlefield (facts 10; H-088..H-095, H-275)."""

from collections.abc import Callable, Sequence

from warbench.battle.asking import PASS, ask, name_of, roll, rolled
from warbench.battle.requests import Ask, Option, Procedure, Refusal
from warbench.games.heresy3.battle import company, ground
from warbench.games.heresy3.battle.events import Began, Done, Marked, Said, Spent
from warbench.games.heresy3.battle.moments import UnitMoment, windows
from warbench.games.heresy3.battle.moves import limits
from warbench.games.heresy3.battle.placing import ask_setup, move_permit, passes_over, scene, setup_rule
from warbench.games.heresy3.battle.routing import home_edge, nearest_of
from warbench.games.heresy3.battle.state import Model, State, Unit
from warbench.table.convex import holds_point
from warbench.table.headings import heading_of, stride
from warbench.table.lattice import FAR, INCH, Place
from warbench.table.layout import zone_outline
from warbench.table.measure import Marker, Standing, distance_down, within
from warbench.table.paths import may_move
from warbench.table.regions import AnyOf, Rectangle, Region, WhollyWithin

GO_ON = Option("test", "go on to the Reserves Tests")

EDGE, DEEP_STRIKE, OUTFLANK = "edge", "deep strike", "outflank"

_RUSHED = " rush"
_METHODS = {
    EDGE: "move on from the own edge",
    EDGE + _RUSHED: "rush on from the own edge",
    DEEP_STRIKE: "Deep Strike",
    OUTFLANK: "move on from any edge (Outflank)",
    OUTFLANK + _RUSHED: "rush on from any edge (Outflank)",
}
_TARGET = 3
_HARDEST = 6
_AERIAL = "aerial"
_ORGANISED = "organised"
_SPREAD = 6 * INCH
_KEPT_AWAY = 7 * INCH
_FIRST_STRIKE = 2


def in_reserve(state: State, player: int) -> list[Unit]:
    """The units of a player that wait in Reserves: open to both players, and no casualties (H-089, H-090)."""
    return [unit for unit in state.units.values() if unit.player == player and unit.where == "reserve"]


def may_go_into_reserves(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may not leave the battlefield into Reserves, or None: Flyers alone may (H-094, H-095)."""
    if state.every(unit, ("flyer",)):
        return None
    return Refusal("no-flyer", f"{name_of(state, unit.id)} is no Flyer: it may not leave the battlefield", "H-095")


def next_step(state: State) -> Procedure[None]:
    """What is still to be done in the Reserves Sub-Phase: organising, the next test; or the Move Sub-Phase."""
    if _ORGANISED not in state.core.done and next(company.in_reserves(state), None) is not None:
        return _organise(state)
    for unit in in_reserve(state, state.active):
        if unit.id not in state.core.done:
            return _test(state, unit)
    return _finish(state)


def _finish(state: State) -> Procedure[None]:
    yield Began(round=state.core.round, turn=state.active, phase="movement", step="move")


# --- who is with whom ---


def _organise(state: State) -> Procedure[None]:
    key = yield Ask(
        state.active,
        "reserves",
        "who embarks, joins or leaves in Reserves?",
        lambda: [GO_ON, *company.in_reserves(state)],
        subject="reserves",
        judge=lambda answer: None if answer == GO_ON.key else company.refusal(state, answer),
    )
    if key == GO_ON.key:
        yield Done(unit=_ORGANISED)
    else:
        yield from company.change(state, key)


# --- tests and arrivals ---


def _test(state: State, unit: Unit) -> Procedure[None]:
    """The Reserves Test of a unit, and of whoever is aboard with it; passed, its player may bring it on (H-093, H-275)."""
    yield Done(unit=unit.id)
    target = min(_TARGET + unit.models[0].spent.count(_AERIAL), _HARDEST)
    (face,) = yield from roll(state, unit.player, "reserves test", 1, unit.id)
    passed = face >= target
    yield rolled(unit.player, "reserves test", (face,), "it may arrive" if passed else "it waits", unit.id, "H-093")
    if passed:
        yield from arrive(state, unit)


def methods(state: State, unit: Unit) -> list[str]:
    """How a unit may arrive now."""
    found = [EDGE]
    if all(state.kind(model.id).has(OUTFLANK) is not None for model in unit.models):
        found.append(OUTFLANK)
    if not _no_rush(state, unit):
        found += [how + _RUSHED for how in found]
    if may_deep_strike(state, unit) is None:
        found.append(DEEP_STRIKE)
    return found


def _no_rush(state: State, unit: Unit) -> bool:
    from warbench.games.heresy3.battle.moving import may_act  # noqa: PLC0415 -- it sends units back into Reserves

    return may_act(state, unit, "rush") is not None


def may_deep_strike(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may not Deep Strike now, or None: not in the first battle turn, one unit a player turn (facts 10)."""
    name = name_of(state, unit.id)
    if not all(state.kind(model.id).has(DEEP_STRIKE) is not None for model in unit.models):
        return Refusal("no-deep-strike", f"{name} has a model without Deep Strike", "deep-strike")
    if state.core.round < _FIRST_STRIKE:
        return Refusal("too-early", f"{name} may Deep Strike from the second battle turn on", "deep-strike")
    if any(other.arrived == DEEP_STRIKE for other in state.units.values() if other.player == unit.player):
        return Refusal("one-a-turn", f"another unit than {name} made a Deep Strike in this turn", "deep-strike")
    return None


def arrive(state: State, unit: Unit) -> Procedure[bool]:
    """Ask whether and how a unit arrives from Reserves, and set it up; whether it is on the battlefield.

    It has moved (or rushed) then. The opponent may react when its last model is in place (H-166).
    """
    player = unit.player
    options = [Option(PASS.key, "it stays in Reserves"), *(Option(how, _METHODS[how]) for how in methods(state, unit))]
    how = yield from ask(player, "arrival", f"{name_of(state, unit.id)}: does it arrive, and how?", options, unit.id)
    if how == PASS.key:
        return False
    entry = Arrival(state, unit, how)
    rule = setup_rule(state, unit, entry.region())
    text = f"{name_of(state, unit.id)}: where does it arrive?"
    places = yield from ask_setup(state, player, unit, rule, entry.how, "arrive", text, source=entry.rule, also=entry.refusal)
    if places is None:
        yield Said(text=f"{name_of(state, unit.id)} finds no room to arrive", unit=unit.id, rule=entry.rule)
        return False
    yield Marked(unit=unit.id, mark="arrived", value=entry.how, rule=entry.rule)
    yield Marked(unit=unit.id, mark="moved", value="rushed" if how.endswith(_RUSHED) else "moved", rule=entry.rule)
    if state.every(unit, ("flyer",)):
        yield Marked(unit=unit.id, mark="aerial", value=False, rule="H-095")
        yield Spent(model=unit.models[0].id, what=_AERIAL, rule="H-095")
    paths = [entry.way(shape) for shape in state.shapes(unit)]
    yield from ground.dangerous(state, unit, ground.dangers(state, unit, paths, over=entry.over))
    if unit.where == "table":
        moment = UnitMoment(unit.id, entry.how)
        yield from windows().open(state, "arrived", [1 - player], moment)
        if unit.where == "table" and entry.how != DEEP_STRIKE:
            yield from windows().open(state, "move ended", [1 - player], moment)
    return True


class Arrival:
    """How a unit comes onto the battlefield: from which edges, how far, and what each of its models must fulfil."""

    def __init__(self, state: State, unit: Unit, how: str) -> None:
        """Look up the edges and how far the models may go."""
        self.state = state
        self.unit = unit
        self.how = how.removesuffix(_RUSHED)
        self.rule = "deep-strike" if self.how == DEEP_STRIKE else "outflank" if self.how == OUTFLANK else "reserves-entry"
        self.over = passes_over(state, unit) or self.how == DEEP_STRIKE
        self.limits = dict(zip(_ids(unit.models), limits(state, unit, "rush" if how.endswith(_RUSHED) else "move"), strict=True))
        self.free = ground.not_slowed(state, unit)
        width, depth = state.field.size.width, state.field.size.depth
        corners = ((0, 0), (width, 0), (width, depth), (0, depth))
        sides = tuple(Marker("edge", (a, b)) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True))
        self.edges = sides if self.how == OUTFLANK else (home_edge(state, unit.player),)
        self.scene = scene(state, unit.player)
        self.refusal: Callable[[Sequence[Standing]], Refusal | None]
        self.refusal = self._scattered if self.how == DEEP_STRIKE else self._too_far

    def region(self) -> Region:
        """Where the models may stand, roughly; `refusal` says the rest."""
        size = self.state.field.size
        if self.how == DEEP_STRIKE:
            return Rectangle(INCH, INCH, size.width - INCH, size.depth - INCH)
        widest = max(self.state.kind(model.id).base.outer for model in self.unit.models)
        reach = max(self.limits.values()) + widest
        parts = tuple(WhollyWithin((edge,), reach) for edge in self.edges)
        return parts[0] if len(parts) == 1 else AnyOf(parts)

    @staticmethod
    def _scattered(shapes: Sequence[Standing]) -> Refusal | None:
        """All models of a Deep Strike stand within six inches of the one that was placed first."""
        if any(all(within(first, other, _SPREAD) for other in shapes) for first in shapes):
            return None
        return Refusal("scattered", 'the others must stand within 6" of the first model placed', "deep-strike")

    def _too_far(self, shapes: Sequence[Standing]) -> Refusal | None:
        """Whether each model could come in from an edge so far, on the ground that is there."""
        for shape in shapes:
            limit = self.limits[shape.name]
            path = self.way(shape)
            gone = distance_down(shape, self._edge(shape))
            if gone > limit - ground.SLOWED and not self.free and ground.slows(self.state, path, over=self.over):
                limit -= ground.SLOWED
            if gone > limit:
                return Refusal("too-far", f"{shape.name} cannot come so far from the edge", self.rule)
            start = shape.at(path[0])
            if not may_move(self.scene, start, path, move_permit(self.state, self.unit, FAR)):
                return Refusal("barred", f"{shape.name} finds no straight way there from the edge", self.rule)
            if self.how == OUTFLANK:
                refusal = self._bad_point(start)
                if refusal is not None:
                    return refusal
        return None

    def _bad_point(self, start: Standing) -> Refusal | None:
        """Why nobody may come in from a point of the edge by Outflank, or None."""
        x, y = nearest_of((start.place.x, start.place.y), self._edge(start).core)
        theirs = self.state.mission.deployment[self.state.core.zone_of[1 - self.unit.player]]
        if holds_point(zone_outline(theirs), (x, y)):
            return Refusal("enemy-zone", f"{start.name} would come in from the enemy's deployment zone", self.rule)
        enemies = (enemy for unit in self.state.on_table(1 - self.unit.player) for enemy in self.state.shapes(unit))
        if any(within(Marker("point", ((x, y),)), enemy, _KEPT_AWAY) for enemy in enemies):
            return Refusal("too-near", f'{start.name} would come in within 7" of an enemy', self.rule)
        return None

    def _edge(self, shape: Standing) -> Marker:
        return min(self.edges, key=lambda edge: distance_down(shape, edge))

    def way(self, shape: Standing) -> tuple[Place, Place]:
        """From the edge to where a model stands: straight, from where it touches the edge."""
        end, edge = shape.place, self._edge(shape)
        x, y = nearest_of((end.x, end.y), edge.core)
        gone = 0 if self.how == DEEP_STRIKE else distance_down(shape, edge)
        dx, dy = stride(heading_of(x - end.x, y - end.y), gone) if (x, y) != (end.x, end.y) else (0, 0)
        return Place(end.x + dx, end.y + dy, end.z, end.heading), end


def _ids(models: Sequence[Model]) -> list[str]:
    return [model.id for model in models]

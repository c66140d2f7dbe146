"""What the Horus Heresy planner's units are for: which objective each is to hold, whom it hunts, what it is to capture."""

from collections.abc import Sequence
from math import ceil, hypot
from typing import NamedTuple

from warbench.games.heresy3.battle.arms import rule_of
from warbench.games.heresy3.battle.capture import CAPTURABLE
from warbench.games.heresy3.battle.combats import is_fort
from warbench.games.heresy3.battle.measuring import units_within
from warbench.games.heresy3.battle.missions import Objective
from warbench.games.heresy3.battle.passengers import inside
from warbench.games.heresy3.battle.roster import INCH
from warbench.games.heresy3.battle.routing import nearest_of
from warbench.games.heresy3.battle.state import Model, State, Unit
from warbench.games.heresy3.battle.statuses import has
from warbench.games.heresy3.battle.victory import tactical_strength, value_of
from warbench.players.choosing import Spot, away, gap
from warbench.players.heresy3_worth import points_of, powers
from warbench.table.convex import edges, holds_point
from warbench.table.lattice import Place
from warbench.table.layout import zone_outline

NEAR = 3.0
"""How near an objective is held (inches)."""

_NO_HOLDERS = frozenset({"vehicle", "cavalry", "automata", "fortification", "building"})
_CROWD = (1.0, 0.5, 0.15)
"""What an objective is worth to the first unit that goes there, the second, any further one."""

_GUNNERS = 0.4
_LEAVING = 0.5
_LORD = 0.6
_LOSING = 0.6
_LEAST = 0.25
_USABLE = frozenset({"table", "inside", "waiting", "reserve"})
_SEES = 14.0
_GUARD = 6
_LONG = 30.0


class Job(NamedTuple):
    """What a unit is for now: ``objective``, ``capture``, ``hunt`` or ``shoot``; where that is; which objective or unit."""

    what: str
    point: Spot | None = None
    of: str = ""


SHOOT = Job("shoot")


# --- where things are ---


def _spot(place: Place) -> Spot:
    return place.x / INCH, place.y / INCH


def standing(unit: Unit) -> list[Spot]:
    """Where a unit's models stand, in inches."""
    return [_spot(model.place) for model in unit.models if model.place is not None]


def here(state: State, unit: Unit) -> list[Spot]:
    """Where a unit is: on the battlefield, where what it is embarked on stands, or the middle of its zone before that."""
    if unit.where == "inside":
        return here(state, state.units[unit.inside])
    return standing(unit) if unit.where == "table" else [zone_middle(state, unit.player)]


def mean(spots: Sequence[Spot]) -> Spot:
    """The middle of some spots."""
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def zone_middle(state: State, player: int) -> Spot:
    """The middle of a player's deployment zone, in inches."""
    x, y = mean(zone_outline(state.mission.deployment[state.core.zone_of[player]]))
    return x / INCH, y / INCH


def spot_of(objective: Objective) -> Spot:
    """Where an objective is, in inches."""
    return objective.at[0] / INCH, objective.at[1] / INCH


# --- what units are like ---


def speed(state: State, unit: Unit) -> float:
    """How far a unit moves, in inches: its slowest model."""
    return float(min((state.kind(model.id).numbers.get("movement") or 0 for model in unit.models), default=0))


def reach_of(state: State, unit: Unit) -> float:
    """How far the better part of a unit's weapons reach, in inches: the range that half of its models have."""
    ranges = sorted(_range(state, model) for model in unit.models)
    return ranges[len(ranges) // 2] if ranges else 0.0


def _range(state: State, model: Model) -> float:
    return max((float(arm.range or 0) for arm in state.kind(model.id).weapons if arm.type != "melee"), default=0.0)


def brawls(state: State, unit: Unit) -> bool:
    """Whether a unit is better close up: its melee weapons hit harder than its guns."""
    found = [powers(state, model) for model in unit.models]
    return not is_fort(state, unit) and sum(blade for _, blade in found) > sum(gun for gun, _ in found)


def is_gunner(state: State, unit: Unit) -> bool:
    """Whether a unit stands and shoots: it reaches far, or most of its weapons are better when it stands still."""
    heavy = sum(any(rule_of(arm, "heavy") is not None for arm in state.kind(model.id).weapons) for model in unit.models)
    return reach_of(state, unit) >= _LONG or 2 * heavy > len(unit.models)


def can_hold(state: State, unit: Unit) -> bool:
    """Whether a unit has models that may hold objectives, and nothing keeps them from it for long."""
    return not has(unit, "routed") and any(not _NO_HOLDERS & state.kind(model.id).words for model in unit.models)


def holds(state: State, unit: Unit) -> bool:
    """Whether a unit stands at an objective that it may hold."""
    if unit.where != "table" or not can_hold(state, unit):
        return False
    spots = standing(unit)
    return any(value_of(state, each) and gap(spots, [spot_of(each)]) <= NEAR for each in state.mission.objectives)


def is_free(state: State, player: int, fort: Unit) -> bool:
    """Whether an enemy Fortification could be captured by who touches it: nobody is inside, and nobody near defends it."""
    words = state.types(fort)
    if "fortification" not in words or fort.player != 1 - player or fort.where != "table" or inside(state, fort):
        return False
    if not words & {"bunker", "structure"} and all(state.kind(model.id).has(CAPTURABLE) is None for model in fort.models):
        return False
    return not any(other is not fort and units_within(state, other, fort, _GUARD) for other in state.on_table(1 - player))


def foes(state: State, player: int) -> list[Unit]:
    """The enemy units on the battlefield that are no Fortifications."""
    return [unit for unit in state.on_table(1 - player) if not is_fort(state, unit)]


# --- what units are for ---


def job_of(state: State, unit: Unit) -> Job:
    """What a unit is for: an objective, if it is worth more to it than to others; else to capture, hunt or shoot.

    A transport does what those inside it are for.
    """
    found = objective_jobs(state, unit.player)
    aboard = inside(state, unit) if not is_fort(state, unit) else []
    for each in (*aboard, unit):
        if each.id in found:
            return found[each.id]
    return _other(state, unit)


def objective_jobs(state: State, player: int) -> dict[str, Job]:
    """Who goes for which objective: pair by pair, the best first; who is worth little there has other things to do."""
    scored: list[tuple[float, Unit, Objective]] = []
    for objective in state.mission.objectives:
        value = value_of(state, objective)
        theirs = tactical_strength(state, 1 - player, objective) if value else 0
        for unit in state.units.values() if value else ():
            if unit.player == player and unit.where in _USABLE and not unit.locked and can_hold(state, unit):
                score = _need(state, unit, spot_of(objective), theirs) * value
                if score > 0:
                    scored.append((score, unit, objective))
    found: dict[str, Job] = {}
    crowd = {objective.id: 0 for objective in state.mission.objectives}
    while scored:
        ranked = [(round(score * _CROWD[min(crowd[each.id], 2)], 6), unit, each) for score, unit, each in scored]
        score, unit, objective = max(ranked, key=lambda each: each[0])
        if score < (_LEAST if unit.where != "inside" else 0.0):
            break
        found[unit.id] = Job("objective", spot_of(objective), objective.id)
        crowd[objective.id] += 1
        scored = [each for each in scored if each[1] is not unit]
    return found


def _need(state: State, unit: Unit, spot: Spot, theirs: int) -> float:
    """What a unit would make of an objective of value 1: the turns left once it is there, its strength, its other uses."""
    waits = unit.where in {"waiting", "reserve"}
    spots = [zone_spot(state, unit.player, spot, 2.0)] if waits else here(state, unit)
    distance = max(0.0, gap(spots, [spot]) - NEAR)
    carrier = state.units[unit.inside] if unit.where == "inside" else None
    garrison = carrier is not None and is_fort(state, carrier)
    # A transport carries whoever is inside for the first turns.
    pace = max(speed(state, unit), speed(state, carrier) if carrier is not None else 0.0, 1.0)
    turns = ceil(distance / pace)
    left = state.mission.turns - max(state.core.round, 1) + 1 - max(turns - 1, 0)
    if left <= 0:
        return 0.0
    strength = sum(1 + int(state.kind(model.id).has("line") or 0) for model in state.living(unit))
    score = left / (1.0 + 0.5 * turns) * min(1.5, 0.6 + 0.08 * strength)
    score *= _LOSING if theirs >= strength else 1.0
    score *= _GUNNERS if distance > 0 and is_gunner(state, unit) else 1.0
    lord = any(state.entry(state.roster.unit_of[model.id]).warlord for model in unit.models)
    return score * (_LEAVING if garrison else 1.0) * (_LORD if lord else 1.0)


def _other(state: State, unit: Unit) -> Job:
    """What a unit does that goes for no objective."""
    spots, player = here(state, unit), unit.player
    fights = brawls(state, unit)
    if fights or not (is_gunner(state, unit) or "vehicle" in state.types(unit)):
        for fort in state.on_table(1 - player):
            if gap(spots, standing(fort)) <= _SEES and is_free(state, player, fort):
                return Job("capture", mean(standing(fort)), fort.id)
    if fights:
        prey = max(foes(state, player), key=lambda enemy: _tempts(state, spots, enemy), default=None)
        if prey is not None:
            return Job("hunt", mean(standing(prey)), prey.id)
    return SHOOT


def _tempts(state: State, spots: Sequence[Spot], enemy: Unit) -> float:
    """How much an enemy unit draws those who fight at close quarters: its worth, its nearness, the objective that it holds."""
    near = away(standing(enemy), mean(spots))
    worth = points_of(state, enemy) * (2.0 if holds(state, enemy) else 1.0)
    return round(worth / (6.0 + near) ** 2, 9)


def zone_spot(state: State, player: int, toward: Spot, depth: float) -> Spot:
    """A spot in a player's deployment zone: the nearest to a point, and so many inches from there away from the enemy."""
    corners = zone_outline(state.mission.deployment[state.core.zone_of[player]])
    point = round(toward[0] * INCH), round(toward[1] * INCH)
    sides = [nearest_of(point, edge) for edge in edges(corners)]
    near = point
    if not holds_point(corners, point):
        near = min(sides, key=lambda each: ((each[0] - point[0]) ** 2 + (each[1] - point[1]) ** 2, each))
    x, y = near[0] / INCH, near[1] / INCH
    a, b = toward if near != point else zone_middle(state, 1 - player)
    length = max(hypot(x - a, y - b), 1.0)
    return x + (x - a) * depth / length, y + (y - b) * depth / length

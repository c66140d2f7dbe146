"""How the Horus Heresy planner moves: who goes when, how fast and where to; who gets in and out."""

import msgspec

from warbench.battle.asking import PASS
from warbench.battle.places import encode_ways
from warbench.battle.requests import Ask
from warbench.games.heresy3.battle import ground
from warbench.games.heresy3.battle.combats import is_fort
from warbench.games.heresy3.battle.leaving import Leaving
from warbench.games.heresy3.battle.moves import HOLD, Move, limits
from warbench.games.heresy3.battle.moving import END
from warbench.games.heresy3.battle.passengers import inside
from warbench.games.heresy3.battle.placing import coherency
from warbench.games.heresy3.battle.roster import INCH
from warbench.games.heresy3.battle.state import State, Unit
from warbench.players.choosing import Spot, away, best, gap, spots_of
from warbench.players.heresy3_ground import (
    NEAR,
    Job,
    brawls,
    foes,
    here,
    is_gunner,
    job_of,
    mean,
    reach_of,
    speed,
    standing,
)
from warbench.players.heresy3_worth import best_shot, points_of
from warbench.table.lattice import Point
from warbench.table.moves import Goal, seek_moves
from warbench.table.permits import UnitRule
from warbench.table.setups import Pick

_CHARGE = 12.0
_STAYS = 10.0
"""A gunner stays where it is when its best target there costs the enemy so many points."""
_SHOTS = 6.0
"""Who could shoot that much does not rush."""
_SHAKY = 2
_WORTH_GOING = 0.5
_OUT = 4.0
_WAYS = 4
_STRAIGHT = 0.8
"""A way that brings so much of what a straight one would is good enough; else more are looked at."""

# --- whose turn it is ---


def next_mover(ask: Ask, state: State) -> str:
    """Transports that carry somebody first, then the units nearest to the enemy; who is in a Bunker stays while it pays."""
    enemies = [spot for enemy in foes(state, ask.player) for spot in standing(enemy)]
    scored: list[tuple[float, str]] = []
    for option in ask.options:
        word, _, rest = option.key.partition(":")
        unit = state.units.get(option.key)
        if word == "embark":
            who, _, carrier = rest.partition(":")
            if should_embark(state, state.units[who], state.units[carrier]):
                scored.append((500.0, option.key))
        elif unit is not None and unit.where == "inside":
            if should_leave(state, unit):
                scored.append((300.0, option.key))
        elif unit is not None:
            scored.append((200.0 * bool(inside(state, unit)) - gap(here(state, unit), enemies), option.key))
    found: str | None = best(scored)
    return found if found is not None else END.key


def should_embark(state: State, unit: Unit, carrier: Unit) -> bool:
    """Whether a unit garrisons a Fortification: an own one that nobody guards, when it has no objective to go to."""
    if carrier.player != unit.player or not is_fort(state, carrier) or carrier.models[0].wounds <= _SHAKY:
        return False
    return job_of(state, unit).what == "shoot" or (job_of(state, unit).what == "capture")


def should_leave(state: State, unit: Unit) -> bool:
    """Whether a unit leaves the Fortification that it is in: for an objective that is near, or before it falls down."""
    carrier = state.units[unit.inside]
    job = job_of(state, unit)
    near = job.what == "objective" and job.point is not None and gap(here(state, unit), [job.point]) <= 2 * speed(state, unit)
    return near or carrier.models[0].wounds <= _SHAKY


def get_out(ask: Ask, state: State) -> str:
    """Out when the objective is in reach on foot, an enemy is near, or the transport is about to be lost."""
    transport = state.units[ask.subject]
    spots = here(state, transport)
    enemies = [spot for enemy in foes(state, ask.player) for spot in standing(enemy)]
    for option in ask.options:
        unit = state.units.get(option.key)
        if unit is None:
            continue
        if is_fort(state, transport):
            if should_leave(state, unit):
                return option.key
            continue
        job = job_of(state, unit)
        there = job.point is not None and gap(spots, [job.point]) <= NEAR + speed(state, unit) + _OUT
        pressed = gap(spots, enemies) <= _CHARGE or transport.models[0].wounds <= _SHAKY
        if there or pressed:
            return option.key
    return PASS.key


# --- how fast ---


def how_to_move(ask: Ask, state: State) -> str:
    """Stay, move or rush."""
    unit = state.units[ask.subject]
    keys = [option.key for option in ask.options]
    job = job_of(state, unit)
    wanted = _how(state, unit, job)
    return wanted if wanted in keys else "move" if wanted == "rush" and "move" in keys else keys[0]


def _how(state: State, unit: Unit, job: Job) -> str:
    if job.what == "objective" and job.point is not None:
        return _to_objective(state, unit, job.point)
    enemies = [spot for enemy in foes(state, unit.player) for spot in standing(enemy)]
    if job.what == "shoot" or job.point is None:
        if not enemies or best_shot(state, unit)[0] >= _STAYS:
            return "stationary"
        return "rush" if gap(standing(unit), enemies) > reach_of(state, unit) + 2 * speed(state, unit) else "move"
    far = gap(standing(unit), standing(state.units[job.of])) > speed(state, unit) + _CHARGE
    return "rush" if far and best_shot(state, unit)[0] < _SHOTS else "move"


def _to_objective(state: State, unit: Unit, point: Spot) -> str:
    """Stay at it; rush where that brings the unit there, or where it is far and nothing to shoot at; guns stay while they pay."""
    if away(standing(unit), point) <= NEAR:
        return "stationary"
    to_go = gap(standing(unit), [point]) - NEAR
    fast = max(limits(state, unit, "rush"), default=0) / INCH
    if speed(state, unit) < to_go <= fast:
        return "rush"
    shots = best_shot(state, unit)[0]
    late = state.core.round >= state.mission.turns - 1
    if is_gunner(state, unit) and shots >= _STAYS and not late and not inside(state, unit):
        return "stationary"
    return "rush" if to_go > fast and shots < _SHOTS else "move"


# --- where to ---


def where_to(ask: Ask, state: State) -> str:
    """A way to what the unit is for; where that cannot be, the listed move that brings it nearest."""
    unit = state.units[ask.subject]
    if isinstance(ask.matter, Move) and ask.matter.how == "evade":
        return _away(ask, unit, state)
    point = _point(state, unit)
    if point is None:
        return ask.options[0].key
    keys = [own] if isinstance(ask.matter, Move) and (own := _toward(ask.matter, point)) is not None else []
    keys = keys or [option.key for option in ask.options if option.key != HOLD]
    scored = [(-away(spots_of(key), point), key) for key in keys]
    if ask.judge is None or ask.judge(HOLD) is None:
        scored.append((_WORTH_GOING - away(standing(unit), point), HOLD))
    found: str = best(scored)
    return found


def _point(state: State, unit: Unit) -> Spot | None:
    """Where a unit is to go."""
    job = job_of(state, unit)
    if job.point is not None:
        return job.point
    enemies = foes(state, unit.player)
    if not enemies:
        return None
    spots = standing(unit)
    target = min(enemies, key=lambda enemy: (gap(spots, standing(enemy)) - points_of(state, enemy) / 40, enemy.id))
    there, near = mean(standing(target)), mean(spots)
    reach = max(reach_of(state, unit) - 4.0, 2.0) if not brawls(state, unit) else 1.0
    distance = max(away([near], there), 0.1)
    # In reach, and still nothing to shoot at: something is in the way, so go on.
    share = 1.0 - reach / distance if distance > reach else min(1.0, speed(state, unit) / 2 / distance)
    return near[0] + (there[0] - near[0]) * share, near[1] + (there[1] - near[1]) * share


def _toward(move: Move, spot: Spot) -> str | None:
    """A legal move of a unit toward a spot, as far as it can go; None when the table finds none."""
    point: Point = round(spot[0] * INCH), round(spot[1] * INCH)
    slowest = min(move.limits, default=0)
    shapes = tuple(move.state.shapes(move.unit))
    here = mean(standing(move.unit))
    for limit in (slowest, slowest - ground.SLOWED):
        if limit <= 0:
            return None
        permit = msgspec.structs.replace(move.permit, limit=limit)
        rule = UnitRule(permit=permit, coherency=coherency(move.state, move.unit))
        scored: list[tuple[float, str]] = []
        for found in seek_moves(move.around.scene, shapes, Goal("toward", point), rule, Pick(seed=0, limit=_WAYS)):
            if move.refusal(found.paths) is not None:
                continue
            key = encode_ways(found.paths)
            gained = away([here], spot) - away([mean(spots_of(key))], spot)
            scored.append((gained, key))
            if gained >= _STRAIGHT * min(limit / INCH, away([here], spot)):
                break
        if scored:
            nearest: str = best(scored)
            return nearest
    return None


def _away(ask: Ask, unit: Unit, state: State) -> str:
    """The listed move that ends furthest from the enemy."""
    enemies = [spot for enemy in foes(state, unit.player) for spot in standing(enemy)]
    found: str = best((gap(spots_of(option.key) or standing(unit), enemies), option.key) for option in ask.options)
    return found


def leave_combat(ask: Ask, state: State) -> str:
    """Where a unit goes that leaves a combat, or spreads out after it: nearer to what it is for, or away from the enemy."""
    unit = state.units[ask.subject]
    moves = isinstance(ask.matter, Leaving) and ask.matter.how == "consolidate"
    point = job_of(state, unit).point
    if not moves or point is None:
        return _away(ask, unit, state)
    found: str = best((-away(spots_of(option.key) or standing(unit), point), option.key) for option in ask.options)
    return found

"""Where the planner sends its units: which objective each is to hold, how it gets there, and which placement is best."""

from warbench.battle.requests import Ask, Option
from warbench.games.w40k10.battle.guns import guns_of
from warbench.games.w40k10.battle.melee import melee_weapons
from warbench.games.w40k10.battle.placing import BULKY, is_engaged
from warbench.games.w40k10.battle.scoring import controller, in_range
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.question import Weapon
from warbench.players.choosing import Spot, gap, spots_of
from warbench.table.lattice import INCH, Place

_NEAR = 3.0


def standing(unit: Unit) -> list[Spot]:
    """Where a unit's models stand, in inches."""
    return [_spot(model.place) for model in unit.models if model.place is not None]


def _spot(place: Place) -> Spot:
    return place.x / INCH, place.y / INCH


def reach_of(state: State, unit: Unit) -> float:
    """How far the better part of a unit's weapons reach, in inches: the longest range that half of its guns have."""
    entry = state.entry(unit.id)
    ranges = sorted(gun.profiles[0].range or 0 for model in unit.models for gun in guns_of(entry, entry.index[model.id]))
    return float(ranges[len(ranges) // 2]) if ranges else 0.0


def brawls(state: State, unit: Unit) -> bool:
    """Whether a unit is better close up: its melee weapons hit harder than its guns."""
    entry = state.entry(unit.id)
    guns = blades = 0.0
    for model in unit.models:
        kind = entry.index[model.id]
        guns += sum(_power(gun.profiles[0]) for gun in guns_of(entry, kind) if not gun.has("one shot"))
        blades += max((_power(weapon) for weapon in melee_weapons(entry, kind)), default=0.0)
    return blades > guns


def _power(weapon: Weapon) -> float:
    """How hard a weapon hits: attacks by Strength by Damage on average."""
    return float(weapon.attacks.mean) * weapon.strength * float(weapon.damage.mean) * weapon.count


# --- objectives ---


def goal_of(state: State, unit: Unit) -> Spot | None:
    """The objective that a unit is to go to: near ones that are not held first; None on a table without any."""
    player, here = state.player(unit.id), standing(unit)
    best: tuple[float, Spot] | None = None
    for objective in state.mission.objectives:
        spot = (objective.x, objective.y)
        away = max(0.0, gap(here, [spot]) - _NEAR) if here else 20.0
        turns = away / max(1.0, min(state.kind(model.id).movement for model in unit.models) / INCH)
        score = _need(state, player, unit, objective.name, spot) / (1.0 + turns)
        if best is None or round(score, 9) > best[0]:
            best = round(score, 9), spot
    return None if best is None else best[1]


def _need(state: State, player: int, unit: Unit, name: str, spot: Spot) -> float:
    """How much an objective needs a unit: little when others of its side hold it already, or go there."""
    objective = next(each for each in state.mission.objectives if each.name == name)
    own = [other for other in state.on_table(player) if other is not unit and in_range(state, other, objective.marker)]
    if own:
        return 0.25
    if controller(state, objective) == player and not in_range(state, unit, objective.marker):
        return 0.5
    nearer = sum(gap(standing(other), [spot]) + 2 < gap(standing(unit), [spot]) for other in state.on_table(player))
    return 1.0 / (1 + nearer)


# --- moving ---


def how_to_move(state: State, unit: Unit, options: tuple[Option, ...]) -> str:
    """Remain Stationary, Normal move, Advance or Fall Back."""
    keys = [option.key for option in options]
    if "fall back" in keys and is_engaged(state, unit):
        big = not BULKY.isdisjoint(state.keywords(unit))
        return "stationary" if "stationary" in keys and (big or brawls(state, unit)) else "fall back"
    if "normal" not in keys:
        return keys[0]
    here, goal = standing(unit), goal_of(state, unit)
    enemies = [spot for enemy in state.on_table(1 - state.player(unit.id)) for spot in standing(enemy)]
    pace = min(state.kind(model.id).movement for model in unit.models) / INCH
    if goal is None:
        return "normal"
    away = gap(here, [goal]) - _NEAR
    hunting = brawls(state, unit) and gap(here, enemies) < pace + 14
    if away <= 0 and not hunting:
        return "stationary" if "stationary" in keys else "normal"
    shoots = gap(here, enemies) <= reach_of(state, unit) + pace
    if "advance" in keys and away > pace and not shoots and not hunting:
        return "advance"
    return "normal"


def where_to(state: State, unit: Unit, ask: Ask) -> str:
    """The listed placement that serves a unit best: near its objective, its enemies in range, or in its teeth."""
    goal = goal_of(state, unit)
    enemies = [spot for enemy in state.on_table(1 - state.player(unit.id)) for spot in standing(enemy)]
    reach = reach_of(state, unit)
    fights = brawls(state, unit)
    scored: list[tuple[float, str]] = []
    for option in ask.options:
        spots = spots_of(option.key) or standing(unit)
        score = 0.0
        if goal is not None:
            score -= sum(max(0.0, gap([spot], [goal]) - _NEAR) for spot in spots) / max(1, len(spots))
            score += 3.0 * (gap(spots, [goal]) <= _NEAR)
        near = gap(spots, enemies)
        if enemies and fights:
            score -= max(0.0, near - 9.0)
        elif enemies:
            score -= 1.5 * max(0.0, near - reach) + 0.5 * max(0.0, 10.0 - near)
        scored.append((round(score, 9), option.key))
    return max(scored, key=lambda each: each[0])[1] if scored else ask.options[0].key

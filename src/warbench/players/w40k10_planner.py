"""A computer player for the tenth edition: simple but sensible. It looks one step ahead by the exact odds, never at the dice.

It goes for objectives that are not held, keeps its shooters in range, shoots the target that costs the enemy most, charges when
that pays, and spends Command points where the gain is clear. Odds are rounded before they are compared, and of equal options the
first is taken: the same battle on every machine.
"""

from collections.abc import Callable
from math import hypot

from warbench.battle.requests import Ask, Option
from warbench.games.w40k10.battle.aircraft import is_aircraft, may_reach
from warbench.games.w40k10.battle.closing import HOLD
from warbench.games.w40k10.battle.placing import distance
from warbench.games.w40k10.battle.scoring import in_range
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.battle.targets import Arsenal
from warbench.players.choosing import best, leading_number, spots_of
from warbench.players.seats import Player
from warbench.players.w40k10_army_rules import choose as army_rule
from warbench.players.w40k10_army_rules import observers, withdraw
from warbench.players.w40k10_flights import where_to_fly
from warbench.players.w40k10_ground import brawls, goal_of, how_to_move, reach_of, standing, where_to
from warbench.players.w40k10_reactions import chance_of, react
from warbench.players.w40k10_worth import arms_of, melee, points_of, shooting
from warbench.table.lattice import INCH

_OUT_AT = 18.0
"""Passengers get out when an enemy is that near, or an objective half as near (inches)."""

_BACK = 0.6
"""How much of what comes back in a fight counts: not all of it lives to strike."""

_HOLDER = 1.5
"""A model in range of an objective is worth so much more than one like it elsewhere."""

_POOR_ADVANCE = 3
"""An Advance roll of so much or less is thrown again where it may be."""

Decide = Callable[[Ask, State], str]


def planner() -> Player:
    """The player. It keeps nothing between questions: the same question about the same state has the same answer."""

    def choose(ask: Ask, state: State) -> str:
        if len(ask.options) == 1:
            return ask.options[0].key
        return _DECIDE.get(ask.about, _first)(ask, state)

    return choose


def _first(ask: Ask, _state: State) -> str:
    return ask.options[0].key


def _last(ask: Ask, _state: State) -> str:
    return ask.options[-1].key


def _units(ask: Ask, state: State) -> list[tuple[Option, Unit]]:
    """The options that name units."""
    return [(option, state.units[option.key]) for option in ask.options if option.key in state.units]


# --- before the battle, and setting up ---


def _deploy(ask: Ask, state: State) -> str:
    """Large units first; each in the placement nearest to the objective that it is for, brawlers and holders to the front."""
    if ask.subject not in state.units:
        found: str = best((points_of(state, unit), option.key) for option, unit in _units(ask, state))
        return found
    return _nearest_goal(ask, state)


def _nearest_goal(ask: Ask, state: State) -> str:
    """The placement whose models are nearest to an objective."""
    marks = [(objective.x, objective.y) for objective in state.mission.objectives]
    unit = state.units[ask.subject]
    near = 6.0 if brawls(state, unit) else max(0.0, reach_of(state, unit) - 24.0) / 3

    def score(key: str) -> float:
        spots = spots_of(key)
        if not spots or not marks:
            return 0.0
        x, y = sum(spot[0] for spot in spots) / len(spots), sum(spot[1] for spot in spots) / len(spots)
        away = min(hypot(x - a, y - b) for a, b in marks)
        return -abs(away - near)

    key: str = best((score(option.key), option.key) for option in ask.options)
    return key


def _dearest(ask: Ask, state: State) -> str:
    """The unit that is worth most of what it has left, and of equal ones the first."""
    found: str | None = best(
        (points_of(state, unit) * len(unit.models) / unit.starting, option.key) for option, unit in _units(ask, state)
    )
    return found if found is not None else ask.options[0].key


def _arrive(ask: Ask, state: State) -> str:
    return ask.options[1].key if len(ask.options) > 1 else _first(ask, state)


def _disembark(ask: Ask, state: State) -> str:
    """Out when there is something to do near by."""
    unit = state.units[ask.subject]
    transport = state.units[unit.inside]
    here = standing(transport)
    goal = goal_of(state, transport)
    enemies = [spot for enemy in state.on_table(1 - ask.player) for spot in standing(enemy)]
    near = any(hypot(a[0] - b[0], a[1] - b[1]) <= _OUT_AT for a in here for b in enemies)
    there = goal is not None and any(hypot(a[0] - goal[0], a[1] - goal[1]) <= _OUT_AT / 2 for a in here)
    return "disembark" if near or there else "stay"


# --- moving ---


def _unit(ask: Ask, state: State) -> str:
    """Whose turn it is next: transports before others when moving, the dearest first when shooting, charges that pay."""
    found = _units(ask, state)
    if ask.subject == "movement":
        rank = [
            (10.0 * (state.entry(unit.id).sheets[0].transport is not None) + (unit.where == "table"), option.key)
            for option, unit in found
        ]
    elif ask.subject == "shooting":
        rank = [(points_of(state, unit), option.key) for option, unit in found]
    else:
        rank = [(_best_charge(state, unit)[0], option.key) for option, unit in found]
        rank.append((0.0, ask.options[-1].key))
        rank = [each for each in rank if each[0] > 0] or [rank[-1]]
    key: str | None = best(rank)
    return key if key is not None else ask.options[-1].key


def _movement(ask: Ask, state: State) -> str:
    return how_to_move(state, state.units[ask.subject], ask.options)


def _move(ask: Ask, state: State) -> str:
    unit = state.units[ask.subject]
    return where_to_fly(state, unit, ask) if is_aircraft(state, unit) else where_to(state, unit, ask)


# --- attacking ---


def _target(ask: Ask, state: State) -> str:
    """The target that costs the enemy most points."""
    if not isinstance(ask.matter, Arsenal):
        return _dearest(ask, state)
    arsenal = ask.matter
    key: str = best((shooting(arsenal, option.key), option.key) for option in ask.options if option.key != "split")
    return key


def _best_charge(state: State, unit: Unit) -> tuple[float, str]:
    """What the best charge of a unit is worth, and at whom: it must reach, and what strikes back counts too."""
    scored: list[tuple[float, tuple[float, str]]] = []
    for enemy in state.on_table(1 - state.player(unit.id)):
        away = distance(state, unit, enemy)
        if away > 12 * INCH or not may_reach(state, unit, enemy):
            continue
        reach = chance_of(-(-(away - INCH) // INCH))
        holds = any(in_range(state, enemy, objective.marker) for objective in state.mission.objectives)
        gain = melee(state, unit, enemy) - _BACK * melee(state, enemy, unit) + (0.1 * points_of(state, enemy) if holds else 0.0)
        worth = round(reach * gain, 9)
        scored.append((worth, (worth, enemy.id)))
    found: tuple[float, str] | None = best(scored)
    return found or (0.0, "")


def _charge_target(ask: Ask, state: State) -> str:
    key = _best_charge(state, state.units[ask.subject])[1]
    return key if any(option.key == key for option in ask.options) else ask.options[0].key


def _close(ask: Ask, _state: State) -> str:
    """As many models in base contact as can be: the text of an option begins with their number."""
    moves = [option for option in ask.options if option.key != HOLD]
    key: str | None = best((float(leading_number(option.text)), option.key) for option in moves)
    return key if key is not None else ask.options[0].key


def _fight(ask: Ask, state: State) -> str:
    """The unit that would lose most by waiting."""
    scored: list[tuple[float, str]] = []
    for option, unit in _units(ask, state):
        foes = [enemy for enemy in state.on_table(1 - state.player(unit.id)) if distance(state, unit, enemy) <= INCH]
        scored.append((max((melee(state, unit, foe) + melee(state, foe, unit) for foe in foes), default=0.0), option.key))
    key: str = best(scored)
    return key


def _fight_target(ask: Ask, state: State) -> str:
    unit = state.units[ask.subject]
    key: str = best((melee(state, unit, enemy), option.key) for option, enemy in _units(ask, state))
    return key


def _allocate(ask: Ask, state: State) -> str:
    """The cheapest to lose: the worst armed first, those that hold an objective after others like them."""
    unit = state.units[ask.subject]
    holds = {name for objective in state.mission.objectives for name in in_range(state, unit, objective.marker)}

    def cost(key: str) -> float:
        model = key.partition(",")[0]
        return arms_of(state.kind(model)) * (_HOLDER if model in holds else 1.0)

    key: str = best((-cost(option.key), option.key) for option in ask.options)
    return key


def _charge_again(ask: Ask, state: State) -> str:
    """Again when the roll does not reach the nearest enemy."""
    unit = state.units[ask.subject]
    near = min((distance(state, unit, enemy) for enemy in state.on_table(1 - ask.player)), default=0)
    rolled = leading_number(ask.options[0].text.removeprefix("keep ").replace('"', " "))
    return "again" if rolled * INCH + INCH < near else "keep"


def _roll_again(ask: Ask, _state: State) -> str:
    """A failed test always, an Advance when it is below its mean."""
    advance = ask.subject.endswith(" advance")
    rolled = leading_number(ask.options[0].text.removeprefix("keep ").replace('"', " "))
    return "again" if not advance or rolled <= _POOR_ADVANCE else "keep"


_DECIDE: dict[str, Decide] = {
    "deploy": _deploy,
    "prey": _dearest,
    "oath": _dearest,
    "army rule": army_rule,
    "observers": observers,
    "spotted": _dearest,
    "withdraw": withdraw,
    "grim-efficiency": _dearest,
    "fire support": _dearest,
    "impact": _dearest,
    "grenade": _dearest,
    "unit": _unit,
    "movement": _movement,
    "move": _move,
    "disembark?": _disembark,
    "disembark": _nearest_goal,
    "embark": _first,
    "reinforcements": _arrive,
    "arrive": _nearest_goal,
    "target": _target,
    "allocate": _allocate,
    "loss": _allocate,
    "charge target": _charge_target,
    "charge": _close,
    "pile in": _close,
    "consolidate": _close,
    "charge again": _charge_again,
    "roll again": _roll_again,
    "fight": _fight,
    "fight target": _fight_target,
    "finest hour": _last,
    "tokens": _last,
    "react": react,
}
"""How each kind of question is decided; of any other the first option is taken."""

"""A computer player for the Horus Heresy: simple but sensible. It looks one step ahead by the exact odds, never at the dice.

It goes for objectives with those who can hold them, keeps its guns still while they have targets, shoots whom it costs the enemy
most to lose, charges when that pays, garrisons and captures Fortifications, and reacts and invokes rites where the gain is clear.
Odds are rounded before they are compared, and of equal options the first is taken: the same battle on every machine.
"""

from collections.abc import Callable

from warbench.battle.requests import Ask
from warbench.games.heresy3.battle.arms import rule_of
from warbench.games.heresy3.battle.declaring import BEST, Menu
from warbench.games.heresy3.battle.guns import Gun, Stance
from warbench.games.heresy3.battle.measuring import units_within
from warbench.games.heresy3.battle.state import State, Unit
from warbench.games.heresy3.battle.targets import PLAIN, enemies, is_target
from warbench.games.heresy3.rites import CYBERTHEURGIST
from warbench.players.choosing import DIGITS, best, leading_number
from warbench.players.heresy3_deploy import arrive, deploy
from warbench.players.heresy3_fights import (
    accept,
    aftermath,
    challenge,
    charge_target,
    close_in,
    gambit,
    goes_on,
    melee_weapon,
    next_charger,
    strike_target,
    withdraw,
)
from warbench.players.heresy3_ground import holds
from warbench.players.heresy3_moves import get_out, how_to_move, leave_combat, next_mover, where_to
from warbench.players.heresy3_reactions import react, status
from warbench.players.heresy3_worth import best_guns, points_of, points_of_model, powers, shooting, shot
from warbench.players.seats import Player

_HOLDER = 1.3
"""A target that holds an objective is worth so much more."""

_BURST = 3
_ELSEWHERE = 1.25
"""A weapon is kept for another target when it does so much more there."""

Decide = Callable[[Ask, State], str]


def planner() -> Player:
    """The player. It keeps nothing between questions: the same question about the same state has the same answer."""

    def choose(ask: Ask, state: State) -> str:
        decide = _DECIDE.get(ask.about)
        return ask.options[0].key if decide is None else decide(ask, state)

    return choose


# --- whose turn it is ---


def _unit(ask: Ask, state: State) -> str:
    """Whose turn it is next."""
    if ask.subject == "movement":
        return next_mover(ask, state)
    if ask.subject == "charge":
        return next_charger(ask, state)
    found: str | None = best((_eager(state, state.units[each.key]), each.key) for each in ask.options if each.key in state.units)
    return found if found is not None else ask.options[-1].key


def _eager(state: State, unit: Unit) -> float:
    """Who knows rites before all others, for these make them better; then the dearest."""
    knows = any(CYBERTHEURGIST in state.kind(model.id).traits for model in unit.models)
    return points_of(state, unit) + 1000.0 * knows


# --- shooting ---


def _valued(state: State, target: Unit, points: float) -> float:
    """What damage to a target counts: more when it holds an objective; nothing on what nobody controls."""
    if target.player < 0:
        return 0.0
    return points * (_HOLDER if holds(state, target) else 1.0)


def _target(ask: Ask, state: State) -> str:
    """The target that costs the enemy most; nobody when there is nothing to gain."""
    unit = state.units[ask.subject]
    stance = ask.matter if isinstance(ask.matter, Stance) else PLAIN
    scored: list[tuple[float, str]] = [(0.0, ask.options[-1].key)]
    for option in ask.options:
        target = state.units.get(option.key)
        if target is not None and target.player >= 0:
            scored.append((_valued(state, target, shot(state, unit, target, stance).points), option.key))
    found: str = best(scored)
    return found


def _weapons(ask: Ask, state: State) -> str:
    """The listed choice that does most; what would do far more to another unit is kept for that where fire may be split."""
    menu = ask.matter
    if not isinstance(menu, Menu):
        return BEST
    keys = [option.key for option in ask.options if not option.key.startswith("only:")]

    def worth(key: str) -> float:
        return shooting(state, menu.unit, menu.target, menu.chosen(key), menu.stance).points

    found: str = best((worth(key), key) for key in keys)
    if not menu.splits:
        return found
    taken = menu.chosen(found)
    kept = [gun for gun in taken if not _is_for_another(state, menu, gun)]
    if not kept or len(kept) == len(taken):
        return found
    by_model: dict[str, list[str]] = {}
    for gun in kept:
        by_model.setdefault(gun.bearer, []).append(gun.arm.name)
    divided = ";".join(f"{model}={'|'.join(names)}" for model, names in by_model.items())
    return divided if menu.judge(divided) is None else found


def _is_for_another(state: State, menu: Menu, gun: Gun) -> bool:
    """Whether a weapon would do far more at another unit."""
    here = _valued(state, menu.target, shooting(state, menu.unit, menu.target, [gun], menu.stance).points)
    for other in enemies(state, menu.unit):
        if other is menu.target or other.player < 0 or not is_target(state, menu.unit, other, menu.stance):
            continue
        guns = [each for each in best_guns(state, menu.unit, other, menu.stance) if each.key == gun.key]
        if guns and _valued(state, other, shooting(state, menu.unit, other, guns, menu.stance).points) > _ELSEWHERE * here + 1.0:
            return True
    return False


def _facing(ask: Ask, state: State) -> str:
    """The thickest armour."""
    armour = next(armour for model in state.units[ask.subject].models if (armour := state.kind(model.id).armour) is not None)
    found: str = best((float(getattr(armour, option.key)), option.key) for option in ask.options)
    return found


def _model(ask: Ask, state: State) -> str:
    """Of the own models the cheapest to lose, of the enemy's the dearest."""
    own = state.player(ask.subject) == ask.player

    def dear(key: str) -> float:
        gun, blade = powers(state, state.model(key))
        return round(points_of_model(state, key) + state.kind(key).dear * 20 + (gun + blade) / 1000, DIGITS)

    found: str = best((-dear(option.key) if own else dear(option.key), option.key) for option in ask.options)
    return found


def _reason(ask: Ask, state: State) -> str:
    """The reason that makes a Check hardest for an enemy, easiest for an own unit: the text ends with what it costs."""
    sign = -1.0 if state.player(ask.subject) == ask.player else 1.0
    found: str = best((sign * leading_number(option.text.rpartition("(-")[2].rstrip(")")), option.key) for option in ask.options)
    return found


def _volley(ask: Ask, state: State) -> str:
    """Fire before a charge, but lay no Blast Markers where they would reach the own unit."""
    unit = state.units[ask.subject]
    near = [enemy for enemy in state.on_table(1 - ask.player) if units_within(state, unit, enemy, _BURST)]
    armed = [arm for model in unit.models for arm in state.kind(model.id).weapons if "assault" in arm.traits]
    return "hold" if near and armed and all(rule_of(arm, "blast") is not None for arm in armed) else "fire"


# --- small things ---


def _last(ask: Ask, _state: State) -> str:
    return ask.options[-1].key


def _hero(ask: Ask, state: State) -> str:
    """Who stands before a vehicle: the hardest hitter."""

    def power(key: str) -> float:
        return max(powers(state, state.model(key.partition("/")[0])))

    found: str = best((power(option.key), option.key) for option in ask.options)
    return found


_DECIDE: dict[str, Decide] = {
    "deploy": deploy,
    "arrival": _last,
    "arrive": arrive,
    "unit": _unit,
    "move kind": how_to_move,
    "move": where_to,
    "disembark": get_out,
    "disembark where": arrive,
    "target": _target,
    "weapons": _weapons,
    "facing": _facing,
    "target model": _model,
    "precision": _model,
    "morale reason": _reason,
    "status": status,
    "react": react,
    "charge target": charge_target,
    "set up": close_in,
    "charge": close_in,
    "pile in": close_in,
    "pursue": close_in,
    "challenge": challenge,
    "challenger": challenge,
    "accept challenge": accept,
    "disgrace": _model,
    "gambit": gambit,
    "melee weapon": melee_weapon,
    "challenge goes on": goes_on,
    "withdraw": withdraw,
    "strike target": strike_target,
    "gun down": strike_target,
    "volley": _volley,
    "death or glory": _hero,
    "aftermath": aftermath,
    "aftermath first": _last,
    "consolidate": leave_combat,
    "disengage": leave_combat,
}
"""How each kind of question is decided; of any other the first option is taken."""

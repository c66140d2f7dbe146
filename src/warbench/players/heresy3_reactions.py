"""When the Horus Heresy planner reacts and invokes rites: what each gains, in points of the army list."""

from collections.abc import Callable, Iterable
from math import hypot
from typing import Any

from warbench.battle.requests import Ask
from warbench.chance import Result
from warbench.games.heresy3.battle.checks import fear
from warbench.games.heresy3.battle.combats import combat_of, is_fort
from warbench.games.heresy3.battle.guns import Stance
from warbench.games.heresy3.battle.measuring import gap as distance
from warbench.games.heresy3.battle.measuring import units_within
from warbench.games.heresy3.battle.moments import Targets, UnitMoment
from warbench.games.heresy3.battle.numbers import current
from warbench.games.heresy3.battle.passengers import inside
from warbench.games.heresy3.battle.reactions.steps import reach
from warbench.games.heresy3.battle.roster import INCH
from warbench.games.heresy3.battle.state import State, Unit
from warbench.games.heresy3.battle.statuses import CYBERTHEURGIC, hindered
from warbench.games.heresy3.rites import FORTIFY, GUIDE, QUICKEN, RITE_LIST
from warbench.games.heresy3.trials import numbered
from warbench.players.choosing import best
from warbench.players.heresy3_fights import POINT, best_charge, reaches
from warbench.players.heresy3_ground import NEAR, brawls, can_hold, foes, holds, spot_of, standing
from warbench.players.heresy3_worth import best_shot, edge, fight, points_of, points_of_model, shot, strikes

PRICE = 8.0
"""What a Reaction must gain, in points; the last of a turn twice that before the Assault Phase."""

_RETURN = Stance(reaction="return fire")
_OVERWATCH = Stance(reaction="overwatch", facts=(("overwatch", True),))
_INTERCEPT = Stance(reaction="intercept", facts=(("intercept", True),))
_REACH = 12.0
_RITE = 3.0
_GUIDED, _TOUGHER, _QUICKER = 0.25, 0.08, 0.04
_SILENCED = 0.5
_SHAKEN = 0.25
_DIE = 6
_SIGHT = 24

Gain = Callable[[State, int, Any, str], float]


def react(ask: Ask, state: State) -> str:
    """The Reaction or rite that gains most, or none."""
    scored: list[tuple[float, str]] = [(0.0, "pass")]
    for option in ask.options:
        which, _, key = option.key.partition(":")
        gain = _GAINS.get(which)
        if gain is not None:
            scored.append((gain(state, ask.player, ask.matter, key), option.key))
    found: str = best(scored)
    return found


def _price(state: State, player: int, unit: Unit) -> float:
    """What a Reaction costs: less in the Assault Phase, for what is not spent by then is lost; nothing with a rite's status."""
    if any(lasting.source == "Programming Interrupt" for lasting in unit.lasting):
        return 1.0
    last = state.core.sides[player].reactions <= 1
    return PRICE / 2 if state.core.phase == "assault" else PRICE * 2 if last else PRICE


# --- Reactions ---


def _shoots(stance: Stance) -> Gain:
    """Shooting out of turn, at whoever the moment is about."""

    def gain(state: State, player: int, about: Targets | UnitMoment, key: str) -> float:
        unit = state.units[key]
        return shot(state, unit, state.units[about.unit], stance).points - _price(state, player, unit)

    return gain


def _reposition(state: State, player: int, about: UnitMoment, key: str) -> float:
    """A step onto an objective, or out of the way of a charge that would go badly."""
    unit, mover = state.units[key], state.units[about.unit]
    step = reach(state, unit) / INCH
    spots = standing(unit)
    for objective in state.mission.objectives:
        away = min(hypot(x - spot_of(objective)[0], y - spot_of(objective)[1]) for x, y in spots)
        if can_hold(state, unit) and NEAR < away <= NEAR + step:
            return POINT * objective.value / 4 - _price(state, player, unit)
    if holds(state, unit) or is_fort(state, mover):
        return 0.0
    apart = (distance(state, unit, mover) or 0) / INCH
    loss = -fight(state, unit, mover, charged=False)
    escapes = max(0.0, reaches(state, mover, unit) * min(1.0, step / max(_REACH - apart, step)))
    return escapes * loss / 2 - _price(state, player, unit) if brawls(state, mover) and loss > 0 else 0.0


def _evade(state: State, player: int, about: Targets, key: str) -> float:
    """Away from a charge that would go badly."""
    unit, charger = state.units[key], state.units[about.unit]
    loss = -fight(state, unit, charger)
    return 0.5 * loss - (POINT if holds(state, unit) else 0.0) - _price(state, player, unit)


def _death_or_glory(state: State, player: int, about: UnitMoment, key: str) -> float:
    """The chance to stop the vehicle against the model that stands before it."""
    unit, vehicle = state.units[key], state.units[about.unit]
    share = strikes(state, unit, vehicle).share / max(1, len(state.living(unit)))
    cost = min((points_of_model(state, model.id) for model in state.living(unit)), default=0.0)
    return share * points_of(state, vehicle) - (1.0 - share) * cost - _price(state, player, unit)


def _intervene(state: State, player: int, about: Targets, key: str) -> float:
    """A challenge that the own champion would win."""
    wanted = {"command", "champion", "paragon"}
    combat = list(about.targets)
    mine = [model for model in state.living(state.units[key]) if state.kind(model.id).words & wanted]
    theirs = [
        model
        for other in about.targets
        if state.player(other) == 1 - player
        for model in state.living(state.units[other])
        if state.kind(model.id).words & wanted
    ]
    if not mine or not theirs:
        return 0.0
    lead = max(min(edge(state, one, other, combat) for other in theirs) for one in mine)
    return lead * POINT - _price(state, player, state.units[key])


# --- rites ---


def passes(state: State, unit: Unit, focus: str, difficulty: int) -> float:
    """The probability that a Focus passes the Check of a rite."""
    model = state.model(focus)
    target = (current(state, model, "intelligence") or 0) - fear(state, unit) - difficulty
    ways = [one + two for one in range(1, _DIE + 1) for two in range(1, _DIE + 1)]
    return sum(total == 2 or (total != 2 * _DIE and total <= target) for total in ways) / len(ways)  # noqa: PLR2004 -- a double 1


def _backlash(state: State, unit: Unit) -> float:
    """What Feedback costs a unit on average: a Wound for each model that its armour does not stop, a glancing hit on a hull."""
    cost = 0.0
    for model in state.living(unit):
        kind = state.kind(model.id)
        save = current(state, model, "save")
        check = numbered("armour save", save, []).check if save is not None else None
        failed = float(check.law()[Result.FAIL]) if check is not None else 1.0
        cost += failed * points_of_model(state, model.id) / kind.wounds
    return cost


def _enemies_near(state: State, unit: Unit, inches: int) -> list[Unit]:
    return [enemy for enemy in foes(state, unit.player) if units_within(state, unit, enemy, inches)]


def status_worths(state: State, unit: Unit, statuses: Iterable[str]) -> dict[str, float]:
    """What Cybertheurgic Statuses are worth to a unit: what it could still shoot, whom it could charge, who threatens it."""
    wanted = [each for each in statuses if each not in state.statuses(unit)]
    if not wanted:
        return {}
    phase = state.core.phase
    shots = best_shot(state, unit)[0] if phase != "assault" and GUIDE in wanted and unit.id not in state.core.done else 0.0
    charge = best_charge(state, unit)[0]
    near = points_of(state, unit) if _enemies_near(state, unit, _SIGHT) else 0.0
    found = {
        QUICKEN: _QUICKER * near + (_GUIDED / 2 * charge if phase != "shooting" else 0.0),
        FORTIFY: _TOUGHER * near + _GUIDED * charge,
        GUIDE: _GUIDED * (shots + charge),
    }
    return {each: found[each] for each in wanted}


def status(ask: Ask, state: State) -> str:
    """The status that is worth most to an own unit; an enemy is Suppressed when it shoots, Stunned when it fights."""
    unit = state.units[ask.subject]
    keys = [option.key for option in ask.options]
    if unit.player == ask.player:
        worths = status_worths(state, unit, keys)
        found: str = best((worths.get(key, 0.0), key) for key in keys)
        return found
    wanted = "stunned" if brawls(state, unit) else "suppressed"
    return wanted if wanted in keys else keys[0]


def _blessing(state: State, _unit: Unit, target: Unit, statuses: tuple[str, ...]) -> float:
    return max(status_worths(state, target, statuses).values(), default=0.0) - _backlash(state, target)


def _purge(state: State, _unit: Unit, target: Unit, _statuses: tuple[str, ...]) -> float:
    held = sum(each in state.statuses(target) for each in CYBERTHEURGIC)
    return held * (_TOUGHER * points_of(state, target)) + _backlash(state, target) * bool(held)


def _chastise(state: State, unit: Unit, target: Unit, _statuses: tuple[str, ...]) -> float:
    """The most dangerous enemy shooter, if it can be silenced at all; a failure costs Feedback."""
    if hindered(target) or all("automata" in state.kind(model.id).words for model in target.models) or is_fort(state, target):
        return 0.0
    return _SILENCED * best_shot(state, target)[0] + _SHAKEN * POINT * holds(state, target) - _backlash(state, unit) / 2


def _omega(state: State, unit: Unit, target: Unit, _statuses: tuple[str, ...]) -> float:
    """Only when the unit is as good as lost and many enemies stand around it."""
    enemies = [state.units[key] for key in combat_of(state, target) if state.player(key) == 1 - unit.player]
    return _TOUGHER * sum(points_of(state, enemy) for enemy in enemies) - _backlash(state, target) * 2


def _unseal(state: State, unit: Unit, target: Unit, _statuses: tuple[str, ...]) -> float:
    """An enemy's garrison or passengers driven out, and a glancing hit on their walls; never one's own."""
    if target.player != 1 - unit.player:
        return 0.0
    aboard = sum(points_of(state, each) for each in inside(state, target))
    return _SHAKEN * aboard + _backlash(state, target) / 2


_RITES: dict[str, Callable[[State, Unit, Unit, tuple[str, ...]], float]] = {
    "overcharged-reactors": _blessing,
    "programming-interrupt": _blessing,
    "flesh-knit-protocols": _blessing,
    "deactivate-limiters": _blessing,
    "fury-of-ages": _blessing,
    "cogitator-purge": _purge,
    "chastise-the-machine-spirit": _chastise,
    "omega-protocols": _omega,
    "unseal-the-portal": _unseal,
}
_INTERRUPT = 6.0
"""What the free Reaction of Programming Interrupt is worth beside its status."""


def _rite(which: str) -> Gain:
    """A rite: what it does when its Check is passed, by the chance of that."""
    rite = next(each for each in RITE_LIST if each.id == which)

    def gain(state: State, _player: int, about: UnitMoment, key: str) -> float:
        focus, _, target = key.partition("@")
        unit = state.units[about.unit]
        worth = _RITES[which](state, unit, state.units[target], rite.statuses)
        if which == "programming-interrupt":
            worth += _INTERRUPT if _enemies_near(state, state.units[target], _SIGHT) else 0.0
        return passes(state, unit, focus, rite.difficulty) * worth - _RITE

    return gain


def _mend(state: State, _player: int, _about: Any, key: str) -> float:  # noqa: ANN401 -- the moment is about nothing
    """What a smith sets right: Hull Points or Wounds, or a machine's statuses."""
    smith, _, rest = key.partition("@")
    machine, _, what = rest.partition("=")
    kind, unit = state.kind(machine), state.units[state.home(smith)]
    worth = points_of_model(state, machine) * (1.0 / kind.wounds if what == "wounds" else _SHAKEN)
    return passes(state, unit, smith, 0) * worth


_GAINS: dict[str, Gain] = {
    "return fire": _shoots(_RETURN),
    "intercept": _shoots(_INTERCEPT),
    "overwatch": _shoots(_OVERWATCH),
    "reposition": _reposition,
    "evade": _evade,
    "death or glory": _death_or_glory,
    "heroic intervention": _intervene,
    "battlesmith": _mend,
    **{which: _rite(which) for which in _RITES},
}
"""What using a Reaction or a rite gains, in points of the army list. Others are left to people."""

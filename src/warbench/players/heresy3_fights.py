"""How the Horus Heresy planner fights: charges that pay, challenges that its champion wins, Gambits, weapons, the Aftermath."""

from collections.abc import Sequence

from warbench.battle.asking import PASS
from warbench.battle.requests import Ask
from warbench.games.heresy3.battle.charging import REACH, can_charge, is_disordered, set_up_inches
from warbench.games.heresy3.battle.closing import HOLD
from warbench.games.heresy3.battle.combats import combat_of, is_fort, touched
from warbench.games.heresy3.battle.measuring import gap as distance
from warbench.games.heresy3.battle.passengers import inside
from warbench.games.heresy3.battle.roster import INCH
from warbench.games.heresy3.battle.state import NOBODY, Model, State, Unit
from warbench.games.heresy3.battle.wielding import BOMBS
from warbench.players.choosing import DIGITS, best, gap, leading_number
from warbench.players.heresy3_ground import NEAR, holds, is_free, job_of, spot_of, standing
from warbench.players.heresy3_worth import blows, edge, fight, pace, points_of, strikes

POINT = 40.0
"""What a Victory Point is worth, in points of the army list."""

_FAILS = 5.0
_BACK = 0.25
_CAPTURE = 60.0
_SHAKEN = 0.3
_DARES = 0.05
_SHIES = -0.35
_AHEAD = 0.25
_LATER = 0.7
_DIE = 6

# --- charges ---


def reaches(state: State, unit: Unit, target: Unit) -> float:
    """The probability that a charge comes into contact: the set-up move, then the higher of two dice."""
    apart = distance(state, unit, target)
    if apart is None:
        return 0.0
    first = 0 if is_disordered(state, unit) else min(set_up_inches(state, unit).values(), default=0)
    bonus = min((int(state.kind(model.id).has("fast") or 0) for model in unit.models), default=0)
    need = -(-(apart - first * INCH) // INCH) - bonus
    if need <= 0:
        return 1.0
    return 1.0 - (max(0, min(_DIE, need - 1)) / _DIE) ** 2


def charge_worth(state: State, unit: Unit, target: Unit) -> float:
    """What charging a unit is worth: the fight, objectives that it costs the enemy, a Fortification that it captures."""
    if target.player == NOBODY:
        return 0.0
    chance = reaches(state, unit, target)
    gain = fight(state, unit, target, charged=True)
    if is_fort(state, target):
        if is_free(state, unit.player, target):
            gain += _CAPTURE
        elif inside(state, target):
            hurt = bool(strikes(state, unit, target).share)
            gain += _SHAKEN * hurt * sum(points_of(state, each) for each in inside(state, target))
    elif holds(state, target):
        gain += POINT * 0.5  # who is locked in combat holds nothing
    if holds(state, unit) and not any(gap(standing(target), [spot_of(each)]) <= NEAR for each in state.mission.objectives):
        gain -= POINT
    shots = strikes(state, target, unit).points if not is_fort(state, target) else 0.0
    return round(chance * gain - (1.0 - chance) * (_FAILS + _BACK * shots), DIGITS)


def best_charge(state: State, unit: Unit) -> tuple[float, str]:
    """What the best charge of a unit is worth, and at whom; 0 and "" when none pays."""
    found = (0.0, "")
    for target in state.on_table():
        if target.player != 1 - unit.player or (distance(state, unit, target) or 0) > REACH * INCH:
            continue
        if can_charge(state, unit, target) is None:
            worth = charge_worth(state, unit, target)
            found = (worth, target.id) if worth > found[0] else found
    return found


def next_charger(ask: Ask, state: State) -> str:
    """The unit whose charge is worth most; nobody when none pays."""
    scored = [(best_charge(state, state.units[option.key])[0], option.key) for option in ask.options if option.key in state.units]
    found: str = best([(0.0, PASS.key), *scored])
    return found


def charge_target(ask: Ask, state: State) -> str:
    """Whom the best charge is at."""
    unit = state.units[ask.subject]
    found: str = best((charge_worth(state, unit, state.units[option.key]), option.key) for option in ask.options)
    return found


def close_in(ask: Ask, _state: State) -> str:
    """As many models in base contact as can be: the text of a way begins with their number. Nobody just stays."""
    moves = [option for option in ask.options if option.key != HOLD]
    found: str | None = best((float(leading_number(option.text)), option.key) for option in moves)
    return found if found is not None else ask.options[0].key


# --- challenges ---


def _combat(state: State, unit: Unit) -> list[str]:
    """The units of the combat that a unit is in."""
    fought = next((each.units for each in state.core.combats if unit.id in each.units), None)
    return list(fought) if fought is not None else combat_of(state, unit) or [unit.id]


def _champions(state: State, combat: Sequence[str], player: int) -> list[Model]:
    wanted = {"command", "champion", "paragon"}
    units = [state.units[key] for key in combat if state.units[key].player == player]
    return [model for unit in units for model in state.living(unit) if state.kind(model.id).words & wanted]


def challenge(ask: Ask, state: State) -> str:
    """Whoever beats the best that the enemy could send; nobody when none does."""
    combat = _combat(state, state.units[ask.subject])
    rivals = _champions(state, combat, 1 - ask.player)
    scored = [
        (min((edge(state, state.model(option.key), rival, combat) for rival in rivals), default=0.0), option.key)
        for option in ask.options
        if state.is_left(option.key)
    ]
    found: str = best([*scored, (_DARES, PASS.key)] if any(option.key == PASS.key for option in ask.options) else scored)
    return found


def accept(ask: Ask, state: State) -> str:
    """Who does best against the challenger; refused where that would be a slaughter."""
    combat = _combat(state, state.units[ask.subject])
    challenger = next((model for model in _champions(state, combat, 1 - ask.player) if f"({model.id})" in ask.text), None)
    able = [option.key for option in ask.options if state.is_left(option.key)]
    if challenger is None or not able:
        return ask.options[0].key
    scored = [(edge(state, state.model(key), challenger, combat), key) for key in able]
    refused = [(_SHIES, option.key) for option in ask.options if option.key not in able]
    found: str = best([*scored, *refused])
    return found


def _duel(state: State, ask: Ask) -> tuple[Model, Model, list[str]] | None:
    """The own and the enemy's model in the challenge that is being fought, and the units of its combat."""
    unit = state.units[ask.subject]
    mine = next((model for model in unit.models if model.aside is not None), None)
    combat = _combat(state, unit)
    rivals = [model for key in combat if state.units[key].player != unit.player for model in state.units[key].models]
    theirs = next((model for model in rivals if model.aside is not None), None)
    return None if mine is None or theirs is None else (mine, theirs, combat)


def gambit(ask: Ask, state: State) -> str:
    """Guard up when the fight goes badly, hit hard when it goes well, else strike first."""
    keys = [option.key for option in ask.options]
    found = _duel(state, ask)
    if found is None:
        return keys[0]
    mine, theirs, combat = found
    lead = edge(state, mine, theirs, combat)
    wants = ["seize the initiative", "guard up"]
    if lead <= _SHIES:
        wants = ["guard up", "withdraw"]
    elif lead >= _AHEAD and theirs.wounds > 1:
        kills = blows(state, mine, theirs, combat) >= theirs.wounds
        wants = ["seize the initiative"] if kills else ["finishing blow", "seize the initiative"]
    return next((key for key in wants if key in keys), keys[0])


def goes_on(ask: Ask, state: State) -> str:
    """Fight on while the own model is the better one."""
    found = _duel(state, ask)
    return "again" if found is not None and edge(state, *found) > 0 else "glory"


def withdraw(ask: Ask, state: State) -> str:
    """End it without points when the own model has lost more."""
    found = _duel(state, ask)
    behind = found is not None and _lost(state, found[0]) > _lost(state, found[1])
    return "withdraw" if behind else "stay"


def _lost(state: State, model: Model) -> int:
    return state.kind(model.id).wounds - model.wounds


# --- weapons and targets ---


def melee_weapon(ask: Ask, state: State) -> str:
    """What does most to the enemy; a weapon that strikes late must do more. What can be captured is wanted whole."""
    unit = state.units[ask.subject]
    arms = [option.key for option in ask.options]
    duel = _duel(state, ask) if ask.matter is None else None
    if duel is not None:
        deadliest: str = best((blows(state, *duel, arm=arm), arm) for arm in arms)
        return deadliest
    rivals = touched(state, unit) or [state.units[key] for key in _combat(state, unit) if state.player(key) != unit.player]
    if not rivals:
        return arms[0]
    target = max(rivals, key=lambda each: points_of(state, each))
    if all(is_free(state, unit.player, rival) for rival in rivals):
        quiet: str = best((-strikes(state, unit, target, arm=arm).points, arm) for arm in arms)
        return quiet

    def score(arm: str) -> float:
        worth = strikes(state, unit, target, arm=arm).points
        late = any(_is_late(state, model, arm) for model in state.living(unit)) and pace(state, target) > 1
        bonus = POINT if arm.casefold() in BOMBS and worth and inside(state, target) else 0.0
        return worth * (_LATER if late else 1.0) + bonus

    found: str = best((score(arm), arm) for arm in arms)
    return found


def _is_late(state: State, model: Model, name: str) -> bool:
    return any(arm.name == name and arm.initiative.startswith("-") for arm in state.kind(model.id).weapons)


def strike_target(ask: Ask, state: State) -> str:
    """The unit that loses most."""
    unit = state.units[ask.subject]
    keys = [option.key for option in ask.options if option.key in state.units]
    found: str | None = best((strikes(state, unit, state.units[key]).points, key) for key in keys)
    return found if found is not None else ask.options[0].key


# --- the end of a combat ---


def aftermath(ask: Ask, state: State) -> str:
    """Stay at a Fortification that is to be captured and where the next round pays; else follow, move on, or get away."""
    unit = state.units[ask.subject]
    keys = [option.key for option in ask.options]
    rivals = touched(state, unit)
    if "hold" in keys and any(is_fort(state, rival) and is_free(state, unit.player, rival) for rival in rivals):
        return "hold"
    for wanted in ("pursue", "gun down"):
        if wanted in keys and job_of(state, unit).what != "objective":
            return wanted
    if "gun down" in keys:
        return "gun down"
    if "consolidate" in keys:
        return "consolidate"
    men = [rival for rival in rivals if not is_fort(state, rival)]
    if "disengage" in keys and men and sum(fight(state, unit, rival) for rival in men) < -POINT / 2:
        return "disengage"
    return "hold" if "hold" in keys else keys[0]

"""How both sides of a sampled Combat decide: always alike, so that the dice alone differ from one sample to the next."""

from warbench.battle.requests import Ask
from warbench.games.heresy3.battle.state import State, Unit
from warbench.players.choosing import best
from warbench.players.heresy3_fights import accept, challenge, gambit, goes_on, withdraw
from warbench.players.heresy3_fights import melee_weapon as duelling_weapon
from warbench.players.heresy3_worth import strikes

STATED = (
    "each kind of model strikes with the weapon that takes most Wounds or Hull Points on average, by the exact odds",
    "where it may choose, it strikes at the unit that loses the largest share of its own",
    "wounds go to the models that their owner would give up first; Precision hits to the one that he would give up last",
    "Checks are taken on the best value; nobody reacts; models pile in into base contact wherever they can",
    "it ends with the resolution: nothing of the Aftermath counts but who is Routed",
)
"""The policy in sentences, as answers state it."""

NO_CHALLENGE = "nobody declares a challenge"
CHALLENGES = "challenges are declared, answered and fought as the computer player does it"


def decide(ask: Ask, state: State) -> str:
    """The answer to a question of a Combat; what the policy says nothing about gets the first answer that is listed."""
    decided = _DECIDE.get(ask.about)
    return ask.draw(lambda _: 0).key if decided is None else decided(ask, state)


def _rivals(state: State, unit: Unit) -> list[Unit]:
    """The enemies in the combat of a unit that are there still."""
    units = next((each.units for each in state.core.combats if unit.id in each.units), [])
    found = [state.units[key] for key in units if state.units[key].player != unit.player]
    return [rival for rival in found if state.living(rival)]


def _weapon(ask: Ask, state: State) -> str:
    if ask.matter is None:  # a question of a challenge: models are dealt weapons in lots, duellists singly
        return duelling_weapon(ask, state)
    unit = state.units[ask.subject]
    rivals = _rivals(state, unit)
    found: str = best(
        (max((strikes(state, unit, rival, arm=option.key).share for rival in rivals), default=0.0), option.key)
        for option in ask.options
    )
    return found


def _target(ask: Ask, state: State) -> str:
    unit = state.units[ask.subject]
    found: str = best((strikes(state, unit, state.units[option.key]).share, option.key) for option in ask.options)
    return found


def _given_up(ask: Ask, state: State) -> str:
    found: str = best((-_dear(state, option.key), option.key) for option in ask.options)
    return found


def _picked(ask: Ask, state: State) -> str:
    found: str = best((_dear(state, option.key), option.key) for option in ask.options)
    return found


def _dear(state: State, model: str) -> float:
    return float(state.kind(model).dear)


def _leadership(ask: Ask, _state: State) -> str:
    """The option with the highest value: the number that its text ends with."""
    found: str = best((float(option.text.rpartition(" ")[2]), option.key) for option in ask.options)
    return found


_DECIDE = {
    "melee weapon": _weapon,
    "strike target": _target,
    "target model": _given_up,
    "precision": _picked,
    "check": _leadership,
    "challenge": challenge,
    "challenger": challenge,
    "accept challenge": accept,
    "disgrace": _picked,
    "gambit": gambit,
    "challenge goes on": goes_on,
    "withdraw": withdraw,
}
"""What decides each kind of question."""

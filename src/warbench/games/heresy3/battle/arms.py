"""Weapons as models have them now: which ones, how many attacks, with what Strength and Skill."""

from warbench.chance import Dice
from warbench.games.heresy3.arms import (
    Arm,
    Value,
    attacks_with,
    combined,
    rule_of,
    weapon_of,
)
from warbench.games.heresy3.battle.numbers import current
from warbench.games.heresy3.battle.readings import readings
from warbench.games.heresy3.battle.state import Model, State
from warbench.games.heresy3.question import Weapon
from warbench.games.heresy3.special_rules import shared_rules

__all__ = [
    "arms",
    "attacks_of",
    "combined",
    "left",
    "question_weapon",
    "rule_of",
    "value_of",
]


def arms(state: State, model: Model) -> tuple[Arm, ...]:
    """The weapons that a model has, as their profiles print them."""
    return state.kind(model.id).weapons


def left(state: State, model: Model, arm: Arm) -> int | None:
    """How often a model may still attack with a Limited weapon; None for any other."""
    limited = rule_of(arm, "limited")
    if limited is None:
        return None
    have = sum(each.name == arm.name for each in state.kind(model.id).weapons)
    return have * int(limited.x) - model.spent.count(arm.name)


def value_of(state: State, model: Model) -> Value:
    """The characteristics of a model as they are now."""
    return lambda name: current(state, model, name)


def attacks_of(state: State, model: Model, arm: Arm) -> Dice:
    """How many attacks a model makes with a melee weapon: its Attacks with the weapon's AM, which may be dice."""
    return attacks_with(arm, value_of(state, model))


def question_weapon(  # noqa: PLR0913 -- a weapon with all that may differ
    state: State, model: Model, arm: Arm, *, count: int = 1, attacks: int | None = None, sure: bool = False
) -> Weapon:
    """A model's weapon as an attack question takes it: Skill, Strength and Attacks as they are now (H-096, H-241).

    Args:
        state: the battle.
        model: who attacks with it.
        arm: its profile.
        count: how many of these attack.
        attacks: how many attacks each makes, where that is not what the model and the weapon have.
        sure: whether the attacks hit without a test.
    """
    own = state.kind(model.id).special_rules
    mates = state.units[state.home(model.id)].models
    shared = shared_rules(dict.fromkeys(state.kind(mate.id).special_rules for mate in mates))
    rules = tuple(dict.fromkeys((*own, *shared))) if shared else own
    return weapon_of(arm, value_of(state, model), rules, readings(state), count=count, attacks=attacks, sure=sure)

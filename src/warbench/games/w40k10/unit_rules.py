"""What effects may say of a unit outside attacks, and which effects bear on an attack.

Such an effect stands on the ``defender``'s side: that is the unit that has it, whoever's turn it is.
"""

from warbench.games.w40k10.checks import check_effect
from warbench.rules.effects import AllowReroll, ChangeRoll, ChangeValue, Effect, Grant, Permit
from warbench.rules.facts import FactError
from warbench.rules.fields import ScenarioError

SHOOT_ADVANCED = "shoot after advance"
SHOOT_FELL_BACK = "shoot after fall back"
CHARGE_ADVANCED = "charge after advance"
CHARGE_FELL_BACK = "charge after fall back"
CHARGE_FROM_INSIDE = "charge after disembarking"
LEAVE_ADVANCED = "disembark after advance"
KEEP_OBJECTIVE = "keep objective"
CHEAPER_STRATAGEM = "cheaper stratagem"

PERMITS = frozenset(
    {
        SHOOT_ADVANCED,
        SHOOT_FELL_BACK,
        CHARGE_ADVANCED,
        CHARGE_FELL_BACK,
        CHARGE_FROM_INSIDE,
        LEAVE_ADVANCED,
        KEEP_OBJECTIVE,
        CHEAPER_STRATAGEM,
    }
)
"""What a unit may be permitted to do outside attacks."""

REROLLS = frozenset({"advance", "charge", "battle-shock"})
"""The rolls outside attacks that effects may allow to throw again."""

BONUSES = frozenset({"advance", "charge"})
"""The rolls outside attacks that effects may add to."""

NUMBERS = frozenset({"leadership", "objective_control", "advance", "movement", "wounds"})
"""The numbers of models that no attack asks for. ``advance``: so many inches are added without a roll.

Movement and Wounds change only by an item that a model carries.
"""

GIFTS = frozenset({"fights first", "deep strike"})
"""The abilities that effects may give to a unit, beside those that bear on attacks."""


def bears_on_attacks(effect: Effect) -> bool:
    """Whether an effect does something in an attack.

    Raises:
        ScenarioError, FactError: when it does nothing there nor outside.
    """
    if acts_outside(effect):
        return False
    check_effect(effect, "effect")
    return True


def acts_outside(effect: Effect) -> bool:
    """Whether an effect is one for a unit outside attacks."""
    match effect:
        case Permit(what=what):
            return what in PERMITS
        case AllowReroll(roll=roll):
            return roll in REROLLS
        case ChangeRoll(roll=roll):
            return roll in BONUSES
        case ChangeValue(name=name):
            return name in NUMBERS
        case Grant(keyword=keyword, side=side):
            return side == "defender" and keyword in GIFTS
        case _:
            return False


__all__ = ["FactError", "ScenarioError", "acts_outside", "bears_on_attacks"]

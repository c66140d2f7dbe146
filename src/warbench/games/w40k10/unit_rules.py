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

COMMAND_POINT = "command point"
HINDERS_ESCAPE = "hinder escape"
POINT_BACK = {on: f"point back on {on}+" for on in (3, 4, 5)}
"""A stratagem used for the unit gives a Command point back on a D6 of so much."""
REGAINS = {(when, much): f"regain {much} at the {when} of command" for when in ("start", "end") for much in ("1", "D3")}
"""Lost wounds that a model regains in its own Command phase: when in it, and how many."""

PERMITS = frozenset(
    {
        COMMAND_POINT,
        HINDERS_ESCAPE,
        *POINT_BACK.values(),
        *REGAINS.values(),
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

REROLLS = frozenset({"advance", "charge", "battle-shock", "desperate escape"})
"""The rolls outside attacks that effects may allow to throw again."""

BONUSES = frozenset({"advance", "charge"})
"""The rolls outside attacks that effects may add to."""

NUMBERS = frozenset(
    {"leadership", "objective_control", "advance", "movement", "wounds", "pile_in", "consolidation", "targeted_within"}
)
"""The numbers of models that no attack asks for. ``advance``: so many inches are added without a roll.

Movement and Wounds change only by an item that a model carries. ``pile_in`` and ``consolidation`` are the inches that a model may
move then; ``targeted_within``: how near, in inches, who shoots at the unit must be.
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

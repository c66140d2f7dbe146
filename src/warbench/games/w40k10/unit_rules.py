"""What effects may say of a unit outside attacks, and which effects bear on an attack.

Such an effect stands on the ``defender``'s side: that is the unit that has it, whoever's turn it is.
"""

from warbench.games.w40k10.checks import check_effect
from warbench.rules.effects import AllowReroll, ChangeRoll, ChangeValue, Effect, Forbid, Grant, Permit
from warbench.rules.facts import FactError
from warbench.rules.fields import ScenarioError

SHOOT_ADVANCED = "shoot after advance"
SHOOT_FELL_BACK = "shoot after fall back"
CHARGE_ADVANCED = "charge after advance"
CHARGE_FELL_BACK = "charge after fall back"
CHARGE_FROM_INSIDE = "charge after disembarking"
CHARGE_FROM_ABOVE = "charge after disembarking with deep strike"
"""The same for units that have Deep Strike."""
LEAVE_ADVANCED = "disembark after advance"
KEEP_OBJECTIVE = "keep objective"
CHEAPER_STRATAGEM = "cheaper stratagem"
DEARER_STRATAGEM = "dearer stratagem"
"""A stratagem used for the unit costs a Command point more."""
DEARER_ALONE = "dearer stratagem unless dearer already"
"""The same, unless another rule makes it dearer."""
MUST_TEST = "battle-shock test"
"""The unit must take a Battle-shock test in the Battle-shock step."""

TEST_ON_THREE = "battle-shock on 3D6"
"""Battle-shock tests of the unit are taken on three dice."""

SHADOW = "shadow in the warp"
"""Its owner may make all enemies test for Battle-shock, once a battle."""
WITHDRAWS = "withdraw after the opponent's fights"
"""The unit may leave the battlefield for Strategic Reserves at the end of the opponent's Fight phase."""
OBSERVES = "observe for guided units"
"""The unit may become an Observer of others that shoot."""
REANIMATES = "reanimate D3 at the end of command"
"""The unit regains lost wounds, and then destroyed models, at the end of its own Command phase."""

STRIDING = "super-heavy-walker"
"""The ability by which models stride, by its id; datasheets have it under other names too."""
STRIDES = "stride over models and low terrain"
"""Normal, Advance and Fall Back moves lead over models that are not TITANIC, and through terrain up to 4 inches high."""
STRIDES_HIGH = "stride through high terrain"
"""They also lead through what is higher, at a risk."""

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
        CHARGE_FROM_ABOVE,
        LEAVE_ADVANCED,
        KEEP_OBJECTIVE,
        CHEAPER_STRATAGEM,
        DEARER_STRATAGEM,
        DEARER_ALONE,
        MUST_TEST,
        TEST_ON_THREE,
        SHADOW,
        REANIMATES,
        OBSERVES,
        WITHDRAWS,
        STRIDES,
        STRIDES_HIGH,
    }
)
"""What a unit may do outside attacks, or what is done to it."""

REROLLS = frozenset({"advance", "charge", "battle-shock", "leadership", "desperate escape"})
"""The rolls outside attacks that effects may allow to throw again. ``leadership`` are the tests that abilities alone ask for."""

BONUSES = frozenset({"advance", "charge", "battle-shock", "leadership"})
"""The rolls outside attacks that effects may add to or take from."""

NUMBERS = frozenset(
    {"leadership", "objective_control", "advance", "movement", "wounds", "pile_in", "consolidation", "targeted_within"}
)
"""The numbers of models that no attack asks for. ``advance``: so many inches are added without a roll.

Wounds change only by an item that a model carries, Movement also by an Aura. ``pile_in`` and ``consolidation`` are the inches
that a model may move then; ``targeted_within``: how near, in inches, who shoots at the unit must be.
"""

GIFTS = frozenset({"fights first", "deep strike", "lone operative"})
"""The abilities that effects may give to a unit, beside those that bear on attacks."""

WORDS = frozenset({"smoke", "grenades", "markerlight"})
"""The keywords that an item may give to its bearer: stratagems and army rules ask for them, no attack does."""


OVERWATCH = "overwatch"
HASTE = "targets in haste"
"""Who Advanced or Fell Back may not target whom it was engaged with at first, nor whom another unit targets in this phase."""
TAKEN = "another's target in haste"
FORBIDS = frozenset({OVERWATCH, HASTE, TAKEN})
"""What an effect may forbid outside attacks: to the opponent, to fire Overwatch at its bearer; to its bearer, some targets."""


def bears_on_attacks(effect: Effect) -> bool:
    """Whether an effect does something in an attack.

    Raises:
        ScenarioError, FactError: when it does nothing there nor outside.
    """
    if acts_outside(effect):
        return False
    check_effect(effect, "effect")
    return True


def acts_outside(effect: Effect) -> bool:  # noqa: PLR0911 -- a kind of effect each
    """Whether an effect is one for a unit outside attacks."""
    match effect:
        case Permit(what=what):
            return what in PERMITS
        case Forbid(what=what):
            return what in FORBIDS
        case AllowReroll(roll=roll):
            return roll in REROLLS
        case ChangeRoll(roll=roll):
            return roll in BONUSES
        case ChangeValue(name=name):
            return name in NUMBERS
        case Grant(keyword=keyword, side=side):
            return side == "defender" and keyword in GIFTS | WORDS
        case _:
            return False


__all__ = ["FactError", "ScenarioError", "acts_outside", "bears_on_attacks"]

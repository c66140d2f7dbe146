"""The Reaction allotment: how many Reactions a player has in the other's turn, who may make one, and paying (facts 12)."""

from warbench.battle.asking import name_of
from warbench.battle.requests import Procedure, Refusal
from warbench.games.heresy3.battle.events import Allotment, Reacted
from warbench.games.heresy3.battle.state import State, Unit
from warbench.games.heresy3.battle.statuses import is_thoughtless
from warbench.games.heresy3.battle.statuses import may_react as statuses_allow

RETURN_FIRE, INTERCEPT = "return fire", "intercept"

_BONUS = ((1500, 0), (3500, 1), (5000, 2))
_MOST_BONUS = 3
_EMPLACEMENTS = frozenset({RETURN_FIRE, INTERCEPT})


def allotment(points: int) -> int:
    """How many Reactions a player may make in one Player Turn, by the points limit of the battle."""
    return 1 + next((bonus for limit, bonus in _BONUS if points <= limit), _MOST_BONUS)


def may_react(state: State, unit: Unit, reaction: str, *, in_combat: bool = False) -> Refusal | None:  # noqa: PLR0911 -- one reason after the other
    """Why a unit may not make a Reaction now, or None.

    One Reaction a unit and turn; not embarked, in Reserves, locked, Routed (H-226) or Stunned; a Fortification only as an
    Emplacement, and then only two of them (H-031, H-062); and there must be allotment left (H-161, H-167). ``in_combat``: the
    Reaction is made from within a combat.
    """
    name = name_of(state, unit.id)
    if unit.where != "table" or not state.living(unit):
        return Refusal("not-there", f"{name} is not on the battlefield", "H-088")
    if unit.player != 1 - state.active:
        return Refusal("not-reactive", f"{name}: only the Reactive player's units react", "H-174")
    by_kind = _by_kind(state, unit, reaction)
    if by_kind is not None:
        return by_kind
    if unit.reacted:
        return Refusal("has-reacted", f"{name} has made a Reaction this turn", "one-reaction")
    if unit.locked and not in_combat:
        return Refusal("locked", f"{name} is locked in combat", "H-104")
    refusal = statuses_allow(unit, name)
    if refusal is not None:
        return refusal
    if state.core.sides[unit.player].reactions < 1 and not is_free(unit):
        return Refusal("no-allotment", f"{name}: no Reactions are left", "H-161")
    return None


def _by_kind(state: State, unit: Unit, reaction: str) -> Refusal | None:
    """Why what a unit is keeps it from a Reaction, or None."""
    name, words = name_of(state, unit.id), state.types(unit)
    if "building" in words:
        return Refusal("no-reactions", f"{name} is a Building", "H-118")
    if "fortification" in words and ("emplacement" not in words or reaction not in _EMPLACEMENTS):
        return Refusal("no-reactions", f"{name} is a Fortification: no sub-type of it allows that Reaction", "H-031")
    if "flyer" in words:
        return Refusal("flyer", f"{name} flies: it makes no Reactions", "flyer")
    if "automata" in words and not is_free(unit) and not _directed(state, unit):
        return Refusal("automata", f"{name} has Automata, who do not react without a cortex controller", "automata")
    if is_thoughtless(state, unit):
        return Refusal("no-reactions", f"{name}: the Rite of Pure Thought allows no Reactions", "rite-of-pure-thought")
    return None


def _directed(state: State, unit: Unit) -> bool:
    """Whether a model of a unit has a cortex controller: its Automata may react then."""
    return any(state.kind(model.id).holds("cortex controller") for model in unit.models)


PROGRAMMING_INTERRUPT = "Programming Interrupt"


def is_free(unit: Unit) -> bool:
    """Whether a unit's next Reaction costs no allotment, by the rite of that name (H-138)."""
    return any(lasting.source == PROGRAMMING_INTERRUPT for lasting in unit.lasting)


def pay(state: State, unit: Unit, reaction: str, rule: str) -> Procedure[None]:
    """Pay for a Reaction when it is declared, before anything else happens (H-161, H-167); or with the rite's status (H-138)."""
    if is_free(unit):
        from warbench.games.heresy3.battle.rites import interrupted  # noqa: PLC0415 -- rites react too

        yield Reacted(unit=unit.id, reaction=reaction, rule=rule)
        yield from interrupted(state, unit)
        return
    left = state.core.sides[unit.player].reactions - 1
    yield Allotment(player=unit.player, to=left, why=f"{reaction} of {name_of(state, unit.id)}", rule=rule)
    yield Reacted(unit=unit.id, reaction=reaction, rule=rule)

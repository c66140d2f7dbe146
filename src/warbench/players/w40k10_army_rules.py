"""What the planner chooses by army rules: what adds most to the attacks of a unit, or of an army, by the exact odds."""

from warbench.battle.requests import Ask
from warbench.games.w40k10.battle.battle_shock import leadership
from warbench.games.w40k10.battle.faction_rules.having import rules_of
from warbench.games.w40k10.battle.placing import distance
from warbench.games.w40k10.battle.scoring import in_range
from warbench.games.w40k10.battle.state import InForce, State, Unit
from warbench.players.choosing import best
from warbench.players.w40k10_reactions import chance_of
from warbench.players.w40k10_worth import best_shot, melee, points_of
from warbench.table.lattice import INCH

_PASS, _TEST = "pass", "test"
_CALLED_FROM = 2
"""What can be called once a battle is called from this battle round on."""

_SUFFERED = 2.0
"""The mortal wounds of a failed test, on average."""

_PER_OBSERVER = 2

_IN_CHARGE = 12 * INCH


def choose(ask: Ask, state: State) -> str:
    """What is put in force, for a unit or for the whole army; whether a unit takes a test for it."""
    keys = [option.key for option in ask.options]
    if ask.subject in state.units:
        return _for_unit(state, state.units[ask.subject], keys)
    rule = next((rule for rule in rules_of(state.roster, ask.player) if rule.id == ask.subject), None)
    if rule is None or rule.choice is None or rule.choice.once:
        return keys[0] if state.core.round >= _CALLED_FROM else keys[-1]
    mine = [unit.id for unit in state.on_table(ask.player)]
    found: str = best((sum(_worth(state, unit, key) for unit in mine), key) for key in keys)
    return found


def observers(ask: Ask, state: State) -> str:
    """Of every two units that may shoot one becomes an Observer: those whose own shots are worth least."""
    units = [state.units[option.key] for option in ask.options if option.key in state.units]
    able = [unit for unit in state.on_table(ask.player) if best_shot(state, unit)]
    chosen = sum(unit not in units for unit in able)
    if _PER_OBSERVER * (chosen + 1) > len(able):
        return ask.options[-1].key
    found: str = best((-best_shot(state, unit), unit.id) for unit in units)
    return found


def withdraw(ask: Ask, state: State) -> str:
    """Who has nothing to shoot at and holds nothing leaves, as long as there is time to come back."""
    for option in ask.options:
        unit = state.units.get(option.key)
        if unit is None or state.core.round + 1 >= state.options.rounds or best_shot(state, unit):
            continue
        if not any(in_range(state, unit, objective.marker) for objective in state.mission.objectives):
            return option.key
    return ask.options[-1].key


def _for_unit(state: State, unit: Unit, keys: list[str]) -> str:
    if _TEST not in keys:
        found: str = best((_worth(state, unit.id, key), key) for key in keys)
        return found
    rules = rules_of(state.roster, state.player(unit.id))
    words = [word for rule in rules if rule.choice is not None and rule.choice.test for word in rule.choice.of]
    gain = max(_worth(state, unit.id, word) for word in words) - _worth(state, unit.id, _PASS)
    whole = sum(state.kind(model.id).wounds for model in unit.models)
    risk = (1 - chance_of(leadership(state, unit))) * _SUFFERED / whole * points_of(state, unit)
    return _TEST if gain > risk else _PASS


def _worth(state: State, unit: str, word: str) -> float:
    """What the best attacks of a unit are worth with a word in force for it: shots when it shoots, blows when it fights.

    At other times both count; blows against enemies that it might reach this turn.
    """
    player = state.player(unit)
    there = state
    if word != _PASS:
        there = state.restored(state.kept())
        there.core.sides[player].in_force.append(InForce(word, "phase", "", units=(unit,)))
    one, phase = there.units[unit], state.core.phase
    shots = best_shot(there, one) if phase != "fight" else 0.0
    near = INCH if phase == "fight" else _IN_CHARGE
    foes = [foe for foe in there.on_table(1 - player) if phase != "shooting" and distance(there, one, foe) <= near]
    return shots + max((melee(there, one, foe) for foe in foes), default=0.0)

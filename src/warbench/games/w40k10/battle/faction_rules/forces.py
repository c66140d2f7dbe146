"""What army rules have put in force for a unit: what its player chose, and what friendly models near by bring."""

from warbench.games.w40k10.battle.faction_rules.having import has_rule, rules_of
from warbench.games.w40k10.battle.placing import in_reach
from warbench.games.w40k10.battle.state import Model, State, Unit
from warbench.games.w40k10.faction_rules import Near
from warbench.table.lattice import INCH
from warbench.table.measure import within


def words(state: State, unit: Unit, against: str = "") -> tuple[str, ...]:
    """The value of the fact ``army_rule`` for a unit; with ``against`` also what is for attacks at that unit alone."""
    player = state.player(unit.id)
    rules = rules_of(state.roster, player)
    chosen = [
        each.word
        for whose, side in enumerate(state.core.sides)
        for each in side.in_force
        if each.enemies is (whose != player)
        and (not each.units or unit.id in each.units)
        and unit.id not in each.but_not
        and each.against in {"", against}
    ]
    brought = [
        near.word
        for rule in rules
        if rule.near and has_rule(state, unit, rule)
        for near in rule.near
        if _is_near(state, unit, near)
    ]
    always = [rule.always for rule in rules if rule.always and has_rule(state, unit, rule)]
    return tuple(dict.fromkeys((*always, *chosen, *brought)))


def _is_near(state: State, unit: Unit, near: Near) -> bool:
    """Whether a unit on the battlefield is within reach of what a rule asks for; a model is always within its own."""
    if unit.where != "table":
        return False
    reach = near.inches * INCH
    if _bringing(state, unit, near):
        return True
    there = state.shapes(unit)
    for other in state.on_table(state.player(unit.id)):
        if other is unit or not in_reach(state, unit, other, reach):
            continue
        here = [state.standing(model) for model in _bringing(state, other, near) if model.place is not None]
        if any(within(shape, bearer, reach) for bearer in here for shape in there):
            return True
    return False


def _bringing(state: State, unit: Unit, near: Near) -> list[Model]:
    """The models of a unit from which it is measured: those with the keywords, or all where the unit has them."""
    wanted = frozenset(near.keywords)
    if not near.of_models:
        return unit.models if wanted <= state.keywords(unit) else []
    return [model for model in unit.models if wanted <= state.kind(model.id).keywords]

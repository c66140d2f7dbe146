"""Weapon abilities that a unit's abilities give to its weapons, where they matter before any number is settled (Assault)."""

from warbench.games.w40k10.battle import auras
from warbench.games.w40k10.battle.bearing import facts_of_unit, own_effects, unit_effects, wanted_facts
from warbench.games.w40k10.battle.guns import Fire
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.facts import FACTS
from warbench.games.w40k10.keywords import read_keyword
from warbench.rules.effects import Effect, Grant


def may_grant(state: State, unit: Unit, family: str) -> bool:
    """Whether any ability of the unit's datasheets, or an Aura, gives a weapon ability of that family: mostly none does."""
    entry = state.entry(unit.id)
    known: dict[str, bool] = entry.__dict__.setdefault("_may_grant", {})
    if family not in known:
        effects = (effect for sheet in entry.sheets for ability in sheet.abilities for effect in ability.effects)
        known[family] = any(_is_grant(effect, family) for effect in effects)
    return known[family] or any(_is_grant(effect, family) for effect in auras.all_in_attacks(state.roster))


def grants(state: State, unit: Unit, fire: Fire, family: str) -> bool:
    """Whether a ranged weapon has an ability of that family by an effect, as far as the unit itself decides it."""
    if not may_grant(state, unit, family):
        return False
    entry = state.entry(unit.id)
    bearer = fire.armed.bearer
    given = [
        effect
        for effect in (*own_effects(entry, entry.index[bearer]), *unit_effects(state, unit, "attacker", None, (bearer,)))
        if _is_grant(effect, family) and effect.attacks != "melee" and effect.weapon in {None, fire.weapon.name}
    ]
    facts = {**FACTS.settle({}), **facts_of_unit(state, unit, wanted_facts(given)), "leading": _leading(state, unit)}
    return any(effect.when is None or effect.when.holds(facts) for effect in given)


def _is_grant(effect: Effect, family: str) -> bool:
    if not isinstance(effect, Grant) or effect.side != "attacker":
        return False
    read = read_keyword(effect.keyword)
    return read is not None and read.family == family


def _leading(state: State, unit: Unit) -> bool:
    return facts_of_unit(state, unit, frozenset({"target_led"}), "target_")["target_led"] is True

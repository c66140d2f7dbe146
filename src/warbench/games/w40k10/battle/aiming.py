"""What was declared, in the form in which attacks are settled: alike weapons together, with the facts of the table."""

from collections.abc import Callable, Iterable, Mapping

import msgspec

from warbench.games.w40k10.battle.bearing import own_effects, unit_effects, wanted_facts
from warbench.games.w40k10.battle.declaring import all_at
from warbench.games.w40k10.battle.guns import Fire
from warbench.games.w40k10.battle.placing import distance
from warbench.games.w40k10.battle.precision import picked_out
from warbench.games.w40k10.battle.sight import Outlook, covered
from warbench.games.w40k10.battle.state import State
from warbench.games.w40k10.battle.targets import Arsenal
from warbench.games.w40k10.battle.volleys import Aimed, Declared
from warbench.games.w40k10.keywords import AFTER_HIT, effects_of, read_keyword
from warbench.games.w40k10.question import Weapon
from warbench.rules.conditions import Condition, Value
from warbench.rules.effects import Effect, Permit
from warbench.table.lattice import INCH

Facts = tuple[tuple[str, Value], ...]

CLEARANCE = "unseen models"
"""What an effect permits that lets models count for Blast which the bearer does not see (W-240)."""


def aims_of(
    arsenal: Arsenal,
    fires: list[Fire],
    facts: dict[str, Value] | None = None,
    precise: Mapping[str, tuple[str, ...]] | None = None,
) -> list[Aimed]:
    """What was declared, by target in the order in which they were named; alike weapons with alike facts are one entry.

    Args:
        arsenal: the weapons.
        fires: what was declared.
        facts: further facts that hold for all these attacks (``overwatch``).
        precise: who takes the attacks with Precision, in order, by target, where characters are picked out.
    """
    by_target: dict[str, list[Fire]] = {}
    for fire in fires:
        by_target.setdefault(fire.target, []).append(fire)
    # Who puts all its attacks on one unit is told by what was declared.
    shared: dict[str, Value] = {"target_elimination": len(by_target) == 1, **(facts or {})}
    return [_aimed(arsenal, target, mine, shared, (precise or {}).get(target, ())) for target, mine in by_target.items()]


def _aimed(arsenal: Arsenal, target: str, fires: list[Fire], more: dict[str, Value], picked: tuple[str, ...]) -> Aimed:
    state, unit = arsenal.state, arsenal.unit
    there = covered(state, unit, state.units[target])
    whole = len(there) == len(state.units[target].models)
    facts: dict[str, Value] = {
        "visible": arsenal.visible(target),
        "cover": whole,
        "stationary": arsenal.stance.stationary,
        "stood_still": state.active != state.player(unit.id) and unit.stood and not unit.charged,
        "engaged": bool(arsenal.stance.engaged),
        "overwatch": arsenal.stance.overwatch,
        **more,
    }
    if picked:
        facts["precision"] = True
    return Aimed(
        target,
        tuple(_declared(arsenal, target, fires, picked)),
        tuple(facts.items()),
        frozenset() if whole else there,
        picked,
    )


def _declared(arsenal: Arsenal, target: str, fires: list[Fire], picked: tuple[str, ...]) -> list[Declared]:
    """Alike weapons together: the same numbers, the same effects of their bearers, the same facts."""
    state, entry = arsenal.state, arsenal.state.entry(arsenal.unit.id)
    shared = unit_effects(state, arsenal.unit, "attacker", state.units[target])
    theirs = unit_effects(state, state.units[target], "defender", arsenal.unit)
    found: dict[tuple[object, ...], list[Fire]] = {}
    facts_by: dict[tuple[object, ...], tuple[Facts, int | None]] = {}
    weapons: dict[tuple[object, ...], Weapon] = {}
    for fire in fires:
        bearer = fire.armed.bearer
        own = own_effects(entry, entry.index[bearer])
        # A bearer that does not see the character shoots without Precision (C22).
        blind = picked and fire.has("precision") and picked[0] not in picked_out(arsenal, fire)
        weapon = _without(fire.weapon) if blind else fire.weapon
        away = arsenal.distance(bearer, target)
        steps = tuple(away > limit * INCH for limit in _limits(weapon, (*own, *shared, *theirs)))
        facts = _facts(arsenal, fire, (*own, *shared))
        counted = _counted(arsenal, fire)
        alone = bearer if _stands_alone(arsenal, fire) else ""
        key = (weapon, id(own), steps, facts, counted, alone)
        found.setdefault(key, []).append(fire)
        weapons[key] = weapon
        facts_by[key] = (facts, counted)
    return [
        Declared(
            weapon=msgspec.structs.replace(weapons[key], count=sum(fire.weapon.count for fire in group)),
            bearers=tuple(fire.armed.bearer for fire in group),
            facts=(*facts_by[key][0], ("distance", max(arsenal.distance(fire.armed.bearer, target) for fire in group) / INCH)),
            again=_measured_again(arsenal.unit.id, group[0]) if group[0].has("conversion") else None,
            counted=facts_by[key][1],
        )
        for key, group in found.items()
    ]


def _without(weapon: Weapon) -> Weapon:
    """A weapon without Precision."""
    kept = tuple(text for text in weapon.keywords if (read := read_keyword(text)) is None or read.family != "precision")
    return msgspec.structs.replace(weapon, keywords=kept)


def _stands_alone(arsenal: Arsenal, fire: Fire) -> bool:
    """Whether a weapon is settled for its bearer alone: its own wounds or effects count, or it is measured at each attack.

    That is Conversion, from the bearer (A12, W-086); and what holds fast whatever it hits, for its bearer.
    """
    bearer = fire.armed.bearer
    singled = any(each.model == bearer for each in arsenal.unit.lasting)
    holds = any(fire.has(family) for family in AFTER_HIT)
    return singled or holds or fire.has("conversion") or bool(arsenal.state.kind(bearer).damaged_at)


def _facts(arsenal: Arsenal, fire: Fire, effects: tuple[Effect, ...]) -> Facts:
    """The facts of one weapon's attack beside its distance."""
    facts: dict[str, Value] = {"target_engaged": arsenal.target_engaged(fire)}
    if "closest_target" in wanted_facts(effects):
        facts["closest_target"] = _is_closest(arsenal, fire.target)
    if fire.has("indirect fire") and arsenal.state.options.rulings.get("indirect-sight") == "model":
        facts["visible"] = arsenal.sees_any(fire.armed.bearer, fire.target)
    return tuple(facts.items())


def _counted(arsenal: Arsenal, fire: Fire) -> int | None:
    """How many models count for Blast where not all do: in Boarding Actions those that the bearer sees (W-240, W-242)."""
    state, unit = arsenal.state, arsenal.unit
    if not state.options.boarding_actions or not fire.has("blast"):
        return None
    bearer = fire.armed.bearer
    given = unit_effects(state, unit, "attacker", state.units[fire.target], (bearer,))
    if any(isinstance(effect, Permit) and effect.what == CLEARANCE for effect in given):
        return None
    return len(arsenal.outlook.seen_by(unit.id, arsenal.shape(bearer), fire.target))


def _measured_again(unit: str, fire: Fire) -> Callable[[State], Facts]:
    """Measures the distance from the bearer of a weapon to its target when the attacks are made."""

    def measure(state: State) -> Facts:
        bearer = next((model for model in state.units[unit].models if model.id == fire.armed.bearer), None)
        if bearer is None or not state.units[fire.target].models:
            return ()
        return (("distance", Outlook(state).distance(state.standing(bearer), fire.target) / INCH),)

    return measure


def _is_closest(arsenal: Arsenal, target: str) -> bool:
    """Whether a target is the closest of those that the unit may shoot at."""
    state, unit = arsenal.state, arsenal.unit
    here = distance(state, unit, state.units[target])
    nearer = [other for other in arsenal.enemies if distance(state, unit, state.units[other]) < here]
    return not any(all_at(arsenal, other, 0) for other in nearer)


def _limits(weapon: Weapon, effects: Iterable[Effect]) -> list[float]:
    """The distances in inches at which something about a weapon's attack changes (half range, Conversion)."""
    own = (effect for text in weapon.keywords if (keyword := read_keyword(text)) for effect in effects_of(keyword, weapon.range))
    leaves = [leaf for effect in (*own, *effects) if effect.when is not None for leaf in _leaves(effect.when)]
    half = {weapon.range / 2 for leaf in leaves if leaf.fact == "within_half_range" and weapon.range is not None}
    return sorted(
        half | {float(leaf.value) for leaf in leaves if leaf.fact == "distance" and isinstance(leaf.value, (int, float))}
    )


def _leaves(condition: Condition) -> Iterable[Condition]:
    if condition.of:
        for part in condition.of:
            yield from _leaves(part)
    else:
        yield condition

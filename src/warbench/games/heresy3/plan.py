"""The plan: from a question to a settled volley, every number with what is behind it (design properties 1, 4, 6, 7)."""

from collections.abc import Sequence as Series
from math import ceil

import msgspec

from warbench.attack.target import Target
from warbench.attack.volley import Group as AttackGroup
from warbench.attack.volley import Resolve, Step, Strike, Throw, Volley
from warbench.chance import Check, Reroll, candidates
from warbench.games.heresy3.core import CORE_EFFECTS, SNAP
from warbench.games.heresy3.facts import FACTS
from warbench.games.heresy3.models import immobile, majority, types_of
from warbench.games.heresy3.pools import ASIDE, SPREAD, TABLE, pooled
from warbench.games.heresy3.question import NO_SAVE, Question, Weapon
from warbench.games.heresy3.sequence import AttackPlan, attack
from warbench.games.heresy3.settle import number, rolled
from warbench.games.heresy3.special_rules import SpecialRule, defences_of, effects_of, read_rule, strongest
from warbench.games.heresy3.trials import Desk
from warbench.rules.active import Active, Facts, applying, of_kind
from warbench.rules.conditions import Value
from warbench.rules.desk import Reason, policy, totals_again
from warbench.rules.effects import Grant
from warbench.rules.requests import Amount, Sequence

_FREE = ("hit", "wound", "penetration")
TEMPLATE_RANGE = (8, 16)
"""The range of a weapon with the usual template, and with another (the Hellstorm one; C1)."""
_MARKED = ("blast", "template")


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """One weapon's settled attack. ``refused`` says why it may not attack at all; then the rest does not count.

    ``roles`` say what each pool holds; ``aside_first`` is the ruling set-aside; ``free`` names the tests whose re-roll its
    owner may use as he likes.
    """

    weapon: Weapon
    refused: tuple[str, ...] = ()
    attacks: Amount
    attack: AttackPlan
    strikes: tuple[Strike, ...]
    roles: tuple[str, ...]
    aside_first: bool = False
    free: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()
    not_modelled: tuple[str, ...] = ()

    def group(self) -> AttackGroup:
        """The group that the readers take."""
        return AttackGroup(self.weapon.name, self.attacks, Sequence(attack, (self.attack,)), self.strikes, self.weapon.count)


def facts_of(question: Question) -> dict[str, Value]:
    """Every fact of the question: given, default, or derived from the units.

    Raises:
        FactError: for an unknown fact or a value outside its domain.
    """
    facts = FACTS.settle(question.given)
    target = question.target
    if facts["distance"] is None:
        facts["distance"] = default_distance(question.weapons)
    facts["target_types"] = types_of(target)
    facts["target_armoured"] = target[0].armoured
    facts["target_immobile"] = immobile(target)
    facts["target_models"] = sum(group.count for group in target)
    facts["target_wounds"] = max(group.wounds for group in target)
    # H-038: a Fortification is attacked as a vehicle that has not moved.
    facts["target_stationary"] = facts["target_stationary"] is True or all(
        group.type in ("fortification", "building") for group in target
    )
    for name in ("attacker_statuses", "target_statuses"):
        words = facts[name]
        facts[name] = tuple(word.casefold() for word in words) if isinstance(words, tuple) else ()
    facts["attacker_hindered"] = bool(facts["attacker_statuses"])
    return facts


def default_distance(weapons: Series[Weapon]) -> float:
    """The farthest distance at which every ranged weapon still reaches; 12 inches when none has a range."""
    return min((reach for reach in map(reach_of, weapons) if reach is not None), default=12)


def reach_of(weapon: Weapon) -> float | None:
    """How far a weapon reaches, in inches; None for no limit. A template has a range of its own."""
    if weapon.type != "ranged" or weapon.range is not None:
        return weapon.range if weapon.type == "ranged" else None
    rules = [rule for rule in map(read_rule, weapon.special_rules) if rule is not None and rule.family == "template"]
    return max((TEMPLATE_RANGE[bool(rule.x)] for rule in rules), default=None)


def plan_weapon(question: Question, weapon: Weapon, facts: Facts, rulings: dict[str, str]) -> Plan:
    """Settle every number of one weapon's attack.

    Args:
        question: whose target and effects count.
        weapon: the weapon.
        facts: every fact, as ``facts_of`` gives them.
        rulings: every reading.
    """
    desk = _desk(question, weapon, facts, rulings)
    refused = _refusals(desk)
    attacks = _amount(desk, "attacks")
    pools = pooled(desk, _amount(desk, "damage"))
    under, scattered = _marker(desk)
    test = next((kind.test for kind in pools.kinds if kind.test is not None), None)
    checks = {"hit": pools.hit, "penetration" if desk.armoured else "wound": test}
    return Plan(
        weapon=weapon,
        refused=refused,
        attacks=attacks,
        attack=AttackPlan(pools.hit, pools.kinds, pools.critical, under, scattered),
        strikes=pools.strikes,
        roles=pools.roles,
        aside_first=rulings["set-aside"] == "before",
        free=tuple(roll for roll in _FREE if checks.get(roll) is not None and policy(roll, desk.actives) is Reroll.BEST),
        reasons=tuple(desk.reasons),
        not_modelled=(*desk.unknown, *_missing(desk)),
    )


def _desk(question: Question, weapon: Weapon, facts: Facts, rulings: dict[str, str]) -> Desk:
    """Gather the effects that apply. First the numbers and abilities that conditions may read are settled, then all the rest."""
    given = [Active(effect, effect.source or f"effect {index}") for index, effect in enumerate(question.effects, 1)]
    own = [rule for rule in map(read_rule, weapon.special_rules) if rule is not None]
    facts = {
        **facts,
        "weapon_traits": tuple(trait.casefold() for trait in weapon.traits),
        "weapon_rules": tuple(rule.family for rule in own),
        "attack_strength": weapon.strength,
        "attack_ap": weapon.ap,
    }
    if rulings["detonation-immobile"] == "vehicles":
        facts["target_immobile"] = facts["target_armoured"]
    facts["distance"] = _inches(facts["distance"], rulings)
    core = [Active(effect, effect.source) for effect in CORE_EFFECTS]
    rules, unknown = _rules(weapon, applying([*core, *given], weapon.name, weapon.type, facts), facts, own)
    facts["weapon_rules"] = tuple(dict.fromkeys(rule.family for rule in rules))
    theirs = dict.fromkeys(each for group in question.target for each in defences_of(group.special_rules))
    own_rules = [Active(effect, rule.name) for rule in rules for effect in effects_of(rule)]
    everything = [*core, *own_rules, *(Active(effect, source) for effect, source in theirs), *given]
    first = applying(everything, weapon.name, weapon.type, facts)
    ap, why = number("ap", weapon.ap, first, facts)
    strength, said = number("strength", weapon.strength, first, facts)
    toughness = 0
    if not facts["target_armoured"]:
        toughness, _ = number("toughness", majority(question.target, lambda group: group.toughness)[0], first, facts)
    facts |= {"attack_ap": ap, "attack_strength": strength, "target_toughness": toughness}
    facts["snapping"] = _snaps(applying(everything, weapon.name, weapon.type, facts))
    desk = Desk(
        weapon=weapon,
        target=question.target,
        everything=everything,
        actives=applying(everything, weapon.name, weapon.type, facts),
        facts=facts,
        rulings=rulings,
        reasons=[],
        unknown=unknown,
    )
    if said:
        desk.say("Strength", strength, (f"Strength {weapon.strength}", *said))
    if why:
        desk.say("AP", "-" if ap >= NO_SAVE else ap, why)
    return desk


def _inches(distance: Value, rulings: dict[str, str]) -> Value:
    """The distance as it counts (ruling inches); a range or limit is compared with it."""
    return ceil(distance) if isinstance(distance, (int, float)) and rulings["inches"] == "up" else distance


def _snaps(actives: list[Active]) -> bool:
    return any(effect.keyword.casefold() == SNAP for effect, _ in of_kind(actives, Grant))


def _rules(
    weapon: Weapon, actives: list[Active], facts: Facts, own: list[SpecialRule]
) -> tuple[list[SpecialRule], tuple[str, ...]]:
    """The weapon's special rules, its own, granted and granted by those, one variant of each; and those that are not known."""
    granted = [effect.keyword for effect, _ in of_kind(actives, Grant) if effect.side == "attacker"]
    by_rules = [Active(effect, rule.name) for rule in own for effect in effects_of(rule)]
    granted += [effect.keyword for effect, _ in of_kind(applying(by_rules, weapon.name, weapon.type, facts), Grant)]
    found: list[SpecialRule] = []
    unknown: list[str] = []
    for text in (*weapon.special_rules, *granted):
        rule = read_rule(text)
        if rule is None:
            unknown.append(f"special rule {text!r} of {weapon.name}")
        else:
            found.append(rule)
    return strongest(found), tuple(dict.fromkeys(unknown))


def _refusals(desk: Desk) -> tuple[str, ...]:
    """Why the weapon may not attack the target at all."""
    weapon = desk.weapon
    out = [f"{source}: may not be used against this target" for source in desk.forbids("target")]
    if weapon.skill == 0 or (weapon.skill is not None and number("skill", weapon.skill, desk.actives, desk.facts)[0] == 0):
        out.append("Weapon Skill 0: no attacks" if desk.melee else "Ballistic Skill 0: no Shooting Attacks (H-175)")
    if weapon.type == "ranged":
        reach = _reach(desk)
        distance = desk.facts["distance"]
        if reach is not None and isinstance(distance, (int, float)) and distance > reach:
            out.append(f'out of range: {distance:g}" is beyond {reach:g}"')
        if weapon.minimum is not None and isinstance(distance, (int, float)) and distance < weapon.minimum:
            out.append(f'too near: {distance:g}" is within its minimum range of {weapon.minimum:g}"')
    return tuple(dict.fromkeys(out))


def _reach(desk: Desk) -> float | None:
    """How far the weapon reaches now, in inches: Ordnance (R) doubles it. None for no limit."""
    reach = reach_of(desk.weapon)
    return reach if reach is None else number("range", int(reach), desk.actives, desk.facts)[0]


def _amount(desk: Desk, name: str) -> Amount:
    weapon = desk.weapon
    dice = weapon.attacks if name == "attacks" else weapon.damage
    again, said = totals_again(name, dice, desk.actives)
    amount, why = rolled(desk, name, dice, again)
    text = " + ".join(str(part) for part in (amount.dice, *amount.extra))
    label = "Damage" if name == "damage" else "Attacks" if desk.melee else "Firepower"
    many = name == "attacks" and weapon.count > 1
    desk.say(label, f"{weapon.count} x {text}" if many else text, (*why, *said))
    return amount


def _marker(desk: Desk) -> tuple[int, int]:
    """How many hits a hit and a miss make, where a Blast Marker or a Template is placed."""
    if not any(desk.has_rule(rule) for rule in _MARKED):
        return 1, 0
    models = int(str(desk.facts["target_models"]))
    under = min(int(str(desk.facts["models_under_marker"])), models)
    scattered = min(int(str(desk.facts["models_after_scatter"])), models) if desk.has_rule("blast") else 0
    if desk.has_rule("blast") and desk.facts["visible"] is False:
        under = scattered
    missed = (f"{scattered} when it scattered",) if desk.has_rule("blast") else ()
    desk.say("Hits of one attack", under, ("models under the marker", *missed))
    return under, scattered


def _missing(desk: Desk) -> tuple[str, ...]:
    if desk.has_rule("blast") and desk.facts["models_after_scatter"] == 0:
        name = desk.weapon.name
        return (f"Blast of {name}: where a marker that scattered lands; it is taken to miss (fact models_after_scatter)",)
    return ()


def volley_of(plans: Series[Plan], target: Target) -> Volley:
    """The volley of the weapons that may attack, in their order."""
    able = [plan for plan in plans if not plan.refused]
    # On a single model it is all the same when hull points are lost: then glances need not wait, and are quicker followed.
    return Volley(tuple(plan.group() for plan in able), schedule(able, at_end=target.models > 1), target)


def schedule(plans: Series[Plan], *, at_end: bool = True) -> tuple[Step, ...]:
    """Weapons in firing order; what was set aside beside the plain wounds of its weapon, the hits that wounds caused after them.

    ``at_end``: the Vehicle Damage Table comes last, in Step 11 (H-110); else after each weapon.
    """
    steps: list[Step] = []
    last: list[Step] = []
    for index, plan in enumerate(plans):

        def of(role: str, index: int = index, plan: Plan = plan) -> list[Step]:
            return [Resolve(index, pool) for pool, held in enumerate(plan.roles) if held == role]

        plain: list[Step] = [Resolve(index, 0)]
        own = [*of(ASIDE), *plain] if plan.aside_first else [*plain, *of(ASIDE)]
        steps += [Throw(index), *own, *of(SPREAD)]
        (last if at_end else steps).extend(of(TABLE))
    return (*steps, *last)


def choices(plan: Plan) -> list[Plan]:
    """The plan with every way of using its free re-rolls that may be best, fewest dice thrown again first."""
    out = [plan]
    if "hit" in plan.free and plan.attack.hit is not None:
        out = [_with_hit(each, plan.attack.hit.with_reroll(faces)) for each in out for faces in candidates(plan.attack.hit)]
    test = next((kind.test for kind in plan.attack.kinds if kind.test is not None), None)
    if ("wound" in plan.free or "penetration" in plan.free) and test is not None:
        out = [_with_test(each, test.with_reroll(faces)) for each in out for faces in candidates(test)]
    return sorted(out, key=dice_again) if len(out) > 1 else out


def _with_hit(plan: Plan, check: Check) -> Plan:
    return msgspec.structs.replace(plan, attack=msgspec.structs.replace(plan.attack, hit=check))


def _with_test(plan: Plan, check: Check) -> Plan:
    """Every kind of hit that makes a test throws the same faces again."""
    kinds = tuple(
        kind if kind.test is None else msgspec.structs.replace(kind, test=kind.test.with_reroll(check.reroll))
        for kind in plan.attack.kinds
    )
    return msgspec.structs.replace(plan, attack=msgspec.structs.replace(plan.attack, kinds=kinds))


def dice_again(plan: Plan) -> int:
    """How many faces are thrown again: the measure of 'fewest dice'."""
    test = next((kind.test for kind in plan.attack.kinds if kind.test is not None), None)
    return sum(sum(check.reroll) for check in (plan.attack.hit, test) if check is not None)

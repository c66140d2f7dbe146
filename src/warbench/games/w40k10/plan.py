"""The plan: from a question to a settled volley, every number with what is behind it (design properties 1, 4, 6, 7)."""

from collections.abc import Sequence as Series

import msgspec

from warbench.attack.exact import hurt_law
from warbench.attack.target import Target
from warbench.attack.volley import Group as AttackGroup
from warbench.attack.volley import Strike, Volley
from warbench.chance import Check, Dice, Reroll, candidates, faces_for
from warbench.chance.check import NO_FACES
from warbench.games.w40k10.auras import with_named
from warbench.games.w40k10.core import CORE_EFFECTS, STEALTH
from warbench.games.w40k10.faction_rules import FORCES, settled
from warbench.games.w40k10.facts import FACTS
from warbench.games.w40k10.keywords import HALF_RANGE, Keyword, effects_of, read_keyword, rolled_faces, strongest
from warbench.games.w40k10.models import order, profiles, toughness_group
from warbench.games.w40k10.question import Group, Question, Weapon
from warbench.games.w40k10.rolls import Desk, Reason, amount, feel_no_pain, hit, ignore_check, policy, save, sustained, wound
from warbench.games.w40k10.sequence import AttackPlan, StrikePlan, attack, mortal_wound, schedule, strike
from warbench.games.w40k10.settle import Active, Facts, applying, number, of_kind
from warbench.rules.conditions import Value
from warbench.rules.effects import Grant, Hazard, OnResult
from warbench.rules.requests import Amount, Sequence

_FREE = ("hit", "wound")


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """One weapon's settled attack. ``refused`` says why it may not attack at all; then the rest does not count.

    ``free`` names the rolls whose re-roll its owner may use as he likes: which faces is still to be chosen. ``faces`` are those
    of the D6 on which this profile is used, where one is rolled for it.
    """

    weapon: Weapon
    refused: tuple[str, ...] = ()
    attacks: Amount
    attack: AttackPlan
    strikes: tuple[Strike, ...]
    free: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()
    hazard: Hazard | None = None
    not_modelled: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()

    def group(self) -> AttackGroup:
        """The group that the readers take."""
        sequence = Sequence(attack, (self.attack,))
        return AttackGroup(self.weapon.name, self.attacks, sequence, self.strikes, self.weapon.count, self.faces)


def facts_of(question: Question) -> dict[str, Value]:
    """Every fact of the question: given, default, or derived from the units.

    Raises:
        FactError: for an unknown fact or a value outside its domain.
    """
    facts = FACTS.settle(question.given)
    for name in FORCES:
        if words := facts[name]:
            facts[name] = settled(name, words) if isinstance(words, tuple) else words
    if facts["distance"] is None:
        facts["distance"] = default_distance(question.weapons)
    facts["target_keywords"] = tuple(dict.fromkeys(keyword for group in question.target for keyword in group.keywords))
    facts["target_models"] = sum(group.count for group in question.target)
    facts["attacker_keywords"] = question.attacker_keywords
    for name, words in (("models_there", question.attacker_models), ("target_models_there", question.target_models)):
        if name not in question.given:
            facts[name] = words
    facts |= losses(question)
    left = facts["attacker_wounds_left"]
    facts["damaged"] = isinstance(left, int) and left <= question.damaged_at
    return facts


def losses(question: Question) -> dict[str, Value]:
    """What follows from the target's losses, unless it was said: whether it is below its Starting Strength or half of it."""
    count, starting = sum(group.count for group in question.target), question.starting_models
    if not starting:
        return {}
    left, full = count, starting
    if starting == 1:
        # A unit of one model counts its wounds.
        alone = question.target[0]
        left, full = alone.wounds_left or alone.wounds, alone.wounds
    found: dict[str, Value] = {"target_below_starting_strength": left < full, "target_below_half_strength": 2 * left < full}
    return {name: value for name, value in found.items() if name not in question.given}


def default_distance(weapons: Series[Weapon]) -> float:
    """The farthest distance at which every ranged weapon still reaches; 12 inches when none has a range."""
    return min((weapon.range for weapon in weapons if weapon.type == "ranged" and weapon.range is not None), default=12)


def plan_weapon(
    question: Question,
    weapon: Weapon,
    facts: Facts,
    rulings: dict[str, str],
    *,
    answering: tuple[Group, ...] | None = None,
) -> Plan:
    """Settle every number of one weapon's attack.

    Args:
        question: whose target and effects count.
        weapon: the weapon.
        facts: every fact, as ``facts_of`` gives them.
        rulings: every reading.
        answering: the target whose kinds of model are answered for, when that is more than what is left of it now.
    """
    desk = _desk(question, weapon, facts, rulings)
    actives = desk.actives
    attacks = amount(desk, "attacks", weapon.attacks)
    settled = _attack(desk, toughness_group(question.target))
    damage = amount(desk, "damage", weapon.damage)
    strikes = _strikes(desk, answering or question.target, settled, damage)
    hazards = [effect for effect, _ in of_kind(actives, Hazard)]
    return Plan(
        weapon=weapon,
        refused=_refusals(desk),
        attacks=attacks,
        attack=settled,
        strikes=strikes,
        free=tuple(roll for roll in _FREE if check_of(settled, roll) is not None and policy(roll, actives) is Reroll.BEST),
        reasons=tuple(desk.reasons),
        hazard=max(hazards, key=lambda hazard: (hazard.fails_on, hazard.damage)) if hazards else None,
        not_modelled=desk.unknown,
        faces=rolled_faces(weapon.keywords),
    )


def _desk(question: Question, weapon: Weapon, facts: Facts, rulings: dict[str, str]) -> Desk:
    """Gather the effects that apply. First the characteristics that conditions may read are settled, then all the rest."""
    given = [Active(effect, effect.source or f"effect {index}") for index, effect in enumerate(question.effects, 1)]
    if facts["auras"] or facts["target_auras"]:
        given = with_named(given, facts)
    own_words = tuple(keyword.family for keyword in map(read_keyword, weapon.keywords) if keyword is not None)
    facts = {**facts, "within_half_range": _within_half(weapon, facts)}
    early = applying(given, weapon.name, weapon.type, {**facts, "weapon_keywords": own_words})
    keywords, unknown = _keywords(weapon, early)
    stealth = any(effect.side == "defender" and effect.keyword.casefold() == "stealth" for effect, _ in of_kind(early, Grant))
    reach = weapon.range if weapon.type == "ranged" else None
    everything = [
        *(Active(effect, effect.source) for effect in CORE_EFFECTS),
        *(Active(effect, keyword.name) for keyword in keywords for effect in effects_of(keyword, reach)),
        *given,
        *([Active(STEALTH, STEALTH.source)] if stealth else []),
    ]
    facts = {**facts, "weapon_keywords": tuple(keyword.family for keyword in keywords), "target_stealth": stealth}
    first = applying(everything, weapon.name, weapon.type, facts)
    ap, why = number("ap", weapon.ap, first, facts)
    strength, _ = number("strength", weapon.strength, first, facts)
    toughness, _ = number("toughness", toughness_group(question.target).toughness, first, facts)
    facts = {**facts, "attack_ap": ap, "attack_strength": strength, "target_toughness": toughness}
    actives = applying(everything, weapon.name, weapon.type, facts)
    desk = Desk(weapon=weapon, everything=everything, actives=actives, facts=facts, rulings=rulings, reasons=[], unknown=unknown)
    if why:
        desk.say("AP", ap, why)
    return desk


def _within_half(weapon: Weapon, facts: Facts) -> bool:
    """Whether the target is within half the weapon's range."""
    distance = facts["distance"]
    return weapon.range is not None and isinstance(distance, (int, float)) and distance <= weapon.range / 2


def _keywords(weapon: Weapon, actives: list[Active]) -> tuple[list[Keyword], tuple[str, ...]]:
    """The weapon's abilities, its own and granted, one of each; and those that are not known."""
    granted = [effect.keyword for effect, _ in of_kind(actives, Grant) if effect.side == "attacker"]
    found: list[Keyword] = []
    unknown: list[str] = []
    for text in (*weapon.keywords, *granted):
        keyword = read_keyword(text)
        if keyword is None:
            unknown.append(f"weapon ability {text!r} of {weapon.name}")
        elif keyword.family in HALF_RANGE and weapon.type == "ranged" and weapon.range is None:
            unknown.append(f"{keyword.name} of {weapon.name}: the weapon has no range")
        else:
            found.append(keyword)
    return strongest(found), tuple(dict.fromkeys(unknown))


def _refusals(desk: Desk) -> tuple[str, ...]:
    """Why the weapon may not attack the target at all."""
    weapon = desk.weapon
    out = [f"{source}: may not be used against this target" for source in desk.forbids("target")]
    if weapon.type == "ranged":
        distance = desk.facts["distance"]
        if weapon.range is not None and isinstance(distance, (int, float)) and distance > weapon.range:
            out.append(f'out of range: {distance:g}" is beyond {weapon.range:g}" (W-057)')
        if not desk.facts["visible"] and not desk.permits("unseen target"):
            out.append("the target cannot be seen (W-339)")
    return tuple(out)


def _attack(desk: Desk, tough: Group) -> AttackPlan:
    results = [effect for effect, _ in of_kind(desk.actives, OnResult)]
    return AttackPlan(
        hit=hit(desk),
        wound=wound(desk, tough),
        sustained=sustained(desk),
        lethal=any(effect.succeed == "wound" for effect in results),
        devastating=any(effect.convert == "mortal" for effect in results),
        mortal=tuple(
            (Amount("mortal wounds", Dice.parse(effect.mortal)), effect.on == "critical")
            for effect in results
            if effect.mortal is not None
        ),
    )


def _strikes(desk: Desk, target: tuple[Group, ...], settled: AttackPlan, damage: Amount) -> tuple[Strike, ...]:
    """What an attack of each pool does to each kind of model."""
    words = desk.facts["weapon_keywords"]
    psychic = ("psychic",) if isinstance(words, tuple) and "psychic" in words else ()
    precise = desk.facts["precision"] is True and desk.permits("character")
    if desk.facts["precision"] is True:
        desk.say("Allocation", "characters first" if precise else "as usual", () if precise else ("no Precision",))
    first = order(target, desk.facts, precise=precise)
    saved: list[tuple[int, Sequence]] = []
    devastating: list[tuple[int, Sequence]] = []
    mortal: list[tuple[int, Sequence]] = []
    for profile, group in enumerate(profiles(target)):
        usual = feel_no_pain(desk, group, ("all", *psychic))
        special = feel_no_pain(desk, group, ("all", "mortal", *psychic))
        check = save(desk, group, _of("Saving throw", group))
        if usual or special:
            because = (f"{special}+ against mortal wounds",) if special != usual else ()
            desk.say(_of("Feel No Pain", group), f"{usual}+" if usual else "none", because)
        saved.append((profile, Sequence(strike, (StrikePlan(check, damage, ignore_check(usual)),))))
        devastating.append((profile, Sequence(strike, (StrikePlan(None, damage, ignore_check(special)),))))
        mortal.append((profile, Sequence(mortal_wound, (ignore_check(special),))))
    strikes = [Strike(tuple(saved), first)]
    if settled.devastating or settled.mortal:
        strikes.append(Strike(tuple(devastating), first))
    if settled.mortal:
        strikes.append(Strike(tuple(mortal), first))
    return tuple(strikes)


def _of(what: str, group: Group) -> str:
    return f"{what} of {group.name}" if group.name else what


def volley_of(plans: Series[Plan], target: Target) -> Volley:
    """The volley of the weapons that may attack, in their order."""
    groups = tuple(plan.group() for plan in plans if not plan.refused)
    return Volley(groups, schedule(groups), target)


def choices(plan: Plan) -> list[Plan]:
    """The plan with every way of using its free re-rolls that may be best, fewest dice thrown again first.

    Where a critical does no more than a success, failures are thrown again and nothing else can be better.
    """
    out = [plan]
    # Nothing is thrown again for attacks that do no damage whatever they roll.
    harmless = not any(
        points for strike in plan.strikes for profile, _ in strike.by_profile for points in hurt_law(strike, profile, exact=False)
    )
    for roll in plan.free:
        check = check_of(plan.attack, roll)
        if check is None:
            continue
        if harmless:
            sets = [NO_FACES]
        elif criticals_matter(plan.attack, roll):
            sets = candidates(check)
        else:
            sets = [faces_for(Reroll.FAILURES, check)]
        out = [with_check(each, roll, check.with_reroll(faces)) for each in out for faces in sets]
    return sorted(out, key=dice_again) if len(out) > 1 else out


def criticals_matter(settled: AttackPlan, roll: str) -> bool:
    """Whether a critical of a roll (``hit``, ``wound``) does more than a success: successes may be thrown again for it."""
    if roll == "hit":
        return settled.lethal or settled.sustained is not None
    return settled.devastating or any(needs_critical for _, needs_critical in settled.mortal)


def check_of(settled: AttackPlan, roll: str) -> Check | None:
    """The test of a roll (``hit``, ``wound``); None where it succeeds without dice."""
    return settled.hit if roll == "hit" else settled.wound


def with_check(plan: Plan, roll: str, check: Check) -> Plan:
    """The plan with another test for a roll (``hit``, ``wound``)."""
    return msgspec.structs.replace(plan, attack=msgspec.structs.replace(plan.attack, **{roll: check}))


def dice_again(plan: Plan) -> int:
    """How many faces of the free rolls are thrown again: the measure of 'fewest dice'."""
    checks = (check_of(plan.attack, roll) for roll in plan.free)
    return sum(sum(check.reroll) for check in checks if check is not None)

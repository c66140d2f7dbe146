"""The plan: from a question to a settled volley, every number with what is behind it (design properties 1, 4, 6, 7)."""

from collections.abc import Sequence as Series
from functools import lru_cache

import msgspec

from warbench.attack.target import Order, Standing, Target
from warbench.attack.volley import Group as AttackGroup
from warbench.attack.volley import Strike, Volley
from warbench.chance import Check, Dice, Modifier, Reroll, TargetNumber, candidates, faces_for, settle
from warbench.games.w40k10.core import CORE_EFFECTS, COVER, STEALTH
from warbench.games.w40k10.facts import FACTS
from warbench.games.w40k10.keywords import Keyword, effects_of, read_keyword, strongest
from warbench.games.w40k10.question import Group, Question, Weapon
from warbench.games.w40k10.sequence import AttackPlan, StrikePlan, attack, mortal_wound, schedule, strike
from warbench.games.w40k10.settle import Active, Facts, applying, change, modifiers, number, of_kind
from warbench.rules.conditions import Value
from warbench.rules.effects import (
    AllowReroll,
    Automatic,
    ChangeValue,
    FailsOn,
    Forbid,
    Grant,
    Hazard,
    IgnoreDamage,
    MoveCritical,
    OnResult,
    Permit,
)
from warbench.rules.requests import Amount, Sequence

_WIDEST = (Reroll.ONES, Reroll.FAILURES, Reroll.NON_CRITICALS, Reroll.BEST)
_NEVER = 7


class Reason(msgspec.Struct, frozen=True):
    """A settled number (``Hit roll``, ``3+``) and what is behind it, one line each."""

    number: str
    value: str
    because: tuple[str, ...] = ()


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """One weapon's settled attack. ``refused`` says why it may not attack at all; then the rest does not count.

    ``free`` names the rolls whose re-roll its owner may use as he likes: which faces is still to be chosen.
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

    def group(self) -> AttackGroup:
        """The group that the readers take."""
        return AttackGroup(self.weapon.name, self.attacks, Sequence(attack, (self.attack,)), self.strikes, self.weapon.count)


def facts_of(question: Question) -> dict[str, Value]:
    """Every fact of the question: given, default, or derived from the units.

    Raises:
        FactError: for an unknown fact or a value outside its domain.
    """
    facts = FACTS.settle(question.given)
    if facts["distance"] is None:
        facts["distance"] = default_distance(question.weapons)
    words = dict.fromkeys(keyword for group in question.target for keyword in group.keywords)
    facts["target_keywords"] = tuple(words)
    facts["target_models"] = sum(group.count for group in question.target)
    facts["attacker_keywords"] = question.attacker_keywords
    left = facts["attacker_wounds_left"]
    facts["damaged"] = isinstance(left, int) and left <= question.damaged_at
    return facts


def default_distance(weapons: Series[Weapon]) -> float:
    """The farthest distance at which every ranged weapon still reaches; 12 inches when none has a range."""
    return min((weapon.range for weapon in weapons if weapon.type == "ranged" and weapon.range is not None), default=12)


def toughness_group(target: Series[Group]) -> Group:
    """Whose Toughness counts: the largest group that is not a character, the first of equals."""
    soldiers = [group for group in target if not group.character] or list(target)
    return max(soldiers, key=lambda group: group.count)


def plan_weapon(
    question: Question,
    weapon: Weapon,
    facts: Facts,
    rulings: dict[str, str],
    *,
    profiles_of: tuple[Group, ...] | None = None,
) -> Plan:
    """Settle every number of one weapon's attack.

    ``profiles_of`` is the target whose kinds of model are to be answered for, when it is more than what is left now.
    """
    models = profiles_of or question.target
    given = [Active(effect, effect.source or f"effect {index}") for index, effect in enumerate(question.effects, 1)]
    core = [Active(effect, effect.source) for effect in CORE_EFFECTS]
    keywords, unknown = _keywords(weapon, applying(given, weapon.name, weapon.type, facts))
    facts = {**facts, "weapon_keywords": tuple(keyword.family for keyword in keywords)}
    own = [Active(effect, keyword.name) for keyword in keywords for effect in effects_of(keyword, _inches(weapon))]
    actives = applying([*core, *own, *given], weapon.name, weapon.type, facts)
    if any(effect.side == "defender" and effect.keyword.casefold() == "stealth" for effect, _ in of_kind(actives, Grant)):
        actives += applying([Active(STEALTH, STEALTH.source)], weapon.name, weapon.type, facts)

    reasons: list[Reason] = []
    ap, why = number("ap", weapon.ap, actives, facts)
    reasons.append(Reason("AP", str(ap), why)) if why else None
    facts = {**facts, "attack_ap": ap}
    attacks = _amount("attacks", weapon.attacks, actives, facts)
    reasons.append(Reason("Attacks", _shown(attacks.dice, attacks.extra, weapon.count), _why("attacks", actives, facts)))
    hit = _hit(weapon, actives, facts, rulings, reasons)
    wound = _wound(question, weapon, actives, facts, rulings, reasons)
    damage = _amount("damage", weapon.damage, actives, facts)
    reasons.append(Reason("Damage", _shown(damage.dice, damage.extra, 1), _why("damage", actives, facts)))

    results = of_kind(actives, OnResult)
    mortal = next((effect for effect, _ in results if effect.mortal is not None), None)
    settled = AttackPlan(
        hit=hit,
        wound=wound,
        sustained=_sustained([effect for effect, _ in results if effect.add is not None]),
        lethal=any(effect.succeed == "wound" for effect, _ in results),
        devastating=any(effect.convert == "mortal" for effect, _ in results),
        mortal=Amount("mortal wounds", Dice.parse(mortal.mortal)) if mortal and mortal.mortal is not None else None,
        mortal_on_critical=mortal is not None and mortal.on == "critical",
    )
    strikes = _strikes(models, weapon, settled, damage, actives, facts, rulings, reasons)
    free = [
        roll
        for roll, check in (("hit", hit), ("wound", wound))
        if check is not None and _policy(roll, actives) is Reroll.BEST
    ]
    hazards = [effect for effect, _ in of_kind(actives, Hazard)]
    return Plan(
        weapon=weapon,
        refused=_refusals(weapon, actives, facts),
        attacks=attacks,
        attack=settled,
        strikes=strikes,
        free=tuple(free),
        reasons=tuple(reasons),
        hazard=max(hazards, key=lambda hazard: hazard.fails_on) if hazards else None,
        not_modelled=unknown,
    )


def _inches(weapon: Weapon) -> float | None:
    return weapon.range if weapon.type == "ranged" else None


def _keywords(weapon: Weapon, actives: list[Active]) -> tuple[list[Keyword], tuple[str, ...]]:
    """The weapon's abilities, its own and granted, one of each; and those that are not known."""
    granted = [effect.keyword for effect, _ in of_kind(actives, Grant) if effect.side == "attacker"]
    found: list[Keyword] = []
    unknown: list[str] = []
    for text in (*weapon.keywords, *granted):
        keyword = read_keyword(text)
        if keyword is None:
            unknown.append(f"weapon ability {text!r} of {weapon.name}")
        else:
            found.append(keyword)
    return strongest(found), tuple(dict.fromkeys(unknown))


def _refusals(weapon: Weapon, actives: list[Active], facts: Facts) -> tuple[str, ...]:
    out = [f"{source}: may not be used against this target" for effect, source in of_kind(actives, Forbid) if effect.what == "target"]
    if weapon.type == "ranged":
        distance = facts["distance"]
        if weapon.range is not None and isinstance(distance, (int, float)) and distance > weapon.range:
            out.append(f"out of range: {distance:g}\" is beyond {weapon.range:g}\" (W-057)")
        seen = facts["visible"] or any(effect.what == "unseen target" for effect, _ in of_kind(actives, Permit))
        if not seen:
            out.append("the target cannot be seen (W-339)")
    return tuple(out)


def _amount(name: str, dice: Dice, actives: list[Active], facts: Facts) -> Amount:
    changed = change(name, actives, facts)
    policy = _policy(name, actives)
    again: tuple[int, ...] = ()
    if policy is not None and not dice.is_fixed:
        limit = dice.minimum + 1 if policy is Reroll.ONES else dice.mean
        again = tuple(total for total in range(dice.minimum, dice.maximum + 1) if total < limit)
    return Amount(name, dice, changed.dice, changed.arithmetic, again)


def _why(name: str, actives: list[Active], facts: Facts) -> tuple[str, ...]:
    policy = _policy(name, actives)
    rerolled = (f"re-rolled when {'lowest' if policy is Reroll.ONES else 'below the mean'}",) if policy else ()
    return (*change(name, actives, facts).reasons, *rerolled)


def _shown(dice: Dice, extra: tuple[Dice, ...], count: int) -> str:
    text = " + ".join(str(part) for part in (dice, *extra))
    return text if count == 1 else f"{count} x {text}"


def _policy(roll: str, actives: list[Active]) -> Reroll | None:
    """The widest re-roll that is allowed; however many allow one, a die is thrown again once (W-003)."""
    allowed = {Reroll(effect.which) for effect, _ in of_kind(actives, AllowReroll) if effect.roll == roll}
    return max(allowed, key=_WIDEST.index) if allowed else None


def _with_policy(roll: str, check: Check, actives: list[Active]) -> Check:
    """The check with its fixed re-roll; a free one begins with the failures, until the best is chosen."""
    policy = _policy(roll, actives)
    if policy is None:
        return check
    return check.with_reroll(faces_for(Reroll.FAILURES if policy is Reroll.BEST else policy, check))


def _reroll_reason(roll: str, actives: list[Active]) -> tuple[str, ...]:
    policy = _policy(roll, actives)
    if policy is None:
        return ()
    sources = ", ".join(source for effect, source in of_kind(actives, AllowReroll) if effect.roll == roll)
    return (f"re-roll: {policy.value} ({sources})",)


def _roll(name: str, need: int, mods: list[Modifier], actives: list[Active], rulings: dict[str, str]) -> TargetNumber:
    """A Hit or Wound roll: modifiers limited by the ruling, criticals moved, faces that always fail."""
    moved = [effect for effect, _ in of_kind(actives, MoveCritical) if effect.roll == name]
    always = min((effect.on for effect in moved if not effect.only_if_successful), default=6)
    if_successful = min((effect.on for effect in moved if effect.only_if_successful), default=None)
    fails = max((effect.up_to for effect, _ in of_kind(actives, FailsOn) if effect.roll == name), default=1)
    if rulings["roll-cap"] == "each":
        up = min(1, sum(mod.value for mod in mods if mod.value > 0))
        down = max(-1, sum(mod.value for mod in mods if mod.value < 0))
        mods = [Modifier(up, "bonuses, limited"), Modifier(down, "penalties, limited")]
    return settle(
        name,
        need=need,
        modifiers=mods,
        critical=min(always, 6),
        critical_only_if_successful=if_successful,
        fail_faces=range(1, fails + 1),
    )


def _hit(weapon: Weapon, actives: list[Active], facts: Facts, rulings: dict[str, str], reasons: list[Reason]) -> Check | None:
    label = "Hit roll"
    automatic = [source for effect, source in of_kind(actives, Automatic) if effect.roll == "hit"]
    if weapon.skill is None or automatic:
        reasons.append(Reason(label, "automatic", tuple(automatic) or ("no skill: hits automatically",)))
        return None
    skill, why = number("skill", weapon.skill, actives, facts)
    settled = _roll("hit", skill, modifiers(("hit",), actives, facts), actives, rulings)
    skill_name = "WS" if weapon.type == "melee" else "BS"
    because = (f"{skill_name} {weapon.skill}+", *why, *_explained(settled), *_reroll_reason("hit", actives))
    reasons.append(Reason(label, _plus(settled), because))
    return _with_policy("hit", settled.check, actives)


def needed_to_wound(strength: int, toughness: int) -> int:
    """The Wound roll that Strength needs against Toughness (W-021..W-025)."""
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5


def _wound(
    question: Question, weapon: Weapon, actives: list[Active], facts: Facts, rulings: dict[str, str], reasons: list[Reason]
) -> Check | None:
    label = "Wound roll"
    automatic = [source for effect, source in of_kind(actives, Automatic) if effect.roll == "wound"]
    if automatic:
        reasons.append(Reason(label, "automatic", tuple(automatic)))
        return None
    strength, why_s = number("strength", weapon.strength, actives, facts)
    toughness, why_t = number("toughness", toughness_group(question.target).toughness, actives, facts)
    need = needed_to_wound(strength, toughness)
    settled = _roll("wound", need, modifiers(("wound",), actives, facts), actives, rulings)
    because = (
        f"S{strength} against T{toughness}: {need}+",
        *(f"Strength {why}" for why in why_s),
        *(f"Toughness {why}" for why in why_t),
        *_explained(settled),
        *_reroll_reason("wound", actives),
    )
    reasons.append(Reason(label, _plus(settled), because))
    return _with_policy("wound", settled.check, actives)


def _explained(settled: TargetNumber) -> tuple[str, ...]:
    return (*(f"{mod.value:+d} {mod.source}" for mod in settled.modifiers), *settled.notes)


def _plus(settled: TargetNumber) -> str:
    return f"{settled.needed}+" if settled.needed < _NEVER else "never by number"


def _sustained(effects: list[OnResult]) -> Amount | None:
    """Of several values of Sustained Hits one is used; they are never added (W-282)."""
    amounts = [Amount("additional hits", Dice.parse(effect.add)) for effect in effects if effect.add is not None]
    return max(amounts, key=lambda amount: amount.dice.mean) if amounts else None


def _strikes(
    target: tuple[Group, ...],
    weapon: Weapon,
    settled: AttackPlan,
    damage: Amount,
    actives: list[Active],
    facts: Facts,
    rulings: dict[str, str],
    reasons: list[Reason],
) -> tuple[Strike, ...]:
    covered = (
        weapon.type == "ranged"
        and (facts["cover"] is True or any(effect.what == "cover" for effect, _ in of_kind(actives, Permit)))
        and not any(effect.what == "cover" for effect, _ in of_kind(actives, Forbid))
    )
    # Cover depends on the model that the attack is allocated to, so it is weighed for each.
    later = [Active(COVER, COVER.source)] if covered else []
    psychic = "psychic" in facts["weapon_keywords"]  # type: ignore[operator]
    character = facts["precision"] is True and any(effect.what == "character" for effect, _ in of_kind(actives, Permit))
    order = _order(target, facts, character=character)
    saves: list[tuple[int, Sequence]] = []
    devastating: list[tuple[int, Sequence]] = []
    mortal: list[tuple[int, Sequence]] = []
    for profile, group in enumerate(_profiles(target)):
        check = _save(group, weapon, [*actives, *later], facts, rulings, reasons)
        usual = _ignore(group, actives, ("all", "psychic") if psychic else ("all",))
        special = _ignore(group, actives, ("all", "mortal", "psychic") if psychic else ("all", "mortal"))
        if usual or special:
            text = f"{usual}+" if usual else "none"
            because = (f"{special}+ against mortal wounds",) if special != usual else ()
            reasons.append(Reason(_of("Feel No Pain", group), text, because))
        saves.append((profile, Sequence(strike, (StrikePlan(check, damage, _ignore_check(usual)),))))
        devastating.append((profile, Sequence(strike, (StrikePlan(None, damage, _ignore_check(special)),))))
        mortal.append((profile, Sequence(mortal_wound, (_ignore_check(special),))))
    strikes = [Strike(tuple(saves), order)]
    if settled.devastating or settled.mortal:
        strikes.append(Strike(tuple(devastating), order))
    if settled.mortal:
        strikes.append(Strike(tuple(mortal), order))
    return tuple(strikes)


def _of(what: str, group: Group) -> str:
    return f"{what} of {group.name}" if group.name else what


def _save(
    group: Group, weapon: Weapon, actives: list[Active], facts: Facts, rulings: dict[str, str], reasons: list[Reason]
) -> Check:
    """The better of the armour save and the invulnerable save (W-033..W-043)."""
    base, why = number("save", group.save, actives, facts)
    facts = {**facts, "target_save": base}
    ap = int(facts["attack_ap"] or 0)  # type: ignore[arg-type]
    here = applying(actives, weapon.name, weapon.type, facts)
    bonuses = modifiers(("save", "armour save"), here, facts)
    if rulings["save-cap"] == "bonus":
        bonus = min(1, sum(mod.value for mod in bonuses))
        bonuses = [Modifier(bonus, "bonuses, limited")] if bonus else []
        cap_up = None
    else:
        cap_up = 1
    mods = [*bonuses, Modifier(ap, f"AP {ap}")] if ap else bonuses
    best = settle("save", need=base, modifiers=mods, cap_up=cap_up, cap_down=None, critical=None)
    because = (f"Save {group.save}+", *why, *_explained(best))
    invulnerable = group.invulnerable
    for changed in of_kind(here, ChangeValue):
        if changed[0].name == "invulnerable" and changed[0].set is not None:
            invulnerable = min(invulnerable or _NEVER, changed[0].set)
    if invulnerable is not None:
        other = settle("save", need=invulnerable, modifiers=modifiers(("save",), here, facts), cap_down=None, critical=None)
        if sum(other.check.faces) > sum(best.check.faces):
            because = (f"invulnerable save {invulnerable}+, better than armour {_plus(best)}", *_explained(other))
            best = other
    reasons.append(Reason(_of("Saving throw", group), _plus(best), (*because, *_reroll_reason("save", here))))
    return _with_policy("save", best.check, here)


def _ignore(group: Group, actives: list[Active], against: tuple[str, ...]) -> int | None:
    """The best Feel No Pain that the group has against this kind of damage; only one is used."""
    found = [effect.on for effect, _ in of_kind(actives, IgnoreDamage) if effect.against in against]
    if group.feel_no_pain:
        found.append(group.feel_no_pain)
    return min(found, default=None)


@lru_cache(maxsize=16)
def _ignore_check(on: int | None) -> Check | None:
    return None if on is None else settle("feel no pain", need=on, critical=None).check


def _profiles(target: tuple[Group, ...]) -> tuple[Group, ...]:
    """The different kinds of model: those that answer alike are one profile, so that they are handled together."""
    return tuple({_kind(group): group for group in reversed(target)}.values())[::-1]


def _kind(group: Group) -> tuple[int, int | None, int | None]:
    return group.save, group.invulnerable, group.feel_no_pain


def _order(target: tuple[Group, ...], facts: Facts, *, character: bool) -> Order:
    if not _two_tracks(target, facts):
        return (0,)
    return (1, 0) if character else (0, 1)


def _two_tracks(target: tuple[Group, ...], facts: Facts) -> bool:
    """Whether characters stand apart: only where Precision may pick them out of an Attached unit."""
    return facts["precision"] is True and len({group.character for group in target}) == 2  # noqa: PLR2004


def target_of(target: tuple[Group, ...], facts: Facts, starting_models: int = 0) -> Target:
    """The target's models in the order in which attacks are allocated: wounded ones first, attached characters last."""
    return _target(target, _two_tracks(target, facts), starting_models)


@lru_cache(maxsize=1024)
def _target(target: tuple[Group, ...], two_tracks: bool, starting_models: int) -> Target:  # noqa: FBT001 -- an argument of a cache
    kinds = [_kind(group) for group in _profiles(target)]
    soldiers: tuple[list[Standing], list[Standing]] = ([], [])
    characters: tuple[list[Standing], list[Standing]] = ([], [])
    for index, group in enumerate(target):
        profile = kinds.index(_kind(group))
        whole, wounded = Standing(group.wounds, profile, index), group.wounds_left not in (None, group.wounds)
        into = characters if group.character else soldiers
        if wounded:
            into[0].append(Standing(int(group.wounds_left or group.wounds), profile, index))
        into[1].extend([whole] * (group.count - wounded))
    lines = [(*wounded, *fresh) for wounded, fresh in (soldiers, characters)]
    tracks = tuple(lines) if two_tracks else ((*lines[0], *lines[1]),)
    models = sum(group.count for group in target)
    wounds = sum(group.count * group.wounds for group in target)
    return Target(tracks, max(starting_models, models), wounds)


def volley_of(plans: Series[Plan], target: Target) -> Volley:
    """The volley of the weapons that may attack, in their order."""
    groups = tuple(plan.group() for plan in plans if not plan.refused)
    return Volley(groups, schedule(groups), target)


def choices(plan: Plan) -> list[Plan]:
    """The plan with every way of using its free re-rolls, fewest dice thrown again first."""
    out = [plan]
    for roll in plan.free:
        out = [_chosen(each, roll, faces) for each in out for faces in candidates(_check(each, roll))]
    return sorted(out, key=dice_again)


def _check(plan: Plan, roll: str) -> Check:
    check = plan.attack.hit if roll == "hit" else plan.attack.wound
    if check is None:
        msg = f"{plan.weapon.name}: no {roll} roll to re-roll"
        raise ValueError(msg)
    return check


def _chosen(plan: Plan, roll: str, faces: tuple[bool, bool, bool, bool, bool, bool]) -> Plan:
    changed = _check(plan, roll).with_reroll(faces)
    settled = msgspec.structs.replace(plan.attack, **{roll: changed})
    return msgspec.structs.replace(plan, attack=settled)


def dice_again(plan: Plan) -> int:
    """How many faces of the free rolls are thrown again: the measure of 'fewest dice'."""
    return sum(sum(_check(plan, roll).reroll) for roll in plan.free)

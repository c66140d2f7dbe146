"""The rolls of one weapon's attack, settled from the effects that apply: Hit roll, Wound roll, saving throw, numbers."""

from functools import lru_cache

import msgspec

from warbench.chance import Check, Dice, Modifier, TargetNumber, settle
from warbench.games.w40k10.core import COVER
from warbench.games.w40k10.question import Group, Weapon
from warbench.games.w40k10.settle import Active, applying, change, modifiers, number, of_kind
from warbench.rules.desk import NO_NUMBER, Notes, Reason, explained, plus, policy, rerolled, totals_again, with_policy
from warbench.rules.effects import (
    Automatic,
    ChangeValue,
    Effect,
    FailsOn,
    IgnoreDamage,
    MoveCritical,
    OnResult,
)
from warbench.rules.requests import Amount

_OVERWATCH = 6
"""The unmodified Hit roll that Fire Overwatch needs, whatever else applies (W-253, X-04..X-06)."""

NONE = NO_NUMBER
"""A target number that no face reaches; also a Save or invulnerable save that is not there."""
__all__ = ["NONE", "Desk", "Reason", "amount", "feel_no_pain", "hit", "ignore_check", "policy", "save", "sustained", "wound"]


class Desk(Notes, kw_only=True):
    """The desk of one weapon's attack."""

    weapon: Weapon


def amount(desk: Desk, name: str, dice: Dice) -> Amount:
    """The number of attacks, or the damage: dice, changes, and the totals that a re-roll throws again (W-358, W-359)."""
    changed = change(name, desk.actives, desk.facts)
    arithmetic = changed.arithmetic
    if arithmetic.set is not None:
        # A number that is set is not rolled.
        dice, arithmetic = Dice.parse(arithmetic.set), msgspec.structs.replace(arithmetic, set=None)
    again, said = totals_again(name, dice, desk.actives)
    text = " + ".join(str(part) for part in (dice, *changed.dice))
    many = name == "attacks" and desk.weapon.count > 1
    desk.say(name.capitalize(), f"{desk.weapon.count} x {text}" if many else text, (*changed.reasons, *said))
    return Amount(name, dice, changed.dice, arithmetic, again)


def _roll(desk: Desk, name: str, need: int) -> TargetNumber:
    """A Hit or Wound roll: modifiers limited by the ruling, criticals moved, faces that always fail (X-09..X-12, A1)."""
    mods = modifiers((name,), desk.actives, desk.facts)
    if desk.forbids(f"{name} penalties"):
        mods = [mod for mod in mods if mod.value > 0]
    moved = [effect for effect, _ in of_kind(desk.actives, MoveCritical) if effect.roll == name]
    always = min((effect.on for effect in moved if not effect.only_if_successful), default=6)
    if_successful = min((effect.on for effect in moved if effect.only_if_successful), default=None)
    fails = max((effect.up_to for effect, _ in of_kind(desk.actives, FailsOn) if effect.roll == name), default=1)
    if desk.rulings["roll-cap"] == "each":
        up = min(1, sum(mod.value for mod in mods if mod.value > 0))
        down = max(-1, sum(mod.value for mod in mods if mod.value < 0))
        mods = [mod for mod in (Modifier(up, "bonuses, limited"), Modifier(down, "penalties, limited")) if mod.value]
    return settle(
        name,
        need=need,
        modifiers=mods,
        critical=min(always, 6),
        critical_only_if_successful=if_successful,
        fail_faces=range(1, fails + 1),
    )


def hit(desk: Desk) -> Check | None:
    """The Hit roll (W-008..W-019); None when the attack hits automatically."""
    weapon = desk.weapon
    automatic = [source for effect, source in of_kind(desk.actives, Automatic) if effect.roll == "hit"]
    if weapon.skill is None or automatic:
        desk.say("Hit roll", "automatic", automatic or ["no skill: hits automatically"])
        return None
    skill, why = number("skill", weapon.skill, _without_penalties(desk), desk.facts)
    on, sharper = number("overwatch", _OVERWATCH, desk.actives, desk.facts)
    if desk.facts["overwatch"] is True and weapon.type == "ranged" and on < _OVERWATCH:
        return _overwatch(desk, on, sharper)
    settled = _roll(desk, "hit", skill)
    name = "WS" if weapon.type == "melee" else "BS"
    because = (f"{name} {weapon.skill}+", *why, *explained(settled), *rerolled("hit", desk.actives))
    desk.say("Hit roll", plus(settled), because)
    return with_policy("hit", settled.check, desk.actives)


def _overwatch(desk: Desk, on: int, why: tuple[str, ...]) -> Check:
    """The Hit roll of Fire Overwatch for a unit with an ability: this unmodified face hits, whatever the skill (W-253)."""
    moved = [effect.on for effect, _ in of_kind(desk.actives, MoveCritical) if effect.roll == "hit"]
    settled = settle(
        "hit",
        need=on,
        modifiers=(),
        critical=max(on, min([6, *moved])),
        critical_only_if_successful=None,
        fail_faces=range(1, on),
    )
    desk.say("Hit roll", plus(settled), (*(f"Fire Overwatch {reason}" for reason in why), *rerolled("hit", desk.actives)))
    return with_policy("hit", settled.check, desk.actives)


def _without_penalties(desk: Desk) -> list[Active]:
    """What applies, without worse skills where an ability ignores those."""
    if not desk.forbids("skill penalties"):
        return desk.actives
    return [each for each in desk.actives if not _worsens_skill(each.effect)]


def _worsens_skill(effect: Effect) -> bool:
    return isinstance(effect, ChangeValue) and effect.name == "skill" and isinstance(effect.by, int) and effect.by > 0


def needed_to_wound(strength: int, toughness: int) -> int:
    """The Wound roll that Strength needs against Toughness (W-021..W-025, X-18)."""
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5


def wound(desk: Desk, group: Group) -> Check | None:
    """The Wound roll against the group whose Toughness counts (W-020..W-032); None when it wounds automatically."""
    automatic = [source for effect, source in of_kind(desk.actives, Automatic) if effect.roll == "wound"]
    if automatic:
        desk.say("Wound roll", "automatic", automatic)
        return None
    strength, why_strength = number("strength", desk.weapon.strength, desk.actives, desk.facts)
    toughness, why_toughness = number("toughness", group.toughness, desk.actives, desk.facts)
    need = needed_to_wound(strength, toughness)
    settled = _roll(desk, "wound", need)
    because = (
        f"S{strength} against T{toughness}: {need}+",
        *(f"Strength {why}" for why in why_strength),
        *(f"Toughness {why}" for why in why_toughness),
        *explained(settled),
        *rerolled("wound", desk.actives),
    )
    desk.say("Wound roll", plus(settled), because)
    return with_policy("wound", settled.check, desk.actives)


def sustained(desk: Desk) -> Amount | None:
    """The additional hits of a Critical Hit: of several values one is used, they are never added (W-282, X-38)."""
    amounts = [
        Amount("additional hits", Dice.parse(effect.add))
        for effect, _ in of_kind(desk.actives, OnResult)
        if effect.add is not None
    ]
    return max(amounts, key=lambda each: each.dice.mean) if amounts else None


def covered(desk: Desk) -> bool:
    """Whether the target has the Benefit of Cover against this attack (W-075, W-109)."""
    if desk.weapon.type != "ranged" or desk.forbids("cover"):
        return False
    return desk.facts["cover"] is True or desk.permits("cover")


def save(desk: Desk, group: Group, label: str) -> Check:
    """The better of a model's armour save and its invulnerable save (W-033..W-043, C21, X-19..X-22, A2)."""
    base, why = number("save", group.save, desk.actives, desk.facts)
    ap = desk.facts["attack_ap"]
    ap = ap if isinstance(ap, int) else 0
    # Cover and other effects may depend on the model that the attack is allocated to, so they are weighed for each.
    cover = [Active(COVER, COVER.source)] if covered(desk) else []
    facts = {**desk.facts, "target_save": base}
    here = applying([*desk.everything, *cover], desk.weapon.name, desk.weapon.type, facts)
    bonuses = modifiers(("save", "armour save"), here, desk.facts)
    cap_up: int | None = 1
    if desk.rulings["save-cap"] == "bonus":
        bonus = min(1, sum(mod.value for mod in bonuses))
        bonuses, cap_up = [Modifier(bonus, "bonuses, limited")] if bonus else [], None
    mods = [*bonuses, Modifier(ap, "AP")] if ap else bonuses
    best = settle("save", need=base, modifiers=mods, cap_up=cap_up, cap_down=None, critical=None)
    because = (f"Save {group.save}+", *why, *explained(best))
    invulnerable = _invulnerable(desk, group)
    if invulnerable is not None:
        mods = modifiers(("save",), here, desk.facts)
        other = settle("save", need=invulnerable, modifiers=mods, cap_down=None, critical=None)
        if sum(other.check.faces) > sum(best.check.faces):
            armour = f"armour ({plus(best)})" if best.needed < NONE else "armour, which cannot pass"
            because = (f"invulnerable save {invulnerable}+, better than {armour}", *explained(other))
            best = other
    desk.say(label, plus(best), (*because, *rerolled("save", here)))
    return with_policy("save", best.check, here)


def _invulnerable(desk: Desk, group: Group) -> int | None:
    """The best invulnerable save: the model's own, or one that an effect gives."""
    given = [
        effect.set for effect, _ in of_kind(desk.actives, ChangeValue) if effect.name == "invulnerable" and effect.set is not None
    ]
    if group.invulnerable is not None:
        given.append(group.invulnerable)
    return min(given, default=None)


def feel_no_pain(desk: Desk, group: Group, against: tuple[str, ...]) -> int | None:
    """The best Feel No Pain that a model has against this kind of damage; only one is used."""
    found = [effect.on for effect, _ in of_kind(desk.actives, IgnoreDamage) if effect.against in against]
    if group.feel_no_pain:
        found.append(group.feel_no_pain)
    return min(found, default=None)


@lru_cache(maxsize=16)
def ignore_check(on: int | None) -> Check | None:
    """The check that ignores one point of damage."""
    return None if on is None else settle("feel no pain", need=on, critical=None).check

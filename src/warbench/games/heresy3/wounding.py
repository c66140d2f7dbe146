"""What hits do: the Wound Test, the Armour Penetration Test, and what special rules make of their faces."""

from warbench.chance import Check, TargetNumber
from warbench.chance.check import FACES
from warbench.games.heresy3 import tables
from warbench.games.heresy3.models import facing_value, largest
from warbench.games.heresy3.rule_effects import BREAKER
from warbench.games.heresy3.settle import number
from warbench.games.heresy3.trials import SURE_FACE, Desk, HitKind, WoundKind, classed, figure, numbered
from warbench.rules.active import modifiers, of_kind
from warbench.rules.desk import NO_NUMBER, explained, plus, rerolled, with_policy
from warbench.rules.effects import OnResult


def wound(desk: Desk, kind: HitKind) -> tuple[Check | None, tuple[WoundKind, ...]]:
    """The Wound Test of a hit, and what its wounds are (H-186, H-187, H-189, H-265, H-266)."""
    strength, toughness = int(figure(desk, "attack_strength")), int(figure(desk, "target_toughness"))
    bonus = critical_damage(desk) if kind.critical else 0
    if strength == 0:
        return Check("wound", (0, 0, 0, 0, 0, 0)), (_wound_kind(desk, 1, bonus),)
    if kind.critical or kind.rending or toughness == 0:
        return None, (_wound_kind(desk, SURE_FACE, bonus),)
    settled = _wound_test(desk, strength, toughness)
    outcomes = [
        _wound_kind(desk, face, bonus) if settled.check.faces[face - 1] or _poisons(desk, face) else None for face in FACES
    ]
    check, kinds = classed("wound", outcomes, WoundKind(int(figure(desk, "attack_ap")), bonus))
    return with_policy("wound", check, desk.actives), kinds


def _wound_test(desk: Desk, strength: int, toughness: int) -> TargetNumber:
    need = tables.wound(strength, toughness)
    if need >= NO_NUMBER:
        return TargetNumber(NO_NUMBER, (), 0, Check("wound", (0, 0, 0, 0, 0, 0)), ("the Strength is too low to wound",))
    return numbered("wound", need, modifiers(("wound",), desk.actives, desk.facts))


def say_wound(desk: Desk) -> None:
    """Note the Wound Test of a plain hit."""
    strength, toughness = int(figure(desk, "attack_strength")), int(figure(desk, "target_toughness"))
    of = f"Strength {strength} against Toughness {toughness}"
    if strength == 0 or toughness == 0:
        value = "fails without dice (H-187)" if strength == 0 else "succeeds without dice, as an unmodified 6 (H-186)"
        desk.say("Wound Test", value, (of,))
        return
    settled = _wound_test(desk, strength, toughness)
    because = (of, *explained(settled), *desk.noted("wound"), *rerolled("wound", desk.actives))
    desk.say("Wound Test", plus(settled), because)


def _poisons(desk: Desk, face: int) -> bool:
    return any(effect.succeed == "wound" for effect in desk.results("wound", face))


def _wound_kind(desk: Desk, face: int, bonus: int) -> WoundKind:
    special = desk.results("wound", face)
    ap = int(figure(desk, "attack_ap"))
    set_to = [effect.ap for effect in special if effect.ap is not None]
    if set_to:
        ap = min(set_to)
    return WoundKind(ap, bonus + sum(effect.damage or 0 for effect in special))


def critical_damage(desk: Desk) -> int:
    """How much more Damage a Critical Hit does."""
    return sum(
        effect.damage or 0 for effect, _ in of_kind(desk.actives, OnResult) if effect.roll == "hit" and effect.on == "critical"
    )


def armour_value(desk: Desk) -> tuple[int, str]:
    """The Armour Value that is struck, and a word for which."""
    group = largest(desk.target)
    if group.armour is None:
        msg = f"found {group.type} without an Armour Value"
        raise ValueError(msg)
    indirect = desk.facts["visible"] is False
    value, which = facing_value(group.armour, desk.facts, melee=desk.melee, indirect=indirect)
    return number("armour", value, desk.actives, desk.facts)[0], which


def penetration(desk: Desk, kind: HitKind) -> tuple[Check | None, tuple[WoundKind, ...]]:
    """The Armour Penetration Test of a hit: a glance on the Armour Value, penetrating above (H-041, H-043, H-113..H-116)."""
    value, _ = armour_value(desk)
    strength = int(figure(desk, "attack_strength"))
    through = WoundKind(int(figure(desk, "attack_ap")), critical_damage(desk) if kind.critical else 0)
    if value == 0:
        return None, (through,)
    added = strength + sum(each.value for each in modifiers(("penetration",), desk.actives, desk.facts))
    outcomes = [_on_armour(desk, face, added, value, through) for face in FACES]
    check, kinds = classed("penetration", outcomes, through)
    return with_policy("penetration", check, desk.actives), kinds


def _on_armour(desk: Desk, face: int, added: int, value: int, through: WoundKind) -> WoundKind | None:
    if face + added < value or (face == 1 and desk.rulings["penetration-of-1"] == "fails"):
        return None
    effects = [effect for effect, _ in of_kind(desk.actives, OnResult) if effect.roll == "penetration"]
    never_glances = any(effect.on == "tie" and effect.convert == "penetrating" for effect in effects) and not _shielded(desk)
    forced = any(effect.on == "success" and effect.convert == "glancing" for effect in effects)
    if never_glances or (face + added > value and not forced):
        return through
    return WoundKind(through.ap, glancing=True)


def _shielded(desk: Desk) -> bool:
    """Whether Armourbane does nothing against the target (a flare shield; C1)."""
    return bool(desk.forbids("armourbane"))


def breaking(desk: Desk) -> tuple[Check | None, int]:
    """The die of Armour-breaker (X) for each penetrating hit (None: there is none), and the Damage that a success adds (C1)."""
    found = [effect for effect, _ in of_kind(desk.actives, OnResult) if effect.roll == BREAKER and effect.at is not None]
    if not found or not desk.armoured:
        return None, 0
    need = min(effect.at or NO_NUMBER for effect in found)
    return numbered(BREAKER, need, []).check, max(effect.damage or 0 for effect in found)


def say_penetration(desk: Desk) -> None:
    """Note the Armour Penetration Test of a plain hit."""
    value, which = armour_value(desk)
    strength = int(figure(desk, "attack_strength"))
    one = len({group.armour for group in desk.target}) == 1 and _alike(desk)
    of = f"Strength {strength} against Armour {value}" + ("" if one else f" ({which})")
    if value == 0:
        desk.say("Armour Penetration Test", "penetrates without dice (H-113)", (of,))
        return
    mods = modifiers(("penetration",), desk.actives, desk.facts)
    ties = [source for effect, source in of_kind(desk.actives, OnResult) if effect.roll == "penetration" and effect.on == "tie"]
    shields = desk.forbids("armourbane") if ties else []
    ties = [] if shields else ties
    glances = value - strength - sum(each.value for each in mods)
    if ties or glances < 1:
        text = f"{max(glances, 1)}+ penetrates" if glances <= SURE_FACE else "cannot penetrate"
    else:
        through = f", {glances + 1}+ penetrates" if glances < SURE_FACE else ""
        text = f"{glances} glances{through}" if glances <= SURE_FACE else "cannot penetrate"
    others = (*ties, *shields, *desk.noted(BREAKER), *rerolled("penetration", desk.actives))
    because = (of, *(f"{each.value:+d} {each.source}" for each in mods), *others)
    desk.say("Armour Penetration Test", text, because)


def _alike(desk: Desk) -> bool:
    armour = largest(desk.target).armour
    return armour is not None and armour.front == armour.side == armour.rear

"""The tests of one weapon's attack, settled from the effects that apply: Hit, Wound and Armour Penetration Tests.

Each gives, for every unmodified face, what comes of it; faces alike become one class of the check.
"""

from collections.abc import Hashable, Iterable
from typing import NamedTuple, TypeVar

from warbench.chance import Check, Modifier, Result, TargetNumber, settle
from warbench.chance.check import FACES
from warbench.games.heresy3 import tables
from warbench.games.heresy3.core import SNAP
from warbench.games.heresy3.models import facing_value, largest, majority
from warbench.games.heresy3.question import Group, Weapon
from warbench.games.heresy3.settle import number
from warbench.rules.active import modifiers, of_kind
from warbench.rules.desk import NO_NUMBER, Notes, explained, plus, rerolled, with_policy
from warbench.rules.effects import Automatic, Grant, MoveCritical, OnResult

K = TypeVar("K", bound=Hashable)
SURE_FACE = 6
"""What a test that succeeds by a rule counts as, for rules that look at the face."""


class Desk(Notes, kw_only=True):
    """The desk of one weapon's attack: its target beside what all desks have."""

    weapon: Weapon
    target: tuple[Group, ...]

    @property
    def melee(self) -> bool:
        """Whether the attack is made in combat."""
        return self.weapon.type == "melee"

    @property
    def armoured(self) -> bool:
        """Whether the target has an Armour Value."""
        return self.facts["target_armoured"] is True

    def has_rule(self, family: str) -> bool:
        """Whether the weapon has a special rule, whatever its value."""
        rules = self.facts["weapon_rules"]
        return isinstance(rules, tuple) and family in rules

    def results(self, roll: str, face: int) -> list[OnResult]:
        """What an unmodified face of a roll does beside."""
        found = [effect for effect, _ in of_kind(self.actives, OnResult) if effect.roll == roll and effect.on == "face"]
        return [effect for effect in found if effect.at is not None and face >= effect.at]

    def noted(self, roll: str) -> list[str]:
        """What special rules make of the unmodified faces of a roll, for the reasons."""
        return [
            f"{source}: on an unmodified {effect.at}+" if effect.at is not None else source
            for effect, source in of_kind(self.actives, OnResult)
            if effect.roll == roll and effect.on == "face"
        ]


class HitKind(NamedTuple):
    """What a hit is: a Critical Hit, one that wounds without a test (Rending), one whose attacker picks the model."""

    critical: bool = False
    rending: bool = False
    picked: bool = False


class WoundKind(NamedTuple):
    """What a wound or hit on armour is: its Armour Penetration, the Damage beside the weapon's, whether it only glances."""

    ap: int
    damage: int = 0
    glancing: bool = False


def classed(name: str, outcomes: Iterable[K | None], plain: K) -> tuple[Check, tuple[K, ...]]:
    """A check whose class ``k`` stands for ``kinds[k - 1]``; an outcome of None fails. ``plain`` is always the first."""
    kinds: list[K] = [plain]
    faces: list[int] = []
    for outcome in outcomes:
        if outcome is None:
            faces.append(Result.FAIL)
            continue
        if outcome not in kinds:
            kinds.append(outcome)
        faces.append(kinds.index(outcome) + 1)
    one, two, three, four, five, six = faces
    return Check(name, (one, two, three, four, five, six)), tuple(kinds)


def numbered(name: str, need: int, mods: list[Modifier]) -> TargetNumber:
    """A test against a number: modifiers as they are, an unmodified 1 always fails, and no face is critical by itself."""
    return settle(name, need=need, modifiers=mods, cap_up=None, cap_down=None, critical=None)


def hit(desk: Desk) -> tuple[Check | None, tuple[HitKind, ...]]:
    """The Hit Test and what its hits are; None hits without dice (H-038, H-039, H-085, H-170, H-225, H-264)."""
    weapon = desk.weapon
    sure = [source for effect, source in of_kind(desk.actives, Automatic) if effect.roll == "hit"]
    if weapon.skill is None:
        sure.append("no skill: hits automatically")
    if desk.melee and all(group.type in _hit_surely(desk) for group in desk.target):
        sure.append("a Fortification is hit automatically in combat (H-039)")
    if desk.facts["visible"] is False and desk.has_rule("blast"):
        sure = ["Barrage: no Hit Test, the marker scatters"]
    if sure:
        desk.say("Hit Test", "automatic", sure)
        return None, (HitKind(),)
    return _by_skill(desk, weapon.skill or 0)


def _hit_surely(desk: Desk) -> tuple[str, ...]:
    return ("fortification", "building") if desk.rulings["building-in-combat"] == "sure" else ("fortification",)


def _by_skill(desk: Desk, printed: int) -> tuple[Check | None, tuple[HitKind, ...]]:
    skill, why = number("skill", printed, desk.actives, desk.facts)
    snap = not desk.melee and desk.facts["snapping"] is True
    if desk.melee:
        theirs, tied = weapon_skill(desk)
        row = tables.Ranged(tables.melee(max(skill, 1), theirs))
        because = (f"WS {printed} against WS {theirs}", *why, *(("ruling equal-weapon-skill",) if tied else ()))
    else:
        row = tables.ranged(max(skill, 1), snap=snap)
        because = (f"BS {printed}", *why, *(_sources_of_snap(desk) if snap else ()))
    if row.sure is False:
        desk.say("Hit Test", "cannot hit", because)
        return Check("hit", (0, 0, 0, 0, 0, 0)), (HitKind(),)
    if row.sure:
        desk.say("Hit Test", "automatic, as an unmodified 6 and a Critical Hit", because)
        return None, (_hit_kind(desk, SURE_FACE, 1),)
    critical = min([row.critical or NO_NUMBER, *_moved(desk)])
    settled = numbered("hit", row.need, modifiers(("hit",), desk.actives, desk.facts))
    outcomes = [_hit_kind(desk, face, critical) if settled.check.faces[face - 1] else None for face in FACES]
    check, kinds = classed("hit", outcomes, HitKind())
    noted = [f"Critical Hit on an unmodified {critical}+"] if critical < NO_NUMBER else []
    desk.say(
        "Hit Test", plus(settled), (*because, *explained(settled), *noted, *desk.noted("hit"), *rerolled("hit", desk.actives))
    )
    return with_policy("hit", check, desk.actives), kinds


def weapon_skill(desk: Desk) -> tuple[int, bool]:
    """The Weapon Skill of most of the target's models, and whether several are held by equally many."""
    most, tied = majority(desk.target, _skill_of)
    if tied and desk.rulings["equal-weapon-skill"] == "lowest":
        most = -majority(desk.target, lambda group: -_skill_of(group))[0]
    return number("weapon_skill", most, desk.actives, desk.facts)[0], tied


def _skill_of(group: Group) -> int:
    """The Weapon Skill that an attack meets: a Vehicle's is 1, and 0 counts as 1."""
    return 1 if group.armoured else max(group.weapon_skill, 1)


def _sources_of_snap(desk: Desk) -> tuple[str, ...]:
    sources = [source for effect, source in of_kind(desk.actives, Grant) if effect.keyword.casefold() == SNAP]
    return (f"Snap Shot: {', '.join(dict.fromkeys(sources))}",)


def _moved(desk: Desk) -> list[int]:
    return [effect.on for effect, _ in of_kind(desk.actives, MoveCritical) if effect.roll == "hit"]


def _hit_kind(desk: Desk, face: int, critical: int) -> HitKind:
    special = desk.results("hit", face)
    kind = HitKind(face >= critical, any(effect.succeed == "wound" for effect in special), any(effect.pick for effect in special))
    if desk.armoured:
        return kind._replace(critical=kind.critical and desk.rulings["critical-armour"] == "damage", rending=False)
    return kind


def wound(desk: Desk, kind: HitKind) -> tuple[Check | None, tuple[WoundKind, ...]]:
    """The Wound Test of a hit, and what its wounds are (H-186, H-187, H-189, H-265, H-266)."""
    strength, toughness = int(_number(desk, "attack_strength")), int(_number(desk, "target_toughness"))
    bonus = critical_damage(desk) if kind.critical else 0
    if strength == 0:
        return Check("wound", (0, 0, 0, 0, 0, 0)), (_wound_kind(desk, 1, bonus),)
    if kind.critical or kind.rending or toughness == 0:
        return None, (_wound_kind(desk, SURE_FACE, bonus),)
    settled = _wound_test(desk, strength, toughness)
    outcomes = [
        _wound_kind(desk, face, bonus) if settled.check.faces[face - 1] or _poisons(desk, face) else None for face in FACES
    ]
    check, kinds = classed("wound", outcomes, WoundKind(int(_number(desk, "attack_ap")), bonus))
    return with_policy("wound", check, desk.actives), kinds


def _wound_test(desk: Desk, strength: int, toughness: int) -> TargetNumber:
    need = tables.wound(strength, toughness)
    if need >= NO_NUMBER:
        return TargetNumber(NO_NUMBER, (), 0, Check("wound", (0, 0, 0, 0, 0, 0)), ("the Strength is too low to wound",))
    return numbered("wound", need, modifiers(("wound",), desk.actives, desk.facts))


def say_wound(desk: Desk) -> None:
    """Note the Wound Test of a plain hit."""
    strength, toughness = int(_number(desk, "attack_strength")), int(_number(desk, "target_toughness"))
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
    ap = int(_number(desk, "attack_ap"))
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
    strength = int(_number(desk, "attack_strength"))
    through = WoundKind(int(_number(desk, "attack_ap")), critical_damage(desk) if kind.critical else 0)
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
    never_glances = any(effect.on == "tie" and effect.convert == "penetrating" for effect in effects)
    forced = any(effect.on == "success" and effect.convert == "glancing" for effect in effects)
    if never_glances or (face + added > value and not forced):
        return through
    return WoundKind(through.ap, glancing=True)


def say_penetration(desk: Desk) -> None:
    """Note the Armour Penetration Test of a plain hit."""
    value, which = armour_value(desk)
    strength = int(_number(desk, "attack_strength"))
    one = len({group.armour for group in desk.target}) == 1 and _alike(desk)
    of = f"Strength {strength} against Armour {value}" + ("" if one else f" ({which})")
    if value == 0:
        desk.say("Armour Penetration Test", "penetrates without dice (H-113)", (of,))
        return
    mods = modifiers(("penetration",), desk.actives, desk.facts)
    ties = [source for effect, source in of_kind(desk.actives, OnResult) if effect.roll == "penetration" and effect.on == "tie"]
    glances = value - strength - sum(each.value for each in mods)
    if ties or glances < 1:
        text = f"{max(glances, 1)}+ penetrates" if glances <= SURE_FACE else "cannot penetrate"
    else:
        through = f", {glances + 1}+ penetrates" if glances < SURE_FACE else ""
        text = f"{glances} glances{through}" if glances <= SURE_FACE else "cannot penetrate"
    because = (of, *(f"{each.value:+d} {each.source}" for each in mods), *ties, *rerolled("penetration", desk.actives))
    desk.say("Armour Penetration Test", text, because)


def _alike(desk: Desk) -> bool:
    armour = largest(desk.target).armour
    return armour is not None and armour.front == armour.side == armour.rear


def _number(desk: Desk, fact: str) -> float:
    value = desk.facts[fact]
    return value if isinstance(value, (int, float)) else 0

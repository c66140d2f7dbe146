"""The Hit Test: by Ballistic Skill, as a Snap Shot, by Weapon Skill, or without dice."""

from warbench.chance import Check
from warbench.chance.check import FACES
from warbench.games.heresy3 import tables
from warbench.games.heresy3.core import SNAP
from warbench.games.heresy3.models import majority
from warbench.games.heresy3.question import Group
from warbench.games.heresy3.settle import number
from warbench.games.heresy3.trials import SURE_FACE, Desk, HitKind, classed, numbered
from warbench.rules.active import modifiers, of_kind
from warbench.rules.desk import NO_NUMBER, explained, plus, rerolled, with_policy
from warbench.rules.effects import Automatic, Grant, MoveCritical


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

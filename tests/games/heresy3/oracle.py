"""A naive answer to small questions, written from the rules and not from the program: every die is walked through.

It knows the plain sequence and the rules named in ``KNOWN``; groups of models differ in saves only.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

Law = dict[Any, Fraction]
SIXTH = Fraction(1, 6)
KNOWN = ("Breaching", "Shred", "Rending", "Critical Hit", "Poisoned", "Armourbane", "Deflagrate")
NORMAL = {1: 6, 2: 5, 3: 4, 4: 3, 5: 2}
SNAP = {2: 6, 3: 6, 4: 5, 5: 5, 6: 4, 7: 4, 8: 3, 9: 3, 10: 2}


class Wound(NamedTuple):
    """A wound that waits: its AP and what it does beyond the weapon's Damage."""

    ap: int
    more: int


class State(NamedTuple):
    """The wounds that each model has left, in the order of allocation, and the statuses of a vehicle."""

    left: tuple[int, ...]
    statuses: frozenset[int] = frozenset()


def rule(weapon: dict[str, Any], name: str) -> int | None:
    """The X of a special rule; 0 for one without brackets; None when it is not there."""
    for text in weapon.get("special_rules", ()):
        found = re.fullmatch(rf"{name}(?: \((\d+)\+?\))?", text)
        if found:
            return int(found[1] or 0)
    return None


def by_face(weapon: dict[str, Any], name: str, face: int) -> bool:
    x = rule(weapon, name)
    return x is not None and face >= x


def hits(weapon: dict[str, Any], situation: dict[str, Any], target: dict[str, Any]) -> Iterator[int]:
    """The faces that hit, each with a sixth; 7 stands for a hit without dice, 8 for an automatic 6 and Critical Hit."""
    skill = weapon["skill"]
    melee = weapon.get("type") == "melee"
    if skill is None or (melee and target.get("type") == "fortification"):
        yield from [7] * 6
        return
    if melee:
        theirs = 1 if "armour" in target else target.get("weapon_skill", 1)
        if skill >= 2 * theirs:
            need = 2
        elif skill > theirs:
            need = 3
        elif skill == theirs:
            need = 4
        else:
            need = 6 if theirs >= 2 * skill else 5
    elif situation.get("snap_shots"):
        need = SNAP.get(min(skill, 10), 7)
    elif skill >= 10:
        yield from [8] * 6
        return
    else:
        need = NORMAL.get(skill, 2)
    yield from (face for face in range(2, 7) if face >= need)


def critical(weapon: dict[str, Any], situation: dict[str, Any], face: int) -> bool:
    if face == 8:
        return True
    if face == 7:
        return False
    natural = {6: 6, 7: 5, 8: 4, 9: 3}.get(weapon["skill"], 7) if weapon.get("type") != "melee" else 7
    if situation.get("snap_shots"):
        natural = 7
    return face >= natural or by_face(weapon, "Critical Hit", face)


def wounds_of(weapon: dict[str, Any], face: int, *, crit: bool, toughness: int) -> Iterator[Wound]:
    """The wounds that a hit of that face makes, each with a sixth."""
    bonus = int(crit)
    by = weapon["strength"] - toughness
    need = {1: 3, 0: 4, -1: 5, -2: 6, -3: 6}.get(by, 2 if by > 1 else 7)
    sure = crit or (face != 7 and by_face(weapon, "Rending", min(face, 6)))
    for die in [6] * 6 if sure else range(1, 7):
        if not sure and (die == 1 or (die < need and not by_face(weapon, "Poisoned", die))):
            continue
        ap = 2 if by_face(weapon, "Breaching", die) else weapon.get("ap") or 7
        yield Wound(ap, bonus + int(by_face(weapon, "Shred", die)))


def attack(weapon: dict[str, Any], situation: dict[str, Any], target: dict[str, Any]) -> list[Wound | str | None]:
    """The 36 ways of one attack: a wound, "glance", a penetrating hit (a wound with AP 9), or nothing."""
    out: list[Wound | str | None] = []
    for face in hits(weapon, situation, target):
        crit = critical(weapon, situation, face)
        if "armour" in target:
            for die in range(1, 7):
                total = die + weapon["strength"]
                if total < target["armour"]:
                    out.append(None)
                elif total == target["armour"] and rule(weapon, "Armourbane") is None:
                    out.append("glance")
                else:
                    out.append(Wound(9, int(crit)))
        else:
            found = list(wounds_of(weapon, face, crit=crit, toughness=target["toughness"]))
            out += [*found, *[None] * (6 - len(found))]
    return [*out, *[None] * (36 - len(out))]


def dice(text: Any) -> list[int]:
    """Six equally likely values."""
    if isinstance(text, int) or str(text).isdigit():
        return [int(text)] * 6
    return {"D6": [1, 2, 3, 4, 5, 6], "D3": [1, 1, 2, 2, 3, 3]}[text]


def strike(state: State, wound: Wound, damage: list[int], groups: list[dict[str, Any]], situation: dict[str, Any]) -> Law:
    """The states after one wound, and whether it was unsaved."""
    at = next((index for index, left in enumerate(state.left) if left), None)
    if at is None:
        return {(state, False): Fraction(1)}
    model = groups[at]
    saves = [model.get("invulnerable") or 7, situation.get("cover") or 7]
    if wound.ap != 9 and wound.ap > model.get("save", 7):
        saves.append(model["save"])
    through = 1 - SIXTH * (7 - min(saves))
    discards = min(model.get("feel_no_pain") or 7, model.get("shrouded") or 7)
    through *= 1 - SIXTH * (7 - discards)
    out: Law = {(state, False): 1 - through}
    for rolled in damage:
        points = rolled + wound.more if damage != [0] * 6 else 0
        points = max(points - (model.get("eternal_warrior") or 0), 1) if points else 0
        left = list(state.left)
        left[at] = max(0, left[at] - points)
        key = (State(tuple(left), state.statuses), True)
        out[key] = out.get(key, Fraction(0)) + through * SIXTH
    return out


def ordered(weapon: dict[str, Any], situation: dict[str, Any], target: dict[str, Any]) -> list[Wound]:
    """The kinds of wounds in the order in which they are resolved: plain first, then by the faces of hit and wound."""
    base = Wound(9 if "armour" in target else weapon.get("ap") or 7, 0)
    plain: list[Wound] = [base]
    for face in hits(weapon, situation, target):
        crit = critical(weapon, situation, face)
        if "armour" in target:
            plain.append(Wound(9, int(crit)))
            continue
        if not crit:
            plain.append(base)
        plain += wounds_of(weapon, face, crit=crit, toughness=target["toughness"])
    return list(dict.fromkeys(plain))


def solve(spec: dict[str, Any]) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """The laws of wounds lost and of models slain."""
    situation = spec["situation"]
    groups = [group for group in spec["target"]["models"] for _ in range(group.get("count", 1))]
    full = tuple(group.get("hull_points", group.get("wounds", 0)) for group in groups)
    table: dict[tuple[State, int], Fraction] = {}
    target = spec["target"]["models"][0]
    glances: Law = {(State(full), 0): Fraction(1)}
    for weapon in spec["weapons"]:
        glances = one_weapon(glances, weapon, situation, target, groups)
    for (state, count), p in glances.items():
        for after, q in on_table(state, count, target).items():
            table[after, 0] = table.get((after, 0), Fraction(0)) + p * q
    wounds: Counter[int] = Counter()
    slain: Counter[int] = Counter()
    for (state, _), p in table.items():
        if not p:
            continue
        wounds[sum(full) - sum(state.left)] += p  # type: ignore[assignment]
        slain[state.left.count(0)] += p  # type: ignore[assignment]
    return dict(wounds), dict(slain)  # type: ignore[arg-type]


def one_weapon(before: Law, weapon: dict[str, Any], situation: dict[str, Any], target: dict[str, Any], groups: list[Any]) -> Law:
    """Everything of one weapon; glances on a table are counted for the end."""
    kinds = ordered(weapon, situation, target)
    counts = counted(weapon, attack(weapon, situation, target), kinds)
    damage = dice(weapon.get("damage", 1))
    tabled = target.get("type") == "vehicle"
    out: Law = {}
    for (state, so_far), p in before.items():
        for have, q in counts.items():
            now: Law = {(state, 0): p * q}
            for kind, number in zip(kinds, have, strict=False):
                for _ in range(number):
                    now = each(now, partial(strike, wound=kind, damage=damage, groups=groups, situation=situation))
            for _ in range(0 if tabled else have[-1]):
                now = each(now, lambda state: {(hull(state), False): Fraction(1)})
            for (after, _), r in deflagrated(now, weapon, target, groups, situation).items():
                key = (after, so_far + (have[-1] if tabled else 0))
                out[key] = out.get(key, Fraction(0)) + r
    return out


def counted(weapon: dict[str, Any], results: list[Any], kinds: list[Wound]) -> Law:
    """How many wounds of each kind all attacks make, and how many glances."""
    counts: Law = {(0,) * (len(kinds) + 1): Fraction(1)}
    for _ in range(weapon.get("firepower", weapon.get("attacks")) * weapon.get("count", 1)):
        grown: Law = {}
        for have, p in counts.items():
            for result in results:
                at = None if result is None else len(kinds) if result == "glance" else kinds.index(result)
                key = have if at is None else (*have[:at], have[at] + 1, *have[at + 1 :])
                grown[key] = grown.get(key, Fraction(0)) + p / 36
        counts = grown
    return counts


def each(now: Law, step: Callable[[State], Law]) -> Law:
    """One more wound: states with the number of unsaved wounds so far."""
    out: Law = {}
    for (state, unsaved), p in now.items():
        for (after, through), q in step(state).items():
            out[after, unsaved + through] = out.get((after, unsaved + through), Fraction(0)) + p * q
    return out


def deflagrated(now: Law, weapon: dict[str, Any], target: dict[str, Any], groups: list[Any], situation: dict[str, Any]) -> Law:
    """The further hits of unsaved wounds."""
    strength = rule(weapon, "Deflagrate")
    if strength is None or "armour" in target:
        return now
    out: Law = {}
    further = {"strength": strength, "special_rules": ()}
    chance = len(list(wounds_of(further, 7, crit=False, toughness=target["toughness"]))) * SIXTH
    for (state, unsaved), p in now.items():
        part: Law = {(state, 0): p}
        for _ in range(unsaved):
            wounded = each(part, lambda state: strike(state, Wound(7, 0), [1] * 6, groups, situation))
            part = {
                key: wounded.get(key, Fraction(0)) * chance + part.get(key, Fraction(0)) * (1 - chance)
                for key in {**wounded, **part}
            }
        for (after, _), q in part.items():
            out[after, 0] = out.get((after, 0), Fraction(0)) + q
    return out


def hull(state: State) -> State:
    """One hull point less."""
    left = list(state.left)
    at = next((index for index, each in enumerate(left) if each), None)
    if at is not None:
        left[at] -= 1
    return State(tuple(left), state.statuses)


def on_table(state: State, glances: int, target: dict[str, Any]) -> Law:
    """The Vehicle Damage Table for so many glances: a status that is there already costs a hull point."""
    now: Law = {state: Fraction(1)}
    for _ in range(glances):
        out: Law = {}
        for each_state, p in now.items():
            if not any(each_state.left):
                out[each_state] = out.get(each_state, Fraction(0)) + p
                continue
            for status in range(3):
                again = status in each_state.statuses or target.get("type") != "vehicle"
                after = hull(each_state) if again else State(each_state.left, each_state.statuses | {status})
                out[after] = out.get(after, Fraction(0)) + p / 3
        now = out
    return now

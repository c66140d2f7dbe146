"""The second opinion on what the rules make of a weapon: what each face of a roll is, how many attacks, how much damage."""

import re
from fractions import Fraction
from typing import Any, NamedTuple

from tests.games.w40k10.attack.oracle_dice import FACES, Faces, Odds, again_below, amount, mean, spread


class Attack(NamedTuple):
    """One weapon with its numbers."""

    attacks: Odds
    hit: tuple[str, ...]
    wound: tuple[str, ...]
    hit_again: list[Faces]
    wound_again: list[Faces]
    save_again: str
    sustained: Odds
    lethal: bool
    devastating: bool
    mortal: dict[str, Odds]
    damage: Odds
    ap: int
    save_bonus: int
    cover: bool
    ignore: int
    ignore_mortal: int
    precise: bool


def roll_faces(need: int, modifier: int, critical: int, critical_if_successful: int, fails: int) -> tuple[str, ...]:
    """What each unmodified face of a Hit or Wound roll is."""
    modifier = max(-1, min(1, modifier))
    out = []
    for face in FACES:
        success = face + modifier >= need
        if face <= fails:
            out.append("miss")
        elif face >= critical or (success and face >= critical_if_successful):
            out.append("critical")
        else:
            out.append("success" if success else "miss")
    return tuple(out)


def changed(odds: Odds, name: str, effects: list[dict[str, Any]]) -> Odds:
    """A characteristic that effects change: set, halve (rounding up), multiply, add, and subtract last, to 1 at least."""
    mine = [effect for effect in effects if effect["kind"] == "characteristic" and effect["name"] == name]
    for effect in mine:
        if "set" in effect:
            odds = {effect["set"]: Fraction(1)}
    for effect in mine:
        if effect.get("halve"):
            odds = spread(((n + 1) // 2, p) for n, p in odds.items())
    for effect in mine:
        if "multiply" in effect:
            odds = spread((n * effect["multiply"], p) for n, p in odds.items())
    for effect in mine:
        if "by" in effect and not str(effect["by"]).startswith("-"):
            more = amount(effect["by"])
            odds = spread((n + extra, p * q) for n, p in odds.items() for extra, q in more.items())
    less = -sum(int(effect["by"]) for effect in mine if str(effect.get("by", 0)).startswith("-"))
    if less:
        odds = spread((max(n - less, min(n, 1)), p) for n, p in odds.items())
    return odds


def number(value: int, name: str, effects: list[dict[str, Any]]) -> int:
    """A characteristic that is not rolled."""
    (only,) = changed({value: Fraction(1)}, name, effects)
    return int(only)


def need_to_wound(strength: int, toughness: int) -> int:
    """The table of the Wound roll, with fractions so that nothing is rounded."""
    ratio = Fraction(strength, toughness)
    if ratio >= 2:
        return 2
    if ratio > 1:
        return 3
    if ratio == 1:
        return 4
    return 5 if ratio > Fraction(1, 2) else 6


def free_faces(effects: list[dict[str, Any]], roll: str, faces: tuple[str, ...]) -> list[Faces]:
    """The sets of faces that may be thrown again: one for a habit, all of them for a free choice."""
    allowed = {effect["which"] for effect in effects if effect["kind"] == "reroll" and effect["roll"] == roll}
    if len(set(faces)) == 1:  # no die is rolled
        return [frozenset()]
    if "best" in allowed:
        return [frozenset(face for face in FACES if bits >> face & 1) for bits in range(0, 128, 2)]
    if "non-criticals" in allowed:
        return [frozenset(face for face in FACES if faces[face - 1] != "critical")]
    if "failures" in allowed:
        return [frozenset(face for face in FACES if faces[face - 1] == "miss")]
    return [frozenset({1}) if "ones" in allowed else frozenset()]


class Case(NamedTuple):
    """One weapon in a scenario: its effects, its abilities, the facts and the target's groups."""

    weapon: dict[str, Any]
    effects: list[dict[str, Any]]
    keywords: list[str]
    facts: dict[str, Any]
    groups: list[dict[str, Any]]

    @property
    def melee(self) -> bool:
        return self.weapon.get("type") == "melee"

    @property
    def hidden(self) -> bool:
        return not self.facts.get("visible", True)

    def has(self, keyword: str) -> bool:
        return keyword in self.keywords

    def x_of(self, family: str) -> list[str]:
        """What stands behind the name of an ability."""
        return [keyword.removeprefix(family).strip() for keyword in dict.fromkeys(self.keywords) if keyword.startswith(family)]

    def of_kind(self, kind: str, roll: str | None = None) -> list[dict[str, Any]]:
        return [effect for effect in self.effects if effect["kind"] == kind and roll in (None, effect.get("roll"))]

    def bonus(self, roll: str) -> int:
        return sum(effect["by"] for effect in self.of_kind("roll", roll))

    def thresholds(self, roll: str) -> tuple[int, int]:
        """From which face on a roll is critical: always, and if it succeeds anyway."""
        moved = self.of_kind("critical", roll)
        always = [effect["on"] for effect in moved if not effect.get("only_if_successful")]
        if_successful = [effect["on"] for effect in moved if effect.get("only_if_successful")]
        return min([6, *always]), min([7, *if_successful])


def case_of(weapon: dict[str, Any], scenario: dict[str, Any]) -> Case:
    """The weapon with what bears on it."""
    kind = "melee" if weapon.get("type") == "melee" else "ranged"
    effects = [
        effect
        for effect in scenario.get("effects", [])
        if effect.get("weapon") in (None, weapon["name"]) and effect.get("attacks", "all") in ("all", kind)
    ]
    granted = [effect["keyword"] for effect in effects if effect["kind"] == "grant" and effect.get("side") != "defender"]
    return Case(weapon, effects, [*weapon["keywords"], *granted], scenario.get("situation", {}), scenario["target"]["models"])


def forbidden(case: Case) -> bool:
    """Whether the weapon may not attack at all."""
    direct = not case.has("indirect fire") or case.has("torrent") or case.facts.get("overwatch")
    unseen = case.hidden and not case.melee and direct
    far = not case.melee and case.facts["distance"] > case.weapon["range"]
    engaged = case.facts.get("engaged") or case.facts.get("target_engaged")
    return bool(unseen or far or (case.has("blast") and engaged))


def hit_faces(case: Case) -> tuple[str, ...]:
    """What each face of the Hit roll is."""
    if case.weapon["skill"] is None or case.has("torrent") or case.of_kind("automatic", "hit"):
        return ("success",) * 6
    indirectly = case.hidden and case.has("indirect fire")
    stealth = [effect for effect in case.of_kind("grant") if effect.get("side") == "defender" and effect["keyword"] == "stealth"]
    modifier = case.bonus("hit") - indirectly - (not case.melee and bool(stealth))
    modifier += case.has("heavy") and case.facts.get("stationary", False)
    always, if_successful = case.thresholds("hit")
    if case.has("conversion") and case.facts["distance"] > 12:
        if_successful = min(if_successful, 4)
    fails = 5 if case.facts.get("overwatch") and not case.melee else 3 if indirectly else 1
    return roll_faces(number(case.weapon["skill"], "skill", case.effects), modifier, always, if_successful, fails)


def wound_faces(case: Case) -> tuple[str, ...]:
    """What each face of the Wound roll is."""
    if case.of_kind("automatic", "wound"):
        return ("success",) * 6
    soldiers = [group for group in case.groups if "character" not in group.get("keywords", [])] or case.groups
    toughness = max(soldiers, key=lambda group: group["count"])["toughness"]
    need = need_to_wound(number(case.weapon["strength"], "strength", case.effects), number(toughness, "toughness", case.effects))
    words = {word for group in case.groups for word in group.get("keywords", [])}
    anti = [re.fullmatch(r"(.+) ([2-6])\+", rest) for rest in case.x_of("anti-")]
    always, if_successful = case.thresholds("wound")
    always = min([always, *(int(found[2]) for found in anti if found and found[1] in words)])
    modifier = case.bonus("wound") + (case.has("lance") and case.facts.get("charged", False))
    return roll_faces(need, modifier, always, if_successful, 1)


def rolled_number(case: Case, name: str) -> Odds:
    """The number of attacks, or the damage: rolled, rolled again, then changed; Rapid Fire, Melta and Blast add to it."""
    odds = amount(case.weapon[name])
    for effect in case.of_kind("reroll", name):
        odds = again_below(odds, Fraction(min(odds) + 1) if effect["which"] == "ones" else mean(odds))
    near = not case.melee and 2 * case.facts["distance"] <= case.weapon["range"]
    more = case.x_of("rapid fire" if name == "attacks" else "melta") if near else []
    added: list[dict[str, Any]] = [{"kind": "characteristic", "name": name, "by": x} for x in more]
    if name == "attacks" and case.has("blast"):
        added.append({"kind": "characteristic", "name": name, "by": sum(group["count"] for group in case.groups) // 5})
    return changed(odds, name, [*case.effects, *added])


def mortal_wounds(case: Case, result: str) -> Odds:
    """The mortal wounds beside the damage of a wound of that class: every rule that gives some adds its own."""
    total: Odds = {0: Fraction(1)}
    for effect in case.of_kind("on_result"):
        if effect.get("on", "critical") == "success" or result == "critical":
            total = spread((n + more, p * q) for n, p in total.items() for more, q in amount(effect["mortal"]).items())
    return total


def weapon_attack(weapon: dict[str, Any], scenario: dict[str, Any]) -> Attack | None:
    """The numbers of a weapon against the scenario's target; None when it may not attack."""
    case = case_of(weapon, scenario)
    if forbidden(case):
        return None
    attacks: Odds = {0: Fraction(1)}
    for _ in range(weapon.get("count", 1)):
        attacks = spread((n + more, p * q) for n, p in attacks.items() for more, q in rolled_number(case, "attacks").items())
    hit, wound = hit_faces(case), wound_faces(case)
    twin_linked = [{"kind": "reroll", "roll": "wound", "which": "best"}] if case.has("twin-linked") else []
    covered = case.facts.get("cover", False) or (case.hidden and case.has("indirect fire"))
    ignored = {against: [7] for against in ("all", "mortal", "psychic")}
    for effect in case.of_kind("feel_no_pain"):
        ignored[effect.get("against", "all")].append(effect["on"])
    usual = min([*ignored["all"], *(ignored["psychic"] if case.has("psychic") else [])])
    return Attack(
        attacks=attacks,
        hit=hit,
        wound=wound,
        hit_again=free_faces(case.effects, "hit", hit),
        wound_again=free_faces([*case.effects, *twin_linked], "wound", wound),
        save_again=next((effect["which"] for effect in case.of_kind("reroll", "save")), ""),
        sustained=max((amount(x) for x in case.x_of("sustained hits")), key=mean, default={0: Fraction(1)}),
        lethal=case.has("lethal hits"),
        devastating=case.has("devastating wounds"),
        mortal={result: mortal_wounds(case, result) for result in ("success", "critical")},
        damage=rolled_number(case, "damage"),
        ap=min(0, weapon["ap"] + sum(effect["by"] for effect in case.of_kind("characteristic") if effect["name"] == "ap")),
        save_bonus=case.bonus("save"),
        cover=covered and not case.melee and not case.has("ignores cover"),
        ignore=usual,
        ignore_mortal=min(usual, *ignored["mortal"]),
        precise=case.has("precision") and bool(case.facts.get("precision")),
    )

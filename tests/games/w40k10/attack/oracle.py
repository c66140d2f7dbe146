"""A second opinion: the odds of small attack scenarios by plain enumeration, with nothing taken from the program.

It reads the same scenario files, walks every face of every die with its share of 1/6, keeps the unit as a plain list of wounds
left, and allocates one attack after the other. Slow, direct, and meant to be checked by reading it beside the rules.

    python tests/games/w40k10/attack/oracle.py      fills in the expected answers of own-scenarios.json
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

SIXTH = Fraction(1, 6)
FACES = range(1, 7)
Odds = dict[Any, Fraction]
Faces = frozenset[int]
OWN = Path(__file__).with_name("own-scenarios.json")


class Model(NamedTuple):
    """One model of the target as it stands at the start."""

    left: int
    wounds: int
    save: int
    invulnerable: int
    ignore: int
    character: bool


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


class Result(NamedTuple):
    """Models slain, wounds lost, and the probability that nobody is left."""

    slain: Odds
    wounds_lost: Odds
    destroyed: Fraction


# --- dice ---


def spread(pairs: Iterator[tuple[Any, Fraction]]) -> Odds:
    """Add up the shares of what is the same."""
    out: Odds = defaultdict(Fraction)
    for value, share in pairs:
        if share:
            out[value] += share
    return dict(out)


def amount(text: int | str) -> Odds:
    """The odds of a sum such as 2D6+D3+1."""
    total: Odds = {0: Fraction(1)}
    for term in str(text).upper().replace(" ", "").replace("-", "+-").split("+"):
        found = re.fullmatch(r"(\d*)D([36])", term)
        if found:
            die = [face if found[2] == "6" else (face + 1) // 2 for face in FACES]
            for _ in range(int(found[1] or 1)):
                total = spread((n + value, p * SIXTH) for n, p in total.items() for value in die)
        else:
            total = spread((n + int(term), p) for n, p in total.items())
    return total


def again_below(odds: Odds, limit: Fraction) -> Odds:
    """Each total below the limit is rolled again, once."""
    return spread((new, p * q) for old, p in odds.items() for new, q in (odds.items() if old < limit else [(old, Fraction(1))]))


def mean(odds: Odds) -> Fraction:
    """The expected value."""
    return sum((n * p for n, p in odds.items()), Fraction(0))


def check(faces: tuple[str, ...], again: Faces) -> Odds:
    """The odds of miss, success and critical; the faces in ``again`` are thrown again, once."""
    return spread(
        (faces[second - 1], SIXTH * SIXTH) if first in again else (faces[first - 1], SIXTH * SIXTH)
        for first in FACES
        for second in FACES
    )


# --- what the rules make of a weapon ---


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


# --- one attack up to its wounds, and what they do to the target ---


NONE = (0, 0, 0)


def one_hit(attack: Attack, again: Faces) -> Odds:
    """What one hit gives: (wounds with a save, Devastating Wounds, mortal wounds beside the damage)."""
    out: Odds = defaultdict(Fraction)
    for result, p in check(attack.wound, again).items():
        if result == "miss":
            out[NONE] += p
            continue
        kind = (0, 1) if result == "critical" and attack.devastating else (1, 0)
        for extra, q in attack.mortal[result].items():
            out[*kind, extra] += p * q
    return out


def one_attack(attack: Attack, hit_again: Faces, hit: Odds) -> Odds:
    """What one attack gives, additional hits and Lethal Hits included."""
    wounded: Odds = {(1, 0, extra): p for extra, p in attack.mortal["success"].items()}
    out: Odds = defaultdict(Fraction)
    for result, p in check(attack.hit, hit_again).items():
        if result == "miss":
            out[NONE] += p
            continue
        for extra, q in attack.sustained.items() if result == "critical" else [(0, Fraction(1))]:
            found = wounded if result == "critical" and attack.lethal else hit
            for _ in range(extra):
                found = both(found, hit)
            for counts, share in found.items():
                out[counts] += p * q * share
    return out


def wounds_of(attack: Attack, hit_again: Faces, wound_again: Faces) -> Odds:
    """What all attacks of a weapon give together."""
    one = one_attack(attack, hit_again, one_hit(attack, wound_again))
    total: Odds = defaultdict(Fraction)
    found: Odds = {NONE: Fraction(1)}
    for n in range(max(attack.attacks) + 1):
        for counts, share in found.items():
            total[counts] += share * attack.attacks.get(n, 0)
        found = both(found, one)
    return {counts: p for counts, p in total.items() if p}


def both(a: Odds, b: Odds) -> Odds:
    """Two independent triples added up."""
    return spread(((x[0] + y[0], x[1] + y[1], x[2] + y[2]), p * q) for x, p in a.items() for y, q in b.items())


def units_models(scenario: dict[str, Any]) -> tuple[Model, ...]:
    """The models of the target, as they are given."""
    out = []
    for group in scenario["target"]["models"]:
        for index in range(group["count"]):
            left = group.get("wounds_left") if index == 0 else None
            invulnerable, ignore = group.get("invulnerable") or 7, group.get("feel_no_pain") or 7
            character = "character" in group.get("keywords", [])
            out.append(Model(left or group["wounds"], group["wounds"], group["save"], invulnerable, ignore, character))
    return tuple(out)


def next_model(left: tuple[int, ...], models: tuple[Model, ...], *, precise: bool) -> int | None:
    """Who takes the next attack: characters last (first with Precision), of the others a wounded one first."""
    alive = [index for index, wounds in enumerate(left) if wounds]
    for wanted in (True, False) if precise else (False, True):
        these = [index for index in alive if models[index].character is wanted]
        if these:
            wounded = [index for index in these if left[index] < models[index].wounds]
            return (wounded or these)[0]
    return None


def p_save(attack: Attack, model: Model) -> Fraction:
    """The probability that a model saves."""
    needed_no_cover = model.save <= 3 and attack.ap == 0
    armour = min(1, attack.save_bonus + (attack.cover and not needed_no_cover) + attack.ap)
    inv = min(1, attack.save_bonus)
    passing = [f for f in FACES if f > 1 and (f + armour >= model.save)]
    special = [f for f in FACES if f > 1 and model.invulnerable < 7 and f + inv >= model.invulnerable]
    best = max(passing, special, key=len)
    p = len(best) * SIXTH
    thrown = {"": Fraction(0), "ones": SIXTH, "failures": 1 - p, "best": 1 - p, "non-criticals": 1 - p}[attack.save_again]
    return p + thrown * p


def suffered(points: Odds, ignore: int) -> Odds:
    """What is left of the damage after Feel No Pain, point by point."""
    p = Fraction(max(0, 7 - ignore), 6)
    out: Odds = defaultdict(Fraction)
    for n, share in points.items():
        for ignored in product((True, False), repeat=n) if p else [(False,) * n]:
            here = share
            for one in ignored:
                here *= (p if one else 1 - p) if p else 1
            out[ignored.count(False)] += here
    return dict(out)


def struck(attack: Attack, kind: int, model: Model) -> Odds:
    """The wounds that one allocated wound of a kind costs a model, before surplus is lost."""
    ignore = min(model.ignore, attack.ignore if kind == 0 else attack.ignore_mortal)
    hurt = suffered({1: Fraction(1)} if kind == 2 else attack.damage, ignore)
    saved = p_save(attack, model) if kind == 0 else Fraction(0)
    out: Odds = defaultdict(Fraction)
    out[0] += saved
    for points, p in hurt.items():
        out[points] += (1 - saved) * p
    return {points: p for points, p in out.items() if p}


def resolve(attacks: list[Attack], faces: list[tuple[Faces, Faces]], models: tuple[Model, ...]) -> Result:
    """All weapons in order: normal wounds as each fires, then Devastating Wounds, then mortal wounds beside the damage."""
    # Each position: the wounds that the models have left, and what every weapon still has to allocate.
    positions: Odds = {(tuple(model.left for model in models), ()): Fraction(1)}
    effects: dict[tuple[int, int, Model], Odds] = {}

    def allocate(positions: Odds, weapon: int, kind: int) -> Odds:
        done: Odds = defaultdict(Fraction)
        while positions:
            following: Odds = defaultdict(Fraction)
            for (left, waiting), p in positions.items():
                count = waiting[weapon][kind]
                index = next_model(left, models, precise=attacks[weapon].precise)
                if not count or index is None:
                    done[left, waiting] += p
                    continue
                mine = list(waiting[weapon])
                mine[kind] -= 1
                rest = (*waiting[:weapon], tuple(mine), *waiting[weapon + 1 :])
                key = (weapon, kind, models[index])
                if key not in effects:
                    effects[key] = struck(attacks[weapon], kind, models[index])
                for points, q in effects[key].items():
                    after = (*left[:index], max(0, left[index] - points), *left[index + 1 :])
                    following[after, rest] += p * q
            positions = following
        return done

    for weapon, attack in enumerate(attacks):
        thrown = wounds_of(attack, *faces[weapon])
        positions = spread(
            ((left, (*waiting, counts)), p * q) for (left, waiting), p in positions.items() for counts, q in thrown.items()
        )
        positions = allocate(positions, weapon, 0)
    for kind in (1, 2):
        for weapon in range(len(attacks)):
            positions = allocate(positions, weapon, kind)
    start = sum(model.left for model in models)
    return Result(
        spread((left.count(0), p) for (left, _), p in positions.items()),
        spread((start - sum(left), p) for (left, _), p in positions.items()),
        sum((p for (left, _), p in positions.items() if not any(left)), Fraction(0)),
    )


def solve(scenario: dict[str, Any]) -> Result:
    """The odds of a scenario. Of all faces that free re-rolls may throw again, the best: slain, then wounds, then fewest dice."""
    found = [weapon_attack(weapon, scenario) for weapon in scenario["weapons"]]
    attacks = [attack for attack in found if attack is not None]
    models = units_models(scenario)
    best: tuple[tuple[Fraction, Fraction], Result] | None = None
    seen = []
    # Fewest dice first; what gives the same odds as fewer dice is no other choice.
    choices = product(*(list(product(attack.hit_again, attack.wound_again)) for attack in attacks))
    for faces in sorted(choices, key=lambda pairs: sum(len(each) for pair in pairs for each in pair)):
        odds = [(check(attack.hit, hit), check(attack.wound, wound)) for attack, (hit, wound) in zip(attacks, faces, strict=True)]
        if odds in seen:
            continue
        seen.append(odds)
        result = resolve(attacks, list(faces), models)
        worth = (mean(result.slain), mean(result.wounds_lost))
        if best is None or worth > best[0]:
            best = (worth, result)
    assert best is not None
    return best[1]


def expected(scenario: dict[str, Any]) -> dict[str, Any]:
    """The answer in the form of the scenario files."""
    result = solve(scenario)
    models = sum(group["count"] for group in scenario["target"]["models"])
    return {
        "wounds_lost": float(mean(result.wounds_lost)),
        "slain": float(mean(result.slain)),
        "destroyed": float(result.destroyed),
        "slain_pmf": [float(result.slain.get(n, 0)) for n in range(models + 1)],
    }


if __name__ == "__main__":
    filled = [{**scenario, "expected": expected(scenario)} for scenario in json.loads(OWN.read_text(encoding="utf-8"))]
    OWN.write_text(json.dumps(filled, indent=1) + "\n", encoding="utf-8")

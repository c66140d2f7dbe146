"""A second opinion: the odds of small attack scenarios by plain enumeration, with nothing taken from the program.

It reads the same scenario files, walks every face of every die with its share of 1/6, keeps the unit as a plain list of wounds
left, and allocates one attack after the other. Slow, direct, and meant to be checked by reading it beside the rules.

    python -m tests.games.w40k10.attack.oracle      fills in the expected answers of own-scenarios.json
"""

import json
from collections import defaultdict
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from tests.games.w40k10.attack.oracle_dice import FACES, SIXTH, Faces, Odds, check, mean, spread
from tests.games.w40k10.attack.oracle_weapons import Attack, weapon_attack

OWN = Path(__file__).with_name("own-scenarios.json")


class Model(NamedTuple):
    """One model of the target as it stands at the start."""

    left: int
    wounds: int
    save: int
    invulnerable: int
    ignore: int
    character: bool


class Result(NamedTuple):
    """Models slain, wounds lost, and the probability that nobody is left."""

    slain: Odds
    wounds_lost: Odds
    destroyed: Fraction


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

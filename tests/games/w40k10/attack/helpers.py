"""Questions in a few words: who shoots what at whom, which effects and facts hold, and what real dice would make of it."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from warbench.attack.dice import ScriptedDice
from warbench.attack.rolled import Played, roll
from warbench.chance import Check, Result
from warbench.chance.number import Number
from warbench.games.w40k10.answer import STAGES, Answer, answer
from warbench.games.w40k10.plan import Plan
from warbench.games.w40k10.scenario import Scenario, question_of
from warbench.games.w40k10.sequence import DEVASTATING, MORTAL, WOUNDS

Spec = dict[str, Any]
F = Fraction

POOLS = {WOUNDS: "normal", DEVASTATING: "devastating", MORTAL: "mortal"}


# --- who attacks with what ---


def gun(*keywords: str, attacks: int | str = 1, skill: int | None = 4, strength: int = 4, **more: Any) -> Spec:
    """A ranged weapon: 24", BS4+, S4, AP0, D1 unless said otherwise."""
    plain = {"name": "gun", "range": 24, "ap": 0, "damage": 1}
    return {**plain, "attacks": attacks, "skill": skill, "strength": strength, "keywords": keywords, **more}


def blade(*keywords: str, **more: Any) -> Spec:
    """A melee weapon: WS4+, S4, AP0, D1 unless said otherwise."""
    return {**gun(*keywords, **{"name": "blade", **more}), "type": "melee", "range": None}


def fortress(*items: str, kind: str = "ranged") -> Spec:
    """A Hekaton Land Fortress with these items only, in the words of its datasheet; its ``kind`` of weapons is used."""
    return unit("hekaton-land-fortress", *items, kind=kind)


def unit(datasheet: str, *items: str, kind: str = "ranged") -> Spec:
    """A unit of a datasheet with these items only."""
    return {"datasheet": datasheet, "loadout": list(items), "kind": kind}


# --- at whom ---


def models(count: int = 5, *keywords: str, toughness: int = 4, save: int = 3, wounds: int = 2, **more: Any) -> Spec:
    """Models alike: T4, Sv3+, W2 unless said otherwise."""
    return {"count": count, "toughness": toughness, "save": save, "wounds": wounds, "keywords": keywords, **more}


MARINES = models(5, "infantry")
TEN_MARINES = models(10, "infantry")
DOOMED = models(50, save=7, wounds=1)
"""Many models without a save: each wound kills one, and none is wasted."""
TANK = models(1, "vehicle", toughness=12, save=2, wounds=16)


# --- effects ---


def plus(roll_name: str, by: int, **more: Any) -> Spec:
    """A modifier to a roll."""
    return {"kind": "roll", "roll": roll_name, "by": by, **more}


def reroll(roll_name: str, which: str = "failures", **more: Any) -> Spec:
    """A re-roll."""
    return {"kind": "reroll", "roll": roll_name, "which": which, **more}


def change(name: str, **more: Any) -> Spec:
    """A change to a characteristic: ``by``, ``set``, ``halve`` or ``multiply``."""
    return {"kind": "characteristic", "name": name, **more}


def critical(roll_name: str, on: int, **more: Any) -> Spec:
    """Unmodified faces from ``on`` are critical."""
    return {"kind": "critical", "roll": roll_name, "on": on, **more}


def automatic(roll_name: str, **more: Any) -> Spec:
    """A roll that succeeds without dice."""
    return {"kind": "automatic", "roll": roll_name, **more}


def grant(keyword: str, **more: Any) -> Spec:
    """A weapon ability from elsewhere."""
    return {"kind": "grant", "keyword": keyword, **more}


def feel_no_pain(on: int, against: str = "all") -> Spec:
    """Feel No Pain of the whole target."""
    return {"kind": "feel_no_pain", "on": on, "against": against, "side": "defender"}


def mortal_wounds(amount: int | str, **more: Any) -> Spec:
    """The test rule of W-128: so many mortal wounds in addition on a successful wound."""
    return {"kind": "on_result", "roll": "wound", "on": "success", "mortal": amount, **more}


# --- the answer ---


def scenario(attack: Spec | list[Spec], target: Spec | list[Spec] | str, effects: Iterable[Spec], situation: Spec) -> Spec:
    """The question as a scenario file has it."""
    asked: Spec = {"game": "w40k10", "situation": situation, "effects": list(effects)}
    if isinstance(attack, dict) and "datasheet" in attack:
        asked["attacker"] = attack
    else:
        asked["weapons"] = [attack] if isinstance(attack, dict) else attack
    if isinstance(target, str) or "models" in target:
        asked["target"] = target
    else:
        asked["target"] = {"models": [target] if isinstance(target, dict) else target}
    return asked


def answered(asked: Spec, *, exact: bool = True) -> Answer:
    """The answer to a scenario."""
    return answer(question_of(msgspec.convert(asked, Scenario)), exact=exact)


def ask(
    attack: Spec | list[Spec],
    target: Spec | list[Spec] | str = MARINES,
    *effects: Spec,
    rulings: dict[str, str] | None = None,
    stratagems: tuple[str, ...] = (),
    exact: bool = True,
    **situation: Any,
) -> Answer:
    """What an attack does: weapons (or ``fortress(...)``) at a target, effects, and facts by name."""
    asked = scenario(attack, target, effects, situation)
    return answered({**asked, "rulings": rulings or {}, "stratagems": stratagems}, exact=exact)


def mean(result: Answer, stage: str, weapon: int | None = None) -> Number:
    """The mean of a stage before allocation, of one weapon or of all."""
    assert stage in STAGES, f"no stage {stage!r}"
    means = result.outcome.means
    chosen = means if weapon is None else means[weapon : weapon + 1]
    # What happens after allocation is absent where it depends on the model; the stages before it when they never happen.
    return sum((found[stage] if stage in STAGES[-2:] else found.get(stage, 0) for found in chosen), F(0))


def plan_of(result: Answer, weapon: int = 0) -> Plan:
    """The settled numbers of a weapon."""
    return result.plans[weapon]


def _check(check: Check | None) -> Check:
    assert check is not None, "this roll is automatic"
    return check


def p_hit(result: Answer, weapon: int = 0) -> Number:
    """The probability that one attack hits."""
    return 1 - _check(plan_of(result, weapon).attack.hit).chance(Result.FAIL, exact=True)


def p_critical_hit(result: Answer, weapon: int = 0) -> Number:
    """The probability that one attack is a Critical Hit."""
    return _check(plan_of(result, weapon).attack.hit).chance(Result.CRITICAL, exact=True)


def p_wound(result: Answer, weapon: int = 0) -> Number:
    """The probability that one hit wounds."""
    return 1 - _check(plan_of(result, weapon).attack.wound).chance(Result.FAIL, exact=True)


def p_critical_wound(result: Answer, weapon: int = 0) -> Number:
    """The probability that one hit is a Critical Wound."""
    return _check(plan_of(result, weapon).attack.wound).chance(Result.CRITICAL, exact=True)


def p_saved(attack: Spec, target: Spec, *effects: Spec, **more: Any) -> Number:
    """The probability that one wound is saved: what is left of a single attack that surely hits and wounds."""
    sure = (automatic("hit"), automatic("wound"), change("damage", set=1))
    return 1 - mean(ask({**attack, "attacks": 1}, target, *sure, *effects, **more), "damage")


def refused(result: Answer, weapon: int = 0) -> str:
    """Why a weapon may not attack; empty when it may."""
    return "; ".join(plan_of(result, weapon).refused)


# --- with dice ---


class Play(NamedTuple):
    """A volley that was rolled with scripted dice."""

    answer: Answer
    played: Played
    dice: ScriptedDice

    @property
    def slain(self) -> int:
        """Models removed."""
        return self.answer.target.slain(self.played.state)

    @property
    def wounds_lost(self) -> int:
        """Wounds lost by the target's models."""
        return self.answer.target.wounds_lost(self.played.state)

    @property
    def log(self) -> list[tuple[str, str, int]]:
        """Each attack or mortal wound that did damage, in order: the weapon, what kind, how much."""
        return [(strike.group, POOLS[strike.pool], strike.damage) for strike in self.played.strikes]

    def score(self, stage: str) -> int:
        """How many attacks got to a stage."""
        return sum(scores.get(stage, 0) for scores in self.played.scores)

    def dice_for(self, purpose: str) -> tuple[int, ...]:
        """Every face that was thrown for a purpose."""
        return tuple(face for what, faces in self.dice.asked for face in faces if what == purpose)


def play(result: Answer, *faces: int) -> Play:
    """Roll a volley with exactly these dice: one too few raises, one too many fails the test."""
    dice = ScriptedDice(faces)
    played = roll(result.outcome.volley, dice)
    assert dice.left == 0, f"{dice.left} dice were not needed; rolled: {dice.asked}"
    return Play(result, played, dice)

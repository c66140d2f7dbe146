"""Questions in a few words: who attacks whom with what, which facts hold, and what real dice would make of it."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import msgspec

from warbench.attack.dice import ScriptedDice
from warbench.attack.rolled import Played, roll
from warbench.chance.number import Number
from warbench.games.heresy3.answer import Answer, answer
from warbench.games.heresy3.scenario import HeresyScenario, question_of

Spec = dict[str, Any]
F = Fraction


def gun(*rules: str, firepower: int | str = 1, skill: int | None = 4, strength: int = 4, **more: Any) -> Spec:
    """A ranged weapon: 24", BS 4, S4, AP -, D1 unless said otherwise."""
    return {
        "name": "gun",
        "range": 24,
        "firepower": firepower,
        "skill": skill,
        "strength": strength,
        "special_rules": list(rules),
        **more,
    }


def blade(*rules: str, attacks: int | str = 1, skill: int | None = 4, strength: int = 4, **more: Any) -> Spec:
    """A melee weapon: WS 4, S4, AP -, D1 unless said otherwise."""
    plain = {"name": "blade", "type": "melee", "attacks": attacks, "skill": skill, "strength": strength}
    return {**plain, "special_rules": list(rules), **more}


def legion(count: int = 10, **more: Any) -> Spec:
    """The fixture LEG of the rules list: T4 W1 WS4, save 3+."""
    return {"count": count, "toughness": 4, "wounds": 1, "weapon_skill": 4, "save": 3, **more}


DOOMED = legion(30, save=7)
"""Many models without a save: each wound kills one, and none is wasted."""
BUN: Spec = {"type": "fortification", "armour": 12, "hull_points": 8, "keywords": ["bunker"]}
TANK: Spec = {"type": "vehicle", "armour": 12, "hull_points": 6}


def ask(weapons: Spec | Iterable[Spec], *target: Spec, exact: bool = True, **more: Any) -> Answer:
    """The answer to a question; ``more`` are facts, and ``effects`` and ``rulings``."""
    spec = scenario(weapons, *target, **more)
    return answer(question_of(msgspec.convert(spec, HeresyScenario)), exact=exact)


def scenario(weapons: Spec | Iterable[Spec], *target: Spec, **more: Any) -> Spec:
    """A scenario as a file has it."""
    effects, rulings = more.pop("effects", ()), more.pop("rulings", {})
    listed = [weapons] if isinstance(weapons, dict) else list(weapons)
    return {
        "game": "heresy3",
        "weapons": listed,
        "target": {"models": list(target or (legion(),))},
        "situation": more,
        "effects": list(effects),
        "rulings": rulings,
    }


def law(result: Answer, what: str = "wounds_lost") -> dict[int, Number]:
    """The distribution of wounds lost, or of models slain, as a mapping."""
    return dict(getattr(result, what).items())


def mean(result: Answer, stage: str) -> Number | None:
    """The mean of a stage, all weapons together."""
    return result.stage_means().get(stage)


def value(result: Answer, number: str, weapon: int = 0) -> str:
    """A settled number as it is told."""
    return next(reason.value for reason in result.plans[weapon].reasons if reason.number == number)


def why(result: Answer, number: str, weapon: int = 0) -> tuple[str, ...]:
    """What is behind a settled number."""
    return next(reason.because for reason in result.plans[weapon].reasons if reason.number == number)


def thrown(result: Answer, *faces: int) -> Played:
    """The attack with these dice, all of which are used."""
    dice = ScriptedDice(faces)
    played = roll(result.outcome.volley, dice)
    assert dice.left == 0
    return played


def rolls(played: Played) -> list[tuple[str, tuple[int, ...]]]:
    """What was rolled, in order."""
    return [(each.purpose, each.faces) for each in played.rolls]


def lost(result: Answer, *faces: int) -> int:
    """The wounds or hull points that the target loses to these dice."""
    return result.target.wounds_lost(thrown(result, *faces).state)

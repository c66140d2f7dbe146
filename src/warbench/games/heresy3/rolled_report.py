"""What a roll of an attack came to, in words."""

from typing import Any

from warbench.attack.rolled import Rolled
from warbench.chance import Result
from warbench.games.heresy3.answer import Answer
from warbench.games.heresy3.plan import Plan
from warbench.games.heresy3.sequence import PLAIN
from warbench.games.heresy3.tables import VEHICLE_DAMAGE

NUMBERS = {
    "hit": "Hit Test",
    "wound": "Wound Test",
    "penetration": "Armour Penetration Test",
    "save": "Saving Throw",
    "damage mitigation": "Damage Mitigation Test",
}
"""The settled number that each test is compared with, as the reasons name it."""

TABLE = "vehicle damage table"


def told_results(result: Answer, entry: Rolled) -> list[str]:
    """What each die of a test came to.

    ``fail``, ``success`` or ``critical``; ``apart`` for a success that special rules set aside; ``glancing`` or ``penetrating``;
    a status of the Vehicle Damage Table.
    """
    if entry.purpose == TABLE:
        return [VEHICLE_DAMAGE[answer - 1] for answer in entry.answers]
    plan = next(plan for plan in result.plans if plan.weapon.name == entry.group)
    return [_told(plan, entry.purpose, answer) for answer in entry.answers]


def _told(plan: Plan, purpose: str, answer: int) -> str:
    if answer == Result.FAIL:
        return "fail"
    if purpose == "hit":
        return "critical" if plan.attack.critical[answer - 1] else "success" if answer == PLAIN else "apart"
    if purpose == "penetration":
        return next(kind.named[answer - 1] for kind in plan.attack.kinds if len(kind.named) >= answer).removesuffix(" hits")
    return "success" if answer == PLAIN else "apart"


def told_after(result: Answer) -> dict[str, Any]:
    """What this game says of an attack that was rolled beside what every game does: whether wounds are Hull Points."""
    return {"hull_points": result.facts["target_armoured"]}

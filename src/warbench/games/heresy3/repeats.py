"""The same attack again, on what is left of the target: by further such units, or turn after turn."""

from collections.abc import Iterator
from itertools import islice

import msgspec

from warbench.attack.choices import repeated
from warbench.attack.exact import Outcome
from warbench.games.heresy3.answer import Answer
from warbench.games.heresy3.plan import Plan, plan_weapon, volley_of
from warbench.games.heresy3.question import Group
from warbench.games.heresy3.special_rules import read_rule

STATUSES_LAST = "statuses that glancing hits gave are taken to last from turn to turn"


def plans_after(result: Answer, slain: int) -> tuple[Plan, ...]:
    """The plans against what is left of the target: whose Toughness and Weapon Skill count may have changed."""
    left: list[Group] = []
    lost = slain
    for group in sorted(result.question.target, key=lambda group: group.character):
        gone = min(lost, group.count)
        lost -= gone
        left.append(msgspec.structs.replace(group, count=group.count - gone, wounds_left=None))
    if not any(group.count for group in left):
        return result.plans
    question = msgspec.structs.replace(result.question, target=tuple(left))
    facts = {**result.facts, "target_models": sum(group.count for group in left)}
    return tuple(plan_weapon(question, weapon, facts, result.rulings) for weapon in question.weapons)


def turns(result: Answer, number: int) -> Iterator[Outcome]:
    """The target after one turn, two, ... up to ``number`` of the same attack: nothing is repaired, no attacker is lost.

    A Limited weapon attacks in as many turns as its rule says.
    """

    def plans(turn: int, slain: int) -> tuple[Plan, ...]:
        found = plans_after(result, slain) if slain else result.plans
        return tuple(plan for plan in found if turn <= _uses(plan, turn))

    return islice(repeated(result.target, plans, volley_of, exact=result.outcome.exact), number)


def _uses(plan: Plan, most: int) -> int:
    """In how many turns a weapon can attack; ``most`` where nothing limits it."""
    rules = (read_rule(text) for text in plan.weapon.special_rules)
    return next((int(rule.x) for rule in rules if rule is not None and rule.family == "limited"), most)

"""What one would ask next: what a Command Re-roll adds, and how many such units it takes to destroy the target."""

from collections.abc import Iterator
from collections.abc import Sequence as Series
from itertools import islice

import msgspec

from warbench.attack.choices import UnitsNeeded, better, repeated
from warbench.attack.choices import units_needed as needed_units
from warbench.attack.exact import Outcome, solve
from warbench.attack.spare import Spare
from warbench.chance.number import Number
from warbench.games.w40k10.answer import Answer
from warbench.games.w40k10.arms import has_keyword
from warbench.games.w40k10.plan import Plan, losses, plan_weapon, volley_of
from warbench.games.w40k10.question import Group, Question

REROLLABLE = ("attacks", "hit", "wound", "damage")
"""The rolls of an attacking unit that a Command Re-roll may be used on (W-220, W-223); Sustained Hits is none (W-221)."""


class CommandReroll(msgspec.Struct, frozen=True):
    """The best use of one Command Re-roll: kept for a roll of a weapon, used on the first that fails or is below its mean.

    The numbers are the means with it; ``gain_*`` what it adds.
    """

    weapon: str
    roll: str
    slain: Number
    wounds_lost: Number
    destroyed: Number
    gain_slain: Number
    gain_wounds_lost: Number
    gain_destroyed: Number


def command_reroll(result: Answer) -> CommandReroll | None:
    """What one Command Re-roll adds, kept for the roll of the weapon where it slays most; None where it adds nothing."""
    volley, plain = result.outcome.volley, result.outcome
    best = plain
    kept: Spare | None = None
    for index, group in enumerate(volley.groups):
        for roll in REROLLABLE:
            if roll == "attacks" and group.attacks.fixed is not None:
                continue
            spare = Spare(index, roll)
            outcome = solve(volley, spare=spare, exact=plain.exact)
            if better(outcome, best):
                best, kept = outcome, spare
    if kept is None:
        return None
    return CommandReroll(
        weapon=volley.groups[kept.group].name,
        roll=kept.roll,
        slain=best.slain.mean,
        wounds_lost=best.wounds_lost.mean,
        destroyed=best.destroyed,
        gain_slain=best.slain.mean - plain.slain.mean,
        gain_wounds_lost=best.wounds_lost.mean - plain.wounds_lost.mean,
        gain_destroyed=best.destroyed - plain.destroyed,
    )


def units_needed(result: Answer) -> UnitsNeeded:
    """Let the same unit attack again and again until the target is destroyed.

    Each unit chooses its targets when it attacks: what depends on the models that are left (Blast, whose Toughness counts) is
    settled anew for each number of models.
    """
    return needed_units(result.target, result.plans, lambda slain: _plans_after(result, slain), volley_of)


def turns(result: Answer, number: int) -> Iterator[Outcome]:
    """The target after one turn, two, ... up to ``number``: the same attack each turn, its target chosen anew.

    A weapon that shoots once a battle attacks in the first turn only.
    """

    def plans(turn: int, slain: int) -> tuple[Plan, ...]:
        found = _plans_after(result, slain) if slain else result.plans
        return found if turn == 1 else tuple(plan for plan in found if not has_keyword(plan.weapon, "one shot"))

    return islice(repeated(result.target, plans, volley_of, exact=result.outcome.exact), number)


def _plans_after(result: Answer, slain: int) -> tuple[Plan, ...]:
    """The plans against what is left of the target, with the re-rolls chosen as before."""
    groups = _left(result.question.target, slain)
    if not groups:
        return result.plans
    question: Question = msgspec.structs.replace(result.question, target=groups)
    models = sum(group.count for group in groups)
    facts = {**result.facts, "target_models": models, **losses(question)}
    again = [
        plan_weapon(question, weapon, facts, result.rulings, answering=result.question.target) for weapon in question.weapons
    ]
    return tuple(_as_chosen(new, old) for new, old in zip(again, result.plans, strict=True))


def _left(target: Series[Group], slain: int) -> tuple[Group, ...]:
    """The groups without the first ``slain`` models in the order of allocation."""
    out: list[Group] = []
    for group in sorted(target, key=lambda group: group.character):
        lost = min(slain, group.count)
        slain -= lost
        if group.count > lost:
            out.append(msgspec.structs.replace(group, count=group.count - lost, wounds_left=None))
    return tuple(out)


def _as_chosen(new: Plan, old: Plan) -> Plan:
    """The new plan with the old one's choice of faces to re-roll, where the rolls are still the same."""
    changed = {}
    for roll in new.free:
        fresh, before = getattr(new.attack, roll), getattr(old.attack, roll)
        if fresh is not None and before is not None and fresh.faces == before.faces:
            changed[roll] = before
    return msgspec.structs.replace(new, attack=msgspec.structs.replace(new.attack, **changed))

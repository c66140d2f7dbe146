"""What one would ask next: what a Command Re-roll adds, and how many such units it takes to destroy the target."""

from collections.abc import Sequence as Series

import msgspec

from warbench.attack.exact import solve
from warbench.attack.spare import Spare
from warbench.chance.number import Number
from warbench.games.w40k10.answer import Answer
from warbench.games.w40k10.best import better
from warbench.games.w40k10.plan import Plan, plan_weapon, volley_of
from warbench.games.w40k10.question import Group, Question

REROLLABLE = ("attacks", "hit", "wound", "damage")
"""The rolls of an attacking unit that a Command Re-roll may be used on (W-220, W-223); Sustained Hits is none (W-221)."""

MOST_UNITS = 40
LEVELS = (0.5, 0.75, 0.9)


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


class UnitsNeeded(msgspec.Struct, frozen=True):
    """How many such units, one after the other, destroy the target with a probability; None: more than MOST_UNITS.

    ``chances[n - 1]`` is the probability that n units have destroyed it.
    """

    needed: tuple[tuple[float, int | None], ...]
    chances: tuple[float, ...]


def units_needed(result: Answer) -> UnitsNeeded:
    """Let the same unit attack again and again until the target is destroyed with the highest of the levels.

    Each unit chooses its targets when it attacks: what depends on the models that are left (Blast, whose Toughness counts) is
    settled anew for each number of models.
    """
    target = result.target
    law: list[Number] = [1, *[0] * (target.size - 1)]
    chances: list[float] = []
    slain_at = [target.slain(state) for state in range(target.size)]
    plans: dict[int, tuple[Plan, ...]] = {0: result.plans}
    while len(chances) < MOST_UNITS and (not chances or chances[-1] < max(LEVELS)):
        parts: dict[tuple[Plan, ...], list[Number]] = {}
        for state, p in enumerate(law):
            if not p:
                continue
            if slain_at[state] not in plans:
                plans[slain_at[state]] = _plans_after(result, slain_at[state])
            part = parts.setdefault(plans[slain_at[state]], [0] * target.size)
            part[state] = p
        law = [0] * target.size
        for chosen, part in parts.items():
            after = solve(volley_of(chosen, target), start=part).states
            law = [a + b for a, b in zip(law, after, strict=True)]
        chances.append(float(law[-1]))
        if len(chances) > 1 and chances[-1] <= chances[-2]:
            break
    needed = tuple((level, next((n for n, p in enumerate(chances, 1) if p >= level), None)) for level in LEVELS)
    return UnitsNeeded(needed, tuple(chances))


def _plans_after(result: Answer, slain: int) -> tuple[Plan, ...]:
    """The plans against what is left of the target, with the re-rolls chosen as before."""
    groups = _left(result.question.target, slain)
    if not groups:
        return result.plans
    question: Question = msgspec.structs.replace(result.question, target=groups)
    models = sum(group.count for group in groups)
    facts = {**result.facts, "target_models": models}
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

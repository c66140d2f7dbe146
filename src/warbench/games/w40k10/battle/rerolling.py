"""Re-rolls that their owner may use as he likes: he says which faces are thrown again, where criticals make that a choice.

Where a critical does no more than a success, failures are thrown again: nothing else can be better.
"""

from typing import cast

from warbench.battle.asking import name_of
from warbench.battle.requests import Ask, Option, Procedure, Refusal
from warbench.chance import Check, Reroll, Result, faces_for
from warbench.chance.check import NO_FACES, SixFlags
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.plan import Plan, check_of, criticals_matter, with_check

NONE = "none"
RULE = "W-001"


def ask_rerolls(state: State, unit: Unit, target: str, plan: Plan) -> Procedure[Plan]:
    """The plan with the faces that the attacker throws again, for each roll where he has a choice.

    The first option is the best by the odds of one attack; any set of faces may be named, as ``1235``, or none.
    """
    for roll in plan.free:
        check = check_of(plan.attack, roll)
        if check is None or plan.refused or not criticals_matter(plan.attack, roll):
            continue
        listed = [Option(key, text) for key, text in _ways(check).items()]
        text = f"{name_of(state, unit.id)}: {plan.weapon.name} at {name_of(state, target)}: which {roll} rolls are thrown again?"
        key = yield Ask(
            state.player(unit.id),
            "re-roll",
            text,
            lambda listed=listed: listed,  # type: ignore[misc]
            subject=unit.id,
            judge=_judge,
        )
        faces = NO_FACES if key == NONE else tuple(str(face) in key for face in range(1, 7))
        plan = with_check(plan, roll, check.with_reroll(cast("SixFlags", faces)))
    return plan


def again(plan: Plan, chosen: Plan) -> Plan:
    """A plan that was settled anew, with the faces that were chosen for it before."""
    for roll in plan.free:
        check, before = check_of(plan.attack, roll), check_of(chosen.attack, roll)
        if check is not None and before is not None:
            plan = with_check(plan, roll, check.with_reroll(before.reroll))
    return plan


def _ways(check: Check) -> dict[str, str]:
    """The sets of faces that are listed, the one that the odds favour first: by key, with what each says."""
    hopeful = cast("SixFlags", tuple(result != Result.CRITICAL for result in check.faces))
    named = {faces_for(Reroll.FAILURES, check): "failures", hopeful: "all but criticals", NO_FACES: "none"}
    ordered = dict.fromkeys((check.reroll, *named))
    told = {faces: f"{named.get(faces, 'the best by the odds')}: {_key(faces)}" for faces in ordered} | {NO_FACES: NONE}
    return {_key(faces): told[faces] for faces in ordered}


def _key(faces: SixFlags) -> str:
    return "".join(str(face) for face, thrown in enumerate(faces, 1) if thrown) or NONE


def _judge(answer: str) -> Refusal | None:
    """Why an answer names no set of faces; None when it does."""
    if answer == NONE or (answer and set(answer) <= set("123456") and len(set(answer)) == len(answer)):
        return None
    return Refusal("no-faces", f"found {answer!r}, expected faces to throw again as 123, or {NONE}", RULE)

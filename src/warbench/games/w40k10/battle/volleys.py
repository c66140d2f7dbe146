"""Attacks in a battle: from declared weapons to settled volleys, rolled with the battle's dice, and the models that they hurt.

The numbers come from the same plan as the odds, the sequence is the same; here the dice are asked for (``batches``), and whom
attacks are allocated to (``allocation``).
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import msgspec

from warbench.attack.line import Line
from warbench.attack.rolled import Allot, Batch, Cast, Played, Rolling, Struck, rolling
from warbench.attack.target import Target
from warbench.attack.volley import Group as AttackGroup
from warbench.attack.volley import Strike, Throw, Volley
from warbench.battle.requests import Procedure
from warbench.chance import Dice
from warbench.games.w40k10.battle import allocation
from warbench.games.w40k10.battle.batches import after_batch, cast
from warbench.games.w40k10.battle.bearing import (
    Answers,
    answers_of,
    facts_between,
    groups_of,
    line_of,
    own_effects,
    unit_effects,
    wanted_facts,
)
from warbench.games.w40k10.battle.casualties import hurt
from warbench.games.w40k10.battle.events import Said
from warbench.games.w40k10.battle.rerolling import again, ask_rerolls
from warbench.games.w40k10.battle.returning import returns
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.free_rerolls import with_free_rerolls
from warbench.games.w40k10.models import two_tracks
from warbench.games.w40k10.plan import Plan, facts_of, plan_weapon
from warbench.games.w40k10.question import Question, Weapon
from warbench.games.w40k10.rolls import Reason
from warbench.games.w40k10.rulings import RULINGS
from warbench.games.w40k10.sequence import DEVASTATING, WOUNDS, schedule
from warbench.rules.conditions import Value
from warbench.rules.requests import Amount

_RULES = {WOUNDS: "W-044", DEVASTATING: "W-101"}
_MORTAL = "W-124"


class Declared(msgspec.Struct, frozen=True):
    """Weapons alike that attack one unit: the weapon with the count of all bearers, its bearers, and the facts of this attack.

    ``again`` measures anew what can change before these attacks are made: it gives the facts that then hold (A12). ``counted``
    are the target's models that count for Blast, where not all do (W-240). ``attacks``: so many of the attacks of each bearer are
    made at this unit, where he splits them (E19).
    """

    weapon: Weapon
    bearers: tuple[str, ...]
    facts: tuple[tuple[str, Value], ...] = ()
    again: Callable[[State], tuple[tuple[str, Value], ...]] | None = None
    counted: int | None = None
    attacks: int | None = None


class Aimed(msgspec.Struct, frozen=True):
    """What a unit directs at one target: the declared weapons in order, and the facts that hold for all of them.

    ``covered`` are the models with the Benefit of Cover where only some have it; the fact ``cover`` says that all do.
    ``picked`` are the characters who take the attacks with Precision, in order; empty: they are allocated as usual.
    """

    target: str
    declared: tuple[Declared, ...]
    facts: tuple[tuple[str, Value], ...] = ()
    covered: frozenset[str] = frozenset()
    picked: tuple[str, ...] = ()


class Settled(msgspec.Struct):
    """What a unit directs at one target, with every number settled when the target was selected (W-061, W-076, A10).

    ``plans`` in the order of what was declared; ``kinds`` are the kinds of model that answer. ``line`` is who stands in which
    order once the attacks begin, ``named`` whom the defender named last to take them, ``played`` what they came to.
    """

    aimed: Aimed
    plans: tuple[Plan, ...]
    questions: tuple[Question, ...]
    kinds: Answers
    apart: bool
    line: Line | None = None
    named: tuple[str, ...] = ()
    played: Played | None = None

    @property
    def firing(self) -> list[int]:
        """The places of the weapons that may attack, among the plans."""
        return [index for index, plan in enumerate(self.plans) if not plan.refused]

    @property
    def hits(self) -> int:
        """The hits that were scored."""
        return sum(scores.get("hits", 0) for scores in self.played.scores) if self.played is not None else 0


def settle(state: State, attacker: Unit, aimed: Aimed) -> Settled:
    """Settle every number of what a unit directs at one target."""
    target = state.units[aimed.target]
    entry = state.entry(attacker.id)
    groups, _ = groups_of(state, target)
    defending = unit_effects(state, target, "defender", attacker)
    keywords = tuple(sorted(state.keywords(attacker)))
    plans: list[Plan] = []
    questions: list[Question] = []
    facts: dict[str, Value] = {}
    for declared in aimed.declared:
        bearer = declared.bearers[0]
        kind = entry.kind(bearer)
        attacking = unit_effects(state, attacker, "attacker", target, declared.bearers)
        effects = (*own_effects(entry, entry.index[bearer]), *attacking, *defending)
        given = {**facts_between(state, attacker, target, wanted_facts(effects)), **dict(aimed.facts), **dict(declared.facts)}
        if kind.damaged_at:
            given["attacker_wounds_left"] = next(model.wounds for model in attacker.models if model.id == bearer)
        question = Question(
            weapons=(declared.weapon,),
            target=groups,
            given=given,
            effects=effects,
            attacker_keywords=keywords,
            damaged_at=kind.damaged_at,
        )
        facts = _facts(question, declared)
        plans.append(_some_of(_plan(state, question, facts, aimed), declared))
        questions.append(question)
    return Settled(aimed, tuple(plans), tuple(questions), answers_of(groups), two_tracks(groups, facts))


def _facts(question: Question, declared: Declared) -> dict[str, Value]:
    facts = facts_of(question)
    return facts if declared.counted is None else {**facts, "target_models": declared.counted}


def _plan(state: State, question: Question, facts: dict[str, Value], aimed: Aimed) -> Plan:
    (weapon,) = question.weapons
    rulings = _rulings(tuple(sorted(state.options.rulings.items())))
    plan = plan_weapon(question, weapon, facts, rulings)
    if aimed.covered and weapon.type == "ranged":
        plan = _both_ways(plan, plan_weapon(question, weapon, {**facts, "cover": True}, rulings))
    return with_free_rerolls(plan) if plan.free else plan


def _some_of(plan: Plan, declared: Declared) -> Plan:
    """The plan with the attacks that are made at this unit, where their bearer splits them."""
    if declared.attacks is None:
        return plan
    reason = Reason("Attacks at this unit", str(declared.attacks), ("split among units",))
    attacks = Amount("attacks", Dice.parse(str(declared.attacks)))
    return msgspec.structs.replace(plan, attacks=attacks, reasons=(*plan.reasons, reason))


@lru_cache(maxsize=64)
def _rulings(switched: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return RULINGS.settle(dict(switched))


def _both_ways(plain: Plan, covered: Plan) -> Plan:
    """One plan for models in the open and, with profiles beyond theirs, for models in cover."""
    strikes = tuple(
        Strike((*one.by_profile, *((profile + len(one.by_profile), steps) for profile, steps in two.by_profile)), one.order)
        for one, two in zip(plain.strikes, covered.strikes, strict=True)
    )
    saves = [reason for reason in covered.reasons if reason.number.startswith("Saving throw") and reason not in plain.reasons]
    reasons = (*plain.reasons, *(Reason(f"{reason.number}, in cover", reason.value, reason.because) for reason in saves))
    return msgspec.structs.replace(plain, strikes=strikes, reasons=reasons)


def resolve(state: State, attacker: Unit, aims: Iterable[Aimed]) -> Procedure[list[Settled]]:
    """Resolve all attacks of a unit: target after target, then Devastating Wounds and mortal wounds of all (W-104, X-26)."""
    settled = [settle(state, attacker, aimed) for aimed in aims]
    for each in settled:
        plans: list[Plan] = []
        for plan in each.plans:
            plans.append((yield from ask_rerolls(state, attacker, each.aimed.target, plan)) if plan.free else plan)
            yield _said(attacker, each, plan)
        each.plans = tuple(plans)
    running: list[tuple[Settled, Volley, Rolling]] = []
    for each in settled:
        # Who is left to be hit is seen when the attacks begin: those at an earlier target may have blown up beside this one.
        aimed = each.aimed
        each.line = line_of(
            state, state.units[aimed.target], each.kinds, apart=each.apart, covered=aimed.covered, picked=aimed.picked
        )
        groups = tuple(each.plans[index].group() for index in each.firing)
        volley = Volley(groups, schedule(groups), each.line.target)
        steps = rolling(volley)
        running.append((each, volley, steps))
        yield from _go_on(state, attacker, each, volley, steps, early=True)
    for each, volley, steps in running:
        if each.played is None:
            yield from _go_on(state, attacker, each, volley, steps, early=False)
    return settled


def _said(attacker: Unit, each: Settled, plan: Plan) -> Said:
    """The reasons behind a weapon's numbers, or why it may not attack (design property 7)."""
    numbers = "; ".join(
        f"{reason.number} {reason.value}" + (f" ({', '.join(reason.because)})" if reason.because else "")
        for reason in plan.reasons
    )
    left_out = f"; not modelled: {', '.join(plan.not_modelled)}" if plan.not_modelled else ""
    said = f"{plan.weapon.count} x {plan.weapon.name} at {each.aimed.target}: {'; '.join(plan.refused) or numbers}{left_out}"
    return Said(text=said, unit=attacker.id)


def _go_on(  # noqa: PLR0913 -- a volley under way
    state: State, attacker: Unit, each: Settled, volley: Volley, steps: Rolling, *, early: bool
) -> Procedure[None]:
    """Answer a volley's requests from the battle: dice, a window after each batch, and the models that are hurt.

    With ``early`` it stops before the first pool that waits for all other attacks.
    """
    target = state.units[each.aimed.target]
    value: Any = None
    while True:
        try:
            request = steps.send(value)
        except StopIteration as done:
            each.played = done.value
            if each.line is not None:
                yield from allocation.remember_met(state, target, each.line, done.value)
            return
        value = None
        if isinstance(request, Cast):
            value = yield from cast(state, attacker, target, request, volley.groups[request.group].name)
        elif isinstance(request, Batch):
            value = yield from after_batch(state, attacker, target, request, volley.groups[request.group].name)
        elif isinstance(request, Allot):
            value = yield from _allot(state, each, request)
        elif isinstance(request, Struck):
            yield from _struck(state, attacker, target, each, request)
        elif isinstance(request, Throw):
            value = _as_it_is_now(state, attacker, each, request.group)
        elif early and request.pool != WOUNDS:
            return


def _as_it_is_now(state: State, attacker: Unit, each: Settled, group: int) -> AttackGroup | None:
    """A group as it is when its attacks are made: destroyed bearers make none, and some distances are measured anew (A12)."""
    index = each.firing[group]
    declared, plan = each.aimed.declared[index], each.plans[index]
    if declared.again is not None:
        question = each.questions[index]
        question = msgspec.structs.replace(question, given={**question.given, **dict(declared.again(state))})
        # The number of attacks and what it may do was settled at selection; the rest of the group is not read anew.
        plan = again(_plan(state, question, _facts(question, declared), each.aimed), plan)
    left = {model.id for model in attacker.models}
    living = sum(bearer in left for bearer in declared.bearers)
    if living == len(declared.bearers):
        return None if declared.again is None else plan.group()
    each_has = plan.weapon.count // len(declared.bearers)
    return msgspec.structs.replace(plan.group(), count=each_has * living)


def _allot(state: State, each: Settled, request: Allot) -> Procedure[Target | None]:
    """Let the defender say who takes the attacks that are to be allocated now."""
    target = state.units[each.aimed.target]
    if each.line is None or len(target.models) == 1:
        return None
    strike = each.plans[each.firing[request.group]].strikes[request.pool]
    # Attacks with Precision go to the character whom their owner picked.
    if each.apart and request.track and strike.order[0] == request.track:
        return None
    order = allocation.Order(each.line, each.named, each.aimed.covered)
    order = yield from allocation.allot(state, target, order, request)
    each.line, each.named = order.line, order.named
    return each.line.target


def _struck(state: State, attacker: Unit, target: Unit, each: Settled, struck: Struck) -> Procedure[None]:
    """Take an attack's damage off the model that it is allocated to: the first of its track that is left.

    That is the model that the reader means, unless something else (an explosion) struck the target since its attacks began.
    """
    if each.line is None:
        return
    shape = each.line.target
    before, after = shape.lost(struck.before), shape.lost(struck.after)
    track = next(index for index, (a, b) in enumerate(zip(before, after, strict=True)) if a != b)
    left = {model.id: model.wounds for model in target.models}
    model = next((model for model in each.line.order[track] if model in left), None)
    if model is not None:
        rule = _RULES.get(struck.pool, _MORTAL)
        yield from hurt(state, model, min(struck.damage, left[model]), by=attacker.id, source=struck.group, rule=rule)
        if all(each.id != model for each in target.models):
            by = next(declared for declared in each.aimed.declared if declared.weapon.name == struck.group)
            yield from returns(state, attacker, by.weapon.keywords, by.bearers)

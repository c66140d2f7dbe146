"""Attacks in a battle: one Fire Group or Strike Group, from declared weapons to models at 0.

The numbers come from the plan that the odds use, the sequence is the same; here the dice are asked for, and whoever owns the
target says whom wounds go to (Step 8). What waits for Step 11 or Step 10 comes back in the `Outcome`: glancing hits, casualties,
what is to be checked afterwards.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from warbench.attack.line import Line
from warbench.attack.rolled import Allot, Batch, Cast, Played, Struck, rolling
from warbench.attack.volley import Resolve, Step, Throw, Volley
from warbench.battle.asking import name_of, roll, rolled
from warbench.battle.requests import Procedure
from warbench.chance import Check
from warbench.games.heresy3.battle.allocation import Owner, allot, precise_pick
from warbench.games.heresy3.battle.arms import question_weapon, rule_of
from warbench.games.heresy3.battle.bearing import effects_between, facts_between, group_of, line_of, struck_models
from warbench.games.heresy3.battle.cover import cover_of
from warbench.games.heresy3.battle.events import Said
from warbench.games.heresy3.battle.guns import controller
from warbench.games.heresy3.battle.harm import hurt
from warbench.games.heresy3.battle.marked import Placed, as_hits, only_hits, said_hits, scattered
from warbench.games.heresy3.battle.readings import readings
from warbench.games.heresy3.battle.roster import Arm
from warbench.games.heresy3.battle.state import Model, State, Unit
from warbench.games.heresy3.plan import Plan, facts_of, plan_weapon, schedule
from warbench.games.heresy3.pools import TABLE
from warbench.games.heresy3.question import Question, Weapon
from warbench.games.heresy3.special_rules import BATTLE_RULES, battle_rule, parts_of, read_rule
from warbench.rules.conditions import Value
from warbench.rules.effects import Effect

DEFENDERS_ROLLS = frozenset({"save", "damage mitigation"})
"""Rolls of an attack that the target's player makes."""

_ON_WOUNDS = {"pinning": "pinned", "panic": "routed"}
_ON_HITS = {"stun": "stunned", "suppressive": "suppressed"}
_SHOCKING = 5
_AGAIN = " again"


class Declared(msgspec.Struct, frozen=True):
    """Weapons alike of some models that attack one unit: a Fire Group or Strike Group, or a part of one.

    ``count_each``: how many of them each bearer uses (None: one). ``placed`` is the Blast Marker or Template of the group. With
    ``sure`` its attacks hit without a test. ``skill`` replaces the bearers' own (a Firing Point's). ``effects`` bear on these
    attacks alone (gambits). ``only`` is the one model that they are made at (in a challenge).
    """

    arm: Arm
    bearers: tuple[str, ...]
    facts: tuple[tuple[str, Value], ...] = ()
    count_each: int | None = None
    placed: Placed | None = None
    sure: bool = False
    skill: int | None = None
    effects: tuple[Effect, ...] = ()
    only: str = ""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a group's attacks came to.

    ``attacks`` counts what was made, ``wounds`` wounds and penetrating hits before saves, ``unsaved`` those that got through,
    ``wounds_lost`` Wounds or Hull Points. ``glances`` wait for the Vehicle Damage Table. ``slain`` are the models that are now
    at 0. ``statuses``: what the weapon's rules may give the target, with the X that its Check is lowered by. ``shock``: the
    statuses that Shock gives. ``phage``: the characteristics that unsaved wounds lower. ``aflame``: the X of Aflame.
    ``misfires``: the hits on the own unit (Overload). ``others``: hits on further units under the marker.
    """

    attacks: int = 0
    hits: int = 0
    wounds: int = 0
    unsaved: int = 0
    wounds_lost: int = 0
    glances: int = 0
    slain: tuple[str, ...] = ()
    statuses: tuple[tuple[str, int], ...] = ()
    shock: tuple[str, ...] = ()
    phage: tuple[str, ...] = ()
    aflame: int = 0
    misfires: int = 0
    others: tuple[tuple[str, int], ...] = ()
    refused: tuple[str, ...] = ()


def resolve(  # noqa: PLR0913 -- who attacks whom, with what, and how
    state: State,
    attacker: Unit,
    target: Unit,
    declared: Declared,
    *,
    melee: bool,
    facts: Mapping[str, Value],
    attacks: int | None = None,
) -> Procedure[Outcome]:
    """Resolve one Fire Group (Steps 5 to 10) or Strike Group: every number is settled from the models as they are now.

    Args:
        state: the battle.
        attacker: the Attacking Unit.
        target: the Target Unit.
        declared: the weapons.
        melee: whether these are attacks in a combat.
        facts: what holds for the attack (`facts` of the game); those of ``declared`` go before them.
        attacks: how many attacks each bearer makes, where that is not its own number.
    """
    models = [state.model(declared.only)] if declared.only else struck_models(state, target)
    bearers = [state.model(bearer) for bearer in declared.bearers]
    if not models or not bearers:
        return Outcome()
    given = {**facts_between(state, attacker, target), **facts, **dict(declared.facts)}
    if declared.placed is not None:
        given["models_under_marker"] = declared.placed.under_of(target.id)
    groups = [group_of(state, target, model, None if melee else cover_of(state, model), melee=melee) for model in models]
    picked = yield from precise_pick(state, attacker, target, declared.arm, models, snap=given.get("snap_shots") is True)
    if picked:
        given["precision"] = True
        groups = [
            msgspec.structs.replace(group, keywords=(*group.keywords, "character")) if model.id == picked else group
            for model, group in zip(models, groups, strict=True)
        ]
    plans = []
    settled: Mapping[str, Value] = {}
    for weapon in _weapons(state, bearers, declared, attacks):
        question = Question(
            weapons=(weapon,),
            target=tuple(groups),
            given=given,
            effects=(*effects_between(attacker, target, declared.bearers), *declared.effects),
        )
        settled = facts_of(question)
        plan = plan_weapon(question, weapon, settled, readings(state))
        yield _said(state, attacker, target, plan, models)
        plans.append(plan)
    able = [plan for plan in plans if not plan.refused]
    if not able:
        return Outcome(refused=tuple(dict.fromkeys(text for plan in plans for text in plan.refused)))
    line = line_of(models, groups, settled)
    paragon = any("paragon" in state.kind(model.id).words for model in bearers)
    owner = Owner(target.player, controller(state, attacker), attackers=paragon, melee=melee)
    table = _Resolution(state, attacker, target, able, line, owner)
    return (yield from table.run(declared))


def _weapons(state: State, bearers: list[Model], declared: Declared, attacks: int | None) -> list[Weapon]:
    """One weapon with a count for all bearers that have it alike: Skill, Strength and Attacks may differ."""
    each = declared.count_each or 1
    found: dict[Weapon, int] = {}
    for model in bearers:
        weapon = question_weapon(state, model, declared.arm, attacks=attacks, sure=declared.sure)
        if declared.skill is not None and weapon.skill is not None:
            weapon = msgspec.structs.replace(weapon, skill=declared.skill)
        found[weapon] = found.get(weapon, 0) + each
    return [msgspec.structs.replace(weapon, count=count) for weapon, count in found.items()]


def _said(state: State, attacker: Unit, target: Unit, plan: Plan, models: list[Model]) -> Said:
    """The reasons behind a weapon's numbers, or why it may not attack; and what is not modelled (design properties 6 and 7)."""
    numbers = "; ".join(
        f"{reason.number} {reason.value}" + (f" ({', '.join(reason.because)})" if reason.because else "")
        for reason in plan.reasons
    )
    unknown = dict.fromkeys(
        f"special rule {text!r} of the target"
        for model in models
        for text in state.kind(model.id).special_rules
        if read_rule(text) is None and battle_rule(text) is None
    )
    missing = (*(text for text in plan.not_modelled if not _modelled(text)), *unknown)
    left_out = f"; not modelled: {', '.join(missing)}" if missing else ""
    what = "; ".join(plan.refused) or numbers
    return Said(
        text=f"{plan.weapon.count} x {plan.weapon.name} at {name_of(state, target.id)}: {what}{left_out}", unit=attacker.id
    )


def _modelled(text: str) -> bool:
    """Whether a battle follows what the odds leave out: where a marker scatters to, and rules that only battles know."""
    return text.startswith("Blast of") or any(f"'{name}" in text.casefold() for name in BATTLE_RULES)


class _Resolution:
    """A group under way: its plans, the target as it stands, and what has come of it."""

    def __init__(  # noqa: PLR0913, PLR0917 -- a record
        self, state: State, attacker: Unit, target: Unit, plans: list[Plan], line: Line, owner: Owner
    ) -> None:
        self.state, self.attacker, self.target = state, attacker, target
        self.plans, self.line, self.owner = plans, line, owner
        self.slain: list[str] = []
        self.lost = 0
        self.faces: list[int] = []
        self.others: dict[str, int] = {}

    def run(self, declared: Declared) -> Procedure[Outcome]:
        """Roll it all."""
        hits: int | None = None
        if declared.placed is not None:
            hits = yield from self._mark(declared.placed, declared.arm)
        played = yield from self._roll(_volley(self.plans, self.line, _steps(self.plans)))
        glances = yield from self._glances(played)
        return self._outcome(declared.arm, played, glances, hits)

    def _mark(self, placed: Placed, arm: Arm) -> Procedure[int]:
        """Hit Tests of attacks with a marker, and where it scattered to; the plans are then of its hits alone."""
        plans: list[Plan] = []
        hits = 0
        under = placed.under_of(self.target.id)
        for plan in self.plans:
            played = yield from self._roll(_volley([only_hits(plan)], self.line, (Throw(0),)))
            by_kind, missed = said_hits(plan, played)
            if plan.attack.hit is None and rule_of(arm, "overload") is not None:
                self.faces += yield from roll(self.state, self._roller("hit"), "overload", sum(by_kind), self.attacker.id)
                yield rolled(self._roller("hit"), "overload", self.faces, f"{arm.name}: misfires", self.attacker.id, "overload")
            if placed.dice_each:
                by_kind, missed = [0] * len(by_kind), sum(by_kind) + missed
            counts = [made * under for made in by_kind]
            for other, found in placed.further(self.target.id):
                self._add(other, found * sum(by_kind))
            for _ in range(missed if placed.dice_each else min(missed, 1)):
                after = yield from scattered(self.state, self.attacker, placed, arm.name)
                often = 1 if placed.dice_each else missed
                counts[0] += after.under_of(self.target.id) * often
                for other, found in after.further(self.target.id):
                    self._add(other, found * often)
            hits += sum(counts)
            plans += as_hits(plan, counts)
        yield Said(text=f"{arm.name}: {hits} hits by the marker", unit=self.attacker.id)
        self.plans = plans
        return hits

    def _add(self, other: str, hits: int) -> None:
        if hits:
            self.others[other] = self.others.get(other, 0) + hits

    def _roll(self, volley: Volley) -> Procedure[Played]:
        """Answer a volley's requests from the battle."""
        steps = rolling(volley)
        value: Any = None
        while True:
            try:
                request = steps.send(value)
            except StopIteration as done:
                played: Played = done.value
                return played
            value = None
            if isinstance(request, Cast):
                value = yield from roll(
                    self.state, self._roller(request.purpose), request.purpose, request.count, self.attacker.id
                )
            elif isinstance(request, Batch):
                yield from self._after(volley, request)
            elif isinstance(request, Allot):
                strike = volley.groups[request.group].strikes[request.pool]
                picked = request.track > 0 and strike.order[0] == request.track
                self.line = yield from allot(self.state, self.target, self.line, request, self.owner, picked=picked)
                value = self.line.target
            elif isinstance(request, Struck):
                yield from self._struck(request)

    def _roller(self, purpose: str) -> int:
        """Who rolls: saves and Damage Mitigation Tests are the target's; for what nobody controls the attacker's opponent."""
        attacker = controller(self.state, self.attacker)
        if purpose.removesuffix(_AGAIN) not in DEFENDERS_ROLLS:
            return attacker
        return self.target.player if self.target.player >= 0 else 1 - attacker

    def _after(self, volley: Volley, batch: Batch) -> Procedure[None]:
        if batch.purpose == "hit":
            self.faces += batch.shown
        player = self._roller(batch.purpose)
        unit = self.target if batch.purpose in DEFENDERS_ROLLS else self.attacker
        yield rolled(player, batch.purpose, batch.shown, f"{volley.groups[batch.group].name}: {_told(batch)}", unit.id)

    def _struck(self, struck: Struck) -> Procedure[None]:
        """Take what an attack does off the model that it is allocated to; at 0 it waits."""
        shape = self.line.target
        before, after = shape.lost(struck.before), shape.lost(struck.after)
        track = next(index for index, (a, b) in enumerate(zip(before, after, strict=True)) if a != b)
        done, _ = self.line.met(track, struck.before)
        model = self.line.order[track][done]
        points = after[track] - before[track]
        self.lost += points
        rule = "H-191" if not self.state.kind(model).armoured else "H-112"
        if (yield from hurt(self.state, model, points, by=self.attacker.id, source=struck.group, rule=rule)):
            self.slain.append(model)

    def _glances(self, played: Played) -> Procedure[int]:
        """The glancing hits that wait for the table; by the ruling glancing-save they may be saved now."""
        total = 0
        for plan, scores in zip(self.plans, played.scores, strict=True):
            if TABLE not in plan.roles:
                continue
            waiting = scores.get("glancing hits", 0)
            _, sequence = plan.strikes[plan.roles.index(TABLE)].by_profile[0]
            check = sequence.args[0]
            if isinstance(check, Check) and waiting:
                player = self._roller("save")
                faces = yield from roll(self.state, player, "save", waiting, self.attacker.id)
                saved = sum(bool(check.result_of(face)) for face in faces)
                yield rolled(player, "save", faces, f"{saved} glancing hits saved", self.target.id)
                waiting -= saved
            total += waiting
        return total

    def _outcome(self, arm: Arm, played: Played, glances: int, hits: int | None) -> Outcome:
        def total(stage: str) -> int:
            return sum(scores.get(stage, 0) for scores in played.scores)

        made = total("hits") if hits is None else hits
        wounds = total("wounds") - total("glancing hits")
        unsaved = total("unsaved")
        statuses = [
            (status, int(rule.x))
            for table, count in ((_ON_WOUNDS, wounds), (_ON_HITS, made))
            for family, status in table.items()
            if count and (rule := rule_of(arm, family)) is not None
        ]
        shock, phage, overload, fire = (rule_of(arm, family) for family in ("shock", "phage", "overload", "aflame"))
        misfires = sum(face <= int(overload.x.rstrip("+")) for face in self.faces) if overload is not None else 0
        shocking = {"vehicle", "walker"} & self.state.types(self.target) and any(face >= _SHOCKING for face in self.faces)
        return Outcome(
            attacks=total("attacks"),
            hits=made,
            wounds=wounds,
            unsaved=unsaved,
            wounds_lost=self.lost,
            glances=glances,
            slain=tuple(self.slain),
            statuses=tuple(statuses),
            shock=parts_of(shock) if shock is not None and shocking else (),
            phage=parts_of(phage) if phage is not None and unsaved else (),
            aflame=int(fire.x) if fire is not None and wounds and arm.type == "melee" else 0,
            misfires=misfires,
            others=tuple(self.others.items()),
        )


def _volley(plans: list[Plan], line: Line, steps: tuple[Step, ...]) -> Volley:
    return Volley(tuple(plan.group() for plan in plans), steps, line.target)


def _steps(plans: list[Plan]) -> tuple[Step, ...]:
    """Everything but the Vehicle Damage Table: that comes at the end of the whole Shooting Attack or initiative step (H-110)."""
    return tuple(
        step
        for step in schedule(plans, at_end=True)
        if not (isinstance(step, Resolve) and plans[step.group].roles[step.pool] == TABLE)
    )


def _told(batch: Batch) -> str:
    """What a batch came to: how many tests succeeded, or the amounts."""
    if not isinstance(batch.request, Check):
        return " + ".join(map(str, batch.answers))
    return f"{sum(bool(answer) for answer in batch.answers)} of {len(batch.answers)}"

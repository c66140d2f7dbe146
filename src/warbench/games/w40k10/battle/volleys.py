"""Attacks in a battle: from declared weapons to settled volleys, rolled with the battle's dice, and the models that they hurt.

The numbers come from the same plan as the odds, the sequence is the same; here the dice are asked for, and a window opens after
each batch (a Command Re-roll).
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from warbench.attack.rolled import Batch, Cast, Played, Rolling, Struck, rolling
from warbench.attack.target import Standing as Wounds
from warbench.attack.target import Target
from warbench.attack.volley import Resolve, Volley
from warbench.battle.requests import Procedure
from warbench.games.w40k10.abilities import effects_of_ability
from warbench.games.w40k10.attackers import while_damaged
from warbench.games.w40k10.battle.casualties import hurt
from warbench.games.w40k10.battle.events import Said, Threw
from warbench.games.w40k10.battle.state import Model, State, Unit
from warbench.games.w40k10.battle.moments import DiceRolled, windows
from warbench.games.w40k10.battle.tools import roll
from warbench.games.w40k10.best import best_rerolls
from warbench.games.w40k10.models import profiles, two_tracks
from warbench.games.w40k10.plan import Plan, facts_of, plan_weapon
from warbench.games.w40k10.question import Group, Question, Weapon
from warbench.games.w40k10.rulings import RULINGS
from warbench.games.w40k10.sequence import DEVASTATING, WOUNDS, schedule
from warbench.rules.conditions import Value
from warbench.rules.effects import Effect

DEFENDERS_ROLLS = frozenset({"save", "feel no pain"})
"""Rolls of an attack that the defender makes."""


class Declared(msgspec.Struct, frozen=True):
    """Weapons alike that attack one unit: the weapon with its count, its bearers, and the facts of this attack."""

    weapon: Weapon
    bearers: tuple[str, ...]
    facts: tuple[tuple[str, Value], ...] = ()


class Aimed(msgspec.Struct, frozen=True):
    """What a unit directs at one target: the declared weapons in order, and the facts that hold for all of them."""

    target: str
    declared: tuple[Declared, ...]
    facts: tuple[tuple[str, Value], ...] = ()


class Settled(msgspec.Struct):
    """A volley at one target: its plans, the target's models in the order of allocation, by track, and the target's state."""

    aimed: Aimed
    plans: tuple[Plan, ...]
    volley: Volley
    order: tuple[tuple[str, ...], ...]
    played: Played | None = None


def groups_of(state: State, unit: Unit) -> tuple[tuple[Group, ...], list[list[Model]]]:
    """A unit's models on the table in groups of models alike, the body first; and the models of each group, wounded first."""
    entry = state.entry(unit.id)
    by_kind: dict[int, list[Model]] = {}
    for model in unit.models:
        by_kind.setdefault(entry.index[model.id], []).append(model)
    kinds = sorted(by_kind, key=lambda kind: (entry.kinds[kind].part, -len(by_kind[kind]), kind))
    groups, models = [], []
    for index in kinds:
        kind = entry.kinds[index]
        members = sorted(by_kind[index], key=lambda model: model.wounds)
        # A leader whose unit is gone, or a lone character, is no longer reached last.
        keywords = tuple(sorted(kind.keywords))
        groups.append(
            Group(
                name=kind.name,
                count=len(members),
                toughness=kind.toughness,
                save=kind.save,
                wounds=kind.wounds,
                invulnerable=kind.invulnerable,
                feel_no_pain=kind.feel_no_pain,
                wounds_left=members[0].wounds if members[0].wounds < kind.wounds else None,
                keywords=keywords,
            )
        )
        models.append(members)
    return tuple(groups), models


def target_of(
    groups: tuple[Group, ...], models: list[list[Model]], facts: dict[str, Value], starting: int
) -> tuple[Target, tuple[tuple[str, ...], ...]]:
    """The target's models in the order of allocation (wounded first, attached characters last), and their ids by track."""
    kinds = [(group.save, group.invulnerable, group.feel_no_pain) for group in profiles(groups)]
    soldiers: list[tuple[bool, Model, int, int]] = []
    characters: list[tuple[bool, Model, int, int]] = []
    attached = len({group.character for group in groups}) > 1
    for index, (group, members) in enumerate(zip(groups, models, strict=True)):
        profile = kinds.index((group.save, group.invulnerable, group.feel_no_pain))
        into = characters if attached and group.character else soldiers
        into.extend((model.wounds >= group.wounds, model, profile, index) for model in members)
    lines = [sorted(line, key=lambda each: each[0]) for line in (soldiers, characters)]
    tracks = lines if two_tracks(groups, facts) else [lines[0] + lines[1]]
    standing = tuple(tuple(Wounds(model.wounds, profile, index) for _, model, profile, index in line) for line in tracks)
    ids = tuple(tuple(model.id for _, model, _, _ in line) for line in tracks)
    wounds = sum(group.count * group.wounds for group in groups)
    return Target(standing, starting, wounds), ids


def settle(state: State, attacker: Unit, aimed: Aimed) -> Settled:
    """Settle every number of what a unit directs at one target."""
    target = state.units[aimed.target]
    groups, models = groups_of(state, target)
    effects = (*attacking_effects(state, attacker, target), *defending_effects(state, target, attacker))
    rulings = RULINGS.settle(state.options.rulings)
    keywords = tuple(sorted(state.keywords(attacker)))
    plans: list[Plan] = []
    facts: dict[str, Value] = {}
    for declared in aimed.declared:
        question = Question(
            weapons=(declared.weapon,),
            target=groups,
            given={"tokens": target.tokens, **dict(aimed.facts), **dict(declared.facts)},
            effects=effects,
            attacker_keywords=keywords,
            damaged_at=state.kind(declared.bearers[0]).damaged_at if declared.bearers else 0,
        )
        facts = facts_of(question)
        plans.append(plan_weapon(question, declared.weapon, facts, rulings))
    shape, ids = target_of(groups, models, facts, target.starting)
    chosen, _ = best_rerolls(plans, shape) if any(plan.free for plan in plans) else (tuple(plans), None)
    groups_rolled = tuple(plan.group() for plan in chosen if not plan.refused)
    return Settled(aimed, tuple(chosen), Volley(groups_rolled, schedule(groups_rolled), shape), ids)


def attacking_effects(state: State, unit: Unit, target: Unit) -> tuple[Effect, ...]:
    """The effects of the attacking unit: abilities of its parts that are left, and what lasts on it against this target."""
    entry = state.entry(unit.id)
    out: list[Effect] = []
    alive = {state.kind(model.id).part for model in unit.models}
    for part, sheet in enumerate(entry.sheets):
        if part not in alive:
            continue
        names = [weapon.name for kind in entry.kinds if kind.part == part for weapon in kind.weapons]
        held = {item.casefold() for kind in entry.kinds if kind.part == part for item, _ in kind.items}
        for ability in sheet.abilities:
            if ability.affects == "passengers" or (ability.item and ability.item.casefold() not in held):
                continue
            for effect in effects_of_ability(ability):
                if effect.side != "attacker":
                    continue
                named = msgspec.structs.replace(effect, source=effect.source or ability.name)
                if ability.whole_unit or len(entry.sheets) == 1:
                    out.append(named)
                else:
                    out.extend(msgspec.structs.replace(named, weapon=name) for name in dict.fromkeys(names))
        if sheet.damaged is not None:
            out.extend(while_damaged(sheet.damaged.effects, sheet.damaged.wounds))
    out += [each.effect for each in unit.lasting if each.effect.side == "attacker" and each.against in {"", target.id}]
    return tuple(out)


def defending_effects(state: State, unit: Unit, attacker: Unit) -> tuple[Effect, ...]:
    """The effects of the unit that is attacked: abilities of its parts that are left, and what lasts on it."""
    entry = state.entry(unit.id)
    out: list[Effect] = []
    alive = {state.kind(model.id).part for model in unit.models}
    for part, sheet in enumerate(entry.sheets):
        if part not in alive:
            continue
        for ability in sheet.abilities:
            if ability.item and not ability.whole_unit:
                continue  # in the bearer's own numbers already
            if ability.id == "stealth" and not entry.all_have("stealth"):
                continue
            if ability.id == "feel-no-pain":
                continue  # in the models' own numbers already
            out += [
                msgspec.structs.replace(effect, source=effect.source or ability.name)
                for effect in effects_of_ability(ability)
                if effect.side == "defender" and (ability.whole_unit or part == 0 or len(alive) == 1)
            ]
    out += [each.effect for each in unit.lasting if each.effect.side == "defender" and each.against in {"", attacker.id}]
    return tuple(out)


def resolve(state: State, attacker: Unit, aims: Iterable[Aimed]) -> Procedure[list[Settled]]:
    """Resolve all attacks of a unit: target after target, then Devastating Wounds and mortal wounds of all (W-104, X-26)."""
    settled: list[Settled] = []
    for aimed in aims:
        each = settle(state, attacker, aimed)
        settled.append(each)
        for plan in each.plans:
            numbers = "; ".join(f"{reason.number} {reason.value} ({', '.join(reason.because)})" for reason in plan.reasons)
            text = f"{plan.weapon.count} x {plan.weapon.name} at {aimed.target}: {'; '.join(plan.refused) or numbers}"
            yield Said(text=text, unit=attacker.id)
    running = [(each, rolling(each.volley)) for each in settled]
    for each, steps in running:
        yield from _go_on(state, attacker, each, steps, early=True)
    for each, steps in running:
        if each.played is None:
            yield from _go_on(state, attacker, each, steps, early=False)
    return settled


def _go_on(state: State, attacker: Unit, each: Settled, steps: Rolling, *, early: bool) -> Procedure[None]:
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
            return
        value = None
        if isinstance(request, Cast):
            value = yield from roll(state, _roller(state, attacker, target, request.purpose), request.purpose, request.count, attacker.id)
        elif isinstance(request, Batch):
            value = yield from _after_batch(state, attacker, target, each, request)
        elif isinstance(request, Struck):
            yield from _struck(state, attacker, target, each, request)
        elif early and isinstance(request, Resolve) and request.pool != WOUNDS:
            return


def _roller(state: State, attacker: Unit, target: Unit, purpose: str) -> int:
    """Who rolls: saves and Feel No Pain are the defender's."""
    return state.player(target.id if purpose.removesuffix(" again") in DEFENDERS_ROLLS else attacker.id)


def _after_batch(state: State, attacker: Unit, target: Unit, each: Settled, batch: Batch) -> Procedure[int | None]:
    """Log a batch, and offer the player who rolled it to throw one of its dice again (W-222, W-224)."""
    defends = batch.purpose in DEFENDERS_ROLLS
    unit = target if defends else attacker
    player = state.player(unit.id)
    weapon = each.volley.groups[batch.group].name
    result = f"{weapon}: {', '.join(map(str, batch.answers))}"
    yield Threw(player=player, purpose=batch.purpose, faces=batch.shown, result=result, unit=unit.id)
    if not batch.open:
        return None
    about = DiceRolled(unit=unit.id, purpose=batch.purpose, batch=batch)
    chosen = yield from windows().open(state, "dice rolled", (player,), about, until=lambda found: found is not None)
    return next((found for found in chosen if isinstance(found, int)), None)


def _struck(state: State, attacker: Unit, target: Unit, each: Settled, struck: Struck) -> Procedure[None]:
    """Turn the change of the target's state into wounds of a model. A model that something else took away is passed over."""
    shape = each.volley.target
    before, after = shape.lost(struck.before), shape.lost(struck.after)
    track = next(index for index, (a, b) in enumerate(zip(before, after, strict=True)) if a != b)
    passed = 0
    for model, standing in zip(each.order[track], shape.tracks[track], strict=True):
        passed += standing.wounds
        if passed > before[track]:
            if any(other.id == model for other in target.models):
                rule = "W-101" if struck.pool == DEVASTATING else "W-044"
                lost = after[track] - before[track]
                yield from hurt(state, model, lost, by=attacker.id, source=struck.group, rule=rule)
            return

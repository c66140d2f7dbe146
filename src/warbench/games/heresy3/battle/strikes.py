"""One initiative step of a combat: who strikes closes in, strikes whom he is engaged with, and the fallen are removed at its end.

The attacks of a step are simultaneous: who is brought to 0 in it still strikes in it (H-099, H-100, H-110; facts 13).
"""

from collections.abc import Sequence

import msgspec

from warbench.battle.asking import name_of
from warbench.battle.requests import Ask, Option, Procedure
from warbench.games.heresy3.battle.aftermath import aflame, phage, phaged, shock
from warbench.games.heresy3.battle.arms import left, rule_of
from warbench.games.heresy3.battle.casualties import glances, remove
from warbench.games.heresy3.battle.checks import model_check
from warbench.games.heresy3.battle.combats import engaged_with, foes, side, side_of
from warbench.games.heresy3.battle.dealing import deal
from warbench.games.heresy3.battle.events import Said, Spent
from warbench.games.heresy3.battle.passengers import taken
from warbench.games.heresy3.battle.piling import pile_in
from warbench.games.heresy3.battle.roster import Arm
from warbench.games.heresy3.battle.state import NOBODY, Model, State, Unit
from warbench.games.heresy3.battle.volleys import Declared, Outcome, resolve
from warbench.games.heresy3.battle.wielding import BOMBS, Wielded, extra, is_still
from warbench.games.heresy3.rule_effects import hated_by
from warbench.games.heresy3.special_rules import read_rule
from warbench.rules.conditions import Value
from warbench.rules.effects import ChangeRoll, ChangeValue, Effect

_FURNACE = "rad furnace"
_HARDENED = frozenset({"automata", "cybernetica"})


class StrikeGroup(msgspec.Struct, frozen=True):
    """Attacks with weapons alike of a unit's models at one enemy unit. ``forced``: their Force weapons do double (Force)."""

    unit: str
    target: str
    arm: Arm
    bearers: tuple[str, ...]
    forced: bool = False

    @property
    def key(self) -> str:
        """What it is called in answers."""
        return f"{self.unit}:{self.arm.name}:{'+'.join(self.bearers)}"


class Tally:
    """What has come of a combat's fight so far: points for both players, and which Fortifications bombs were used on."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.points = [0, 0]
        self.bombed: list[str] = []


def initiative_step(
    state: State, combat: Sequence[str], wielded: Wielded, models: Sequence[Model], tally: Tally
) -> Procedure[None]:
    """Resolve one initiative step: Steps 1 to 10.

    Args:
        state: the battle.
        combat: the units of the combat.
        wielded: the weapon of each model.
        models: the combatants: those whose Combat Initiative is this step's.
        tally: what the fight came to so far; it is brought up to date.
    """
    names = {model.id for model in models}
    order = [unit for player in (state.active, 1 - state.active) for unit in side(state, combat, player)]
    combatants = {unit.id: [model for model in state.living(unit) if model.id in names] for unit in order}
    for unit in order:
        if combatants[unit.id]:
            yield from pile_in(state, unit, combat, combatants[unit.id])
    groups: list[StrikeGroup] = []
    for unit in order:
        groups += yield from _groups(state, unit, combat, combatants[unit.id], wielded)
    outcomes: list[tuple[StrikeGroup, Outcome]] = []
    while groups:
        group = yield from _next(state, combat, groups)
        groups.remove(group)
        if state.living(state.units[group.target]):
            outcomes.append((group, (yield from _strike(state, combat, group))))
            if group.arm.name.casefold() in BOMBS:
                tally.bombed.append(group.target)
    yield from _remove(state, combat, outcomes, tally)


def _groups(
    state: State, unit: Unit, combat: Sequence[str], models: Sequence[Model], wielded: Wielded
) -> Procedure[list[StrikeGroup]]:
    """Steps 3 and 4: who is engaged, whom he strikes where he has a choice, and the Strike Groups."""
    enemies = foes(state, combat, unit) if models else []
    engaged = {foe.id: {model.id for model in engaged_with(state, unit, foe)} for foe in enemies}
    sets: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for model in models:
        within = tuple(foe for foe, names in engaged.items() if model.id in names and may_strike(state, wielded[model.id], foe))
        if within:
            sets.setdefault((wielded[model.id].name, within), []).append(model.id)
    found: dict[tuple[str, str, bool], list[str]] = {}
    arms: dict[str, Arm] = {}
    for (arm, within), names in sets.items():
        options = [Option(foe, name_of(state, foe)) for foe in within]
        text = f"{name_of(state, unit.id)}: whom do {len(names)} x {arm} strike?"
        aimed = yield from deal(unit.player, "strike target", text, names, options, subject=unit.id, rule="fight-step-3")
        for name in names:
            arms[arm] = wielded[name]
            forced = rule_of(wielded[name], "force") is not None and (yield from _forces(state, name))
            found.setdefault((arm, aimed[name], forced), []).append(name)
    return [StrikeGroup(unit.id, foe, arms[arm], tuple(names), forced) for (arm, foe, forced), names in found.items()]


def may_strike(state: State, arm: Arm, foe: str) -> bool:
    """Whether a weapon may be used against a unit at all: Detonation only against what does not move (H-176)."""
    return rule_of(arm, "detonation") is None or is_still(state, state.units[foe])


def _forces(state: State, name: str) -> Procedure[bool]:
    """The Willpower Check of a model with a Force weapon."""
    return (yield from model_check(state, state.model(name), "willpower", why="Force", rule="special-force"))


def _next(state: State, combat: Sequence[str], groups: Sequence[StrikeGroup]) -> Procedure[StrikeGroup]:
    """Step 7: each player in turn, the Active one first, picks among the Strike Groups that were made at his units."""
    for player in (state.active, 1 - state.active):
        claimed = [group for group in groups if side_of(state, combat, state.units[group.target]) == player]
        if claimed:
            break
    target = claimed[0].target
    rivals = [group for group in claimed if group.target == target]
    if len(rivals) == 1 or state.units[target].player == NOBODY or not state.living(state.units[target]):
        return rivals[0]
    options = [Option(each.key, f"{len(each.bearers)} x {each.arm.name} of {name_of(state, each.unit)}") for each in rivals]
    text = f"{name_of(state, target)}: which Strike Group is resolved next?"
    key = yield Ask(player, "strike group", text, lambda: options, subject=target)
    return next(each for each in rivals if each.key == key)


def _strike(state: State, combat: Sequence[str], group: StrikeGroup) -> Procedure[Outcome]:
    """Steps 5 to 8 for one Strike Group."""
    unit, target = state.units[group.unit], state.units[group.target]
    for bearer in group.bearers:
        if left(state, state.model(bearer), group.arm) is not None:
            yield Spent(model=bearer, what=group.arm.name, rule="special-limited")
    combat_effects = (*irradiated(state, combat, target), *hatred(state, combat, group))
    declared = Declared(group.arm, group.bearers, effects=(*extra(group.arm), *combat_effects))
    facts: dict[str, Value] = {**facts_of_fight(state, combat, unit), "force_passed": group.forced}
    return (yield from resolve(state, unit, target, declared, melee=True, facts=facts))


def hatred(state: State, combat: Sequence[str], group: StrikeGroup) -> tuple[Effect, ...]:
    """What Hatred (X) of a Strike Group adds against an enemy that it does not name, beside one in the combat that it names (C1).

    Against whom it names it is an effect of the attack itself.
    """
    texts = [*group.arm.special_rules, *state.kind(group.bearers[0]).special_rules]
    rules = [rule for rule in map(read_rule, texts) if rule is not None and rule.family == "hatred"]
    if not rules:
        return ()
    named = {word for rule in rules for word in hated_by(rule)}
    there = {unit.id: _words(state, unit) for unit in foes(state, combat, state.units[group.unit])}
    if not named.isdisjoint(there.pop(group.target, ())) or named.isdisjoint(word for words in there.values() for word in words):
        return ()
    return (ChangeRoll(roll="wound", by=1, attacks="melee", source=rules[0].name),)


def _words(state: State, unit: Unit) -> frozenset[str]:
    return frozenset(word for model in state.living(unit) for word in state.kind(model.id).words)


def irradiated(state: State, combat: Sequence[str], target: Unit) -> tuple[Effect, ...]:
    """The Toughness that a rad furnace in a combat takes off those who have none and are no Automata or Cybernetica (C1).

    It adds nothing to Phage. Only in the Fight Sub-Phase: challenges are fought before it.
    """
    kinds = [state.kind(model.id) for model in state.living(target)]
    exposed = [not (kind.holds(_FURNACE) or kind.words & _HARDENED) for kind in kinds]
    if 2 * sum(exposed) <= len(kinds) or phaged(target, "toughness"):
        return ()
    there = (state.kind(model.id) for key in combat for model in state.living(state.units[key]))
    burns = any(kind.holds(_FURNACE) for kind in there)
    return (ChangeValue(name="toughness", by=-1, attacks="melee", source=_FURNACE),) if burns else ()


def facts_of_fight(state: State, combat: Sequence[str], unit: Unit) -> dict[str, Value]:
    """What holds for a unit's attacks in a combat: a charge that was not Disordered, and whether its side has fewer models.

    A Bulky (X) model counts as X of them (facts 19).
    """
    player = side_of(state, combat, unit)
    ours, theirs = (
        sum(taken(state, model) for each in side(state, combat, who) for model in state.living(each))
        for who in (player, 1 - player)
    )
    return {"charged": unit.charged and not unit.disordered, "outnumbered": ours < theirs, "challenge": False}


def _remove(
    state: State, combat: Sequence[str], outcomes: Sequence[tuple[StrikeGroup, Outcome]], tally: Tally
) -> Procedure[None]:
    """Step 10: the Vehicle Damage Table, casualties, and the points for them."""
    sides = {model.id: side_of(state, combat, state.units[key]) for key in combat for model in state.units[key].models}
    for group, outcome in outcomes:
        unit, target = state.units[group.unit], state.units[group.target]
        fallen = list(outcome.slain)
        if outcome.glances and target.where == "table":
            fallen += yield from glances(state, target, outcome.glances, by=unit.id, player=unit.player)
        gone = yield from remove(state, fallen, by=unit.id, source=group.arm.name)
        for model in gone:
            if model in sides and state.kind(model).has("rite of pure thought") is None:
                tally.points[1 - sides[model]] += 1
        if outcome.statuses:
            yield Said(text=f"{group.arm.name}: its statuses are for Shooting Attacks alone", unit=unit.id, rule="fight-step-10")
        yield from phage(state, target, outcome.phage)
        yield from aflame(target, outcome.aflame)
        yield from shock(state, target, outcome.shock)

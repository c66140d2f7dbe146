"""What attacks are worth to the planner of the Horus Heresy, in points of the army list: the exact odds."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from warbench.attack.volley import Volley
from warbench.games.heresy3.battle.arms import question_weapon
from warbench.games.heresy3.battle.bearing import effects_between, facts_between, group_of, struck_models
from warbench.games.heresy3.battle.cover import cover_of
from warbench.games.heresy3.battle.declaring import Menu, facts_for, fire_groups
from warbench.games.heresy3.battle.facings import facings
from warbench.games.heresy3.battle.guns import Gun, Stance
from warbench.games.heresy3.battle.passengers import inside
from warbench.games.heresy3.battle.readings import readings
from warbench.games.heresy3.battle.roster import Arm
from warbench.games.heresy3.battle.state import Model, State, Unit
from warbench.games.heresy3.battle.targets import PLAIN, eligible, enemies, is_target, target_guns
from warbench.games.heresy3.battle.wielding import extra, fighters, initiative, melee_arms
from warbench.games.heresy3.models import target_of
from warbench.games.heresy3.plan import Plan, facts_of, plan_weapon, volley_of
from warbench.games.heresy3.question import Group, Question, Weapon
from warbench.players.choosing import DIGITS
from warbench.players.odds import reckoned
from warbench.rules.conditions import Value
from warbench.rules.effects import Effect

_WHOLE = 0.25
"""A unit that is gone holds nothing any more: its destruction is worth so much of its points on top."""

_ABOARD = 0.4
"""What those inside lose when their transport or Fortification is destroyed, as a share of their points."""

_WALLS = 0.35
"""A Fortification without weapons is worth so much of its points as a target."""

_UNDER = 3
"""So many models are taken to be under a marker."""

Given = tuple[tuple[str, Value], ...]


class Worth(NamedTuple):
    """What attacks do on average: points that the target loses, the share of its Wounds, the probability that all of it goes."""

    points: float = 0.0
    share: float = 0.0
    gone: float = 0.0


NOTHING = Worth()


def points_of_model(state: State, model: str) -> float:
    """What a model is worth, in points: its share of the unit that it was bought in."""
    entry = state.entry(state.roster.unit_of[model])
    return entry.points / max(1, len(entry.models))


def points_of(state: State, unit: Unit) -> float:
    """What a unit is worth as it stands now: its models by the Wounds that they have left, joined characters included."""
    return sum(points_of_model(state, model.id) * max(model.wounds, 0) / state.kind(model.id).wounds for model in unit.models)


# --- attacks ---


class _Target(NamedTuple):
    """A target as odds take it."""

    groups: tuple[Group, ...]
    points: float
    effects: tuple[Effect, ...]
    facts: Given


def _met(state: State, attacker: Unit, target: Unit, *, melee: bool) -> _Target | None:
    """What attacks of a unit meet at another; None when nobody is there."""
    models = struck_models(state, target)
    if not models:
        return None
    counts: dict[Group, int] = {}
    for model in models:
        group = group_of(state, target, model, None if melee else cover_of(state, model))
        counts[group] = counts.get(group, 0) + 1
    groups = tuple(_counted(group, count) for group, count in counts.items())
    aboard = sum(points_of(state, other) for other in inside(state, target)) * _ABOARD
    worth = points_of(state, target)
    if "fortification" in state.types(target) and not any(state.kind(model.id).weapons for model in target.models):
        worth *= _WALLS
    facts = tuple(facts_between(state, attacker, target).items())
    return _Target(groups, worth + aboard, effects_between(attacker, target, ()), facts)


@lru_cache(maxsize=4096)
def _counted(group: Group, count: int) -> Group:
    return msgspec.structs.replace(group, count=count)


@lru_cache(maxsize=20_000)
def _plan(weapon: Weapon, target: tuple[Group, ...], given: Given, effects: tuple[Effect, ...], read: Given) -> Plan:
    question = Question(weapons=(weapon,), target=target, given=dict(given), effects=effects)
    return plan_weapon(question, weapon, facts_of(question), {name: str(value) for name, value in read})


@lru_cache(maxsize=20_000)
def _solved(volley: Volley) -> tuple[float, float]:
    """The share of the target's Wounds that a volley takes on average, and the probability that nothing is left."""
    outcome = reckoned(volley)
    return round(float(outcome.wounds_lost.mean) / volley.target.total, DIGITS), round(float(outcome.destroyed), DIGITS)


class _Aimed(NamedTuple):
    """Weapons alike and the facts of their attacks."""

    weapon: Weapon
    given: Given
    effects: tuple[Effect, ...] = ()


def _worth(state: State, met: _Target, aimed: Iterable[_Aimed]) -> Worth:
    read = tuple(readings(state).items())
    plans = [_plan(each.weapon, met.groups, (*met.facts, *each.given), (*met.effects, *each.effects), read) for each in aimed]
    able = [plan for plan in plans if not plan.refused]
    if not able:
        return NOTHING
    facts = facts_of(Question(weapons=(able[0].weapon,), target=met.groups, given=dict(met.facts)))
    share, gone = _solved(volley_of(able, target_of(met.groups, facts)))
    return Worth(round(met.points * (share + gone * _WHOLE), DIGITS), share, gone)


# --- shooting ---


def shooting(state: State, unit: Unit, target: Unit, guns: Sequence[Gun], stance: Stance) -> Worth:
    """What firing some weapons at a unit is worth."""
    met = _met(state, unit, target, melee=False)
    if met is None or not guns:
        return NOTHING
    seen = facings(state, target, [gun.eye for gun in guns]) if met.groups[0].armoured else []
    facing = seen[0] if seen else "front"
    aimed: list[_Aimed] = []
    for group in fire_groups(guns):
        facts = {
            **facts_for(state, unit, stance, group.guns),
            "facing": facing,
            "models_under_marker": min(sum(each.count for each in met.groups), _UNDER),
        }
        counts: dict[Weapon, int] = {}
        for gun in group.guns:
            weapon = question_weapon(state, state.model(gun.bearer), gun.arm)
            counts[weapon] = counts.get(weapon, 0) + gun.count
        aimed += [_Aimed(msgspec.structs.replace(weapon, count=n), tuple(facts.items())) for weapon, n in counts.items()]
    return _worth(state, met, aimed)


def best_guns(state: State, unit: Unit, target: Unit, stance: Stance = PLAIN) -> list[Gun]:
    """The weapons that a unit would fire at another, each model its best."""
    guns = target_guns(state, unit, target, stance)
    if stance.most is None and len({gun.bearer for gun in guns}) == len(guns):
        return guns  # nobody has a choice
    menu = Menu(state, unit, target, guns, stance)
    shares = dict.fromkeys(guns, 0.0)
    found: list[Gun] = []
    for model, own in menu.by_model.items():
        if menu.fault(model, own) is not None:
            shares.update((gun, shooting(state, unit, target, [gun], stance).share) for gun in own)
        taken: list[Gun] = []
        for gun in sorted(own, key=lambda gun: -shares[gun]):
            if menu.fault(model, [*taken, gun]) is None:
                taken.append(gun)
        found += taken
    if stance.most is not None and len(found) > stance.most:
        shares.update((gun, shooting(state, unit, target, [gun], stance).share) for gun in found)
        found = sorted(found, key=lambda gun: -shares[gun])[: stance.most]
    return found


def shot(state: State, unit: Unit, target: Unit, stance: Stance = PLAIN) -> Worth:
    """What the best that a unit could fire at another is worth."""
    return shooting(state, unit, target, best_guns(state, unit, target, stance), stance)


def best_shot(state: State, unit: Unit, stance: Stance = PLAIN) -> tuple[float, str]:
    """What the best target of a unit is worth to it from where it stands, and which one; 0 and "" when there is none."""
    found = (0.0, "")
    if unit.where != "table" or eligible(state, unit, stance) is not None:
        return found
    for target in enemies(state, unit):
        if target.player >= 0 and is_target(state, unit, target, stance):
            points = shot(state, unit, target, stance).points
            found = (points, target.id) if points > found[0] else found
    return found


# --- fighting ---


def strikes(state: State, unit: Unit, target: Unit, *, charged: bool = False, arm: str = "") -> Worth:
    """What all models of a unit, each with its best melee weapon (or that one), do to another in a round of combat."""
    met = _met(state, unit, target, melee=True)
    if met is None:
        return NOTHING
    counts: dict[tuple[Weapon, tuple[Effect, ...]], int] = {}
    given: Given = (("charged", charged or unit.charged),)
    for model in fighters(state, unit):
        arms = melee_arms(state, model, [unit.id, target.id])
        chosen = _best_arm(state, model, [each for each in arms if each.name == arm] or arms, met, given)
        if chosen is not None:
            key = question_weapon(state, model, chosen), extra(chosen)
            counts[key] = counts.get(key, 0) + 1
    aimed = [_Aimed(msgspec.structs.replace(weapon, count=n), given, own) for (weapon, own), n in counts.items()]
    return _worth(state, met, aimed) if aimed else NOTHING


def _best_arm(state: State, model: Model, arms: Sequence[Arm], met: _Target, given: Given) -> Arm | None:
    """The melee weapon with which a model does most."""
    found: tuple[float, Arm | None] = (-1.0, None)
    for arm in arms:
        done = _worth(state, met, [_Aimed(question_weapon(state, model, arm), given, extra(arm))]).share
        found = (done, arm) if done > found[0] else found
    return found[1]


def pace(state: State, unit: Unit) -> int:
    """The Initiative that most of a unit strikes in, roughly."""
    values = sorted(state.kind(model.id).numbers.get("initiative") or 0 for model in unit.models)
    return values[len(values) // 2] if values else 0


def fight(state: State, unit: Unit, target: Unit, *, charged: bool = False) -> float:
    """What a round of combat is worth to a unit: what the other loses, less what it loses; who strikes first is hurt less."""
    ours, theirs = strikes(state, unit, target, charged=charged), strikes(state, target, unit)
    first, second = pace(state, unit), pace(state, target)
    if first == second:
        return ours.points - theirs.points
    if first > second:
        return ours.points - theirs.points * (1.0 - ours.share)
    return ours.points * (1.0 - theirs.share) - theirs.points


def blows(state: State, mine: Model, theirs: Model, combat: Sequence[str], arm: str = "") -> float:
    """How many Wounds a model takes from another in a round of a challenge, on average, with its best weapon (or that one)."""
    unit, other = state.units[state.home(mine.id)], state.units[state.home(theirs.id)]
    group = group_of(state, other, theirs)
    met = _Target((group,), 1.0, effects_between(unit, other, ()), tuple(facts_between(state, unit, other).items()))
    given: Given = (("challenge", True), ("charged", unit.charged))
    arms = melee_arms(state, mine, combat)
    able = [each for each in arms if each.name == arm] or arms
    shares = [_worth(state, met, [_Aimed(question_weapon(state, mine, each), given, extra(each))]).share for each in able]
    return max(shares, default=0.0) * theirs.wounds


def edge(state: State, mine: Model, theirs: Model, combat: Sequence[str]) -> float:
    """How much better a model is in a challenge: the shares of their Wounds that both lose in a round; above 0 it is."""
    arms = melee_arms(state, mine, combat), melee_arms(state, theirs, combat)
    ours, others = (
        max((initiative(state, model, arm) for arm in own), default=0) for model, own in zip((mine, theirs), arms, strict=True)
    )
    lead = 0.1 * ((ours > others) - (ours < others))
    gain = blows(state, mine, theirs, combat) / max(theirs.wounds, 1)
    return round(gain - blows(state, theirs, mine, combat) / max(mine.wounds, 1) + lead, DIGITS)


# --- models ---


@lru_cache(maxsize=1024)
def _power(weapon: Weapon) -> float:
    """How hard a weapon hits: attacks by Strength by Damage on average, more for its penetration."""
    return float(weapon.attacks.mean) * weapon.strength * float(weapon.damage.mean) * (9 - weapon.ap) * weapon.count


def powers(state: State, model: Model) -> tuple[float, float]:
    """How hard a model shoots and strikes with its best weapons: rough, to tell who is a gunner and who fights."""
    kind = state.kind(model.id)
    guns = [_power(question_weapon(state, model, arm, count=arm.count)) for arm in kind.weapons if arm.type != "melee"]
    blades = [_power(question_weapon(state, model, arm)) for arm in kind.weapons if arm.type == "melee"]
    return (sum(guns) if kind.at_once is None else max(guns, default=0.0)), max(blades, default=0.0)

"""What follows from a Shooting Attack: Step 11 and the marks for the Morale Sub-Phase, Phage, Shock, misfires, stray hits.

Marks on a unit are ``panic`` (a quarter was lost), ``coherency`` (models were lost), and ``pinned:1`` and the like for what
weapons may give, with what the Check is lowered by.
"""

from collections.abc import Collection, Iterable, Sequence

import msgspec

from warbench.battle.asking import name_of
from warbench.battle.requests import Procedure
from warbench.games.heresy3.battle.casualties import glances, remove
from warbench.games.heresy3.battle.events import Lasts, Marked, Said
from warbench.games.heresy3.battle.facings import facing_towards
from warbench.games.heresy3.battle.guns import controller
from warbench.games.heresy3.battle.readings import ruling
from warbench.games.heresy3.battle.roster import Arm
from warbench.games.heresy3.battle.state import Lasting, State, Unit
from warbench.games.heresy3.battle.statuses import give
from warbench.games.heresy3.battle.volleys import Declared, Outcome, resolve
from warbench.games.heresy3.special_rules import STATUSES, WORN
from warbench.rules.conditions import Value
from warbench.rules.effects import ChangeValue

PANIC, COHERENCY = "panic", "coherency"
_QUARTER, _HALF = 4, 2
_PHAGE, _AFLAME = "Phage", "Aflame"
_IN_COMBAT = "leadership in combat"


def finish(  # noqa: PLR0913 -- who, at whom, with what result
    state: State, unit: Unit, target: Unit, outcomes: Sequence[Outcome], started: Collection[str], *, quiet: bool
) -> Procedure[None]:
    """Step 11: casualties are removed, glancing hits roll, and what is to be checked is marked.

    Args:
        state: the battle.
        unit: the Attacking Unit.
        target: the Target Unit.
        outcomes: what the Fire Groups came to.
        started: the models that the target had when the attack began.
        quiet: a reaction or volley: it gives no statuses, and nobody checks for it.
    """
    player = controller(state, unit)
    slain = [model for outcome in outcomes for model in outcome.slain]
    gone = list((yield from remove(state, slain, by=unit.id)))
    waiting = sum(outcome.glances for outcome in outcomes)
    if waiting and quiet and ruling(state, "reaction-glances") == "none":
        yield Said(text=f"{waiting} glancing hits do nothing: the attack gives no statuses", unit=unit.id, rule="B204")
    elif waiting and target.where == "table":
        fallen = yield from glances(state, target, waiting, by=unit.id, player=player)
        gone += yield from remove(state, fallen, by=unit.id)
    yield from phage(state, target, (name for outcome in outcomes for name in outcome.phage))
    if not quiet:
        yield from shock(state, target, (status for outcome in outcomes for status in outcome.shock))
        lost = sum(model in started for model in gone)
        yield from mark(state, target, lost, len(started), [each for outcome in outcomes for each in outcome.statuses])


def mark(state: State, target: Unit, lost: int, started: int, statuses: Iterable[tuple[str, int]]) -> Procedure[None]:
    """Note what a unit is to be checked for in the Morale Sub-Phase (H-224; facts 8).

    An Auxilia vexilla in it lets it bear the loss of less than half (C1).
    """
    if target.where != "table" or not target.models:
        return
    steady = any(state.kind(model.id).holds("auxilia vexilla") for model in target.models)
    share = _HALF if steady else _QUARTER
    marks = list(target.morale)
    if lost and COHERENCY not in marks:
        marks.append(COHERENCY)
    if lost * share >= started > 0 and lost and PANIC not in marks:
        marks.append(PANIC)
    # Of several weapons the greatest penalty counts; nothing adds up.
    worst = {name: int(by) for name, _, by in (each.partition(":") for each in marks) if by}
    for status, by in statuses:
        worst[status] = max(worst.get(status, 0), by)
    marks = [each for each in marks if ":" not in each] + [f"{status}:{by}" for status, by in worst.items()]
    if marks != target.morale:
        yield Marked(unit=target.id, mark="morale", value=marks, rule="morale")


def phage(state: State, target: Unit, characteristics: Iterable[str]) -> Procedure[None]:
    """Unsaved wounds of Phage (X) lower a characteristic by 1 for the rest of the battle, each only once.

    A unit of which most models have a rad furnace does not mind (C1).
    """
    hardened = sum(state.kind(model.id).holds("rad furnace") for model in target.models)
    if target.where != "table" or 2 * hardened > len(target.models):
        return
    for text in dict.fromkeys(characteristics):
        name = WORN[text]
        source = f"{_PHAGE} ({text})"
        if any(each.source == source for each in target.lasting):
            continue
        effect = ChangeValue(name=name, by=-1, side="defender", source=source)
        yield Lasts(unit=target.id, lasting=Lasting(effect=effect, until="battle", source=source))
        yield Said(
            text=f"{name_of(state, target.id)}: {name.replace('_', ' ')} is 1 less from now on", unit=target.id, rule="phage"
        )


def phaged(unit: Unit, name: str) -> bool:
    """Whether Phage (X) has lowered a characteristic of a unit."""
    found = (each.effect for each in unit.lasting if each.source.startswith(_PHAGE))
    return any(isinstance(effect, ChangeValue) and effect.name == name for effect in found)


def aflame(target: Unit, by: int) -> Procedure[None]:
    """Wounds of Aflame (X) lower the Leadership of the target by X for the Check of a lost combat in this phase (C1)."""
    if by <= burning(target) or target.where != "table":
        return
    effect = ChangeValue(name=_IN_COMBAT, by=-by, side="defender", source=_AFLAME)
    yield Lasts(unit=target.id, lasting=Lasting(effect=effect, until="phase", source=_AFLAME))


def burning(unit: Unit) -> int:
    """What Aflame (X) takes off the Leadership of a unit when its combat is resolved."""
    found = (each.effect.by for each in unit.lasting if isinstance(each.effect, ChangeValue) and each.effect.name == _IN_COMBAT)
    return max((-by for by in found if isinstance(by, int)), default=0)


def shock(state: State, target: Unit, statuses: Iterable[str]) -> Procedure[None]:
    """Shock (X): the Vehicles and Walkers of the target gain the status, whatever else the hits did."""
    if target.where != "table":
        return
    for status in dict.fromkeys(STATUSES[each] for each in statuses):
        able = [model.id for model in target.models if {"vehicle", "walker"} & state.kind(model.id).words]
        yield from give(state, target, status, source="Shock", rule="shock", models=able)


# --- hits on others ---


class Stray(msgspec.Struct, frozen=True):
    """Hits of an attack on a further unit: one under its marker, or the own unit by misfires. They are resolved after it."""

    arm: Arm
    bearer: str
    unit: str
    hits: int
    rule: str


def strays(arm: Arm, bearer: str, own: str, outcome: Outcome) -> list[Stray]:
    """The further hits of a Fire Group."""
    found = [Stray(arm, bearer, unit, hits, "special-blast") for unit, hits in outcome.others]
    if outcome.misfires:
        found.append(Stray(arm, bearer, own, outcome.misfires, "special-overload"))
    return found


def resolve_strays(state: State, unit: Unit, found: Sequence[Stray], facts: dict[str, Value], *, quiet: bool) -> Procedure[None]:
    """Resolve hits on further units, each as a Shooting Attack of its own that hits without a test."""
    for stray in found:
        other = state.units[stray.unit]
        if other.where != "table" or not state.living(other):
            continue
        if _gone(state, stray.bearer):
            continue
        yield Said(text=f"{stray.hits} hits of {stray.arm.name} on {name_of(state, other.id)}", unit=unit.id, rule=stray.rule)
        started = [model.id for model in state.living(other)]
        eye = state.model(stray.bearer)
        given = {**facts, "facing": facing_towards(state, other, state.standing(eye)) if eye.place is not None else "side"}
        given["target_engaged"] = False
        declared = Declared(stray.arm, (stray.bearer,), sure=True)
        outcome = yield from resolve(state, unit, other, declared, melee=False, facts=given, attacks=stray.hits)
        yield from finish(state, unit, other, [outcome], started, quiet=quiet)


def _gone(state: State, model: str) -> bool:
    try:
        state.home(model)
    except KeyError:
        return True
    return False

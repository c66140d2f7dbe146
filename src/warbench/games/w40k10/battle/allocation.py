"""Whom attacks are allocated to: the models that must take the next one, and the question to their owner where he has a choice.

A model that lost wounds, or was allocated an attack in this phase, takes the next one; attached characters come last; for the
rest the owner of the models decides. He is asked where his models differ in kind, wargear, wounds, cover or in what they
hold, and answers with ids: these next, in this order. The rest follow in the stated order until those that he named are gone.
"""

from collections.abc import Collection, Sequence

import msgspec

from warbench.attack.line import Line
from warbench.attack.rolled import Allot, Played
from warbench.battle.asking import name_of
from warbench.battle.requests import Ask, Option, Procedure, Refusal
from warbench.games.w40k10.battle.events import Marked
from warbench.games.w40k10.battle.placing import ENGAGED, engaged_with
from warbench.games.w40k10.battle.scoring import in_range
from warbench.games.w40k10.battle.state import Model, State, Unit
from warbench.table.measure import engaged

RULE = "allocation-order"
"""The ruling by which attacks are allocated (E13)."""

Likes = list[list[str]]
"""Models in lots whose members are alike in all that may matter to the choice, by id."""


def is_bound(state: State, unit: Unit, model: Model) -> bool:
    """Whether a model has lost wounds or was allocated an attack in this phase: it takes the next one."""
    return model.id in unit.struck or model.wounds < state.kind(model.id).wounds


def eligible(state: State, unit: Unit, among: Collection[str]) -> list[str]:
    """Those of some models of a unit that the next attack may be allocated to: bound ones, or any but attached characters."""
    models = [model for model in unit.models if model.id in among]
    soldiers = [model for model in models if "character" not in state.kind(model.id).keywords] or models
    return [model.id for model in soldiers if is_bound(state, unit, model)] or [model.id for model in soldiers]


def lots(state: State, unit: Unit, models: Sequence[str], covered: Collection[str] = ()) -> Likes:
    """Some models of a unit in lots of models alike, both in the order given.

    Alike are those of one kind with the same wounds left, all or none in cover, in range of the same objectives and of an enemy.
    """
    entry = state.entry(unit.id)
    wounds = {model.id: model.wounds for model in unit.models}
    held = [frozenset(in_range(state, unit, objective.marker)) for objective in state.mission.objectives]
    close = _close(state, unit)
    found: dict[tuple[object, ...], list[str]] = {}
    for model in models:
        place = (model in covered, tuple(model in each for each in held), model in close)
        found.setdefault((entry.index[model], wounds[model], place), []).append(model)
    return list(found.values())


def _close(state: State, unit: Unit) -> frozenset[str]:
    """The models of a unit that are in Engagement Range of an enemy."""
    there = [shape for foe in engaged_with(state, unit) for shape in state.shapes(foe)]
    if not there:
        return frozenset()
    return frozenset(shape.name for shape in state.shapes(unit) if any(engaged(shape, other, *ENGAGED) for other in there))


def choose(state: State, unit: Unit, models: Sequence[str], covered: Collection[str] = ()) -> Procedure[tuple[str, ...]]:
    """Ask who of the models that may be chosen takes the next attacks; nobody is asked where they are all alike.

    Args:
        state: the battle.
        unit: their unit.
        models: the ids of those that may be chosen, in the stated order.
        covered: the models of the unit with the Benefit of Cover.

    Returns:
        The models that were named, in order; empty where nobody was asked.
    """
    alike = lots(state, unit, models, covered) if len(models) > 1 else []
    if len(alike) < 2:
        return ()

    def options() -> list[Option]:
        return [Option(",".join(lot), _told(state, unit, lot, covered)) for lot in alike]

    key: str = yield Ask(
        state.player(unit.id),
        "allocate",
        f"{name_of(state, unit.id)}: who is allocated the next attacks?",
        options,
        subject=unit.id,
        judge=lambda answer: _judge(state, unit, models, answer),
    )
    return tuple(key.split(","))


def _judge(state: State, unit: Unit, models: Sequence[str], answer: str) -> Refusal | None:
    """Why an answer does not name models that may be chosen, each once; None when it does."""
    named = answer.split(",")
    known = {model.id for model in unit.models}
    for model in named:
        if model not in known:
            return Refusal("not-in-unit", f"{model!r} is no model of {name_of(state, unit.id)}", RULE)
        if model not in models:
            return Refusal("not-yet", f"{model} cannot be chosen now; there are {', '.join(models)}", RULE)
    if len(set(named)) < len(named):
        return Refusal("named-twice", f"{answer!r} names a model twice", RULE)
    return None


def _told(state: State, unit: Unit, lot: Sequence[str], covered: Collection[str]) -> str:
    """What a lot of models is called: how many, what kind, with what, and where."""
    kind = state.kind(lot[0])
    what = f"{len(lot)} x {kind.name} with {', '.join(item for item, _ in kind.items)}"
    left = next(model.wounds for model in unit.models if model.id == lot[0])
    wounded = f", {left} of {kind.wounds} wounds left" if left < kind.wounds else ""
    cover = ", in cover" if lot[0] in covered else ""
    held = [each.name for each in state.mission.objectives if lot[0] in in_range(state, unit, each.marker)]
    holds = f", at {' and '.join(held)}" if held else ""
    close = ", engaged" if lot[0] in _close(state, unit) else ""
    return f"{what}{wounded}{cover}{holds}{close} ({', '.join(lot)})"


class Order(msgspec.Struct, frozen=True):
    """A volley's target in the order in which it takes attacks, whom its owner named last, and who has cover."""

    line: Line
    named: tuple[str, ...]
    covered: frozenset[str]


def allot(state: State, unit: Unit, now: Order, request: Allot) -> Procedure[Order]:
    """Ask who takes the attacks that are to be allocated now, where there is a choice; the order that then holds.

    Whom he named stands until all of them are gone.
    """
    line, track = now.line, request.track
    order, alive = line.order[track], {model.id for model in unit.models}
    gone, hurt = line.met(track, request.state)
    in_hand = [order[gone]] if hurt or request.held else []
    left = [model for model in order[gone + len(in_hand) :] if model in alive]
    free = eligible(state, unit, left)
    if not in_hand and len(free) == 1:
        in_hand = free
        left.remove(free[0])
        free = eligible(state, unit, left)
    named: tuple[str, ...] = ()
    # Each attack takes at most one model: a single one goes no further than the model that must take it.
    if not (in_hand and request.waiting == 1) and not any(model in free for model in now.named):
        named = yield from choose(state, unit, [model for model in left if model in free], now.covered)
    first = (*order[:gone], *in_hand, *named)
    if first != order[: len(first)]:
        line = line.reordered(track, (*first, *(model for model in order if model not in first)))
    return Order(line, named or now.named, now.covered)


def remember_met(state: State, unit: Unit, line: Line, played: Played) -> Procedure[None]:
    """Note whom the last attacks of a volley were allocated to, where they stand."""
    for track, held in enumerate(played.held):
        if held:
            yield from remember(state, unit, line.order[track][line.met(track, played.state)[0]])


def remember(state: State, unit: Unit, model: str) -> Procedure[None]:
    """Note that a model was allocated an attack in this phase and stands unhurt: it takes the next one too."""
    found = next((each for each in unit.models if each.id == model), None)
    if found is None or len(unit.models) == 1 or is_bound(state, unit, found):
        return
    yield Marked(
        unit=unit.id, mark="struck", value=[each.id for each in unit.models if each.id in {*unit.struck, model}], rule=RULE
    )

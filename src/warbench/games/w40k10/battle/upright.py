"""What must hold in every state of a battle, whatever was decided: checked after each event in tests."""

from warbench.games.w40k10.battle.passengers import aboard
from warbench.games.w40k10.battle.riding import room_in
from warbench.games.w40k10.battle.state import Model, State, Unit
from warbench.games.w40k10.tokens import MOST_TOKENS
from warbench.sheets.transport import Passengers
from warbench.table.lattice import Place
from warbench.table.measure import colliding, on_table

_PLACES = frozenset({"waiting", "reserve", "inside", "table", "gone"})
_Standing = tuple[tuple[str, Place | None], ...]

_good: list[tuple[object, _Standing]] = []
"""The last positions that were found in order: most events move nobody."""


def problems(state: State) -> list[str]:
    """What is wrong with a state; empty when it is legal.

    No two models overlap and none is off the table; wounds are 1 to W; models stand exactly where their unit is; passengers fit
    into a transport that is there; tokens are 0 to 2; Command points are not negative, extra ones at most 1 a battle round.
    """
    found: list[str] = []
    for unit in state.units.values():
        found += _unit(state, unit)
    found += _sides(state)
    found += _aboard(state)
    found += _positions(state)
    return found


def _unit(state: State, unit: Unit) -> list[str]:
    found: list[str] = []
    if unit.where not in _PLACES:
        found.append(f"{unit.id} is nowhere: {unit.where!r}")
    if (unit.where == "gone") != (not unit.models):
        found.append(f"{unit.id} is {unit.where} with {len(unit.models)} models")
    if not 0 <= unit.tokens <= MOST_TOKENS:
        found.append(f"{unit.id} has {unit.tokens} tokens")
    stands = unit.where == "table"
    kinds, index = state.entry(unit.id).kinds, state.entry(unit.id).index
    for model in unit.models:
        if not 1 <= model.wounds <= kinds[index[model.id]].wounds:
            found.append(f"{model.id} has {model.wounds} wounds of {kinds[index[model.id]].wounds}")
        if (model.place is not None) != stands:
            found.append(f"{model.id} stands at {model.place}, its unit is {unit.where}")
    return found


def _sides(state: State) -> list[str]:
    found: list[str] = []
    for player, side in enumerate(state.core.sides):
        if side.cp < 0:
            found.append(f"player {player} has {side.cp} Command points")
        if not 0 <= side.extra <= 1:
            found.append(f"player {player} has gained {side.extra} extra Command points this round")
        if side.vp < 0:
            found.append(f"player {player} has {side.vp} Victory points")
    return found


def _aboard(state: State) -> list[str]:
    riders: dict[str, list[Passengers]] = {}
    found: list[str] = []
    for unit in state.units.values():
        if (unit.where == "inside") != bool(unit.inside):
            found.append(f"{unit.id} is {unit.where}, inside {unit.inside!r}")
        if not unit.inside:
            continue
        transport = state.entry(unit.inside).sheets[0].transport
        if transport is None or state.units[unit.inside].where in {"gone", "inside"}:
            found.append(f"{unit.id} is inside {unit.inside}, which carries nobody")
            continue
        riders.setdefault(unit.inside, []).extend(aboard(state, unit))
    for key, groups in riders.items():
        found += [f"{key}: {refusal.text}" for refusal in room_in(state.entry(key), groups).refusals]
    return found


def _positions(state: State) -> list[str]:
    """Models off the table, and pairs that overlap: swept from left to right, so that only neighbours are looked at."""
    models: list[Model] = [model for unit in state.on_table() for model in unit.models if model.place is not None]
    now: _Standing = tuple((model.id, model.place) for model in models)
    if _good and _good[0][0] is state.roster and _good[0][1] == now:
        return []
    shapes = [state.standing(model) for model in models]
    size = state.field.size
    found = [f"{shape.name} is not wholly on the table" for shape in shapes if not on_table(shape, size)]
    rows = sorted((2 * shape.place.x - shape.base.outer, shape.name, shape) for shape in shapes)
    for index, (_, name, shape) in enumerate(rows):
        right = 2 * shape.place.x + shape.base.outer
        top, bottom = 2 * shape.place.y + shape.base.outer, 2 * shape.place.y - shape.base.outer
        for left, other_name, other in rows[index + 1 :]:
            if left >= right:
                break
            y, outer = 2 * other.place.y, other.base.outer
            if y - outer < top and y + outer > bottom and colliding(shape, other):
                found.append(f"{name} and {other_name} overlap")
    if not found:
        _good[:] = [(state.roster, now)]
    return found

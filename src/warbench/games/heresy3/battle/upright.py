"""What must hold in every state: the invariants that are checked after every event of a random battle."""

from collections.abc import Iterator

from warbench.games.heresy3.battle.state import State, Unit
from warbench.games.heresy3.battle.statuses import immune
from warbench.table.measure import colliding, on_table

_PLACES = {"table", "reserve", "inside", "waiting", "joined", "gone"}


def problems(state: State) -> list[str]:
    """What is wrong with a state that should be legal; empty when nothing is.

    Models at 0 Wounds may stand until they are removed; control may change hands; nobody overlaps, nobody is off the table.
    """
    return [*_units(state), *_models(state), *_overlaps(state), *_passengers(state), *_sides(state)]


def _units(state: State) -> Iterator[str]:
    for key, unit in state.units.items():
        if unit.where not in _PLACES:
            yield f"{key}: is {unit.where!r}"
        if (unit.where in {"gone", "joined"}) != (not unit.models):
            yield f"{key}: is {unit.where} with {len(unit.models)} models"
        if unit.player not in {-1, 0, 1}:
            yield f"{key}: player {unit.player}"
        if unit.where == "inside" and state.units[unit.inside].where not in {"table", "reserve", "waiting"}:
            yield f"{key}: aboard {unit.inside}, which is {state.units[unit.inside].where}"
        words = state.types(unit)
        if "building" in words and unit.player != -1:
            yield f"{key}: a Building that somebody controls (H-118)"
        if unit.where == "reserve" and "fortification" in words:
            yield f"{key}: a Fortification in Reserves (H-025)"
        if {state.home(model.id) for model in unit.models} - {key}:
            yield f"{key}: holds models that are at home elsewhere"


def _models(state: State) -> Iterator[str]:
    for key, unit in state.units.items():
        for model in unit.models:
            kind = state.kind(model.id)
            if not 0 <= model.wounds <= kind.wounds:
                yield f"{model.id}: {model.wounds} of {kind.wounds} wounds (H-044)"
            if (model.place is not None) != (unit.where == "table" and model.aside is None):
                yield f"{model.id}: placed at {model.place} while {key} is {unit.where}"
            elif model.place is not None and not on_table(state.standing(model), state.mission.size):
                yield f"{model.id}: off the table (H-094)"
            yield from (f"{model.id}: immune to {status}" for status in model.statuses if immune(state, model, status))


def _overlaps(state: State) -> Iterator[str]:
    shapes = [shape for unit in state.on_table() for shape in state.shapes(unit)]
    boxes = [(shape.place.x, shape.place.y, shape.base.outer) for shape in shapes]
    order = sorted(range(len(shapes)), key=lambda index: boxes[index][0])
    widest = max((outer for _, _, outer in boxes), default=0)
    for place, index in enumerate(order):
        x, y, outer = boxes[index]
        for other in order[place + 1 :]:
            ox, oy, other_outer = boxes[other]
            if 2 * (ox - x) > outer + widest:
                break
            near = 2 * abs(oy - y) <= outer + other_outer and 2 * (ox - x) <= outer + other_outer
            if near and colliding(shapes[index], shapes[other]):
                yield f"{shapes[index].name} and {shapes[other].name} overlap"


def _passengers(state: State) -> Iterator[str]:
    aboard: dict[str, int] = {}
    for unit in state.units.values():
        if unit.where == "inside":
            aboard[unit.inside] = aboard.get(unit.inside, 0) + sum(_takes(state, unit))
    for key, used in aboard.items():
        capacity = state.kind(state.units[key].models[0].id).numbers.get("capacity") or 0
        if used > capacity:
            yield f"{key}: {used} places used of {capacity} (H-063)"


def _takes(state: State, unit: Unit) -> Iterator[int]:
    for model in unit.models:
        yield int(state.kind(model.id).has("bulky") or 1)


def _sides(state: State) -> Iterator[str]:
    for player, side in enumerate(state.core.sides):
        if side.reactions < 0:
            yield f"player {player}: {side.reactions} Reactions (H-161)"
        yield from (
            f"player {player}: {model} is a casualty and in the battle (H-219)"
            for model in side.casualties
            if state.is_left(model)
        )

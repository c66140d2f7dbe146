"""The ground: which area terrain a model is in, what slows a move, and Dangerous Terrain Tests (facts 9; H-202, H-204, H-208)."""

from collections.abc import Iterator, Sequence

from warbench.battle.asking import roll, rolled
from warbench.battle.requests import Procedure
from warbench.games.heresy3.battle.events import Hurt, Tested
from warbench.games.heresy3.battle.missions import COVER, Rubble, Zone
from warbench.games.heresy3.battle.numbers import current
from warbench.games.heresy3.battle.state import Model, State, Unit
from warbench.table.convex import Core, box_of, meet
from warbench.table.lattice import INCH, Place
from warbench.table.permits import Path

SLOWED = 2 * INCH
"""What Difficult Terrain takes off a move."""

_HURT_ON = 1


def holds(patch: Zone | Rubble, place: Place) -> bool:
    """Whether a model at a place is in a piece of ground: its centre is, the boundary included (H-202)."""
    return meet(((place.x, place.y),), patch.corners)


def area(state: State, place: Place) -> Zone | None:
    """The area terrain that a model at a place is in, the one with the best cover of several (H-203); None outside."""
    found = [zone for zone in state.zones() if zone.kind != "barricade" and holds(zone, place)]
    return min(found, key=lambda zone: COVER[zone.kind], default=None)


def patches(state: State) -> Iterator[Zone | Rubble]:
    """All Difficult ground: area terrain (H-204) and what else slows (H-208)."""
    yield from state.zones()
    yield from state.mission.rubble


def ignores_ground(state: State, unit: Unit) -> bool:
    """Whether Difficult and Dangerous Terrain mean nothing to a unit: Super-heavies, or any model with Move Through Cover."""
    if state.every(unit, ("super-heavy",)):
        return True
    return any(state.kind(model.id).has("move through cover") is not None for model in unit.models)


def not_slowed(state: State, unit: Unit) -> bool:
    """Whether Difficult Terrain takes nothing off a unit's move: it ignores ground, or all of it has a dozer blade (C1)."""
    return ignores_ground(state, unit) or all(state.kind(model.id).holds("dozer blade") for model in unit.models)


def slows(state: State, path: Path, *, over: bool) -> bool:
    """Whether Difficult ground lies under a path; ``over``: who passes over it minds only where it begins and ends."""
    return next(_under(patches(state), path, over=over), None) is not None


def _under(grounds: Iterator[Zone | Rubble], path: Path, *, over: bool) -> Iterator[Zone | Rubble]:
    corners = [(place.x, place.y) for place in path]
    x0, y0, x1, y1 = box_of(corners)
    lines: list[Core] = [(corners[0],), (corners[-1],)]
    if not over:
        lines = [(a, b) if a != b else (a,) for a, b in zip(corners, corners[1:] or corners, strict=False)]
    for patch in grounds:
        a0, b0, a1, b1 = box_of(patch.corners)
        if a0 <= x1 and a1 >= x0 and b0 <= y1 and b1 >= y0 and any(meet(line, patch.corners) for line in lines):
            yield patch


def dangers(state: State, unit: Unit, paths: Sequence[Path], *, over: bool) -> list[str]:
    """The models of a unit whose paths bring them into Dangerous Terrain."""
    if ignores_ground(state, unit) or not any(patch.dangerous for patch in patches(state)):
        return []

    def grounds() -> Iterator[Zone | Rubble]:
        return (patch for patch in patches(state) if patch.dangerous)

    return [
        model.id
        for model, path in zip(unit.models, paths, strict=True)
        if next(_under(grounds(), path, over=over), None) is not None
    ]


def dangerous(state: State, unit: Unit, models: Sequence[str]) -> Procedure[None]:
    """Dangerous Terrain Tests: a die for each model, once a phase; on a 1 a wound at AP 2, or a Hull Point without a save."""
    from warbench.games.heresy3.battle.casualties import remove  # noqa: PLC0415 -- it sets passengers out, who test here too

    tested = [model for model in unit.models if model.id in models and model.id not in state.core.tested]
    if not tested:
        return
    faces = yield from roll(state, max(unit.player, 0), "dangerous terrain", len(tested), unit.id)
    struck = [model for model, face in zip(tested, faces, strict=True) if face == _HURT_ON]
    yield rolled(max(unit.player, 0), "dangerous terrain", faces, f"{len(struck)} hurt", unit.id, "dangerous-terrain")
    yield Tested(models=tuple(model.id for model in tested))
    for model in struck:
        if not (yield from _saved(state, unit, model)):
            yield Hurt(model=model.id, wounds=1, source="Dangerous Terrain", rule="dangerous-terrain")
    fallen = [model.id for model in struck if model.wounds <= 0]
    if fallen:
        yield from remove(state, fallen, rule="dangerous-terrain")


def _saved(state: State, unit: Unit, model: Model) -> Procedure[bool]:
    """An Invulnerable Save, for models that are no vehicles: the only one against it."""
    save = current(state, model, "invulnerable")
    if state.kind(model.id).armoured or save is None:
        return False
    (face,) = yield from roll(state, max(unit.player, 0), "save", 1, unit.id)
    passed: bool = face >= save
    yield rolled(max(unit.player, 0), "save", (face,), "saved" if passed else "not saved", unit.id, "dangerous-terrain")
    return passed

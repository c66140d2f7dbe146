"""Cover from terrain: which pieces cover a model against some observers, and how."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from warbench.table import convex
from warbench.table.field import Field, around
from warbench.table.measure import Standing, inside
from warbench.table.sight import PLAIN, View, corridor_obstacles, hides, look_through
from warbench.table.terrain import Piece


class Cover(msgspec.Struct, frozen=True):
    """A piece that covers a model: because the model is ``inside`` it, or ``behind`` it and so not fully visible."""

    piece: str
    how: Literal["inside", "behind"]


def _for(piece: Piece, keywords: Sequence[str]) -> bool:
    wanted = piece.traits.cover_for
    return not wanted or any(keyword in wanted for keyword in keywords)


def _is_inside(piece: Piece, model: Standing) -> bool:
    match piece.traits.cover_inside:
        case "wholly":
            return inside(model, piece.footprint)
        case "partly":
            return convex.overlap(model.core, piece.footprint, model.base.diameter)
        case _:
            return False


def _is_behind(piece: Piece, model: Standing) -> bool:
    reach = piece.traits.cover_reach
    near = reach is None or convex.near(model.core, piece.footprint, 2 * reach + model.base.diameter)
    return piece.traits.cover_behind and near


def covers_inside(field: Field, model: Standing, keywords: Sequence[str] = ()) -> tuple[Cover, ...]:
    """The cover of a model with some keywords whoever looks at it: of the pieces that it is inside."""
    return tuple(
        Cover(ground.piece.name, "inside")
        for ground in field.near(around(model.base, model.place))
        if _for(ground.piece, keywords) and _is_inside(ground.piece, model)
    )


def covers(
    field: Field, observers: Sequence[Standing], model: Standing, keywords: Sequence[str] = (), view: View = PLAIN
) -> tuple[Cover, ...]:
    """The cover of a model with some keywords: pieces that it is inside, then pieces that hide a part of it from an observer.

    Whether an observer sees the model at all is another question.
    """
    found = list(covers_inside(field, model, keywords))
    obstacles, hidden = corridor_obstacles(field, observers, (model,), view)
    names = dict.fromkeys(obstacle.name for obstacle in obstacles) if hidden else {}
    if obstacles and not hidden:
        for observer in observers:
            names |= dict.fromkeys(look_through(observer, model, obstacles).hidden_by)
    behind = (piece for piece in field.pieces if piece.name in names and _for(piece, keywords) and _is_behind(piece, model))
    found.extend(Cover(piece.name, "behind") for piece in behind)
    return tuple(found)


def is_covered(
    field: Field, observers: Sequence[Standing], model: Standing, keywords: Sequence[str] = (), view: View = PLAIN
) -> bool:
    """Whether any piece covers a model with some keywords against any of some observers: `covers` without naming it."""
    if covers_inside(field, model, keywords):
        return True
    pieces = {piece.name for piece in field.pieces if _for(piece, keywords) and _is_behind(piece, model)}
    for observer in observers:
        obstacles, hidden = corridor_obstacles(field, (observer,), (model,), view)
        names = pieces.intersection(obstacle.name for obstacle in obstacles)
        if names and (hidden or hides(observer, model, obstacles, names)):
            return True
    return False

"""Cover from terrain: whether a piece covers a model against some observers."""

from collections.abc import Sequence

from warbench.table import convex
from warbench.table.field import Field, around
from warbench.table.measure import Standing, inside
from warbench.table.sight import PLAIN, View, corridor_obstacles, hides
from warbench.table.terrain import Piece


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


def is_covered(
    field: Field, observers: Sequence[Standing], model: Standing, keywords: Sequence[str] = (), view: View = PLAIN
) -> bool:
    """Whether any piece covers a model with some keywords: it is inside, or the piece hides a part of it from some observer.

    Whether an observer sees the model at all is another question.
    """
    near = field.near(around(model.base, model.place))
    if any(_for(ground.piece, keywords) and _is_inside(ground.piece, model) for ground in near):
        return True
    pieces = {piece.name for piece in field.pieces if _for(piece, keywords) and _is_behind(piece, model)}
    for observer in observers:
        obstacles, hidden = corridor_obstacles(field, (observer,), (model,), view)
        names = pieces.intersection(obstacle.name for obstacle in obstacles)
        if names and (hidden or hides(observer, model, obstacles, names)):
            return True
    return False

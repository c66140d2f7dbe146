"""What is on the table, ready to be drawn."""

from collections.abc import Iterator

from warbench.games.w40k10.battle.hovering import AIRCRAFT
from warbench.games.w40k10.battle.scoring import REACH
from warbench.games.w40k10.battle.state import Model, State
from warbench.lab.telling.drawing import Disc, Drawing, Figure, Group, Shape
from warbench.lab.telling.told import Summary, side
from warbench.table.lattice import INCH
from warbench.table.layout import zone_outline
from warbench.table.terrain import Piece


def drawing(state: State, summary: Summary) -> Drawing:
    """What is on the table."""
    holders = {each.name: each.holder for each in summary.objectives}
    return Drawing(
        width=state.field.size.width,
        depth=state.field.size.depth,
        zones=tuple(_zones(state)),
        terrain=tuple(_piece(piece) for piece in state.field.pieces),
        objectives=tuple(
            Disc(
                at=each.marker.core[0],
                radius=each.marker.diameter / 2,
                reach=each.marker.diameter / 2 + REACH[0],
                letter="-" if (holder := holders[each.name]) is None else side(holder),
                said=f"objective {each.name}, controlled by {'nobody' if holder is None else side(holder)}",
            )
            for each in state.mission.objectives
        ),
        units=tuple(
            Group(
                id=unit.id,
                name=state.entry(unit.id).name,
                player=state.player(unit.id),
                figures=tuple(_figure(state, model) for model in unit.models),
            )
            for unit in state.on_table()
        ),
    )


def _zones(state: State) -> Iterator[Shape]:
    for number, zone in enumerate(state.mission.zones):
        player = state.core.attacker if number == 0 else 1 - state.core.attacker
        role = "attacker" if number == 0 else "defender"
        said = f"deployment zone of {side(player)}, the {role}"
        yield Shape(look=f"zone {side(player).lower()}", corners=zone_outline(zone), said=said)


def _piece(piece: Piece) -> Shape:
    return Shape(
        look=f"terrain {piece.kind}",
        corners=piece.footprint,
        said=f'{piece.name}, {piece.kind}, {piece.height / INCH:.1f}" high',
        strokes=tuple((a, b) for wall in piece.walls for a, b, _, _ in wall.panels()),
    )


def _figure(state: State, model: Model) -> Figure:
    kind = state.kind(model.id)
    said = f"{model.id} {kind.name}, {model.wounds} of {kind.wounds} wounds"
    return Figure(
        standing=state.standing(model),
        said=said,
        left=model.wounds if model.wounds < kind.wounds else None,
        ahead=AIRCRAFT in kind.keywords,
    )

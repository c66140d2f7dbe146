"""What is on the table, ready to be drawn: area terrain by its class, what slows, solid pieces, and all units as they stand."""

from collections.abc import Iterator

from warbench.games.heresy3.battle.missions import COVER, Zone
from warbench.games.heresy3.battle.state import Model, State
from warbench.lab.telling.drawing import Disc, Drawing, Figure, Group, Shape
from warbench.lab.telling.told import ObjectiveTold, Summary, side
from warbench.table.lattice import INCH
from warbench.table.layout import zone_outline

_MARK = 0.8 * INCH
"""Half of what the number on an objective takes: an objective itself is a point."""

_REACH = 3 * INCH

_STYLE = """
.area { stroke: #6e7468; stroke-width: 1.5; } .light { fill: url(#light); } .medium { fill: url(#medium); }
.heavy { fill: url(#heavy); } .rubble { fill: url(#rubble); stroke: #8a7f66; stroke-width: 1; stroke-dasharray: 1 3; }
.block { fill: #9aa091; stroke: #3d4239; stroke-width: 3; }
.soil { fill: #dfe3d6; } .stones { fill: #e2dccb; } .ink { stroke: #6e7468; stroke-width: 1; fill: none; } .dot { fill: #6e7468; }
.label { font-weight: 600; paint-order: stroke; stroke: #ffffff; stroke-width: 3px; }
.base.n { fill: #b6bac0; stroke: #24292f; stroke-width: 1.5; stroke-dasharray: 2 2; }
.front.n { stroke: #24292f; } .hurt.n { fill: #1b1f24; }
@media (prefers-color-scheme: dark) {
.soil { fill: #2d332a; } .stones { fill: #3a3527; } .ink { stroke: #8b9384; } .dot { fill: #8b9384; }
.block { fill: #565d50; stroke: #d0d5c8; } .label { stroke: #0d1117; }
.base.n { fill: #3d444d; stroke: #d1d9e0; } .front.n { stroke: #d1d9e0; } .hurt.n { fill: #e6edf3; }
}
"""

_PATTERNS = """
<pattern id="light" width="14" height="14" patternUnits="userSpaceOnUse"><rect class="soil" width="14" height="14"/>
<circle class="dot" cx="4" cy="4" r="1.2"/></pattern>
<pattern id="medium" width="9" height="9" patternUnits="userSpaceOnUse"><rect class="soil" width="9" height="9"/>
<path class="ink" d="M0 9 L9 0"/></pattern>
<pattern id="heavy" width="7" height="7" patternUnits="userSpaceOnUse"><rect class="soil" width="7" height="7"/>
<path class="ink" d="M0 7 L7 0 M0 0 L7 7"/></pattern>
<pattern id="rubble" width="16" height="12" patternUnits="userSpaceOnUse"><rect class="stones" width="16" height="12"/>
<path class="ink" d="M2 9 L5 4 L8 9 Z"/></pattern>
"""

_NOTES = (
    "On an objective: its value, and who controls it.",
    "Area terrain: dots are light (6+), lines medium (5+),",
    "crossed lines heavy (4+). Triangles: rubble, no cover.",
    "Thick edge: solid. A hull's stroke shows its front.",
    "Grey with a dotted outline: nobody's.",
)


def drawing(state: State, summary: Summary) -> Drawing:
    """What is on the table; a unit is drawn as that of the player who controls it now (H-069)."""
    size = state.field.size
    at = {each.id: each.at for each in state.mission.objectives}
    return Drawing(
        width=size.width,
        depth=size.depth,
        zones=tuple(_zones(state)),
        terrain=tuple(_terrain(state)),
        objectives=tuple(
            Disc(at=at[each.name], radius=_MARK, reach=_REACH, letter=f"{each.value}{_holder(each)}", said=_said(each))
            for each in summary.objectives
        ),
        units=tuple(_groups(state)),
        notes=_NOTES,
        style=_STYLE,
        patterns=_PATTERNS,
    )


def _holder(objective: ObjectiveTold) -> str:
    return "" if objective.holder is None else side(objective.holder)


def _said(objective: ObjectiveTold) -> str:
    return f"objective {objective.name}, worth {objective.value}, controlled by {_holder(objective) or 'nobody'}"


def _zones(state: State) -> Iterator[Shape]:
    for player in (0, 1):
        number = state.core.zone_of[player]
        said = f"deployment zone of {side(player)}, zone {'AB'[number]} of the map"
        yield Shape(look=f"zone {side(player).lower()}", corners=zone_outline(state.mission.deployment[number]), said=said)


def _terrain(state: State) -> Iterator[Shape]:
    for zone in state.zones():
        yield Shape(look=f"area {zone.kind}", corners=zone.corners, said=_area(zone), label=f"{COVER[zone.kind]}+")
    for rubble in state.mission.rubble:
        ground = "dangerous" if rubble.dangerous else "difficult"
        yield Shape(look="rubble", corners=rubble.corners, said=f"{rubble.name}, {ground} ground without cover")
    for piece in state.field.pieces:
        said = f'{piece.name}, solid, {piece.height / INCH:.1f}" high'
        yield Shape(look="block", corners=piece.footprint, said=said)


def _area(zone: Zone) -> str:
    dangerous = ", dangerous" if zone.dangerous else ""
    floors = f", {zone.floors} floors" if zone.floors else ""
    return f"{zone.name}, {zone.kind} area terrain, Cover Save {COVER[zone.kind]}+{dangerous}{floors}"


def _groups(state: State) -> Iterator[Group]:
    for unit in state.on_table():
        figures = tuple(_figure(state, model) for model in unit.models if model.place is not None)
        if figures:
            yield Group(id=unit.id, name=state.entry(unit.id).name, player=unit.player, figures=figures)


def _figure(state: State, model: Model) -> Figure:
    kind = state.kind(model.id)
    what = "Hull Points" if kind.armoured else "Wounds"
    statuses = "".join(f", {status.capitalize()}" for status in model.statuses)
    said = f"{model.id} {kind.name}, {kind.type}, {model.wounds} of {kind.wounds} {what}{statuses}"
    return Figure(standing=state.standing(model), said=said, left=model.wounds if model.wounds < kind.wounds else None)

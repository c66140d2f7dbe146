"""The table of a battle as a picture, to scale: zones, objectives and who controls them, terrain, every base, and a legend.

The sides are told apart without colour: A's bases are filled and light-lettered, B's are empty with a thick, dashed outline. A
picture depends on nothing but the state; its styles are its own, for light and dark, and nothing is fetched.
"""

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape

from warbench.games.w40k10.battle.mission_files import zone_outline
from warbench.games.w40k10.battle.scoring import REACH, controlled
from warbench.games.w40k10.battle.state import Model, State, Unit
from warbench.table.headings import COSINE, SINE
from warbench.table.lattice import INCH, Point
from warbench.table.measure import Standing
from warbench.table.terrain import Piece

_SCALE = 14 / INCH
"""Pixels for a lattice unit."""

_EDGE, _HEAD, _ROW, _GRID = 24, 64, 16, 6 * INCH
_LEGEND = 300
_SMALL, _CHARACTER = 5, 5.6
_SIDES = "AB"
_LONGEST = 34

_STYLE = """
svg { background: #ffffff; font: 12px system-ui, sans-serif; }
text { fill: #1b1f24; }
.head { font-size: 17px; font-weight: 600; } .bold { font-weight: 600; } .dim { fill: #57606a; } .small { font-size: 10px; }
.table { fill: #f6f4ee; stroke: #57606a; stroke-width: 2; } .grid { stroke: #e0dccf; stroke-width: 1; }
.zone { fill-opacity: 0.5; stroke-width: 1; stroke-dasharray: 2 3; }
.zone.a { fill: #dbe9fb; stroke: #0969da; } .zone.b { fill: #fbe7d9; stroke: #bc4c00; }
.terrain { fill: #cfd3c5; stroke: #6e7468; stroke-width: 1; } .wood { fill: #c6dcc0; stroke-dasharray: 1 2; }
.crater { fill: #e2dccb; } .wall { stroke: #3d4239; stroke-width: 3; stroke-linecap: round; }
.reach { fill: none; stroke: #8250df; stroke-width: 1; stroke-dasharray: 4 3; } .marker { fill: #8250df; }
.onmark { fill: #ffffff; font-weight: 600; }
.base.a { fill: #0969da; stroke: #0a3069; stroke-width: 1; }
.base.b { fill: #ffffff; stroke: #bc4c00; stroke-width: 2.5; stroke-dasharray: 5 1.5; }
.front { stroke-width: 2; } .front.a { stroke: #ffffff; } .front.b { stroke: #bc4c00; }
.hurt.a { fill: #ffffff; } .hurt.b { fill: #953800; }
.name { font-weight: 700; font-size: 12px; paint-order: stroke; stroke: #ffffff; stroke-width: 3px; }
@media (prefers-color-scheme: dark) {
svg { background: #0d1117; } text { fill: #e6edf3; } .dim { fill: #9198a1; }
.table { fill: #1c2128; stroke: #9198a1; } .grid { stroke: #2d333b; }
.zone.a { fill: #12304f; stroke: #58a6ff; } .zone.b { fill: #40260f; stroke: #ffa657; }
.terrain { fill: #3b4238; stroke: #8b9384; } .wood { fill: #28402a; } .crater { fill: #3a3527; } .wall { stroke: #d0d5c8; }
.reach { stroke: #d2a8ff; } .marker { fill: #a371f7; } .onmark { fill: #0d1117; }
.base.a { fill: #58a6ff; stroke: #cae8ff; } .base.b { fill: #161b22; stroke: #ffa657; }
.front.a { stroke: #0d1117; } .front.b { stroke: #ffa657; } .hurt.a { fill: #0d1117; } .hurt.b { fill: #ffa657; }
.name { stroke: #0d1117; }
}
"""


def battlefield(state: State, title: str = "") -> str:
    """The table of a battle as one SVG document.

    Args:
        state: the battle.
        title: the first line; without one, the mission and where in the battle it is.
    """
    return _Picture(state, title).document()


def _text(text: str) -> str:
    return escape("".join(letter for letter in text if letter.isprintable()))


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


class _Picture:
    """A picture under way: the state, and how points of the table become points of the picture."""

    def __init__(self, state: State, title: str) -> None:
        self.state = state
        size = state.field.size
        self.width, self.depth = size.width * _SCALE, size.depth * _SCALE
        core = state.core
        said = (
            "before the battle"
            if core.phase == "setup"
            else f"battle round {core.round}, turn of {_SIDES[core.turn]}, {core.phase}"
        )
        if core.over:
            said = f"after battle round {core.round}"
        self.title = title or f"{state.mission.name}, {said}"
        self.owners = controlled(state)

    def x(self, value: float) -> float:
        return _EDGE + value * _SCALE

    def y(self, value: float) -> float:
        """The near edge is at the bottom."""
        return _HEAD + self.depth - value * _SCALE

    def points(self, corners: Iterable[Point]) -> str:
        return " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in corners)

    def document(self) -> str:
        legend = list(self.legend())
        width = round(self.width + 2 * _EDGE + _LEGEND)
        height = round(_HEAD + max(self.depth, _ROW * len(legend)) + _EDGE)
        size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title desc">',
            f'<title id="title">{_text(self.title)}</title>',
            f'<desc id="desc">{_text(self.described())}</desc>',
            f"<style>{_STYLE}</style>",
            f'<text class="head" x="{_EDGE}" y="26">{_text(_cut(self.title, 90))}</text>',
            f'<text class="dim" x="{_EDGE}" y="46">{_text(self.score())}</text>',
            *self.ground(),
            *(line for piece in self.state.field.pieces for line in self.piece(piece)),
            *self.objectives(),
            *(line for unit in self.state.on_table() for line in self.unit(unit)),
        ]
        left = self.width + 2 * _EDGE
        for number, (style, text) in enumerate(legend):
            lines.append(f'<text class="{style}" x="{left:.0f}" y="{_HEAD + 10 + _ROW * number}">{_text(text)}</text>')
        return "\n".join([*lines, "</svg>", ""])

    def score(self) -> str:
        roster, sides = self.state.roster, self.state.core.sides
        each = (
            f"{_SIDES[player]}, {roster.armies[player].name}: {sides[player].vp} VP, {sides[player].cp} CP" for player in (0, 1)
        )
        return "; ".join(each)

    def described(self) -> str:
        """The picture for those who hear it."""
        held = (f"{name}: {'nobody' if owner is None else _SIDES[owner]}" for name, owner in self.owners.items())
        size = self.state.mission
        units = (f"{unit.id} {self.state.entry(unit.id).name}, {self.standing_at(unit)}" for unit in self.state.on_table())
        return (
            f'A table of {size.width:g}" by {size.depth:g}". {self.score()}. Objectives are controlled by: {", ".join(held)}. '
            f"On the table: {'; '.join(units) or 'nobody'}."
        )

    def standing_at(self, unit: Unit) -> str:
        xs = [model.place.x for model in unit.models if model.place is not None]
        ys = [model.place.y for model in unit.models if model.place is not None]
        middle = sum(xs) / len(xs) / INCH, sum(ys) / len(ys) / INCH
        return f'{self.strength(unit)}, about {middle[0]:.0f}" from the left and {middle[1]:.0f}" from the near edge'

    def strength(self, unit: Unit) -> str:
        wounds = sum(model.wounds for model in unit.models)
        if unit.starting == 1:
            return f"{wounds} wounds"
        return f"{len(unit.models)} of {unit.starting} models, {wounds} wounds"

    # --- the ground ---

    def ground(self) -> Iterator[str]:
        x, y = self.x(0), self.y(self.state.field.size.depth)
        yield f'<rect class="table" x="{x:.1f}" y="{y:.1f}" width="{self.width:.1f}" height="{self.depth:.1f}"/>'
        for at in range(_GRID, self.state.field.size.width, _GRID):
            yield f'<line class="grid" x1="{self.x(at):.1f}" x2="{self.x(at):.1f}" y1="{y:.1f}" y2="{y + self.depth:.1f}"/>'
        for at in range(_GRID, self.state.field.size.depth, _GRID):
            yield f'<line class="grid" x1="{x:.1f}" x2="{x + self.width:.1f}" y1="{self.y(at):.1f}" y2="{self.y(at):.1f}"/>'
        for number, zone in enumerate(self.state.mission.zones):
            player = self.state.core.attacker if number == 0 else 1 - self.state.core.attacker
            role = "attacker" if number == 0 else "defender"
            yield f'<polygon class="zone {_SIDES[player].lower()}" points="{self.points(zone_outline(zone))}">'
            yield f"<title>deployment zone of {_SIDES[player]}, the {role}</title></polygon>"

    def piece(self, piece: Piece) -> Iterator[str]:
        yield f'<polygon class="terrain {piece.kind}" points="{self.points(piece.footprint)}">'
        yield f'<title>{_text(piece.name)}, {piece.kind}, {piece.height / INCH:.1f}" high</title></polygon>'
        for wall in piece.walls:
            for (ax, ay), (bx, by), _, _ in wall.panels():
                ends = f'x1="{self.x(ax):.1f}" y1="{self.y(ay):.1f}" x2="{self.x(bx):.1f}" y2="{self.y(by):.1f}"'
                yield f'<line class="wall" {ends}/>'

    def objectives(self) -> Iterator[str]:
        for objective in self.state.mission.objectives:
            (cx, cy), owner = objective.marker.core[0], self.owners[objective.name]
            x, y, radius = self.x(cx), self.y(cy), objective.marker.diameter / 2
            whose = "-" if owner is None else _SIDES[owner]
            said = "nobody" if owner is None else whose
            yield f"<g><title>objective {_text(objective.name)}, controlled by {said}</title>"
            yield f'<circle class="reach" cx="{x:.1f}" cy="{y:.1f}" r="{(radius + REACH[0]) * _SCALE:.1f}"/>'
            yield f'<circle class="marker" cx="{x:.1f}" cy="{y:.1f}" r="{radius * _SCALE:.1f}"/>'
            yield f'<text class="onmark" x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle">{whose}</text></g>'

    # --- units ---

    def unit(self, unit: Unit) -> Iterator[str]:
        entry, letter = self.state.entry(unit.id), _SIDES[self.state.player(unit.id)].lower()
        yield f'<g role="group" aria-label="{_text(f"{unit.id} {entry.name}").replace(chr(34), "&quot;")}">'
        for model in unit.models:
            yield from self.model(model, letter)
        places = [model.place for model in unit.models if model.place is not None]
        x = sum(self.x(place.x) for place in places) / len(places)
        y = min(self.y(place.y) for place in places) - _CHARACTER * 2
        yield f'<text class="name" x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{unit.id}</text></g>'

    def model(self, model: Model, letter: str) -> Iterator[str]:
        shape, kind = self.state.standing(model), self.state.kind(model.id)
        said = f"{model.id} {kind.name}, {model.wounds} of {kind.wounds} wounds"
        x, y = self.x(shape.place.x), self.y(shape.place.y)
        level = f', {shape.place.z / INCH:.1f}" up' if shape.place.z else ""
        if shape.base.is_round:
            form = f'<circle class="base {letter}" cx="{x:.1f}" cy="{y:.1f}" r="{shape.base.diameter / 2 * _SCALE:.1f}">'
            yield f"{form}<title>{_text(said + level)}</title></circle>"
        else:
            form = f'<polygon class="base {letter}" points="{self.points(shape.outline)}">'
            yield f"{form}<title>{_text(said + level)}</title></polygon>"
            yield self.front(shape, letter)
        if model.wounds < kind.wounds:
            yield f'<text class="small hurt {letter}" x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle">{model.wounds}</text>'

    def front(self, shape: Standing, letter: str) -> str:
        """A stroke from the middle of a hull to its front."""
        corners = sorted(shape.at(shape.place).outline, key=lambda corner: -_ahead(shape, corner))[:2]
        x, y = (sum(values) / 2 for values in zip(*corners, strict=True))
        ends = f'x1="{self.x(shape.place.x):.1f}" y1="{self.y(shape.place.y):.1f}" x2="{self.x(x):.1f}" y2="{self.y(y):.1f}"'
        return f'<line class="front {letter}" {ends}/>'

    def legend(self) -> Iterator[tuple[str, str]]:
        looks = ("filled bases", "empty bases, dashed outline")
        for player in (0, 1):
            yield "bold", f"{_SIDES[player]}: {_cut(self.state.roster.armies[player].name, _LONGEST)}"
            yield "small dim", looks[player]
            for entry in self.state.roster.of(player):
                unit = self.state.units[entry.id]
                yield ("dim" if unit.where == "gone" else ""), f"{unit.id} {_cut(entry.name, _LONGEST)}"
                yield "small dim", f"    {self.condition(unit)}"
            yield "", ""
        yield "small dim", 'Grid: 6". Purple: objectives and what is in range of them.'
        yield "small dim", "A number on a base: the wounds that it has left."

    def condition(self, unit: Unit) -> str:
        """Where a unit is and what weighs on it."""
        if unit.where == "gone":
            return "destroyed"
        places = {"table": "", "inside": f"inside {unit.inside}", "reserve": "in reserve", "waiting": "not set up yet"}
        tokens = f"{unit.tokens} Judgement token{'s' * (unit.tokens != 1)}" if unit.tokens else ""
        shocked = "Battle-shocked" if unit.shocked else ""
        return ", ".join(filter(None, (self.strength(unit), places[unit.where], tokens, shocked)))


def _ahead(shape: Standing, corner: Point) -> int:
    """How far a corner lies ahead of a model's middle, in units that only compare."""
    heading = shape.place.heading
    return (corner[0] - shape.place.x) * COSINE[heading] + (corner[1] - shape.place.y) * SINE[heading]

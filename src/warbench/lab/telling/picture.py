"""The table of a battle as a picture, to scale: zones, objectives and who controls them, terrain, every base, and a legend.

The sides are told apart without colour: A's bases are filled and light-lettered, B's are empty with a thick, dashed outline. A
picture depends on nothing but the state; its styles are its own, for light and dark, and nothing is fetched.
"""

from collections.abc import Iterable, Iterator
from typing import TypeVar
from xml.sax.saxutils import escape

from warbench.battle.driver import Battle
from warbench.lab.telling.drawing import Disc, Drawing, Figure, Group, Shape
from warbench.lab.telling.teller import Teller
from warbench.lab.telling.told import Summary, UnitTold, side
from warbench.table.headings import COSINE, SINE, stride
from warbench.table.lattice import INCH, Point
from warbench.table.measure import Standing

S = TypeVar("S")

_SCALE = 14 / INCH
"""Pixels for a lattice unit."""

_EDGE, _HEAD, _ROW, _GRID = 24, 64, 16, 6 * INCH
_LEGEND = 300
_CHARACTER = 5.6
_LONGEST = 34
_LOOKS = ("filled bases", "empty bases, dashed outline")
_LETTERS = ("a", "b", "n")
"""The looks of A's, B's and nobody's bases: a player's number finds his, and -1 the last."""

_PLACES = {
    "table": "",
    "inside": "inside {}",
    "joined": "joined to {}",
    "reserve": "in reserve",
    "waiting": "not set up yet",
}

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


def battlefield(teller: Teller[S], battle: Battle[S], title: str = "") -> str:
    """The table of a battle as one SVG document.

    Args:
        teller: its game.
        battle: the battle.
        title: the first line; without one, the mission and where in the battle it is.
    """
    summary = teller.summary(battle.setup, battle.state)
    return draw(teller, summary, teller.drawing(battle.state, summary), title)


def draw(teller: Teller[S], summary: Summary, drawing: Drawing, title: str = "") -> str:
    """A drawing with its summary as one SVG document; ``title`` as in `battlefield`."""
    return _Picture(teller.rounds[0], teller.budget[1], summary, drawing, title).document()


def _text(text: str) -> str:
    return escape("".join(letter for letter in text if letter.isprintable()))


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


class _Picture:
    """A picture under way: what is drawn, and how points of the table become points of the picture."""

    def __init__(self, rounds: str, budget: str, summary: Summary, drawing: Drawing, title: str) -> None:
        self.told, self.drawn = summary, drawing
        self.budget = budget
        self.width, self.depth = drawing.width * _SCALE, drawing.depth * _SCALE
        said = (
            "before the battle"
            if summary.phase == "setup"
            else f"{rounds} {summary.round}, turn of {side(summary.turn)}, {summary.phase}"
        )
        if summary.over:
            said = f"after {rounds} {summary.round}"
        self.title = title or f"{summary.mission_name}, {said}"

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
            f"<style>{_STYLE}{self.drawn.style}</style>",
            *((f"<defs>{self.drawn.patterns}</defs>",) if self.drawn.patterns else ()),
            f'<text class="head" x="{_EDGE}" y="26">{_text(_cut(self.title, 90))}</text>',
            f'<text class="dim" x="{_EDGE}" y="46">{_text(self.score())}</text>',
            *self.ground(),
            *(line for shape in (*self.drawn.zones, *self.drawn.terrain) for line in self.shape(shape)),
            *(line for disc in self.drawn.objectives for line in self.objective(disc)),
            *(line for group in self.drawn.units for line in self.unit(group)),
        ]
        left = self.width + 2 * _EDGE
        for number, (style, text) in enumerate(legend):
            lines.append(f'<text class="{style}" x="{left:.0f}" y="{_HEAD + 10 + _ROW * number}">{_text(text)}</text>')
        return "\n".join([*lines, "</svg>", ""])

    def score(self) -> str:
        each = (
            f"{side(player)}, {told.army}: {told.victory_points} VP, {told.budget} {self.budget}"
            for player, told in enumerate(self.told.sides)
        )
        return "; ".join(each)

    def described(self) -> str:
        """The picture for those who hear it."""
        held = (f"{each.name}: {'nobody' if each.holder is None else side(each.holder)}" for each in self.told.objectives)
        units = (f"{unit.id} {unit.name}, {_standing(unit)}" for unit in self.told.units if unit.at is not None)
        width, depth = self.drawn.width / INCH, self.drawn.depth / INCH
        return (
            f'A table of {width:g}" by {depth:g}". {self.score()}. Objectives are controlled by: {", ".join(held)}. '
            f"On the table: {'; '.join(units) or 'nobody'}."
        )

    # --- the ground ---

    def ground(self) -> Iterator[str]:
        x, y = self.x(0), self.y(self.drawn.depth)
        yield f'<rect class="table" x="{x:.1f}" y="{y:.1f}" width="{self.width:.1f}" height="{self.depth:.1f}"/>'
        for at in range(_GRID, self.drawn.width, _GRID):
            yield f'<line class="grid" x1="{self.x(at):.1f}" x2="{self.x(at):.1f}" y1="{y:.1f}" y2="{y + self.depth:.1f}"/>'
        for at in range(_GRID, self.drawn.depth, _GRID):
            yield f'<line class="grid" x1="{x:.1f}" x2="{x + self.width:.1f}" y1="{self.y(at):.1f}" y2="{self.y(at):.1f}"/>'

    def shape(self, shape: Shape) -> Iterator[str]:
        yield f'<polygon class="{shape.look}" points="{self.points(shape.corners)}">'
        yield f"<title>{_text(shape.said)}</title></polygon>"
        for (ax, ay), (bx, by) in shape.strokes:
            ends = f'x1="{self.x(ax):.1f}" y1="{self.y(ay):.1f}" x2="{self.x(bx):.1f}" y2="{self.y(by):.1f}"'
            yield f'<line class="wall" {ends}/>'
        if shape.label:
            x, y = (sum(values) / len(shape.corners) for values in zip(*shape.corners, strict=True))
            at = f'x="{self.x(x):.1f}" y="{self.y(y) + 4:.1f}"'
            yield f'<text class="small label" {at} text-anchor="middle">{_text(shape.label)}</text>'

    def objective(self, disc: Disc) -> Iterator[str]:
        x, y = self.x(disc.at[0]), self.y(disc.at[1])
        yield f"<g><title>{_text(disc.said)}</title>"
        yield f'<circle class="reach" cx="{x:.1f}" cy="{y:.1f}" r="{disc.reach * _SCALE:.1f}"/>'
        yield f'<circle class="marker" cx="{x:.1f}" cy="{y:.1f}" r="{disc.radius * _SCALE:.1f}"/>'
        yield f'<text class="onmark" x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle">{_text(disc.letter)}</text></g>'

    # --- units ---

    def unit(self, group: Group) -> Iterator[str]:
        yield f'<g role="group" aria-label="{_text(f"{group.id} {group.name}").replace(chr(34), "&quot;")}">'
        for figure in group.figures:
            yield from self.model(figure, _LETTERS[group.player])
        places = [figure.standing.place for figure in group.figures]
        x = sum(self.x(place.x) for place in places) / len(places)
        y = min(self.y(place.y) for place in places) - _CHARACTER * 2
        yield f'<text class="name" x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{group.id}</text></g>'

    def model(self, figure: Figure, letter: str) -> Iterator[str]:
        shape = figure.standing
        x, y = self.x(shape.place.x), self.y(shape.place.y)
        level = f', {shape.place.z / INCH:.1f}" up' if shape.place.z else ""
        if shape.base.is_round:
            form = f'<circle class="base {letter}" cx="{x:.1f}" cy="{y:.1f}" r="{shape.base.diameter / 2 * _SCALE:.1f}">'
            yield f"{form}<title>{_text(figure.said + level)}</title></circle>"
            if figure.ahead:
                dx, dy = stride(shape.place.heading, shape.base.diameter // 2)
                yield self.front(shape, (shape.place.x + dx, shape.place.y + dy), letter)
        else:
            form = f'<polygon class="base {letter}" points="{self.points(shape.outline)}">'
            yield f"{form}<title>{_text(figure.said + level)}</title></polygon>"
            corners = sorted(shape.at(shape.place).outline, key=lambda corner: -_ahead(shape, corner))[:2]
            yield self.front(shape, tuple(sum(values) / 2 for values in zip(*corners, strict=True)), letter)
        if figure.left is not None:
            yield f'<text class="small hurt {letter}" x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle">{figure.left}</text>'

    def front(self, shape: Standing, to: tuple[float, ...], letter: str) -> str:
        """A stroke from the middle of a hull to its front."""
        x, y = to
        ends = f'x1="{self.x(shape.place.x):.1f}" y1="{self.y(shape.place.y):.1f}" x2="{self.x(x):.1f}" y2="{self.y(y):.1f}"'
        return f'<line class="front {letter}" {ends}/>'

    # --- the legend ---

    def legend(self) -> Iterator[tuple[str, str]]:
        for player in (0, 1):
            yield "bold", f"{side(player)}: {_cut(self.told.sides[player].army, _LONGEST)}"
            yield "small dim", _LOOKS[player]
            yield from self.units_of(player)
            yield "", ""
        others = list(self.units_of(-1))
        if others:
            yield "bold", "Nobody's"
            yield from others
            yield "", ""
        yield "small dim", 'Grid: 6". Purple: objectives and what is in range of them.'
        yield "small dim", "A number on a base: the wounds that it has left."
        for note in self.drawn.notes:
            yield "small dim", note

    def units_of(self, player: int) -> Iterator[tuple[str, str]]:
        for unit in self.told.units:
            if unit.player == player:
                yield ("dim" if unit.where == "gone" else ""), f"{unit.id} {_cut(unit.name, _LONGEST)}"
                yield "small dim", f"    {_condition(unit)}"


def _standing(unit: UnitTold) -> str:
    x, y = unit.at or (0, 0)
    return f'{unit.strength(brief=True)}, about {x:.0f}" from the left and {y:.0f}" from the near edge'


def _condition(unit: UnitTold) -> str:
    """Where a unit is and what weighs on it."""
    if unit.where == "gone":
        return "destroyed"
    return ", ".join(filter(None, (unit.strength(brief=True), _PLACES[unit.where].format(unit.inside), *unit.weighs)))


def _ahead(shape: Standing, corner: Point) -> int:
    """How far a corner lies ahead of a model's middle, in units that only compare."""
    heading = shape.place.heading
    return (corner[0] - shape.place.x) * COSINE[heading] + (corner[1] - shape.place.y) * SINE[heading]

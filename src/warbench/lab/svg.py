"""Pictures of distributions as SVG: bars for each value, a curve for "at least", readable in light and dark, and aloud.

A picture is a text that depends on nothing but its arguments; styles are its own, and no font, script or image is fetched.
"""

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

import msgspec

_WIDTH, _LEFT, _RIGHT = 720, 64, 64
_HEAD, _PANEL, _PLOT, _FOOT = 64, 300, 200, 28
_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5)
_MOST_LINES = 5
_MOST_LABELS = 24
_FEWEST = 2
_LONGEST = 72
_NEVER = 5e-5

_STYLE = """
svg { background: #ffffff; font: 14px system-ui, sans-serif; }
text { fill: #1b1f24; }
.small { font-size: 12px; } .head { font-size: 17px; font-weight: 600; } .dim { fill: #57606a; }
.grid { stroke: #d0d7de; stroke-width: 1; } .axis { stroke: #57606a; stroke-width: 1; }
.bar { fill: #0969da; } .curve { fill: none; stroke: #bc4c00; stroke-width: 2; stroke-dasharray: 6 3; }
.dot { fill: #ffffff; stroke: #bc4c00; stroke-width: 2; }
.tick { stroke: #bc4c00; stroke-width: 1; } .least { fill: #bc4c00; }
@media (prefers-color-scheme: dark) {
svg { background: #0d1117; } text { fill: #e6edf3; } .dim { fill: #9198a1; }
.grid { stroke: #30363d; } .axis { stroke: #9198a1; }
.bar { fill: #58a6ff; } .curve { stroke: #ffa657; } .dot { fill: #0d1117; stroke: #ffa657; }
.tick { stroke: #ffa657; } .least { fill: #ffa657; }
}
"""


class Panel(msgspec.Struct, frozen=True):
    """One distribution: ``pmf[n]`` is the probability of ``n`` of ``what`` ("models slain")."""

    what: str
    pmf: tuple[float, ...]


def chart(title: str, subtitle: str, panels: Sequence[Panel]) -> str:
    """The panels below each other as one SVG document.

    Args:
        title: the first line, and the name of the picture for those who hear it.
        subtitle: the line below it.
        panels: what is drawn; values above which hardly anything happens are left out, and the description says so.

    Raises:
        ValueError: without panels, or for a panel without values.
    """
    if not panels or any(not panel.pmf for panel in panels):
        msg = "a chart needs a panel, and a panel at least one value"
        raise ValueError(msg)
    height = _HEAD + _PANEL * len(panels)
    size = f'viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}"'
    described = " ".join(_described(panel) for panel in panels)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title desc">',
        f'<title id="title">{_text(title)}</title>',
        f'<desc id="desc">{_text(f"{subtitle} {described}")}</desc>',
        f"<style>{_STYLE}</style>",
        f'<text class="head" x="16" y="26">{_text(_cut(title))}</text>',
        f'<text class="dim" x="16" y="48">{_text(subtitle)}</text>',
    ]
    for index, panel in enumerate(panels):
        lines += _panel(panel, _HEAD + _PANEL * index)
    return "\n".join([*lines, "</svg>", ""])


def _text(text: str) -> str:
    """Text as XML holds it; letters that XML does not allow are left out."""
    return escape("".join(letter for letter in text if letter.isprintable()))


def _cut(title: str) -> str:
    """The title, or as much of it as there is room for."""
    return title if len(title) <= _LONGEST else f"{title[: _LONGEST - 1].rstrip()}…"


def _shown(panel: Panel) -> int:
    """How many values are drawn: up to the last that happens often enough to be seen, and never just one of several."""
    beyond = 0.0
    for n in range(len(panel.pmf) - 1, 0, -1):
        beyond += panel.pmf[n]
        if beyond >= _NEVER:
            return max(n + 1, min(_FEWEST, len(panel.pmf)))
    return min(_FEWEST, len(panel.pmf))


def _tail(panel: Panel) -> list[float]:
    """The probability of at least each value."""
    out, total = [], 0.0
    for p in reversed(panel.pmf):
        total += p
        out.append(min(total, 1.0))
    return out[::-1]


def _described(panel: Panel) -> str:
    shown, tail = _shown(panel), _tail(panel)
    values = [f"{n}: {panel.pmf[n]:.1%}, at least {n}: {tail[n]:.1%}" for n in range(shown)]
    left_out = len(panel.pmf) - shown
    more = f"; {shown} or more: below {_NEVER:.3%}" if left_out else ""
    return f"Probability of {panel.what}. {'; '.join(values)}{more}."


def _panel(panel: Panel, top: int) -> Iterator[str]:
    shown, tail = _shown(panel), _tail(panel)
    base, width = top + 32 + _PLOT, _WIDTH - _LEFT - _RIGHT
    highest = max(panel.pmf)
    step = next((step for step in _STEPS if highest <= step * _MOST_LINES), _STEPS[-1])
    limit = step * max(1, -(-highest // step)) if highest else step
    yield f'<g role="group" aria-label="{_text(panel.what).replace(chr(34), "&quot;")}">'
    yield f'<text class="small" x="16" y="{top + 18}">{_text(panel.what)}: bars, exactly (left scale)</text>'
    yield f'<text class="small" x="{_WIDTH - 16}" y="{top + 18}" text-anchor="end">dashed curve: at least (right scale)</text>'
    count = round(limit / step)
    for number in range(count + 1):
        y = base - _PLOT * number / count
        yield f'<line class="{"grid" if number else "axis"}" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text class="small dim" x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{step * number:.0%}</text>'
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = base - _PLOT * share
        edge = _WIDTH - _RIGHT
        yield f'<line class="tick" x1="{edge}" x2="{edge + 6}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text class="small least" x="{edge + 10}" y="{y + 4:.1f}">{share:.0%}</text>'
    slot = width / shown
    every = -(-shown // _MOST_LABELS)
    bar = min(slot * 0.7, 60)
    for n in range(shown):
        x = _LEFT + slot * (n + 0.5)
        height = _PLOT * panel.pmf[n] / limit
        said = f"{n} {panel.what}: {panel.pmf[n]:.2%}, at least {n}: {tail[n]:.2%}"
        yield (
            f'<rect class="bar" x="{x - bar / 2:.1f}" y="{base - height:.1f}" width="{bar:.1f}" height="{height:.1f}">'
            f"<title>{_text(said)}</title></rect>"
        )
        if n % every == 0:
            yield f'<text class="small" x="{x:.1f}" y="{base + 18}" text-anchor="middle">{n}</text>'
    points = [(_LEFT + slot * (n + 0.5), base - _PLOT * tail[n]) for n in range(shown)]
    yield f'<polyline class="curve" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>'
    if shown <= _MOST_LABELS:
        yield from (f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in points)
    yield "</g>"

"""Pictures of distributions: well formed, the same every time, readable aloud, with bars as high as the probabilities."""

from xml.etree import ElementTree as ET

import pytest

from warbench.lab.svg import Panel, chart

SVG = "{http://www.w3.org/2000/svg}"
PANEL = Panel("models slain", (0.25, 0.5, 0.25, 0.0, 0.0))


def read(text: str) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314 -- our own picture


def test_bars_are_as_high_as_the_probabilities() -> None:
    bars = [float(bar.get("height", "0")) for bar in read(chart("A", "b", [PANEL])).iter(f"{SVG}rect")]
    assert bars == [100, 200, 100]


def test_it_can_be_heard() -> None:
    root = read(chart("Tank into Squad", "On average.", [PANEL]))
    assert root.get("role") == "img"
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    assert title.text == "Tank into Squad"
    assert "1: 50.0%, at least 1: 75.0%" in (desc.text or "")
    assert "3 or more: below" in (desc.text or "")


def test_it_has_colours_for_light_and_dark_and_fetches_nothing() -> None:
    text = chart("A", "b", [PANEL])
    assert "prefers-color-scheme: dark" in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert text == chart("A", "b", [PANEL])


def test_names_cannot_break_out() -> None:
    root = read(chart('<b> & "c"\x00', "</svg>", [Panel('"what" <i>', (0.5, 0.5))]))
    assert (root.findtext(f"{SVG}title") or "") == '<b> & "c"'


def test_a_long_title_is_cut_in_the_picture_only() -> None:
    root = read(chart("x" * 200, "b", [PANEL]))
    assert root.findtext(f"{SVG}title") == "x" * 200
    assert max(len(text.text or "") for text in root.iter(f"{SVG}text")) <= 90


@pytest.mark.parametrize("pmf", [(1.0,), (1.0, 0.0), (0.0, 1.0), tuple([1 / 200] * 200), (0.0, 0.0, 0.0)])
def test_any_distribution_can_be_drawn(pmf: tuple[float, ...]) -> None:
    root = read(chart("A", "b", [Panel("wounds lost", pmf), PANEL]))
    values = [float(value) for part in root.iter() for key, value in part.items() if key in ("x", "y", "cx", "cy", "height")]
    assert all(-1 <= value <= 1000 for value in values)


@pytest.mark.parametrize("panels", [[], [Panel("nothing", ())]])
def test_nothing_to_draw_is_refused(panels: list[Panel]) -> None:
    with pytest.raises(ValueError, match="a chart needs a panel"):
        chart("A", "b", panels)

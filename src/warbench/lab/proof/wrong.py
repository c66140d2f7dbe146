"""Wrong answers to ask about: placements that are near a listed one, each with one thing spoilt."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from warbench.battle.places import encode_places
from warbench.battle.requests import Ask
from warbench.table.lattice import INCH

_ENOUGH = 12
_PLACE = re.compile(r"(-?\d+),(-?\d+),(\d+),(\d+)")


def wrong_places(ask: Ask, state: Any) -> Iterator[str]:  # noqa: ANN401 -- states of any game
    """The first of the wrong answers to a placement: enough to ask about each time."""
    return islice(wrong_answers(ask, state), _ENOUGH)


def wrong_answers(ask: Ask, state: Any) -> Iterator[str]:  # noqa: ANN401 -- states of any game
    """Answers that are near a listed placement but mostly illegal: each spoils one thing about it."""
    listed = next((option.key for option in ask.options if _PLACE.match(option.key)), None)
    if listed is None or ask.subject not in state.units or not state.units[ask.subject].models:
        return
    parts = listed.split(";")
    x, y, z, heading = map(int, parts[0].split(">")[-1].split(","))
    rest = parts[1:]
    at = state.units[ask.subject].models[0].place

    def spoilt(first: str) -> str:
        return ";".join([first, *rest])

    yield spoilt(f"{x + 40 * INCH},{y},{z},{heading}")
    yield spoilt(f"{x},{y},{z + 3 * INCH},{heading}")
    yield spoilt(f"{x + 4 * INCH},{y},{z},{heading}")
    if rest:
        yield ";".join([rest[0], *rest])
    for other in state.on_table():
        place = other.models[0].place
        if place is None or other.id == ask.subject:
            continue
        yield spoilt(f"{place.x},{place.y + 2 * INCH},{place.z},{heading}")
        if at is not None:
            # Past the other unit, to its far side and straight on; or over to it and back.
            yield spoilt(f"{place.x},{place.y},{place.z},{heading}>{x},{y},{z},{heading}")
    if at is not None:
        places = (model.place for model in state.units[ask.subject].models if model.place is not None)
        yield encode_places(tuple(places))
        yield spoilt(f"{at.x + INCH},{at.y},{at.z + 4 * INCH},{heading}>{x},{y},{z},{heading}")
        yield spoilt(f"{at.x},{at.y},{at.z + 4 * INCH},{heading}>{x},{y},{z},{heading}")
        yield spoilt(f"{at.x + 2 * INCH},{at.y},{at.z + 4 * INCH},{heading}")
    for piece in state.mission.pieces:
        px, py = piece.footprint[0]
        qx, qy = piece.footprint[2]
        yield spoilt(f"{(px + qx) // 2},{(py + qy) // 2},0,{heading}")
        yield spoilt(f"{px},{py},0,{heading}")
        if at is not None:
            yield spoilt(f"{2 * ((px + qx) // 2) - at.x},{2 * ((py + qy) // 2) - at.y},0,{heading}")

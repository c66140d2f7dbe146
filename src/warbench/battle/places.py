"""Placements as answers: a text that names, for each model of a unit in order, where it goes.

``x,y,z,heading`` in lattice units and degrees, models joined by ``;``. A model that does not go straight there has several places
joined by ``>``, the last being where it ends.
"""

import re
from collections.abc import Sequence

from warbench.battle.requests import IllegalAnswerError, Refusal
from warbench.table.lattice import FAR, Place

_MOST = 20_000
_PLACE = re.compile(r"(-?\d{1,6}),(-?\d{1,6}),(\d{1,6}),(\d{1,3})")
_TURN = 360


def encode_places(places: Sequence[Place]) -> str:
    """The answer that places models, in order."""
    return ";".join(f"{place.x},{place.y},{place.z},{place.heading}" for place in places)


def decode_ways(key: str, models: int, name: str) -> tuple[tuple[Place, ...], ...]:
    """The places of each model that an answer names: the last is where it ends, those before are on its way.

    Args:
        key: the answer.
        models: how many models it must place.
        name: what the unit is called, for the refusal.

    Raises:
        IllegalAnswerError: when it is no such text, or does not name places for each of the models.
    """
    parts = key.split(";") if len(key) <= _MOST else []
    if len(parts) != models:
        sentence = f"found {len(parts)} places, expected x,y,z,heading for each of the {models} models"
        raise IllegalAnswerError(Refusal("bad-placement", f"{name}: {sentence}"))
    return tuple(tuple(_place(text) for text in part.split(">")) for part in parts)


def decode_places(key: str, models: int, name: str) -> tuple[Place, ...]:
    """Where an answer places models.

    Raises:
        IllegalAnswerError: as `decode_ways` does.
    """
    return tuple(places[-1] for places in decode_ways(key, models, name))


def _place(text: str) -> Place:
    found = _PLACE.fullmatch(text)
    if found is not None:
        x, y, z, heading = map(int, found.groups())
        if heading < _TURN and max(abs(x), abs(y), z) <= FAR:
            return Place(x, y, z, heading)
    raise IllegalAnswerError(
        Refusal("bad-placement", f"found {text[:40]!r}, expected x,y,z,heading in lattice units and degrees")
    )

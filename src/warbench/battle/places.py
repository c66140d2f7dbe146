"""Placements as answers: a text that names, for each model of a unit in order, where it goes.

``x,y,z,heading`` in lattice units and degrees, models joined by ``;``. A model that does not go straight there has several places
joined by ``>``, the last being where it ends.
"""

import re
from collections.abc import Callable, Sequence

from warbench.battle.requests import IllegalAnswerError, Option, Refusal
from warbench.table.errors import TableError
from warbench.table.lattice import FAR, INCH, Place
from warbench.table.measure import Standing
from warbench.table.permits import Path
from warbench.table.scene import Scene
from warbench.table.units import SetupRule, judge_setup

_MOST = 20_000
_PLACE = re.compile(r"(-?\d{1,6}),(-?\d{1,6}),(\d{1,6}),(\d{1,3})")
_TURN = 360


def encode_places(places: Sequence[Place]) -> str:
    """The answer that places models, in order."""
    return ";".join(f"{place.x},{place.y},{place.z},{place.heading}" for place in places)


def encode_ways(paths: Sequence[Path]) -> str:
    """The answer that moves models by these ways: straight ones by their ends alone."""
    return ";".join(">".join(encode_places([place]) for place in (path[1:] or path)) for path in paths)


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


def placement_option(placement: Sequence[Standing]) -> Option:
    """A placement of models as an option: the answer, and about where it is."""
    places = [shape.place for shape in placement]
    x = sum(place.x for place in places) / len(places) / INCH
    y = sum(place.y for place in places) / len(places) / INCH
    return Option(encode_places(places), f'set up about {x:.1f}", {y:.1f}"')


def placement_judge(
    shapes: Callable[[str], Sequence[Standing]],
    scene: Callable[[], Scene],
    rule: SetupRule,
    rule_of: Callable[[str], str],
    source: str = "",
) -> Callable[[str], Refusal | None]:
    """A judge of answers that set models up.

    Args:
        shapes: the models where an answer places them; raises IllegalAnswerError for what is no placement.
        scene: the battlefield as they see it.
        rule: what the set-up must fulfil.
        rule_of: the id of the rule behind a code of the table.
        source: the id of the rule that says where.
    """

    def judge(key: str) -> Refusal | None:
        try:
            verdict = judge_setup(scene(), shapes(key), rule)
        except IllegalAnswerError as error:
            return error.refusal
        except TableError as error:
            return Refusal(error.code, error.sentence, source)
        return None if verdict.ok else Refusal(verdict.code, verdict.sentence, rule_of(verdict.code))

    return judge

"""Answers to ask about in the second game, most of them wrong, to see how they are refused."""

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from warbench.battle.places import decode_ways, encode_places
from warbench.battle.requests import Ask
from warbench.games.heresy3.battle.reactions import REACTIONS
from warbench.games.heresy3.battle.state import Model, State
from warbench.lab.proof.wrong import wrong_places
from warbench.table.lattice import INCH

_FAR = 9
_NEAR = 6 * INCH


def wrong(ask: Ask, state: State) -> Iterator[str]:
    """Spoilt placements; units and models that the question is not for; Reactions and rites that nobody may make now."""
    if ask.about == "react":
        yield from _reactions(ask, state)
        return
    yield from wrong_places(ask, state)
    if ask.subject in {"movement", "reserves"}:
        yield from _company(state)
    elif "challenge" in ask.about:
        yield from (model.id for model in _of_each_kind(state))
    elif ask.about in _BY_KIND:
        yield from _BY_KIND[ask.about](ask, state)
    yield "nonsense"
    yield from state.units


def _of_each_kind(state: State) -> Iterator[Model]:
    """The first model of each kind in each unit."""
    for unit in state.units.values():
        seen: set[str] = set()
        for model in unit.models:
            name = state.kind(model.id).name
            if name not in seen:
                seen.add(name)
                yield model


def _company(state: State) -> Iterator[str]:
    """Everybody embarks on, joins and leaves everybody."""
    for unit in state.units.values():
        yield from (f"embark:{unit.id}:{other}" for other in state.units)
    for model in _of_each_kind(state):
        yield f"leave:{model.id}"
        yield from (f"join:{model.id}:{other}" for other in state.units)


def _elsewhere(ask: Ask, state: State) -> Iterator[str]:
    """A listed arrival turned to the other side of the table, beside each enemy, and with its last model far off."""
    listed = next((option.key for option in ask.options if "," in option.key), None)
    if listed is None:
        return
    places = [place for (place,) in decode_ways(listed, listed.count(";") + 1, "")]
    size = state.field.size
    yield encode_places([replace(place, x=size.width - place.x, y=size.depth - place.y) for place in places])
    yield encode_places([replace(place, y=size.depth - place.y) for place in places])
    yield encode_places([*places[:-1], replace(places[-1], x=places[-1].x + _FAR * INCH)])
    for other in state.on_table():
        there = other.models[0].place
        if there is not None:
            for dx, dy in ((0, _NEAR), (0, -_NEAR), (_NEAR, 0), (-_NEAR, 0)):
                x, y = there.x + dx - places[0].x, there.y + dy - places[0].y
                yield encode_places([replace(place, x=place.x + x, y=place.y + y) for place in places])


def _at_others(ask: Ask, state: State) -> Iterator[str]:
    """A listed charge with its first model in base contact with somebody else."""
    listed = next((option.key for option in ask.options if "," in option.key), None)
    if listed is None:
        return
    mover = state.kind(state.living(state.units[ask.subject])[0].id)
    for other in state.on_table():
        there = other.models[0].place
        if there is not None and other.id != ask.subject:
            apart = (mover.base.outer + state.kind(other.models[0].id).base.outer) // 2
            for side in (apart, -apart):
                first = encode_places([replace(there, y=there.y + side)])
                yield ";".join([first, *listed.split(";")[1:]])


def _weapons(ask: Ask, state: State) -> Iterator[str]:
    """All weapons of a model together, one that it has not, and a model that is not there."""
    for model in state.units[ask.subject].models[:1] if ask.subject in state.units else ():
        names = "|".join(arm.name for arm in state.kind(model.id).weapons)
        yield from (f"{model.id}={names}", f"{model.id}=nonsense", "A99.1=nonsense")


def _reactions(ask: Ask, state: State) -> Iterator[str]:
    """Each Reaction of the moment by each unit; each rite by the unit's first model at each unit."""
    yield "nonsense:A1"
    acting = getattr(ask.matter, "unit", "")
    for reaction in REACTIONS:
        if ask.subject not in reaction.moments:
            continue
        yield f"{reaction.id}:nonsense"
        for unit in state.units:
            if getattr(reaction, "rite", None) is None:
                yield f"{reaction.id}:{unit}"
            else:
                yield from (f"{reaction.id}:{model.id}@{unit}" for model in state.units[acting].models[-1:])


def _barricades(ask: Ask, state: State) -> Iterator[str]:
    """Barricades on those that lie there already."""
    for zone in state.zones():
        if zone.kind == "barricade":
            x, y = (sum(corner[axis] for corner in zone.corners) // len(zone.corners) for axis in (0, 1))
            yield ask.options[0].key.replace(ask.options[0].key.partition(";")[0], f"{x},{y},0,0", 1)


_BY_KIND: dict[str, Callable[[Ask, State], Iterable[str]]] = {
    "move kind": lambda _ask, _state: ("rush", "reserves", "fly"),
    "weapons": _weapons,
    "target": lambda _ask, state: (",".join(state.units),),
    "deploy": lambda _ask, _state: ("reserve",),
    "barricades": _barricades,
    "arrive": _elsewhere,
    "charge": _at_others,
    "set up": _at_others,
    "pursue": _at_others,
}
"""What to ask about, by kind of question."""

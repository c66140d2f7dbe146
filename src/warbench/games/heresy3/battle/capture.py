"""Capturing Fortifications (section G): whose they are may change in the Active player's End Phase, again and again.

A capture destroys and removes nothing and scores nothing of itself (H-070, H-071); any model of the controller near by bars it
(H-257).
"""

from collections.abc import Iterator

from warbench.battle.asking import ask, name_of
from warbench.battle.requests import Option, Procedure, Refusal
from warbench.games.heresy3.battle.events import Controlled, Points
from warbench.games.heresy3.battle.measuring import units_within
from warbench.games.heresy3.battle.state import State, Unit
from warbench.table.measure import in_contact

CAPTURABLE = "can be captured"
"""The special rule that lets a Fortification be captured whose sub-types do not (H-067)."""
_SUBTYPES = ("bunker", "structure")
_NEAR = 6


def refusal_of_capture(state: State, player: int, fort: Unit) -> Refusal | None:
    """Why a player cannot capture a Fortification now (H-065..H-067, H-073..H-076, H-118), or None."""
    return next(_faults(state, player, fort), None)


def _faults(state: State, player: int, fort: Unit) -> Iterator[Refusal]:
    name = name_of(state, fort.id)
    words = state.types(fort)
    if "fortification" not in words:
        yield Refusal("no-fortification", f"{name} is no Fortification and cannot be controlled", "H-118")
        return
    if player != state.active or (state.core.phase, state.core.step) != ("end", "effects"):
        yield Refusal("not-now", "capture is for the Active player, in his End Phase, as its Effects Sub-Phase starts", "H-073")
    if fort.where != "table" or fort.player == player:
        yield Refusal("not-the-enemy's", f"{name} is no enemy Fortification on the battlefield", "H-079")
    if not words.intersection(_SUBTYPES) and all(state.kind(model.id).has(CAPTURABLE) is None for model in fort.models):
        yield Refusal("not-capturable", f"{name}: neither sub-type nor special rule lets it be captured", "H-067")
    if not any(_holds(state, unit, fort) for unit in state.on_table(player)):
        yield Refusal("no-contact", f"{name}: no own model that is not Routed is in base contact", "H-074")
    for unit in state.on_table(fort.player):
        if unit is not fort and units_within(state, unit, fort, _NEAR):
            yield Refusal("defended", f'{name}: {name_of(state, unit.id)} is within 6"', "H-075")
            return
    if any(unit.inside == fort.id for unit in state.units.values()):
        yield Refusal("garrisoned", f"{name}: models are embarked on it", "H-076")


def _holds(state: State, unit: Unit, fort: Unit) -> bool:
    """Whether a unit touches a Fortification with a model that is not Routed (H-258)."""
    walls = state.shapes(fort)
    return any(
        "routed" not in model.statuses and any(in_contact(state.standing(model), wall) for wall in walls)
        for model in unit.models
        if model.place is not None
    )


def captures(state: State) -> Procedure[None]:
    """Offer the Active player every Fortification that he can capture, each once (H-073, H-077)."""
    player = state.active
    for fort in list(state.on_table(1 - player)):
        if refusal_of_capture(state, player, fort) is not None:
            continue
        options = [Option("capture", "capture it"), Option("pass", "leave it")]
        key = yield from ask(player, "capture", f"{name_of(state, fort.id)}: capture it?", options, fort.id)
        if key != "capture":
            continue
        yield Controlled(unit=fort.id, player=player, rule="H-069")
        if state.mission.capture_points:
            yield Points(player=player, by=state.mission.capture_points, why="a capture", rule="H-072")

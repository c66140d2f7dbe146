"""A battle in words: a sentence for each event, and where in the battle something is."""

from collections.abc import Callable, Iterable
from typing import Any

from warbench.battle.asking import name_of
from warbench.battle.requests import Event
from warbench.games.heresy3.battle import events as happened
from warbench.games.heresy3.battle.state import Lasting, State
from warbench.games.heresy3.rites import RITE_LIST
from warbench.lab.telling.log import about
from warbench.lab.telling.told import side
from warbench.table.lattice import inches_text

_RITES = {rite.id: rite.name for rite in RITE_LIST}
_PHASES = {"setup": "before the battle", "end": "the End Phase"}
_SETUP = {
    "maps": "the deployment zones",
    "fortifications": "Fortifications are deployed",
    "formations": "who has joined, who is embarked, who waits in Reserves",
    "order": "who deploys first",
    "deploy": "deployment",
    "first": "who has the first turn",
}
_MARKS: dict[tuple[str, Any], str] = {
    ("moved", ""): "has not moved yet",
    ("moved", "stationary"): "remains Stationary",
    ("moved", "moved"): "has moved",
    ("moved", "rushed"): "has Rushed",
    ("moved", "fell back"): "has fallen back",
    ("moved", "disengaged"): "has disengaged",
    ("shot", True): "has made its Shooting Attack",
    ("charged", True): "has made a successful charge",
    ("disordered", True): "has made a disordered charge",
    ("locked", True): "is locked in combat",
    ("locked", False): "is no longer locked in combat",
    ("reacted", True): "has made a Reaction this turn",
    ("embarked", True): "has embarked this turn",
    ("disembarked", True): "has disembarked this turn",
    ("aerial", True): "is in Aerial Reserves",
    ("aerial", False): "is no longer in Aerial Reserves",
    ("breached", ""): "is not fought over any more",
    ("breached", "hull"): "lost Hull Points in this combat: its garrison may be hurt",
    ("breached", "bombs"): "lost Hull Points to bombs or charges: its garrison may be hurt",
}
_MOVES = {
    "move": "moves",
    "rush": "Rushes",
    "charge": "charges",
    "fall back": "falls back",
    "pile in": "piles in",
    "pursue": "pursues",
    "set up": "makes a set-up move",
    "reposition": "repositions",
    "disengage": "disengages",
    "consolidate": "consolidates",
}
_SET_UPS = {
    "deploy": "is deployed",
    "disembark": "disembarks",
    "emergency": "gets out in an Emergency Disembarkation",
    "arrive": "arrives from Reserves",
    "deep strike": "arrives by Deep Strike",
    "outflank": "arrives by Outflank",
    "edge": "arrives from its own edge",
}
_ENDS = {"phase": "the phase", "turn": "the Player Turn", "battle turn": "the battle turn"}


def where(state: State) -> str:
    """Where in the battle a state is, as ``turn 2, B, shooting, attack``."""
    core = state.core
    if core.phase == "setup":
        return f"{_PHASES['setup']}, {_SETUP.get(core.step, core.step)}"
    step = f", {core.step}" if core.step else ""
    return f"turn {core.round}, {side(core.turn)}, {_PHASES.get(core.phase, core.phase)}{step}"


def words(state: State, event: Event) -> str:
    """What happened, as a sentence. Only names are taken from the state, so any state of the battle will do."""
    return _SAY[type(event)](state, event)


def unit_of(state: State, model: str) -> str:
    """The unit that a model is in, or the one of its roster when it was removed."""
    return state.home(model) if state.is_left(model) else state.roster.unit_of[model]


def rite_of(event: happened.Noted) -> tuple[str, str] | None:
    """The unit that invokes a rite, and the rite's name; None for an event that notes something else."""
    parts = event.value.split("|")
    if event.what != "used" or parts[0] != "rite":
        return None
    return parts[1], _RITES[parts[-1]]


def reaction(name: str) -> str:
    """A Reaction as it is printed."""
    return name.title().replace(" Or ", " or ")


def _who(player: int) -> str:
    return side(player) if player >= 0 else "nobody"


def _model(state: State, model: str) -> str:
    return f"{state.kind(model).name} {model} of {state.entry(state.roster.unit_of[model]).name}"


def _models(state: State, models: Iterable[str]) -> str:
    """Some models: by unit, with their ids."""
    found: dict[str, list[str]] = {}
    for model in models:
        found.setdefault(unit_of(state, model), []).append(model)
    return ", ".join(f"{name_of(state, unit)} [{' '.join(each)}]" for unit, each in found.items())


def _by(state: State, event: happened.Hurt | happened.Removed) -> str:
    if not event.by:
        return f" by {event.source}" if event.source else ""
    return f" by {event.source} of {name_of(state, event.by)}" if event.source else f" by {name_of(state, event.by)}"


def _points(state: State, model: str, number: int) -> str:
    what = "Hull Point" if state.kind(model).armoured else "Wound"
    return f"{number} {what}{'s' * (number != 1)}"


def _began(_state: State, event: happened.Began) -> str:
    if event.phase == "setup":
        return f"Before the battle: {_SETUP.get(event.step, event.step)}"
    step = f", {event.step}" if event.step else ""
    return f"Battle turn {event.round}, turn of {side(event.turn)}: {_PHASES.get(event.phase, event.phase)}{step}"


def _marked(state: State, event: happened.Marked) -> str:
    name = name_of(state, event.unit)
    if event.mark == "shot_at":
        return f"{name} has attacked this turn: {', '.join(name_of(state, unit) for unit in event.value)}"
    if event.mark == "morale":
        return f"{name} is to be checked in the Morale Sub-Phase for: {', '.join(event.value) or 'nothing'}"
    if event.mark == "arrived":
        return f"{name} has come from Reserves this turn ({event.value})" if event.value else f"{name} has not arrived"
    return f"{name} {_MARKS.get((event.mark, event.value), f'has {event.mark} {event.value!r}')}"


def _moved(state: State, event: happened.Moved) -> str:
    verb = _MOVES.get(event.how, f"moves ({event.how})")
    return f"{name_of(state, event.unit)} {verb} to {about(place for _, place in event.places)}"


def _set_up(state: State, event: happened.SetUp) -> str:
    verb = _SET_UPS.get(event.how, f"is set up ({event.how})")
    return f"{name_of(state, event.unit)} {verb} at {about(place for _, place in event.places)}"


def _taken_off(state: State, event: happened.TakenOff) -> str:
    into = f"is embarked on {name_of(state, event.transport)}" if event.where == "inside" else "waits in Reserves"
    return f"{name_of(state, event.unit)} {into}"


def _joined(state: State, event: happened.Joined) -> str:
    own = state.roster.unit_of[event.model] == event.unit
    return f"{_model(state, event.model)} {'leaves for its own unit,' if own else 'joins'} {name_of(state, event.unit)}"


def _unit_destroyed(state: State, event: happened.UnitDestroyed) -> str:
    return f"{name_of(state, event.unit)} is destroyed" + (f" by {name_of(state, event.by)}" if event.by else "")


def _status(state: State, event: happened.Status) -> str:
    verb = "loses the status" if event.gone else "gains the status"
    source = f" ({event.source})" if event.source else ""
    return f"{_models(state, event.models)} {verb} {event.status.capitalize()}{source}"


def _noted(_state: State, event: happened.Noted) -> str:
    rite = rite_of(event)
    if rite is not None:
        return f"{rite[0]} invokes {rite[1]}"
    if event.what == "secondaries":
        return f"{side(event.player)} achieves the secondary objective {event.value.title()}"
    return f"{side(event.player)} has used {event.value}"


def _fights(_state: State, event: happened.Fights) -> str:
    told = ", ".join(" and ".join(combat.units) + (f" ({combat.step})" if combat.step else "") for combat in event.combats)
    return f"Combats: {told or 'none'}"


def _lasts(state: State, event: happened.Lasts) -> str:
    lasting: Lasting = event.lasting
    model = f" (model {lasting.model})" if lasting.model else ""
    return f"{name_of(state, event.unit)}{model} is under {lasting.source}{_until(lasting.until)}"


def _until(moment: str) -> str:
    start, _, player = moment.partition(" ")
    if start == "start" and player:
        return f" until the next Start Phase of {side(int(player))}"
    return f" until {_ENDS[moment]} ends" if moment in _ENDS else ""


def _threw(state: State, event: happened.Threw) -> str:
    again = f" (first {', '.join(str(first) for _, first in event.again)})" if event.again else ""
    unit = f" for {name_of(state, event.unit)}" if event.unit else ""
    return f"{side(event.player)} rolls {event.purpose}{unit}: {' '.join(map(str, event.faces))}{again}: {event.result}"


def _returned(state: State, event: happened.Returned) -> str:
    at = f"{inches_text(event.place.x)}, {inches_text(event.place.y)}"
    return f"{_model(state, event.model)} returns from the challenge to {at}"


_SAY: dict[type, Callable[[State, Any], str]] = {
    happened.Began: _began,
    happened.Chose: lambda state, event: (
        f"{name_of(state, event.unit)} is selected" if event.unit else "the selected unit has finished"
    ),
    happened.Done: lambda _state, event: f"{event.unit} has had its go",
    happened.Marked: _marked,
    happened.Moved: _moved,
    happened.SetUp: _set_up,
    happened.TakenOff: _taken_off,
    happened.Joined: _joined,
    happened.Hurt: lambda state, event: (
        f"{_model(state, event.model)} loses {_points(state, event.model, event.wounds)}{_by(state, event)}"
    ),
    happened.Mended: lambda state, event: (
        f"{_model(state, event.model)} regains {_points(state, event.model, event.wounds)}"
        + (f" by {event.source}" if event.source else "")
    ),
    happened.Removed: lambda state, event: f"{_model(state, event.model)} is Removed as a Casualty{_by(state, event)}",
    happened.UnitDestroyed: _unit_destroyed,
    happened.Status: _status,
    happened.Spent: lambda state, event: f"{_model(state, event.model)} has used {event.what}",
    happened.Controlled: lambda state, event: f"{_who(event.player)} controls {name_of(state, event.unit)} from now on",
    happened.Ground: lambda _state, event: (
        f"{event.zone.name} is laid"
        if event.zone.kind == "barricade"
        else f"{event.zone.name} is area terrain from now on ({event.zone.kind})"
    ),
    happened.Points: lambda _state, event: (
        f"{side(event.player)} gains {event.by} Victory Point{'s' * (event.by != 1)}: {event.why}"
    ),
    happened.Allotment: lambda _state, event: f"{side(event.player)} has {event.to} of the Reaction allotment left: {event.why}",
    happened.Reacted: lambda state, event: f"{name_of(state, event.unit)} makes the Reaction {reaction(event.reaction)}",
    happened.Noted: _noted,
    happened.Worth: lambda _state, event: f"objective {event.objective} is worth {event.value} from now on",
    happened.Fights: _fights,
    happened.SetAside: lambda state, event: f"set aside to fight a challenge: {_models(state, event.models)}",
    happened.Returned: _returned,
    happened.Tested: lambda state, event: f"tested for Dangerous Terrain in this phase: {_models(state, event.models)}",
    happened.Lasts: _lasts,
    happened.Lifted: lambda state, event: f"{name_of(state, event.unit)} is no longer under {event.source}",
    happened.Ends: lambda _state, event: f"what lasts{_until(event.moment) or f' until {event.moment}'}",
    happened.Threw: _threw,
    happened.Said: lambda _state, event: event.text,
    happened.RollOff: lambda _state, event: (
        f"{side(event.player)} has {'the first turn' if event.what == 'first' else 'deployment zone A'}"
    ),
    happened.Over: lambda _state, event: f"The battle is over: {event.why}",
}

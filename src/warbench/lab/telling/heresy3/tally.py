"""What an event adds to the tally of its phase."""

from collections.abc import Callable
from typing import Any

from warbench.battle.requests import Event
from warbench.games.heresy3.battle import events as happened
from warbench.games.heresy3.battle.state import State
from warbench.lab.telling.heresy3.words import reaction, rite_of, unit_of
from warbench.lab.telling.phases import Phase
from warbench.lab.telling.told import side

_MOVES = {
    "charge": "charged",
    "fall back": "fell back",
    "pile in": "piled in",
    "pursue": "pursued",
    "set up": "made a set-up move",
    "reposition": "repositioned",
    "disengage": "disengaged",
    "consolidate": "consolidated",
    "rush": "rushed",
}
_SET_UPS = {"disembark": "got out", "emergency": "got out in an emergency", "deploy": "set up"}


def note(phase: Phase, state: State, event: Event) -> None:
    """Take an event into account."""
    found = _NOTES.get(type(event))
    if found is not None:
        found(phase, state, event)


def _moved(phase: Phase, _state: State, event: happened.Moved) -> None:
    phase.acts(_MOVES.get(event.how, "moved"), event.unit)


def _set_up(phase: Phase, _state: State, event: happened.SetUp) -> None:
    phase.acts(_SET_UPS.get(event.how, "arrived"), event.unit)


def _taken_off(phase: Phase, _state: State, event: happened.TakenOff) -> None:
    phase.acts("embarked" if event.where == "inside" else "went into Reserves", event.unit)


def _marked(phase: Phase, _state: State, event: happened.Marked) -> None:
    if event.mark == "shot" and event.value:
        phase.acts("shot", event.unit)


def _threw(phase: Phase, _state: State, event: happened.Threw) -> None:
    if (phase.name, phase.step, event.purpose) == ("assault", "fight", "hit") and event.unit:
        phase.acts("fought", event.unit)


def _what(state: State, model: str) -> str:
    return "Hull Point" if state.kind(model).armoured else "wound"


def _owner(state: State, model: str) -> int:
    return state.player(unit_of(state, model))


def _hurt(phase: Phase, state: State, event: happened.Hurt) -> None:
    phase.loses(_owner(state, event.model), _what(state, event.model), event.wounds)
    phase.hurt[event.model] = phase.hurt.get(event.model, 0) + event.wounds


def _mended(phase: Phase, state: State, event: happened.Mended) -> None:
    phase.regains(_owner(state, event.model), _what(state, event.model), event.wounds)


def _removed(phase: Phase, state: State, event: happened.Removed) -> None:
    """A model that is removed is counted as such; what it had lost in this phase is not told beside."""
    player = _owner(state, event.model)
    phase.loses(player, "model")
    phase.loses(player, _what(state, event.model), -phase.hurt.pop(event.model, 0))


def _status(phase: Phase, state: State, event: happened.Status) -> None:
    if event.gone:
        return
    for unit in dict.fromkeys(unit_of(state, model) for model in event.models):
        text = f"{unit} {event.status.capitalize()}"
        if text not in phase.befell:
            phase.befell.append(text)


def _reacted(phase: Phase, state: State, event: happened.Reacted) -> None:
    phase.used[f"{side(state.player(event.unit))}: {reaction(event.reaction)} ({event.unit})"] += 1


def _noted(phase: Phase, _state: State, event: happened.Noted) -> None:
    rite = rite_of(event)
    if rite is not None:
        phase.used[f"{side(event.player)}: {rite[1]} ({rite[0]})"] += 1
    elif event.what == "secondaries":
        phase.befell.append(f"{side(event.player)} achieves {event.value.title()}")


def _points(phase: Phase, _state: State, event: happened.Points) -> None:
    phase.points[event.player] += event.by


_NOTES: dict[type, Callable[[Phase, State, Any], None]] = {
    happened.Moved: _moved,
    happened.SetUp: _set_up,
    happened.TakenOff: _taken_off,
    happened.Marked: _marked,
    happened.Threw: _threw,
    happened.Hurt: _hurt,
    happened.Mended: _mended,
    happened.Removed: _removed,
    happened.UnitDestroyed: lambda phase, _state, event: phase.destroyed.append(event.unit),
    happened.Status: _status,
    happened.Reacted: _reacted,
    happened.Noted: _noted,
    happened.Controlled: lambda phase, _state, event: phase.befell.append(f"{side(event.player)} captures {event.unit}"),
    happened.Points: _points,
}

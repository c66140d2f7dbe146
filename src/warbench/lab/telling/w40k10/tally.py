"""What an event adds to the tally of its phase."""

from warbench.battle.requests import Event
from warbench.games.w40k10.battle import events as happened
from warbench.games.w40k10.battle.state import State
from warbench.games.w40k10.stratagems import stratagems
from warbench.lab.telling.phases import Phase
from warbench.lab.telling.told import side
from warbench.lab.telling.w40k10.words import part_of

_NAMES = {card.id: card.name for card in stratagems()}


def note(phase: Phase, state: State, event: Event) -> None:
    """Take an event into account."""
    if isinstance(event, happened.Moved):
        phase.acts("charged" if event.how == "charge" else "moved", event.unit)
    elif isinstance(event, happened.SetUp):
        phase.acts("set up", event.unit)
    elif isinstance(event, happened.Marked):
        _marked(phase, event)
    elif isinstance(event, happened.Hurt):
        phase.loses(state.player(state.unit_of(event.model)), "wound", event.wounds)
    elif isinstance(event, happened.Mended | happened.Returned):
        _regained(phase, state, event)
    elif isinstance(event, happened.Destroyed):
        phase.loses(state.player(state.unit_of(event.model)), "model")
    elif isinstance(event, happened.UnitDestroyed):
        phase.destroyed.append(part_of(state, event.unit, event.part) or event.unit)
    elif isinstance(event, happened.Used | happened.ComesInForce):
        what = _NAMES.get(event.stratagem) if isinstance(event, happened.Used) else event.what.word
        phase.used.update([f"{side(event.player)}: {what}"] * bool(what))
    elif isinstance(event, happened.Points) and event.what == "vp":
        phase.points[event.player] += event.by


def _regained(phase: Phase, state: State, event: happened.Mended | happened.Returned) -> None:
    what, number = ("wound", event.wounds) if isinstance(event, happened.Mended) else ("model", 1)
    phase.regains(state.player(state.unit_of(event.model)), what, number)


def _marked(phase: Phase, event: happened.Marked) -> None:
    if event.mark in {"shot", "fought"} and event.value and event.rule != "firing-deck":
        phase.acts(event.mark, event.unit)
    elif event.mark == "shocked" and event.value:
        phase.befell.append(f"{event.unit} Battle-shocked")

"""A battle in words: a sentence for each event, and where in the battle something is."""

from collections.abc import Callable
from typing import Any

from warbench.battle.asking import name_of
from warbench.battle.requests import Event
from warbench.games.w40k10.battle import events as happened
from warbench.games.w40k10.battle.state import State
from warbench.games.w40k10.faction_rules import faction_rules
from warbench.games.w40k10.stratagems import UnknownStratagem, stratagem
from warbench.lab.telling.log import about
from warbench.lab.telling.told import count, side
from warbench.lab.telling.w40k10.effects import effect_words

_MARKS: dict[tuple[str, Any], str] = {
    ("moved", "stationary"): "remains stationary",
    ("moved", "normal"): "makes a Normal move",
    ("moved", "advance"): "advances",
    ("moved", "fall back"): "falls back",
    ("shot", True): "has shot",
    ("fought", True): "fights",
    ("charged", True): "made a Charge move",
    ("fights_first", True): "has Fights First",
    ("shocked", True): "is Battle-shocked",
    ("shocked", False): "is no longer Battle-shocked",
    ("picked", True): "is picked for Ruthless Efficiency",
    ("scouted", True): "has scouted",
    ("cannot_charge", True): "cannot charge this turn",
    ("free_hands", True): "may shoot and charge all the same",
    ("withdrawn", True): "waits in Strategic Reserves",
    ("hovers", True): "is in Hover mode for the battle",
    ("got_in", True): "got into a transport",
}
_PHASES = {"setup": "before the battle", "end": "the turn ends"}


def where(state: State) -> str:
    """Where in the battle a state is, as ``round 2, B, shooting``."""
    core = state.core
    if core.phase == "setup":
        return f"{_PHASES['setup']}, {core.step}"
    step = f", {core.step}" if core.step else ""
    return f"round {core.round}, {side(core.turn)}, {_PHASES.get(core.phase, core.phase)}{step}"


def words(state: State, event: Event) -> str:
    """What happened, as a sentence. Only names are taken from the state, so any state of the battle will do."""
    say = _SAY.get(type(event))
    return say(state, event) if say is not None else happened.say(event)


def _model(state: State, model: str) -> str:
    return f"{state.kind(model).name} {model} of {state.entry(state.roster.unit_of[model]).name}"


def _by(state: State, event: happened.Hurt | happened.Destroyed) -> str:
    source = f" by {event.source}" if event.source else ""
    return f"{source} of {name_of(state, event.by)}" if event.by else source


def _began(_state: State, event: happened.Began) -> str:
    if event.phase == "setup":
        return f"Before the battle: {event.step}"
    step = f", {event.step}" if event.step else ""
    return f"Round {event.round}, turn of {side(event.turn)}: {_PHASES.get(event.phase, event.phase)}{step}"


def _marked(state: State, event: happened.Marked) -> str:
    name = name_of(state, event.unit)
    if event.mark == "tokens":
        return f"{name} has {event.value} Judgement token{'s' * (event.value != 1)}"
    if event.mark in {"began_inside", "got_out_of"}:
        what = "began the phase inside" if event.mark == "began_inside" else "got out of"
        return f"{name} {what} {name_of(state, event.value)}"
    if event.mark == "spent":
        spent = (each.partition(":") for each in event.value)
        return f"{name} has used up: {', '.join(f'{item} of {owner}' for owner, _, item in spent)}"
    if event.mark == "struck":
        return f"{name}: {', '.join(event.value)} takes the next attack of this phase too"
    return f"{name} {_MARKS.get((event.mark, event.value), f'has {event.mark} {event.value!r}')}"


def _taken_off(state: State, event: happened.TakenOff) -> str:
    into = f"gets into {name_of(state, event.transport)}" if event.where == "inside" else "goes into reserve"
    return f"{name_of(state, event.unit)} {into}"


def part_of(state: State, unit: str, part: int) -> str:
    """What a part of a unit is called that was brought as an Attached unit; empty for any other unit."""
    entry = state.entry(unit)
    several = len({entry.kinds[kind].part for _, kind in entry.models}) > 1
    return f"{entry.sheets[part].name} of {unit}" if several else ""


def _unit_destroyed(state: State, event: happened.UnitDestroyed) -> str:
    part = part_of(state, event.unit, event.part) or name_of(state, event.unit)
    return f"{part} is destroyed" + (f" by {name_of(state, event.by)}" if event.by else "")


def _parted(state: State, event: happened.Parted) -> str:
    names = [name_of(state, key) for key in (event.unit, *(each.unit for each in event.apart))]
    if event.apart:
        return f"{names[0]} is no Attached unit any longer: {' and '.join(names[1:])} stands apart"
    return f"{names[0]} is no Attached unit any longer: its Starting Strength is {event.starting}"


def _points(_state: State, event: happened.Points) -> str:
    verb = "gains" if event.by > 0 else "spends"
    return f"{side(event.player)} {verb} {abs(event.by)} {event.what.upper()}: {event.why}"


def _used(state: State, event: happened.Used) -> str:
    try:
        name = stratagem(event.stratagem).name
    except UnknownStratagem:
        name = _ability(state, event)
    return f"{side(event.player)} uses {name}" + (f" for {name_of(state, event.unit)}" if event.unit else "")


def _ability(state: State, event: happened.Used) -> str:
    """What an ability is called that is used as seldom as a stratagem is: an army rule, or one of a unit once a battle round."""
    key = event.stratagem.partition(" ")[0]
    rule = faction_rules().get(key)
    if rule is not None:
        return rule.name
    sheets = state.entry(event.unit).sheets if event.unit else ()
    named = (ability.name for sheet in sheets for ability in sheet.abilities if ability.id == key)
    return next((f"{name} (1 CP less)" for name in named), event.stratagem)


def _threw(state: State, event: happened.Threw) -> str:
    again = f" (first {', '.join(str(first) for _, first in event.again)})" if event.again else ""
    unit = f" for {name_of(state, event.unit)}" if event.unit else ""
    return f"{side(event.player)} rolls {event.purpose}{unit}: {' '.join(map(str, event.faces))}{again}: {event.result}"


def _lasts(state: State, event: happened.Lasts) -> str:
    lasting = event.lasting
    against = f" against {name_of(state, lasting.against)}" if lasting.against else ""
    does = effect_words(lasting.effect)
    held = f"{name_of(state, event.unit)} is under {lasting.source}{against} until {_until(lasting.until)}"
    return f"{held}: {does}" if does else held


def _held(state: State, event: happened.Held) -> str:
    if event.player is None:
        return f"{event.objective}: nobody keeps it from afar any longer"
    left = f" even when {name_of(state, event.unit)} leaves it" if event.unit else ""
    return f"{event.objective} stays with {side(event.player)}{left}"


def _in_force(state: State, event: happened.ComesInForce) -> str:
    what = event.what
    against = f" against {name_of(state, what.against)}" if what.against else ""
    all_of_them = f"the {'enemies' if what.enemies else 'army'} of {side(event.player)}"
    whom = ", ".join(name_of(state, unit) for unit in what.units) or all_of_them
    but = f" but {', '.join(what.but_not)}" if what.but_not else ""
    by = f", by {name_of(state, event.unit)}" if event.unit else ""
    return f"{whom}{but}: {what.word}{against} until {_until(what.until)}{by}"


def _until(until: str) -> str:
    """When something ends, in words."""
    moment, _, whose = until.partition(" ")
    if moment == "command":
        return f"the next Command phase of {side(int(whose))}"
    return "it has made its attacks" if moment == "attacks" else f"the {until} ends"


def _roll_off(_state: State, event: happened.RollOff) -> str:
    return f"{side(event.player)} {'has the first turn' if event.what == 'first' else 'is the attacker'}"


_SAY: dict[type, Callable[[State, Any], str]] = {
    happened.Began: _began,
    happened.Chose: lambda state, event: (
        f"{name_of(state, event.unit)} is selected" if event.unit else "the selected unit has finished"
    ),
    happened.Done: lambda _state, event: f"{event.unit} has had its go",
    happened.Owes: lambda _state, event: f"next in this step: {', '.join(event.units) or 'nobody'}",
    happened.Marked: _marked,
    happened.Moved: lambda state, event: (
        f"{name_of(state, event.unit)} moves ({event.how}) to {about(place for _, place in event.places)}"
    ),
    happened.SetUp: lambda state, event: (
        f"{name_of(state, event.unit)} is set up ({event.how}) at {about(place for _, place in event.places)}"
    ),
    happened.TakenOff: _taken_off,
    happened.Hurt: lambda state, event: f"{_model(state, event.model)} loses {count(event.wounds, 'wound')}{_by(state, event)}",
    happened.Mended: lambda state, event: (
        f"{_model(state, event.model)} regains {count(event.wounds, 'lost wound')}"
        + (f" by {event.source}" if event.source else "")
    ),
    happened.Returned: lambda state, event: (
        f"{_model(state, event.model)} is back in {name_of(state, event.unit)} by {event.source}, at {about([event.place])}"
    ),
    happened.Destroyed: lambda state, event: f"{_model(state, event.model)} is destroyed{_by(state, event)}",
    happened.UnitDestroyed: _unit_destroyed,
    happened.Parted: _parted,
    happened.Points: _points,
    happened.PreyPaid: lambda _state, event: f"{side(event.player)} is paid for its prey, once in the battle",
    happened.Held: _held,
    happened.Used: _used,
    happened.ComesInForce: _in_force,
    happened.Lasts: _lasts,
    happened.Ends: lambda _state, event: f"what lasts until {event.moment} ends",
    happened.Threw: _threw,
    happened.Said: lambda _state, event: event.text,
    happened.RollOff: _roll_off,
    happened.Over: lambda _state, event: f"The battle is over: {event.why}",
}

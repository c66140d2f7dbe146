"""A battle on screen: how it stands, phase lines while it runs, the summary at its end, and the table as text for who plays."""

from collections.abc import Iterable
from typing import Any

from warbench.battle.driver import Battle
from warbench.cli.battle_phases import Phase
from warbench.cli.battle_words import army_name, side, where
from warbench.cli.paper import DIM, HEAD, MARK, Column, Paper, Part, Span, count
from warbench.games.w40k10.battle.roster import INCH
from warbench.games.w40k10.battle.scoring import controlled
from warbench.games.w40k10.battle.state import State, Unit

_STYLE = ("cyan", "magenta")


def show_start(paper: Paper, battle: Battle[State], players: Iterable[str]) -> None:
    """Who fights where."""
    state = battle.state
    paper.line(Span(f"{state.mission.name}", HEAD), f" ({state.mission.battle_size}), seed {battle.seed}")
    for player, decides in enumerate(players):
        points = sum(entry.points for entry in state.roster.of(player))
        paper.line(Span(army_name(state.roster, player), _STYLE[player]), f", {points} points, {decides}")
    paper.gap()


def show_phase(paper: Paper, state: State, phase: Phase) -> None:
    """One line for a phase in which something happened, and the score after each battle round."""
    line = phase.line()
    if line:
        style = DIM if phase.name == "setup" else _STYLE[phase.turn]
        paper.line(Span(f"{phase.title}: ", style), line)
    if phase.name == "end" and phase.turn != state.core.first:
        one, other = state.core.sides
        paper.line(Span(f"after round {phase.round}: A {one.vp} VP, B {other.vp} VP", MARK))


def show_end(paper: Paper, battle: Battle[State], data: dict[str, Any]) -> None:
    """The summary of a battle, the same as its JSON."""
    state = battle.state
    paper.gap()
    if data["over"]:
        said = f"{data['winner']} wins" if data["winner"] else "a draw"
        paper.line(Span(f"The battle is over: {said}", MARK))
    else:
        paper.line(Span(f"The battle stands at {where(state)}", MARK))
    rows: list[list[Part]] = []
    for player, each in enumerate(data["sides"]):
        units = [unit for unit in data["units"] if unit["side"] == each["side"]]
        left = [unit for unit in units if unit["where"] != "gone"]
        luck = each["luck"]
        rows.append(
            [
                Span(army_name(state.roster, player), _STYLE[player]),
                str(each["victory_points"]),
                str(each["command_points"]),
                f"{len(left)} of {len(units)}",
                f"{sum(unit['models'] for unit in left)} of {sum(unit['starting'] for unit in units)}",
                f"{luck['percentile']:.0f}%",
            ]
        )
    heads = [Column(head, right=True) for head in ("VP", "CP", "units", "models", "luck")]
    paper.table([Column(cuts=True), *heads], rows, indent=0)
    held = ", ".join(f"{name}: {owner or '-'}" for name, owner in data["objectives"].items())
    paper.line(Span(f"Objectives: {held}", DIM))
    paper.line(
        Span(
            f"{count(data['answers'], 'decision')}, {count(data['dice'], 'die', 'dice')}, {count(data['events'], 'event')}. "
            "Luck: how often fair dice would have shown less.",
            DIM,
        )
    )
    paper.line(f"hash {data['hash']}")


def table_text(state: State) -> str:
    """The table for a person who plays: score, objectives, and every unit with where it is."""
    owners = controlled(state)
    lines = [where(state)]
    marks = {objective.name: objective for objective in state.mission.objectives}
    lines += [
        f'  objective {name} at {marks[name].x:g}", {marks[name].y:g}": {"-" if owner is None else side(owner)}'
        for name, owner in owners.items()
    ]
    for player in (0, 1):
        own = state.core.sides[player]
        lines.append(f"{army_name(state.roster, player)}: {own.vp} VP, {own.cp} CP")
        lines += [f"  {_unit(state, unit)}" for unit in state.units.values() if state.player(unit.id) == player]
    return "\n".join(lines)


def _unit(state: State, unit: Unit) -> str:
    name = f"{unit.id} {state.entry(unit.id).name}"
    if unit.where == "gone":
        return f"{name}: destroyed"
    wounds = sum(model.wounds for model in unit.models)
    weighs = [word for word, holds in (("Battle-shocked", unit.shocked), (f"{unit.tokens} tokens", unit.tokens)) if holds]
    strength = ", ".join([f"{len(unit.models)} of {unit.starting} models, {wounds} wounds", *weighs])
    if unit.where != "table":
        return f"{name}: {strength}, {unit.where} {unit.inside}".rstrip()
    places = [model.place for model in unit.models if model.place is not None]
    x, y = (sum(values) / len(places) / INCH for values in ([place.x for place in places], [place.y for place in places]))
    return f'{name}: {strength}, about {x:.1f}", {y:.1f}"'

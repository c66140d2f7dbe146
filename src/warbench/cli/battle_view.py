"""A battle on screen: how it stands, phase lines while it runs, the summary at its end, and the table as text for who plays."""

from collections.abc import Iterable
from typing import Any

from warbench.battle.driver import Battle
from warbench.cli.paper import DIM, HEAD, MARK, Column, Paper, Part, Span, count
from warbench.lab.telling import Teller
from warbench.lab.telling.phases import Phase
from warbench.lab.telling.told import UnitTold, side

_STYLE = ("cyan", "magenta")


def show_start(paper: Paper, teller: Teller[Any], battle: Battle[Any], players: Iterable[str]) -> None:
    """Who fights where, and with what: every unit with the id by which it is called from now on."""
    told = teller.summary(battle.setup, battle.state)
    paper.line(Span(f"{told.mission_name}", HEAD), f" ({told.note}), seed {battle.seed}")
    for player, decides in enumerate(players):
        paper.line(Span(told.army(player), _STYLE[player]), f", {told.sides[player].points} points, {decides}")
        units = [f"{unit.id} {unit.name} ({_cost(unit)})" for unit in told.units if unit.brought == player]
        paper.line(Span(f"  {', '.join(units)}", DIM))
    for line in teller.caveats(battle.setup, battle.state).shown:
        paper.line(Span(line, DIM))
    paper.gap()


def _cost(unit: UnitTold) -> str:
    models = "" if unit.starting == 1 else f"{unit.starting} models, "
    return f"{models}{count(unit.points, 'point')}"


def show_phase(paper: Paper, teller: Teller[Any], battle: Battle[Any], title: str, phase: Phase) -> None:
    """One line for a phase in which something happened, and the score after each battle round."""
    line = phase.line()
    if line:
        style = DIM if phase.name == "setup" else _STYLE[phase.turn]
        paper.line(Span(f"{title}: ", style), line)
    if phase.name != "end":
        return
    told = teller.summary(battle.setup, battle.state)
    if phase.turn != told.first:
        one, other = told.sides
        score = f"A {one.victory_points} VP, B {other.victory_points} VP"
        paper.line(Span(f"after {teller.rounds[1]} {phase.round}: {score}", MARK))


def show_end(paper: Paper, teller: Teller[Any], battle: Battle[Any], data: dict[str, Any]) -> None:
    """The summary of a battle, the same as its JSON."""
    told = teller.summary(battle.setup, battle.state)
    paper.gap()
    if data["over"]:
        said = f"{data['winner']} wins" if data["winner"] else "a draw"
        paper.line(Span(f"The battle is over: {said}", MARK))
    else:
        paper.line(Span(f"The battle stands at {teller.where(battle.state)}", MARK))
    rows: list[list[Part]] = []
    for player, each in enumerate(told.sides):
        units = [unit for unit in told.units if unit.brought == player]
        left = [unit for unit in units if unit.where != "gone"]
        luck = data["sides"][player]["luck"]
        rows.append(
            [
                Span(told.army(player), _STYLE[player]),
                str(each.victory_points),
                str(each.budget),
                f"{len(left)} of {len(units)}",
                f"{sum(unit.models for unit in left)} of {sum(unit.starting for unit in units)}",
                f"{luck['percentile']:.0f}%",
            ]
        )
    heads = [Column(head, right=True) for head in ("VP", teller.budget[1], "units", "models", "luck")]
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


def table_text(teller: Teller[Any], setup: Any, state: Any) -> str:  # noqa: ANN401 -- of any game
    """The table for a person who plays: score, objectives, and every unit with where it is."""
    told = teller.summary(setup, state)
    lines = [teller.where(state)]
    for each in told.objectives:
        value = f", worth {each.value}" if each.value is not None else ""
        holder = "-" if each.holder is None else side(each.holder)
        lines.append(f'  objective {each.name} at {each.x:g}", {each.y:g}"{value}: {holder}')
    for player, own in enumerate(told.sides):
        lines.append(f"{told.army(player)}: {own.victory_points} VP, {own.budget} {teller.budget[1]}")
        lines += [f"  {_unit(unit)}" for unit in told.units if unit.player == player]
    others = [f"  {_unit(unit)}" for unit in told.units if unit.player < 0]
    return "\n".join([*lines, *(["nobody's:"] if others else []), *others])


def _unit(unit: UnitTold) -> str:
    name = f"{unit.id} {unit.name}"
    if unit.where == "gone":
        return f"{name}: destroyed"
    strength = ", ".join([unit.strength(), *unit.weighs])
    if unit.at is None:
        return f"{name}: {strength}, {unit.where} {unit.inside}".rstrip()
    return f'{name}: {strength}, about {unit.at[0]:.1f}", {unit.at[1]:.1f}"'

"""A battle as plain data: the JSON of ``warbench battle --json`` and ``warbench replay --json`` (docs/battle.md)."""

from typing import Any

import click
import msgspec

from warbench.battle.driver import Answered, Battle, Thrown
from warbench.cli.battle_words import side
from warbench.games.w40k10.battle.scoring import controlled, winner
from warbench.games.w40k10.battle.state import State
from warbench.lab.luck import luck

FORMAT = "warbench-battle-1"


def report(battle: Battle[State]) -> dict[str, Any]:
    """How a battle stands. It is made from the battle alone, so a replay says the same; the state's hash comes last."""
    state = battle.state
    core, roster = state.core, state.roster
    best = winner(state)
    return {
        "format": FORMAT,
        "game": battle.game.id,
        "rules": battle.game.version,
        "seed": str(battle.seed),
        "mission": state.mission.id,
        "rounds": state.options.rounds,
        "over": core.over,
        "at": {"round": core.round, "turn": side(core.turn), "phase": core.phase, "step": core.step},
        "sides": [
            {
                "side": side(player),
                "army": roster.armies[player].name,
                "faction": roster.armies[player].faction,
                "points": sum(entry.points for entry in roster.of(player)),
                "victory_points": core.sides[player].vp,
                "command_points": core.sides[player].cp,
                "luck": _luck(battle, player),
            }
            for player in (0, 1)
        ],
        "winner": None if best is None or not core.over else side(best),
        "objectives": {name: None if owner is None else side(owner) for name, owner in controlled(state).items()},
        "units": [
            {
                "id": unit.id,
                "name": state.entry(unit.id).name,
                "side": side(state.player(unit.id)),
                "where": unit.where,
                "models": len(unit.models),
                "starting": unit.starting,
                "wounds": sum(model.wounds for model in unit.models),
                "tokens": unit.tokens,
            }
            for unit in state.units.values()
        ],
        "answers": sum(isinstance(entry, Answered) for entry in battle.journal),
        "dice": sum(len(entry.faces) for entry in battle.journal if isinstance(entry, Thrown)),
        "events": len(battle.log),
        "hash": battle.hash,
    }


def _luck(battle: Battle[State], player: int) -> dict[str, Any]:
    every, *by_purpose = luck(battle.rolls, player)
    return {
        "dice": every.dice,
        "mean": every.mean,
        "percentile": every.percentile,
        "by_purpose": [
            {"purpose": each.purpose, "dice": each.dice, "mean": each.mean, "percentile": each.percentile} for each in by_purpose
        ],
    }


def print_json(data: Any) -> None:  # noqa: ANN401 -- plain data
    """Print plain data as JSON."""
    click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())

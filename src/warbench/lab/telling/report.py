"""A battle as plain data: the JSON of ``warbench battle --json`` and ``warbench replay --json`` (docs/battle.md)."""

from typing import Any, TypeVar

from warbench.battle.driver import Answered, Battle, Thrown
from warbench.lab.luck import luck
from warbench.lab.telling.teller import Teller
from warbench.lab.telling.told import Caveats, Summary, side

S = TypeVar("S")
FORMAT = "warbench-battle-1"


def report(teller: Teller[S], battle: Battle[S]) -> dict[str, Any]:
    """How a battle stands. It is made from the battle alone, so a replay says the same; the state's hash comes last."""
    told = teller.summary(battle.setup, battle.state)
    caveats = teller.caveats(battle.setup, battle.state)
    warnings = {} if caveats.warnings is None else {"warnings": list(caveats.warnings)}
    return {
        "format": FORMAT,
        "game": battle.game.id,
        "rules": battle.game.version,
        "seed": str(battle.seed),
        "mission": told.mission,
        "rounds": told.rounds,
        "over": told.over,
        "at": {"round": told.round, "turn": side(told.turn), "phase": told.phase, "step": told.step},
        "sides": [_side(teller, battle, told, caveats, player) for player in (0, 1)],
        "winner": _letter(told.winner),
        "objectives": {each.name: _letter(each.holder) for each in told.objectives},
        "units": [
            {
                "id": unit.id,
                "name": unit.name,
                "side": _letter(unit.brought),
                "where": unit.where,
                "models": unit.models,
                "starting": unit.starting,
                "wounds": unit.wounds,
                **unit.more,
            }
            for unit in told.units
        ],
        **told.more,
        **warnings,
        "answers": sum(isinstance(entry, Answered) for entry in battle.journal),
        "dice": sum(len(entry.faces) for entry in battle.journal if isinstance(entry, Thrown)),
        "events": len(battle.log),
        "hash": battle.hash,
    }


def _letter(player: int | None) -> str | None:
    return None if player is None or player < 0 else side(player)


def _side(teller: Teller[S], battle: Battle[S], told: Summary, caveats: Caveats, player: int) -> dict[str, Any]:
    each = told.sides[player]
    return {
        "side": side(player),
        "army": each.army,
        "faction": each.faction,
        "points": each.points,
        "victory_points": each.victory_points,
        teller.budget[0]: each.budget,
        "luck": _luck(teller, battle, player),
        "not_checked": list(caveats.not_checked[player]),
        **each.more,
    }


def _luck(teller: Teller[S], battle: Battle[S], player: int) -> dict[str, Any]:
    every, *by_purpose = luck(battle.rolls, player, teller.sense)
    return {
        "dice": every.dice,
        "mean": every.mean,
        "percentile": every.percentile,
        "by_purpose": [
            {"purpose": each.purpose, "dice": each.dice, "mean": each.mean, "percentile": each.percentile} for each in by_purpose
        ],
    }

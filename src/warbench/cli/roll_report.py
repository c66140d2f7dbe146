"""What was rolled as plain data: the JSON of ``warbench roll --json`` (docs/odds-json.md says what each key is)."""

from typing import Any

from warbench.attack.rolled import Played, Rolled, Struck
from warbench.chance import Dist, Result
from warbench.games.w40k10.answer import Answer
from warbench.games.w40k10.hazardous import owed

FORMAT = "warbench-roll-1"
AMOUNTS = ("attacks", "additional hits", "damage", "mortal wounds")
"""The rolls that give a number; all others are tests that fail or succeed."""


def roll_report(result: Answer, played: Played, seed: str | None) -> dict[str, Any]:
    """Everything about a volley that was rolled."""
    target = result.target
    slain, lost = target.slain(played.state), target.wounds_lost(played.state)
    models = sum(len(track) for track in target.tracks)
    return {
        "format": FORMAT,
        "game": "w40k10",
        "attacker": result.question.attacker_name,
        "target": result.question.target_name,
        "seed": seed,
        "record": [_entry(result, entry) for entry in played.record],
        "stages": [
            {"weapon": group.name, **{stage.replace(" ", "_"): n for stage, n in scores.items()}}
            for group, scores in zip(result.outcome.volley.groups, played.scores, strict=True)
        ],
        "slain": slain,
        "wounds_lost": lost,
        "models_left": models - slain,
        "destroyed": slain == models,
        "luck": {"slain": _luck(result.slain, slain), "wounds_lost": _luck(result.wounds_lost, lost)},
        "hazardous_tests": sum(owed(result.plans).values()),
        "not_modelled": list(result.not_modelled),
    }


def _entry(result: Answer, entry: Rolled | Struck) -> dict[str, Any]:
    if isinstance(entry, Rolled):
        tested = entry.purpose not in AMOUNTS
        return {
            "kind": "roll",
            "weapon": entry.group,
            "purpose": entry.purpose,
            "faces": list(entry.faces),
            "again": [{"index": index, "first": first} for index, first in entry.again],
            "results": [Result(answer).name.lower() for answer in entry.answers] if tested else list(entry.answers),
        }
    target = result.target
    return {
        "kind": "damage",
        "weapon": entry.group,
        "damage": entry.damage,
        "wounds_lost": target.wounds_lost(entry.after) - target.wounds_lost(entry.before),
        "slain": target.slain(entry.after) - target.slain(entry.before),
    }


def _luck(law: Dist, value: int) -> dict[str, float]:
    """How the value lies in its distribution: the probability of less, of the same, of more."""
    less, same, more = law.at_most(value - 1), law.prob(value), law.at_least(value + 1)
    return {"mean": float(law.mean), "less": float(less), "same": float(same), "more": float(more)}

"""What was rolled as plain data: the JSON of ``warbench roll --json`` (docs/odds-json.md says what each key is)."""

from typing import Any

from warbench.attack.rolled import Played, Rolled
from warbench.chance import Dist
from warbench.games.w40k10.answer import Answer

FORMAT = "warbench-roll-1"


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
        "not_modelled": list(result.not_modelled),
    }


def _entry(result: Answer, entry: object) -> dict[str, Any]:
    if isinstance(entry, Rolled):
        return {
            "kind": "roll",
            "weapon": entry.group,
            "purpose": entry.purpose,
            "faces": list(entry.faces),
            "again": [{"index": index, "first": first} for index, first in entry.again],
            "results": list(entry.answers),
        }
    target = result.target
    before, after = target.lost(entry.before), target.lost(entry.after)  # type: ignore[attr-defined]
    return {
        "kind": "damage",
        "weapon": entry.group,  # type: ignore[attr-defined]
        "damage": entry.damage,  # type: ignore[attr-defined]
        "wounds_lost": sum(after) - sum(before),
        "slain": target.slain(entry.after) - target.slain(entry.before),  # type: ignore[attr-defined]
    }


def _luck(law: Dist, value: int) -> dict[str, float]:
    """How the value lies in its distribution: the probability of less, of the same, of more."""
    more = float(law.at_least(value + 1))
    same = float(law.prob(value))
    return {"mean": float(law.mean), "less": max(0.0, 1 - same - more), "same": same, "more": more}

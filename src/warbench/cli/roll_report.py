"""What was rolled as plain data: the JSON of ``warbench roll --json`` (docs/odds-json.md says what each key is)."""

from typing import Any

from warbench.attack.rolled import Played, Rolled, Struck
from warbench.attack.target import Target
from warbench.attack.volley import PROFILE
from warbench.chance import Dist
from warbench.games import game_of, part

FORMAT = "warbench-roll-1"
AMOUNTS = (PROFILE, "attacks", "additional hits", "damage", "mortal wounds")
"""The rolls that give a number; all others are tests that fail or succeed."""


def roll_report(result: Any, played: Played, seed: str | None) -> dict[str, Any]:  # noqa: ANN401 -- an answer of one of the games
    """Everything about a volley that was rolled."""
    target = result.target
    slain, lost = target.slain(played.state), target.wounds_lost(played.state)
    told = part(game_of(result), "rolled_report")
    return {
        "format": FORMAT,
        "game": game_of(result),
        "attacker": result.question.attacker_name,
        "target": result.question.target_name,
        "seed": seed,
        "record": [_entry(result, entry, told) for entry in played.record if not _marks(target, entry)],
        "stages": [
            {"weapon": group.name, **{stage.replace(" ", "_"): n for stage, n in scores.items()}}
            for group, scores in zip(result.outcome.volley.groups, played.scores, strict=True)
        ],
        "slain": slain,
        "wounds_lost": lost,
        "models_left": target.models - slain,
        "destroyed": slain == target.models,
        "luck": {"slain": _luck(result.slain, slain), "wounds_lost": _luck(result.wounds_lost, lost)},
        **told.told_after(result),
        "not_modelled": list(result.not_modelled),
    }


def _marks(target: Target, entry: Rolled | Struck) -> bool:
    """Whether an allocation only set a mark, which the roll before it says."""
    return isinstance(entry, Struck) and target.marked(entry.before) != target.marked(entry.after)


def _entry(result: Any, entry: Rolled | Struck, told: Any) -> dict[str, Any]:  # noqa: ANN401 -- of one of the games
    if isinstance(entry, Rolled):
        tested = entry.purpose not in AMOUNTS
        return {
            "kind": "roll",
            "weapon": entry.group,
            "purpose": entry.purpose,
            "faces": list(entry.faces),
            "again": [{"index": index, "first": first} for index, first in entry.again],
            "results": told.told_results(result, entry) if tested else list(entry.answers),
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

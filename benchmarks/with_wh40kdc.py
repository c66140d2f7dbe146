"""The same attacks with the damage calculator of ``wh40kdc`` (PyPI), by its public ``crunch``.

It multiplies means from stage to stage. It has no distribution, and its models destroyed are the mean damage over the wounds of a
model, so damage that is too much for a model, or too little to finish one, counts as a part of a model. Its rules are those of a
later edition; in the workloads measured here both editions agree.
"""

from typing import Any, NamedTuple

from wh40kdc import Dataset
from wh40kdc.cruncher import crunch
from workloads import Workload


class Projected(NamedTuple):
    """Its means: damage after Feel No Pain, before any is lost; and models destroyed."""

    damage: float
    slain: float


def dataset() -> Any:  # noqa: ANN401 -- a class of theirs
    """Its data, which the calculator asks for keywords: read once, outside what is timed."""
    return Dataset.embedded()


def project(workload: Workload, data: Any) -> Projected:  # noqa: ANN401 -- a class of theirs
    """What it says of a workload."""
    stages = crunch(_question(workload), data)["stages"]
    means = {stage["name"]: float(stage["expected"]) for stage in stages}
    return Projected(means["after-fnp"], means["models-killed"])


def _question(workload: Workload) -> dict[str, Any]:
    numbers = {"A": workload.attacks, "BS": workload.skill, "S": workload.strength, "AP": workload.ap, "D": workload.damage}
    gun = {"name": "gun", "range": 24, "stats": numbers, "keywords": [_keyword(text) for text in workload.keywords]}
    model = {"T": workload.toughness, "Sv": workload.save, "W": workload.wounds}
    ignored = {"type": "feel-no-pain", "threshold": workload.feel_no_pain, "scope": "all"}
    return {
        "attacker": {"weapon": {"id": "gun", "name": "gun", "profiles": [gun]}, "profileIndex": 0},
        "target": {
            "unit": {"id": "target", "name": "target", "profiles": [model], "keywords": ["Infantry"]},
            "profileIndex": 0,
            "modelCount": workload.models,
        },
        "modelsFiring": 1,
        "buffs": [{"source": {"kind": "manual"}, "contribution": ignored}] if workload.feel_no_pain else [],
        "context": {"phase": "shooting"},
    }


def _keyword(text: str) -> dict[str, Any]:
    if text == "blast":
        return {"keyword_id": "blast", "parameters": {"value": 1}}
    if text.startswith("sustained hits"):
        return {"keyword_id": "sustained-hits", "parameters": {"value": text.rsplit(maxsplit=1)[-1]}}
    return {"keyword_id": text.replace(" ", "-")}

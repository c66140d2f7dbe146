"""What fired in a battle, as entries of a tally: kinds of event, rules, questions, reactions, and what the game calls by name."""

from collections import Counter
from typing import Any

from warbench.battle.driver import Battle
from warbench.battle.requests import Ask
from warbench.lab.proof.part import Part


def asked(tally: Counter[str], ask: Ask) -> None:
    """Count a question."""
    tally[f"ask {ask.about}"] += 1
    if ask.about == "react":
        tally[f"react {ask.subject}"] += 1


def answered(part: Part, tally: Counter[str], ask: Ask, key: str) -> None:
    """Count an answer, where answers to such questions are rule objects by themselves."""
    if ask.about in part.telling:
        tally[f"chose {ask.about}: {key}"] += 1


def happened(part: Part, tally: Counter[str], battle: Battle[Any]) -> None:
    """Count all that happened in a battle."""
    for entry in battle.log:
        event = entry.event
        tally[f"event {type(event).__name__}"] += 1
        tally.update(part.names(battle.state, event))
        rule = getattr(event, "rule", "")
        if rule:
            tally[f"rule {rule}"] += 1

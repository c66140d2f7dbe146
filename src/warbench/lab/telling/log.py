"""The log of a battle as text: what happened, by number, with the rules; and the middle of where models are placed."""

from collections.abc import Iterable
from typing import TypeVar

from warbench.battle.driver import Battle
from warbench.battle.requests import Event
from warbench.lab.telling.teller import Teller
from warbench.table.lattice import INCH, Place

S = TypeVar("S")


def rule_of(event: Event) -> str:
    """The id of the rule that caused an event; empty where the event names none."""
    return getattr(event, "rule", "")


def log_line(teller: Teller[S], state: S, number: int, event: Event) -> str:
    """An entry of the log: its number, what happened, and the rule."""
    rule = rule_of(event)
    return f"{number:>5}  {teller.words(state, event)}" + (f"  [{rule}]" if rule else "")


def log_text(teller: Teller[S], battle: Battle[S]) -> str:
    """The whole log of a battle as text, without what only keeps the order of things."""
    lines = (
        log_line(teller, battle.state, number, entry.event)
        for number, entry in enumerate(battle.log, 1)
        if not isinstance(entry.event, teller.kinds.bookkeeping)
    )
    return "".join(f"{line}\n" for line in lines)


def middle(places: Iterable[Place]) -> tuple[float, float] | None:
    """The middle of some places in inches; None of none."""
    found = list(places)
    if not found:
        return None
    return sum(place.x for place in found) / len(found) / INCH, sum(place.y for place in found) / len(found) / INCH


def about(places: Iterable[Place]) -> str:
    """Roughly where some places are, from the left and near edges."""
    found = middle(places)
    return "nowhere" if found is None else f'about {found[0]:.1f}", {found[1]:.1f}"'

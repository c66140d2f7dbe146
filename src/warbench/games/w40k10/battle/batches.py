"""The dice of an attack in a battle: who throws them, what the log says of them, and a window after each batch.

In the window the player who threw a batch may throw one of its dice again (a Command Re-roll).
"""

from warbench.attack.rolled import Batch, Cast
from warbench.battle.asking import roll
from warbench.battle.requests import Procedure
from warbench.chance import Check, Result
from warbench.games.w40k10.battle.events import Threw
from warbench.games.w40k10.battle.moments import DiceRolled, windows
from warbench.games.w40k10.battle.state import State, Unit

DEFENDERS_ROLLS = frozenset({"save", "feel no pain"})
"""Rolls of an attack that the defender makes."""

RULES = {
    "attacks": "W-007",
    "hit": "W-008",
    "additional hits": "W-094",
    "wound": "W-020",
    "save": "W-033",
    "damage": "W-045",
    "feel no pain": "feel-no-pain",
    "mortal wounds": "W-128",
}
"""The rule behind each roll of an attack, by its purpose."""

THROWN_AGAIN = "W-001"
_AGAIN = " again"
"""What the purpose of a second throw ends with."""


def cast(state: State, attacker: Unit, target: Unit, request: Cast, weapon: str) -> Procedure[tuple[int, ...]]:
    """Roll dice of an attack with a weapon; second throws are logged at once, first ones with their batch."""
    purpose = request.purpose
    unit = target if purpose.removesuffix(_AGAIN) in DEFENDERS_ROLLS else attacker
    player = state.player(unit.id)
    faces = yield from roll(state, player, purpose, request.count, attacker.id)
    if purpose.endswith(_AGAIN):
        result = f"{weapon}: thrown again"
        yield Threw(player=player, purpose=purpose, faces=faces, result=result, unit=unit.id, rule=THROWN_AGAIN)
    return faces


def after_batch(state: State, attacker: Unit, target: Unit, batch: Batch, weapon: str) -> Procedure[int | None]:
    """Log a batch, and offer the player who rolled it to throw one of its dice again (W-222, W-224)."""
    unit = target if batch.purpose in DEFENDERS_ROLLS else attacker
    player = state.player(unit.id)
    result, rule = f"{weapon}: {_told(batch)}", RULES[batch.purpose]
    yield Threw(player=player, purpose=batch.purpose, faces=batch.shown, result=result, unit=unit.id, rule=rule)
    if not batch.open:
        return None
    about = DiceRolled(unit=unit.id, purpose=batch.purpose, batch=batch)
    chosen = yield from windows().open(state, "dice rolled", (player,), about, until=lambda found: found is not None)
    return next((found for found in chosen if isinstance(found, int) and found is not False), None)


def _told(batch: Batch) -> str:
    """What a batch came to: how many tests succeeded, or the amounts."""
    if not isinstance(batch.request, Check):
        return " + ".join(map(str, batch.answers))
    critical = sum(answer == Result.CRITICAL for answer in batch.answers)
    well = sum(answer != Result.FAIL for answer in batch.answers)
    return f"{well} of {len(batch.answers)}" + (f", {critical} critical" if critical else "")

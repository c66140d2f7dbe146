"""Step 4 of a charge: Volley Attacks of the charging unit, then of its target, or Overwatch; then Evade (facts 12, 13; H-196)."""

from warbench.battle.asking import ask, name_of
from warbench.battle.requests import Option, Procedure
from warbench.games.heresy3.battle.combats import is_fort
from warbench.games.heresy3.battle.guns import Stance
from warbench.games.heresy3.battle.moments import Targets, windows
from warbench.games.heresy3.battle.shooting import shoot
from warbench.games.heresy3.battle.state import State, Unit
from warbench.games.heresy3.battle.statuses import is_thoughtless
from warbench.games.heresy3.battle.targets import eligible, target_guns

VOLLEY = Stance(facts=(("volley", True),))
"""How a unit shoots in a Volley Attack: with Assault weapons, as Snap Shots, and it gives no statuses."""


def can_volley(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a unit has Assault weapons that it may fire at another now; Fortifications never do (H-049)."""
    if is_fort(state, unit) or is_thoughtless(state, unit) or eligible(state, unit, VOLLEY) is not None:
        return False
    return bool(target_guns(state, unit, target, VOLLEY))


def volley(state: State, unit: Unit, target: Unit) -> Procedure[None]:
    """Ask whether a unit that can makes a Volley Attack, and make it."""
    if not can_volley(state, unit, target):
        return
    options = [Option("fire", f"a Volley Attack at {name_of(state, target.id)}"), Option("hold", "no Volley Attack")]
    if (yield from ask(unit.player, "volley", f"{name_of(state, unit.id)}: a Volley Attack?", options, unit.id)) == "fire":
        yield from shoot(state, unit, only=target.id, facts=VOLLEY.given)


def volleys(state: State, unit: Unit, target: Unit, *, charger: bool) -> Procedure[bool]:
    """All that is shot before a charge; whether the target evaded.

    Nobody shoots when the target is locked in combat with others. ``charger``: whether the charging unit may make one (not in a
    Disordered Charge).
    """
    if target.locked:
        return False
    moment = Targets(unit.id, (target.id,))
    reactive = [1 - unit.player]
    if charger:
        yield from volley(state, unit, target)
    if not _both(unit, target):
        return False
    overwatch = yield from windows().open(state, "volley", reactive, moment, until=lambda done: done is True)
    if True not in overwatch and _both(unit, target):
        yield from volley(state, target, unit)
    if not _both(unit, target):
        return False
    return bool((yield from windows().open(state, "volley ended", reactive, moment)))


def _both(unit: Unit, target: Unit) -> bool:
    return unit.where == "table" and target.where == "table"

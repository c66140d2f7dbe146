"""What the rites do that work at once: nothing of them lasts (H-132, H-147, H-152, H-247)."""

from collections.abc import Callable
from types import MappingProxyType

from warbench.battle.asking import ask, name_of
from warbench.battle.requests import Option, Procedure
from warbench.chance import Dice
from warbench.games.heresy3.battle.casualties import glances, remove
from warbench.games.heresy3.battle.combats import combat_of
from warbench.games.heresy3.battle.events import Lifted
from warbench.games.heresy3.battle.feedback import feedback
from warbench.games.heresy3.battle.measuring import units_within
from warbench.games.heresy3.battle.passengers import emergency, inside
from warbench.games.heresy3.battle.readings import ruling
from warbench.games.heresy3.battle.roster import Arm
from warbench.games.heresy3.battle.state import Model, State, Unit
from warbench.games.heresy3.battle.statuses import CYBERTHEURGIC, give, lift
from warbench.games.heresy3.battle.volleys import Declared, resolve
from warbench.rules.effects import Permit

Effect = Callable[[State, Unit, Model, Unit], Procedure[None]]
_HITS, _NEAR = 2, 6
_DISCHARGE = Arm(name="Omega Protocols", type="ranged", range=None, attacks=Dice.parse(_HITS), strength=6, ap=5)


def _strip(state: State, target: Unit, source: str, rule: str) -> Procedure[tuple[str, ...]]:
    """Take all Cybertheurgic Statuses off a unit, with what would have ended them; which there were."""
    for lasting in list(target.lasting):
        if isinstance(lasting.effect, Permit):
            yield Lifted(unit=target.id, source=lasting.source, rule=rule)
    return (yield from lift(state, target, *CYBERTHEURGIC, source=source, rule=rule))


def _purge(state: State, _unit: Unit, _focus: Model, target: Unit) -> Procedure[None]:
    """Cogitator Purge: all Cybertheurgic Statuses go; Feedback if any did, 2 wounds a model if more than one (H-130, H-131)."""
    gone = yield from _strip(state, target, "Cogitator Purge", "H-130")
    if gone:
        yield from feedback(state, target, each=min(len(gone), 2), why="Cogitator Purge", rule="H-131")


def _chastise(state: State, unit: Unit, _focus: Model, target: Unit) -> Procedure[None]:
    """Chastise the Machine Spirit: Stunned or Suppressed for all, by the invoker's choice (H-134, H-247)."""
    options = [Option("stunned", "Stunned"), Option("suppressed", "Suppressed")]
    text = f"Chastise the Machine Spirit: which status for {name_of(state, target.id)}?"
    status = yield from ask(unit.player, "status", text, options, target.id)
    yield from give(state, target, status, source="Chastise the Machine Spirit", rule="H-134")


def _omega(state: State, unit: Unit, focus: Model, target: Unit) -> Procedure[None]:
    """Omega Protocols: all statuses go, Feedback, and hits on the rest of the combat for each model lost (H-144, H-145).

    It happens outside the Fight Sub-Phase, so none of its losses count for the combat (H-146).
    """
    combat = combat_of(state, target)
    if ruling(state, "omega-target") == "locked":
        others = [state.units[key] for key in combat if key != target.id]
    else:
        others = [other for other in state.on_table() if other is not target and units_within(state, other, target, _NEAR)]
    if not (yield from _strip(state, target, "Omega Protocols", "H-144")):
        return
    lost = yield from feedback(state, target, why="Omega Protocols", rule="H-144")
    if not lost:
        return
    hits = Declared(_DISCHARGE, (focus.id,), count_each=len(lost), sure=True)
    fallen: list[str] = []
    for other in others:
        if other.where == "table":
            outcome = yield from resolve(state, unit, other, hits, melee=False, facts={})
            fallen += [*outcome.slain, *(yield from glances(state, other, outcome.glances, by=unit.id, player=unit.player))]
    yield from remove(state, fallen, by=unit.id, source="Omega Protocols", rule="H-145")


def _unseal(state: State, _unit: Unit, _focus: Model, target: Unit) -> Procedure[None]:
    """Unseal the Portal: all aboard make an Emergency Disembarkation, then the target suffers Feedback (H-150, H-151)."""
    for aboard in inside(state, target):
        yield from emergency(state, aboard, target)
    yield from feedback(state, target, why="Unseal the Portal", rule="H-151")


AT_ONCE: MappingProxyType[str, Effect] = MappingProxyType(
    {
        "cogitator-purge": _purge,
        "chastise-the-machine-spirit": _chastise,
        "omega-protocols": _omega,
        "unseal-the-portal": _unseal,
    }
)
"""By the rite's id."""

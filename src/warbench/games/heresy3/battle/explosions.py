"""Explodes (X+): before such a model is removed it may burst, and hits every unit that is near."""

from warbench.battle.asking import roll, rolled
from warbench.battle.requests import Procedure
from warbench.chance import Dice
from warbench.games.heresy3.battle.facings import facing_towards
from warbench.games.heresy3.battle.glances import glances
from warbench.games.heresy3.battle.roster import Arm
from warbench.games.heresy3.battle.state import State, Unit
from warbench.games.heresy3.battle.volleys import Declared, resolve
from warbench.rules.conditions import Value
from warbench.table.lattice import INCH
from warbench.table.measure import within

RULE = "special-explodes"
_REACH = 6 * INCH
_BLAST = Arm(name="explosion", type="ranged", strength=8, damage=Dice.parse(1))


def explode(state: State, unit: Unit, model: str, by: str) -> Procedure[list[str]]:
    """Roll for a model that Explodes; the models that its hits brought to 0, still to be removed.

    Every unit with a model within 6 inches, its own too, takes as many hits as the model had Wounds or Hull Points: S8 AP - D1.
    """
    kind = state.kind(model)
    value = kind.has("explodes")
    if not value:
        return []
    player = max(unit.player, 0)
    need = int(value.rstrip("+"))
    (face,) = yield from roll(state, player, "explodes", 1, unit.id)
    yield rolled(player, "explodes", (face,), "it explodes" if face >= need else "nothing", unit.id, RULE)
    if face < need:
        return []
    at = state.standing(state.model(model))
    fallen: list[str] = []
    for other in list(state.on_table()):
        living = [each for each in state.living(other) if each.id != model]
        if not any(within(at, state.standing(each), _REACH) for each in living if each.place is not None):
            continue
        facts: dict[str, Value] = {"facing": facing_towards(state, other, at), "snap_shots": False}
        declared = Declared(_BLAST, (model,), sure=True)
        outcome = yield from resolve(state, unit, other, declared, melee=False, facts=facts, attacks=kind.wounds)
        fallen += outcome.slain
        fallen += yield from glances(state, other, outcome.glances, by=by, player=player)
    return fallen

"""Glancing hits: the Vehicle Damage Table, in Step 11 of a Shooting Attack or Step 10 of an initiative step (H-109, H-110)."""

from warbench.battle.asking import roll, rolled
from warbench.battle.requests import Procedure
from warbench.games.heresy3.battle.bearing import bound_first, struck_models
from warbench.games.heresy3.battle.harm import hurt
from warbench.games.heresy3.battle.state import Model, State, Unit
from warbench.games.heresy3.battle.statuses import give, immune
from warbench.games.heresy3.models import WITHOUT_TABLE
from warbench.games.heresy3.tables import VEHICLE_DAMAGE, VEHICLE_DAMAGE_FACES

PURPOSE = "vehicle damage table"


def glances(state: State, unit: Unit, count: int, *, by: str = "", player: int = 0) -> Procedure[list[str]]:
    """So many glancing hits on a unit, one after the other; the models that they brought to 0, still to be removed.

    Args:
        state: the battle.
        unit: the unit that was hit.
        count: how many.
        by: the attacking unit.
        player: who rolls: the attacker.
    """
    fallen: list[str] = []
    for _ in range(count):
        armoured = [model for model in struck_models(state, unit) if state.kind(model.id).armoured]
        if not armoured:
            break
        model = (bound_first(state, armoured) or armoured)[0]
        if (yield from glance(state, unit, model, by=by, player=player)):
            fallen.append(model.id)
    return fallen


def glance(state: State, unit: Unit, model: Model, *, by: str = "", player: int = 0) -> Procedure[bool]:
    """One glancing hit on a model with an Armour Value; whether it is now at 0.

    A Vehicle rolls on the table, and loses a Hull Point where it has the status already; whatever has no roll (Fortifications,
    Buildings, Super-heavies, Flyers) loses one at once (H-041, H-042, H-122).
    """
    words = state.kind(model.id).words
    frail = state.kind(model.id).has("third-line") is not None
    if "vehicle" not in words or words & WITHOUT_TABLE:
        return (yield from hurt(state, model.id, 1 + frail, by=by, source="glancing hit", rule="H-041"))
    (face,) = yield from roll(state, player, PURPOSE, 1, unit.id)
    status = VEHICLE_DAMAGE[VEHICLE_DAMAGE_FACES[face - 1] - 1]
    held = status in model.statuses or immune(state, model, status)
    result = f"{status.capitalize()}" + (", which it is: 1 Hull Point" if held else "")
    yield rolled(player, PURPOSE, (face,), result, unit.id, "H-110")
    if not held:
        yield from give(state, unit, status, source="glancing hit", rule="H-110")
    lost = held + frail
    return lost > 0 and (yield from hurt(state, model.id, lost, by=by, source="glancing hit", rule="H-110"))

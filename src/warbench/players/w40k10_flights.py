"""Where the planner flies its AIRCRAFT: enemies in range and ahead, and room to fly on in the next turn."""

from warbench.battle.requests import Ask
from warbench.games.w40k10.battle.flying import LEAVE, RUN
from warbench.games.w40k10.battle.state import State, Unit
from warbench.players.choosing import best, gap, spots_of
from warbench.players.w40k10_ground import reach_of, standing
from warbench.table.lattice import Place
from warbench.table.runs import room_ahead

_STAYS = 12.0
"""So many inches nearer to the enemy is it worth that the unit need not leave the battlefield in the next turn."""


def where_to_fly(state: State, unit: Unit, ask: Ask) -> str:
    """The listed flight that keeps enemies in range, from which the unit can fly on; off the battlefield only where it must."""
    enemies = [spot for enemy in state.on_table(1 - ask.player) for spot in standing(enemy)]
    reach = reach_of(state, unit)
    flights = [option.key for option in ask.options if option.key != LEAVE]
    out_of_reach = ((max(0.0, gap(spots_of(key), enemies) - reach), key) for key in flights)
    found: str | None = best((_STAYS * _flies_on(state, unit, key) - far, key) for far, key in out_of_reach)
    return found or LEAVE


def _flies_on(state: State, unit: Unit, key: str) -> bool:
    """Whether every model of the unit could fly its least straight ahead from where an answer leaves it."""
    size = state.field.size
    for shape, way in zip(state.shapes(unit), key.split(";"), strict=True):
        x, y, z, heading = map(int, way.rpartition(">")[2].split(","))
        if room_ahead(shape.at(Place(x, y, z, heading)), size) < RUN.least:
            return False
    return True

"""A Leadership test that an army rule asks for."""

from warbench.battle.asking import roll, rolled
from warbench.battle.requests import Procedure
from warbench.chance import Dice, faces_of_d6
from warbench.games.w40k10.battle.battle_shock import roll_leadership
from warbench.games.w40k10.battle.casualties import mortal_wounds
from warbench.games.w40k10.battle.state import State, Unit

ROLL = "leadership"


def leadership_test(state: State, unit: Unit, rule: str, cost: str) -> Procedure[None]:
    """Roll 2D6 against the best Leadership of a unit; when it fails the unit suffers so many mortal wounds (dice notation)."""
    if (yield from roll_leadership(state, unit, ROLL, rule)):
        return
    points = yield from _rolled_up(state, unit, rule, cost)
    yield from mortal_wounds(state, unit.id, points, source=rule, rule=rule)


def _rolled_up(state: State, unit: Unit, rule: str, cost: str) -> Procedure[int]:
    """So many mortal wounds, by dice where the notation has some."""
    dice, player = Dice.parse(cost), state.player(unit.id)
    points = dice.plus
    for count, sides in dice.rolls:
        faces = yield from roll(state, player, "mortal wounds", count, unit.id)
        points += sum(faces_of_d6(sides, face) for face in faces)
        yield rolled(player, "mortal wounds", faces, f"{points} mortal wounds", unit.id, rule)
    return points

"""A Leadership test that an army rule asks for."""

from warbench.battle.asking import roll, rolled
from warbench.battle.requests import Procedure
from warbench.chance import Dice, faces_of_d6
from warbench.games.w40k10.battle.battle_shock import leadership
from warbench.games.w40k10.battle.casualties import mortal_wounds
from warbench.games.w40k10.battle.privileges import bonus, roll_again
from warbench.games.w40k10.battle.state import State, Unit

ROLL = "leadership"


def leadership_test(state: State, unit: Unit, rule: str, cost: str) -> Procedure[bool]:
    """Roll 2D6 against the best Leadership of a unit; when it fails the unit suffers so many mortal wounds (dice notation)."""
    player = state.player(unit.id)
    need, change = leadership(state, unit), bonus(state, unit, ROLL)
    faces = yield from roll(state, player, ROLL, 2, unit.id)
    shown = f"{sum(faces) + change} of {need}"
    if sum(faces) + change < need and (yield from roll_again(state, unit, ROLL, faces, shown)):
        yield rolled(player, ROLL, faces, "rolled again", unit.id, rule)
        faces = yield from roll(state, player, ROLL, 2, unit.id)
    passed = sum(faces) + change >= need
    told = f"{sum(faces) + change} of {need}: {'passed' if passed else 'failed'}"
    yield rolled(player, ROLL, faces, told, unit.id, rule)
    if not passed:
        points = yield from _rolled_up(state, unit, rule, cost)
        yield from mortal_wounds(state, unit.id, points, source=rule, rule=rule)
    return passed


def _rolled_up(state: State, unit: Unit, rule: str, cost: str) -> Procedure[int]:
    """So many mortal wounds, by dice where the notation has some."""
    dice, player = Dice.parse(cost), state.player(unit.id)
    points = dice.plus
    for count, sides in dice.rolls:
        faces = yield from roll(state, player, "mortal wounds", count, unit.id)
        points += sum(faces_of_d6(sides, face) for face in faces)
        yield rolled(player, "mortal wounds", faces, f"{points} mortal wounds", unit.id, rule)
    return points

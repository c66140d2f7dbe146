"""The same attack turn after turn on one target."""

from fractions import Fraction

from warbench.chance import Dice
from warbench.games.w40k10.answer import answer
from warbench.games.w40k10.gains import turns
from warbench.games.w40k10.question import Group, Question, Weapon
from warbench.games.w40k10.report import report

TANK = Group(count=1, toughness=8, save=7, wounds=4)


def gun(*keywords: str) -> Weapon:
    """Hits on 3+, wounds Toughness 8 on 4+, no save: a third of its attacks does 4 damage."""
    return Weapon(name="gun", attacks=Dice.parse(1), skill=3, strength=8, ap=0, damage=Dice.parse(4), range=24, keywords=keywords)


def test_turns_add_up() -> None:
    result = answer(Question(weapons=(gun(),), target=(TANK,)), exact=True)
    assert [outcome.destroyed for outcome in turns(result, 3)] == [1 - Fraction(2, 3) ** n for n in (1, 2, 3)]


def test_a_weapon_with_one_shot_attacks_in_the_first_turn_only() -> None:
    result = answer(Question(weapons=(gun("one shot"),), target=(TANK,)), exact=True)
    assert [outcome.destroyed for outcome in turns(result, 2)] == [Fraction(1, 3)] * 2


def test_the_report_tells_each_turn() -> None:
    told = report(answer(Question(weapons=(gun(),), target=(TANK,))), more=False, turns=2)
    assert [turn["turn"] for turn in told["turns"]] == [1, 2]
    assert told["turns"][1]["wounds_pmf"][4] == told["turns"][1]["destroyed"]

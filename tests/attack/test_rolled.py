"""The rolled reader and its dice: batches, re-rolls thrown once, scripts, seeds, and a sequence of no game at all."""

from collections.abc import Generator, Mapping
from collections.abc import Sequence as Series
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.w40k10.attack.helpers import (
    F,
    ask,
    automatic,
    change,
    feel_no_pain,
    fortress,
    gun,
    models,
    play,
    plus,
    reroll,
)
from warbench.attack.dice import ScriptedDice, ScriptError, SeededDice
from warbench.attack.exact import solve
from warbench.attack.rolled import Allot, Batch, Cast, Played, Rolled, Struck, roll, rolling
from warbench.attack.target import Standing, Target
from warbench.attack.volley import Group, Resolve, Strike, Throw, Volley
from warbench.chance import Check, Dice, Result
from warbench.rules.requests import Amount, Put, Repeat, Score, Sequence, Steps

SURE = (automatic("hit"), automatic("wound"))


# --- batches ---


def test_identical_dice_are_thrown_together() -> None:
    rolled = play(ask(fortress("MATR autocannon")), 4, 4, 4, 4, 1, 1, 3, 3, 3, 1, 1, 1, 6)
    assert [(purpose, len(faces)) for purpose, faces in rolled.dice.asked] == [("hit", 6), ("wound", 4), ("save", 3)]


def test_identical_weapons_are_thrown_together() -> None:
    rolled = play(ask(gun(count=3, attacks=2)), *(4,) * 6, *(1,) * 6)
    assert [(purpose, len(faces)) for purpose, faces in rolled.dice.asked] == [("hit", 6), ("wound", 6)]


def test_different_weapons_are_thrown_one_after_the_other() -> None:
    rolled = play(ask([gun(attacks=2), gun(attacks=1)]), 4, 4, 1, 1, 4, 1)
    assert [(purpose, len(faces)) for purpose, faces in rolled.dice.asked] == [("hit", 2), ("wound", 2), ("hit", 1), ("wound", 1)]


def test_saves_of_models_that_answer_alike_are_thrown_together() -> None:
    # Two with a shield stand in front, wounds are allocated to them until they are gone: then the others save.
    squad = [models(2, save=3, invulnerable=4, wounds=1), models(3, save=3, wounds=1)]
    rolled = play(ask(gun(attacks=5, ap=-2), squad, *SURE), 1, 4, 1, 6, 6)
    assert [faces for purpose, faces in rolled.dice.asked if purpose == "save"] == [(1, 4), (1,), (6, 6)]
    assert rolled.slain == 2


def test_attacks_that_find_nobody_take_no_dice() -> None:
    rolled = play(ask(gun(attacks=4), models(2, save=6, wounds=1), *SURE), 1, 1)
    assert rolled.slain == 2
    assert rolled.dice_for("save") == (1, 1)


def test_a_roll_that_cannot_fail_or_succeed_takes_no_dice() -> None:
    rolled = play(ask(gun(attacks=2, ap=-6, damage=2), models(5), *SURE))
    assert rolled.dice.used == 0
    assert rolled.slain == 2


def test_feel_no_pain_is_thrown_together_for_all_points() -> None:
    rolled = play(ask(gun(attacks=2, damage=2), models(5, save=7), *SURE, feel_no_pain(5)), 5, 1, 1, 1)
    assert [faces for purpose, faces in rolled.dice.asked if purpose == "feel no pain"] == [(5, 1, 1, 1)]
    assert [damage for _, _, damage in rolled.log] == [1, 2]
    assert rolled.wounds_lost == 2  # the second attack finds the model with one wound left, and its surplus is lost


# --- re-rolls ---


def test_dice_to_be_thrown_again_are_thrown_together_and_once() -> None:
    rolled = play(ask(gun(attacks=4), models(5), reroll("hit")), 1, 2, 5, 3, 1, 4, 2, 1, 1)
    assert rolled.dice.asked == [("hit", (1, 2, 5, 3)), ("hit again", (1, 4, 2)), ("wound", (1, 1))]
    assert rolled.score("hits") == 2


def test_the_record_tells_what_was_thrown_again() -> None:
    hits = play(ask(gun(attacks=3), models(5), reroll("hit", "ones"), plus("hit", -1)), 1, 4, 5, 6, 1, 1).played.rolls[0]
    assert hits == Rolled("hit", "gun", faces=(6, 4, 5), again=((0, 1),), answers=(Result.CRITICAL, Result.FAIL, Result.SUCCESS))


def test_an_amount_thrown_again_is_thrown_in_full_and_once() -> None:
    rolled = play(ask(gun(damage="2D6"), models(1, save=7, wounds=20), *SURE, reroll("damage")), 1, 5, 1, 1)
    assert rolled.dice.asked == [("damage", (1, 5)), ("damage again", (1, 1))]
    assert rolled.wounds_lost == 2
    (entry,) = rolled.played.rolls
    assert entry == Rolled("damage", "gun", faces=(1, 1), again=((0, 6),), answers=(2,))


def test_a_battle_may_throw_one_die_of_a_batch_again() -> None:
    """A window after each batch: which of its dice, among those that were not thrown again yet."""
    faces = iter([1, 3, 4, 2, 6, 1, 1])
    windows: list[Batch] = []
    casts: list[tuple[str, int]] = []
    steps = rolling(ask(gun(attacks=3), models(5), reroll("hit", "ones")).outcome.volley)
    answer: Any = None
    while True:
        try:
            request = steps.send(answer)
        except StopIteration as done:
            played = done.value
            break
        answer = None
        if isinstance(request, Cast):
            casts.append((request.purpose, request.count))
            answer = tuple(next(faces) for _ in range(request.count))
        elif isinstance(request, Batch):
            windows.append(request)
            answer = 1 if request.purpose == "hit" else None  # the 3 that missed
    assert played.scores[0]["hits"] == 2
    assert casts == [("hit", 3), ("hit again", 1), ("hit again", 1), ("wound", 2)]
    assert [(window.purpose, window.shown, window.open) for window in windows] == [
        ("hit", (2, 3, 4), (1, 2)),
        ("wound", (1, 1), (0, 1)),
    ]


def allotted(volley: Volley, faces: Series[int], instead: Mapping[int, Target]) -> tuple[Played, list[Allot]]:
    """Roll a volley, giving another target at some of the questions, by their number; what came of it and the questions."""
    dice = ScriptedDice(list(faces))
    asked: list[Allot] = []
    steps = rolling(volley)
    answer: Any = None
    while True:
        try:
            request = steps.send(answer)
        except StopIteration as done:
            return done.value, asked
        answer = None
        if isinstance(request, Cast):
            answer = dice.roll(request.purpose, request.count)
        elif isinstance(request, Allot):
            answer = instead.get(len(asked))
            asked.append(request)


def two_kinds() -> Volley:
    """Two weapons with one sure wound each, on a model of one wound that saves on 2+ and one of two that saves on 6+."""
    return ask([gun(), gun(damage=2)], [models(1, save=2, wounds=1), models(1, save=6, wounds=2)], *SURE).outcome.volley


def turned(volley: Volley) -> Target:
    (track,) = volley.target.tracks
    return replace(volley.target, tracks=(track[::-1],))


def test_the_owner_of_a_target_may_put_its_models_in_another_order() -> None:
    volley = two_kinds()
    # As it stands the first model saves with a 3; turned round the other one does not.
    played, asked = allotted(volley, [3, 3], {})
    assert (played.state, [each.waiting for each in asked]) == (0, [1, 1])
    played, _ = allotted(volley, [3, 3], {0: turned(volley)})
    assert [(strike.damage, strike.after) for strike in played.strikes] == [(1, 1), (2, 2)]


def test_a_model_that_was_allocated_an_attack_and_is_still_there_is_held() -> None:
    volley = two_kinds()
    played, asked = allotted(volley, [3, 3], {})
    assert [each.held for each in asked] == [False, True]
    assert played.held == (True,)
    # The first one fails and is gone: nobody is held, and the order of those to come may still be changed.
    played, asked = allotted(volley, [1, 6], {})
    assert [(each.held, each.state) for each in asked] == [(False, 0), (False, 1)]
    assert played.held == (True,)
    played, _ = allotted(volley, [1, 1], {})
    assert played.held == (False,)


def test_another_target_than_the_same_models_is_refused() -> None:
    volley = two_kinds()
    more = replace(volley.target, tracks=((*volley.target.tracks[0], Standing(1)),))
    with pytest.raises(ValueError, match=r"found tracks of \(4,\) wounds, expected \(3,\)"):
        allotted(volley, [3, 3], {0: more})


# --- the record ---


def test_the_record_is_a_chain_of_states() -> None:
    result = ask([gun(attacks=9, damage=2, skill=2), gun("devastating wounds", attacks=9, skill=2)], models(4, save=6))
    played = roll(result.outcome.volley, SeededDice("chain"))
    state = 0
    for strike in played.strikes:
        assert strike.before == state
        assert strike.damage > 0
        state = strike.after
    assert state == played.state
    assert all(isinstance(entry, Rolled | Struck) for entry in played.record)
    assert [entry.purpose for entry in played.rolls][:2] == ["hit", "wound"]


# --- dice sources ---


def test_a_script_that_is_too_short_says_what_was_needed() -> None:
    with pytest.raises(ScriptError, match="dice: 6 needed for hit, 2 left in the script"):
        roll(ask(fortress("MATR autocannon")).outcome.volley, ScriptedDice([1, 1]))


@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_script_has_faces_of_a_d6(face: int) -> None:
    with pytest.raises(ScriptError, match=f"found {face}, expected 1 to 6"):
        ScriptedDice([3, face])


def test_a_script_keeps_account() -> None:
    dice = ScriptedDice([1, 2, 3])
    assert (dice.used, dice.left, dice.asked) == (0, 3, [])
    assert list(dice.roll("hit", 2)) == [1, 2]
    assert (dice.used, dice.left, dice.asked) == (2, 1, [("hit", (1, 2))])
    with pytest.raises(ScriptError):
        dice.roll("wound", 2)
    assert (dice.used, dice.left) == (2, 1)  # a refused roll takes nothing


def test_seeded_dice_are_the_same_on_every_machine_and_version() -> None:
    assert SeededDice(7).roll("hit", 10) == (2, 2, 6, 5, 4, 2, 2, 3, 2, 1)


def test_the_same_seed_gives_the_same_volley() -> None:
    volley = ask([gun(attacks="2D6"), gun("sustained hits D3", attacks=9)], models(5)).outcome.volley
    assert roll(volley, SeededDice(1)) == roll(volley, SeededDice(1))
    assert roll(volley, SeededDice(1)) != roll(volley, SeededDice(2))


def test_every_purpose_and_occasion_has_a_stream_of_its_own() -> None:
    dice, other = SeededDice(7), SeededDice(7)
    other.roll("wound", 3)  # another purpose in between shifts nothing
    assert dice.roll("hit", 5) == other.roll("hit", 5)
    again = dice.roll("hit", 5)
    assert again == other.roll("hit", 5)
    assert again != SeededDice(7).roll("hit", 5)
    assert SeededDice("7").roll("hit", 5) == SeededDice(7).roll("hit", 5)


def test_seeded_dice_are_fair() -> None:
    faces = SeededDice("fair").roll("hit", 6000)
    assert set(faces) == set(range(1, 7))
    assert all(900 < faces.count(face) < 1100 for face in range(1, 7))


# --- a sequence of no game ---

COIN = Check("coin", (0, 0, 0, 1, 1, 1))


def toss() -> Steps:
    if (yield COIN):
        yield Put(0)


def tosses() -> Generator[Any, Any, None]:
    """D3 coins, and one more after them: what follows a repeated part waits until it is through."""
    count = yield Amount("coins", Dice.parse("D3"))
    yield Repeat(count, Sequence(toss, ()))
    yield Score("tossed", count)
    yield from toss()


def one_point() -> Steps:
    yield Put(0, (yield Amount("points", Dice.parse(1))))


def coins() -> Volley:
    """As many points of damage as heads, on models with one wound each."""
    strike = Strike(((0, Sequence(one_point, ())),))
    group = Group("coins", Amount("hands", Dice.parse(1)), Sequence(tosses, ()), (strike,))
    target = Target((tuple(Standing(1) for _ in range(4)),), 4, 4)
    return Volley((group,), (Throw(0), Resolve(0, 0)), target)


def test_readers_know_no_game() -> None:
    outcome = solve(coins(), exact=True)
    # Two, three or four coins, each with a third.
    heads = {0: (F(1, 4) + F(1, 8) + F(1, 16)) / 3, 4: F(1, 16) / 3}
    assert outcome.slain.prob(0) == heads[0]
    assert outcome.slain.prob(4) == outcome.destroyed == heads[4]
    assert outcome.slain.mean == F(3, 2)
    dice = ScriptedDice([4, 6, 1, 5])
    played = roll(coins(), dice)
    assert dice.asked == [("coins", (4,)), ("coin", (6, 1)), ("coin", (5,))]
    assert played.state == 2
    assert played.scores == ({"tossed": 2},)


def test_a_repeat_of_nothing_goes_straight_on() -> None:
    result = ask(gun(damage=2), models(2, save=7), *SURE, change("damage", set=0), feel_no_pain(5))
    rolled = play(result)
    assert rolled.wounds_lost == 0
    assert rolled.dice.used == 0

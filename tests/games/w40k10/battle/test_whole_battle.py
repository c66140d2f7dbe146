"""Whole battles: every state legal, undo and branch to the same state, nothing illegal accepted."""

import random
import time
from collections import Counter
from pathlib import Path

import pytest

from warbench.battle import saves
from warbench.battle.driver import Answered, Battle
from warbench.battle.requests import Ask, Event, IllegalAnswerError
from warbench.games.w40k10.battle.army_files import army
from warbench.games.w40k10.battle.game import Setup, W40k10, setup_of
from warbench.games.w40k10.battle.mission_files import mission
from warbench.games.w40k10.battle.state import Options, State
from warbench.lab.proof.wrong import wrong_answers
from warbench.players import random_chooser, seat

ENOUGH = 6.0
"""Seconds after which a test begins no further battle."""

PLACES = ("broken-arrow", "glass-canal", "four-granaries", "ember-terraces")
GARBAGE = (
    "",
    " ",
    "pass ",
    "PASS",
    "nonsense",
    "A99",
    "C1",
    "A1/9",
    "A1+A1",
    "B1;B1",
    "-1",
    "0,0,0,0",
    "1,2,3",
    "1,2,3,4;5,6,7,8",
    "9999999,0,0,0",
    "0,0,0,360",
    "1e3,0,0,0",
    "command-re-roll:",
    "command-re-roll:99",
    "fire-overwatch:A1:A1",
    "\N{FULLWIDTH DIGIT ONE},0,0,0",
    "x" * 30_000,
    "\x00",
)


def small(seed: str, *, on: str = "broken-arrow", rounds: int = 2, boarding: bool = False) -> Battle[State]:
    """A battle of 500 points a side, nothing decided yet."""
    armies = army("votann-500"), army("marines-500")
    options = Options(rounds=rounds, boarding_actions=boarding)
    return Battle(W40k10(), Setup(mission=mission(on), armies=armies, options=options), seed=seed)


def play(battle: Battle[State], seed: str, most: int | None = None) -> None:
    """Random players go on with a battle."""
    battle.play(seat(battle, [random_chooser(f"{seed} {side}") for side in "AB"]), most=most)


def upright(battle: Battle[State], event: Event) -> None:
    """Fail when an event left an illegal state."""
    assert battle.game.problems(battle.state) == [], event


def test_every_state_of_random_battles_is_legal() -> None:
    begin, played = time.monotonic(), 0
    for number, on in enumerate(PLACES):
        if played and time.monotonic() - begin > ENOUGH:
            break
        battle = small(f"legal {number}", on=on, rounds=5, boarding=number == 1)
        battle.watch = upright
        play(battle, f"legal {number}")
        assert battle.over
        assert battle.state.core.round == 5
        played += 1
    assert played


def test_saved_loaded_and_replayed_it_is_the_same_battle(tmp_path: Path) -> None:
    battle = small("saved", rounds=3)
    play(battle, "saved")
    path = tmp_path / "battle.json"
    saves.save(battle, path)
    found = saves.read(path)
    loaded = saves.load(found, W40k10(), setup_of(found.setup))
    replayed = small("saved", rounds=3)
    replayed.replay(battle.journal)
    for other in (loaded, replayed):
        assert other.hash == battle.hash
        assert other.hashes() == battle.hashes()
        assert other.log == battle.log
        assert other.rolls == battle.rolls
        assert other.over


def test_a_battle_saved_half_way_goes_on_to_the_same_end(tmp_path: Path) -> None:
    whole = small("half")
    play(whole, "half")
    answers = [entry.key for entry in whole.journal if isinstance(entry, Answered)]
    half = small("half")
    for key in answers[: len(answers) // 2]:
        half.answer(key)
    saves.save(half, tmp_path / "half.json")
    found = saves.read(tmp_path / "half.json")
    again = saves.load(found, W40k10(), setup_of(found.setup))
    for key in answers[len(answers) // 2 :]:
        again.answer(key)
    assert again.over
    assert again.hash == whole.hash


def test_undo_and_branch_lead_to_the_state_that_was_at_random_answers() -> None:
    battle = small("back")
    seen: list[tuple[int, str, str]] = []
    draw = random.Random(7)
    choosers = seat(battle, [random_chooser(f"back {side}") for side in "AB"])
    while (ask := battle.advance()) is not None:
        if draw.random() < 0.1:
            seen.append((len(battle.journal), battle.hash, ask.text))
        battle.answer(choosers[ask.player](ask))
    journal, end = list(battle.journal), battle.hash
    assert len(seen) >= 5
    for entries, was, text in reversed(seen):
        since = sum(isinstance(entry, Answered) for entry in battle.journal[entries:])
        if since:
            battle.undo(since)
        assert (len(battle.journal), battle.hash) == (entries, was)
        asked = battle.advance()
        assert asked is not None
        assert asked.text == text
        branch = battle.branch("another seed")
        assert branch.hash == was
        play(branch, "branch", most=5)
        assert battle.hash == was, "a branch leaves its battle alone"
    battle.replay(journal[len(battle.journal) :])
    assert battle.hash == end


def test_a_branch_has_other_dice_and_an_undone_battle_the_same() -> None:
    battle = small("dice")
    play(battle, "dice", most=30)
    assert not battle.over
    entries, was = len(battle.journal), battle.hash
    branch = battle.branch("fresh")
    play(battle, "on")
    end = battle.hash
    battle.back_to(entries)
    assert battle.hash == was
    play(battle, "on")
    assert battle.hash == end
    play(branch, "on")
    assert branch.hash != end


def refused(battle: Battle[State], ask: Ask, key: str) -> str | None:
    """The code with which an answer is refused, having changed nothing; None for a legal answer."""
    try:
        ask.check(key)
    except IllegalAnswerError as error:
        told = error.refusal
    else:
        return None
    before = battle.hash, len(battle.journal), len(battle.log)
    with pytest.raises(IllegalAnswerError) as caught:
        battle.answer(key)
    assert (battle.hash, len(battle.journal), len(battle.log)) == before
    assert battle.advance() is ask
    assert caught.value.refusal == told
    assert told.code == told.code.lower().replace(" ", "-") != ""
    assert len(told.sentence) > 8, told
    return told.code


def test_illegal_answers_are_refused_with_code_and_sentence_and_change_nothing() -> None:
    codes: Counter[str] = Counter()
    begin, draw = time.monotonic(), random.Random(11)
    for number in range(3):
        if number and time.monotonic() - begin > ENOUGH:
            break
        battle = small(f"wrong {number}", on=PLACES[number], boarding=number == 2)
        choosers = seat(battle, [random_chooser(f"wrong {number} {side}") for side in "AB"])
        while (ask := battle.advance()) is not None:
            listed = {option.key for option in ask.options}
            if draw.random() < 0.25:
                for key in draw.sample(GARBAGE, 4):
                    code = refused(battle, ask, key)
                    # Garbage is no answer, but for the id of a unit that may be named without being listed.
                    assert code is not None or key in listed, (ask.about, key)
                    codes[str(code)] += 1
                for key in wrong_answers(ask, battle.state):
                    code = refused(battle, ask, key)
                    if code is not None:
                        codes[code] += 1
            battle.answer(choosers[ask.player](ask))
    assert {"not-an-option", "bad-placement", "off-table", "on-model", "too-far", "in-zone", "no-floor"} <= set(codes), codes
    assert sum(codes.values()) > 200


def test_every_listed_option_is_accepted_by_its_judge() -> None:
    battle = small("listed", on="four-granaries")
    choosers = seat(battle, [random_chooser(f"listed {side}") for side in "AB"])
    while (ask := battle.advance()) is not None:
        keys = [option.key for option in ask.options]
        assert keys
        assert len(keys) == len(set(keys)), ask.about
        for key in keys:
            assert ask.judge is None or ask.judge(key) is None, (ask.about, key)
        battle.answer(choosers[ask.player](ask))


def test_nothing_is_asked_when_it_is_over() -> None:
    battle = small("over", rounds=1)
    play(battle, "over")
    with pytest.raises(ValueError, match="nothing is asked"):
        battle.answer("pass")


def test_the_same_seed_and_answers_give_the_same_battle_in_any_order_of_play() -> None:
    one, other = small("twin"), small("twin")
    # Two battles of one program in turns: nothing that one keeps may reach the other.
    choosers = [seat(battle, [random_chooser(f"twin {side}") for side in "AB"]) for battle in (one, other)]
    while one.advance() is not None or other.advance() is not None:
        for battle, who in zip((one, other), choosers, strict=True):
            if (ask := battle.advance()) is not None:
                battle.answer(who[ask.player](ask))
    assert one.hash == other.hash
    assert one.hashes() == other.hashes()

"""The driver with a game of a few lines: going on, refusing, going back, branching, replaying."""

import pytest

from tests.battle.toy import Heap, Setup, Took, Toy, Vetoed, first
from warbench.battle.driver import Answered, Battle, Found, JournalError, Thrown
from warbench.battle.requests import Ask, IllegalAnswerError, Option, Procedure, Search
from warbench.battle.streams import ScriptedStreams

Toys = Battle[Heap]


def toy(seed: int | str = 1, coins: int = 12) -> Toys:
    return Battle(Toy(), Setup(coins), seed=seed)


def played(seed: int | str = 1, coins: int = 40) -> Toys:
    battle = toy(seed, coins)
    battle.play([first, first])
    return battle


def test_it_goes_on_to_the_first_question_and_waits() -> None:
    battle = toy()
    ask = battle.advance()
    assert ask is not None
    assert (ask.player, ask.about, ask.subject) == (0, "take", "heap")
    assert [option.key for option in ask.options] == ["1", "2", "3"]
    assert battle.advance() is ask
    assert battle.journal == []


def test_an_answer_rolls_dice_applies_events_and_asks_the_other() -> None:
    battle = Battle(Toy(), Setup(), dice=ScriptedStreams([2]))
    ask = battle.answer("3")
    assert ask is not None
    assert ask.player == 1
    assert battle.journal == [Answered("3"), Thrown((2,))]
    assert [entry.event for entry in battle.log] == [Took(player=0, coins=3)]
    assert battle.log[0].after == 2
    assert battle.state.taken == [3, 0]
    assert [(roll.purpose, faces) for roll, faces in battle.rolls] == [("bonus", (2,))]


def test_it_ends_and_asks_nothing_more() -> None:
    battle = played()
    assert battle.over
    assert battle.advance() is None
    assert sum(battle.state.taken) == 40
    with pytest.raises(ValueError, match="nothing is asked"):
        battle.answer("1")


@pytest.mark.parametrize(("key", "code"), [("4", "too-many"), ("", "too-many"), ("1 ", "too-many")])
def test_an_illegal_answer_is_refused_and_changes_nothing(key: str, code: str) -> None:
    battle = toy()
    battle.answer("1")
    before, journal, log = battle.hash, list(battle.journal), list(battle.log)
    with pytest.raises(IllegalAnswerError) as caught:
        battle.answer(key)
    assert (caught.value.refusal.code, caught.value.refusal.rule) == (code, "T-1")
    assert (battle.hash, battle.journal, battle.log) == (before, journal, log)
    battle.answer("1")


def test_a_judge_accepts_what_is_not_listed() -> None:
    battle = Battle(Toy(), Setup(), dice=ScriptedStreams([1]))
    battle.answer("half")
    assert battle.state.taken == [6, 0]


def test_a_window_says_why_something_is_no_reaction() -> None:
    battle = Battle(Toy(), Setup(), dice=ScriptedStreams([6]))
    ask = battle.answer("1")
    assert ask is not None
    assert (ask.about, ask.subject, ask.matter) == ("react", "bonus", 3)
    for key, code in (("veto", "not-an-option"), ("other:no", "unknown-reaction"), ("", "unknown-reaction")):
        with pytest.raises(IllegalAnswerError) as caught:
            battle.answer(key)
        assert caught.value.refusal.code == code


def test_an_answer_to_a_list_without_a_judge_names_what_there_is() -> None:
    ask = Ask(0, "colour", "which?", lambda: [Option("red", "Red"), Option("blue", "Blue")])
    ask.check("blue")
    with pytest.raises(IllegalAnswerError, match="'green' is no answer to 'colour'; there are: red, blue") as caught:
        ask.check("green")
    assert caught.value.refusal.code == "not-an-option"


def test_everything_is_watched() -> None:
    battle = toy(coins=30)
    seen: list[int] = []
    battle.watch = lambda each, _event: seen.append(each.state.left)
    battle.play([first, first])
    assert seen[-1] == 0
    assert len(seen) == len(battle.log)


# --- going back ---


@pytest.mark.parametrize("seed", range(5))
def test_undo_leads_to_the_state_that_was_there(seed: int) -> None:
    battle = toy(seed, 40)
    states: list[str] = []
    while battle.advance() is not None:
        states.append(battle.hash)
        battle.answer(first(battle.pending))  # type: ignore[arg-type]
    while states:
        battle.undo()
        assert battle.hash == states.pop()
        assert battle.pending is not None
    with pytest.raises(ValueError, match="found 1 answers to take back"):
        battle.undo()


def test_after_undo_the_same_decision_meets_the_same_dice() -> None:
    battle = played("seed", 40)
    end, journal = battle.hash, list(battle.journal)
    battle.undo(7)
    battle.play([first, first])
    assert (battle.hash, battle.journal) == (end, journal)


def test_after_undo_another_decision_leaves_later_places_their_dice() -> None:
    battle = played("seed", 40)
    rolls = [faces for _, faces in battle.rolls]
    battle.back_to(0)
    assert battle.rolls == []
    assert battle.log == []
    battle.answer("2")
    assert [faces for _, faces in battle.rolls][:1] == rolls[:1]


@pytest.mark.parametrize("entries", [-1, 1000])
def test_going_back_to_where_it_never_was_is_refused(entries: int) -> None:
    battle = played()
    before = battle.hash
    with pytest.raises(ValueError, match=f"found {entries}, expected 0 to"):
        battle.back_to(entries)
    assert battle.hash == before


def test_a_branch_has_its_own_dice_and_leaves_the_battle_alone() -> None:
    battle = toy("seed", 60)
    for _ in range(5):
        battle.answer(first(battle.advance()))  # type: ignore[arg-type]
    before, log = battle.hash, len(battle.log)
    ends = set()
    for fresh in range(12):
        other = battle.branch(f"fresh {fresh}")
        assert other.hash == before
        other.play([first, first])
        ends.add(tuple(faces for _, faces in other.rolls[5:]))
    assert len(ends) == 12
    assert (battle.hash, len(battle.log)) == (before, log)
    battle.play([first, first])
    assert battle.over


# --- replay ---


def test_a_replay_leads_to_the_same_state_and_builds_no_lists() -> None:
    battle = played("seed", 60)
    again = toy("another seed", 60)
    assert isinstance(again.game, Toy)
    again.replay(battle.journal)
    assert again.hash == battle.hash
    assert [entry.event for entry in again.log] == [entry.event for entry in battle.log]
    assert again.hashes() == battle.hashes()
    assert again.game.listed == 0


def test_a_replay_of_a_part_waits_at_the_next_question() -> None:
    battle = played("seed", 60)
    again = toy("seed", 60)
    part = [index for index, entry in enumerate(battle.journal) if isinstance(entry, Answered)][6]
    again.replay(battle.journal[:part])
    assert again.journal == battle.journal[:part]
    assert again.pending is not None
    again.replay(battle.journal[part:])
    assert again.hash == battle.hash


@pytest.mark.parametrize(
    ("journal", "entry"),
    [
        ((Thrown((1,)),), 1),  # dice where an answer is wanted
        ((Answered("1"), Answered("1")), 2),  # an answer where dice are wanted
        ((Answered("1"), Thrown((1, 2))), 2),  # too many dice
        ((Answered("many"), Thrown((1,))), 1),  # no answer to that question
        ((Answered("12"), Thrown((1,)), Answered("1")), 3),  # the battle is over before
    ],
)
def test_a_journal_that_does_not_fit_names_its_entry(journal: tuple[Answered | Thrown, ...], entry: int) -> None:
    with pytest.raises(JournalError, match=f"journal entry {entry}:"):
        toy().replay(journal)


def test_vetoes_are_events_of_the_one_who_reacts() -> None:
    battle = Battle(Toy(), Setup(), dice=ScriptedStreams([6, 6, 6]))
    battle.answer("1")
    battle.answer("veto:no")
    assert [type(entry.event) for entry in battle.log] == [Vetoed, Took]
    assert battle.state.taken == [1, 0]
    battle.answer("1")
    battle.answer("pass")
    assert battle.state.taken == [1, 4]
    battle.answer("1")  # the one who could react has no veto left: nothing is asked
    assert battle.state.taken == [5, 4]


class Searching(Toy):
    """Before each turn it is searched whether there are enough coins for a whole hand; else the game ends with one for each."""

    searches = 0

    def _turn(self, state: Heap) -> Procedure[None]:
        def enough() -> bool:
            self.searches += 1
            return state.left >= 3

        if (yield Search(enough)):
            yield from super()._turn(state)
        else:
            yield Took(player=state.turn, coins=state.left)


def test_the_journal_keeps_what_a_search_came_to_and_a_replay_does_not_search() -> None:
    battle: Toys = Battle(Searching(), Setup(7), dice=ScriptedStreams([1, 1]))
    battle.play([lambda ask: "3", lambda ask: "3"])
    dice = Thrown((1,))
    assert battle.journal == [Found(True), Answered("3"), dice, Found(True), Answered("3"), dice, Found(False)]
    game = Searching()
    again: Toys = Battle(game, Setup(7))
    again.replay(battle.journal)
    assert (again.hash, again.journal, again.over) == (battle.hash, battle.journal, True)
    assert game.searches == 0


def test_a_journal_without_the_search_that_is_asked_for_does_not_fit() -> None:
    with pytest.raises(JournalError, match="journal entry 1: found answered, expected found"):
        Battle(Searching(), Setup(7)).replay([Answered("3")])


def test_going_back_before_an_answer_keeps_the_search_before_it() -> None:
    battle: Toys = Battle(Searching(), Setup(20), dice=ScriptedStreams([1, 1]))
    battle.answer("1")
    battle.answer("2")
    battle.undo()
    assert battle.pending is not None
    assert isinstance(battle.journal[-1], Found)
    assert battle.state.turn == 1


class Looking(Toy):
    """How many coins are taken is looked up among the numbers that there are."""

    def _turn(self, state: Heap) -> Procedure[None]:
        key = yield Ask(state.turn, "take", "how many coins?", lambda: [Option("1", "take 1"), Option("2", "take 2")])
        yield Took(player=state.turn, coins=next(number for number in (1, 2) if str(number) == key))


def test_an_answer_that_is_looked_up_in_vain_does_not_fit() -> None:
    with pytest.raises(JournalError, match="journal entry 2: does not fit the battle"):
        Battle(Looking(), Setup(7)).replay([Answered("1"), Answered("many")])

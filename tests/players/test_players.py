"""Random play, scripts, and a person at a console, with questions made for the purpose."""

from collections import Counter
from collections.abc import Collection
from typing import Any

import pytest
from scipy.stats import chisquare

from tests.battle.toy import Setup, Toy
from warbench.battle.driver import Battle
from warbench.battle.requests import Ask, Option, Refusal
from warbench.cli.battle_console import middle_of
from warbench.players import LeaveError, ScriptEndError, TakeBackError, person, random_chooser, scripted, seat


def question(*keys: str, about: str = "target", taken: Collection[str] = ()) -> Ask:
    """Lists some keys; with ``taken`` others are accepted too, and everything else is refused by the rule X-1."""
    allowed = {*keys, *taken}

    def judge(key: str) -> Refusal | None:
        return None if key in allowed else Refusal("no", f"{key} is out of range", "X-1")

    listed = [Option(key, f"option {key}") for key in keys]
    return Ask(0, about, "Who is shot?", lambda: listed, judge=judge if taken else None)


# --- random ---


def test_random_play_is_the_same_for_the_same_seed_and_uniform() -> None:
    one, other, third = random_chooser(7), random_chooser("7"), random_chooser(8)
    ask = question("a", "b", "c", "d", "e")
    chosen = [one(ask, None) for _ in range(5000)]
    assert chosen == [other(ask, None) for _ in range(5000)]
    assert chosen != [third(ask, None) for _ in range(5000)]
    assert chisquare([Counter(chosen)[key] for key in "abcde"]).pvalue > 0.001
    assert chosen[:8] == ["d", "b", "e", "a", "b", "a", "b", "c"]


# --- a script ---


def test_a_script_gives_its_answers_and_then_another_player_decides() -> None:
    player = scripted(["b", "a"], then=lambda _ask, _state: "c")
    assert [player(question("a", "b", "c"), None) for _ in range(4)] == ["b", "a", "c", "c"]


def test_a_script_that_ends_names_the_question() -> None:
    with pytest.raises(ScriptEndError, match=r"no answer left for 'target' \(Who is shot\?\)"):
        scripted([])(question("a"), None)


def test_players_see_the_state_as_it_is_when_they_are_asked() -> None:
    battle = Battle(Toy(), Setup(30), seed=1)
    seen: list[int] = []

    def player(ask: Ask, state: Any) -> str:
        seen.append(state.left)
        return ask.options[0].key

    battle.play(seat(battle, [player, player]), most=3)
    battle.back_to(0)
    battle.play(seat(battle, [player, player]), most=1)
    assert seen[0] == seen[-1] == 30
    assert seen[1] < 30


# --- a person ---


class Typing:
    """A console at which lines were typed before."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.said: list[str] = []

    def say(self, text: str) -> None:
        self.said.append(text)

    def read(self, prompt: str) -> str:
        if not self.lines:
            raise EOFError
        return self.lines.pop(0) + "\n"

    @property
    def text(self) -> str:
        return "\n".join(self.said)


def test_a_number_picks_an_option() -> None:
    console = Typing("2")
    assert person(console)(question("B1", "B2"), None) == "B2"
    assert console.said == ["", "Who is shot?", "   1  option B1", "   2  option B2"]


@pytest.mark.parametrize("typed", ["0", "3", "99999", "?", "h", ""])
def test_what_means_nothing_brings_help(typed: str) -> None:
    console = Typing(typed, "1")
    assert person(console)(question("B1", "B2"), None) == "B1"
    assert "a number picks an option" in console.text


@pytest.mark.parametrize("key", ["pass", "hold", "none", "stay", "finish"])
def test_enter_passes_where_one_may(key: str) -> None:
    assert person(Typing(""))(question("B1", key), None) == key


def test_what_is_refused_is_told_with_its_rule_and_asked_again() -> None:
    console = Typing("B9", "B2+B3")
    assert person(console)(question("B1", taken=["B2+B3"]), None) == "B2+B3"
    assert "not so: B9 is out of range (X-1)" in console.text


def test_two_numbers_pick_the_listed_placement_that_is_nearest() -> None:
    there = ["hold", "254,254,0,0;508,254,0,0", "2540,2540,0,90;2794,2540,0,90"]
    player = person(Typing("9 9", "1 2", "1.4 0.9"), middle=middle_of)
    assert [player(question(*there), None) for _ in range(3)] == [there[2], there[1], there[1]]
    console = Typing("9 9", "1")
    assert person(console, middle=middle_of)(question("B1"), None) == "B1"
    assert "a number picks" in console.text


def test_middles_of_answers() -> None:
    assert middle_of("254,508,0,0") == (1.0, 2.0)
    assert middle_of("0,0,0,0;508,254,0,0") == (1.0, 0.5)
    assert middle_of("9,9,0,0>254,508,0,0") == (1.0, 2.0)
    assert middle_of("hold") is None
    assert middle_of("1,2") is None


def test_the_table_is_shown_when_it_is_wanted() -> None:
    console = Typing("t", "1")
    person(console, table=lambda state: f"the table of {state}")(question("B1", "B2"), "a state")
    assert "the table of a state" in console.text


def test_going_back_and_leaving_are_for_the_one_who_leads_the_battle() -> None:
    with pytest.raises(TakeBackError):
        person(Typing("u"))(question("B1", "B2"), None)
    with pytest.raises(LeaveError):
        person(Typing("q"))(question("B1", "B2"), None)
    with pytest.raises(LeaveError):
        person(Typing())(question("B1", "B2"), None)

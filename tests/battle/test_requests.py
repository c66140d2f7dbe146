"""Questions: options that are worked out only when somebody looks at them."""

from collections import Counter

import pytest

from warbench.battle.requests import Ask, Draft, IllegalAnswerError, Option, Refusal


class Listed:
    """A question with the option ``stay`` and drafts, of which some come to nothing; notes which were worked out."""

    def __init__(self, *keys: str | None) -> None:
        self.made: list[str | None] = []
        self.ask = Ask(0, "move", "where to?", lambda: [Option("stay", "stay"), *map(self.draft, keys)], judge=self.judge)

    def draft(self, key: str | None) -> Draft:
        def option() -> Option | None:
            self.made.append(key)
            return None if key is None else Option(key, f"go to {key}")

        return option

    def judge(self, key: str) -> Refusal | None:
        return None if key == "elsewhere" else Refusal("no-way", f"there is no way to {key}")


def test_the_list_works_out_every_draft_once_and_leaves_out_what_is_nothing_or_the_same() -> None:
    listed = Listed("a", None, "b", "a")
    assert [option.key for option in listed.ask.options] == ["stay", "a", "b"]
    assert listed.ask.options is listed.ask.options
    assert listed.made == ["a", None, "b", "a"]


def test_a_draw_works_out_no_more_than_it_picks() -> None:
    listed = Listed("a", "b", "c")
    assert listed.ask.draw(lambda count: count - 1).key == "c"
    assert listed.made == ["c"]
    listed.ask.check("c")  # it is known to be legal: the judge is not asked
    assert listed.ask.draw(lambda count: 0).key == "stay"
    assert listed.made == ["c"]
    assert [option.key for option in listed.ask.options] == ["stay", "a", "b", "c"]
    assert listed.made == ["c", "a", "b"]


def test_a_draw_goes_on_until_it_finds_something_and_each_entry_is_as_likely() -> None:
    drawn: Counter[str] = Counter()
    for first in range(4):
        for second in range(3):
            numbers = [first, second, 0, 0]
            drawn[Listed("a", None, "b").ask.draw(lambda count, numbers=numbers: numbers.pop(0) % count).key] += 1  # type: ignore[misc]
    assert drawn == {"stay": 4, "a": 4, "b": 4}


def test_nothing_to_draw_from_is_an_error() -> None:
    with pytest.raises(ValueError, match="move: nothing is listed"):
        Ask(0, "move", "where to?", lambda: [lambda: None]).draw(lambda count: 0)


def test_a_draft_that_was_not_looked_at_is_judged_and_listed() -> None:
    listed = Listed("a")
    listed.ask.check("elsewhere")
    assert listed.made == []
    listed.ask.check("a")
    with pytest.raises(IllegalAnswerError, match="no way to b"):
        listed.ask.check("b")

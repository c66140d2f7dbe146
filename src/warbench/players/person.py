"""A person who decides at a console: numbered options, and more than the options where the question's judge accepts it."""

from collections.abc import Callable
from typing import Any, Protocol

from warbench.battle.requests import Ask, IllegalAnswerError, Option
from warbench.players.seats import Player

HELP = (
    "a number picks an option, two numbers x y the listed placement nearest to there (inches), Enter passes; "
    "u: back, t: table, q: leave"
)
_PASSES = ("pass", "hold", "none", "stay", "finish")


class Console(Protocol):
    """Where a person reads and types."""

    def say(self, text: str) -> None:
        """Show a line."""
        ...

    def read(self, prompt: str) -> str:
        """A line that was typed; EOFError when there is none any more."""
        ...


class TakeBackError(Exception):
    """The person takes the last own answer back."""


class LeaveError(Exception):
    """The person leaves the battle."""


def person(
    console: Console,
    *,
    middle: Callable[[str], tuple[float, float] | None] = lambda _key: None,
    table: Callable[[Any], str] = lambda _state: "",
) -> Player:
    """A player who is asked at a console.

    The player raises TakeBackError when the last answer is to be undone, and LeaveError at the end of the input.

    Args:
        console: where.
        middle: where an answer's key places models, in inches; None for a key that places none.
        table: how a state is shown as text.
    """

    def choose(ask: Ask, state: Any) -> str:  # noqa: ANN401 -- states of any game
        listed = ask.options
        console.say("")
        console.say(ask.text)
        for number, option in enumerate(listed, 1):
            console.say(f"  {number:>2}  {option.text}")
        while True:
            try:
                typed = console.read("? ").strip()
            except EOFError:
                raise LeaveError from None
            if typed == "t":
                console.say(table(state))
                continue
            key = _key(typed, listed, middle)
            if key is None:
                console.say(f"  {HELP}")
                continue
            try:
                ask.check(key)
            except IllegalAnswerError as error:
                rule = f" ({error.refusal.rule})" if error.refusal.rule else ""
                console.say(f"  not so: {error.refusal.sentence}{rule}")
                continue
            return key

    return choose


def _key(typed: str, listed: tuple[Option, ...], middle: Callable[[str], tuple[float, float] | None]) -> str | None:
    """The answer that was typed; None when help is wanted."""
    if typed == "u":
        raise TakeBackError
    if typed == "q":
        raise LeaveError
    if not typed:
        return next((option.key for option in listed if option.key in _PASSES), None)
    if typed.isdecimal() and len(typed) < 4 and 0 < int(typed) <= len(listed):  # noqa: PLR2004 -- no list is so long
        return listed[int(typed) - 1].key
    point = _point(typed)
    if point is not None:
        return _nearest(listed, point, middle)
    return None if typed.isdecimal() or typed in {"?", "h", "help"} else typed


def _point(typed: str) -> tuple[float, float] | None:
    parts = typed.split()
    if len(parts) != 2:  # noqa: PLR2004 -- x and y
        return None
    try:
        return float(parts[0]), float(parts[1])
    except ValueError:
        return None


def _nearest(
    listed: tuple[Option, ...], point: tuple[float, float], middle: Callable[[str], tuple[float, float] | None]
) -> str | None:
    """The listed placement whose middle is nearest to a point."""
    placed = [(option.key, at) for option in listed if (at := middle(option.key)) is not None]
    if not placed:
        return None
    return min(placed, key=lambda each: ((each[1][0] - point[0]) ** 2 + (each[1][1] - point[1]) ** 2, each[0]))[0]

"""A person at the terminal: reading lines, real dice that are typed, and where a typed answer places models."""

import sys
from collections.abc import Sequence

from warbench.battle.requests import Roll
from warbench.cli.errors import InputError
from warbench.cli.letters import visible, visible_lines
from warbench.cli.paper import count
from warbench.cli.roll import faces_of
from warbench.lab.telling.told import side
from warbench.players import LeaveError
from warbench.table.lattice import INCH

_PARTS = 4


class Terminal:
    """Lines from the standard input; what is said goes to the standard output, or with JSON there to the standard error."""

    def __init__(self, *, as_json: bool) -> None:
        """Choose where to write."""
        self._out = sys.stderr if as_json else sys.stdout

    def say(self, text: str) -> None:
        """Show a line."""
        print(visible_lines(text), file=self._out)

    def read(self, prompt: str) -> str:
        """A line that was typed.

        Raises:
            EOFError: the input has ended.
        """
        print(visible(prompt), end="", file=self._out, flush=True)
        line = sys.stdin.readline()
        if not line:
            print(file=self._out)
            raise EOFError
        if not sys.stdin.isatty():
            print(line.rstrip("\n"), file=self._out)
        return line


class TypedDice:
    """Real dice: says what is rolled and how many, and takes what the dice show."""

    def __init__(self, terminal: Terminal) -> None:
        """Take the terminal."""
        self._terminal = terminal

    def faces(self, roll: Roll, ordinal: int) -> Sequence[int]:  # noqa: ARG002 -- seeded dice want it
        """What was typed, once it is that many faces.

        Raises:
            LeaveError: the input has ended.
        """
        unit = roll.place.rpartition(".")[2]
        what = f"{side(roll.player)} rolls {roll.purpose}" + (f" for {unit}" if unit else "")
        while True:
            try:
                line = self._terminal.read(f"{what}: {count(roll.count, 'die', 'dice')}? ")
            except EOFError:
                raise LeaveError from None
            try:
                faces = faces_of(line, "this")
            except InputError as error:
                self._terminal.say(f"  {error.message}")
                continue
            if len(faces) == roll.count:
                return faces
            self._terminal.say(f"  found {count(len(faces), 'face')}, expected {roll.count}")


def middle_of(key: str) -> tuple[float, float] | None:
    """Where an answer places models on average, in inches; None for an answer that places none."""
    try:
        places = [[int(number) for number in part.rpartition(">")[2].split(",")] for part in key.split(";")]
    except ValueError:
        return None
    if any(len(place) != _PARTS for place in places):
        return None
    return sum(place[0] for place in places) / len(places) / INCH, sum(place[1] for place in places) / len(places) / INCH

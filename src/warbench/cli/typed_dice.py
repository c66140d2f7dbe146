"""Real dice: the program says what is rolled and how many, a person types what they show."""

import sys
from collections.abc import Sequence
from typing import TextIO

from warbench.attack.rolled import Cast, Played, Struck, answered
from warbench.attack.volley import PROFILE, Volley
from warbench.cli.errors import InputError
from warbench.cli.letters import visible
from warbench.cli.paper import count
from warbench.cli.roll import faces_of

_AGAIN = " again"


def play(volley: Volley, *, as_json: bool = False) -> Played:
    """Roll a volley with dice that are typed; with ``as_json`` the questions are asked on the standard error.

    Raises:
        InputError: when the input ends before the last roll.
    """
    asks = sys.stderr if as_json else sys.stdout
    last = -1

    def told(request: object) -> Sequence[int] | None:
        nonlocal last
        if isinstance(request, Cast):
            if request.group != last and request.purpose != PROFILE:
                last = request.group
                print(visible(volley.groups[last].name), file=asks)
            return _typed(request, asks)
        if isinstance(request, Struck):
            print(f"  {count(request.damage, 'damage', 'damage')} to a model", file=asks)
        return None

    return answered(volley, told)


def _typed(request: Cast, asks: TextIO) -> list[int]:
    """Ask until the answer is that many faces."""
    what = f"{request.purpose.removesuffix(_AGAIN)}, thrown again" if request.purpose.endswith(_AGAIN) else request.purpose
    while True:
        print(visible(f"  {what}: {count(request.count, 'die', 'dice')}? "), end="", file=asks, flush=True)
        line = sys.stdin.readline()
        if not line:
            print(file=asks)
            raise InputError(f"--dice typed: the input ended at {what}, expected {count(request.count, 'face')}")
        if not sys.stdin.isatty():
            print(visible(line.strip()), file=asks)
        try:
            faces = faces_of(line, "this")
        except InputError as error:
            print(visible(f"  {error.message}"), file=asks)
            continue
        if len(faces) == request.count:
            return faces
        print(f"  found {count(len(faces), 'face')}, expected {request.count}", file=asks)

"""A game small enough to read: two players take coins from a heap in turn, guess a die for a bonus, and may react with a veto."""

from collections.abc import Sequence
from typing import Any

import msgspec

from warbench.battle.requests import Ask, Event, Option, Procedure, Refusal, Roll
from warbench.battle.windows import Windows


class Heap(msgspec.Struct):
    """The state."""

    left: int
    taken: list[int]
    vetoes: list[int]
    turn: int = 0
    rolls: dict[str, int] = {}


class Setup(msgspec.Struct, frozen=True):
    """What a game begins with."""

    coins: int = 12
    most: int = 3


class Took(Event, frozen=True, kw_only=True):
    player: int
    coins: int


class Vetoed(Event, frozen=True, kw_only=True):
    player: int


class Veto:
    """Once a game a player may forbid the bonus of the other."""

    id = "veto"
    moments = frozenset({"bonus"})

    def options(self, state: Heap, moment: str, player: int, about: Any) -> Sequence[Option]:
        return [Option("no", f"no bonus of {about}")] if state.vetoes[player] else []

    def refusal(self, state: Heap, moment: str, player: int, about: Any, choice: str) -> Refusal | None:
        return None if state.vetoes[player] else Refusal("used", "the veto was used before", "T-2")

    def resolve(self, state: Heap, moment: str, player: int, about: Any, choice: str) -> Procedure[bool]:
        yield Vetoed(player=player)
        return True


class Toy:
    """The game. ``most`` coins at a time; a bonus die is worth its face above 3."""

    id = "toy"
    version = "1"

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.listed = 0
        self._setup = Setup()
        self.windows: Windows[Heap] = Windows([Veto()])

    def begin(self, setup: Setup) -> Heap:
        self._setup = setup
        return Heap(setup.coins, [0, 0], [1, 1])

    def next(self, state: Heap) -> Procedure[None] | None:
        return self._turn(state) if state.left > 0 else None

    def _turn(self, state: Heap) -> Procedure[None]:
        player = state.turn
        most = min(self._setup.most, state.left)

        def options() -> list[Option]:
            self.listed += 1
            return [Option(str(number), f"take {number}") for number in range(1, most + 1)]

        def judge(key: str) -> Refusal | None:
            if key == "half" and state.left > 1:
                return None
            return Refusal("too-many", f"found {key!r}, expected 1 to {most}", "T-1")

        self.asked.append("take")
        key = yield Ask(player, "take", "how many coins?", options, subject="heap", judge=judge)
        coins = state.left // 2 if key == "half" else int(key)
        (face,) = yield Roll(player, "bonus", 1, f"turn of {player}")
        bonus = max(0, face - 3)
        if bonus:
            vetoed = yield from self.windows.open(state, "bonus", [1 - player], bonus, until=bool)
            bonus = 0 if vetoed else bonus
        yield Took(player=player, coins=min(state.left, coins + bonus))

    def apply(self, state: Heap, event: Event) -> None:
        if isinstance(event, Took):
            state.left -= event.coins
            state.taken[event.player] += event.coins
            state.turn = 1 - event.player
        elif isinstance(event, Vetoed):
            state.vetoes[event.player] -= 1

    def ordinal(self, state: Heap, place: str) -> int:
        count = state.rolls.get(place, 0)
        state.rolls[place] = count + 1
        return count

    def encode(self, state: Heap) -> bytes:
        return msgspec.msgpack.encode(state)

    def decode(self, data: bytes) -> Heap:
        return msgspec.msgpack.decode(data, type=Heap)

    def problems(self, state: Heap) -> Sequence[str]:
        return [] if state.left + sum(state.taken) == self._setup.coins else ["coins were lost"]


def first(ask: Ask) -> str:
    """Answers with the first option."""
    return ask.options[0].key

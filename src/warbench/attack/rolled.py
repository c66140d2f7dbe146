"""The rolled reader: the same sequences answered with dice, identical attacks in step, as players roll them.

All attacks that ask for the same roll are one batch. Each die remembers whether it was thrown again, so none is twice.
"""

from collections.abc import Iterable, Iterator

import msgspec

from warbench.attack.dice import DiceSource
from warbench.attack.target import Order
from warbench.attack.volley import Resolve, Throw, Volley
from warbench.chance import Check, Dice, faces_of_d6
from warbench.rules.requests import Amount, Put, Repeat, Request, Score, Sequence, Steps

_D6 = 6


class Rolled(msgspec.Struct, frozen=True):
    """One entry of the record: what was rolled, by which group, the faces, which of them are second throws, the answers."""

    purpose: str
    group: str
    faces: tuple[int, ...]
    again: tuple[tuple[int, int], ...]
    answers: tuple[int, ...]


class Struck(msgspec.Struct, frozen=True):
    """One allocation: which group's attack from which pool, the damage it did, and the states before and after."""

    group: str
    pool: int
    damage: int
    before: int
    after: int


class Played(msgspec.Struct, frozen=True):
    """A volley that was rolled: the final state of the target, each group's account, and the record of it all."""

    state: int
    scores: tuple[dict[str, int], ...]
    record: tuple[Rolled | Struck, ...]

    @property
    def rolls(self) -> tuple[Rolled, ...]:
        """The rolls of the record, in order."""
        return tuple(entry for entry in self.record if isinstance(entry, Rolled))

    @property
    def strikes(self) -> tuple[Struck, ...]:
        """The allocations of the record, in order."""
        return tuple(entry for entry in self.record if isinstance(entry, Struck))


class _Live:
    """A sequence under way: its generator, what it waits for, its pools, and the parent that waits for it."""

    def __init__(self, sequence: Sequence, pools: int, parent: "_Live | None" = None) -> None:
        self.steps: Steps = sequence.begin()
        self.request: Request | None = None
        self.counts: list[int] = parent.counts if parent else [0] * pools
        self.parent = parent
        self.waits = 0


class _Table:
    """Rolls for one volley and keeps its record."""

    def __init__(self, volley: Volley, dice: DiceSource) -> None:
        self.volley = volley
        self.dice = dice
        self.record: list[Rolled | Struck] = []
        self.scores: list[dict[str, int]] = [{} for _ in volley.groups]

    def run(self, group: int, sequences: Iterable[Sequence], pools: int) -> list[tuple[int, ...]]:
        """Run sequences in step; what each put into its pools."""
        roots = [_Live(sequence, pools) for sequence in sequences]
        waiting = [live for root in roots for live in self._advance(group, root, None)]
        while waiting:
            request = waiting[0].request
            batch = [live for live in waiting if live.request == request]
            rest = [live for live in waiting if live.request != request]
            answers = self.answer(group, request, len(batch))
            moved = [on for live, answer in zip(batch, answers, strict=True) for on in self._advance(group, live, answer)]
            # Those that were asked something else first go first: attacks stay in the order of the sequence.
            waiting = [*rest, *moved]
        return [tuple(root.counts) for root in roots]

    def _advance(self, group: int, live: _Live, answer: int | None) -> Iterator[_Live]:
        """Go on with a sequence until it needs dice; yields what then waits (itself, or what it repeats)."""
        while True:
            try:
                request = live.steps.send(answer)
            except StopIteration:
                if live.parent is not None:
                    live.parent.waits -= 1
                    if not live.parent.waits:
                        yield from self._advance(group, live.parent, None)
                return
            answer = None
            match request:
                case Score():
                    scores = self.scores[group]
                    scores[request.what] = scores.get(request.what, 0) + request.n
                case Put():
                    live.counts[request.pool] += request.n
                case Repeat():
                    if request.times:
                        live.waits = request.times
                        children = [_Live(request.sequence, 0, live) for _ in range(request.times)]
                        for child in children:
                            yield from self._advance(group, child, None)
                        return
                case _:
                    live.request = request
                    yield live
                    return

    def answer(self, group: int, request: Request | None, count: int) -> list[int]:
        """Roll for a batch."""
        name = self.volley.groups[group].name
        if isinstance(request, Check):
            return self._check(name, request, count)
        if isinstance(request, Amount):
            return self._amount(name, request, count)
        msg = f"no dice are rolled for {request!r}"
        raise TypeError(msg)

    def _check(self, group: str, check: Check, count: int) -> list[int]:
        automatic = check.automatic
        if automatic is not None:
            return [int(automatic)] * count
        faces = list(self.dice.roll(check.name, count))
        again = [index for index, face in enumerate(faces) if check.reroll[face - 1]]
        first = [(index, faces[index]) for index in again]
        if again:
            for index, face in zip(again, self.dice.roll(f"{check.name} again", len(again)), strict=True):
                faces[index] = face
        answers = [int(check.result_of(face)) for face in faces]
        self.record.append(Rolled(check.name, group, tuple(faces), tuple(first), tuple(answers)))
        return answers

    def _amount(self, group: str, amount: Amount, count: int) -> list[int]:
        if amount.fixed is not None:
            return [amount.fixed] * count
        totals: list[int] = []
        shown: list[int] = []
        first: list[tuple[int, int]] = []
        for index in range(count):
            total, faces = self._dice(amount.name, amount.dice)
            if total in amount.again:
                first.append((index, total))
                total, faces = self._dice(f"{amount.name} again", amount.dice)
            for extra in amount.extra:
                more, other = self._dice(amount.name, extra)
                total, faces = total + more, (*faces, *other)
            totals.append(amount.change(total))
            shown.extend(faces)
        self.record.append(Rolled(amount.name, group, tuple(shown), tuple(first), tuple(totals)))
        return totals

    def _dice(self, purpose: str, dice: Dice) -> tuple[int, tuple[int, ...]]:
        total = dice.plus
        shown: list[int] = []
        for number, sides in dice.rolls:
            faces = self.dice.roll(purpose, number)
            total += sum(face if sides == _D6 else faces_of_d6(sides, face) for face in faces)
            shown.extend(faces)
        return total, tuple(shown)

    def strike(self, group: int, pool: int, waiting: int, state: int) -> int:
        """Allocate what waits in a pool. Attacks on models that answer alike are rolled together."""
        target, strike = self.volley.target, self.volley.groups[group].strikes[pool]
        while waiting and (at := target.position(state, strike.order)) is not None:
            # Each attack takes at most one model, so that many surely meet the same profile.
            batch = min(waiting, target.alike(state, strike.order))
            waiting -= batch
            for (damage,) in self.run(group, [strike.on(at.profile)] * batch, 1):
                state = self._hurt(group, pool, damage, state, strike.order)
        return state

    def _hurt(self, group: int, pool: int, damage: int, state: int, order: Order) -> int:
        after = self.volley.target.hurt(state, damage, order)
        if damage:
            self.record.append(Struck(self.volley.groups[group].name, pool, damage, state, after))
        return after


def roll(volley: Volley, dice: DiceSource) -> Played:
    """Roll a volley with dice from a source.

    Raises:
        ScriptError: when a script has too few dice.
    """
    table = _Table(volley, dice)
    pools: dict[tuple[int, int], int] = {}
    state = 0
    for step in volley.schedule:
        match step:
            case Throw(index):
                group = volley.groups[index]
                attacks = sum(table.answer(index, group.attacks, group.count))
                counted = table.run(index, [group.sequence] * attacks, len(group.strikes))
                for pool in range(len(group.strikes)):
                    pools[index, pool] = sum(counts[pool] for counts in counted)
            case Resolve(index, pool):
                state = table.strike(index, pool, pools[index, pool], state)
    return Played(state, tuple(table.scores), tuple(table.record))

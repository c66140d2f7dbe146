"""The rolled reader: the same sequences answered with dice, identical attacks in step, as players roll them.

All attacks that ask for the same roll are one batch. Each die remembers whether it was thrown again, so none is twice. The reader
is itself a generator: it asks for faces (``Cast``) and, after each batch, whether one of its dice is to be thrown again
(``Batch``), so that a battle can roll real dice and open a window; ``roll`` answers it from a dice source.
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any

import msgspec

from warbench.attack.cases import in_case, is_rolled_for
from warbench.attack.dice import DiceSource
from warbench.attack.target import Target
from warbench.attack.volley import PROFILE, Resolve, Step, Throw, Volley
from warbench.chance import Check, Dice, faces_of_d6
from warbench.rules.requests import Amount, Put, Repeat, Request, Score, Sequence, Steps

_D6 = 6


class Rolled(msgspec.Struct, frozen=True):
    """One entry of the record: what was rolled, by which group, the faces, which of them are second throws, the answers.

    ``again`` lists, for what was thrown again, its index and what it showed first (for a sum of dice: its total).
    """

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


class Cast(msgspec.Struct, frozen=True):
    """Asks for the faces of ``count`` D6, rolled for a purpose by a group (its index). Answered with the faces."""

    purpose: str
    group: int
    count: int


class Batch(msgspec.Struct, frozen=True):
    """Shows a batch that was rolled, and asks which die (or which amount) is thrown again; answered with an index or None.

    ``open`` lists the indexes that were not thrown again yet (W-003).
    """

    purpose: str
    group: int
    request: Check | Amount
    shown: tuple[int, ...]
    answers: tuple[int, ...]
    open: tuple[int, ...]


class Allot(msgspec.Struct, frozen=True):
    """Shows that attacks are about to be allocated, and asks for the target as they meet it; answered with a target or None.

    Whoever owns the target may put the models that are still to be met in another order: the answer has the same models on each
    track, those that were met already in their places.

    ``track`` and ``state`` say where the first of the ``waiting`` attacks lands; ``held``: the model there was allocated an
    attack of this volley before, and is still there.
    """

    group: int
    pool: int
    waiting: int
    track: int
    state: int
    held: bool


class Played(msgspec.Struct, frozen=True):
    """A volley that was rolled: the final state of the target, each group's account, and the record of it all.

    ``held`` says for each track whether the last model that was allocated an attack is still there.
    """

    state: int
    scores: tuple[dict[str, int], ...]
    record: tuple[Rolled | Struck, ...]
    held: tuple[bool, ...] = ()

    @property
    def rolls(self) -> tuple[Rolled, ...]:
        """The rolls of the record, in order."""
        return tuple(entry for entry in self.record if isinstance(entry, Rolled))

    @property
    def strikes(self) -> tuple[Struck, ...]:
        """The allocations of the record, in order."""
        return tuple(entry for entry in self.record if isinstance(entry, Struck))


Rolling = Generator[Cast | Batch | Allot | Struck | Step, Any, Played]
Answering = Generator[Cast | Batch | Struck, Any, list[int]]


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

    def __init__(self, volley: Volley) -> None:
        self.volley = volley
        self.target = volley.target
        self.held = [False] * len(volley.target.tracks)
        self.record: list[Rolled | Struck] = []
        self.scores: list[dict[str, int]] = [{} for _ in volley.groups]

    def run(self, group: int, sequences: Iterable[Sequence], pools: int) -> Generator[Any, Any, list[tuple[int, ...]]]:
        """Run sequences in step; what each put into its pools."""
        roots = [_Live(sequence, pools) for sequence in sequences]
        waiting = [live for root in roots for live in self._advance(group, root, None)]
        while waiting:
            # Numbers come before checks: so a check is asked for by all at once that will come to it.
            request = next((live.request for live in waiting if isinstance(live.request, Amount)), waiting[0].request)
            batch = [live for live in waiting if live.request == request]
            rest = [live for live in waiting if live.request != request]
            answers = yield from self.answer(group, request, len(batch))
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
                        for child in [_Live(request.sequence, 0, live) for _ in range(request.times)]:
                            yield from self._advance(group, child, None)
                        return
                case _:
                    live.request = request
                    yield live
                    return

    def case(self) -> Generator[Any, Any, Volley]:
        """Roll the die that says which groups attack; the volley of those."""
        diced = [index for index, group in enumerate(self.volley.groups) if group.faces]
        (face,) = yield Cast(PROFILE, diced[0], 1)
        told = next((index for index in diced if face in self.volley.groups[index].faces), diced[0])
        self.record.append(Rolled(PROFILE, self.volley.groups[told].name, (face,), (), (face,)))
        return in_case(self.volley, face)

    def answer(self, group: int, request: Request | None, count: int) -> Answering:
        """Roll for a batch."""
        if isinstance(request, Check):
            return (yield from self._check(group, request, count))
        if isinstance(request, Amount):
            return (yield from self._amount(group, request, count))
        msg = f"no dice are rolled for {request!r}"
        raise TypeError(msg)

    def _check(self, group: int, check: Check, count: int) -> Answering:
        automatic = check.automatic
        if automatic is not None:
            return [int(automatic)] * count
        faces = list((yield Cast(check.name, group, count)))
        again = [index for index, face in enumerate(faces) if check.reroll[face - 1]]
        first = [(index, faces[index]) for index in again]
        if again:
            for index, face in zip(again, (yield Cast(f"{check.name} again", group, len(again))), strict=True):
                faces[index] = face
        answers = [int(check.result_of(face)) for face in faces]
        still = tuple(index for index in range(count) if index not in again)
        chosen = yield Batch(check.name, group, check, tuple(faces), tuple(answers), still)
        if chosen is not None:
            first.append((chosen, faces[chosen]))
            (faces[chosen],) = yield Cast(f"{check.name} again", group, 1)
            answers[chosen] = int(check.result_of(faces[chosen]))
        self.record.append(Rolled(check.name, self.volley.groups[group].name, tuple(faces), tuple(first), tuple(answers)))
        return answers

    def _amount(self, group: int, amount: Amount, count: int) -> Answering:
        if amount.fixed is not None:
            return [amount.fixed] * count
        thrown: list[tuple[int, tuple[int, ...]]] = []
        extras: list[tuple[int, tuple[int, ...]]] = []
        first: list[tuple[int, int]] = []
        for index in range(count):
            total, faces = yield from self._dice(group, amount.name, amount.dice)
            if total in amount.again:
                first.append((index, total))
                total, faces = yield from self._dice(group, f"{amount.name} again", amount.dice)
            thrown.append((total, faces))
            more = 0
            more_faces: tuple[int, ...] = ()
            for extra in amount.extra:
                value, shown = yield from self._dice(group, amount.name, extra)
                more, more_faces = more + value, (*more_faces, *shown)
            extras.append((more, more_faces))
        answers = [amount.change(total, more) for (total, _), (more, _) in zip(thrown, extras, strict=True)]
        done = {index for index, _ in first}
        still = tuple(index for index in range(count) if index not in done)
        totals = tuple(total for total, _ in thrown)
        chosen = yield Batch(amount.name, group, amount, totals, tuple(answers), still)
        if chosen is not None:
            first.append((chosen, totals[chosen]))
            thrown[chosen] = yield from self._dice(group, f"{amount.name} again", amount.dice)
            answers[chosen] = amount.change(thrown[chosen][0], extras[chosen][0])
        all_faces = tuple(face for (_, own), (_, more) in zip(thrown, extras, strict=True) for face in (*own, *more))
        self.record.append(Rolled(amount.name, self.volley.groups[group].name, all_faces, tuple(first), tuple(answers)))
        return answers

    def _dice(self, group: int, purpose: str, dice: Dice) -> Generator[Any, Any, tuple[int, tuple[int, ...]]]:
        total = dice.plus
        shown: list[int] = []
        for number, sides in dice.rolls:
            faces = yield Cast(purpose, group, number)
            total += sum(face if sides == _D6 else faces_of_d6(sides, face) for face in faces)
            shown.extend(faces)
        return total, tuple(shown)

    def strike(self, group: int, pool: int, pools: dict[tuple[int, int], int], state: int) -> Generator[Any, Any, int]:
        """Allocate what waits in a pool. Attacks on models that answer alike are rolled together."""
        waiting = pools[group, pool]
        strike = self.volley.groups[group].strikes[pool]
        target = yield from self._allotted(group, pool, waiting, state)
        while waiting and (at := target.position(state, strike.order)) is not None:
            # Each attack takes at most one model, so that many surely meet the same profile.
            batch = min(waiting, target.alike(state, strike.order))
            waiting -= batch
            before = state
            for counts in (yield from self.run(group, [strike.on(at.profile)] * batch, strike.pools)):
                done, caused = strike.parted(counts)
                for fed, more in zip(strike.feeds, caused, strict=True):
                    pools[group, fed] += more
                after = strike.done(target, state, done)
                if any(done):
                    struck = Struck(self.volley.groups[group].name, pool, sum(done), state, after)
                    self.record.append(struck)
                    yield struck
                before, state = state, after
            # A batch stays on one track; whom its last attack met is found in the state before that.
            last = target.position(before, strike.order) or at
            gone = target.lost(state)[last.track] - target.lost(before)[last.track]
            self.held[last.track] = gone < last.left
        return state

    def _allotted(self, group: int, pool: int, waiting: int, state: int) -> Generator[Any, Any, Target]:
        """The target, its models to come in the order that its owner wants."""
        at = self.target.position(state, self.volley.groups[group].strikes[pool].order)
        if waiting and at is not None:
            instead: Target | None = yield Allot(group, pool, waiting, at.track, state, self.held[at.track])
            if instead is not None:
                if instead.lengths != self.target.lengths:
                    raise ValueError(f"allotted: found tracks of {instead.lengths} wounds, expected {self.target.lengths}")
                self.target = instead
        return self.target


def rolling(volley: Volley, state: int = 0) -> Rolling:
    """Roll a volley, asking for the dice; see the module's text. Each step of the schedule is shown before it is done.

    The answer to a ``Throw`` may be a group that makes its attacks in place of the one that is thrown (fewer bearers are left,
    a distance has changed); what its attacks do to the target stays as it was.

    Args:
        volley: groups, schedule and target.
        state: the target's state before.
    """
    table = _Table(volley)
    if is_rolled_for(volley):
        volley = yield from table.case()
    pools: dict[tuple[int, int], int] = {}
    for step in volley.schedule:
        instead = yield step
        match step:
            case Throw(index):
                group = instead or volley.groups[index]
                attacks = sum((yield from table.answer(index, group.attacks, group.count)))
                counted = yield from table.run(index, [group.sequence] * attacks, len(group.strikes))
                for pool in range(len(group.strikes)):
                    pools[index, pool] = sum(counts[pool] for counts in counted)
            case Resolve(index, pool):
                state = yield from table.strike(index, pool, pools, state)
    return Played(state, tuple(table.scores), tuple(table.record), tuple(table.held))


def roll(volley: Volley, dice: DiceSource) -> Played:
    """Roll a volley with dice from a source.

    Raises:
        ScriptError: when a script has too few dice.
    """
    return answered(volley, lambda request: dice.roll(request.purpose, request.count) if isinstance(request, Cast) else None)


def answered(volley: Volley, answer: Callable[[Any], Iterable[int] | None]) -> Played:
    """Roll a volley, every request answered: one for dice with their faces, any other with None.

    Args:
        volley: groups, schedule and target.
        answer: the answer to a request; what it raises ends the volley.
    """
    steps = rolling(volley)
    faces: Iterable[int] | None = None
    while True:
        try:
            request = steps.send(faces)
        except StopIteration as done:
            played: Played = done.value
            return played
        faces = answer(request)

"""The target as a compact state: how far its models are down, in the order in which attacks are allocated to them.

Damage to a model never carries over to the next, and the next model is always known, so a target is one number for each
*track*: the wounds lost along a fixed order of models. Most targets have one track. A second one stands apart (a character
that attacks may be told to hit first); which track an attack tries first is its *order*. A *mark* is a track of one step that is
no model: something that befalls the target once (whatever would mark it again goes to the next track of its order).
"""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

import msgspec

from warbench.chance.number import Number

Order = tuple[int, ...]
Rows = list[list[tuple[int, Number]]]
"""For each state, the states that one event leads to, with probabilities."""


class Standing(msgspec.Struct, frozen=True, cache_hash=True):
    """One model: the wounds that it has left, which profile answers for it, and the group that it was given in."""

    wounds: int
    profile: int = 0
    group: int = 0


class Position(msgspec.Struct, frozen=True):
    """Where an attack lands in some state: the track, the wounds its model has left, the model's profile."""

    track: int
    left: int
    profile: int


class Target(msgspec.Struct, frozen=True, cache_hash=True, dict=True):
    """The models of a target by track, in the order of allocation, and what it began with.

    A state is one number: the wounds lost along each track, mixed radix, the first track first. The last ``marks`` tracks
    are marks.
    """

    tracks: tuple[tuple[Standing, ...], ...]
    starting_models: int = 0
    starting_wounds: int = 0
    marks: int = 0

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """The wounds of each track."""
        return tuple(sum(model.wounds for model in track) for track in self.tracks)

    @cached_property
    def strides(self) -> tuple[int, ...]:
        """What one wound on each track adds to the state."""
        strides, stride = [], 1
        for length in reversed(self.lengths):
            strides.append(stride)
            stride *= length + 1
        return tuple(reversed(strides))

    @cached_property
    def size(self) -> int:
        """How many states there are; the last one is: nobody left (and every mark set)."""
        size = 1
        for length in self.lengths:
            size *= length + 1
        return size

    @property
    def total(self) -> int:
        """The wounds that all models together have left."""
        return sum(self.lengths[: self.standing])

    @property
    def standing(self) -> int:
        """How many tracks hold models; the marks come after them."""
        return len(self.tracks) - self.marks

    @property
    def models(self) -> int:
        """How many models there are."""
        return sum(len(track) for track in self.tracks[: self.standing])

    @cached_property
    def profiles(self) -> tuple[int, ...]:
        """The profiles that occur, in order."""
        return tuple(sorted({model.profile for track in self.tracks for model in track}))

    def marked(self, state: int) -> tuple[bool, ...]:
        """Which marks are set."""
        return tuple(lost > 0 for lost in self.lost(state)[self.standing :])

    def lost(self, state: int) -> tuple[int, ...]:
        """The wounds lost on each track."""
        return tuple(state // stride % (length + 1) for stride, length in zip(self.strides, self.lengths, strict=True))

    def positions(self, order: Order) -> tuple[Position | None, ...]:
        """For each state, where the next attack of that order lands; None where nobody is left."""
        return _positions(self, order)

    def position(self, state: int, order: Order) -> Position | None:
        """Where the next attack of that order lands; None when nobody is left."""
        return _positions(self, order)[state]

    def hurt(self, state: int, points: int, order: Order) -> int:
        """The state after one model took that much damage; what it has no wounds for is lost (W-046)."""
        at = self.position(state, order)
        return state if at is None else state + min(points, at.left) * self.strides[at.track]

    def alike(self, state: int, order: Order) -> int:
        """How many models from the current one on answer with the same profile: so many attacks can be rolled together."""
        at = self.position(state, order)
        if at is None:
            return 0
        return sum(1 for _ in self._same(at.track, self.lost(state)[at.track], at.profile))

    def _same(self, track: int, lost: int, profile: int) -> Sequence[Standing]:
        passed, same = 0, []
        for model in self.tracks[track]:
            passed += model.wounds
            if passed <= lost:
                continue
            if model.profile != profile:
                break
            same.append(model)
        return same

    def slain(self, state: int) -> int:
        """How many models are destroyed."""
        return sum(self.slain_by_track(state)[: self.standing])

    def slain_by_track(self, state: int) -> tuple[int, ...]:
        """How many models of each track are destroyed."""
        out = []
        for track, lost in zip(self.tracks, self.lost(state), strict=True):
            passed = dead = 0
            for model in track:
                passed += model.wounds
                dead += passed <= lost
            out.append(dead)
        return tuple(out)

    def wounds_lost(self, state: int) -> int:
        """How many wounds its models lost."""
        return sum(self.lost(state)[: self.standing])

    def rows(self, laws: Mapping[int, Mapping[int, Number]], order: Order) -> Rows:
        """The transitions of one event, from the damage that it does by profile (``laws[profile][points]``)."""
        rows: Rows = []
        for state, at in enumerate(self.positions(order)):
            if at is None:
                rows.append([(state, 1)])
                continue
            stride, left = self.strides[at.track], at.left
            row: dict[int, Number] = {}
            for points, p in laws[at.profile].items():
                after = state + (min(left, points)) * stride
                row[after] = row.get(after, 0) + p
            rows.append(list(row.items()))
        return rows


@lru_cache(maxsize=256)
def _positions(target: Target, order: Order) -> tuple[Position | None, ...]:
    along = [
        [Position(track, model.wounds - lost, model.profile) for model in models for lost in range(model.wounds)]
        for track, models in enumerate(target.tracks)
    ]
    out: list[Position | None] = []
    for state in range(target.size):
        lost = target.lost(state)
        open_tracks = (track for track in order if lost[track] < target.lengths[track])
        track = next(open_tracks, None)
        out.append(None if track is None else along[track][lost[track]])
    return tuple(out)


@lru_cache(maxsize=256)
def readout(target: Target) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For each state, the models slain and the wounds lost."""
    states = range(target.size)
    return tuple(target.slain(state) for state in states), tuple(target.wounds_lost(state) for state in states)


class Lot(msgspec.Struct, frozen=True):
    """Models alike: how many, the wounds of each, what the first has left, its profile, and whether it comes after the others.

    ``wounded_first``: where its first model is wounded already, attacks are allocated to it before any other.
    """

    count: int
    wounds: int
    left: int | None = None
    profile: int = 0
    last: bool = False
    wounded_first: bool = True


def lined_up(lots: Sequence[Lot], *, apart: bool, starting_models: int = 0, marks: int = 0) -> Target:
    """The models in the order in which attacks are allocated: wounded ones first, those that come last after the others.

    Args:
        lots: the models, by groups; a standing's group is the index here.
        apart: whether those that come last are a track of their own, which an attack may try first.
        starting_models: how many models the unit began with, when that is more than there are.
        marks: how many marks there are beside.
    """
    lines: tuple[list[Standing], list[Standing]] = ([], [])
    wounded: tuple[list[Standing], list[Standing]] = ([], [])
    for index, lot in enumerate(lots):
        hurt = lot.left is not None and lot.left != lot.wounds
        if hurt:
            into = wounded if lot.wounded_first else lines
            into[lot.last].append(Standing(lot.left or lot.wounds, lot.profile, index))
        lines[lot.last].extend([Standing(lot.wounds, lot.profile, index)] * (lot.count - hurt))
    tracks = [(*first, *rest) for first, rest in zip(wounded, lines, strict=True)]
    if not apart:
        tracks = [(*tracks[0], *tracks[1])]
    profile = lots[0].profile if lots else 0
    tracks += [(Standing(1, profile),)] * marks
    models = sum(lot.count for lot in lots)
    return Target(tuple(tracks), max(starting_models, models), sum(lot.count * lot.wounds for lot in lots), marks)

"""A target whose models have names: who stands in which order when attacks are allocated, and whom a strike has met."""

from collections.abc import Iterable

import msgspec

from warbench.attack.target import Target


class Line(msgspec.Struct, frozen=True):
    """A target as the readers take it, and the ids of its models by track, in the order in which attacks are allocated."""

    target: Target
    order: tuple[tuple[str, ...], ...]

    def met(self, track: int, state: int) -> tuple[int, bool]:
        """How many models of a track have nothing left in a state of the target, and whether the next has lost some since."""
        gone, left = 0, self.target.lost(state)[track]
        for model in self.target.tracks[track]:
            if left < model.wounds:
                break
            gone, left = gone + 1, left - model.wounds
        return gone, left > 0

    def reordered(self, track: int, ids: Iterable[str]) -> "Line":
        """The same models with those of a track in another order."""
        known = dict(zip(self.order[track], self.target.tracks[track], strict=True))
        new = tuple(ids)
        order, tracks = list(self.order), list(self.target.tracks)
        order[track], tracks[track] = new, tuple(known[model] for model in new)
        return Line(msgspec.structs.replace(self.target, tracks=tuple(tracks)), tuple(order))

"""Pile-ins of a sampled Combat, searched for once: who stands where decides them, and sample after sample stands alike."""

from collections.abc import Hashable

from warbench.battle.places import encode_ways
from warbench.battle.requests import Ask, Procedure, Request, Search
from warbench.games.heresy3.battle.closing import Closing
from warbench.table.permits import Path

_PILE_IN = "pile in"


class Nearing:
    """Answers whatever a procedure asks about pile-ins with the first way that the search finds, and remembers the ways.

    A search gives the same ways for the same places of movers, enemies and everybody else, so the memory changes nothing but
    the time that a sample takes.
    """

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._ways: dict[Hashable, tuple[Path, ...] | None] = {}

    def answered(self, procedure: Procedure[None]) -> Procedure[None]:
        """The procedure with its questions about pile-ins answered; everything else is passed on."""
        value: object = None
        paths: tuple[Path, ...] | None = None
        while True:
            try:
                request = procedure.send(value)
            except StopIteration:
                return
            closing = _pile_in(request)
            if closing is not None:
                paths = self._way(closing)
                value = paths is not None
            elif isinstance(request, Ask) and request.about == _PILE_IN and paths is not None:
                value = encode_ways(paths)
            else:
                value = yield request

    def _way(self, closing: Closing) -> tuple[Path, ...] | None:
        state = closing.state
        key = (
            closing.unit.id,
            closing.rule,
            tuple(shape.name for shape in closing.shapes),
            tuple(shape.name for shape in closing.foes),
            tuple((model.id, model.place) for unit in state.on_table() for model in unit.models),
        )
        if key not in self._ways:
            self._ways[key] = closing.way(0)
        return self._ways[key]


def _pile_in(request: Request) -> Closing | None:
    """The pile-in that a request is a search for; None for any other request."""
    closing = getattr(request.finds, "__self__", None) if isinstance(request, Search) else None
    return closing if isinstance(closing, Closing) and closing.how == _PILE_IN else None

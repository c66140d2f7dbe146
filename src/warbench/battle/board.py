"""The models of a state as shapes on the table, made once for as long as a model stands where it is."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from warbench.table.bases import Base
from warbench.table.lattice import Place
from warbench.table.measure import Standing


class Placed(Protocol):
    """A model that may stand on the table (``place`` None: it does not)."""

    @property
    def id(self) -> str:
        """Its id."""
        ...

    @property
    def place(self) -> Place | None:
        """Where it stands."""
        ...


class Squad(Protocol):
    """A unit: its models that are left."""

    @property
    def models(self) -> Sequence[Placed]:
        """They, in order."""
        ...


class Board:
    """What a game's state inherits: it says which base a model has, and gets shapes of models and units."""

    __slots__ = ("_shapes",)

    def __init__(self) -> None:
        """Begin without shapes."""
        self._shapes: dict[str, tuple[Place, Standing]] = {}

    def base_of(self, model: str) -> Base:
        """The base of a model, by its id."""
        raise NotImplementedError

    def standing(self, model: Placed) -> Standing:
        """A model on the table as a shape.

        Raises:
            ValueError: when it is not on the table.
        """
        place = model.place
        if place is None:
            msg = f"{model.id} is not on the battlefield"
            raise ValueError(msg)
        known = self._shapes.get(model.id)
        if known is not None and known[0] is place:
            return known[1]
        shape = Standing(model.id, self.base_of(model.id), place)
        self._shapes[model.id] = (place, shape)
        return shape

    def shapes(self, unit: Squad) -> list[Standing]:
        """The models of a unit on the table as shapes."""
        return [self.standing(model) for model in unit.models if model.place is not None]

    def shapes_at(self, models: Iterable[Placed], places: Iterable[Place]) -> tuple[Standing, ...]:
        """Models as shapes where an answer places them."""
        return tuple(Standing(model.id, self.base_of(model.id), place) for model, place in zip(models, places, strict=True))

"""A battle's state: its core that changes, in frames that do not; and its models as shapes on the table."""

from collections.abc import Iterable, Sequence
from typing import Any, Generic, Protocol, Self, TypeVar

import msgspec

from warbench.table.bases import Base
from warbench.table.field import Field
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
    """The models of a state as shapes, made once for as long as a model stands where it is; a game says which bases they have."""

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


R = TypeVar("R")
M = TypeVar("M")
C = TypeVar("C")
O = TypeVar("O")  # noqa: E741 -- options


class BattleState(Board, Generic[R, M, C, O]):
    """What a game's state inherits: the core that changes, with the roster, mission, field and options that do not."""

    __slots__ = ("core", "field", "mission", "options", "roster")

    def __init__(self, roster: R, mission: M, field: Field, core: C, options: O) -> None:
        """Put a state together."""
        super().__init__()
        self.roster = roster
        self.mission = mission
        self.field = field
        self.core = core
        self.options = options

    def kept(self) -> bytes:
        """The core as bytes: equal states give equal bytes, on every machine."""
        return msgspec.msgpack.encode(self.core)

    def restored(self, data: bytes) -> Self:
        """A state of this battle with the core of some bytes."""
        core: Any = msgspec.msgpack.decode(data, type=type(self.core))
        return type(self)(self.roster, self.mission, self.field, core, self.options)

"""What carrying out orders is in both games: one after the other, units found by what people call them."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from warbench.muster.building.naming import free_name, place_of
from warbench.muster.building.orders import BuildError, Orders, pair
from warbench.muster.known import Known
from warbench.sheets.finding import slug

_Spec = TypeVar("_Spec", bound=msgspec.Struct)

Ways = tuple[tuple[str, Callable[[str], None]], ...]
"""The kinds of order that name units, in the order in which they are carried out, each with what carries one out."""


class Carrying(ABC, Generic[_Spec]):
    """An army while it is built; ``spec`` is what it has become."""

    refused: ClassVar[dict[str, str]] = {}
    """The orders that the game does not have, each with what to say."""
    reserves: ClassVar[tuple[str, ...]]
    """Where a unit may wait, the first that it does not."""
    not_inside: ClassVar[dict[str, str]]
    """What a unit that begins inside another does not do."""

    def __init__(self, spec: _Spec, known: Known) -> None:
        """Begin with an army and what is known beside the bundled data."""
        self.spec = spec
        self.known = known

    def carry_out(self, orders: Orders) -> _Spec:
        """The army after all orders.

        Raises:
            BuildError, UnknownDatasheet, SizeError: for the first that cannot be carried out.
        """
        for field, why in self.refused.items():
            if getattr(orders, field):
                raise BuildError(f"--{field}: {why}")
        named = {field: value for field in ("name", "faction") if (value := getattr(orders, field))}
        self.spec = msgspec.structs.replace(self.spec, **named)
        self._army(orders)
        for field, carry in self._ways(orders):
            for order in getattr(orders, field):
                carry(order)
        if orders.warlord:
            self._warlord(orders.warlord)
        return self.spec

    @abstractmethod
    def _army(self, orders: Orders) -> None:
        """Carry out what is of the army as a whole, but for its name and faction."""

    @abstractmethod
    def _ways(self, orders: Orders) -> Ways:
        """The kinds of order that name units."""

    @abstractmethod
    def _warlord(self, text: str) -> None:
        """Let a unit lead the army, and no other."""

    @abstractmethod
    def _units(self) -> list[tuple[str, str]]:
        """Each unit's name and its datasheet's."""

    @abstractmethod
    def _set(self, place: int, **fields: Any) -> None:  # noqa: ANN401 -- any field of a unit
        """Change a unit."""

    def _place(self, option: str, text: str) -> int:
        return place_of(option, text, self._units())

    def _name(self, place: int) -> str:
        """The name by which the army knows a unit; one that others before it have as well gets a number."""
        names = [name for name, _ in self._units()]
        name = names[place]
        if [slug(each) for each in names].index(slug(name)) != place:
            name = free_name(name, names)
            self._set(place, name=name)
        return name

    def _inside(self, order: str) -> None:
        text, carrier = pair("inside", order, ":", "UNIT: TRANSPORT, or UNIT: nothing")
        place = self._place("inside", text)
        if carrier.casefold() == "nothing":
            self._set(place, inside="")
        else:
            self._set(place, inside=self._name(self._place("inside", carrier)), **self.not_inside)

    def _reserve(self, order: str) -> None:
        kinds = ", ".join(f"UNIT: {each}" for each in self.reserves[1:])
        text, where = pair("reserve", order, ":", f"{kinds}, or UNIT: none")
        wanted = "" if where.casefold() == "none" else where.casefold()
        if wanted not in self.reserves:
            raise BuildError(f"--reserve {order!r}: found {where!r}, expected none, {', '.join(self.reserves[1:])}")
        self._set(self._place("reserve", text), reserve=wanted)

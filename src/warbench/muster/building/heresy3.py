"""Orders carried out on a Horus Heresy army."""

from functools import cached_property, partial
from typing import Any, ClassVar

import msgspec

from warbench.games.heresy3 import library
from warbench.games.heresy3.armies.charts import slot_of, slots
from warbench.games.heresy3.armies.enlisting import enlist, offered, sheet_for
from warbench.games.heresy3.armies.factions import list_of
from warbench.games.heresy3.armies.kits import kits_for
from warbench.games.heresy3.armies.outfits import outfits
from warbench.games.heresy3.armies.prime import ADVANTAGES, LOGISTICAL_BENEFIT
from warbench.games.heresy3.armies.spec import ALLEGIANCES, RESERVES, ArmySpec, DetachmentSpec, Kit, UnitSpec
from warbench.games.heresy3.armies.upgrades import upgrades
from warbench.muster.building.carrying import Carrying, Ways
from warbench.muster.building.naming import free_name, sheet_named
from warbench.muster.building.orders import BuildError, Orders, counted, number, pair, times
from warbench.muster.building.wargear import given, item_of
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.sizes import SizeError, points, smallest

PRIMARY = "Crusade Primary"
"""The detachment of an army that names none."""


class Builder(Carrying[ArmySpec]):
    """An army while it is built; ``spec`` is what it has become."""

    refused: ClassVar = {"enhancement": "The Horus Heresy has none; it has Prime Advantages: --prime"}
    reserves: ClassVar = RESERVES
    not_inside: ClassVar = {"joins": "", "reserve": ""}

    def _ways(self, orders: Orders) -> Ways:
        return (
            ("remove", self._remove),
            ("add", partial(self._add, into=orders.into)),
            ("models", self._models),
            ("usual", self._usual),
            ("give", self._give),
            ("lead", self._lead),
            ("prime", self._prime),
            ("inside", self._inside),
            ("reserve", self._reserve),
        )

    def _warlord(self, text: str) -> None:
        place = self._place("warlord", text)
        for other in range(len(self.spec.units)):
            self._set(other, warlord=other == place)

    def _army(self, orders: Orders) -> None:
        fields: dict[str, Any] = {}
        if orders.allegiance:
            if orders.allegiance.casefold() not in ALLEGIANCES:
                raise BuildError(f"--allegiance: found {orders.allegiance!r}, expected one of {', '.join(ALLEGIANCES)}")
            fields["allegiance"] = orders.allegiance.casefold()
        self.spec = msgspec.structs.replace(self.spec, **fields)
        for kind in orders.detachment:
            chart = self.spec.known_charts.get(kind.casefold())
            if chart is None:
                told = ", ".join(each.name for each in self.spec.known_charts.values())
                raise BuildError(f"--detachment: found {kind!r}, expected one of {told}")
            self.spec = msgspec.structs.replace(self.spec, detachments=(*self.spec.detachments, DetachmentSpec(kind=chart.name)))

    @cached_property
    def _own(self) -> tuple[Datasheet, ...]:
        """The datasheets that the army may choose from, bundled ones first."""
        found = {sheet.id: sheet for sheet in offered(self.spec)}
        for sheet in self.known.stock(list_of(self.spec.faction)):
            found.setdefault(sheet.id, sheet)
        return tuple(found.values())

    def _units(self) -> list[tuple[str, str]]:
        return [(unit.name or unit.datasheet, unit.datasheet) for unit in self.spec.units]

    def _where(self, place: int) -> tuple[int, int]:
        """The detachment of the unit at that place of the army, and its place there."""
        for number_, detachment in enumerate(self.spec.detachments):
            if place < len(detachment.units):
                return number_, place
            place -= len(detachment.units)
        raise IndexError(place)

    def _put(self, which: int, units: tuple[UnitSpec, ...]) -> None:
        """Give a detachment these units."""
        found = list(self.spec.detachments)
        found[which] = msgspec.structs.replace(found[which], units=units)
        self.spec = msgspec.structs.replace(self.spec, detachments=tuple(found))

    def _set(self, place: int, **fields: Any) -> None:  # noqa: ANN401 -- any field of a unit
        which, inner = self._where(place)
        units = list(self.spec.detachments[which].units)
        units[inner] = msgspec.structs.replace(units[inner], **fields)
        self._put(which, tuple(units))

    def _remove(self, order: str) -> None:
        which, inner = self._where(self._place("remove", order))
        units = self.spec.detachments[which].units
        self._put(which, (*units[:inner], *units[inner + 1 :]))

    def _add(self, order: str, into: str) -> None:
        text, count = times(order)
        sheet = sheet_named(text, self._own, library.datasheet)
        if not self.spec.detachments:
            self.spec = msgspec.structs.replace(self.spec, detachments=(DetachmentSpec(kind=PRIMARY),))
        if not any(sheet.id == each.id for each in (*library.datasheets(), *self.spec.sheets)):
            # So that the file stands for itself.
            self.spec = msgspec.structs.replace(self.spec, sheets=(*self.spec.sheets, sheet))
        for _ in range(count):
            name = free_name(sheet.name, [name for name, _ in self._units()])
            which = self._detachment(into) if into else self._free(sheet)
            self._put(which, (*self.spec.detachments[which].units, UnitSpec(datasheet=sheet.name, name=name)))

    def _detachment(self, text: str) -> int:
        wanted = library.slug(text)
        for place, each in enumerate(self.spec.detachments):
            if wanted in {library.slug(each.name), library.slug(each.kind)}:
                return place
        told = ", ".join(each.name or each.kind for each in self.spec.detachments) or "none"
        raise BuildError(f"--into: found {text!r}, the army has the detachments {told}")

    def _free(self, sheet: Datasheet) -> int:
        """The first detachment with a free slot for a datasheet; the first of all where none has one."""
        army = enlist(self.spec)
        for place, each in enumerate(self.spec.detachments):
            if each.kind.casefold() in self.spec.known_charts:
                used = sum(slot_of(unit) == sheet.role for unit in army.units if unit.detachment == place)
                if used < slots(army, place).get(sheet.role, 0):
                    return place
        return 0

    def _models(self, order: str) -> None:
        text, size = pair("models", order, "=", "UNIT=NUMBER")
        place = self._place("models", text)
        count = number("models", order, size)
        sheet = sheet_for(self.spec, self.spec.units[place].datasheet)
        points(sheet, count)
        self._set(place, models=count if count != smallest(sheet) else None)

    def _usual(self, order: str) -> None:
        self._set(self._place("usual", order), wargear=())

    def _give(self, order: str) -> None:
        text, thing = pair("give", order, ":", "UNIT: ITEM, or UNIT: 2 ITEM")
        place = self._place("give", text)
        entry = self.spec.units[place]
        wanted, count = counted(thing)
        sheet = sheet_for(self.spec, entry.datasheet)
        upgrade = upgrades().get(wanted.casefold())
        try:
            item = item_of(sheet, wanted)
        except BuildError:
            if upgrade is None:
                raise
            self._set(place, wargear=(*entry.wargear, Kit(model=self._fitting(place, upgrade.name), gives=(upgrade.name,))))
            return
        size = entry.models if entry.models is not None else smallest(sheet)
        try:
            worn, _, faults = outfits(sheet, entry, size)
        except SizeError as error:
            raise BuildError(f"--give {order!r}: {error}") from error
        if faults:
            raise BuildError(f"--give {order!r}: its wargear is not legal as it is: {faults[0].sentence}; begin with --usual")
        now = [(each.kind, {item: count for item, count in each.items.items() if count > 0}) for each in worn]
        after = given(sheet, now, item, count)
        kept = [[each.name for each in outfit.upgrades] for outfit in worn]
        self._set(place, wargear=kits_for(sheet, size, [items for _, items in after], kept))

    def _fitting(self, place: int, upgrade: str) -> str:
        """The kind of model that may have an upgrade."""
        entry = self.spec.units[place]
        sheet = sheet_for(self.spec, entry.datasheet)
        which, _ = self._where(place)
        why: list[str] = []
        for line in sheet.composition:
            kit = Kit(model=line.model, gives=(upgrade,))
            single = msgspec.structs.replace(entry, wargear=(*entry.wargear, kit), joins="", inside="")
            detachment = msgspec.structs.replace(self.spec.detachments[which], units=(single,))
            army = enlist(msgspec.structs.replace(self.spec, detachments=(detachment,)))
            if not army.refusals:
                return line.model
            why.append(army.refusals[0].sentence)
        raise BuildError(f"--give: {'; '.join(dict.fromkeys(why))}")

    def _lead(self, order: str) -> None:
        text, led = pair("lead", order, ":", "LEADER: UNIT")
        place = self._place("lead", text)
        self._set(place, joins=self._name(self._place("lead", led)), inside="", reserve="")

    def _prime(self, order: str) -> None:
        text, thing = pair("prime", order, ":", "UNIT: PRIME ADVANTAGE, UNIT: Logistical Benefit=ROLE, or UNIT: none")
        place = self._place("prime", text)
        name, _, role = (part.strip() for part in thing.partition("="))
        if name.casefold() == "none":
            self._set(place, prime="", benefit="")
            return
        found = next((each for each in ADVANTAGES if library.slug(each) == library.slug(name)), None)
        if found is None:
            raise BuildError(f"--prime {order!r}: found {name!r}, expected one of {', '.join(ADVANTAGES)}")
        if bool(role) != (found == LOGISTICAL_BENEFIT):
            raise BuildError(f"--prime {order!r}: {LOGISTICAL_BENEFIT}, and only it, names the role of the added slot: =ROLE")
        self._set(place, prime=found, benefit=role.casefold())

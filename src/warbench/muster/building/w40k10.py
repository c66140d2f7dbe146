"""Orders carried out on a Warhammer 40,000 army."""

from functools import cached_property
from typing import Any, ClassVar

import msgspec

from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.army_files import RESERVES
from warbench.games.w40k10.battle.enhancements import Enhancement, enhancement_of
from warbench.games.w40k10.battle.equipping import RosterError
from warbench.games.w40k10.battle.roster import ArmySpec, Lead, Retinue, UnitSpec, led_by, sheet_for
from warbench.games.w40k10.leaders import is_retinue, leaders_fault
from warbench.muster.building.carrying import Carrying, Ways
from warbench.muster.building.naming import free_name, part_of, place_of, sheet_named
from warbench.muster.building.orders import BuildError, Orders, counted, number, pair, times
from warbench.muster.building.w40k10_parts import with_enhancement, with_items, worn
from warbench.muster.building.wargear import given, has_option, item_of
from warbench.muster.known import factions_of
from warbench.muster.w40k10.checking import sheets_of
from warbench.muster.w40k10.offers import named, of_chapter, offered, written
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.finding import forms
from warbench.sheets.sizes import SizeError, points, smallest


class Builder(Carrying[ArmySpec]):
    """An army while it is built; ``spec`` is what it has become."""

    refused: ClassVar = dict.fromkeys(("allegiance", "into", "prime"), "Warhammer 40,000 has no such thing")
    reserves: ClassVar = RESERVES
    not_inside: ClassVar = {"reserve": ""}

    def _ways(self, orders: Orders) -> Ways:  # noqa: ARG002 -- the other game asks for it
        return (
            ("remove", self._remove),
            ("add", self._add),
            ("models", self._models),
            ("usual", self._usual),
            ("give", self._give),
            ("lead", self._lead),
            ("enhancement", self._enhancement),
            ("inside", self._inside),
            ("reserve", self._reserve),
        )

    def _warlord(self, text: str) -> None:
        place, part = self._part("warlord", text)
        for other, unit in enumerate(self.spec.units):
            further = (part or 0) - 2 if other == place else -1
            beside = tuple(msgspec.structs.replace(lead, warlord=each == further) for each, lead in enumerate(unit.beside))
            self._set(other, warlord=other == place and further < 0, beside=beside)

    def _army(self, orders: Orders) -> None:
        if orders.detachment:
            wanted = library.slug(orders.detachment[-1])
            own = self.known.detachments_of(self._factions)
            named = next((each.name for each in own if library.slug(each.name) == wanted), orders.detachment[-1])
            self.spec = msgspec.structs.replace(self.spec, detachment=named)

    @property
    def _factions(self) -> tuple[str, ...]:
        return factions_of(self.spec, (*sheets_of(self.spec), *self._own))

    @cached_property
    def _own(self) -> tuple[Datasheet, ...]:
        """The datasheets of the army's faction, bundled ones first."""
        return offered(self.spec.faction, self.known)

    def _units(self) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        for unit in self.spec.units:
            named = self._called(unit.datasheet)
            names = [self._called(name) for name in unit.sheets]
            heads = len(unit.leaders) + 1
            found.append((unit.name or led_by(names[:heads], names[heads:]), named))
        return found

    def _called(self, name: str) -> str:
        """The name of a datasheet that a list names; as the list has it where there is none."""
        try:
            return sheet_for(self.spec, name).name
        except library.UnknownDatasheet:
            return name

    def _set(self, place: int, **fields: Any) -> None:  # noqa: ANN401 -- any field of a unit
        self._put_back(place, msgspec.structs.replace(self.spec.units[place], **fields))

    def _put_back(self, place: int, unit: UnitSpec) -> None:
        units = list(self.spec.units)
        units[place] = unit
        self.spec = msgspec.structs.replace(self.spec, units=tuple(units))

    def _remove(self, order: str) -> None:
        place = self._place("remove", order)
        units = self.spec.units
        self.spec = msgspec.structs.replace(self.spec, units=(*units[:place], *units[place + 1 :]))
        self._forget()

    def _add(self, order: str) -> None:
        text, count = times(order)
        for _ in range(count):
            self._put(text)

    def _put(self, text: str) -> int:
        sheet = sheet_named(text, self._own, lambda name: named(name, self.spec))
        # Who types an id that is no name means that very datasheet.
        if sheet.id == library.slug(sheet.name) or sheet.id not in forms(library.slug(text)):
            sheet = of_chapter(sheet, self._own, self.spec)
        names = [name for pair_ in self._units() for name in pair_]
        unit = UnitSpec(datasheet=written(sheet), name=free_name(sheet.name, names))
        self.spec = msgspec.structs.replace(self.spec, units=(*self.spec.units, unit))
        return len(self.spec.units) - 1

    def _models(self, order: str) -> None:
        text, size = pair("models", order, "=", "UNIT=NUMBER")
        place = self._place("models", text)
        count = number("models", order, size)
        sheet = sheet_for(self.spec, self.spec.units[place].datasheet)
        points(sheet, count)
        self._set(place, models=count if count != smallest(sheet) else None, kinds={}, items=())

    def _usual(self, order: str) -> None:
        place = self._place("usual", order)
        unit = self.spec.units[place]
        beside = tuple(msgspec.structs.replace(lead, items={}) for lead in unit.beside)
        retinues = tuple(msgspec.structs.replace(each, items=()) for each in unit.retinues)
        self._set(place, items=(), leader_items={}, kinds={}, beside=beside, retinues=retinues)

    def _give(self, order: str) -> None:
        text, thing = pair("give", order, ":", "UNIT: ITEM, or UNIT: 2 ITEM")
        place, part = self._part("give", text)
        wanted, count = counted(thing)
        sheets = [sheet_for(self.spec, name) for name in self.spec.units[place].sheets]
        # Who names the unit means its body, and where that has no such option whoever leads it.
        parts = range(len(sheets)) if part is None else [part]
        able = [each for each in parts if has_option(sheets[each], wanted)]
        chosen = able[0] if able else parts[0]
        sheet = sheets[chosen]
        item = item_of(sheet, wanted)
        try:
            now = worn(self.spec.units[place], chosen, sheet)
        except (RosterError, SizeError) as error:
            raise BuildError(f"--give {order!r}: its wargear is not legal as it is: {error}; begin with --usual") from error
        after = tuple(items for _, items in given(sheet, now, item, count))
        self._put_back(place, with_items(self.spec.units[place], chosen, after))

    def _part(self, option: str, text: str) -> tuple[int, int | None]:
        """The unit that is meant, and which of its datasheets where that is said: ``Captain``, ``#3 Captain``; None: the unit.

        Raises:
            BuildError: when nobody or several are meant.
        """
        units = self._units()
        head, _, rest = text.partition(" ")
        if head.startswith("#") and rest:
            place = place_of(option, head, units)
            parts = [self._called(name) for name in self.spec.units[place].sheets]
            return place, part_of(option, rest.strip(), parts)
        wanted = forms(library.slug(text))
        if not any(library.slug(each) in wanted for pair_ in units for each in pair_):
            found = [
                (place, part)
                for place, unit in enumerate(self.spec.units)
                for part, name in enumerate(unit.sheets)
                if part and library.slug(self._called(name)) in wanted
            ]
            if len(found) == 1:
                return found[0]
            if found:
                told = ", ".join(f"#{place + 1} {self._called(self.spec.units[place].sheets[part])}" for place, part in found)
                raise BuildError(f"--{option}: {text!r} means several; say which: {told}")
        return place_of(option, text, units), None

    def _lead(self, order: str) -> None:
        text, led = pair("lead", order, ":", "LEADER: UNIT")
        body = self._place("lead", led)
        alone = [place for place, (_, name) in enumerate(self._units()) if self._is_alone(place, text, name) and place != body]
        named = place_of("lead", text, self._units()) if text.startswith("#") else alone[0] if alone else self._put(text)
        unit, whole = self.spec.units[named], self.spec.units[body]
        if unit.leader or named == body:
            raise BuildError(f"--lead {order!r}: {self._units()[named][0]} cannot join: a single leader joins a unit")
        sheet = sheet_for(self.spec, whole.datasheet)
        new = sheet_for(self.spec, unit.datasheet)
        others = [sheet_for(self.spec, name) for name in whole.sheets[1:]]
        leaders, retinues = others[: len(whole.leaders)], others[len(whole.leaders) :]
        joins = is_retinue(new, sheet)
        (retinues if joins else leaders).append(new)
        fault = leaders_fault(sheet, whole.models or smallest(sheet), leaders, retinues)
        if fault is not None:
            raise BuildError(f"--lead {order!r}: {fault.sentence}")
        lead = Lead(datasheet=unit.datasheet, items=unit.items[0] if unit.items else {}, points=unit.points)
        warlord = whole.warlord or unit.warlord
        if joins:
            own = Retinue(datasheet=unit.datasheet, models=unit.models, items=unit.items, points=unit.points)
            self._set(body, retinues=(*whole.retinues, own))
        elif whole.leader:
            lead = msgspec.structs.replace(lead, enhancement=unit.enhancement)
            self._set(body, beside=(*whole.beside, lead), warlord=warlord)
        else:
            self._set(
                body,
                leader=lead.datasheet,
                leader_items=lead.items,
                leader_points=lead.points,
                enhancement=unit.enhancement or whole.enhancement,
                warlord=warlord,
            )
        units = self.spec.units
        self.spec = msgspec.structs.replace(self.spec, units=(*units[:named], *units[named + 1 :]))

    def _is_alone(self, place: int, text: str, sheet: str) -> bool:
        """Whether a unit is meant that leads nobody yet."""
        wanted = library.slug(text)
        return not self.spec.units[place].leader and wanted in {library.slug(self.spec.units[place].name), library.slug(sheet)}

    def _enhancement(self, order: str) -> None:
        text, thing = pair("enhancement", order, ":", "UNIT: ENHANCEMENT, or UNIT: ENHANCEMENT=POINTS")
        place, part = self._part("enhancement", text)
        name, _, cost = (part.strip() for part in thing.partition("="))
        if cost and (not cost.isdigit() or len(cost) > len("1000")):
            raise BuildError(f"--enhancement {order!r}: found {cost!r}, expected its points")
        upgrade = self.known.enhancement(name, self._factions, self.spec.detachment)
        if upgrade is None and not cost:
            upgrade = enhancement_of(name, self.spec.enhancements)
        if upgrade is None and not cost:
            own = self.known.enhancements_of(self._factions, self.spec.detachment)
            told = ", ".join(f"{each.name} ({each.points})" for each in own)
            where = f"{self.spec.detachment or 'the army'} has {told}" if told else "no data has it"
            raise BuildError(f"--enhancement: found {name!r}; {where}; for another say its points: '{text}: {name}=POINTS'")
        found = upgrade or Enhancement(name=name)
        found = msgspec.structs.replace(found, points=int(cost)) if cost else found
        new = with_enhancement(self.spec.units[place], part, found.name)
        if new is None:
            raise BuildError(
                f"--enhancement {order!r}: in a unit that is led only its leaders have Enhancements; name one of them"
            )
        self._put_back(place, new)
        others = tuple(each for each in self.spec.enhancements if library.slug(each.name) != library.slug(found.name))
        self.spec = msgspec.structs.replace(self.spec, enhancements=(*others, found))
        self._forget()

    def _forget(self) -> None:
        """Leave out the Enhancements that nobody has any more."""
        borne = {library.slug(name) for unit in self.spec.units for name in unit.upgrades}
        kept = tuple(each for each in self.spec.enhancements if library.slug(each.name) in borne)
        self.spec = msgspec.structs.replace(self.spec, enhancements=kept)

"""Which units begin the battle together: who joins whom, who is inside what, who waits in Reserves."""

from collections.abc import Iterable, Iterator

from warbench.battle.requests import Refusal
from warbench.games.heresy3.armies.fitting import Model
from warbench.games.heresy3.armies.spec import RESERVES
from warbench.games.heresy3.armies.units import Army, Unit
from warbench.games.heresy3.fellowship import strangers
from warbench.games.heresy3.special_rules import read_rule
from warbench.sheets.transport import Passengers, Places, transport_places

_NEEDS = {"deep strike": "deep strike", "outflank": "outflank"}
"""The special rule that every model needs to wait so."""

_JOINERS = frozenset({"command", "specialist"})
"""The Sub-Types whose models join units."""


def group_faults(army: Army) -> Iterator[Refusal]:
    """What is wrong with joined units, passengers and reserves."""
    for unit in army.units:
        yield from _join_faults(army, unit)
        yield from _reserve_faults(unit)
    yield from _boarding_faults(army)


def bodies(army: Army, unit: Unit) -> tuple[Unit, ...]:
    """A unit and those that join it, in the order of the list."""
    joining = (other for other in army.units if other.joins and army.unit(other.joins) is unit)
    return (unit, *joining)


def passengers_of(units: Iterable[Unit]) -> list[Passengers]:
    """Units as passengers: models alike together, with their type, sub-types, traits and special rules as keywords."""
    groups: list[Passengers] = []
    for unit in units:
        for model in dict.fromkeys(model.name for model in unit.models):
            alike = [each for each in unit.models if each.name == model]
            for bulk in dict.fromkeys(each.bulk for each in alike):
                same = [each for each in alike if each.bulk == bulk]
                groups.append(Passengers(same[0].name, len(same), _words(same), bulk))
    return groups


def room(carrier: Unit, aboard: Iterable[Unit]) -> Places:
    """Whether these units may all be inside a carrier together, and how many places they take (H-063, H-064, H-209, H-217)."""
    return transport_places(carrier.sheet, passengers_of(aboard))


def may_join(unit: Unit, other: Unit) -> Refusal | None:
    """Why a unit may not join another; None when it may (H-030, H-235)."""
    if other.is_fortification or unit.is_fortification:
        return Refusal("join", f"{unit.name} cannot join {other.name}: nothing joins a unit with a Fortification", "H-030")
    if not all(_JOINERS & model.keywords for model in unit.models):
        return Refusal("join", f"{unit.name} cannot join {other.name}: only Command and Specialist models join units", "H-235")
    rule = strangers([model.abilities for model in unit.models], [model.abilities for model in other.models])
    if rule:
        return Refusal("join", f"{unit.name} cannot join {other.name}: {rule} is only for models that all have it", "H-235")
    return None


def _words(models: list[Model]) -> tuple[str, ...]:
    """The type, sub-types, traits and special rules that models of one kind have, in lower case."""
    rules = [rule.family for model in models for text in model.abilities if (rule := read_rule(text)) is not None]
    traits = sorted({trait for model in models for trait in model.traits})
    kinds = sorted({word for model in models for word in (model.type, *model.keywords)})
    return tuple(dict.fromkeys((*kinds, *traits, *rules)))


def _join_faults(army: Army, unit: Unit) -> Iterator[Refusal]:
    if not unit.joins:
        return
    other = army.unit(unit.joins)
    if other is None or other is unit:
        yield Refusal("no-such-unit", f"{unit.name}: joins: found {unit.joins!r}, expected the name of another unit", "H-235")
        return
    fault = may_join(unit, other)
    if fault is not None:
        yield fault
    elif unit.inside or unit.reserve:
        yield Refusal("join", f"{unit.name} begins where {other.name} does; its own place is to be left out", "H-092")


def _reserve_faults(unit: Unit) -> Iterator[Refusal]:
    if unit.reserve not in RESERVES:
        expected = ", ".join(RESERVES[1:])
        yield Refusal("reserve", f"{unit.name}: reserve: found {unit.reserve!r}, expected one of {expected}", "H-274")
        return
    if not unit.reserve:
        return
    if unit.is_fortification:
        yield Refusal("reserve", f"{unit.name} is a Fortification and is never placed in Reserves", "H-025")
    needed = _NEEDS.get(unit.reserve)
    if needed is not None and any(model.value(needed) is None for model in unit.models):
        yield Refusal("reserve", f"{unit.name}: not every model has {needed.title()}", "H-274")
    if unit.reserve == "aerial" and not all("flyer" in model.keywords for model in unit.models):
        yield Refusal("reserve", f"{unit.name}: only Flyers wait in Aerial Reserves", "H-095")


def _boarding_faults(army: Army) -> Iterator[Refusal]:
    """Passengers get in one after another: the first that finds no room is refused, not the whole transport."""
    aboard: dict[str, list[Unit]] = {}
    for unit in army.units:
        if not unit.inside:
            continue
        carrier = army.unit(unit.inside)
        if carrier is None or carrier is unit:
            yield Refusal(
                "no-such-unit", f"{unit.name}: inside: found {unit.inside!r}, expected the name of a transport", "H-210"
            )
            continue
        riders = [*aboard.get(carrier.name, []), *bodies(army, unit)]
        places = room(carrier, riders)
        if carrier.inside:
            yield Refusal("inside", f"{unit.name}: {carrier.name} is itself inside something", "H-210")
        elif unit.reserve:
            yield Refusal("reserve", f"{unit.name} waits where {carrier.name} does, not by itself", "H-091")
        elif places.refusals:
            yield _unfit(unit, carrier, places)
        elif carrier.name in aboard and not any("super-heavy" in model.keywords for model in carrier.models):
            yield Refusal("inside", f"{unit.name}: {carrier.name} holds one unit at a time", "facts-14")
        elif not carrier.is_fortification and unit.faction.casefold() != carrier.faction.casefold():
            sentence = (
                f"{unit.name} is of {unit.faction}, {carrier.name} of {carrier.faction}: a transport carries its own faction"
            )
            yield Refusal("inside", sentence, "facts-14")
        else:
            aboard[carrier.name] = riders


def _unfit(unit: Unit, carrier: Unit, places: Places) -> Refusal:
    """The first thing against boarding, with the rule that says so."""
    first = places.refusals[0]
    if places.capacity == 0:
        rule = "H-209"
    elif first.code == "capacity":
        rule = "H-217" if any(model.bulk > 1 for model in unit.models) else "H-210"
    else:
        rule = "H-064" if carrier.is_fortification else "H-216"
    return Refusal(first.code, f"{unit.name}: {first.text}", rule)

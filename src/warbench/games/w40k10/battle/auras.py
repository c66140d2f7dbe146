"""Auras on the table: which of them reach a unit, and what they do to it.

An Aura acts while its bearer is on the battlefield, on units on the battlefield: nobody in a transport or in reserve has it or
feels it. A model is always within its own Aura. One ability counts for a unit once, from however many bearers it reaches it.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from warbench.games.w40k10.battle.placing import in_reach
from warbench.games.w40k10.battle.roster import Entry, Roster
from warbench.games.w40k10.battle.state import Model, State, Unit
from warbench.games.w40k10.faction_rules import faction_rules
from warbench.games.w40k10.unit_rules import acts_outside
from warbench.rules.effects import Effect, Side
from warbench.sheets.auras import Aura
from warbench.sheets.datasheet import Ability
from warbench.table.lattice import INCH
from warbench.table.measure import Standing, wholly_within, within


class _Source(msgspec.Struct, frozen=True):
    """An aura of a unit: whose, which of the ability's auras it is, and the models that bear it."""

    unit: str
    player: int
    ability: str
    place: int
    aura: Aura
    bearers: frozenset[str]
    in_attacks: tuple[Effect, ...]
    outside: tuple[Effect, ...]


def in_attacks(state: State, unit: Unit, side: Side) -> tuple[Effect, ...]:
    """What the auras that reach a unit do on one side of attacks."""
    sources = _sources(state.roster)
    if not sources:
        return ()
    return tuple(effect for source in _reaching(state, unit, sources) for effect in source.in_attacks if effect.side == side)


def outside_attacks(state: State, unit: Unit, kind: type[msgspec.Struct]) -> tuple[Effect, ...]:
    """What the auras that reach a unit do to it outside attacks, by effects of a kind."""
    sources = _acting_outside(state.roster, kind)
    if not sources:
        return ()
    return tuple(effect for source in _reaching(state, unit, sources) for effect in source.outside)


@lru_cache(maxsize=64)
def all_in_attacks(roster: Roster) -> tuple[Effect, ...]:
    """What all auras of both armies do in attacks, wherever they reach: mostly nothing."""
    return tuple(effect for source in _sources(roster) for effect in source.in_attacks)


@lru_cache(maxsize=64)
def _sources(roster: Roster) -> tuple[_Source, ...]:
    """All auras of both armies, in the order of the roster."""
    return tuple(source for player in (0, 1) for entry in roster.ever_of(player) for source in _of_entry(entry, roster))


@lru_cache(maxsize=256)
def _acting_outside(roster: Roster, kind: type[msgspec.Struct]) -> tuple[_Source, ...]:
    """The auras with effects of a kind outside attacks."""
    return tuple(source for source in _sources(roster) if any(isinstance(effect, kind) for effect in source.outside))


def _of_entry(entry: Entry, roster: Roster) -> Iterator[_Source]:
    faction = roster.armies[entry.player].faction
    for part, sheet in enumerate(entry.sheets):
        for ability in sheet.abilities:
            rule = faction_rules().get(ability.id) if ability.auras and ability.kind == "faction" else None
            if rule is not None and not rule.is_of(faction):
                continue
            for place, aura in enumerate(ability.auras):
                bearers = frozenset(_bearers(entry, part, ability, aura))
                if bearers:
                    named = [msgspec.structs.replace(each, source=each.source or ability.name) for each in aura.effects]
                    outside = tuple(each for each in named if acts_outside(each))
                    attacks = tuple(each for each in named if not acts_outside(each))
                    yield _Source(entry.id, entry.player, ability.id, place, aura, bearers, attacks, outside)


def _bearers(entry: Entry, part: int, ability: Ability, aura: Aura) -> Iterator[str]:
    """The models of a part of a unit that bear an aura of an ability: all, those with its item, or those of one kind."""
    for model, index in entry.models:
        kind = entry.kinds[index]
        held = not ability.item or any(item.casefold() == ability.item.casefold() for item, _ in kind.items)
        if kind.part == part and held and aura.borne_by in {"", kind.name.casefold()}:
            yield model


def _reaching(state: State, unit: Unit, sources: Iterable[_Source]) -> Iterator[_Source]:
    """Those of the auras that reach a unit now: each ability once."""
    if unit.where != "table":
        return
    player, words = state.player(unit.id), state.keywords(unit)
    found: set[tuple[str, int]] = set()
    for source in sources:
        aura, key = source.aura, (source.ability, source.place)
        if key in found:
            continue
        if aura.over == "bearers":
            reached = source.unit == unit.id and _has_company(state, unit, source)
        else:
            fits = (source.player == player) is (aura.over == "friends") and aura.is_for(words)
            reached = fits and _near(state, unit, source)
        if reached:
            found.add(key)
            yield source


def _near(state: State, unit: Unit, source: _Source) -> bool:
    """Whether a unit is within an aura of another one or of its own."""
    other = state.units.get(source.unit)
    if other is None or other.where != "table":
        return False
    bearers = [model for model in other.models if model.id in source.bearers]
    if not bearers:
        return False
    if other is unit:
        return True
    aura = source.aura
    reach = aura.reach * INCH
    if not in_reach(state, unit, other, reach):
        return False
    here = _standing(state, bearers if aura.measured == "bearers" else other.models)
    there = state.shapes(unit)
    if aura.wholly:
        return any(all(wholly_within(shape, bearer, reach) for shape in there) for bearer in here)
    return any(within(shape, bearer, reach) for bearer in here for shape in there)


def _has_company(state: State, unit: Unit, source: _Source) -> bool:
    """Whether another unit of friends that an aura asks for is near to its bearers."""
    friends = (other for other in state.on_table(source.player) if other is not unit)
    return any(source.aura.is_for(state.keywords(other)) and _near(state, other, source) for other in friends)


def _standing(state: State, models: Iterable[Model]) -> list[Standing]:
    return [state.standing(model) for model in models if model.place is not None]

"""Scouts: moves before the first turn, up to the ability's distance, ending more than 9 inches from every enemy."""

import re
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from warbench.battle.asking import ask, roll, rolled, unit_options
from warbench.battle.requests import Procedure, Refusal
from warbench.games.w40k10.battle.events import Done, Marked
from warbench.games.w40k10.battle.moves import Move
from warbench.games.w40k10.battle.roster import Entry
from warbench.games.w40k10.battle.state import State, Unit
from warbench.table.lattice import FAR, INCH
from warbench.table.measure import within
from warbench.table.permits import Path, UnitRule

AWAY = 9 * INCH
_ABILITY = "scouts"
_STATED = re.compile(r"(?:(?P<dice>(?P<number>\d)?D6)\+?)?(?P<inches>\d{1,3})?\"?", re.IGNORECASE)
_FACES = 6


class Distance(NamedTuple):
    """How far a unit scouts: so many D6 of inches, and so many lattice units more."""

    dice: int
    more: int

    @property
    def most(self) -> int:
        """The furthest that it may come to, in lattice units."""
        return self.dice * _FACES * INCH + self.more


def distance_of(parameter: str) -> Distance | None:
    """The distance that the ability states: ``6"`` or ``D6+4"``; None for anything else."""
    found = _STATED.fullmatch(parameter)
    if found is None or not any(found.groups()):
        return None
    dice = 0 if found["dice"] is None else int(found["number"] or 1)
    return Distance(dice, int(found["inches"] or 0) * INCH)


def distances_of(entry: Entry) -> tuple[Distance, ...]:
    """How far the datasheets of a unit scout; empty unless all its models have the ability."""
    stated = [next((each.parameter for each in sheet.abilities if each.id == _ABILITY), "") for sheet in entry.sheets]
    found = [distance_of(parameter) for parameter in stated]
    return tuple(each for each in found if each is not None) if None not in found else ()


def scouts_by(state: State, unit: Unit) -> tuple[Distance, ...]:
    """The distances of which a unit may scout the least now: its own, or for a Dedicated Transport those of all its passengers.

    Empty when it may not scout.
    """
    if unit.where != "table":
        return ()
    entry = state.entry(unit.id)
    own = distances_of(entry)
    if own or "dedicated transport" not in entry.keywords:
        return own
    riders = [distances_of(state.entry(key)) for key, each in state.units.items() if each.inside == unit.id]
    return tuple(each for distances in riders for each in distances) if all(riders) else ()


def scout_reach(state: State, unit: Unit) -> int:
    """How far a unit may scout at most, in lattice units, before any dice are rolled; 0 when it may not."""
    return min((distance.most for distance in scouts_by(state, unit)), default=0)


def scouting(state: State) -> list[Unit]:
    """The units that may still scout, of the player with the first turn while he has some, then of the other."""
    left = [unit for unit in state.on_table() if unit.id not in state.core.done and scout_reach(state, unit)]
    first = [unit for unit in left if state.player(unit.id) == state.core.first]
    return first or left


class ScoutMove(Move):
    """A Normal move of the ability's distance, with an end far from enemies."""

    __slots__ = ()

    def __init__(self, state: State, unit: Unit, reach: int) -> None:
        """Take how far the unit may go, in lattice units."""
        super().__init__(state, unit, "normal")
        self._limits = [reach] * len(unit.models)
        self.rule = self._rule(reach)

    def refusal(self, paths: Sequence[Path]) -> Refusal | None:
        """Why the unit may not move so: as a Normal move, or because a model would end too near to an enemy."""
        found = super().refusal(paths)
        if found is not None:
            return found
        enemies = self.state.enemies_of(self.state.player(self.unit.id))
        for shape, path in zip(self.state.shapes(self.unit), paths, strict=True):
            end = shape.at(path[-1])
            near = next((enemy for enemy in enemies if within(end, enemy, AWAY)), None)
            if near is not None:
                return Refusal("too-near", f'{end.name} would end within 9" of {near.name}', _ABILITY)
        return None

    @property
    def _strict(self) -> bool:
        """The table looks at the zone about enemies alone, not at how far away from them a Scout move ends."""
        return True

    def _found_by(self) -> UnitRule:
        """It stops before it comes too near to an enemy."""
        wary = msgspec.structs.replace(self.rule.permit, zone=AWAY, zone_height=FAR, through_zones=True)
        return msgspec.structs.replace(self.rule, permit=wary)


def scout(state: State, units: list[Unit]) -> Procedure[None]:
    """One unit scouts, or stays where it is."""
    player = state.player(units[0].id)
    key = yield from ask(player, _ABILITY, "which unit scouts next?", unit_options(state, units))
    unit = state.units[key]
    move = ScoutMove(state, unit, (yield from _reach(state, unit)))
    paths = yield from move.ask(hold=True)
    if paths is not None:
        yield msgspec.structs.replace(move.moved(paths, _ABILITY), how=_ABILITY)
        yield Marked(unit=key, mark="scouted", value=True, rule=_ABILITY)
    yield Done(unit=key)


def _reach(state: State, unit: Unit) -> Procedure[int]:
    """How far the unit may scout, in lattice units: the least of the distances, their dice rolled."""
    player = state.player(unit.id)
    found = []
    for distance in scouts_by(state, unit):
        reach = distance.more
        if distance.dice:
            faces = yield from roll(state, player, _ABILITY, distance.dice, unit.id)
            reach += sum(faces) * INCH
            yield rolled(player, _ABILITY, faces, f'{reach // INCH}"', unit.id, _ABILITY)
        found.append(reach)
    return min(found)

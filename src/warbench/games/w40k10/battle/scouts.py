"""Scouts: moves before the first turn, up to the ability's distance, ending more than 9 inches from every enemy."""

from collections.abc import Sequence

import msgspec

from warbench.battle.asking import ask, unit_options
from warbench.battle.requests import Procedure, Refusal
from warbench.games.w40k10.battle.events import Done, Marked
from warbench.games.w40k10.battle.moves import Move
from warbench.games.w40k10.battle.placing import COHERENCY, move_permit
from warbench.games.w40k10.battle.roster import Entry
from warbench.games.w40k10.battle.state import State, Unit
from warbench.table.errors import TableError
from warbench.table.lattice import FAR, INCH, inches
from warbench.table.measure import within
from warbench.table.permits import Path, UnitRule

AWAY = 9 * INCH
_ABILITY = "scouts"


def reach_of(entry: Entry) -> int:
    """How far a unit scouts, in lattice units: the least of its datasheets; 0 unless all its models have the ability."""
    found = [next((each.parameter for each in sheet.abilities if each.id == _ABILITY), "") for sheet in entry.sheets]
    try:
        return min(inches(parameter.rstrip('"')) for parameter in found)
    except TableError:
        return 0


def scout_reach(state: State, unit: Unit) -> int:
    """How far a unit may scout now: its own ability, or for a Dedicated Transport that of all its passengers."""
    if unit.where != "table":
        return 0
    entry = state.entry(unit.id)
    own = reach_of(entry)
    if own or "dedicated transport" not in entry.keywords:
        return own
    riders = [state.entry(key) for key, each in state.units.items() if each.inside == unit.id]
    return min((reach_of(rider) for rider in riders), default=0)


def scouting(state: State) -> list[Unit]:
    """The units that may still scout, of the player with the first turn while he has some, then of the other."""
    left = [unit for unit in state.on_table() if unit.id not in state.core.done and scout_reach(state, unit)]
    first = [unit for unit in left if state.player(unit.id) == state.core.first]
    return first or left


class ScoutMove(Move):
    """A Normal move of the ability's distance, with an end far from enemies."""

    __slots__ = ()

    def __init__(self, state: State, unit: Unit) -> None:
        """Look up how far the unit may go."""
        super().__init__(state, unit, "normal")
        reach = scout_reach(state, unit)
        self._limits = [reach] * len(unit.models)
        self.rule = UnitRule(permit=move_permit(state, unit, "normal", reach), coherency=COHERENCY)

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
    move = ScoutMove(state, unit)
    paths = yield from move.ask(hold=True)
    if paths is not None:
        yield msgspec.structs.replace(move.moved(paths, _ABILITY), how=_ABILITY)
        yield Marked(unit=key, mark="scouted", value=True, rule=_ABILITY)
    yield Done(unit=key)

"""The units of an army as they were chosen, ready to be checked together and to be put on a battle's roster.

What a unit is aimed at by, its faction and allegiance, is a trait of its models (H-007, H-260, H-261).
"""

import msgspec

from warbench.battle.requests import Refusal
from warbench.games.heresy3 import library
from warbench.games.heresy3.armies.fitting import Model
from warbench.games.heresy3.armies.spec import ArmySpec
from warbench.games.heresy3.roles import FORTIFICATION
from warbench.sheets.datasheet import Datasheet


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of an army. ``detachment`` is the place of its detachment in the list, from 0; ``faction`` that detachment's.

    ``name`` is unique in the army; ``joins`` and ``inside`` are names of other units, as the list has them.
    """

    name: str
    sheet: Datasheet
    detachment: int
    faction: str
    models: tuple[Model, ...]
    points: int
    prime: str = ""
    benefit: str = ""
    joins: str = ""
    inside: str = ""
    reserve: str = ""
    warlord: bool = False

    @property
    def role(self) -> str:
        """Its battlefield role."""
        return self.sheet.role

    @property
    def traits(self) -> frozenset[str]:
        """The traits that any of its models has."""
        return frozenset(trait for model in self.models for trait in model.traits)

    @property
    def is_fortification(self) -> bool:
        """Whether a model of it is of the Fortification type."""
        return any(model.type == FORTIFICATION for model in self.models)

    def any_is(self, sub_type: str) -> bool:
        """Whether a model of it has a sub-type."""
        return any(sub_type in model.keywords for model in self.models)


class Army(msgspec.Struct, frozen=True, kw_only=True):
    """An army as it was chosen: its units in the order of the list, and why units or their wargear are not legal.

    A unit that may not be in the army at all is not among ``units``.
    """

    spec: ArmySpec
    units: tuple[Unit, ...]
    refusals: tuple[Refusal, ...] = ()

    @property
    def points(self) -> int:
        """What all units cost."""
        return sum(unit.points for unit in self.units)

    def unit(self, name: str) -> Unit | None:
        """The unit of that name, or the only one of the datasheet of that name; None when there is none."""
        wanted = library.slug(name)
        by_name = [unit for unit in self.units if library.slug(unit.name) == wanted]
        by_sheet = [unit for unit in self.units if unit.sheet.id == wanted]
        found = by_name or (by_sheet if len(by_sheet) == 1 else [])
        return found[0] if found else None

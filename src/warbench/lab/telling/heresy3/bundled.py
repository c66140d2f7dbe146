"""The bundled armies and missions in short. Who lists them needs nothing else of a battle."""

from warbench.games.heresy3 import armies as lists
from warbench.games.heresy3.battle import mission_files
from warbench.lab.telling.told import ArmyTold, MissionTold
from warbench.table.lattice import INCH

KIND_OF = "scoring"
"""What missions differ in."""


def armies() -> tuple[ArmyTold, ...]:
    """The bundled army lists."""
    return tuple(_army(name) for name in lists.armies())


def _army(name: str) -> ArmyTold:
    found = lists.enlist(lists.army(name))
    spec = found.spec
    return ArmyTold(id=name, name=spec.name, faction=spec.faction, points=found.points, units=len(found.units))


def missions() -> tuple[MissionTold, ...]:
    """The bundled missions."""
    return tuple(
        MissionTold(
            id=each.id,
            name=each.name,
            kind=each.scoring,
            width=each.size.width / INCH,
            depth=each.size.depth / INCH,
            about=each.summary or each.name,
        )
        for each in mission_files.missions()
    )

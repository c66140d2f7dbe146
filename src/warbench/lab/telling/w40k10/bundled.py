"""The bundled armies and missions in short. Who lists them needs nothing else of a battle."""

from warbench.games.w40k10.battle import army_files, mission_files
from warbench.games.w40k10.battle.roster import ArmySpec, Roster
from warbench.lab.telling.told import ArmyTold, MissionTold

KIND_OF = "battle size"
"""What missions differ in."""


def armies() -> tuple[ArmyTold, ...]:
    """The bundled army lists."""
    return tuple(_army(name) for name in army_files.armies())


def _army(name: str) -> ArmyTold:
    spec = army_files.army(name)
    entries = Roster((spec, ArmySpec(name="", faction=""))).of(0)
    points = sum(entry.points for entry in entries)
    return ArmyTold(id=name, name=spec.name, faction=spec.faction, points=points, units=len(entries))


def missions() -> tuple[MissionTold, ...]:
    """The bundled missions."""
    return tuple(
        MissionTold(
            id=each.id,
            name=each.name,
            kind=each.battle_size,
            width=each.width,
            depth=each.depth,
            about=each.summary or each.name,
        )
        for each in mission_files.missions()
    )

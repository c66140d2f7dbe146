"""Small battles of the second game: two armies on a small table, near each other."""

from warbench.games.heresy3.armies import ArmySpec, DetachmentSpec, UnitSpec
from warbench.games.heresy3.battle.game import Setup
from warbench.games.heresy3.battle.missions import Building, Mission, Objective, Rubble, Zone
from warbench.games.heresy3.battle.state import Options
from warbench.lab.proof.part import Scenario
from warbench.table.lattice import INCH, TableSize
from warbench.table.regions import Rectangle
from warbench.table.terrain import Piece

FISTS, MECHANICUM = "Imperial Fists", "Mechanicum"


class Small(Scenario, frozen=True, kw_only=True):
    """A small battle of the second game: two armies, terrain, options. Lengths are in inches; who has which zone is rolled for.

    ``gap`` is what lies between the deployment zones; objectives are in the middle and ``edge`` from the long edges.
    """

    ours: tuple[UnitSpec, ...]
    theirs: tuple[UnitSpec, ...]
    factions: tuple[str, str] = (FISTS, MECHANICUM)
    allegiances: tuple[str, str] = ("loyalist", "traitor")
    zones: tuple[Zone, ...] = ()
    rubble: tuple[Rubble, ...] = ()
    pieces: tuple[Piece, ...] = ()
    buildings: tuple[Building, ...] = ()
    points: int = 2000
    turns: int = 3
    width: int = 36
    deep: int = 11
    gap: int = 10
    edge: int = 6
    objectives: tuple[str, ...] = ("near", "middle", "far")
    reserves: bool = False
    capture_points: int = 0

    def setup(self) -> Setup:
        """The battle's setup."""
        across, up, deep = self.width * INCH, (2 * self.deep + self.gap) * INCH, self.deep * INCH
        marks = {"near": self.edge * INCH, "middle": up // 2, "far": up - self.edge * INCH}
        place = Mission(
            id="small",
            name="Small",
            size=TableSize(across, up),
            deployment=(Rectangle(0, 0, across, deep), Rectangle(0, up - deep, across, up)),
            home_edges=(((0, 0), (across, 0)), ((0, up), (across, up))),
            objectives=tuple(Objective(id=name, at=(across // 2, marks[name]), value=2) for name in self.objectives),
            scoring="take",
            zones=self.zones,
            rubble=self.rubble,
            pieces=self.pieces,
            buildings=self.buildings,
            turns=self.turns,
            reserves=self.reserves,
            capture_points=self.capture_points,
        )
        one, other = (
            ArmySpec(
                name=f"{self.name} {side}",
                faction=faction,
                allegiance=allegiance,
                detachments=(DetachmentSpec(kind="Crusade Primary", units=units),),
            )
            for side, faction, allegiance, units in zip(
                "AB", self.factions, self.allegiances, (self.ours, self.theirs), strict=True
            )
        )
        return Setup(mission=place, armies=(one, other), options=Options(points=self.points))

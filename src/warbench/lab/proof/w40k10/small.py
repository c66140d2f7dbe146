"""Small battles of the first game: two armies on a small table, near each other."""

from warbench.games.w40k10.battle.game import Setup
from warbench.games.w40k10.battle.missions import Mission, Objective
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec
from warbench.games.w40k10.battle.state import Options
from warbench.lab.proof.part import Scenario
from warbench.table.lattice import INCH
from warbench.table.regions import Rectangle
from warbench.table.terrain import Piece

_DEEP, _ZONE = 27, 8


class Small(Scenario, frozen=True, kw_only=True):
    """A small battle of the first game: two armies, terrain, options."""

    ours: tuple[UnitSpec, ...]
    theirs: tuple[UnitSpec, ...]
    factions: tuple[str, str] = ("Leagues of Votann", "Space Marines")
    detachments: tuple[str, str] = ("Oathband", "Gladius Task Force")
    pieces: tuple[Piece, ...] = ()
    boarding_actions: bool = False
    rounds: int = 3
    width: int = 30

    def setup(self) -> Setup:
        """The battle's setup, on a small table with zones 11 inches apart."""
        across, up = self.width * INCH, _DEEP * INCH
        zones = Rectangle(0, 0, across, _ZONE * INCH), Rectangle(0, up - _ZONE * INCH, across, up)
        place = Mission(
            id="small",
            name="Small",
            battle_size="incursion",
            width=self.width,
            depth=_DEEP,
            zones=zones,
            objectives=(Objective("middle", self.width / 2, _DEEP / 2),),
            pieces=self.pieces,
        )
        one, other = (
            ArmySpec(name=f"{self.name} {side}", faction=faction, detachment=detachment, units=units)
            for side, faction, detachment, units in zip(
                "AB", self.factions, self.detachments, (self.ours, self.theirs), strict=True
            )
        )
        options = Options(rounds=self.rounds, boarding_actions=self.boarding_actions)
        return Setup(mission=place, armies=(one, other), options=options)

"""The game as the kernel takes it: how a battle begins, what comes next, how states are kept and checked."""

from typing import Any

import msgspec

from warbench.battle.game import BoardGame
from warbench.battle.requests import Event, Procedure
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle import charging, command, deployment, ending, fighting, moving, parting, shooting
from warbench.games.w40k10.battle.events import apply
from warbench.games.w40k10.battle.missions import Mission
from warbench.games.w40k10.battle.roster import ArmySpec, Roster
from warbench.games.w40k10.battle.state import Core, Model, Options, Side, State, Unit
from warbench.games.w40k10.battle.upright import problems
from warbench.sheets.datasheet import Datasheet
from warbench.table.field import Field

RULES_VERSION = "4"
"""Changes whenever a saved battle of before would go another way by the rules; the data have a hash of their own."""


class Setup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a battle begins with: a mission, two armies, options.

    ``sheets`` are the datasheets of their units that are not bundled, so that a saved battle stands for itself.
    """

    mission: Mission
    armies: tuple[ArmySpec, ArmySpec]
    options: Options = Options()
    sheets: tuple[Datasheet, ...] = ()


_PHASES = {
    "setup": deployment.next_step,
    "command": command.next_step,
    "movement": moving.next_step,
    "shooting": shooting.next_step,
    "charge": charging.next_step,
    "fight": fighting.next_step,
    "end": ending.next_step,
}


class W40k10(BoardGame[State]):
    """Warhammer 40,000, tenth edition."""

    id = "w40k10"

    def __init__(self) -> None:
        """Before a battle is begun. The version names the rules and the bundled data."""
        super().__init__()
        self.version = f"{RULES_VERSION}-{library.digest()}"

    def begin(self, setup: Setup) -> State:
        """The state before anything is decided: nobody is deployed."""
        roster = Roster(setup.armies, setup.sheets)
        field = Field(setup.mission.size, setup.mission.pieces)
        units = {
            key: Unit(
                id=key,
                models=[Model(model, entry.kinds[kind].wounds) for model, kind in entry.models],
                starting=len(entry.models),
            )
            for key, entry in roster.units.items()
        }
        core = Core(units=units, sides=[Side(), Side()])
        return self.begun(State(roster, setup.mission, field, core, setup.options))

    def next(self, state: State) -> Procedure[None] | None:
        """The next activation or step."""
        if state.core.over:
            return None
        units = parting.broken(state)
        if units:
            return parting.part(state, units)
        return _PHASES[state.core.phase](state)

    def apply(self, state: State, event: Event) -> None:
        """Change the state by an event."""
        apply(state, event)

    def problems(self, state: State) -> list[str]:
        """What is wrong with a state that should be legal."""
        return problems(state)


def setup_of(data: Any) -> Setup:  # noqa: ANN401 -- plain data
    """The setup of plain data, as a save holds it.

    Raises:
        msgspec.ValidationError: for anything else.
    """
    return msgspec.convert(data, Setup)

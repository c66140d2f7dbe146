"""The game as the kernel takes it: how a battle begins, what comes next, how states are kept and checked."""

from typing import Any

import msgspec

from warbench.battle.game import BoardGame
from warbench.battle.requests import Event, Procedure
from warbench.games.heresy3 import library
from warbench.games.heresy3.armies import ArmySpec
from warbench.games.heresy3.battle import (
    challenging,
    charging,
    deployment,
    ending,
    fighting,
    morale,
    moving,
    reserves,
    resolving,
    routing,
    shooting,
    starting,
)
from warbench.games.heresy3.battle.events import apply
from warbench.games.heresy3.battle.missions import Mission
from warbench.games.heresy3.battle.musters import roster_of
from warbench.games.heresy3.battle.roster import Roster
from warbench.games.heresy3.battle.state import Core, Model, Options, Side, State, Unit
from warbench.games.heresy3.battle.upright import problems
from warbench.table.field import Field

RULES_VERSION = "3"
"""Changes whenever a saved battle of before would go another way by the rules; the data have a hash of their own."""

_STEPS = {
    "setup": deployment.next_step,
    "start": starting.next_step,
    "movement/reserves": reserves.next_step,
    "movement/move": moving.next_step,
    "movement/rout": routing.next_step,
    "shooting/attack": shooting.next_step,
    "shooting/morale": morale.next_step,
    "assault/charge": charging.next_step,
    "assault/challenge": challenging.next_step,
    "assault/fight": fighting.next_step,
    "assault/resolution": resolving.next_step,
    "end": ending.next_step,
}
"""What goes on from each phase (or phase and sub-phase)."""


class Setup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a battle begins with: a mission, two armies, options."""

    mission: Mission
    armies: tuple[ArmySpec, ArmySpec]
    options: Options = Options()


class Heresy3(BoardGame[State]):
    """The Horus Heresy: Age of Darkness, third edition."""

    id = "heresy3"

    def __init__(self) -> None:
        """Before a battle is begun. The version names the rules and the bundled data."""
        super().__init__()
        self.version = f"{RULES_VERSION}-{library.digest()}"

    def begin(self, setup: Setup) -> State:
        """The state before anything is decided: nobody is deployed."""
        roster = roster_of(setup.armies, setup.mission)
        field = Field(setup.mission.size, setup.mission.pieces)
        return self.begun(fresh(roster, setup.mission, field, setup.options))

    def next(self, state: State) -> Procedure[None] | None:
        """The next activation or step."""
        core = state.core
        if core.over:
            return None
        return (_STEPS.get(core.phase) or _STEPS[f"{core.phase}/{core.step}"])(state)

    def apply(self, state: State, event: Event) -> None:
        """Change the state by an event."""
        apply(state, event)

    def problems(self, state: State) -> list[str]:
        """What is wrong with a state that should be legal."""
        return problems(state)


def fresh(roster: Roster, mission: Mission, field: Field, options: Options) -> State:
    """A state in which nobody is deployed; buildings stand where the mission says."""
    units = {
        key: Unit(
            id=key,
            player=entry.player,
            models=[Model(model, entry.kinds[kind].wounds) for model, kind in entry.models],
            starting=len(entry.models),
        )
        for key, entry in roster.units.items()
    }
    for building, unit in zip(mission.buildings, (unit for unit in units.values() if unit.player < 0), strict=True):
        unit.where = "table"
        unit.models[0].place = building.place
    return State(roster, mission, field, Core(units=units, sides=[Side(), Side()]), options)


def setup_of(data: Any) -> Setup:  # noqa: ANN401 -- plain data
    """The setup of plain data, as a save holds it.

    Raises:
        msgspec.ValidationError: for anything else.
    """
    return msgspec.convert(data, Setup)

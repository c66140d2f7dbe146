"""Events that every game has: how the battle goes on, who acts, who stands where, what was thrown and said.

What else happens is a game's own; it also says how each of these changes its state. ``rule`` says why.
"""

from typing import Any, Protocol

from warbench.battle.requests import Event
from warbench.table.lattice import Place


class Began(Event, frozen=True, kw_only=True):
    """A phase or step began. ``turn`` (whose it is) and ``round`` are those that hold from now on."""

    round: int
    turn: int
    phase: str
    step: str = ""


class Chose(Event, frozen=True, kw_only=True):
    """A unit was selected to act (empty: it has finished)."""

    unit: str


class Done(Event, frozen=True, kw_only=True):
    """A unit has had its go in this step."""

    unit: str


class Marked(Event, frozen=True, kw_only=True):
    """A mark on a unit changed: what it did, or what weighs on it (a field of the game's unit)."""

    unit: str
    mark: str
    value: Any
    rule: str = ""


class Moved(Event, frozen=True, kw_only=True):
    """Models of a unit moved. ``places`` holds (model, where it ends)."""

    unit: str
    how: str
    places: tuple[tuple[str, Place], ...]
    rule: str = ""


class SetUp(Event, frozen=True, kw_only=True):
    """A unit was set up on the battlefield (``how``: deploy, disembark and whatever else a game has)."""

    unit: str
    how: str
    places: tuple[tuple[str, Place], ...]
    rule: str = ""


class TakenOff(Event, frozen=True, kw_only=True):
    """A unit left the battlefield without being destroyed: into ``reserve``, or ``inside`` a transport."""

    unit: str
    where: str
    transport: str = ""
    rule: str = ""


class Ends(Event, frozen=True, kw_only=True):
    """What lasts until this moment ends: a phase, a turn, and whatever other moments a game has."""

    moment: str


class Threw(Event, frozen=True, kw_only=True):
    """For the log: dice that were rolled, what for, and what they meant. Changes nothing."""

    player: int
    purpose: str
    faces: tuple[int, ...]
    result: str
    unit: str = ""
    again: tuple[tuple[int, int], ...] = ()
    rule: str = ""


class Said(Event, frozen=True, kw_only=True):
    """For the log: a line that explains (reasons behind target numbers, a failed charge). Changes nothing."""

    text: str
    unit: str = ""
    rule: str = ""


class RollOff(Event, frozen=True, kw_only=True):
    """A roll-off gave a player something (``what``: the first turn, a side of the battlefield)."""

    what: str
    player: int
    rule: str = ""


class Hurt(Event, frozen=True, kw_only=True):
    """A model lost wounds, or whatever else its game counts down. What follows at 0 is the game's own."""

    model: str
    wounds: int
    by: str = ""
    source: str = ""
    rule: str = ""


class Mended(Event, frozen=True, kw_only=True):
    """A model regained what it had lost, or some of it."""

    model: str
    wounds: int
    source: str = ""
    rule: str = ""


class Over(Event, frozen=True, kw_only=True):
    """The battle is over."""

    why: str


class Wounded(Protocol):
    """A model of a state: what it has left."""

    wounds: int


class Peopled(Protocol):
    """A state whose models are found by their ids."""

    def model(self, model: str, /) -> Wounded:
        """The model of an id."""
        ...


def hurt(state: Peopled, event: Hurt) -> None:
    """Take from a model what it lost."""
    state.model(event.model).wounds -= event.wounds


def mended(state: Peopled, event: Mended) -> None:
    """Give a model back what it regained."""
    state.model(event.model).wounds += event.wounds

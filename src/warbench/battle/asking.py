"""Small procedures that every game uses: rolling dice, asking with listed options, names for the log, the log entry of a roll."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from warbench.battle.happenings import Threw
from warbench.battle.requests import Ask, Option, Procedure, Roll

PASS = Option("pass", "nothing")
"""The answer that lets something be."""


class Named(Protocol):
    """A unit of a roster: what it is called."""

    @property
    def name(self) -> str:
        """Its name."""
        ...


class Identified(Protocol):
    """A unit of a state: its id."""

    @property
    def id(self) -> str:
        """The id."""
        ...


class Fought(Protocol):
    """A state as these procedures need it: its core says where the battle is, the roster what a unit is called."""

    @property
    def core(self) -> Any:  # noqa: ANN401 -- each game has its own core
        """What changes: ``round``, ``turn``, ``phase``, ``step``."""
        ...

    def entry(self, unit: str) -> Named:
        """The roster's entry of a unit."""
        ...


def place_of(state: Fought, unit: str = "") -> str:
    """Where in the battle a roll is made: it keys the roll's stream."""
    core = state.core
    return f"{core.round}.{core.turn}.{core.phase}.{core.step}.{unit}"


def roll(state: Fought, player: int, purpose: str, count: int, unit: str = "") -> Procedure[tuple[int, ...]]:
    """Roll dice; what they meant is for the caller to log (`rolled`)."""
    faces: tuple[int, ...] = yield Roll(player, purpose, count, place_of(state, unit))
    return faces


def unit_options(state: Fought, units: Iterable[Identified]) -> list[Option]:
    """Units to choose from."""
    return [Option(unit.id, name_of(state, unit.id)) for unit in units]


def name_of(state: Fought, unit: str) -> str:
    """What a unit is called in questions and the log: its name and id."""
    return f"{state.entry(unit).name} ({unit})"


def ask(player: int, about: str, text: str, options: Iterable[Option], subject: str = "") -> Procedure[str]:
    """Ask a question with listed options; the key of the answer. A single option is taken without asking."""
    listed = tuple(options)
    if len(listed) == 1:
        return listed[0].key
    key: str = yield Ask(player, about, text, lambda: listed, subject=subject)
    return key


def rolled(  # noqa: PLR0913, PLR0917 -- a record
    player: int, purpose: str, faces: Sequence[int], result: str, unit: str = "", rule: str = ""
) -> Threw:
    """The log entry of a roll."""
    return Threw(player=player, purpose=purpose, faces=tuple(faces), result=result, unit=unit, rule=rule)

"""The roster: what does not change in a battle. Every unit's models with their numbers, weapons and bases."""

import msgspec

from warbench.games.heresy3.arms import Arm
from warbench.games.heresy3.kinds import ARMOURED, Kind

__all__ = ["ARMOURED", "INCH", "Arm", "Entry", "Kind", "Roster", "RosterError"]

INCH = 254


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A unit on the roster. ``models``: each model's id and the index of its kind. ``player`` is who brings it (-1: terrain)."""

    id: str
    player: int
    name: str
    datasheet: str
    role: str
    faction: str
    kinds: tuple[Kind, ...]
    models: tuple[tuple[str, int], ...]
    points: int = 0
    inside: str = ""
    joins: str = ""
    reserve: str = ""
    warlord: bool = False


class RosterError(ValueError):
    """An army that cannot be put on a roster; the message names the unit and what was expected."""


class Roster:
    """Both armies and the buildings on the battlefield: every unit by id, in order (player 0 first, terrain last)."""

    def __init__(self, entries: tuple[Entry, ...]) -> None:
        """Take the entries."""
        self.units = {entry.id: entry for entry in entries}
        self._kinds = {model: entry.kinds[index] for entry in entries for model, index in entry.models}
        self.unit_of = {model: entry.id for entry in entries for model, _ in entry.models}

    def kind_of(self, model: str) -> Kind:
        """The kind of a model, by its id."""
        return self._kinds[model]

    def of(self, player: int) -> list[Entry]:
        """The units of a player."""
        return [entry for entry in self.units.values() if entry.player == player]

"""Detachments: force organisation charts, which slots each has, and what it takes to have one (H-009, facts 15)."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Literal

import msgspec

from warbench.games.heresy3.roles import ROLES
from warbench.sheets.schema import refuse
from warbench.sheets.shelf import convert, parse

Class = Literal["primary", "auxiliary", "apex", "allied", "warlord", "lord of war", "additional"]


class Slot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Slots of one battlefield role: how many, how many of these are Prime slots, and how many must be filled."""

    role: str
    count: int
    prime: int = 0
    least: int = 0


class Detachment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A force organisation chart, of one army list only where ``faction`` names it; ``note``: how far it can be trusted."""

    name: str
    kind: Class
    slots: tuple[Slot, ...]
    faction: str = ""
    note: str = ""

    def count(self, role: str) -> int:
        """How many slots of a role it has."""
        return sum(slot.count for slot in self.slots if slot.role == role)

    def prime(self, role: str) -> int:
        """How many Prime slots of a role it has."""
        return sum(slot.prime for slot in self.slots if slot.role == role)


@cache
def detachments() -> Mapping[str, Detachment]:
    """Every force organisation chart, by name in lower case."""
    file = resources.files(__package__) / "detachments.toml"
    found = convert(parse(file.read_bytes(), file.name), file.name, dict[str, tuple[Detachment, ...]])["detachments"]
    unknown = ((f"{each.name}.slots.role", slot.role, "one of " + ", ".join(ROLES)) for each in found for slot in each.slots)
    refuse((fault for fault in unknown if fault[1] not in ROLES), file.name)
    return {entry.name.casefold(): entry for entry in found}

"""The faction that a catalogue is of, by its name."""

import re

from warbench.intake.text.lines import plain

_REGIONS = ("Imperium", "Chaos", "Xenos", "Aeldari", "Library")
_FACTIONS = {
    "Adeptus Astartes": "Space Marines",
    "Daemons": "Chaos Daemons",
    "Craftworlds": "Aeldari",
    "Titans": "Adeptus Titanicus",
    "Titanicus Traitoris": "Adeptus Titanicus",
    "Agents of the Imperium": "Imperial Agents",
    "Astartes Heresy Legends": "Space Marines",
}
"""Factions whose catalogues are called otherwise than players and the export call them."""
_LEGION = re.compile("[IVX]+")


def faction_of(name: str) -> str:
    """The faction that a catalogue is of, by its name: ``Imperium - Adeptus Astartes - Ultramarines`` to ``Space Marines``."""
    parts = [part.strip() for part in plain(name).split(" - ")]
    if len(parts) > 1 and (parts[0] in _REGIONS or _LEGION.fullmatch(parts[0])):
        parts = parts[1:]
    first = parts[0].removesuffix(" Library")
    return _FACTIONS.get(first, first)

"""Factions, the army list that each chooses from, and the traits that models gain by being chosen (H-006, H-014, H-259)."""

from collections.abc import Iterable

from warbench.games.heresy3.question import ARMOURED
from warbench.games.heresy3.roles import FORTIFICATION

LEGIONES_ASTARTES = "Legiones Astartes"
LEGIONS = (
    *("Alpha Legion", "Blood Angels", "Dark Angels", "Death Guard", "Emperor's Children", "Imperial Fists", "Iron Hands"),
    *("Iron Warriors", "Night Lords", "Raven Guard", "Salamanders", "Sons of Horus", "Space Wolves", "Thousand Sons"),
    *("Ultramarines", "White Scars", "Word Bearers", "World Eaters", "Blackshields", "Shattered Legions"),
)
LISTS = (
    *(LEGIONES_ASTARTES, "Mechanicum", "Questoris Familia", "Legio Titanicus", "Legio Custodes", "Anathema Psykana"),
    *("Solar Auxilia", "Imperialis Militia", "Divisio Assassinorum", "Daemons of the Ruinstorm", "Skitarii Conclaves"),
)
"""The army lists; a datasheet's ``faction`` names the one that holds it. All but the first serve one faction of the same name."""

PLACE_OF_ALLEGIANCE, PLACE_OF_LEGION = "[allegiance]", "[legiones astartes]"
"""Printed traits that stand for the army's allegiance, and for the Legion of a model (which is also what marks it as one)."""


def list_of(faction: str) -> str:
    """The army list that a faction chooses from; an unknown faction's is its own name."""
    names = {name.casefold(): name for name in LISTS}
    if faction.casefold() in {legion.casefold() for legion in LEGIONS}:
        return LEGIONES_ASTARTES
    return names.get(faction.casefold(), faction)


def gained(printed: Iterable[str], kind: str, faction: str, allegiance: str) -> frozenset[str]:
    """The traits of a model of the type ``kind`` that is chosen for an army, in lower case.

    Placeholders go; the faction's trait comes, and the army's allegiance where none is printed (H-014, H-259). A Fortification
    or Building gains neither (H-005, H-006).
    """
    own = {trait for trait in printed if trait not in {PLACE_OF_ALLEGIANCE, PLACE_OF_LEGION}}
    if kind in {FORTIFICATION, ARMOURED[1]}:
        return frozenset(own)
    if faction:
        own.add(faction.casefold())
    if allegiance and not own & {"loyalist", "traitor"}:
        own.add(allegiance.casefold())
    return frozenset(own)

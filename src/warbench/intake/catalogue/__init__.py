"""Community catalogues and rosters (XML, JSON, zipped): the tree, its links and modifiers, and what becomes of it.

Whatever a file is called, its content says what it is. Units become datasheets, rosters become army lists.
"""

from typing import TYPE_CHECKING

from warbench.intake.lazily import handed_out

if TYPE_CHECKING:
    from warbench.intake.catalogue.links import Catalogues, System, read_catalogues
    from warbench.intake.catalogue.roster import Enhancement, RosterDetachment, RosterFile, RosterModels, RosterUnit, read_roster
    from warbench.intake.catalogue.sheets import datasheets_of

__all__ = [
    "Catalogues",
    "Enhancement",
    "RosterDetachment",
    "RosterFile",
    "RosterModels",
    "RosterUnit",
    "System",
    "datasheets_of",
    "read_catalogues",
    "read_roster",
]

__getattr__ = handed_out(
    __name__,
    {
        "links": ("Catalogues", "System", "read_catalogues"),
        "roster": ("Enhancement", "RosterDetachment", "RosterFile", "RosterModels", "RosterUnit", "read_roster"),
        "sheets": ("datasheets_of",),
    },
)

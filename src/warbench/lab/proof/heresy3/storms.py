"""Close battles for the soak of the second game: Fortifications with garrisons, and armies that come at them at once."""

from warbench.lab.proof.heresy3.forces import (
    AEGIS,
    ASSAULT,
    BATTERY,
    BREACHERS,
    CASTELLAX,
    DEEP_THALLAX,
    DREADNOUGHT,
    GARRISON,
    HAMMERFALL,
    OUTRIDERS,
    RECON,
    REDOUBT,
    SECUTORS,
    SHIELD,
    TACTICAL,
    TERMINATORS,
    THRALLS,
    URSARAX,
    VORAX,
    leader,
    magos,
)
from warbench.lab.proof.heresy3.small import FISTS, MECHANICUM, Small
from warbench.lab.proof.part import Wishes

AT_THEM: Wishes = (
    ("unit", "A"),
    ("unit", "B"),
    ("move kind", "move"),
    ("disembark", "A"),
    ("disembark", "B"),
    ("embark", "in"),
    ("set up", "to"),
    ("capture", "capture"),
    ("charge target", "Redoubt"),
    ("react", "battlesmith"),
    ("react", "omega"),
    ("challenge", "A"),
    ("challenge", "B"),
)
"""What brings armies to blows: half of the time somebody acts rather than nobody, moves, captures, challenges."""

_MEN = (leader("Centurion", "Breachers"), BREACHERS, TACTICAL)

STORMS = (
    Small(
        name="storm",
        ours=(*_MEN, DREADNOUGHT),
        theirs=(REDOUBT, GARRISON, leader("Praetor", "Assault"), ASSAULT),
        turns=4,
        factions=(FISTS, FISTS),
    ),
    Small(
        name="manufactory",
        ours=(leader("Praetor", "Breachers"), BREACHERS, REDOUBT, GARRISON, TERMINATORS),
        theirs=(
            magos("reductor", "Overcharged Reactors", "Unseal the Portal", "Deactivate Limiters"),
            magos("myrmidax", "Fury of Ages", "Cogitator Purge", joins="Secutors"),
            SECUTORS,
            CASTELLAX,
            DEEP_THALLAX,
            BATTERY,
        ),
        capture_points=1,
    ),
    Small(
        name="swarm",
        ours=(REDOUBT, GARRISON, AEGIS, RECON, OUTRIDERS, leader("Centurion", "Tactical"), TACTICAL),
        theirs=(
            magos("lacrymaerta", "Flesh-knit Protocols", "Omega Protocols"),
            magos("cybernetica", "Programming Interrupt", "Chastise the Machine Spirit", datasheet="Archmagos"),
            VORAX,
            URSARAX,
            THRALLS,
            SHIELD,
        ),
    ),
    Small(
        name="civil war",
        ours=(magos("myrmidax", "Fury of Ages", joins="Secutors"), SECUTORS, URSARAX, HAMMERFALL),
        theirs=(magos("malagra", "Chastise the Machine Spirit", "Cogitator Purge"), CASTELLAX, VORAX, REDOUBT, THRALLS),
        factions=(MECHANICUM, MECHANICUM),
        turns=4,
    ),
)

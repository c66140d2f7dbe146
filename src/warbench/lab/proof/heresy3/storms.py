"""Close battles for the soak of the second game: Fortifications with garrisons, and armies that come at them at once."""

from warbench.lab.proof.heresy3.forces import (
    AEGIS,
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
    unit,
)
from warbench.lab.proof.heresy3.small import FISTS, MECHANICUM, Small
from warbench.lab.proof.part import Wishes

AT_THEM: Wishes = (
    ("unit", "A"),
    ("unit", "B"),
    ("move kind", "move"),
    ("move", "toward Redoubt"),
    ("charge target", "Redoubt"),
    ("aftermath", "hold"),
    ("capture", "capture"),
    ("challenge", "A"),
    ("challenge", "B"),
    ("accept challenge", "A"),
    ("accept challenge", "B"),
    ("react", "heroic"),
    ("react", "omega"),
)
"""What brings armies to blows: somebody acts rather than nobody, goes to the Redoubt, captures it, challenges."""

STORMS = (
    Small(
        name="storm",
        ours=(leader("Praetor", "Breachers"), BREACHERS, TERMINATORS, DREADNOUGHT),
        theirs=(REDOUBT, unit("Reconnaissance Squad", name="Watch", inside="Redoubt"), leader("Centurion", "Tactical"), TACTICAL),
        factions=(FISTS, FISTS),
        turns=5,
        gap=8,
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

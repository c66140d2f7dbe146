"""The Cybertheurgic Rites as data: how hard each is, how far it reaches, whom it is for, what it gives (section M; facts 18).

What they cost and who may know them stands with the other upgrades (``armies/upgrades.toml``).
"""

import msgspec

QUICKEN, FORTIFY, GUIDE = "quicken", "fortify", "guide"
"""The Cybertheurgic Statuses."""

CYBERTHEURGIST, LACRYMAERTA, REDUCTOR, MYRMIDAX = "cybertheurgist", "lacrymaerta", "reductor", "myrmidax"
_ALL = (QUICKEN, FORTIFY, GUIDE)


class Rite(msgspec.Struct, frozen=True, kw_only=True):
    """A rite as data. ``difficulty`` lowers the Focus's Intelligence for the Check, ``range`` is in inches.

    ``side``: whose units. ``only``: words of which every model of the target has one; ``never``: words that none may have.
    ``locked``: whether the target may be locked in combat (``no``, ``may``, ``must``). ``statuses``: what it gives, one for all
    models, until its controller's next Start Phase; without them it works at once (`rite_effects`).
    """

    id: str
    name: str
    difficulty: int
    range: int
    side: str
    only: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    locked: str = "no"
    statuses: tuple[str, ...] = ()
    rule: str


# Difficulty and range: the page lost these columns; two lists agree on them (C2, ruling lost-columns).
RITE_LIST = (
    Rite(
        id="overcharged-reactors",
        name="Overcharged Reactors",
        difficulty=2,
        range=12,
        side="friendly",
        only=("automata", "walker", "vehicle", CYBERTHEURGIST),
        never=("super-heavy", "knight"),
        statuses=_ALL,
        rule="H-125",
    ),
    Rite(
        id="cogitator-purge",
        name="Cogitator Purge",
        difficulty=3,
        range=12,
        side="enemy",
        only=("automata", "walker", "vehicle", CYBERTHEURGIST),
        rule="H-129",
    ),
    Rite(
        id="chastise-the-machine-spirit",
        name="Chastise the Machine Spirit",
        difficulty=4,
        range=18,
        side="enemy",
        never=("paragon", "super-heavy"),
        rule="H-133",
    ),
    Rite(
        id="programming-interrupt",
        name="Programming Interrupt",
        difficulty=4,
        range=18,
        side="friendly",
        only=("automata", "vehicle", CYBERTHEURGIST),
        never=("super-heavy", "knight"),
        statuses=_ALL,
        rule="H-136",
    ),
    Rite(
        id="flesh-knit-protocols",
        name="Flesh-knit Protocols",
        difficulty=2,
        range=12,
        side="friendly",
        only=(LACRYMAERTA,),
        statuses=(QUICKEN, FORTIFY),
        rule="H-141",
    ),
    Rite(
        id="omega-protocols",
        name="Omega Protocols",
        difficulty=4,
        range=12,
        side="friendly",
        only=(LACRYMAERTA,),
        locked="must",
        rule="H-143",
    ),
    Rite(
        id="deactivate-limiters",
        name="Deactivate Limiters",
        difficulty=3,
        range=24,
        side="friendly",
        only=(REDUCTOR,),
        statuses=_ALL,
        rule="H-148",
    ),
    Rite(id="unseal-the-portal", name="Unseal the Portal", difficulty=3, range=6, side="any", locked="may", rule="H-149"),
    Rite(
        id="fury-of-ages",
        name="Fury of Ages",
        difficulty=2,
        range=6,
        side="friendly",
        only=(MYRMIDAX,),
        locked="may",
        statuses=(FORTIFY, GUIDE),
        rule="H-153",
    ),
)

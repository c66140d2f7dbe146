"""Invented datasheets whose abilities are read from texts, and a way to bring them into odds and battles."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import msgspec

from warbench.games.w40k10 import library
from warbench.games.w40k10.library import datasheet, slug
from warbench.intake.recogniser import recognise
from warbench.sheets.datasheet import Ability, AbilityKind, Composition, Datasheet, ModelProfile, Weapon, WeaponProfile

NUMBERS: dict[str, int | None] = {"movement": 6, "toughness": 4, "save": 4, "wounds": 2, "leadership": 7, "objective_control": 1}


def gun(name: str, *profiles: str, keywords: tuple[str, ...] = (), type: str = "ranged") -> Weapon:  # noqa: A002 -- the field's name
    """A weapon with a profile of each name, or one without a name."""
    numbers: dict[str, int | str | None] = {"attacks": 2, "skill": 3, "strength": 5, "ap": 0, "damage": 1}
    reach = 24 if type == "ranged" else None
    made = tuple(WeaponProfile(numbers, reach, keywords, profile) for profile in profiles or ("",))
    return Weapon(name, "ranged" if type == "ranged" else "melee", made)


STRIDER = Datasheet(
    id="kelp-strider",
    name="Kelp Strider",
    game="w40k10",
    faction="Tide",
    keywords=("monster", "kelp"),
    faction_keywords=("tide",),
    models=(ModelProfile("Kelp Strider", NUMBERS),),
    weapons=(
        gun("Brine caster", "narrow", "wide"),
        gun("Reef gun"),
        gun("Pincer", type="melee"),
        gun("Tail", keywords=("extra attacks",), type="melee"),
    ),
    composition=(Composition("Kelp Strider", 1, 1, ("Brine caster", "Reef gun", "Pincer", "Tail", "shell")),),
)
"""One model by itself."""

SQUAD = msgspec.structs.replace(
    STRIDER,
    id="reef-squad",
    name="Reef Squad",
    keywords=("infantry", "kelp"),
    models=(ModelProfile("Reef Captain", NUMBERS), ModelProfile("Reef Guard", NUMBERS)),
    composition=(
        Composition("Reef Captain", 1, 1, ("Reef gun", "Pincer")),
        Composition("Reef Guard", 4, 9, ("Reef gun", "Pincer")),
    ),
)
"""Two kinds of model."""

LEADER = msgspec.structs.replace(
    STRIDER, id="tide-caller", name="Tide Caller", keywords=("infantry", "character"), leads=("reef-squad",)
)
"""A model that leads the squad."""


def read(text: str, sheet: Datasheet = STRIDER, *, kind: AbilityKind = "datasheet", item: str = "") -> Ability:
    """An ability of that text on a datasheet, as the recogniser leaves it."""
    one = Ability("undertow", "Undertow", kind, item=item)
    return recognise(msgspec.structs.replace(sheet, abilities=(*sheet.abilities, one)), {"Undertow": text}).abilities[-1]


def like(name: str, called: str, texts: Mapping[str, str], **more: object) -> Datasheet:
    """A bundled datasheet under another name, with abilities that are read from texts (and its core abilities)."""
    base = datasheet(name)
    own = tuple(Ability(slug(title), title) for title in texts)
    core = tuple(ability for ability in base.abilities if ability.kind == "core")
    changed = msgspec.structs.replace(base, id=slug(called), name=called, abilities=(*core, *own), **more)
    found = recognise(changed, texts)
    assert all(ability.acts for ability in found.abilities if ability.kind != "core"), found.abilities
    return found


class Shelf:
    """Datasheets that are looked up beside the bundled ones."""

    def __init__(self, *sheets: Datasheet) -> None:
        self._sheets = {sheet.id: sheet for sheet in sheets}

    def names(self) -> tuple[str, ...]:
        return ()

    def ids(self, source: str = "") -> tuple[str, ...]:
        return tuple(self._sheets) if not source else ()

    def find(self, wanted: str, source: str = "") -> Datasheet | None:
        return None if source else self._sheets.get(wanted)


@contextmanager
def lent(*sheets: Datasheet) -> Iterator[None]:
    """Let these datasheets be found by name."""
    library.register_source(Shelf(*sheets))
    try:
        yield
    finally:
        library.register_source(None)

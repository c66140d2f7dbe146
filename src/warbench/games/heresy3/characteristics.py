"""Which characteristics models and weapons have in this game, by the model's type, and whether a datasheet keeps to them."""

from collections.abc import Container, Iterable, Iterator

from warbench.games.heresy3.question import ARMOURED, TYPES
from warbench.games.heresy3.roles import FORTIFICATION, ROLES
from warbench.games.heresy3.special_rules import battle_rule, read_rule
from warbench.sheets.datasheet import Datasheet, ModelProfile, Wargear, Weapon, WeaponProfile
from warbench.sheets.schema import (
    Characteristic,
    Fault,
    ability_faults,
    composition_faults,
    item_faults,
    refuse,
    unique_faults,
    value_faults,
    word_faults,
)
from warbench.table.errors import TableError
from warbench.table.sizes import parse_base

__all__ = [
    "BUNKER",
    "EMPLACEMENT",
    "FACES",
    "LIVING",
    "MELEE",
    "RANGED",
    "STRUCTURE",
    "SUB_TYPES",
    "VEHICLE",
    "check",
    "check_arms",
    "schema",
    "warnings",
]

EMPLACEMENT, BUNKER, STRUCTURE = "emplacement", "bunker", "structure"

SUB_TYPES = (
    *("unique", "command", "champion", "specialist", "sergeant", "heavy", "light", "skirmish", "antigrav", "transport"),
    *("rapid", "stable", "super-heavy", "flyer", "knight"),
    *(EMPLACEMENT, BUNKER, STRUCTURE),
)
"""Every sub-type; a model's ``keywords`` hold them."""

FACES = ("front", "left", "right", "rear")
"""The sides of a hull that may have an Access Point."""

_MOVEMENT = Characteristic("movement", "M", 0, 40, unit='"')
_BALLISTIC = Characteristic("ballistic_skill", "BS", 0, 10)
_HULL_POINTS = Characteristic("hull_points", "HP", 1, 60)
_INVULNERABLE = Characteristic("invulnerable", "INV", 2, 6, optional=True, unit="+")

LIVING = (
    _MOVEMENT,
    Characteristic("weapon_skill", "WS", 0, 10),
    _BALLISTIC,
    Characteristic("strength", "S", 0, 20),
    Characteristic("toughness", "T", 0, 20),
    Characteristic("wounds", "W", 1, 40),
    Characteristic("initiative", "I", 0, 10),
    Characteristic("attacks", "A", 0, 20),
    Characteristic("leadership", "LD", 0, 12),
    Characteristic("cool", "CL", 0, 12),
    Characteristic("willpower", "WP", 0, 12),
    Characteristic("intelligence", "IN", 0, 12),
    Characteristic("save", "SAV", 2, 6, optional=True, unit="+"),
    _INVULNERABLE,
)
"""The characteristics of every model that has no Armour Value. Without ``save`` it has none."""

_OF_KNIGHTS = tuple(
    Characteristic(name, short, 0, 20, optional=True)
    for name, short in (("weapon_skill", "WS"), ("strength", "S"), ("initiative", "I"), ("attacks", "A"))
)

VEHICLE = (
    _MOVEMENT,
    _BALLISTIC,
    Characteristic("front", "Front", 0, 20),
    Characteristic("side", "Side", 0, 20),
    Characteristic("rear", "Rear", 0, 20),
    _HULL_POINTS,
    _INVULNERABLE,
    *_OF_KNIGHTS,
)
"""The characteristics of a Vehicle; only a Knight fights, and has those that fighting takes.

Its Transport Capacity stands in the sheet's ``transport``; without one it has none.
"""

_ARMOUR = Characteristic("armour", "Armour", 0, 20)

RANGED = (
    Characteristic("minimum", "minimum range", 1, 120, optional=True, unit='"'),
    Characteristic("firepower", "FP", 0, 60, kind="dice"),
    Characteristic("strength", "RS", 0, 20),
    Characteristic("ap", "AP", 1, 6, optional=True),
    Characteristic("damage", "D", 0, 20, kind="dice"),
)
"""The characteristics of a ranged weapon, beside its range (none with Template). Without ``ap`` it is "-"."""

MELEE = (
    Characteristic("initiative", "IM", 0, 10, kind="modifier"),
    Characteristic("attacks", "AM", 0, 20, kind="modifier"),
    Characteristic("strength", "SM", 0, 20, kind="modifier"),
    Characteristic("ap", "AP", 1, 6, optional=True),
    Characteristic("damage", "D", 0, 20, kind="dice"),
)
"""The characteristics of a melee weapon: three modifiers of its bearer's (H-241), and what its hits have."""

_ARMS = {"ranged": RANGED, "melee": MELEE}

_RANGE = Characteristic("range", "R", 1, 400, unit='"')


def schema(model: ModelProfile) -> tuple[Characteristic, ...]:
    """The characteristics that a model of this type and these sub-types has: no others, none missing.

    A Fortification has Armour and Hull Points only (H-023); an Emplacement has a Ballistic Skill as well (H-061, H-068).
    """
    if model.type == "vehicle":
        return VEHICLE
    if model.type in ARMOURED:
        return (_ARMOUR, _HULL_POINTS, *((_BALLISTIC,) if EMPLACEMENT in model.keywords else ()))
    return LIVING


def check(sheet: Datasheet, file: str = "", noted: Container[str] = ()) -> None:
    """See that a datasheet keeps to this game's characteristics, types and rules, and is consistent in itself.

    Args:
        sheet: the datasheet.
        file: the name of its file, for the message.
        noted: names in lower case of special rules that are known and not carried out; answers name them as not modelled.

    Raises:
        DataError: naming the file, the field, the value and what was expected.
    """
    refuse(_faults(sheet, noted), file or sheet.id)


def check_arms(weapons: Iterable[Weapon], wargear: Iterable[Wargear], file: str, noted: Container[str] = ()) -> None:
    """See that weapons and wargear that no single datasheet owns keep to this game's characteristics and rules.

    Raises:
        DataError: naming the file, the field, the value and what was expected.
    """
    refuse(_arms(weapons, wargear, noted), file)


def warnings(sheet: Datasheet) -> Iterator[str]:
    """What is odd about a datasheet and yet no error: a Structure that carries weapons (H-283)."""
    for model in sheet.models:
        if model.type == FORTIFICATION and set(model.keywords) & set(SUB_TYPES) == {STRUCTURE} and sheet.weapons:
            guns = ", ".join(weapon.name for weapon in sheet.weapons)
            yield f"{sheet.name}: {model.name} is a Structure and nothing else, which has no weapons (H-283); it has {guns}"


def _faults(sheet: Datasheet, noted: Container[str]) -> Iterator[Fault]:
    building = any(model.type == "building" for model in sheet.models)
    if sheet.role not in ROLES and not (building and not sheet.role):
        yield "role", sheet.role, "one of " + ", ".join(ROLES) + "; none for a Building"
    for word in sheet.keywords:
        yield "keywords", word, "none: each model has its own sub-types"
    for model in sheet.models:
        yield from _model(sheet, f"models[{model.name}]", model, noted)
    yield from _arms(sheet.weapons, sheet.wargear, noted)
    yield from _fortification(sheet)
    yield from _transport(sheet)
    yield from unique_faults(sheet)
    yield from composition_faults(sheet)
    yield from item_faults(sheet)
    yield from ability_faults(sheet)


def _arms(weapons: Iterable[Weapon], wargear: Iterable[Wargear], noted: Container[str]) -> Iterator[Fault]:
    for weapon in weapons:
        for number, profile in enumerate(weapon.profiles, 1):
            yield from _profile(f"weapons[{weapon.name}].profiles[{profile.name or number}]", weapon, profile, noted)
    for item in wargear:
        yield from _gear(item, noted)


def _model(sheet: Datasheet, field: str, model: ModelProfile, noted: Container[str]) -> Iterator[Fault]:
    if model.type not in TYPES:
        yield f"{field}.type", model.type, "one of " + ", ".join(TYPES)
        return
    yield from value_faults(field, model.characteristics, schema(model))
    yield from _sub_types(f"{field}.keywords", model.keywords)
    yield from word_faults(f"{field}.traits", model.traits)
    yield from _special_rules(f"{field}.abilities", model.abilities, noted)
    if sheet.composition:
        try:
            parse_base(model.base)
        except TableError:
            yield f"{field}.base", model.base, "a size such as '32mm', '60x35mm oval' or '180x110mm hull'"


def _sub_types(field: str, words: tuple[str, ...]) -> Iterator[Fault]:
    yield from ((field, word, "sub-types: " + ", ".join(SUB_TYPES)) for word in words if word not in SUB_TYPES)


def _special_rules(field: str, rules: tuple[str, ...], noted: Container[str]) -> Iterator[Fault]:
    for rule in rules:
        if read_rule(rule) is None and battle_rule(rule) is None and rule.partition("(")[0].strip().casefold() not in noted:
            yield field, rule, "a special rule of this game"


def _profile(field: str, weapon: Weapon, profile: WeaponProfile, noted: Container[str]) -> Iterator[Fault]:
    yield from value_faults(field, profile.characteristics, _ARMS[weapon.type])
    yield from _special_rules(f"{field}.abilities", profile.abilities, noted)
    yield from word_faults(f"{field}.traits", profile.traits)
    families = {rule.family for rule in map(read_rule, profile.abilities) if rule is not None}
    if weapon.type == "melee" or "template" in families:
        if profile.range is not None:
            yield f"{field}.range", profile.range, "no range on a melee weapon or a Template"
    elif expected := _RANGE.check(profile.range):
        yield f"{field}.range", profile.range, expected


def _gear(item: Wargear, noted: Container[str]) -> Iterator[Fault]:
    field = f"wargear[{item.name}]"
    yield from _sub_types(f"{field}.keywords", item.keywords)
    yield from word_faults(f"{field}.traits", item.traits)
    yield from _special_rules(f"{field}.abilities", item.abilities, noted)
    known = {each.name: each for each in LIVING}
    for name, value in item.characteristics.items():
        expected = known[name].check(value) if name in known else "one of " + ", ".join(known)
        if expected:
            yield f"{field}.characteristics.{name}", value, expected


def _fortification(sheet: Datasheet) -> Iterator[Fault]:
    """A Fortification has its role, belongs to no army list and has no Faction or Allegiance (H-001, H-005, H-006)."""
    kinds = {model.type for model in sheet.models}
    if (FORTIFICATION in kinds) != (sheet.role == FORTIFICATION):
        yield "role", sheet.role, f"{FORTIFICATION} for models of the Fortification type and for no others (H-001)"
    if FORTIFICATION not in kinds:
        return
    if sheet.faction:
        yield "faction", sheet.faction, "none for a Fortification: it is part of no army list (H-001)"
    for model in sheet.models:
        if model.traits:
            yield f"models[{model.name}].traits", model.traits, "none for a Fortification (H-005, H-006)"
        if model.type == FORTIFICATION and (BUNKER in model.keywords) != (sheet.transport is not None):
            yield "transport", sheet.transport, "a Transport Capacity for a Bunker and for no other Fortification (H-063)"


def _transport(sheet: Datasheet) -> Iterator[Fault]:
    if sheet.transport is None:
        return
    yield from (("transport.access", side, "one of " + ", ".join(FACES)) for side in sheet.transport.access if side not in FACES)
    if sheet.transport.capacity and not sheet.transport.access:
        yield "transport.access", (), "at least one side with an Access Point"

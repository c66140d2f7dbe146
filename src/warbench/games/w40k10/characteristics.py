"""Which characteristics a model and a weapon have in this game, and whether a datasheet keeps to them."""

from collections.abc import Iterator, Mapping

from warbench.sheets.datasheet import Datasheet, Weapon, WeaponProfile
from warbench.sheets.schema import (
    Characteristic,
    DataError,
    Fault,
    ability_faults,
    composition_faults,
    item_faults,
    keyword_faults,
    refuse,
    unique_faults,
    value_faults,
)

__all__ = ["MODEL", "WEAPON", "Characteristic", "DataError", "check", "check_model"]

MODEL = (
    Characteristic("movement", "M", 0, 60, unit='"'),
    Characteristic("toughness", "T", 1, 20),
    Characteristic("save", "Sv", 2, 7, unit="+"),
    Characteristic("invulnerable", "Inv", 2, 6, optional=True, unit="+"),
    Characteristic("wounds", "W", 1, 100),
    Characteristic("leadership", "Ld", 2, 12, unit="+"),
    Characteristic("objective_control", "OC", 0, 30),
)
"""The characteristics of a model, in the order of a datasheet. ``save`` 7 is no save at all."""

WEAPON = (
    Characteristic("attacks", "A", 0, 100, kind="dice"),
    Characteristic("skill", "BS/WS", 2, 6, optional=True, unit="+"),
    Characteristic("strength", "S", 1, 40, kind="dice"),
    Characteristic("ap", "AP", -10, 0),
    Characteristic("damage", "D", 0, 100, kind="dice"),
)
"""The characteristics of a weapon's profile. Without ``skill`` it hits automatically (Torrent)."""

_RANGE = Characteristic("range", "Range", 1, 500, unit='"')


def check(sheet: Datasheet, file: str = "") -> None:
    """See that a datasheet keeps to this game's characteristics and is consistent in itself.

    Args:
        sheet: the datasheet.
        file: the name of its file, for the message.

    Raises:
        DataError: naming the file, the field, the value and what was expected.
    """
    refuse(_faults(sheet), file or sheet.id)


def check_model(characteristics: Mapping[str, object], field: str, file: str) -> None:
    """See that a model's characteristics are those of this game, each within its bounds.

    Raises:
        DataError: naming the file, the field, the value and what was expected.
    """
    refuse(value_faults(field, characteristics, MODEL), file)


def _faults(sheet: Datasheet) -> Iterator[Fault]:
    for model in sheet.models:
        yield from value_faults(f"models[{model.name}]", model.characteristics, MODEL)
    for weapon in sheet.weapons:
        for number, profile in enumerate(weapon.profiles, 1):
            yield from _profile(f"weapons[{weapon.name}].profiles[{profile.name or number}]", weapon, profile)
    yield from keyword_faults(sheet)
    yield from unique_faults(sheet)
    yield from composition_faults(sheet)
    yield from item_faults(sheet)
    yield from ability_faults(sheet)


def _profile(field: str, weapon: Weapon, profile: WeaponProfile) -> Iterator[Fault]:
    yield from value_faults(field, profile.characteristics, WEAPON)
    torrent = "torrent" in profile.abilities
    if torrent != (profile.characteristics.get("skill") is None):
        expected = "no skill beside torrent" if torrent else "a skill, or the ability torrent"
        yield f"{field}.characteristics.skill", profile.characteristics.get("skill"), expected
    if weapon.type == "melee":
        if profile.range is not None:
            yield f"{field}.range", profile.range, "no range on a melee weapon"
    elif expected := _RANGE.check(profile.range) or "":
        yield f"{field}.range", profile.range, expected

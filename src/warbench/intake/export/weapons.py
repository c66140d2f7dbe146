"""Rows of weapons to weapons: several rows of one name are the profiles of one weapon (W-058)."""

import re
from typing import Literal

from warbench.games.w40k10.characteristics import WEAPON
from warbench.intake.export.fields import text_of
from warbench.intake.export.tables import Row
from warbench.intake.text.diced import with_faces
from warbench.sheets.datasheet import Weapon, WeaponProfile

Kind = Literal["ranged", "melee"]

_FIELDS = {"attacks": "A", "skill": "BS_WS", "strength": "S", "ap": "AP", "damage": "D"}
_CHECKS = {characteristic.name: characteristic for characteristic in WEAPON}
_KINDS: dict[str, Kind] = {"ranged": "ranged", "melee": "melee"}
_NONE = frozenset({"", "-", "n/a", "melee"})
# Abilities are parted by commas; a few rows have points instead.
_PARTED = re.compile(r",\s*|[.;](?:\s+|$)")
_DASH = re.compile(r"\s+[\N{EN DASH}\N{EM DASH}-]\s+")
_DICE = re.compile(r"\bd(?=[36]\b)")


def read_weapons(rows: list[Row], notes: list[str]) -> tuple[Weapon, ...]:
    """The weapons of a datasheet, in the order of the rows. A row without a name is a gap in the table and no weapon.

    ``notes`` takes each row that is not loaded and each repair.
    """
    found: dict[tuple[str, Kind], list[tuple[str, str, WeaponProfile]]] = {}
    for row in rows:
        whole = text_of(row["name"])
        kind = _KINDS.get(row["type"].casefold())
        if not whole and kind is None:
            continue
        if kind is None:
            notes.append(f"weapon {whole!r} is not loaded: its type is {row['type']!r}, expected Ranged or Melee")
            continue
        profile = _profile(row, whole, kind, notes)
        if profile is None:
            continue
        name = _DASH.split(whole, maxsplit=1)[0]
        group = found.setdefault((name.casefold(), kind), [])
        if (whole, profile) not in ((seen, other) for _, seen, other in group):
            group.append((name, whole, profile))
    return tuple(_weapon(kind, group) for (_, kind), group in found.items())


def _weapon(kind: Kind, group: list[tuple[str, str, WeaponProfile]]) -> Weapon:
    name, whole, only = group[0]
    if len(group) == 1:
        # One row alone with a dash: the dash belongs to the name.
        return Weapon(whole, kind, (only,))
    profiles = []
    for _, each, profile in group:
        part = _DASH.split(each, maxsplit=1)[1:]
        profiles.append(WeaponProfile(profile.characteristics, profile.range, profile.abilities, part[0] if part else ""))
    return Weapon(name, kind, tuple(profiles))


def _profile(row: Row, name: str, kind: Kind, notes: list[str]) -> WeaponProfile | None:
    abilities = tuple(
        dict.fromkeys(_DICE.sub("D", word.casefold()) for word in _PARTED.split(text_of(row["description"])) if word)
    )
    # Where a D6 picks the profile, the row's first column has its faces.
    abilities = with_faces(abilities, text_of(row.get("dice", "")))
    characteristics: dict[str, int | str | None] = {}
    for field, column in _FIELDS.items():
        value = _value(row[column])
        if expected := _CHECKS[field].check(value):
            notes.append(f"weapon {name!r} is not loaded: {column} is {row[column]!r}, expected {expected}")
            return None
        characteristics[field] = value
    torrent = "torrent" in abilities
    if torrent and characteristics["skill"] is not None:
        notes.append(f"weapon {name!r}: its skill {row['BS_WS']!r} is left out, as it hits automatically (Torrent)")
        characteristics["skill"] = None
    elif not torrent and characteristics["skill"] is None:
        notes.append(f"weapon {name!r}: it has neither a skill nor Torrent: it hits automatically")
    return WeaponProfile(characteristics, _range(row["range"], name, kind, notes), abilities)


def _value(text: str) -> int | str | None:
    """A number or dice; ``-``, ``N/A`` and an empty field are nothing."""
    flat = text.replace(" ", "").rstrip("+").upper()
    if flat.casefold() in _NONE:
        return None
    return int(flat) if re.fullmatch(r"-?\d{1,4}", flat) else flat


def _range(text: str, name: str, kind: Kind, notes: list[str]) -> int | None:
    flat = text.strip().rstrip('"')
    if kind == "ranged" and re.fullmatch(r"\d{1,4}", flat):
        return int(flat)
    if kind == "ranged":
        notes.append(f"weapon {name!r} has no range: found {text!r}")
    return None

"""The profiles and rules of a roster: the tables that builders print, filled from datasheets, in the columns of each game."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from warbench.sheets.datasheet import Datasheet, ModelProfile, Weapon, WeaponProfile

Node = dict[str, Any]

_INCHES, _TARGET, _PLAIN = '{}"', "{}+", "{}"

_Columns = tuple[tuple[str, str, str], ...]
"""A column's name, the characteristic that stands in it, and how it is written."""

_UNIT_40K: _Columns = (
    ("M", "movement", _INCHES),
    ("T", "toughness", _PLAIN),
    ("SV", "save", _TARGET),
    ("W", "wounds", _PLAIN),
    ("LD", "leadership", _TARGET),
    ("OC", "objective_control", _PLAIN),
)
_WEAPON_40K: _Columns = (
    ("A", "attacks", _PLAIN),
    ("", "skill", _TARGET),
    ("S", "strength", _PLAIN),
    ("AP", "ap", _PLAIN),
    ("D", "damage", _PLAIN),
)
_PROFILE_HH: _Columns = (
    ("M", "movement", _PLAIN),
    ("WS", "weapon_skill", _PLAIN),
    ("BS", "ballistic_skill", _PLAIN),
    ("S", "strength", _PLAIN),
    ("T", "toughness", _PLAIN),
    ("W", "wounds", _PLAIN),
    ("I", "initiative", _PLAIN),
    ("A", "attacks", _PLAIN),
    ("LD", "leadership", _PLAIN),
    ("CL", "cool", _PLAIN),
    ("WP", "willpower", _PLAIN),
    ("IN", "intelligence", _PLAIN),
    ("SAV", "save", _TARGET),
    ("INV", "invulnerable", _TARGET),
)
_VEHICLE_HH: _Columns = (
    ("M", "movement", _PLAIN),
    ("BS", "ballistic_skill", _PLAIN),
    ("Front Armour", "front", _PLAIN),
    ("Side Armour", "side", _PLAIN),
    ("Rear Armour", "rear", _PLAIN),
    ("HP", "hull_points", _PLAIN),
)
_SHOT_HH: _Columns = (
    ("FP", "firepower", _PLAIN),
    ("RS", "strength", _PLAIN),
    ("AP", "ap", _PLAIN),
    ("D", "damage", _PLAIN),
)
_BLOW_HH: _Columns = (
    ("IM", "initiative", _PLAIN),
    ("AM", "attacks", _PLAIN),
    ("SM", "strength", _PLAIN),
    ("AP", "ap", _PLAIN),
    ("D", "damage", _PLAIN),
)


def fill(roster: Node, game: str, sheets: Mapping[str, Datasheet]) -> None:
    """Write profiles and rules into a roster's units; ``roster`` is changed in place.

    Args:
        roster: the tree, from the key ``roster`` on.
        game: ``w40k10`` or ``heresy3``.
        sheets: the army's datasheets by their names.
    """
    for unit in units_of(roster["forces"]):
        sheet = sheets.get(unit["name"])
        if sheet is not None:
            _fill_unit(unit, game, sheet)


def units_of(forces: Iterable[Node]) -> Iterator[Node]:
    """Every selection of the type ``unit`` or ``model`` that stands in a force itself."""
    for force in forces:
        yield from (each for each in force.get("selections", []) if each["type"] != "upgrade")
        yield from units_of(force.get("forces", []))


def _fill_unit(unit: Node, game: str, sheet: Datasheet) -> None:
    """A unit's own profiles and rules; a model's stand at the model, a weapon's at the weapon."""
    models = [each for each in unit["selections"] if each["type"] == "model"]
    for each in models:
        profile = next((model for model in sheet.models if model.name.casefold() == each["name"].casefold()), None)
        if profile is not None:
            each["profiles"] = [_model(game, profile)]
        for item in each["selections"]:
            found = _item(game, sheet, item["name"])
            if found:
                item["profiles"] = found
    abilities = [each for each in sheet.abilities if each.kind not in {"weapon", "wargear"}]
    told: list[tuple[str, str, str]] = [(f"{each.name} {each.parameter}".strip(), each.summary, each.kind) for each in abilities]
    if game == "w40k10":
        rows = [_row(name, "Abilities", [("Description", says)]) for name, says, kind in told if kind not in {"core", "faction"}]
        if rows:
            unit["profiles"] = rows
        told = [each for each in told if each[2] in {"core", "faction"}]
    else:
        printed = dict.fromkeys(text for model in sheet.models for text in model.abilities)
        told = [*((text, "", "") for text in printed), *told]
    if told:
        unit["rules"] = [{"name": name, "description": says, "hidden": False} for name, says, _ in told]
    words = [*sheet.keywords, *(f"Faction: {word.title()}" for word in sheet.faction_keywords)] if game == "w40k10" else []
    known = unit.get("categories", [])
    more = [{"name": word if word.startswith("Faction: ") else word.title(), "primary": False} for word in words]
    if known or more:
        unit["categories"] = [*known, *more]


def _model(game: str, model: ModelProfile) -> Node:
    numbers = model.characteristics
    if game == "w40k10":
        return _row(model.name, "Unit", _cells(numbers, _UNIT_40K))
    kind = model.type.title()
    if model.keywords:
        kind += f" ({', '.join(word.title() for word in model.keywords)})"
    table, columns = ("Vehicle", _VEHICLE_HH) if "hull_points" in numbers else ("Profile", _PROFILE_HH)
    return _row(model.name, table, [("Type", kind), *_cells(numbers, columns)])


def _item(game: str, sheet: Datasheet, name: str) -> list[Node]:
    """The profiles of a weapon, or the one of an item that is none; nothing for what the datasheet does not know."""
    weapon = sheet.weapon(name)
    if weapon is not None:
        return [_weapon(game, weapon, profile) for profile in weapon.profiles]
    table, column = ("Abilities", "Description") if game == "w40k10" else ("Wargear", "Summary")
    gear = sheet.gear(name)
    ability = next((each for each in sheet.abilities if each.item.casefold() == name.casefold()), None)
    if gear is None and ability is None:
        return []
    says = gear.summary if gear is not None else ability.summary if ability is not None else ""
    return [_row(name, table, [(column, says)])]


def _weapon(game: str, weapon: Weapon, profile: WeaponProfile) -> Node:
    name = f"{weapon.name} - {profile.name}" if profile.name else weapon.name
    shoots = weapon.type == "ranged"
    reach = "Melee" if profile.range is None else f'{profile.range}"'
    if game == "w40k10":
        columns = tuple((column or ("BS" if shoots else "WS"), key, form) for column, key, form in _WEAPON_40K)
        words = ", ".join(word.title() for word in profile.abilities) or "-"
        cells = [("Range", reach), *_cells(profile.characteristics, columns), ("Keywords", words)]
        return _row(name, "Ranged Weapons" if shoots else "Melee Weapons", cells)
    rules = [("Special Rules", ", ".join(profile.abilities) or "-"), ("Traits", ", ".join(profile.traits).title() or "-")]
    if shoots:
        return _row(name, "Ranged Weapon", [("R", str(profile.range or "-")), *_cells(profile.characteristics, _SHOT_HH), *rules])
    return _row(name, "Melee Weapon", [*_cells(profile.characteristics, _BLOW_HH), *rules])


def _cells(numbers: Mapping[str, Any], columns: _Columns) -> list[tuple[str, str]]:
    """The cells of a row; what a profile has not is a dash."""
    found = ((column, numbers.get(key), form) for column, key, form in columns)
    return [(column, "-" if value is None else _written(value, form)) for column, value, form in found]


def _written(value: int | str, form: str) -> str:
    return form.format(value) if isinstance(value, int) else str(value)


def _row(name: str, table: str, cells: Iterable[tuple[str, str]]) -> Node:
    columns = [{"name": column, "$text": text} for column, text in cells]
    return {"name": name, "typeName": table, "hidden": False, "characteristics": columns}

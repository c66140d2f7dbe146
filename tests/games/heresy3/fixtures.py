"""The fixtures of the rules list as datasheets of plain data, and army lists of them.

BUN, GUN, TOW, RED, LEG, CEN, TANK and AUT, MAG for the rites. Table 72 x 48; every hull is a rectangle of whole inches.
"""

from typing import Any

from warbench.games.heresy3.armies.spec import ArmySpec, DetachmentSpec, UnitSpec
from warbench.games.heresy3.library import datasheet, names, settled, slug
from warbench.sheets.datasheet import Datasheet

Plain = dict[str, Any]

PLACEHOLDERS = ["[allegiance]", "[legiones astartes]"]
LEGIONARY: Plain = {
    "movement": 7,
    "weapon_skill": 4,
    "ballistic_skill": 4,
    "strength": 4,
    "toughness": 4,
    "wounds": 1,
    "initiative": 4,
    "attacks": 1,
    "leadership": 7,
    "cool": 7,
    "willpower": 7,
    "intelligence": 7,
    "save": 3,
}
SIX_INCHES = "152.4x152.4mm hull"


def sheet(name: str, *models: Plain, role: str = "troops", faction: str = "Legiones Astartes", **more: Any) -> Datasheet:
    """A datasheet with these kinds of models, each with ``count``: its low and high number, and what it is equipped with."""
    kinds, lines = [], []
    for model in models:
        own = dict(model)
        low, high = own.pop("count", (1, 1))
        lines.append({"model": own["name"], "low": low, "high": high, "equipped": own.pop("equipped", [])})
        kinds.append(own)
    low, high = sum(line["low"] for line in lines), sum(line["high"] for line in lines)
    points = [{"models": size, "points": more.get("cost", 100)} for size in range(low, high + 1)]
    more.pop("cost", None)
    plain = {
        "id": name.casefold().replace(" ", "-"),
        "name": name,
        "faction": faction,
        "role": role,
        "models": kinds,
        "composition": lines,
        "points": points,
        **more,
    }
    return settled(plain, name)


def infantry(name: str = "Legionary", count: tuple[int, int] = (1, 20), equipped: tuple[str, ...] = (), **changes: Any) -> Plain:
    """A kind of Infantry with the numbers of LEG, changed where said; ``keywords``, ``traits``, ``abilities`` as on a sheet."""
    fields = {"type", "keywords", "traits", "abilities", "base"}
    own = {key: value for key, value in changes.items() if key in fields}
    numbers = {**LEGIONARY, **{key: value for key, value in changes.items() if key not in fields}}
    plain = {"name": name, "type": "infantry", "base": "32mm", "traits": PLACEHOLDERS, "count": count, "equipped": [*equipped]}
    return {**plain, **own, "characteristics": numbers}


def leg(
    name: str = "LEG",
    *,
    size: int = 10,
    equipped: tuple[str, ...] = ("bolter", "bolt pistol"),
    sergeant: bool = False,
    **changes: Any,
) -> Datasheet:
    """LEG: Infantry M7 WS4 BS4 S4 T4 W1 I4 A1 Ld7, save 3+; with ``sergeant`` one of them is SGT (Ld 9)."""
    more = {key: changes.pop(key) for key in ("role", "faction", "cost", "options", "wargear", "weapons") if key in changes}
    kinds = [infantry(count=(size - sergeant, 20), equipped=equipped, **changes)]
    if sergeant:
        kinds.append(infantry("SGT", (1, 1), equipped, **{**changes, "leadership": 9, "keywords": ["sergeant"]}))
    return sheet(name, *kinds, **more)


def cen(name: str = "CEN", equipped: tuple[str, ...] = ("bolt pistol",), **changes: Any) -> Datasheet:
    """CEN: one Command model, I5 Ld9."""
    more = {key: changes.pop(key) for key in ("role", "faction", "cost") if key in changes}
    numbers = {"initiative": 5, "leadership": 9, "keywords": ["command"], **changes}
    return sheet(name, infantry("CEN", (1, 1), equipped, **numbers), **{"role": "command", **more})


def tank(name: str = "TANK", *, capacity: int = 0, equipped: tuple[str, ...] = (), most: int = 1, **more: Any) -> Datasheet:
    """TANK: a Vehicle, Armour 12 all round, HP 6, BS 4, M 12; a Transport with ``capacity`` and a rear Access Point on demand."""
    numbers = {"movement": 12, "ballistic_skill": 4, "front": 12, "side": 12, "rear": 12, "hull_points": 6}
    numbers |= {key: more.pop(key) for key in [*numbers, "invulnerable"] if key in more}
    keywords = [*more.pop("keywords", []), *(["transport"] if capacity else [])]
    model = {
        "name": name,
        "type": "vehicle",
        "base": "114.3x76.2mm hull",
        "keywords": keywords,
        "traits": more.pop("traits", PLACEHOLDERS),
        "abilities": more.pop("abilities", []),
        "characteristics": numbers,
        "count": (1, most),
        "equipped": [*equipped],
    }
    if capacity:
        more["transport"] = {"capacity": capacity, "needs": ["infantry or paragon"], "access": ["left", "right", "rear"]}
    return sheet(name, model, **{"role": "transport", **more})


def fortification(name: str, keywords: list[str], armour: int, hull_points: int, **more: Any) -> Datasheet:
    """A Fortification with these sub-types; BS 2 for an Emplacement, capacity 10 and Access Points on all sides for a Bunker."""
    numbers = {"armour": armour, "hull_points": hull_points, **({"ballistic_skill": 2} if "emplacement" in keywords else {})}
    equipped = more.pop("equipped", ["cannon", "heavy bolter of GUN"] if "emplacement" in keywords else [])
    base = more.pop("base", SIX_INCHES)
    model = {
        "name": name,
        "type": "fortification",
        "base": base,
        "keywords": keywords,
        "abilities": more.pop("abilities", []),
        "characteristics": numbers,
        "equipped": equipped,
    }
    if "bunker" in keywords:
        more.setdefault(
            "transport",
            {"capacity": 10, "needs": ["infantry"], "excludes": ["bulky"], "access": ["front", "left", "right", "rear"]},
        )
    if equipped:
        more.setdefault("weapons", GUNS)
    return sheet(name, model, **{"role": "fortification", "faction": "", **more})


GUNS: list[Plain] = [
    {
        "name": "cannon",
        "type": "ranged",
        "profiles": [{"range": 48, "characteristics": {"firepower": 1, "strength": 8, "ap": 3, "damage": 2}}],
    },
    {
        "name": "heavy bolter of GUN",
        "type": "ranged",
        "profiles": [{"range": 36, "characteristics": {"firepower": 3, "strength": 5, "ap": 4, "damage": 1}}],
    },
]


def bun(**more: Any) -> Datasheet:
    """BUN: a Bunker; Armour 12, HP 8, capacity 10; 6 x 6 inches."""
    return fortification("BUN", ["bunker"], 12, 8, **more)


def gun(**more: Any) -> Datasheet:
    """GUN: an Emplacement; Armour 11, HP 6, BS 2; cannon S8 range 48, heavy bolter S5 range 36."""
    return fortification("GUN", ["emplacement"], 11, 6, **more)


def tow(**more: Any) -> Datasheet:
    """TOW: a Structure; Armour 11, HP 8."""
    return fortification("TOW", ["structure"], 11, 8, **more)


def red(**more: Any) -> Datasheet:
    """RED: an Emplacement and Bunker; Armour 12, HP 8, BS 2, capacity 10, weapons as GUN."""
    return fortification("RED", ["emplacement", "bunker"], 12, 8, **more)


def building(name: str = "Building", armour: int = 11, hull_points: int = 10, **more: Any) -> Datasheet:
    """A Building: Armour 11, HP 10, capacity 12 unless said otherwise."""
    numbers = {"armour": armour, "hull_points": hull_points}
    model = {"name": name, "type": "building", "base": SIX_INCHES, "characteristics": numbers, "keywords": ["transport"]}
    access = {"capacity": 12, "needs": ["infantry or paragon"], "access": ["front", "left", "right", "rear"]}
    return sheet(name, model, **{"role": "", "faction": "", "transport": access, **more})


def aut(name: str = "AUT", size: int = 4, **changes: Any) -> Datasheet:
    """AUT: 4 Automata with W3."""
    numbers = {"type": "automata", "wounds": 3, "traits": ["[allegiance]"], "base": "60mm", **changes}
    model = infantry("Automaton", (1, max(size, 4)), ("bolter",), **numbers)
    return sheet(name, model, faction="Mechanicum", role="support")


def mag(name: str = "MAG", traits: tuple[str, ...] = ("cybertheurgist",), **changes: Any) -> Datasheet:
    """MAG: a Focus; a Command model with the Cybertheurgist trait, and others where said."""
    numbers = {"keywords": ["command"], "traits": ["[allegiance]", *traits], "intelligence": 9, "base": "40mm", **changes}
    return sheet(name, infantry("MAG", (1, 1), ("bolt pistol",), **numbers), faction="Mechanicum", role="high command")


def unit(what: str | Datasheet, **more: Any) -> UnitSpec:
    """A unit of an army list, by its datasheet or the datasheet's name."""
    return UnitSpec(datasheet=what if isinstance(what, str) else what.name, **more)


def army(
    *units: UnitSpec | Datasheet,
    faction: str = "Imperial Fists",
    allegiance: str = "loyalist",
    limit: int = 3000,
    sheets: tuple[Datasheet, ...] = (),
    others: tuple[DetachmentSpec, ...] = (),
) -> ArmySpec:
    """An army list: the units in a Crusade Primary Detachment, Fortifications among them in a detachment of theirs."""
    listed = [each if isinstance(each, UnitSpec) else unit(each) for each in units]
    known = {each.name: each for each in (*sheets, *(each for each in units if isinstance(each, Datasheet)))}
    forts = tuple(each for each in listed if is_fortification(each.datasheet, known))
    rest = tuple(each for each in listed if each not in forts)
    primary = DetachmentSpec(kind="Crusade Primary", units=rest)
    works = (DetachmentSpec(kind="Battlefield Fortifications", units=forts),) if forts else ()
    return ArmySpec(
        name="Test",
        faction=faction,
        allegiance=allegiance,
        limit=limit,
        detachments=(primary, *others, *works),
        sheets=tuple(known.values()),
    )


def is_fortification(name: str, known: dict[str, Datasheet]) -> bool:
    """Whether a datasheet, one of these or a bundled one, is a Fortification; an unknown one is none."""
    if name in known:
        return known[name].role == "fortification"
    return slug(name) in names() and datasheet(name).role == "fortification"

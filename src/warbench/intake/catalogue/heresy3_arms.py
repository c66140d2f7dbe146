"""Weapons and wargear of a unit of The Horus Heresy, third edition."""

import re
from collections import Counter
from typing import Literal

from msgspec.structs import replace

from warbench.games.heresy3.library import gear
from warbench.intake.catalogue.armoury import PRICE, Armoury, Kit
from warbench.intake.catalogue.evaluate import number
from warbench.intake.catalogue.heresy3_mounts import mount_of, unmounted
from warbench.intake.catalogue.printed import Print, unmarked
from warbench.intake.catalogue.resolved import Reader
from warbench.intake.catalogue.selected import Selected
from warbench.intake.text.lines import folded, plain
from warbench.sheets.datasheet import Wargear, Weapon, WeaponProfile

RANGED = {"R": "range", "FP": "firepower", "RS": "strength", "AP": "ap", "D": "damage"}
MELEE = {"IM": "initiative", "AM": "attacks", "SM": "strength", "AP": "ap", "D": "damage"}
_DICE = re.compile(r"\d*D[36](?:\+\d+)?")
_BAND = re.compile(r">?(\d{1,3})-(\d{1,3})")
_DASHES = (" \N{EN DASH} ", " \N{EM DASH} ", " - ")
_IN_BRACKETS = re.compile(r"(.{1,200}?)\(((?:[^()]|\([^()]*\)){1,200})\)?")
_NUMBERED = re.compile(r"\d\)\s*(.+?)\s+([<>]?\d[\d<>-]*)")
_PARTS = re.compile(r"\((?:primary|secondary)\b", re.IGNORECASE)
_BETWEEN_COMMAS = re.compile(r"(?:[^,()]|\([^()]*\)|[()])+")
_UNPARTED = re.compile(r"\)\.? (?=[A-Z])")
_SLIPS = {
    "critical hits": "Critical Hit",
    "duelist's edge": "Duellist's Edge",
    "duellists edge": "Duellist's Edge",
    "macros-auspex": "Macro-auspex",
    "ordinance": "Ordnance",
    "poison": "Poisoned",
}
"""Special rules as catalogues misspell them, and what they are called."""
_NOTHING = frozenset({"", "-", "none", "n/a", "\N{EN DASH}"})


class Heresy3Armoury(Armoury):
    """Weapons by the tables of the game, with their mounts; an upgrade with a Wargear profile is an item. Prices are kept."""

    def __init__(self, reader: Reader, points: str) -> None:
        """Start empty; ``points`` is what the cost is called."""
        super().__init__(reader)
        self.wargear: dict[str, Wargear] = {}
        self._costs = [each.id for tree in reader.system.all for each in tree.cost_types if each.name == points]

    def read(self, at: Selected, prints: list[Print]) -> Kit:
        """The weapons or the wargear of an entry, and its price."""
        kit: Kit = Counter()
        found = mount_of(at, self._reader)
        if found.odd:
            self.notes.append(f"{found.odd}: its arc is not known, it is taken to be {found.mount or 'not bounded'}")
        lost: list[str] = []
        for table, columns in (("Ranged Weapon", RANGED), ("Melee Weapon", MELEE)):
            rows = [each for each in prints if each.table.removeprefix("Psychic ") == table]
            for weapon in self._weapons(at, rows, columns, found.mount if columns is RANGED else "", lost):
                kit[self.named(weapon, at)] += found.count if columns is RANGED else 1
        self.notes += lost
        if at.resolved.type == "upgrade":
            for each in prints:
                if (each.table == "Wargear" or lost) and not kit:
                    kit[self._item(at, each)] += 1
                self.texts.setdefault(each.name, each.words)
            cost = sum(number(at.resolved.costs.get(key, 0), at.resolved.changes(key), key, at) for key in self._costs[:1])
            if cost:
                kit[PRICE] += round(cost)
        return kit

    def _item(self, at: Selected, each: Print) -> str:
        """An item of wargear; what the game knows by its name it has as the game has it."""
        name = plain(at.resolved.name)
        shared = gear(name)
        self.wargear.setdefault(name.casefold(), Wargear(name) if shared is None else replace(shared, name=name))
        self.texts.setdefault(name, each.words)
        return name

    def _weapons(self, at: Selected, rows: list[Print], columns: dict[str, str], mount: str, lost: list[str]) -> list[Weapon]:
        """The weapons of an entry's rows: those of one name are profiles of one weapon, and so are the two of a combi-weapon."""
        one = plain(at.resolved.name) if any(_PARTS.search(each.name) for each in rows) else ""
        names = [plain(unmounted(unmarked(each.name))) for each in rows]
        heads = [(one, name) if one and len(rows) > 1 else _parts(name) for name in names]
        groups: dict[str, list[WeaponProfile]] = {}
        for each, name, (head, part) in zip(rows, names, heads, strict=True):
            alone = sum(folded(head) == folded(other) for other, _ in heads) == 1
            profile = self._profile(name, each, columns, "" if alone else part, lost)
            if profile is not None:
                groups.setdefault(name if alone else head, []).append(profile)
        kind: Literal["ranged", "melee"] = "ranged" if columns is RANGED else "melee"
        return [
            Weapon(f"{mount} mounted {name[:1].lower()}{name[1:]}" if mount else name, kind, tuple(profiles), mount)
            for name, profiles in groups.items()
        ]

    def _profile(self, name: str, each: Print, columns: dict[str, str], part: str, lost: list[str]) -> WeaponProfile | None:
        """A row as a profile; None, and why in ``lost``, where it has a value that a fight cannot do without."""
        values: dict[str, int | str | None] = {}
        inches: int | None = None
        for column, key in columns.items():
            cell = plain(unmarked(each.cells.get(column, ""))).replace(" ", "").rstrip('"')
            if key == "range":
                band = _BAND.fullmatch(cell)
                if cell.casefold() in {"template", "t"}:
                    continue
                if band:
                    inches = int(band[2])
                    values |= {"minimum": int(band[1])} if int(band[1]) else {}
                elif cell.lstrip("<").isdigit():
                    inches = int(cell.lstrip("<"))
                else:
                    self.notes.append(f"{name}: cannot read R {cell!r}")
                continue
            value = _value(cell, key, columns)
            if value is False:
                lost.append(f"{name}: cannot read {column} {cell!r}: this weapon, or this profile of it, is left out")
                return None
            if value is not None:
                values[key] = value
        if columns is MELEE:
            inches = None
        rules = tuple(self._corrected(name, word) for word in words(each.cells.get("Special Rules", "")))
        return WeaponProfile(values, inches, rules, part, _lower(each.cells.get("Traits", "")))

    def _corrected(self, weapon: str, word: str) -> str:
        """A special rule as it is called; a note where the catalogue spells it otherwise, or leaves its bracket open."""
        head, bracket, x = word.partition("(")
        known = _SLIPS.get(folded(head.strip()), head.strip())
        better = f"{known} ({x.rstrip(')')})" if bracket else known
        if better != word and (known != head.strip() or not word.endswith(")")):
            self.notes.append(f"{weapon}: the special rule {word!r} is read as {better!r}")
            return better
        return word


def words(cell: str) -> tuple[str, ...]:
    """A list of special rules or traits in a cell, commas in brackets kept; one that is missing behind a bracket is put there."""
    flat = _UNPARTED.sub("), ", plain(unmarked(cell).replace("\n", " ")))
    found = _BETWEEN_COMMAS.findall(flat)
    return tuple(word.strip(" .") for word in found if word.strip(" .").casefold() not in _NOTHING)


def _lower(cell: str) -> tuple[str, ...]:
    return tuple(word.casefold() for word in words(cell))


def _parts(name: str) -> tuple[str, str]:
    """A weapon's name and that of its profile: ``Plasma gun (Maximal)``, ``Frag - Krak``, ``1) Beamer 15-30``; else the name."""
    for dash in _DASHES:
        head, found, tail = name.rpartition(dash)
        if found:
            return head.strip(), tail.strip()
    match = _NUMBERED.fullmatch(name) or _IN_BRACKETS.fullmatch(name)
    return (match[1].strip(), match[2].strip()) if match else (name, "")


def _value(cell: str, key: str, columns: dict[str, str]) -> int | str | bool | None:
    """A cell's value; None for nothing (AP only), False when it cannot be read."""
    if cell in {"-", "\N{EN DASH}"}:
        return None if key == "ap" else 0 if columns is RANGED else False
    if re.fullmatch(r"\d{1,3}", cell):
        return int(cell)
    if _DICE.fullmatch(cell.upper()) and key in {"firepower", "damage"}:
        return cell.upper()
    if columns is MELEE and key in {"initiative", "attacks", "strength"}:
        upper = cell.upper()
        if upper in {"I", "A", "S"} or re.fullmatch(r"[+-]\d{1,2}", upper):
            return upper
        if re.fullmatch(r"[X\N{MULTIPLICATION SIGN}]\d", upper):
            return f"x{upper[1]}"
    return False

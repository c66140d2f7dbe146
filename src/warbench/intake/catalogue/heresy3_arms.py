"""Weapons and wargear of a unit of The Horus Heresy, third edition."""

import re
from collections import Counter

from warbench.intake.catalogue.armoury import PRICE, Armoury, Kit
from warbench.intake.catalogue.evaluate import number, text
from warbench.intake.catalogue.printed import Print, unmarked
from warbench.intake.catalogue.resolved import Reader
from warbench.intake.catalogue.selected import Selected
from warbench.intake.lines import plain
from warbench.sheets.datasheet import Wargear, Weapon, WeaponProfile

RANGED = {"R": "range", "FP": "firepower", "RS": "strength", "AP": "ap", "D": "damage"}
MELEE = {"IM": "initiative", "AM": "attacks", "SM": "strength", "AP": "ap", "D": "damage"}
_MOUNT = re.compile(r"^(turret|hull|sponson|pintle|centreline)(?: \(([a-z]+)\))?[ -]mounted\s+", re.IGNORECASE)
_DICE = re.compile(r"\d*D[36](?:\+\d+)?")
_BAND = re.compile(r">?(\d{1,3})-(\d{1,3})")
_DASHES = (" \N{EN DASH} ", " \N{EM DASH} ", " - ")
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
        name = text(at.resolved.name, at.resolved.changes("name"), "name", at)
        match = _MOUNT.match(plain(name))
        mount = ""
        if match:
            mount = match[1].casefold() + (f" ({match[2].casefold()})" if match[2] and match[2].casefold() == "rear" else "")
        for table, columns in (("Ranged Weapon", RANGED), ("Melee Weapon", MELEE)):
            rows = [each for each in prints if each.table.removeprefix("Psychic ") == table]
            for weapon in self._weapons(rows, columns, mount):
                kit[self.named(weapon, at)] += 1
        if at.resolved.type == "upgrade":
            for each in prints:
                if each.table == "Wargear" and not kit:
                    kit[self._item(at, each)] += 1
                self.texts.setdefault(each.name, each.words)
            cost = sum(number(at.resolved.costs.get(key, 0), at.resolved.changes(key), key, at) for key in self._costs[:1])
            if cost:
                kit[PRICE] += round(cost)
        return kit

    def _item(self, at: Selected, each: Print) -> str:
        name = plain(at.resolved.name)
        self.wargear.setdefault(name.casefold(), Wargear(name))
        self.texts.setdefault(name, each.words)
        return name

    def _weapons(self, rows: list[Print], columns: dict[str, str], mount: str) -> list[Weapon]:
        groups: dict[str, list[tuple[str, WeaponProfile]]] = {}
        for each in rows:
            whole = plain(_MOUNT.sub("", unmarked(each.name)))
            head, part = _parts(whole) if len(rows) > 1 else (whole, "")
            profile = self._profile(whole, each, columns, part)
            if profile is not None:
                groups.setdefault(head, []).append((whole, profile))
        kind = "ranged" if columns is RANGED else "melee"
        return [
            Weapon(name, "ranged" if kind == "ranged" else "melee", tuple(p for _, p in found), mount)
            for name, found in groups.items()
        ]

    def _profile(self, name: str, each: Print, columns: dict[str, str], part: str) -> WeaponProfile | None:
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
                self.notes.append(f"{name}: cannot read {column} {cell!r}")
            elif value is not None:
                values[key] = value
        if columns is MELEE:
            inches = None
        return WeaponProfile(
            values, inches, words(each.cells.get("Special Rules", "")), part, _lower(each.cells.get("Traits", ""))
        )


def words(cell: str) -> tuple[str, ...]:
    """A list of special rules or traits in a cell, commas in brackets kept."""
    flat = plain(unmarked(cell).replace("\n", " "))
    found = re.split(r",\s*(?![^()]*\))", flat)
    return tuple(word.strip(" .") for word in found if word.strip(" .").casefold() not in _NOTHING)


def _lower(cell: str) -> tuple[str, ...]:
    return tuple(word.casefold() for word in words(cell))


def _parts(name: str) -> tuple[str, str]:
    for dash in _DASHES:
        head, found, tail = name.rpartition(dash)
        if found:
            return head.strip(), tail.strip()
    return name, ""


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
    return False

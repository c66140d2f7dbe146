"""Weapons and wargear of a unit of Warhammer 40,000."""

import functools
import re
from collections import Counter

from warbench.intake.catalogue.armoury import Armoury, Kit
from warbench.intake.catalogue.printed import Print, unmarked
from warbench.intake.catalogue.resolved import Reader
from warbench.intake.catalogue.selected import Selected
from warbench.intake.findings import Findings
from warbench.intake.pages.weapons import Kind, read_weapons
from warbench.intake.text.lines import Line, plain
from warbench.sheets.datasheet import Ability, Weapon
from warbench.sheets.finding import slug

_TABLES: dict[str, Kind] = {"Ranged Weapons": "ranged", "Melee Weapons": "melee"}
_HEADER = {"ranged": "RANGED WEAPONS | RANGE | A | BS | S | AP | D", "melee": "MELEE WEAPONS | RANGE | A | WS | S | AP | D"}
_COLUMNS = {"ranged": ("Range", "A", "BS", "S", "AP", "D"), "melee": ("Range", "A", "WS", "S", "AP", "D")}
_TWO_WORDS = re.compile(r"^(twin|anti)[ -](?=\w)")
_NO_KEYWORD = frozenset({"", "-", "\N{EN DASH}", "\N{EM DASH}"})


class W40k10Armoury(Armoury):
    """Weapons by the tables of the game; an upgrade with an ability and no weapon is an item of wargear."""

    pairs = True

    def __init__(self, reader: Reader) -> None:
        """Start empty."""
        super().__init__(reader)
        self.abilities: dict[str, Ability] = {}
        self.capitals: dict[str, str] = {}

    def read(self, at: Selected, prints: list[Print]) -> Kit:
        """The weapons of an entry; for an upgrade with abilities and no weapon the upgrade itself."""
        names: list[str] = []
        for table, kind in _TABLES.items():
            rows = [each for each in prints if each.table == table]
            weapons, notes = _weapons(tuple(_row(each, kind) for each in rows), kind)
            names += [self.named(weapon, at) for weapon in weapons]
            self.notes += notes
        abilities = [each for each in prints if each.table == "Abilities"] if at.resolved.type == "upgrade" else []
        item = names[0] if names else plain(at.resolved.name)
        for each in abilities:
            key = slug(each.name)
            self.abilities.setdefault(key, Ability(key, each.name, "wargear", item=item))
            self.texts.setdefault(each.name, each.words)
            self.capitals.setdefault(each.name, each.capitals)
            known = self.abilities[key]
            if known.item != item and not names:
                # The same ability by another item is one more ability: each item must have its own.
                self.abilities.setdefault(slug(item), Ability(slug(item), each.name, "wargear", item=item))
        # A weapon that shoots and strikes is one item.
        return Counter(dict.fromkeys(names, 1) or ([item] if abilities else []))


@functools.lru_cache(maxsize=20_000)
def _weapons(rows: tuple[str, ...], kind: Kind) -> tuple[tuple[Weapon, ...], tuple[str, ...]]:
    """The weapons of some rows, and what could not be read. The same rows stand at many units."""
    findings = Findings()
    found, _ = read_weapons(Line(0, _HEADER[kind]), tuple(Line(0, row) for row in rows), kind, findings)
    return found, tuple(each.text for each in findings.all() if each.group in {"unread", "missing"})


def _row(each: Print, kind: Kind) -> str:
    words = unmarked(each.cells.get("Keywords", "")).split(",")
    keywords = [_TWO_WORDS.sub(r"\1-", word.strip().casefold()) for word in words]
    told = ", ".join(word for word in keywords if word not in _NO_KEYWORD)
    cells = [unmarked(each.cells.get(column, "")) for column in _COLUMNS[kind]]
    name = unmarked(each.name).replace("[", "(").replace("]", ")")
    return " | ".join(cell.replace("|", "/") for cell in (f"{name} [{told}]" if told else name, *cells))

"""Rows of abilities to abilities: core and faction abilities by name; the texts of all stay in the user's library."""

import re

import msgspec

from warbench.games.w40k10.abilities import MODEL_ONLY
from warbench.games.w40k10.library import shared_ability, slug
from warbench.intake.export.fields import text_of, words_of
from warbench.intake.export.tables import Row
from warbench.sheets.datasheet import Ability, AbilityKind

_KINDS: dict[str, AbilityKind] = {
    "core": "core",
    "faction": "faction",
    "datasheet": "datasheet",
    "wargear": "wargear",
    "wargear profile": "weapon",
    "primarch": "datasheet",
    "special": "datasheet",
    "fortification": "datasheet",
}
"""The labels of the export: one kind may have several, some with a remark in brackets behind them."""

_NOTE = "designer's note"
_BRACKET = re.compile(r" ?\(.*\)$")
_NO_FACTION = ""


_CHOSEN = frozenset({"primarch", "special"})
"""Under these labels stand abilities of which one is chosen, or that another rule gives: they do not act by themselves."""


class Found(msgspec.Struct, frozen=True):
    """The abilities of a datasheet, and the words of the export by their names.

    ``chosen`` are the ids of those that may not act although the datasheet prints them.
    """

    abilities: tuple[Ability, ...]
    texts: dict[str, str]
    chosen: frozenset[str] = frozenset()


class Shared:
    """Core and faction abilities, which the export states once: by id and faction."""

    def __init__(self, rows: tuple[Row, ...]) -> None:
        """Sort the rows by id."""
        self._rows: dict[str, dict[str, Row]] = {}
        for row in rows:
            self._rows.setdefault(row["id"], {})[row["faction_id"]] = row

    def row(self, key: str, faction: str) -> Row | None:
        """The row of an ability: the faction's own wording, else the first one; None when there is none of that id."""
        found = self._rows.get(key)
        if not found:
            return None
        return found.get(faction) or found.get(_NO_FACTION) or next(iter(found.values()))


def read_abilities(rows: list[Row], shared: Shared, faction: str, notes: list[str]) -> Found:
    """The abilities of a datasheet in the order of the rows.

    A core ability is known by its name, and so is a faction's ability that the bundled data has.
    """
    abilities: dict[str, Ability] = {}
    chosen: set[str] = set()
    texts: dict[str, str] = {}
    for row in rows:
        label = row["type"].partition("(")[0].strip().casefold()
        stated = shared.row(row["ability_id"], faction) if row["ability_id"] else None
        name = text_of(row["name"] or (stated["name"] if stated else ""))
        words = words_of(row["description"] or (stated["description"] if stated else ""))
        if not name or name.casefold() == _NOTE:
            if words:
                notes.append(f"note: {text_of(row['description'])}")
            continue
        if words:
            texts.setdefault(name, words)
        kind = _KINDS.get(label)
        if kind == "weapon":
            # What a weapon's ability means; the weapon itself names it.
            continue
        if kind is None:
            notes.append(f"ability {name!r}: its label {row['type']!r} is not known: taken for one of the datasheet")
            kind = "datasheet"
        ability = _ability(name, kind, text_of(row["parameter"]))
        if ability.id in abilities:
            notes.append(f"ability {name!r} is printed again: loaded once")
        abilities.setdefault(ability.id, ability)
        if label in _CHOSEN:
            chosen.add(ability.id)
    return Found(tuple(abilities.values()), texts, frozenset(chosen))


def _ability(name: str, kind: AbilityKind, parameter: str) -> Ability:
    """An ability by its row. A core one that not all models have, says in brackets behind its X whose it is."""
    bracket = _BRACKET.search(parameter) if kind == "core" else None
    known_bracket = bracket is not None and slug(name) == "deadly-demise" and bracket[0].endswith(MODEL_ONLY)
    key = slug(name if bracket is None or known_bracket else f"{name} {parameter}")
    plain = parameter if known_bracket else _BRACKET.sub("", parameter)
    known = shared_ability(key, plain) if kind in {"core", "faction"} else None
    if known is not None:
        return known
    return Ability(key, name, kind, parameter, _small(name) if kind == "wargear" else "")


def _small(item: str) -> str:
    """An item as options print it: a first capital goes unless the word has others ("MATR autocannon")."""
    first, space, rest = item.removesuffix(" (Aura)").partition(" ")
    return first.casefold() + space + rest if first.istitle() else item

"""Weapon tables: rows of name, abilities, range, A, BS or WS, S, AP and D to weapons (W-049..W-058)."""

import re
from typing import Literal

import msgspec

from warbench.intake.findings import Findings, listed, shown
from warbench.intake.lines import Line, folded, plain
from warbench.sheets.datasheet import Weapon, WeaponProfile

Kind = Literal["ranged", "melee"]
Characteristics = dict[str, int | str | None]

_COLUMNS = {"a": "attacks", "bs": "skill", "ws": "skill", "s": "strength", "ap": "ap", "d": "damage"}
_NUMBER = re.compile(r"[+-]?\d{1,3}")
_DICE = re.compile(r"(?:[1-9]\d?)?D[36](?:\+[1-9]\d?)?")
_TARGET_NUMBER = re.compile(r"(\d)\+?")
_NOTHING = frozenset({"n/a", "-", "\N{EN DASH}", "\N{EM DASH}", ""})
_ARROW = re.compile(r"[➤►▶→⮞➔➜>»]+ ?")
_DASHES = (" \N{EN DASH} ", " \N{EM DASH} ", " - ", " \N{RIGHTWARDS ARROW} ")
_TAG_DICE = re.compile(r"\bd(?=[36]\b)")


class _Row(msgspec.Struct):
    """A row as printed: the weapon's name, the profile's name behind the dash, and the rest."""

    line: int
    name: str
    part: str
    arrow: bool
    whole: str
    profile: WeaponProfile


def read_weapons(
    heading: Line, body: tuple[Line, ...], kind: Kind, findings: Findings
) -> tuple[tuple[Weapon, ...], tuple[Line, ...]]:
    """The weapons of one table, and the lines below it that are no rows of it.

    A row that is printed twice, first with empty cells, is loaded once. Abilities are lower case, dice in them upper case
    (W-354). Ranges are in inches. What cannot be read is named in ``findings``.
    """
    columns = _header(heading)
    twins: list[str] = []
    capitals: list[str] = []
    empty: dict[str, int] = {}
    rows: dict[str, _Row] = {}
    others: list[Line] = []
    for line in body:
        if not line.is_row:
            others.append(line)
            continue
        found = _header(line)
        if found:
            columns = found
            continue
        cells = line.cells
        if not cells:
            findings.add("missing.table", line.number, "a row of the weapon table is empty")
            continue
        key = folded(cells[0])
        if len(cells) == 1:
            empty.setdefault(key, line.number)
            continue
        row = _row(line, columns, kind, findings)
        if row is None:
            continue
        if empty.pop(key, None) is not None:
            twins.append(row.whole)
        if key in rows:
            _again(rows[key], row, findings)
            continue
        if any(letter.isupper() for letter in cells[0].partition("[")[2]):
            capitals.append(row.whole)
        rows[key] = row
    if twins:
        text = f"rows of {kind} weapons are printed twice, first with empty cells; each is loaded once: {listed(twins)}"
        findings.add("repaired.twin-rows", heading.number, text)
    if capitals:
        text = f"abilities in capitals are read as lower case: {listed(capitals)}"
        findings.add("repaired.capitals", heading.number, text)
    for key, number in empty.items():
        if key in rows:
            findings.add("repaired.twin-rows", number, f"an empty row of {shown(rows[key].whole)} is left out")
        else:
            findings.add("missing.weapon-numbers", number, f"the row {shown(key)} has no numbers: not loaded")
    return _grouped(list(rows.values()), kind), tuple(others)


def _header(line: Line) -> list[str]:
    """The columns of a header row in lower case; none when it is no header."""
    cells = [folded(cell) for cell in line.cells]
    return cells if "range" in cells and "a" in cells else []


def _row(line: Line, columns: list[str], kind: Kind, findings: Findings) -> _Row | None:
    cells = line.cells
    if not columns:
        columns = ["", "range", "a", "bs", "s", "ap", "d"]
    if len(cells) > len(columns):
        findings.add("unread.weapon-row", line.number, f"the row {shown(line.text)} has more cells than the table has columns")
        return None
    by_column = {column: cell for column, cell in zip(columns[1:], cells[1:], strict=False) if column}
    characteristics: Characteristics = {}
    faults: list[str] = []
    for column, name in _COLUMNS.items():
        if column not in columns:
            continue
        cell = by_column.get(column, "")
        value = _value(name, cell)
        if isinstance(value, _Bad):
            faults.append(f"{column.upper()} {shown(cell)}")
        else:
            characteristics[name] = value
    faults += [f"no column {name}" for name in dict.fromkeys(_COLUMNS.values()) if name not in characteristics and not faults]
    inches = _range(by_column.get("range", ""), kind)
    if isinstance(inches, _Bad):
        faults.append(f"RANGE {shown(by_column.get('range', ''))}")
    if faults or isinstance(inches, _Bad):
        text = f"the row of {shown(cells[0])} is not loaded: cannot read {listed(faults)}"
        findings.add("unread.weapon-row", line.number, text)
        return None
    whole, tags = _name(cells[0])
    name, part = _parts(whole)
    arrow = bool(_ARROW.match(cells[0]))
    profile = WeaponProfile(characteristics=characteristics, range=inches, abilities=tags)
    return _Row(line.number, name, part, arrow, whole, profile)


class _Bad:
    """A cell that cannot be read."""


def _value(name: str, cell: str) -> int | str | None | _Bad:
    text = plain(cell).replace(" ", "")
    if name == "skill":
        if text.casefold() in _NOTHING - {""}:
            return None
        match = _TARGET_NUMBER.fullmatch(text)
        return int(match[1]) if match else _Bad()
    if _NUMBER.fullmatch(text):
        return int(text)
    dice = text.upper()
    if name != "ap" and _DICE.fullmatch(dice):
        return dice
    # An AP of nothing is printed as a dash on some pages.
    return 0 if name == "ap" and text in _NOTHING - {""} else _Bad()


def _range(cell: str, kind: Kind) -> int | None | _Bad:
    text = plain(cell).replace(" ", "").rstrip("\"'").casefold()
    if kind == "melee":
        return None if text in {"melee", *_NOTHING} else _Bad()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else _Bad()  # noqa: PLR2004 - three digits


def _name(cell: str) -> tuple[str, tuple[str, ...]]:
    """The name and the abilities in brackets behind it: ``Twin bolt cannon [SUSTAINED HITS 1, TWIN-LINKED]``."""
    name, _, rest = cell.partition("[")
    words = rest.replace("]", ",").replace("[", ",").split(",")
    tags = (_TAG_DICE.sub("D", plain(word).casefold()) for word in words)
    return _ARROW.sub("", name, count=1).strip() if _ARROW.match(name) else name.strip(), tuple(tag for tag in tags if tag)


def _parts(name: str) -> tuple[str, str]:
    for dash in _DASHES:
        head, found, tail = name.rpartition(dash)
        if found and head and tail:
            return head.strip(), tail.strip()
    return name, ""


def _again(first: _Row, second: _Row, findings: Findings) -> None:
    if first.profile == second.profile:
        findings.add("repaired.twin-rows", second.line, f"the row of {shown(second.whole)} is printed again: loaded once")
    else:
        text = f"{shown(second.whole)} is printed again with other numbers than in line {first.line}: the first are kept"
        findings.add("unread.weapon-row", second.line, text)


def _grouped(rows: list[_Row], kind: Kind) -> tuple[Weapon, ...]:
    """Rows of one name in front of a dash are the profiles of one weapon (W-058)."""
    groups: dict[str, list[_Row]] = {}
    for row in rows:
        groups.setdefault(folded(row.name) if row.part else folded(row.whole), []).append(row)
    weapons: list[Weapon] = []
    for group in groups.values():
        several = len(group) > 1 or group[0].arrow
        if several:
            profiles = tuple(msgspec.structs.replace(row.profile, name=row.part) for row in group)
            weapons.append(Weapon(group[0].name, kind, profiles))
        else:
            # One row alone with a dash: the dash belongs to the name.
            weapons.append(Weapon(group[0].whole, kind, (group[0].profile,)))
    return tuple(weapons)

"""Weapon tables: rows of name, abilities, range, A, BS or WS, S, AP and D to weapons (W-049..W-058)."""

import re
from typing import Literal

import msgspec

from warbench.intake.findings import Findings, listed, shown
from warbench.intake.text.diced import without_faces
from warbench.intake.text.lines import Line, folded, plain
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
    table = _Table(kind, _header(heading), findings)
    others: list[Line] = []
    for line in body:
        if line.is_row:
            table.take(line)
        else:
            others.append(line)
    table.report(heading.number)
    return _grouped(list(table.rows.values()), kind), tuple(others)


class _Table:
    """The rows of one table as they come: those with numbers by name, and what was noticed on the way."""

    def __init__(self, kind: Kind, columns: list[str], findings: Findings) -> None:
        self.rows: dict[str, _Row] = {}
        self._kind: Kind = kind
        self._columns = columns
        self._findings = findings
        self._empty: dict[str, int] = {}
        self._twins: list[str] = []
        self._capitals: list[str] = []

    def take(self, line: Line) -> None:
        """One more row: a header, a row without numbers, or a weapon."""
        cells = line.cells
        columns = _header(line)
        if columns:
            self._columns = columns
        elif not cells:
            self._findings.add("missing.table", line.number, "a row of the weapon table is empty")
        elif len(cells) == 1:
            self._empty.setdefault(folded(cells[0]), line.number)
        else:
            row = _row(line, self._columns, self._kind, self._findings)
            if row is not None:
                self._weapon(row, cells[0])

    def _weapon(self, row: _Row, cell: str) -> None:
        key = folded(cell)
        if self._empty.pop(key, None) is not None:
            self._twins.append(row.whole)
        if key in self.rows:
            _again(self.rows[key], row, self._findings)
            return
        if any(letter.isupper() for letter in cell.partition("[")[2].replace("D3", "").replace("D6", "")):
            self._capitals.append(row.whole)
        self.rows[key] = row

    def report(self, number: int) -> None:
        """Say what was repaired in the table whose heading stands in line ``number``, and which rows have no numbers."""
        if self._twins:
            text = f"rows of {self._kind} weapons are printed twice, first with empty cells; each is loaded once: "
            self._findings.add("repaired.twin-rows", number, text + listed(self._twins))
        if self._capitals:
            text = f"abilities in capitals are read as lower case: {listed(self._capitals)}"
            self._findings.add("repaired.capitals", number, text)
        for key, line in self._empty.items():
            if key in self.rows:
                text = f"an empty row of {shown(self.rows[key].whole)} is left out"
                self._findings.add("repaired.twin-rows", line, text)
            else:
                self._findings.add("missing.weapon-numbers", line, f"the row {shown(key)} has no numbers: not loaded")


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
    whole, tags = without_faces(*_name(cells[0]))
    name, part = _parts(whole)
    arrow = bool(_ARROW.match(cells[0]))
    profile = WeaponProfile(characteristics=characteristics, range=inches, abilities=tags)
    return _Row(line.number, name, part, arrow, whole, profile)


class _Bad:
    """A cell that cannot be read."""


def _value(name: str, cell: str) -> int | str | _Bad | None:
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


def _range(cell: str, kind: Kind) -> int | _Bad | None:
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

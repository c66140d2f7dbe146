"""Wargear: rows of melee weapons, and numbers that stand in sentences."""

import re

from warbench.intake.findings import Findings, listed, shown
from warbench.intake.heresy3.kinds import is_profile_head
from warbench.intake.heresy3.outline import Section
from warbench.intake.heresy3.reading import Wargear
from warbench.intake.heresy3.words import named, whole
from warbench.intake.text.lines import Line, folded, plain

_COLUMNS = {"im": "initiative_modifier", "am": "attacks_modifier", "sm": "strength_modifier", "ap": "ap", "d": "damage"}
_CELL = re.compile(r"[+-]?\d{1,3}|\d?D[36](?:\+\d)?|[AISX]")
_DASHES = ("-", "\N{EN DASH}", "\N{EM DASH}")

_NEW = "new wargear: "
_COST = re.compile(r"\+(\d{1,4}) Points per Model")
_OWNED = re.compile(r"\bhas an? ([a-z][a-z -]{1,40}?) may\b")
_SAID: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("combat_initiative", re.compile(r"Combat Initiative of (\d{1,2})\b")),
    ("attacks", re.compile(r"may only make an? (single|\d{1,2}) attack")),
    ("strength", re.compile(r"Strength of (\d{1,2})\b")),
    ("ap", re.compile("AP of ['\"]?([\\d\N{EN DASH}\N{EM DASH}-]{1,2})")),
    ("damage", re.compile(r"Damage of ['\"]?(\w{1,4})")),
)
_INVULNERABLE = re.compile(r"\b(\d)\+ Invulnerable Save")
_GAINS = re.compile(r"\bgains the ([^.]{1,200})")
_AGAINST = re.compile(r"composed entirely of Models with the ([^.]{1,100}?) Type")


def read_wargear(sections: list[Section], findings: Findings) -> tuple[Wargear, ...]:
    """The wargear that these sections describe, by name; what several sections say of one is put together."""
    found: dict[str, Wargear] = {}
    for section in sections:
        rows = [line for line in section.lines if line.is_row]
        pieces = _rows(rows, findings) if rows else [_sentences(section)]
        for piece in pieces:
            key = folded(piece.name)
            found[key] = _merged(found[key], piece) if key in found else piece
    for item in found.values():
        if item == Wargear(name=item.name, line=item.line):
            findings.add("missing.wargear-numbers", item.line, f"{item.name}: no numbers are found on the page")
    return tuple(found.values())


def _sentences(section: Section) -> Wargear:
    text = " ".join(plain(line.text) for line in section.lines)
    cost = _COST.search(text)
    # Who may have it stands in the sentence of its cost.
    bearer = text[: cost.start()].rpartition(". ")[2].partition(" the ")[2] if cost else ""
    owned = _OWNED.search(bearer)
    numbers: dict[str, int | str | None] = {}
    for name, pattern in _SAID:
        said = pattern.search(text)
        if said:
            numbers[name] = _number(said[1])
    save, gains, against = _INVULNERABLE.search(text), _GAINS.search(text), _AGAINST.search(text)
    return Wargear(
        name=section.heading[len(_NEW) :] if folded(section.heading).startswith(_NEW) else section.heading,
        line=section.line,
        characteristics=numbers,
        hits_automatically="automatically Hit" in text,
        targets=tuple(re.split(r" or |, ", against[1])) if against else (),
        cost=int(cost[1]) if cost else None,
        cost_line=section.lines[0].number if cost and section.lines else None,
        needs_traits=named(bearer, "Trait"),
        needs_sub_types=named(bearer, "Sub-Type"),
        needs_wargear=(owned[1],) if owned else (),
        invulnerable=int(save[1]) if save else None,
        gives_traits=named(gains[1], "Trait") if gains else (),
        gives_sub_types=named(gains[1], "Sub-Type") if gains else (),
    )


def _number(text: str) -> int | str | None:
    if text in _DASHES:
        return None
    number = 1 if text == "single" else whole(text)
    return text if number is None else number


def _merged(first: Wargear, second: Wargear) -> Wargear:
    """What either says; the first wins. Its line is where the wargear itself is described, not where its cost stands."""
    empty = Wargear(name="", line=0)
    fields = ("name", "line")
    values = {
        name: getattr(first, name) if getattr(first, name) != getattr(empty, name) else getattr(second, name)
        for name in Wargear.__struct_fields__
        if name not in fields
    }
    described = second if first.cost_line is not None and second.cost_line is None else first
    return Wargear(name=described.name, line=described.line, **values)


def _rows(rows: list[Line], findings: Findings) -> list[Wargear]:
    columns: list[str] = []
    found: list[Wargear] = []
    for line in rows:
        cells = line.cells
        if is_profile_head(cells):
            columns = [folded(cell) for cell in cells]
        elif columns and len(cells) > 1:
            found += _row(line, columns, findings)
        # A row of one cell is a caption.
    return found


def _row(line: Line, columns: list[str], findings: Findings) -> list[Wargear]:
    # As many cells as columns, whatever was cut from the end.
    row = dict(zip(columns, (*line.cells, *([""] * len(columns))), strict=False))
    numbers: dict[str, int | str | None] = {}
    faults: list[str] = []
    for column, name in _COLUMNS.items():
        cell = plain(row[column])
        if cell in _DASHES:
            numbers[name] = None
        elif _CELL.fullmatch(cell):
            number = cell.removeprefix("-").removeprefix("+")
            # A sign is kept where it says that the number modifies: +4 is no 4.
            numbers[name] = int(cell) if number.isdigit() and not cell.startswith("+") else cell
        else:
            faults.append(f"{column.upper()} {shown(cell)}")
    name = line.cells[0]
    if faults or len(line.cells) > len(columns):
        what = listed(faults) or "more cells than columns"
        findings.add("unread.weapon-row", line.number, f"the row of {shown(name)} is not read: {what}")
        return []
    return [
        Wargear(
            name=name,
            line=line.number,
            characteristics=numbers,
            special_rules=_names(row.get("special rules", "")),
            traits=_names(row.get("traits", "")),
        )
    ]


def _names(cell: str) -> tuple[str, ...]:
    names = (name.strip() for name in cell.split(","))
    return tuple(name for name in names if name and name not in _DASHES)

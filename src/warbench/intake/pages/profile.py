"""The model profile (M T Sv W Ld OC) and the title, from the lines above the weapons."""

import re

import msgspec

from warbench.intake.findings import Findings, listed, shown
from warbench.intake.text.glue import is_heading
from warbench.intake.text.lines import Line, folded, plain
from warbench.sheets.datasheet import ModelProfile

_NAMES = {
    "m": "movement",
    "t": "toughness",
    "sv": "save",
    "w": "wounds",
    "ld": "leadership",
    "oc": "objective_control",
    "inv": "invulnerable",
    "invsv": "invulnerable",
    "inv sv": "invulnerable",
}
_NEEDED = ("m", "t", "sv", "w", "ld", "oc")
# 20+" is an aircraft that must go on; a dash is a model that cannot move.
_VALUE = re.compile(r"(\d{1,3})(?:\+?\"|\+|\*)?|-")
_BASE = re.compile(r"(?:base(?: size)?:? )?\(?⌀? ?(\d{2,3}(?:\.\d)?(?: ?x ?\d{2,3}(?:\.\d)?)? ?mm(?: oval)?)\)?", re.IGNORECASE)
_INVULNERABLE = re.compile(r"invulnerable save:? ?\(?(\d)\+\)?|(\d)\+ invulnerable save")
_MOST_TITLE = 120
_DASHES = (" \N{EN DASH} ", " \N{EM DASH} ", " - ")


class Head(msgspec.Struct, frozen=True):
    """What stands above the weapons: faction, unit, its kinds of model."""

    faction: str
    name: str
    models: tuple[ModelProfile, ...]


def read_head(lines: tuple[Line, ...], findings: Findings) -> Head:
    """The title ("Faction - Unit" or the unit alone), the profiles and the base size. ``name`` is empty without a title."""
    profiles: list[tuple[str, dict[str, int | None]]] = []
    titles: list[Line] = []
    others: list[Line] = []
    invulnerable = 0
    base = ""
    place = 0
    while place < len(lines):
        line = lines[place]
        taken, found = _profile_at(lines, place, findings)
        if taken:
            profiles += found
            place += taken
            continue
        place += 1
        text = folded(line.text)
        match = _INVULNERABLE.fullmatch(text)
        if match:
            invulnerable = int(match[1] or match[2])
        elif text.rstrip(":") == "invulnerable save" and place < len(lines) and _VALUE.fullmatch(lines[place].text):
            invulnerable = _number(lines[place].text) or 0
            place += 1
        elif found_base := _BASE.fullmatch(plain(line.text)):
            base = found_base[1]
        elif is_heading(line) or _is_title(line):
            titles.append(line)
        else:
            others.append(line)
    title = _title(titles)
    for line in (*titles, *others):
        if line is not title:
            findings.add("unread.preface", line.number, f"not part of a datasheet: {shown(line.text)}")
    faction, name = _names(title.text) if title else ("", "")
    models = tuple(_model(own or name, values, base, invulnerable) for own, values in profiles)
    return Head(faction, name, models)


def _model(name: str, values: dict[str, int | None], base: str, invulnerable: int) -> ModelProfile:
    values = {"invulnerable": invulnerable, **values} if invulnerable else values
    return ModelProfile(name, values, base)


def _is_title(line: Line) -> bool:
    """Whether the line is "Faction - Unit", whatever the case of its words."""
    text = line.text
    dashed = any(dash in text for dash in _DASHES)
    return dashed and not line.bullet and not line.is_row and len(text) <= _MOST_TITLE and text[-1] not in ".:;,!?"


def _title(titles: list[Line]) -> Line | None:
    """The last line "Faction - Unit"; else the last heading: what stands above it is the site's own."""
    dashed = [line for line in titles if any(dash in line.text for dash in _DASHES)]
    found = dashed or titles
    return found[-1] if found else None


def _names(title: str) -> tuple[str, str]:
    for dash in _DASHES:
        faction, found, name = title.partition(dash)
        if found:
            return faction.strip(), name.strip()
    return "", title


def _profile_at(lines: tuple[Line, ...], place: int, findings: Findings) -> tuple[int, list[tuple[str, dict[str, int | None]]]]:
    """How many lines from ``place`` on are a profile, and what it says. 0 when they are none."""
    line = lines[place]
    if line.is_row or " " in line.text:
        cells = line.cells if line.is_row else tuple(line.text.split())
        header = [folded(cell) for cell in cells]
        if not set(_NEEDED) <= set(header):
            return 0, []
        return _table(lines, place, header, findings)
    return _upright(lines, place)


def _table(
    lines: tuple[Line, ...], place: int, header: list[str], findings: Findings
) -> tuple[int, list[tuple[str, dict[str, int | None]]]]:
    found: list[tuple[str, dict[str, int | None]]] = []
    taken = 1
    for line in lines[place + 1 :]:
        cells = list(line.cells if line.is_row else line.text.split())
        if not line.is_row and sum(_number(cell) is not None for cell in cells) < len(_NEEDED):
            break
        taken += 1
        columns = header if header[0] not in _NAMES or len(cells) == len(header) else ["", *header]
        by_column = dict(zip(columns, cells, strict=False))
        values = {_NAMES[column]: _number(cell) for column, cell in by_column.items() if column in _NAMES and cell}
        bad = [column.upper() for column in _NEEDED if values.get(_NAMES[column]) is None]
        if bad:
            findings.add(
                "unread.profile", line.number, f"the profile {shown(line.text)} is not loaded: cannot read {listed(bad)}"
            )
            continue
        found.append(("" if columns[0] in _NAMES else by_column.get(columns[0], ""), values))
    return taken, found


def _upright(lines: tuple[Line, ...], place: int) -> tuple[int, list[tuple[str, dict[str, int | None]]]]:
    """A profile saved one value a line: all names and then all values, or name and value in turns."""
    count = len(_NEEDED)
    texts = [folded(line.text) for line in lines[place : place + 2 * count]]
    needed = list(_NEEDED)
    for names, values in ((texts[:count], texts[count:]), (texts[::2], texts[1::2])):
        if names == needed and all(_number(value) is not None for value in values) and len(values) == count:
            return 2 * count, [("", {_NAMES[name]: _number(value) for name, value in zip(names, values, strict=True)})]
    return 0, []


def _number(cell: str) -> int | None:
    match = _VALUE.fullmatch(plain(cell).replace(" ", ""))
    if match is None:
        return None
    return int(match[1] or 0)

"""Text lists of armies: which dialect it is, its head, and its units one after the other."""

import re

import msgspec

from warbench.intake.lists.army import ListedArmy, ListedUnit
from warbench.intake.lists.head import Head, of_app, of_builder, of_heresy3, of_tournament
from warbench.intake.lists.unit import read_unit
from warbench.intake.lists.words import CHART, FOOTER, GROUP, UNIT, WITH, is_section
from warbench.intake.sources import IntakeError, SourceFile

MOST_BYTES = 2 * 1024 * 1024
MOST_LINE = 4000
MOST_LINES = 20_000
MOST_UNITS = 500
_BELOW = re.compile(r"\s*[\N{BULLET}\N{WHITE BULLET}]|\s+\S|\d{1,3} with\b", re.IGNORECASE)
_HEADING = re.compile(r"#{1,3} *(.*)")
_PRICE = re.compile(r" ?\[\d+ ?pts\]$")
_EXPECTED = "expected a list as the official app, a list builder or a tournament form writes it: units with points in brackets"

_TWO_BYTES = "utf-16"

Numbered = tuple[int, str]


def is_list(data: bytes) -> bool:
    """Whether the bytes look like a text list: lines that name units with points."""
    encoding = _encoding(data)
    if b"\0" in data[:4096] and encoding != _TWO_BYTES:
        return False
    text = data[:200_000].decode(encoding, errors="replace")
    return sum(UNIT.fullmatch(line.strip()[:MOST_LINE]) is not None for line in text.splitlines()[:2000]) > 1


def read_list(file: SourceFile) -> ListedArmy:
    """The army of a text list, as printed.

    Raises:
        IntakeError: naming the file and the reason: too large, binary, not UTF-8, endless lines, or no list.
    """
    lines = _lines(file)
    texts = [text for _, text in lines]
    if any(CHART.fullmatch(text.strip()) for text in texts):
        return _heresy3(lines, file.name)
    if texts and texts[0].lstrip().startswith("+++"):
        dialect, head, body = _tournament(lines)
    elif any("++ Army Roster ++" in text for text in texts[:20]):
        dialect, head, body = _builder(lines)
    elif texts and not _BELOW.match(texts[1] if len(texts) > 1 else "") and _is_title(lines):
        dialect, head, body = _app(lines)
    else:
        dialect, head, body = "short", Head(), lines
    units, unread = _units(body)
    if not units:
        raise IntakeError(file.name, f"no list of an army: found no unit; {_EXPECTED}")
    return ListedArmy(
        dialect=dialect,
        name=head.name,
        faction=head.faction,
        detachments=tuple(head.detachments),
        total=head.total,
        limit=head.limit,
        warlord=head.warlord,
        units=tuple(units),
        unread=tuple(unread),
        titled=head.titled,
    )


def _encoding(data: bytes) -> str:
    """UTF-8, or UTF-16 where the file begins with its mark, as some editors write it."""
    return _TWO_BYTES if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"


def _lines(file: SourceFile) -> list[Numbered]:
    if len(file.data) > MOST_BYTES:
        raise IntakeError(file.name, f"is larger than {MOST_BYTES // 1024 // 1024} MB; a list has a few kilobytes")
    encoding = _encoding(file.data)
    try:
        text = file.data.decode(encoding)
    except UnicodeDecodeError as error:
        number = file.data.count(b"\n", 0, error.start) + 1
        byte = file.data[error.start]
        why = f"line {number}: found the byte 0x{byte:02x}, expected UTF-8 text: save the file as UTF-8"
        raise IntakeError(
            file.name, why if encoding != _TWO_BYTES else "is no sound UTF-16 text: save the file as UTF-8"
        ) from error
    if "\0" in text:
        raise IntakeError(file.name, "is binary: it has NUL bytes")
    raw = text.replace("\r\n", "\n").replace("\r", "\n").replace("\N{NO-BREAK SPACE}", " ").expandtabs(4).split("\n")
    if len(raw) > MOST_LINES:
        raise IntakeError(file.name, f"has more than {MOST_LINES:,} lines; a list has a few hundred")
    for number, line in enumerate(raw, 1):
        if len(line) > MOST_LINE:
            raise IntakeError(file.name, f"line {number}: is longer than {MOST_LINE:,} letters")
    return [(number, line.rstrip()) for number, line in enumerate(raw, 1) if line.strip()]


def _is_title(lines: list[Numbered]) -> bool:
    """Whether the first line is a title with points: something else than units stands before the first unit with a list below."""
    first = _first_unit(lines)
    return UNIT.fullmatch(lines[0][1].strip()) is not None and first > 0 and any(_BELOW.match(text) for _, text in lines)


def _first_unit(lines: list[Numbered]) -> int:
    """The place of the first heading or unit with something below it."""
    for place, (_, text) in enumerate(lines):
        if is_section(text):
            return place
        below = lines[place + 1][1] if place + 1 < len(lines) else ""
        if UNIT.fullmatch(text.strip()) and not text[0].isspace() and _BELOW.match(below):
            return place
    return 0


def _app(lines: list[Numbered]) -> tuple[str, Head, list[Numbered]]:
    first = _first_unit(lines)
    return "app", of_app(lines[:first]), lines[first:]


def _heresy3(lines: list[Numbered], name: str) -> ListedArmy:
    """A list of The Horus Heresy: its units stand below the headings of their detachments."""
    places = [place for place, (_, text) in enumerate(lines) if CHART.fullmatch(text.strip())]
    head = of_heresy3(lines[: places[0]])
    charts: list[str] = []
    units: list[ListedUnit] = []
    unread: list[Numbered] = []
    for number, place in enumerate(places):
        match = CHART.fullmatch(lines[place][1].strip())
        charts.append(match[1] if match else "")
        end = places[number + 1] if number + 1 < len(places) else len(lines)
        found, more = _units(lines[place + 1 : end], colons=False)
        units += [msgspec.structs.replace(unit, detachment=number) for unit in found]
        unread += more
    if not units:
        raise IntakeError(name, f"no list of an army: found no unit; {_EXPECTED}")
    return ListedArmy(
        dialect="own",
        name=head.name,
        faction=head.faction,
        detachments=tuple(charts),
        total=head.total,
        limit=head.limit,
        units=tuple(units[:MOST_UNITS]),
        unread=tuple(unread),
        game="heresy3",
        allegiance=head.allegiance,
    )


def _tournament(lines: list[Numbered]) -> tuple[str, Head, list[Numbered]]:
    end = next((place for place, (_, text) in enumerate(lines) if place and text.startswith("+++")), len(lines) - 1)
    body = lines[end + 1 :]
    dialect = "tournament"
    if any(WITH.fullmatch(text.strip()) and not text[0].isspace() for _, text in body):
        dialect = "tournament full"
    elif any((match := UNIT.fullmatch(text.strip())) and match["colon"] for _, text in body):
        dialect = "tournament compact"
    return dialect, of_tournament(lines[:end]), body


def _builder(lines: list[Numbered]) -> tuple[str, Head, list[Numbered]]:
    start = next(place for place, (_, text) in enumerate(lines) if "++ Army Roster ++" in text)
    first = start + 1
    while first < len(lines):
        heading = _HEADING.fullmatch(lines[first][1])
        if heading and not heading[1].casefold().startswith("configuration"):
            break
        first += 1
    return "builder", of_builder(lines[:first]), lines[first:]


def _units(lines: list[Numbered], *, colons: bool = True) -> tuple[list[ListedUnit], list[Numbered]]:
    units: list[ListedUnit] = []
    unread: list[Numbered] = []
    section, group = "", 0
    place = 0
    while place < len(lines):
        number, text = lines[place]
        place += 1
        heading = _HEADING.fullmatch(text)
        if heading or is_section(text):
            section, group = _PRICE.sub("", heading[1] if heading else text).strip(" :"), 0
            continue
        if match := GROUP.fullmatch(text.strip()):
            group = int(match[1] or match[2])
            continue
        if FOOTER.fullmatch(text.strip()):
            continue
        end = place
        while end < len(lines) and _is_below(lines[end][1]):
            end += 1
        unit = read_unit(number, text, lines[place:end], colons=colons) if not text[0].isspace() else None
        if unit is None:
            unread += [(number, text.strip())]
            continue
        units.append(msgspec.structs.replace(unit, section=section, attached=group))
        place = end
        if len(units) > MOST_UNITS:
            unread.append((number, f"more than {MOST_UNITS} units: the rest is not read"))
            break
    return units, unread


def _is_below(text: str) -> bool:
    """Whether a line belongs to the unit above it."""
    return _BELOW.match(text) is not None or text.casefold().startswith(("enhancement:", "enhancements:", "optimisation :"))

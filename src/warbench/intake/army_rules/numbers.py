"""Numbers by battle size, as rules print them in rows: points, or numbers of units by keyword."""

import re

from warbench.games.w40k10.battle.army_rules.rules import SIZES, Counted

_SIZE = re.compile(r"(?P<size>incursion|strike force|onslaught)(?: ?[:|])? ?(?P<rest>.+)", re.IGNORECASE)
_POINTS = re.compile(r"(?:up to )?(\d{1,4}) ?p(?:oin)?ts\.?", re.IGNORECASE)
_HEAD = re.compile(r"BATTLE SIZE \| (?P<columns>.+)", re.IGNORECASE)
_COLUMN = re.compile(r"(?P<keyword>[A-Z]+) UNITS")


def points_by_size(items: tuple[str, ...]) -> tuple[int, ...]:
    """The points of rows by battle size, in the order of ``SIZES``; empty when the rows are something else."""
    found = _rows(items)
    read = {size: _POINTS.fullmatch(rest) for size, rest in found.items()}
    if tuple(read) != SIZES or len(found) != len(items):
        return ()
    return tuple(int(each[1]) for each in read.values() if each is not None) if all(read.values()) else ()


def numbers_by_size(items: tuple[str, ...]) -> tuple[Counted, ...]:
    """The numbers of units by keyword and battle size of a table with a head; empty when it is something else."""
    head = _HEAD.fullmatch(items[0]) if items else None
    found = _rows(items[1:])
    if head is None or tuple(found) != SIZES or len(found) != len(items) - 1:
        return ()
    columns = [_COLUMN.fullmatch(each.strip()) for each in head["columns"].split("|")]
    rows = [[each.strip() for each in rest.split("|")] for rest in found.values()]
    if not all(columns) or any(len(row) != len(columns) or not all(map(str.isdigit, row)) for row in rows):
        return ()
    names = [column["keyword"].casefold() for column in columns if column is not None]
    return tuple(Counted(name, tuple(int(row[place]) for row in rows)) for place, name in enumerate(names))


def _rows(items: tuple[str, ...]) -> dict[str, str]:
    matches = [_SIZE.fullmatch(each) for each in items]
    return {each["size"].casefold(): each["rest"] for each in matches if each is not None}

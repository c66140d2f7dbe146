"""The head of a list: its name, faction, detachments, total and limit, in each dialect's own words."""

import re

import msgspec

from warbench.intake.lists.words import PRICE, is_size, number

_PRICE_AT_END = re.compile(r"(.*?) ?" + PRICE, re.IGNORECASE)
_BRACKET = re.compile(r" ?\([^()]*\)$")
_LIMIT = re.compile(r"\((\d[\d, ]{0,8}) ?(?:point limit|points?|pts)\)", re.IGNORECASE)
_ROSTER = "++ Army Roster ++"
_NONE = frozenset({"", "-", "\N{EM DASH}"})


class Head(msgspec.Struct):
    """What the head of a list says so far."""

    name: str = ""
    faction: str = ""
    detachments: list[str] = []
    total: int | None = None
    limit: int | None = None
    warlord: str = ""
    titled: int | None = None
    allegiance: str = ""


def of_app(lines: list[tuple[int, str]]) -> Head:
    """The head of a list of the official app (or of a builder that writes as it does): a title with points, then names."""
    head = Head()
    names: list[str] = []
    titled: list[str] = []
    for place, (_, line) in enumerate(lines):
        text = line.strip()
        priced = _PRICE_AT_END.fullmatch(text)
        if place == 0 and priced:
            head.total = number(priced[2])
            head.name = priced[1].strip()
            titled = head.name.split(" - ")
        elif priced and is_size(text):
            head.limit = number(priced[2])
        elif ":" not in text and not is_size(text):
            names.append(_BRACKET.sub("", text))
    if not names and len(titled) > 1:
        # A builder that puts all of it into the title: name - faction - detachment.
        head.name, *names = titled
    if names:
        head.faction = names[0]
    if len(names) > 1:
        head.detachments = [name.strip() for name in names[-1].split(" and ")]
    return head


def of_heresy3(lines: list[tuple[int, str]]) -> Head:
    """The head of a list of The Horus Heresy as we write it: a title with points, faction and allegiance, the points limit."""
    head = Head()
    for place, (_, line) in enumerate(lines):
        text = line.strip()
        priced = _PRICE_AT_END.fullmatch(text)
        key, colon, value = text.partition(":")
        if place == 0 and priced:
            head.name, head.total = priced[1].strip(), number(priced[2])
        elif colon and key.casefold() == "points limit":
            head.limit = _points(value.strip())
        elif not head.faction:
            head.faction, _, head.allegiance = (part.strip() for part in text.partition(","))
    return head


def of_tournament(lines: list[tuple[int, str]]) -> Head:
    """The head between lines of plus signs: ``+ FACTION KEYWORD: ...``."""
    head = Head()
    for _, line in lines:
        key, _, value = line.strip("+ ").partition(":")
        value = value.strip()
        key = key.strip().casefold()
        if value in _NONE:
            continue
        if key == "list name":
            head.name = value
        elif key == "faction keyword":
            head.faction = value.rpartition(" - ")[2]
        elif key == "detachment":
            head.detachments = [_BRACKET.sub("", name.strip()) for name in value.split(",")]
        elif key == "total army points":
            head.total = _points(value)
        elif key == "points limit":
            head.limit = _points(value)
        elif key == "warlord":
            head.warlord = value.partition(": ")[2] or value
    return head


def of_builder(lines: list[tuple[int, str]]) -> Head:
    """The head of a builder's list in markdown: ``Faction - Name - [1985 pts]``, then a part called Configuration."""
    head = Head()
    for place, (_, line) in enumerate(lines):
        text = line.strip()
        key, colon, value = text.partition(":")
        if place == 0:
            priced = _PRICE_AT_END.fullmatch(text)
            head.titled = number(priced[2]) if priced else None
            parts = (priced[1] if priced else text).strip(" -").split(" - ")
            head.name = parts[-1]
            head.faction = parts[-2] if len(parts) > 1 else ""
        elif _ROSTER in text:
            priced = _PRICE_AT_END.fullmatch(text)
            head.total = number(priced[2]) if priced else head.titled
        elif colon and key.casefold() == "detachment":
            head.detachments.append(value.strip())
        elif colon and key.casefold() == "battle size" and (match := _LIMIT.search(value)):
            head.limit = number(match[1])
    return head


def _points(text: str) -> int | None:
    match = re.match(r"(\d[\d, ]{0,8}) ?(?:pts|points?)?", text, re.IGNORECASE)
    return number(match[1]) if match else None

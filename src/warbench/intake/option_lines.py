"""The WARGEAR OPTIONS part of a page: lines to sentences with their lists, sentences to options (W-137..W-141)."""

import msgspec

from warbench.intake.findings import Findings, shown
from warbench.intake.items_text import Words
from warbench.intake.lines import Line, folded, plain
from warbench.intake.options_choices import Lock
from warbench.intake.options_text import MOST_LETTERS, OptionReading, read_option
from warbench.sheets.options import Option

MOST_OPTIONS = 200
TOO_MANY = OptionReading(reason=f"more than {MOST_OPTIONS} options")
_OPENERS = (":", "following", "replaced with", "equipped with")


class _Entry(msgspec.Struct):
    """A sentence and the list below it."""

    line: Line
    text: str
    children: list[str]
    open: bool

    @property
    def whole(self) -> str:
        """The sentence and its list in one line."""
        return " / ".join([self.text, *self.children])


def read_options(body: tuple[Line, ...], words: Words, findings: Findings) -> tuple[Option, ...]:
    """The options of a page, in its order. A line that is not understood is kept as text, and a finding names it."""
    options: list[Option] = []
    locks: list[tuple[int, int, Lock]] = []
    for entry in _entries(body):
        if folded(entry.text).rstrip(".") in {"none", ""}:
            continue
        reading = read_option(entry.text, tuple(entry.children), words) if len(options) < MOST_OPTIONS else TOO_MANY
        if not reading.options:
            text = f"this wargear option is kept as text: {reading.reason}: {shown(entry.whole)}"
            findings.add("unread.option", entry.line.number, text)
            options.append(Option((), text=entry.whole))
            continue
        options += reading.options
        locks += [(len(options), entry.line.number, lock) for lock in reading.locks]
    for place, number, lock in locks:
        _lock(options, place, number, lock, findings)
    return tuple(options)


def _lock(options: list[Option], place: int, number: int, lock: Lock, findings: Findings) -> None:
    """After "that model's X cannot be replaced", later options that take X exclude what came with the note."""
    for later in range(place, len(options)):
        option = options[later]
        takers = [any(folded(part.item) == folded(lock.item) for part in choice.takes) for choice in option.choices]
        if takers and all(takers):
            excludes = tuple(dict.fromkeys((*option.excludes, *lock.given)))
            options[later] = msgspec.structs.replace(option, excludes=excludes)
        elif any(takers):
            text = f"{lock.item!r} may not be replaced beside {', '.join(lock.given)}: not all of a later option keeps to it"
            findings.add("unread.option-note", number, text)


def _entries(body: tuple[Line, ...]) -> list[_Entry]:
    bullets = {line.bullet for line in body}
    entries: list[_Entry] = []
    for line in body:
        text = line.text
        if line.bullet == "*" and "-" in bullets:
            text = "* " + text
        last = entries[-1] if entries else None
        if last and _continues(last, line):
            _append(last, text)
        elif last and last.open and _is_child(last, line, text):
            last.children.append(text)
        else:
            entries.append(_Entry(line, text, [], plain(text).rstrip().endswith(_OPENERS)))
    return entries


def _continues(last: _Entry, line: Line) -> bool:
    """A line without a bullet that goes on in lower case was broken by the page, when the line before has a bullet."""
    short = len(last.children[-1] if last.children else last.text) < MOST_LETTERS
    return short and bool(last.line.bullet) and not line.bullet and line.text[0].islower() and not line.is_row


def _append(last: _Entry, text: str) -> None:
    if last.children:
        last.children[-1] += " " + text
    else:
        last.text += " " + text
        last.open = plain(last.text).rstrip().endswith(_OPENERS)


def _is_child(last: _Entry, line: Line, text: str) -> bool:
    if text.startswith("*"):
        return False
    if line.depth > last.line.depth:
        return True
    sentence = " can " in text or " must " in text or "cannot" in text
    if not sentence:
        return True
    # "For every 5 models in this unit:" has sentences below it, each of which begins with a number.
    return " can " not in last.text and text[0].isdigit()

"""The WARGEAR OPTIONS part of a page: lines to sentences with their lists, sentences to options (W-137..W-141)."""

import msgspec

from warbench.intake.findings import Findings, shown
from warbench.intake.options.bounds import Slot, bind, keep, set_apart
from warbench.intake.options.grammar import MOST_LETTERS, OptionReading, marked_items, read_option
from warbench.intake.options.notes import Note, note_of, read_note, unmarked
from warbench.intake.options.slips import corrected
from warbench.intake.text.items import NotUnderstood, Words
from warbench.intake.text.lines import Line, folded, plain
from warbench.sheets.options import Option

MOST_OPTIONS = 200
TOO_MANY = OptionReading(reason=f"more than {MOST_OPTIONS} options")
_OPENERS = (":", "following", "following list", "replaced with", "equipped with", "one of")


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
    slots: list[Slot] = []
    notes: list[tuple[_Entry, str, Note | None]] = []
    said: list[str] = []
    count = 0
    for entry in _entries(body):
        if folded(entry.text).rstrip(".") in {"none", ""}:
            continue
        footnote = note_of(plain(entry.text))
        if footnote is not None and not entry.children:
            notes.append((entry, footnote[0], _note(footnote[1], words)))
            continue
        if (better := corrected(plain(entry.text))) != plain(entry.text):
            said.append(f"read as {better!r}: {shown(entry.text)}")
        slots.append(_slot(entry, words, full=count >= MOST_OPTIONS))
        count += len(slots[-1].options)
        words = words.more(slots[-1].options)
    _bind(slots, notes, findings)
    for slot in slots:
        said += slot.remarks if slot.options else []
    for text in dict.fromkeys(said):
        findings.add("note.option", None, f"wargear option {text}")
    kept = [(slot.number, slot.options or [_as_text(slot.number, slot.text, slot.reason, findings)]) for slot in slots]
    known = {mark for slot in slots for mark in (*slot.marks, *slot.item_marks)}
    for entry, mark, note in notes:
        if note is None or mark not in known:
            reason = "a footnote that is not understood" if note is None else "a footnote without its mark"
            kept.append((entry.line.number, [_as_text(entry.line.number, entry.whole, reason, findings)]))
    return tuple(option for _, options in kept for option in options)


def _as_text(number: int, text: str, reason: str, findings: Findings) -> Option:
    findings.add("unread.option", number, f"this wargear option is kept as text: {reason}: {shown(text)}")
    return Option((), text=text)


def _note(text: str, words: Words) -> Note | None:
    try:
        return read_note(corrected(text), words)
    except NotUnderstood:
        return None


def _slot(entry: _Entry, words: Words, *, full: bool) -> Slot:
    text, marks = unmarked(plain(entry.text))
    bare = [unmarked(plain(child)) for child in entry.children]
    children = tuple(child for child, _ in bare)
    reading = TOO_MANY if full else read_option(text, children, words)
    slot = Slot(entry.line.number, entry.whole, list(reading.options), reading.reason, marks, {}, list(reading.locks))
    slot.other = reading.other
    slot.remarks += [f"{remark}: {shown(entry.text)}" for remark in reading.remarks]
    for place, (child, child_marks) in enumerate(bare):
        for mark in child_marks:
            items = marked_items(child, words)
            if not items and len(slot.options) == len(bare):
                # A list of sentences: the mark stands behind what one of them gives.
                items = tuple(part.item for choice in slot.options[place].choices for part in choice.gives)
            slot.item_marks.setdefault(mark, []).append(items)
    return slot


def _bind(slots: list[Slot], notes: list[tuple[_Entry, str, Note | None]], findings: Findings) -> None:
    """Apply footnotes to the lines that bear their marks; a line with a note that is not understood is not understood."""
    known = {mark: note for _, mark, note in notes if note is not None}
    for slot in slots:
        if any(mark not in known or not slot.marked(mark) for mark in (*slot.marks, *slot.item_marks)):
            slot.forget("a footnote bounds it")
    for mark, note in known.items():
        bind(slots, mark, note)
    set_apart(slots)
    keep(slots, findings)


def _entries(body: tuple[Line, ...]) -> list[_Entry]:
    bullets = {line.bullet for line in body}
    nested = any(line.depth > body[0].depth for line in body)
    entries: list[_Entry] = []
    for line in body:
        text = line.text
        if line.bullet == "*" and "-" in bullets:
            text = "* " + text
        last = entries[-1] if entries else None
        if last and _continues(last, line):
            _append(last, text)
        elif last and (last.open or _is_deeper(last, line)) and _is_child(last, line, text, nested=nested):
            last.children.append(text)
        else:
            entries.append(_Entry(line, text, [], _is_open(text)))
    return entries


def _is_open(text: str) -> bool:
    return unmarked(plain(text))[0].rstrip(" .;").endswith(_OPENERS)


def _continues(last: _Entry, line: Line) -> bool:
    """A line without a bullet that goes on in lower case was broken by the page, when the line before has a bullet."""
    short = len(last.children[-1] if last.children else last.text) < MOST_LETTERS
    return short and bool(last.line.bullet) and not line.bullet and line.text[0].islower() and not line.is_row


def _is_deeper(last: _Entry, line: Line) -> bool:
    return line.depth > last.line.depth and not last.text.rstrip().endswith(".")


def _append(last: _Entry, text: str) -> None:
    if last.children:
        last.children[-1] += " " + text
    else:
        last.text += " " + text
        last.open = _is_open(last.text)


def _is_child(last: _Entry, line: Line, text: str, *, nested: bool) -> bool:
    if text.startswith("*"):
        return False
    if line.depth > last.line.depth:
        return True
    if nested and line.bullet and line.depth <= last.line.depth and folded(text).startswith(("if ", "for ")):
        return False
    sentence = " can " in text or " must " in text or "cannot" in text
    if not sentence:
        return True
    # "For every 5 models in this unit:" has sentences below it, each of which begins with a number.
    return " can " not in last.text and text[0].isdigit()

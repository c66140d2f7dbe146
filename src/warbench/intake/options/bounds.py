"""What binds several lines of wargear options together: footnotes, and items that are not replaced beside others."""

from collections.abc import Iterator

import msgspec

from warbench.intake.findings import Findings
from warbench.intake.options.choices import Lock, within
from warbench.intake.options.notes import Note
from warbench.intake.text.lines import folded
from warbench.sheets.options import Cap, Choice, Option


class Slot(msgspec.Struct):
    """A line of options as it was read, and which footnotes it bears.

    ``marks`` are those of the whole line, ``item_marks`` the entries of its list that bear a mark, as their items. ``remarks``
    are readings that a person should know of. ``other``: the line is for other models than the one before.
    """

    number: int
    text: str
    options: list[Option]
    reason: str
    marks: tuple[str, ...] = ()
    item_marks: dict[str, list[tuple[str, ...]]] = {}
    locks: list[Lock] = []
    remarks: list[str] = []
    other: bool = False

    def forget(self, reason: str) -> None:
        """Not understood after all; the first reason stays."""
        self.options, self.locks, self.reason = [], [], self.reason or reason

    def marked(self, mark: str) -> frozenset[str]:
        """The items (folded) that bear the mark, or come by a line that does."""
        if mark in self.marks:
            return frozenset(item for option in self.options for choice in option.choices for item in _new(choice))
        return frozenset(folded(item) for items in self.item_marks.get(mark, []) for item in items)

    def borne(self, mark: str) -> frozenset[str]:
        """The items (folded) that the mark stands behind; of a line that bears it, all that it gives."""
        if mark in self.marks:
            return self.marked(mark)
        return frozenset(folded(items[-1]) for items in self.item_marks.get(mark, []) if items)


def bind(slots: list[Slot], mark: str, note: Note) -> None:
    """Apply a footnote to the lines and items that bear its mark."""
    bound = [(slot, items) for slot in slots if slot.options and (items := slot.marked(mark))]
    earlier: tuple[str, ...] = ()
    single: dict[str, str] = {}
    for slot, items in bound:
        if note.keep:
            slot.locks += _locks(slot, note.keep, items)
        if note.limit:
            slot.options = [_limited(option, items, note) for option in slot.options]
        if note.either:
            own = _spelled(slot, items)
            slot.options = [_without(option, (*note.barred, *earlier)) for option in slot.options]
            earlier = tuple(dict.fromkeys((*earlier, *own)))
        if note.single:
            single |= {folded(item): item for item in _spelled(slot, slot.borne(mark))}
    if note.barred:
        _bar(slots, note.barred, earlier, tuple(slot for slot, _ in bound))
    caps = (*note.caps, *(Cap((item,)) for item in single.values()))
    if caps and bound:
        models = {option.model for slot, _ in bound for option in slot.options}
        for slot in slots[slots.index(bound[0][0]) :]:
            slot.options = [
                _capped(option, caps) if not option.model or {"", option.model} & models else option for option in slot.options
            ]


def set_apart(slots: list[Slot]) -> None:
    """After "1 other Trooper can ...", the model has nothing that came by the lines before that are for so many Troopers."""
    for place, slot in enumerate(slots):
        first = place
        while slots[first].other and first:
            first -= 1
        given = tuple(
            name
            for earlier in slots[first:place]
            for option in earlier.options
            for choice in option.choices
            for name in dict.fromkeys(part.item for part in choice.gives)
            if folded(name) in _new(choice)
        )
        slot.options = [_without(option, given) for option in slot.options]


def keep(slots: list[Slot], findings: Findings) -> None:
    """After "that model's X cannot be replaced", later options that take X exclude what came with the note."""
    for place, slot in enumerate(slots):
        for lock in slot.locks:
            for later in slots[place + 1 :]:
                changed = [_locked(option, lock) for option in later.options]
                if None in changed:
                    text = f"{lock.item!r} that comes by this line may not be replaced: a later option does not keep to it"
                    findings.add("unread.option-note", slot.number, text)
                    continue
                later.options = [option for option in changed if option is not None]


def _locks(slot: Slot, item: str, marked: frozenset[str]) -> Iterator[Lock]:
    given = tuple(name for name in _spelled(slot, marked) if folded(name) != folded(item))
    if item.casefold() != "weapon":
        yield Lock(item, given)
        return
    yield from (Lock(name, ()) for name in given)


def _locked(option: Option, lock: Lock) -> Option | None:
    """The option of a model that keeps its item; None when it cannot be said."""
    takers = [folded(lock.item) in _gone(choice) for choice in option.choices]
    if not any(takers):
        return option
    if not lock.given:
        return None
    if all(takers):
        return _without(option, lock.given)
    choices = (
        msgspec.structs.replace(choice, excludes=tuple(dict.fromkeys((*choice.excludes, *lock.given)))) if taker else choice
        for choice, taker in zip(option.choices, takers, strict=True)
    )
    return msgspec.structs.replace(option, choices=tuple(choices))


def _limited(option: Option, items: frozenset[str], note: Note) -> Option:
    choices = (
        msgspec.structs.replace(choice, limit=note.limit, per=note.per) if _new(choice) & items else choice
        for choice in option.choices
    )
    return msgspec.structs.replace(option, choices=tuple(choices))


def _without(option: Option, items: tuple[str, ...]) -> Option:
    return msgspec.structs.replace(option, excludes=tuple(dict.fromkeys((*option.excludes, *items))))


def _bar(slots: list[Slot], barred: tuple[str, ...], items: tuple[str, ...], bound: tuple[Slot, ...]) -> None:
    """Later lines that give what is barred beside these items exclude them."""
    wanted = {folded(item) for item in barred}
    for slot in slots[slots.index(bound[0]) :] if bound else ():
        if slot not in bound:
            slot.options = [
                _without(option, items) if any(_new(choice) & wanted for choice in option.choices) else option
                for option in slot.options
            ]


def _capped(option: Option, caps: tuple[Cap, ...]) -> Option:
    """The option with the bounds that it could break, without the choices that break one by themselves."""
    gives = frozenset(item for choice in option.choices for item in _new(choice))
    mine = tuple(cap for cap in caps if gives & {folded(item) for item in cap.items})
    if not mine:
        return option
    caps = tuple(dict.fromkeys((*option.caps, *mine)))
    return msgspec.structs.replace(option, choices=within(option.choices, mine), caps=caps)


def _new(choice: Choice) -> frozenset[str]:
    """What a choice gives that it does not take."""
    taken = {folded(part.item) for part in choice.takes}
    return frozenset(folded(part.item) for part in choice.gives) - taken


def _gone(choice: Choice) -> frozenset[str]:
    """What a choice takes and does not give back."""
    back = {folded(part.item): part.count for part in choice.gives}
    return frozenset(folded(part.item) for part in choice.takes if part.count > back.get(folded(part.item), 0))


def _spelled(slot: Slot, items: frozenset[str]) -> tuple[str, ...]:
    names = {folded(part.item): part.item for option in slot.options for choice in option.choices for part in choice.gives}
    return tuple(name for key, name in names.items() if key in items)

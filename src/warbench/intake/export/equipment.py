"""Who is equipped with what by default: sentences such as "Every Trooper is equipped with: lasgun; knife"."""

import re

import msgspec

from warbench.intake.export.fields import lines_of
from warbench.intake.export.naming import nearest
from warbench.intake.findings import listed
from warbench.intake.text.items import NUMBER, Words, group, model_key, number
from warbench.intake.text.lines import folded
from warbench.sheets.datasheet import Composition

_FOR_EVERY = re.compile(rf"for every {NUMBER} models in (?:the|this) unit, ", re.IGNORECASE)
_IF_SIZE = re.compile(rf"if (?:the|this) unit contains {NUMBER} models, ", re.IGNORECASE)
_SENTENCE = re.compile(r"(.{1,120}?) (?:is|are) (?:each |both |all )?equipped with: ?(.*)", re.IGNORECASE)
_HEAD = re.compile(rf"(?:{NUMBER}|the|every|each|all|any) (other )?", re.IGNORECASE)
_MODEL = re.compile(r" models?$", re.IGNORECASE)
_EVERYBODY = frozenset(
    {"this model", "every model", "each model", "all models", "models", "this unit", "every models", "each models"}
)
_OTHERS = frozenset({"every other model", "all other models", "each other model"})
_NO_ITEM = frozenset({"nothing", "no weapons", ""})
_NOTE = "designer's note"
_MOST_ITEMS = 40


class _Kit(msgspec.Struct, frozen=True):
    """One sentence: of whom, how many of them (0: all, or all that are left), and with what.

    Where that grows with the unit ``count`` is for the largest one, ``least`` for the smallest.
    """

    who: str
    count: int
    items: tuple[str, ...]
    least: int


def is_equipment(field: str) -> bool:
    """Whether a field says what somebody is equipped with, and nothing else."""
    lines = lines_of(field)
    return len(lines) == 1 and " can " not in lines[0] and _SENTENCE.fullmatch(lines[0]) is not None


def equip(members: list[Composition], field: str, items: tuple[str, ...], notes: list[str]) -> tuple[Composition, ...]:
    """The members with their default equipment.

    Where some of one kind of model have other equipment than the rest, they become a line of their own (``Trooper 1``), as
    equipment goes by kind of model.

    Args:
        members: the lines of the composition.
        field: the export's text.
        items: names of weapons and wargear of the datasheet.
        notes: takes what is not understood, and who has no equipment.
    """
    lines = lines_of(field)
    words = Words.of(items)
    shares: dict[str, list[_Kit]] = {line.model: [] for line in members}
    for text in lines:
        match = _SENTENCE.fullmatch(text)
        if match is None:
            if not text.casefold().startswith(_NOTE):
                notes.append(f"beside the equipment: {text}")
            continue
        kit = _kit(match[2], words, items, notes)
        if kit is None:
            notes.append(f"equipment not understood: {match[2]!r}")
            continue
        who, low, high = _for_size(match[1], sum(line.low for line in members), sum(line.high for line in members))
        names = {model_key(name): line.model for line in members for name in (line.kind, line.model) if name}
        chosen = _owners(who, names, list(shares), [model for model, given in shares.items() if all(kit.count for kit in given)])
        if not chosen:
            notes.append(f"whose equipment this is is not understood: {text!r}")
        for model, count in chosen:
            shares[model].append(_Kit(model, count * high, kit, count * low))
    if members and not lines:
        notes.append("the default equipment is not known")
    bare = [model for model, given in shares.items() if not given]
    if lines and bare:
        notes.append(f"no equipment is given for {listed(bare)}")
    return tuple(part for line in members for part in _shared_out(line, shares[line.model]))


def _for_size(who: str, smallest: int, largest: int) -> tuple[str, int, int]:
    """Of whom, without "for every 5 models in the unit", and how often that holds in the smallest and the largest unit."""
    if match := _FOR_EVERY.match(who):
        per = number(match[1]) or 1
        return who[match.end() :], smallest // per, largest // per
    if match := _IF_SIZE.match(who):
        size = number(match[1]) or 0
        return who[match.end() :], int(smallest >= size), int(largest >= size)
    return who, 1, 1


def _kit(text: str, words: Words, items: tuple[str, ...], notes: list[str]) -> tuple[str, ...] | None:
    known = {item.casefold(): item for item in items}
    found: list[str] = []
    # Commas part items only behind the last semicolon.
    head, mark, tail = text.rstrip(" .").rpartition(";")
    for part in (*(head.split(";") if mark else ()), *tail.split(", ")):
        phrase = part.strip(" .")
        if phrase.casefold() in _NO_ITEM:
            continue
        parts = group(phrase, words)
        if parts is None or len(found) > _MOST_ITEMS:
            return None
        # "Crushing teeth and jaws" is one thing, when the datasheet has something that is nearly called so.
        whole = nearest(phrase, items) if len(parts) > 1 and all(one.item.casefold() not in known for one in parts) else None
        for name, count in [(phrase, 1)] if whole else [(one.item, one.count) for one in parts]:
            near = None if name.casefold() in known else nearest(name, items)
            if near:
                notes.append(f"equipped with {name!r}, which the datasheet does not have: taken for {near!r}")
            found += [near or name] * count
    return tuple(found)


def _owners(who: str, names: dict[str, str], models: list[str], bare: list[str]) -> list[tuple[str, int]]:
    """The kinds of model that a sentence is about, each with how many of it: 0 for all that are left.

    ``names`` leads from what they are called to the kind of model, ``bare`` are those without equipment so far.
    """
    low = folded(who).strip()
    if low in _EVERYBODY:
        return [(model, 0) for model in models]
    if low in _OTHERS:
        return [(model, 0) for model in bare]
    # A name may hold an "and" itself.
    whole = _owner(low, names)
    if whole is not None:
        return [whole]
    parts = [_owner(part, names) for part in re.split(r",? and |, ", low)]
    return [part for part in parts if part is not None] if all(parts) else []


def _owner(text: str, names: dict[str, str]) -> tuple[str, int] | None:
    head = _HEAD.match(text)
    count = number(head[1]) or 0 if head and head[1] else 0
    key = model_key(_MODEL.sub("", text[head.end() :] if head else text))
    if key in names:
        return names[key], count
    words = set(key.split())
    near = {model for name, model in names.items() if words <= set(name.split()) or set(name.split()) <= words}
    return (near.pop(), count) if len(near) == 1 and words else None


def _shared_out(line: Composition, kits: list[_Kit]) -> list[Composition]:
    """The line with its equipment: as one line where all have the same, else one line for each."""
    if not kits:
        return [line]
    counted = [kit for kit in kits if 0 < kit.count < line.high]
    if not counted:
        return [msgspec.structs.replace(line, equipped=kits[-1].items)]
    rest = [kit for kit in kits if kit not in counted]
    found: list[Composition] = []
    low, high = line.low, line.high
    for place, kit in enumerate(counted, 1):
        count = min(kit.count, high)
        if count:
            least = min(count, low, kit.least)
            found.append(Composition(f"{line.model} {place}", least, count, kit.items, line.kind or line.model))
            low, high = max(0, low - kit.least), high - count
    if high:
        found.append(Composition(line.model, low, high, rest[-1].items if rest else (), line.kind or line.model))
    return found

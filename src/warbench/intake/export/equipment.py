"""Who is equipped with what by default: sentences such as "Every Trooper is equipped with: lasgun; knife"."""

import difflib
import re

import msgspec

from warbench.intake.export.fields import lines_of
from warbench.intake.findings import listed
from warbench.intake.items_text import NUMBER, Words, group, model_key, number
from warbench.intake.lines import folded
from warbench.sheets.datasheet import Composition

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
_ALIKE = 0.85


class _Kit(msgspec.Struct, frozen=True):
    """One sentence: of whom, how many of them (0: all, or all that are left), and with what."""

    who: str
    count: int
    items: tuple[str, ...]


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
        chosen = _owners(match[1], list(shares), [model for model, given in shares.items() if all(kit.count for kit in given)])
        if not chosen:
            notes.append(f"whose equipment this is is not understood: {text!r}")
        for model, count in chosen:
            shares[model].append(_Kit(model, count, kit))
    if members and not lines:
        notes.append("the default equipment is not known")
    bare = [model for model, given in shares.items() if not given]
    if lines and bare:
        notes.append(f"no equipment is given for {listed(bare)}")
    return tuple(part for line in members for part in _shared_out(line, shares[line.model]))


def _kit(text: str, words: Words, items: tuple[str, ...], notes: list[str]) -> tuple[str, ...] | None:
    known = {item.casefold(): item for item in items}
    found: list[str] = []
    for part in text.rstrip(" .").split(";"):
        phrase = part.strip(" .")
        if phrase.casefold() in _NO_ITEM:
            continue
        parts = group(phrase, words)
        if parts is None or len(found) > _MOST_ITEMS:
            return None
        for one in parts:
            name = one.item
            near = [] if name.casefold() in known else difflib.get_close_matches(name.casefold(), known, n=1, cutoff=_ALIKE)
            if near:
                notes.append(f"equipped with {name!r}, which the datasheet does not have: taken for {known[near[0]]!r}")
                name = known[near[0]]
            found += [name] * one.count
    return tuple(found)


def _owners(who: str, models: list[str], bare: list[str]) -> list[tuple[str, int]]:
    """The kinds of model that a sentence is about, each with how many of it: 0 for all that are left."""
    low = folded(who).strip()
    if low in _EVERYBODY:
        return [(model, 0) for model in models]
    if low in _OTHERS:
        return [(model, 0) for model in bare]
    # A name may hold an "and" itself.
    whole = _owner(low, models)
    if whole is not None:
        return [whole]
    parts = [_owner(part, models) for part in re.split(r",? and |, ", low)]
    return [part for part in parts if part is not None] if all(parts) else []


def _owner(text: str, models: list[str]) -> tuple[str, int] | None:
    head = _HEAD.match(text)
    count = number(head[1]) or 0 if head and head[1] else 0
    key = model_key(_MODEL.sub("", text[head.end() :] if head else text))
    by_key = {model_key(model): model for model in models}
    if key in by_key:
        return by_key[key], count
    words = set(key.split())
    near = [
        model for folded_name, model in by_key.items() if words <= set(folded_name.split()) or set(folded_name.split()) <= words
    ]
    return (near[0], count) if len(near) == 1 and words else None


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
            found.append(Composition(f"{line.model} {place}", min(count, low), count, kit.items))
            low, high = max(0, low - count), high - count
    if high:
        found.append(Composition(line.model, low, high, rest[-1].items if rest else ()))
    return found

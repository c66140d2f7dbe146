"""Composition, default equipment, points and keywords of a unit, from the rows of the export."""

import re

import msgspec

from warbench.intake.export.fields import BULLET, lines_of, text_of
from warbench.intake.export.tables import Row
from warbench.intake.text.items import model_key, singular_model
from warbench.intake.text.lines import folded
from warbench.sheets.datasheet import Composition, ModelProfile, Points

_HYPHENS = str.maketrans({"\N{NON-BREAKING HYPHEN}": "-", "\N{EN DASH}": "-"})
_TITLE = re.compile(r" ?[-\N{EN DASH}] ?EPIC HERO$| EPIC HERO$")
_MEMBER = re.compile(r"(\d{1,3})(?: ?- ?(\d{1,3}))? +(\S.{0,120})")
_LIST = re.compile(r"(\d{1,3}) [^:]{1,60}:")
_MOST = re.compile(r"(?:this unit can contain a maximum of )?(\d{1,3}) models(?: maximum)?\.?", re.IGNORECASE)
AND = re.compile(r",? and (?=\d)|, (?=\d)")
"""Between "1 Sergeant" and "9 Troopers"."""

_EVERYBODY = frozenset({"", "all", "all models", "all model"})
_WHO = re.compile(r" (?:models?|only|model only)$", re.IGNORECASE)


def read_members(rows: list[Row], names: tuple[str, ...], notes: list[str]) -> list[Composition]:
    """Who is in the unit, in one way to make it up, without equipment.

    Args:
        rows: the rows of composition.
        names: kinds of model by the rows of profiles.
        notes: takes what is not understood.
    """
    found: dict[str, Composition] = {}
    for row in rows:
        lines = [line.translate(_HYPHENS) for line in lines_of(row["description"])]
        if lines:
            _member(lines, found, names, notes)
    return list(found.values())


def most_models(rows: list[Row]) -> int:
    """How many models the unit can have in all, where its composition says so; else 0."""
    said = (_MOST.fullmatch(text_of(row["description"]).translate(_HYPHENS)) for row in rows)
    return next((int(match[1]) for match in said if match), 0)


def _member(lines: list[str], found: dict[str, Composition], names: tuple[str, ...], notes: list[str]) -> None:
    """Add what one row of the composition says: ``4-9 Troopers``, ``1 Sergeant and 9 Troopers``, a list of names."""
    text, *below = lines
    text = _TITLE.sub("", text).strip()
    if _MOST.fullmatch(text):
        return
    if below and _LIST.fullmatch(text):
        named = (line.removeprefix(BULLET) for line in below)
        found |= {model_key(name): Composition(name, 1, 1) for name in named}
        return
    kind = ""
    if " (" in text and text.endswith(")"):
        text, _, remark = text.removesuffix(")").partition(" (")
        # "1 Kill Team Biker (Jetek Suberei)": a model by its own name.
        kind = "" if any(letter.isdigit() for letter in remark) else remark
        if not kind:
            notes.append(f"composition: {text} consists of {remark}")
    parts = [_MEMBER.fullmatch(part.strip()) for part in AND.split(text)]
    if not all(parts):
        notes.append(f"composition not understood: {text!r}")
        return
    for part in parts:
        if part is not None:
            _add(found, part, names)
    if kind and len(parts) == 1:
        key = next(reversed(found))
        found[key] = msgspec.structs.replace(found[key], kind=kind)


def _add(found: dict[str, Composition], match: re.Match[str], names: tuple[str, ...]) -> None:
    low, high = int(match[1]), int(match[2] or match[1])
    model = _name(match[3], high, names)
    key = model_key(model)
    old = found.get(key)
    if old is None:
        found[key] = Composition(model, low, high)
    else:
        found[key] = msgspec.structs.replace(old, low=old.low + low, high=old.high + high)


def _name(text: str, high: int, names: tuple[str, ...]) -> str:
    """A kind of model as the profiles spell it, else one such model."""
    text = text.strip(" .*\N{DAGGER}")
    key = model_key(text)
    known = next((name for name in names if model_key(name) == key), None)
    if known is not None:
        return known
    if high == 1:
        return text
    return text.removesuffix("es") if text.endswith("oes") else singular_model(text)


class Words(msgspec.Struct, frozen=True):
    """The keywords of the unit and of its faction, and the models with those that only they have."""

    keywords: tuple[str, ...]
    faction: tuple[str, ...]
    models: tuple[ModelProfile, ...]


def read_keywords(rows: list[Row], models: tuple[ModelProfile, ...], notes: list[str]) -> Words:
    """The keywords in lower case (W-178, W-180); what is printed for one kind of model goes to that kind."""
    unit: dict[str, None] = {}
    faction: dict[str, None] = {}
    own: dict[str, dict[str, None]] = {}
    for row in rows:
        word = text_of(row["keyword"]).casefold()
        who = folded(text_of(row["model"]))
        if not word:
            continue
        if row["is_faction_keyword"].casefold() == "true":
            faction[word] = None
        elif who in _EVERYBODY:
            unit[word] = None
        else:
            chosen = _whose(who, models)
            if not chosen:
                notes.append(f"keyword {word}: no model {who!r}; the whole unit is given it")
                unit[word] = None
            for name in chosen:
                own.setdefault(name, {})[word] = None
    profiles = tuple(
        msgspec.structs.replace(model, keywords=tuple(own[model.name])) if model.name in own else model for model in models
    )
    return Words(tuple(unit), tuple(faction), profiles)


def _whose(who: str, models: tuple[ModelProfile, ...]) -> list[str]:
    found: list[str] = []
    for part in who.split(" and "):
        key = model_key(_WHO.sub("", _WHO.sub("", part)))
        exact = [model.name for model in models if model_key(model.name) == key]
        found += exact or [model.name for model in models if set(key.split()) <= set(model_key(model.name).split())]
    return list(dict.fromkeys(found))


def widened(composition: tuple[Composition, ...], points: tuple[Points, ...], notes: list[str]) -> tuple[Composition, ...]:
    """The composition with room for the largest unit that has a price, where one kind of model makes up the unit."""
    most = max((row.models for row in points), default=0)
    high = sum(line.high for line in composition)
    if not composition or most <= high:
        return composition
    if len(composition) > 1:
        notes.append(f"points: there is a price for {most} models, but the composition ends at {high}")
        return composition
    notes.append(f"the composition ends at {high} models, but there is a price for {most}: up to {most} are allowed")
    return (msgspec.structs.replace(composition[0], high=most),)

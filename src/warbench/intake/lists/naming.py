"""Which datasheet a name in a list means: careful steps, each of which has to lead to one datasheet only."""

import difflib
from collections.abc import Iterable

import msgspec

from warbench.games.w40k10.library import slug
from warbench.intake.items_text import model_key

_SMALL = frozenset({"with", "w", "and", "the", "of", "in", "on", "a", "an"})
_PREFIXES = ("chaos", "primaris", "adeptus", "astra")
_NEAREST = 3
_ALIKE = 0.6


class Known(msgspec.Struct, frozen=True):
    """A datasheet by its id, name and faction."""

    id: str
    name: str
    faction: str


class Named(msgspec.Struct, frozen=True):
    """What a name means: the datasheet's id (empty when there is none), how it was found, and the nearest names when not.

    ``how`` is ``name`` (the same but for case, accents and apostrophes), ``near`` (plural, "with", a faction's prefix),
    ``several`` (its faction has it in several books) or empty.
    """

    id: str = ""
    name: str = ""
    how: str = ""
    nearest: tuple[str, ...] = ()


class Names:
    """All datasheets by name."""

    def __init__(self, known: Iterable[Known]) -> None:
        """Sort them by the forms in which names are compared."""
        self._names: dict[str, str] = {}
        self._exact: dict[str, list[Known]] = {}
        self._loose: dict[str, list[Known]] = {}
        for one in known:
            self._names.setdefault(slug(one.name), one.name)
            self._exact.setdefault(slug(one.name), []).append(one)
            self._loose.setdefault(_loose(one.name), []).append(one)

    def find(self, name: str, faction: str = "") -> Named:
        """The datasheet of a name; of several, that of the faction.

        Several that are left are no answer: then ``nearest`` names their ids.
        """
        steps = [("name", self._exact.get(slug(name), [])), ("near", self._loose.get(_loose(name), []))]
        steps += [("near", self._loose.get(form, [])) for form in _without_prefix(name, faction)]
        steps += [("near", self._loose.get(form, [])) for form in _with_prefix(name, faction)]
        for how, found in steps:
            own = [one for one in found if _same_faction(one.faction, faction)] or found
            if len(own) == 1:
                return Named(own[0].id, own[0].name, how)
            if own:
                usual = [one for one in own if one.id == slug(f"{one.name} {one.faction}")]
                others = tuple(one.id for one in own)
                # One faction has it in several books: the faction's own book, and not that of a chapter.
                alone = len(usual) == 1 and len({one.faction for one in own}) == 1
                return Named(usual[0].id, usual[0].name, "several", others) if alone else Named(nearest=others)
        near = difflib.get_close_matches(slug(name), self._exact, n=_NEAREST, cutoff=_ALIKE)
        return Named(nearest=tuple(self._names[key] for key in near))


def _loose(name: str) -> str:
    """The name without case, accents, apostrophes and small words, every word in the singular."""
    words = model_key(slug(name).replace("-", " ")).split()
    return " ".join(word for word in words if word not in _SMALL)


def _same_faction(one: str, other: str) -> bool:
    return bool(other) and slug(one) == slug(other)


def _prefixes(faction: str) -> list[str]:
    """The beginnings that a name may have or lack: words of factions."""
    return list(dict.fromkeys([_loose(faction), *_loose(faction).split()[:1], *map(_loose, _PREFIXES)]))


def _without_prefix(name: str, faction: str) -> list[str]:
    loose = _loose(name)
    return [loose.removeprefix(f"{word} ") for word in _prefixes(faction) if word and loose.startswith(f"{word} ")]


def _with_prefix(name: str, faction: str) -> list[str]:
    return [f"{word} {_loose(name)}" for word in _prefixes(faction) if word]


def nearest_item(name: str, known: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    """The item of that name (empty when there is none), and the nearest names when not."""
    by_key: dict[str, str] = {}
    for item in known:
        by_key.setdefault(_loose(item), item)
    key = _loose(name)
    if key in by_key:
        return by_key[key], ()
    near = difflib.get_close_matches(key, by_key, n=2, cutoff=_ALIKE)
    return "", tuple(by_key[one] for one in near)

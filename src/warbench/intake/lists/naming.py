"""Which datasheet a name in a list means: careful steps, each of which has to lead to one datasheet only."""

import difflib
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache

import msgspec

from warbench.games.w40k10.library import slug
from warbench.intake.text.items import model_key

_SMALL = frozenset({"with", "w", "and", "the", "of", "in", "on", "a", "an"})
_PREFIXES = ("chaos", "primaris", "adeptus", "astra")
_NEAREST = 3
_MOST = 8
_ALIKE = 0.6


class Known(msgspec.Struct, frozen=True):
    """A datasheet by its id, name and faction, the source that it comes from (empty where there is but one), its name's slug."""

    id: str
    name: str
    faction: str
    source: str = ""
    slug: str = ""


class Named(msgspec.Struct, frozen=True):
    """What a name means: the datasheet's id (empty when there is none), how it was found, and the nearest names when not.

    ``how`` is ``name`` (the same but for case, accents and apostrophes), ``near`` (plural, "with", a faction's prefix),
    ``several`` (its faction has it in several books), ``apart`` (several have that name, and the list's faction and book do not
    say which: no id, ``nearest`` are theirs) or empty.
    """

    id: str = ""
    name: str = ""
    how: str = ""
    nearest: tuple[str, ...] = ()

    @property
    def why(self) -> str:
        """Why there is no datasheet of the name, and what may have been meant."""
        told = ", ".join(self.nearest)
        if self.how == "apart":
            return f"several datasheets have that name: write the id of one in its place: {told}"
        return "no such datasheet" + (f"; nearest: {told}" if told else "")


class Names:
    """All datasheets by name, those of the source that comes first at the front."""

    def __init__(self, known: Iterable[Known], behind: Iterable[Known] = ()) -> None:
        """Sort them by name; by the looser forms only when a name is not found.

        Args:
            known: the datasheets.
            behind: those of the same units in sources that come later, in the order of these.
        """
        self._known = tuple(known)
        self._behind = behind
        self._exact: dict[str, list[Known]] = {}
        for one in self._known:
            self._exact.setdefault(one.slug or slug(one.name), []).append(one)

    def source_of(self, key: str) -> str:
        """The source of the datasheet of an id that :meth:`find` gave; empty for any other."""
        first = self._by_id.get(key)
        return first.source if first is not None else next((one.source for one in self._later if one.id == key), "")

    @cached_property
    def _by_id(self) -> dict[str, Known]:
        return {one.id: one for one in reversed(self._known)}

    @cached_property
    def _later(self) -> tuple[Known, ...]:
        return tuple(self._behind)

    def later(self, key: str) -> tuple[Known, ...]:
        """The datasheets of the same unit in sources that come later, by the id of one that :meth:`find` gave."""
        first = self._by_id.get(key)
        if first is None:
            return ()
        name, faction = first.slug or slug(first.name), slug(first.faction)
        return tuple(
            one
            for one in self._later
            if (one.slug or slug(one.name)) == name and slug(one.faction) == faction and one.source != first.source
        )

    @cached_property
    def _loose(self) -> dict[str, list[Known]]:
        found: dict[str, list[Known]] = {}
        for key, ones in self._exact.items():
            found.setdefault(_loose(key), []).extend(ones)
        return found

    def find(self, name: str, faction: str = "", book: str = "") -> Named:
        """The datasheet of a name; of several, that of the faction, and of those that of the book.

        Of several sources the first that has one is taken. Several that are left are no answer: then ``nearest`` names their ids.
        """
        for how, found in self._steps(name, faction):
            same = [one for one in found if _same_faction(one.faction, faction)]
            own = [one for one in same or found if one.source == (same or found)[0].source]
            if len(own) == 1:
                return Named(own[0].id, own[0].name, how)
            if own:
                # Some lists say the chapter where others say the faction.
                return _of_several(own, book or ("" if same else faction))
        near = difflib.get_close_matches(slug(name), self._exact, n=_MOST, cutoff=_ALIKE)
        # Of names about as near those of the list's own faction come first.
        ahead = sorted(near, key=lambda key: not any(_same_faction(one.faction, faction) for one in self._exact[key]))
        return Named(nearest=tuple(self._exact[key][0].name for key in ahead[:_NEAREST]))

    def _steps(self, name: str, faction: str) -> Iterator[tuple[str, list[Known]]]:
        """What a name may mean, the nearest first, and how it was found; the looser forms are made when they are needed."""
        yield "name", self._exact.get(slug(name), [])
        yield "name", [one for one in self._known if one.id == name]
        yield "near", self._loose.get(_loose(name), [])
        for form in (*_without_prefix(name, faction), *_with_prefix(name, faction)):
            found = self._loose.get(form, [])
            # A prefix tells factions apart: with another it is a unit of somebody else.
            yield "near", [one for one in found if not faction or _same_faction(one.faction, faction)]


def _of_several(own: list[Known], book: str) -> Named:
    """Of several that one faction has in several books that of the army's book, else the faction's own."""
    ids = {one.id.rpartition(":")[2]: one for one in own}
    others = tuple(one.id for one in own)[:_MOST]
    if len({one.faction for one in own}) > 1:
        return Named(how="apart", nearest=others)
    mine = ids.get(slug(f"{own[0].name} {book}")) if book else None
    if mine is not None:
        return Named(mine.id, mine.name, "name")
    usual = ids.get(slug(f"{own[0].name} {own[0].faction}"))
    return Named(usual.id, usual.name, "several", others) if usual is not None else Named(how="apart", nearest=others)


@lru_cache(maxsize=1 << 13)
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

"""Phrases that name wargear and models: counts, plurals, "X and Y", "X or Y"."""

import re
from collections.abc import Iterable

import msgspec

from warbench.intake.text.lines import folded
from warbench.sheets.datasheet import Composition, Weapon
from warbench.sheets.options import Items, Option

NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip
NUMBER = rf"(\d{{1,2}}|{'|'.join(NUMBERS)})"
"""A number in digits or words, as a group of a regular expression."""

Groups = tuple[tuple[Items, ...], ...]
"""Alternatives, each of them items that come or go together."""

_COUNT = re.compile(rf"{NUMBER} (?:additional )?(?=\S)", re.IGNORECASE)
_NAME = re.compile(r"'?[^\W_](?:[\w '\-/&!]|\.(?=\S)|\N{EN DASH})*")
_MOST_LETTERS = 60
_MOST_COUNT = 20
_MOST_PARTS = 20
_AND = re.compile(r",? and |, ")
_OR = re.compile(r",? or ")
# A word that no item is called by: with one of them the phrase says more than which items.
_NOT_IN_NAMES = frozenset(
    {
        "be",
        "been",
        "can",
        "cannot",
        "each",
        "either",
        "equipped",
        "following",
        "for",
        "from",
        "has",
        "have",
        "if",
        "instead",
        "is",
        "it",
        "its",
        "list",
        "may",
        "model",
        "models",
        "model's",
        "must",
        "not",
        "only",
        "or",
        "other",
        "per",
        "replace",
        "replaced",
        "select",
        "selected",
        "that",
        "their",
        "them",
        "these",
        "they",
        "this",
        "to",
        "unit",
        "unit's",
        "up",
        "which",
        "with",
        "different",
        "any",
        "all",
        "both",
        "every",
        "option",
        "options",
        "weapons:",
    }
)
_IRREGULAR = {"men": "man", "knives": "knife", "staves": "staff", "thieves": "thief", "wolves": "wolf", "halves": "half"}
_IRREGULAR |= {"boyz": "boy", "nobz": "nob"}
_IRREGULAR |= {"axes": "axe", "maces": "mace", "glaives": "glaive", "drones": "drone", "eyes": "eye"}


class NotUnderstood(Exception):  # noqa: N818 - it never leaves the grammar
    """A sentence that the grammar does not understand; the message is the reason."""


class Words(msgspec.Struct, frozen=True):
    """What is known of the unit when its options are read; all of it may be empty.

    ``items`` are names of wargear and ``models`` kinds of model. ``carried`` says how many of an item one model can have (folded
    name to count) by default and by the options read so far, ``smallest`` and ``largest`` how many models the unit can have (0:
    not known). ``lines`` are the lines of the composition; ``ranged`` and ``pistols`` the names of such weapons.
    """

    items: frozenset[str] = frozenset()
    models: tuple[str, ...] = ()
    carried: dict[str, int] = {}
    largest: int = 0
    smallest: int = 0
    lines: tuple[Composition, ...] = ()
    ranged: tuple[str, ...] = ()
    pistols: tuple[str, ...] = ()

    @staticmethod
    def of(items: tuple[str, ...], models: tuple[str, ...] = (), equipped: tuple[str, ...] = (), largest: int = 0) -> "Words":
        """From names as printed. ``equipped`` is one model's default equipment, an item for each time that it has it."""
        carried: dict[str, int] = {}
        for item in equipped:
            carried[folded(item)] = carried.get(folded(item), 0) + 1
        return Words(frozenset(folded(item) for item in (*items, *equipped)), models, carried, largest)

    @staticmethod
    def of_unit(lines: tuple[Composition, ...], items: tuple[str, ...], weapons: tuple[Weapon, ...]) -> "Words":
        """From the composition with its default equipment, the names of other wargear, and the weapons."""
        kits = [[folded(item) for item in line.equipped] for line in lines]
        carried = {item: max(kit.count(item) for kit in kits) for kit in kits for item in kit}
        ranged = [weapon for weapon in weapons if weapon.type == "ranged"]
        pistols = [
            weapon
            for weapon in ranged
            if folded(weapon.name).endswith("pistol") or any("pistol" in map(folded, each.abilities) for each in weapon.profiles)
        ]
        return Words(
            frozenset(folded(item) for item in (*items, *(weapon.name for weapon in weapons))) | frozenset(carried),
            tuple(dict.fromkeys(line.kind or line.model for line in lines)),
            carried,
            sum(line.high for line in lines),
            sum(line.low for line in lines),
            lines,
            tuple(weapon.name for weapon in ranged),
            tuple(weapon.name for weapon in pistols),
        )

    def more(self, options: Iterable[Option]) -> "Words":
        """The words with what these options can give a model beside what it has."""
        carried = dict(self.carried)
        for option in options:
            most: dict[str, int] = {}
            for choice in option.choices:
                back = {folded(part.item): part.count for part in choice.takes}
                for part in choice.gives:
                    item = folded(part.item)
                    most[item] = max(most.get(item, 0), part.count - back.get(item, 0))
            for item, count in most.items():
                carried[item] = min(carried.get(item, 0) + count, _MOST_COUNT)
        return msgspec.structs.replace(self, carried=carried)


def number(text: str) -> int | None:
    """``3`` or ``three``; None for anything else."""
    if text.isascii() and text.isdigit() and len(text) <= 2:  # noqa: PLR2004 - two digits
        return int(text)
    return NUMBERS.get(text.casefold())


def items_of(phrase: str, words: Words) -> Groups:
    """What :func:`alternatives` finds.

    Raises:
        NotUnderstood: when it finds nothing.
    """
    found = alternatives(phrase, words)
    if found is None:
        raise NotUnderstood(f"cannot tell which items {phrase!r} are")
    return found


def alternatives(phrase: str, words: Words) -> Groups | None:
    """What "X", "X and Y" or "X or Y" names: one group of items for each side of the "or". None when not understood.

    "X or Y and Z" can be read in two ways and is not understood.
    """
    parts = phrase.split(" or its ")
    if len(parts) == 1:
        parts = _OR.split(phrase)
        if len(parts) > 1 and any(_AND.search(part) for part in parts) and not all(_counted(part) for part in parts):
            return None
    groups = [group(part.removeprefix("its "), words) for part in parts]
    if any(found is None for found in groups):
        return None
    return tuple(found for found in groups if found is not None)


def group(phrase: str, words: Words) -> tuple[Items, ...] | None:
    """The items of "1 X", "2 Xs" or "X, Y and 1 Z". None when not understood.

    A known name that itself has an "and" in it stays whole.
    """
    parts = _AND.split(phrase)
    if len(parts) > _MOST_PARTS:
        return None
    joints = _AND.findall(phrase)
    found: list[Items] = []
    place = 0
    while place < len(parts):
        end = place + 1
        for stop in range(len(parts), place + 1, -1):
            joined = "".join(part + joint for part, joint in zip(parts[place:stop], [*joints[place : stop - 1], ""], strict=True))
            if folded(_COUNT.sub("", joined, count=1)) in words.items:
                end = stop
                parts[place] = joined
                break
        item = _item(parts[place], words)
        if item is None:
            return None
        found.append(item)
        place = end
    return tuple(found)


def _counted(phrase: str) -> bool:
    """Whether every item of the phrase has its count, so that "or" cannot stand between two halves of one name."""
    return all(_COUNT.match(part) for part in _AND.split(phrase))


def _item(phrase: str, words: Words) -> Items | None:
    phrase = phrase.strip()
    match = _COUNT.match(phrase)
    count = 1
    if match:
        count = number(match[1]) or 0
        phrase = phrase[match.end() :]
    if not 1 <= count <= _MOST_COUNT or len(phrase) > _MOST_LETTERS:
        return None
    if folded(phrase) in words.items:
        return Items(phrase, count)
    if not _NAME.fullmatch(phrase):
        return None
    if any(word in _NOT_IN_NAMES for word in phrase.casefold().split()):
        return None
    return Items(singular_item(phrase, words, several=count > 1), count)


def singular_item(name: str, words: Words, *, several: bool) -> str:
    """The name of one: the printed form when that is a known item, else a known singular of it.

    An unknown name is put into the singular only where the count says that there are ``several``.
    """
    if folded(name) in words.items:
        return name
    known = next((form for form in _singulars(name) if folded(form) in words.items), None)
    if known:
        return known
    return _singulars(name)[0] if several else name


def _singulars(name: str) -> list[str]:
    """Guesses, the likeliest first: the last word in the singular, then the word in front of "of"."""
    parts = name.split(" ")
    forms = [" ".join([*parts[:-1], form]) for form in _word_singulars(parts[-1])]
    if "of" in parts[1:]:
        place = parts.index("of", 1) - 1
        front = [" ".join([*parts[:place], form, *parts[place + 1 :]]) for form in _word_singulars(parts[place])]
        forms = [*front, *forms]
    return forms


def _word_singulars(word: str) -> list[str]:
    low = word.casefold()
    for plural, one in _IRREGULAR.items():
        if low.endswith(plural):
            return [word[: -len(plural)] + one]
    if low.endswith("ies") and len(low) > 4:  # noqa: PLR2004 - "ties" is no plural of "ty"
        return [word[:-3] + "y", word[:-1]]
    if low.endswith(("ches", "shes", "sses", "xes", "zzes")):
        return [word[:-2], word[:-1]]
    if low.endswith("s") and not low.endswith(("ss", "us", "is")):
        return [word[:-1], word]
    return [word]


def model_key(name: str) -> str:
    """A kind of model as it is compared: no case, every word in the singular."""
    return " ".join(_word_singulars(word)[0] for word in folded(name).split())


def singular_model(name: str) -> str:
    """One such model: "Hearthkyn Warriors" to "Hearthkyn Warrior", "Riders with Lances" to "Rider with Lances"."""
    head, joint, tail = name.partition(" with ")
    parts = head.split(" ")
    return " ".join([*parts[:-1], _word_singulars(parts[-1])[0]]) + joint + tail


def kind_of(name: str, words: Words) -> str | None:
    """The kind of model that a phrase such as "Hearthkyn Warriors" means, as the composition spells it; None when it is none.

    "Terminator" is the only kind whose name ends so. Without a known composition any capitalised name is taken.
    """
    name = name.strip().removesuffix(" models").removesuffix(" model")
    if words.models:
        key = model_key(name)
        exact = next((kind for kind in words.models if model_key(kind) == key), None)
        ending = [kind for kind in words.models if model_key(kind).endswith(f" {key}")]
        return exact or (ending[0] if len(ending) == 1 else None)
    small = {"of", "the", "in", "and", "with"}
    parts = name.split()
    if not parts or len(name) > _MOST_LETTERS or not all(part[0].isupper() or part in small for part in parts):
        return None
    return singular_model(name) if _NAME.fullmatch(name) and not small & {parts[0]} else None

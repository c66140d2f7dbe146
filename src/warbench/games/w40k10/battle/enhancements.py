"""Enhancements as an army list brings them: what each costs and who may have it (C24). What they do is not modelled."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from warbench.battle.requests import Refusal
from warbench.games.w40k10 import library
from warbench.games.w40k10.leaders import answers
from warbench.sheets.datasheet import Datasheet

MOST = 3
"""The most Enhancements of an army (C24)."""

_WORDS = r"[A-Z][A-Z' \-\N{RIGHT SINGLE QUOTATION MARK}]*"
_ONLY = re.compile(rf"({_WORDS}(?: or {_WORDS})*) model only\b")
"""How the texts of Enhancements begin that not every CHARACTER may have."""


_TAG = re.compile(r"\s*\([^()]*\)\s*$")
"""What some print behind the name: ``(Aura)``, ``(Psychic)``."""


class Enhancement(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An Enhancement: its name, its points, the detachment that has it (empty: not told), who may have it.

    ``requires`` are alternatives, each the keywords that a model needs, in lower case and in a row, as rules print them:
    ``adeptus custodes infantry``. Empty: any CHARACTER.
    """

    name: str
    points: int = 0
    detachment: str = ""
    requires: tuple[str, ...] = ()


def required_by(text: str) -> tuple[str, ...]:
    """Who may have an Enhancement by its text (``TIDE LORD or REEVE model only``), as ``requires`` has it; empty: any one."""
    only = _ONLY.match(text)
    return tuple(words.casefold().strip() for words in only[1].split(" or ")) if only else ()


@lru_cache(maxsize=1 << 12)
def key_of(name: str) -> str:
    """What is the same for an Enhancement however its name is written: case, accents, "The", a tag in brackets behind it."""
    return library.slug(_TAG.sub("", name)).removeprefix("the-")


def enhancement_of(name: str, known: Iterable[Enhancement]) -> Enhancement | None:
    """The Enhancement of that name, as :func:`key_of` compares names; None when the list does not bring it."""
    wanted = key_of(name)
    return next((each for each in known if key_of(each.name) == wanted), None)


def bearer_faults(upgrade: Enhancement, bearer: Datasheet, detachment: str) -> Iterator[Refusal]:
    """Why a datasheet's model may not have an Enhancement in an army of that detachment."""
    if "character" not in bearer.keywords:
        yield Refusal("enhancement", f"{bearer.name} is no CHARACTER and cannot have {upgrade.name}", "C24")
    elif "epic hero" in bearer.keywords:
        yield Refusal("enhancement", f"{bearer.name} is an EPIC HERO and cannot have {upgrade.name}", "C24")
    elif bearer.unenhanced:
        yield Refusal("enhancement", f"{bearer.name} cannot be given Enhancements, and so not {upgrade.name}", "C24")
    if upgrade.requires and not any(answers(bearer, words) for words in upgrade.requires):
        needed = " or ".join(words.upper() for words in upgrade.requires)
        yield Refusal("enhancement", f"{bearer.name} cannot have {upgrade.name}: it is for {needed} only", "C24")
    named = [library.slug(each) for each in detachment.split(" and ")]
    if upgrade.detachment and detachment and library.slug(upgrade.detachment) not in (*named, library.slug(detachment)):
        sentence = f"{upgrade.name} is an Enhancement of the detachment {upgrade.detachment}, the army's is {detachment}"
        yield Refusal("enhancement", sentence, "C24")


def count_faults(names: list[str]) -> Iterator[Refusal]:
    """Why an army may not have all of these Enhancements."""
    if len(names) > MOST:
        yield Refusal("too-many-enhancements", f"found {len(names)} Enhancements, expected at most {MOST}", "C24")
    slugs = [library.slug(name) for name in names]
    for place, name in enumerate(names):
        if slugs.index(slugs[place]) == place and slugs.count(slugs[place]) > 1:
            sentence = f"{name} is there {slugs.count(slugs[place])} times, expected once"
            yield Refusal("enhancement-twice", sentence, "C24")

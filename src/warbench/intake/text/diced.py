"""Weapons of which a D6 picks the profile: the faces, printed beside or before a profile's name, go to the ability itself."""

import re

from warbench.games.w40k10.keywords import DICED

_BEFORE = re.compile(r"([1-6] ?[-\N{EN DASH}] ?[1-6]|[1-6]):? +(?=\S)")
_RANGE = re.compile(r"([1-6])(?: ?[-\N{EN DASH}] ?([1-6]))?")


def with_faces(abilities: tuple[str, ...], faces: str) -> tuple[str, ...]:
    """The abilities of a profile, lower case, with its faces (``1-2``) behind the one that asks for the die."""
    found = _RANGE.fullmatch(faces.strip())
    if found is None or DICED not in abilities:
        return abilities
    told = "-".join(filter(None, found.groups()))
    return tuple(f"{DICED} {told}" if word == DICED else word for word in abilities)


def without_faces(name: str, abilities: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The name of a profile without the faces before it, and its abilities with them, where a D6 picks the profile."""
    found = _BEFORE.match(name) if DICED in abilities else None
    return (name[found.end() :], with_faces(abilities, found[1])) if found else (name, abilities)

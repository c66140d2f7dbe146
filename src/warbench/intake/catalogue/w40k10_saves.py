"""Invulnerable saves as a catalogue tells them: of the whole unit or of some models, against all attacks or of one kind."""

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

from warbench.intake.catalogue.printed import Print
from warbench.intake.text.lines import folded, plain
from warbench.rules.conditions import has
from warbench.rules.effects import ChangeValue
from warbench.sheets.datasheet import Ability

_NAME = re.compile(r"invul?nerable save\b", re.IGNORECASE)
_SAVE = re.compile(r"([2-6])\s*\+")
_AGAINST = re.compile(r"against (ranged|melee|psychic) attacks", re.IGNORECASE)
_BUT = re.compile(r"\(?\bexcluding ([^().]+)\)?", re.IGNORECASE)
_WHO = re.compile(
    r"(?:models in )?(?:this|the bearer'?s?) (?:unit|model)s?|the bearer|each model|all models|every model", re.IGNORECASE
)
_BEARER = re.compile(r"the bearer has an? ([2-6])\+ invulnerable save\.?", re.IGNORECASE)


class Save(msgspec.Struct, frozen=True):
    """An invulnerable save: the target number, against which attacks, and the model that has it (empty: all)."""

    value: int
    attacks: str = ""
    model: str = ""


def is_save(name: str) -> bool:
    """Whether an ability of that name is the unit's invulnerable save and nothing else."""
    return bool(_NAME.match(name.strip()))


def read_saves(each: Print, models: tuple[str, ...]) -> tuple[Save, ...]:
    """The saves that an ability of that kind gives; none when no number stands in it.

    One text may give two: a number, and a better one against attacks of one kind.

    Args:
        each: the ability.
        models: the names of the unit's kinds of model.
    """
    words = each.words if _SAVE.search(each.words) else f"{each.name} {each.words}"
    owners = tuple(_owners(each, models)) or ("",)
    return tuple(Save(value, attacks, owner) for value, attacks in dict.fromkeys(_numbers(words)) for owner in owners)


def carried_save(each: Print) -> Save | None:
    """The save that an item gives its bearer, when that is all that its text says."""
    if each.table != "Abilities":
        return None
    if is_save(each.name):
        return next(iter(read_saves(each, ())), None)
    match = _BEARER.fullmatch(plain(each.words))
    return Save(int(match[1])) if match else None


def bounded(save: Save) -> Ability:
    """A save against attacks of one kind as an ability with its effect."""
    psychic = has("weapon_keywords", "psychic") if save.attacks == "psychic" else None
    kind: Literal["ranged", "melee", "all"] = (
        "ranged" if save.attacks == "ranged" else "melee" if save.attacks == "melee" else "all"
    )
    effect = ChangeValue(name="invulnerable", set=save.value, side="defender", attacks=kind, when=psychic)
    return Ability(
        f"invulnerable-save-{save.attacks}",
        f"Invulnerable Save ({save.attacks})",
        summary=f"A {save.value}+ invulnerable save against {save.attacks} attacks.",
        effects=(effect,),
        touches=("attack",),
    )


def _numbers(words: str) -> Iterator[tuple[int, str]]:
    """Each target number with the kind of attacks that the words up to the next number bound it to.

    A number with a star only points to the sentence that states it.
    """
    found = list(_SAVE.finditer(words))
    found = [match for match in found if not words[match.end() :].lstrip().startswith("*")] or found
    for place, match in enumerate(found):
        end = found[place + 1].start() if place + 1 < len(found) else len(words)
        against = _AGAINST.search(words if len(found) == 1 else words[match.end() : end])
        yield int(match[1]), against[1].casefold() if against else ""


def _owners(each: Print, models: tuple[str, ...]) -> Iterator[str]:
    """The models that have it, where not all have; of two names that both fit ("Trooper", "Trooper Sergeant") the longer one."""
    but = _BUT.search(each.words)
    if but:
        out = folded(but[1])
        left = [name for name in models if folded(name) not in out]
        yield from left if len(left) < len(models) else ()
    elif not _WHO.search(each.words):
        told = folded(f"{each.name.partition(' ')[2]} {each.words}")
        named = [name for name in models if folded(name) in told]
        yield from [max(named, key=len)] if named else ()

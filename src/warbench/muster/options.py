"""The wargear options of a unit as a tree, for bundled and imported datasheets alike: who may change, what goes, what comes.

An option whose items only come by another choice hangs below that choice.
"""

from collections import Counter

import msgspec

from warbench.sheets.datasheet import Composition, Datasheet
from warbench.sheets.option_words import alternatives, caps, choice, gathered, who
from warbench.sheets.options import Choice, Option
from warbench.sheets.ways import options_for


class Branch(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the tree and what hangs below it.

    ``kind`` is ``unit``, ``models``, ``option``, ``choice`` or ``text`` (an option that was not understood). ``option`` is the
    place of the option in the datasheet's list, from 1.
    """

    kind: str
    text: str
    option: int = 0
    points: int = 0
    below: tuple["Branch", ...] = ()


def option_tree(sheet: Datasheet) -> Branch:
    """The options of a datasheet: its kinds of models with what they are equipped with, and what each may change."""
    usable = [_usable(sheet, line) for line in sheet.composition]
    lines = tuple(_models(sheet, line, used) for line, used in zip(sheet.composition, usable, strict=True))
    shown = {place for used in usable for place in used}
    rest = tuple(
        Branch(kind="text", text=_left(option), option=place + 1)
        for place, option in enumerate(sheet.options)
        if place not in shown
    )
    return Branch(kind="unit", text=sheet.name, below=(*lines, *rest))


def in_words(sheet: Datasheet) -> tuple[str, ...]:
    """Every option of a datasheet as a sentence."""
    found: list[str] = []
    for option in sheet.options:
        if not option.choices:
            found.append(f"Not understood: {option.text or who(option)}.")
            continue
        choices = [alternatives(group) for group in gathered(option.choices)]
        one = "do one of these: " if len(choices) > 1 else ""
        may = "must" if option.must else "may"
        often = f" up to {option.times} times" if option.times > 1 else ""
        bound = f" ({caps(option)})" if option.caps else ""
        found.append(f"{who(option)[0].upper()}{who(option)[1:]} {may}{often} {one}{'; or '.join(choices)}{bound}.")
    return tuple(found)


def _left(option: Option) -> str:
    if not option.choices:
        return f"not understood: {option.text or _heading(option)}"
    choices = "; or ".join(choice(one) for one in option.choices)
    return f"no model has what it takes: {_heading(option)}: {choices}"


def _usable(sheet: Datasheet, line: Composition) -> list[int]:
    """The places of the options that such a model can ever use: of one choice it has, or may have by then, all that it takes."""
    have = {item.casefold() for item in line.equipped}
    found: list[int] = []
    for place in options_for(sheet, line):
        option = sheet.options[place]
        if any(_asked(option, one) <= have for one in option.choices):
            found.append(place)
            have |= {part.item.casefold() for one in option.choices for part in one.gives}
    return found


def _models(sheet: Datasheet, line: Composition, used: list[int]) -> Branch:
    count = f"{line.low}" if line.low == line.high else f"{line.low} to {line.high}"
    held = Counter(line.equipped)
    wears = ", ".join(item if number == 1 else f"{number} {item}" for item, number in held.items()) or "nothing"
    own = {item.casefold() for item in line.equipped}
    parents = {place: _parents(sheet, place, used, own) for place in used}
    shown: set[int] = set()
    roots = tuple(_option(sheet, place, parents, shown) for place in used if not parents[place])
    return Branch(kind="models", text=f"{count} {line.model}, with {wears}", below=roots)


def _parents(sheet: Datasheet, place: int, used: list[int], own: set[str]) -> set[tuple[int, int]]:
    """The choices of earlier options that an option waits for: none of its choices can be made without what they give."""
    needs = [_asked(sheet.options[place], choice) - own for choice in sheet.options[place].choices]
    if not all(needs):
        return set()
    return {
        (other, number)
        for other in used
        if other < place
        for number, choice in enumerate(sheet.options[other].choices)
        if any(missing <= {part.item.casefold() for part in choice.gives} for missing in needs)
    }


def _asked(option: Option, choice: Choice) -> set[str]:
    """What a model must hold to make a choice; of several that an option needs, one is enough, so only a single one counts."""
    needs = {option.needs[0].casefold()} if len(option.needs) == 1 else set()
    return needs | {part.item.casefold() for part in choice.takes}


def _option(sheet: Datasheet, place: int, parents: dict[int, set[tuple[int, int]]], shown: set[int]) -> Branch:
    """An option with its choices; one that hangs below several choices is shown in full below the first of them only."""
    option = sheet.options[place]
    if place in shown:
        return Branch(kind="option", text=f"{who(option)}: option {place + 1}, as above", option=place + 1)
    shown.add(place)
    below = tuple(
        Branch(
            kind="choice",
            text=choice(one),
            option=place + 1,
            points=one.points,
            below=tuple(_option(sheet, other, parents, shown) for other, waits in parents.items() if (place, number) in waits),
        )
        for number, one in enumerate(option.choices)
    )
    return Branch(kind="option", text=_heading(option), option=place + 1, below=below)


def _heading(option: Option) -> str:
    """Who may use an option, and what holds for all of its choices."""
    told = who(option)
    if option.must:
        told += ", who must"
    if option.times > 1:
        told += f", up to {option.times} times"
    return f"{told}; {caps(option)}" if option.caps else told

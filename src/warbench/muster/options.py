"""The wargear options of a unit as a tree, for bundled and imported datasheets alike: who may change, what goes, what comes.

An option whose items only come by another choice hangs below that choice.
"""

from collections.abc import Iterator

import msgspec

from warbench.sheets.datasheet import Composition, Datasheet
from warbench.sheets.options import Choice, Items, Option


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
    lines = tuple(_models(sheet, line) for line in sheet.composition)
    kinds = {"", *(line.model.casefold() for line in sheet.composition)}
    rest = tuple(
        Branch(kind="text", text=f"not understood: {option.text or _who(option)}", option=place)
        for place, option in enumerate(sheet.options, 1)
        if not option.choices or option.model.casefold() not in kinds
    )
    return Branch(kind="unit", text=sheet.name, below=(*lines, *rest))


def in_words(sheet: Datasheet) -> tuple[str, ...]:
    """Every option of a datasheet as a sentence."""
    found: list[str] = []
    for option in sheet.options:
        if not option.choices:
            found.append(f"Not understood: {option.text or _who(option)}.")
            continue
        choices = [_choice_words(choice) for choice in option.choices]
        one = "do one of these: " if len(choices) > 1 else ""
        found.append(f"{_who(option)[0].upper()}{_who(option)[1:]} may {one}{'; or '.join(choices)}.")
    return tuple(found)


def lines_of(branch: Branch, depth: int = 0) -> Iterator[tuple[int, Branch]]:
    """The lines of a tree from its root down, each with its depth."""
    yield depth, branch
    for each in branch.below:
        yield from lines_of(each, depth + 1)


def _models(sheet: Datasheet, line: Composition) -> Branch:
    count = f"{line.low}" if line.low == line.high else f"{line.low} to {line.high}"
    wears = ", ".join(line.equipped) or "nothing"
    own = {item.casefold() for item in line.equipped}
    wanted = {"", line.model.casefold()}
    used = [place for place, option in enumerate(sheet.options) if option.choices and option.model.casefold() in wanted]
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
        return Branch(kind="option", text=f"{_who(option)}: option {place + 1}, as above", option=place + 1)
    shown.add(place)
    below = tuple(
        Branch(
            kind="choice",
            text=_choice_words(choice),
            option=place + 1,
            points=choice.points,
            below=tuple(_option(sheet, other, parents, shown) for other, waits in parents.items() if (place, number) in waits),
        )
        for number, choice in enumerate(option.choices)
    )
    return Branch(kind="option", text=_who(option), option=place + 1, below=below)


def _who(option: Option) -> str:
    who = option.model or "model"
    if option.limit:
        who = f"up to {option.limit} {who}" + (f" for every {option.per} models of the unit" if option.per else " of the unit")
    else:
        who = f"any {who}"
    if option.needs:
        who += f" with {' or '.join(option.needs)}"
    if option.excludes:
        who += f" without {' or '.join(option.excludes)}"
    return who


def _choice_words(choice: Choice) -> str:
    gives = _items(choice.gives)
    told = f"exchange {_items(choice.takes)} for {gives}" if choice.takes else f"take {gives}"
    if choice.points:
        told += f" ({choice.points:+d} points)"
    return told + (f" (at most {choice.limit} in the unit)" if choice.limit else "")


def _items(items: tuple[Items, ...]) -> str:
    return " and ".join(part.item if part.count == 1 else f"{part.count} {part.item}" for part in items) or "nothing"

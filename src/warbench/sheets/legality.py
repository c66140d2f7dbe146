"""Whether a unit's wargear is legal, and if not, every reason: which item, which option, which limit (W-134..W-143, W-377)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import msgspec

from warbench.sheets.datasheet import Composition, Datasheet
from warbench.sheets.parts import Part, parts
from warbench.sheets.sizes import counts_of, largest, makeups_told, may_be, smallest
from warbench.sheets.ways import Equipment, Used, apart, limits, loadout, option_of, say, spellings

_MOST_TOLD = 8
"""A sentence lists so many legal alternatives, not more."""

_MOST_TALLIES = 64
"""So many ways to tally the uses of a unit are followed at once."""


class Problem(msgspec.Struct, frozen=True):
    """One reason why a unit's wargear is not legal.

    ``code`` is one of ``unknown-model``, ``model-count``, ``unknown-item``, ``fixed-item``, ``not-for-model``, ``options``,
    ``option-limit``, ``all-models``; ``text`` is the sentence for a person. ``model`` is the kind of model and ``number`` counts
    such models from 1; ``option`` is the place of the option in the datasheet's list, from 1.
    """

    code: str
    text: str
    model: str = ""
    number: int = 0
    option: int = 0


def check_loadout(sheet: Datasheet, models: Sequence[tuple[str, Equipment]]) -> list[Problem]:
    """Every problem with a unit's wargear; none when it is legal.

    Args:
        sheet: the unit's datasheet.
        models: each model of the unit as (kind of model, its equipment), in any order. Case does not matter.
    """
    lines = {line.model.casefold(): line for line in sheet.composition}
    problems = list(_counts(sheet, lines, [name for name, _ in models]))
    spelling = spellings(sheet)
    every = {line.model: parts(sheet, line) for line in sheet.composition}
    legal: list[tuple[Used, ...]] = []
    seen: Counter[str] = Counter()
    for name, equipment in models:
        line = lines.get(name.casefold())
        if line is None:
            continue
        seen[line.model] += 1
        have: Counter[str] = Counter()
        for item, count in loadout(equipment):
            have[spelling.get(item.casefold(), item)] += count
        faults = list(_model(sheet, line, seen[line.model], have, every[line.model]))
        problems += faults
        if not faults:
            chosen = (part.ways[part.of(have.items())] for part in every[line.model])
            legal.append(tuple(frozenset().union(*sets) for sets in product(*chosen)))
    return problems + list(_unit(sheet, [seen[line.model] for line in sheet.composition], legal))


def _counts(sheet: Datasheet, lines: Mapping[str, Composition], names: list[str]) -> Iterator[Problem]:
    for name in dict.fromkeys(names):
        if name.casefold() not in lines:
            known = ", ".join(line.model for line in sheet.composition)
            yield Problem("unknown-model", f"{sheet.name} has no model {name!r}; it has: {known}", name)
    have = Counter(name.casefold() for name in names)
    if sheet.makeups:
        if all(name.casefold() in lines for name in names) and not may_be(sheet, counts_of(sheet, names)):
            found = " and ".join(f"{have[key]} {line.model}" for key, line in lines.items() if have[key]) or "nobody"
            yield Problem("model-count", f"{sheet.name} is {makeups_told(sheet)}, not {found}")
        return
    for line in sheet.composition:
        count = have[line.model.casefold()]
        if not line.low <= count <= line.high:
            may = f"exactly {line.low}" if line.low == line.high else f"{line.low} to {line.high}"
            yield Problem("model-count", f"{sheet.name} has {may} {line.model}, not {count}", line.model)
    low, high = smallest(sheet), largest(sheet)
    if not low <= len(names) <= high and all(name.casefold() in lines for name in names) and len(sheet.composition) > 1:
        yield Problem("model-count", f"{sheet.name} has {low} to {high} models in all, not {len(names)}")


def _model(sheet: Datasheet, line: Composition, number: int, have: Counter[str], every: tuple[Part, ...]) -> Iterator[Problem]:
    """The reasons of one model. Items that no option ties together are looked at apart, so that each fault shows."""
    known = set(spellings(sheet).values())
    possible = {item for part in every for equipment in part.ways for item, _ in equipment}
    for item in sorted(set(have) - possible):
        if item in known:
            text = f"{line.model} cannot have {item}{_who_can(sheet, item)}"
            yield Problem("not-for-model", text, line.model, number)
        else:
            yield Problem("unknown-item", f"{item!r} is no wargear of {sheet.name}", line.model, number)
    held = Counter({item: count for item, count in have.items() if item in possible})
    for part in every:
        if part.of(held.items()) in part.ways:
            continue
        says = _list(dict(part.of(held.items())))
        choices = [dict(equipment) for equipment in part.ways]
        if not part.options:
            text = f"{line.model} has {_list(choices[0])}, which no option changes; found {says}"
            yield Problem("fixed-item", text, line.model, number)
            continue
        may = "; or ".join(_list(choice) for choice in choices[:_MOST_TOLD]) + ("; or ..." if len(choices) > _MOST_TOLD else "")
        told = " / ".join(say(sheet.options[option]) for option in part.options)
        text = f"{line.model} cannot have {says}. Legal: {may}. Options: {told}"
        yield Problem("options", text, line.model, number, part.options[0] + 1)


def _who_can(sheet: Datasheet, item: str) -> str:
    """Who can have the item, for the sentence that says that this model cannot."""
    options = [option for option in sheet.options if any(p.item == item for choice in option.choices for p in choice.gives)]
    default = [line.model for line in sheet.composition if item in line.equipped]
    told = [*(f"{model} has it" for model in default), *(say(option) for option in options)]
    return f" ({'; '.join(told)})" if told else ""


def _unit(sheet: Datasheet, counts: Sequence[int], models: list[tuple[Used, ...]]) -> Iterator[Problem]:
    """What the models use together against the limits of the unit."""
    bounds = limits(sheet, counts)
    pairs = apart(sheet)
    tallies: list[Counter[str]] = [Counter()]
    for sets in models:
        # The best tallies only: an excess can no longer shrink, and equal tallies are one.
        grown = {frozenset((new := tally + Counter(used)).items()): new for tally in tallies for used in sets}
        tallies = sorted(grown.values(), key=lambda tally: _excess(tally, bounds, pairs))[:_MOST_TALLIES]
    best = tallies[0]
    for counter, count in best.items():
        if count > bounds[counter]:
            option = option_of(counter)
            what = counter.partition(": ")[2]
            thing = f"{what}: " if what else ""
            told = say(sheet.options[option])
            text = f"{thing}{count} models use this option, but at most {bounds[counter]} of {sum(counts)} may ({told})"
            yield Problem("option-limit", text, sheet.options[option].model, 0, option + 1)
    for used, kept in pairs:
        if best[used] and best[kept]:
            option = option_of(used)
            told = say(sheet.options[option])
            text = f"{best[used]} models use this option and {best[kept]} do not: either all do or none ({told})"
            yield Problem("all-models", text, sheet.options[option].model, 0, option + 1)


def _excess(tally: Counter[str], bounds: Mapping[str, int], pairs: Sequence[tuple[str, str]]) -> int:
    over = sum(max(0, count - bounds[counter]) for counter, count in tally.items())
    return over + sum(min(tally[used], tally[kept]) for used, kept in pairs)


def _list(items: Mapping[str, int]) -> str:
    parts = [item if count == 1 else f"{count} {item}" for item, count in loadout(items)]
    return " and ".join(parts) or "none of them"

"""One model's wargear: the legal equipments that its options lead to, and which bounded options each uses up."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from warbench.sheets import option_words
from warbench.sheets.datasheet import Composition, Datasheet
from warbench.sheets.options import Choice, Option

Loadout = tuple[tuple[str, int], ...]
"""One model's equipment: items with their counts, sorted by name."""

Used = frozenset[str]
"""The bounded options and choices that a model's equipment uses up, by their counters, each once."""


Equipment = Mapping[str, int] | Iterable[str] | Loadout
"""What may stand for a loadout: items with counts, items each as often as it is named, or the loadout itself."""


def loadout(items: Equipment) -> Loadout:
    """The loadout of these items."""
    if isinstance(items, Mapping):
        return _sorted(items)
    counts: Counter[str] = Counter()
    for entry in items:
        item, count = (entry, 1) if isinstance(entry, str) else entry
        counts[item] += count
    return _sorted(counts)


def ways(sheet: Datasheet, line: Composition) -> dict[Loadout, tuple[Used, ...]]:
    """Each legal equipment of a model of that line, default first, with the sets of bounded options that lead to it.

    A set that holds another is left out, so nearly always there is exactly one. What the whole unit may have of an option is
    not looked at: see :func:`limits`.
    """
    return told(sheet, roads(sheet, line.equipped, options_for(sheet, line)))


def options_for(sheet: Datasheet, line: Composition) -> tuple[int, ...]:
    """The places in the datasheet's list of the options that a model of that line may use."""
    return tuple(number for number, option in enumerate(sheet.options) if line.answers(option.model))


Road = tuple[Counter[str], Used, int]
"""What a model holds (items in lower case), the bounded options that it used up, and the points that it paid."""


def roads(sheet: Datasheet, equipped: Iterable[str], options: Iterable[int]) -> list[Road]:
    """Everything that these options, by their places, make of the equipment, default first."""
    states: list[Road] = [(Counter(item.casefold() for item in equipped), frozenset(), 0)]
    for number in (place for place in options for _ in range(sheet.options[place].times)):
        option = sheet.options[number]
        used_here = [_counters(number, option, choice) for choice in option.choices]
        grown: list[Road] = []
        for items, used, cost in states:
            after = [
                (changed, used | more, cost + choice.points)
                for choice, more in zip(option.choices, used_here, strict=True)
                if (changed := _apply(items, option, choice)) is not None
            ]
            kept = used | {_kept_counter(number)} if option.together and after else used
            grown += after if option.must and after else [(items, kept, cost), *after]
        # Two roads to one equipment that use up the same are one state, at the lower cost.
        best: dict[tuple[frozenset[tuple[str, int]], Used], Road] = {}
        for state in grown:
            key = (frozenset(state[0].items()), state[1])
            if key not in best or state[2] < best[key][2]:
                best[key] = state
        states = list(best.values())
    return states


def told(sheet: Datasheet, found: Iterable[Road]) -> dict[Loadout, tuple[Used, ...]]:
    """The equipments that roads lead to, as the datasheet spells them, each with the sets of bounded options that do."""
    spelling = spellings(sheet)
    sets: dict[Loadout, list[Used]] = {}
    for items, used, _ in found:
        leading = sets.setdefault(_sorted({spelling[item]: count for item, count in items.items()}), [])
        if not any(other <= used for other in leading):
            leading[:] = [other for other in leading if not used <= other]
            leading.append(used)
    return {equipment: tuple(leading) for equipment, leading in sets.items()}


def limits(sheet: Datasheet, counts: Sequence[int]) -> dict[str, int]:
    """How often each bounded option or choice may be used in a unit, by its counter.

    Args:
        sheet: the datasheet.
        counts: how many models of each line of the composition the unit has.
    """
    size = sum(counts)
    found: dict[str, int] = {}
    for number, option in enumerate(sheet.options):
        if _is_bounded(option):
            of = sum(n for line, n in zip(sheet.composition, counts, strict=True) if line.answers(option.per_model))
            fits = option.least <= size <= (option.most or size)
            found[_option_counter(number)] = _times(option.limit or size, option.per, of) if fits else 0
        if option.together:
            found[_kept_counter(number)] = size
        for choice in option.choices:
            if choice.limit:
                found[_choice_counter(number, choice)] = _times(choice.limit, choice.per, size)
    return found


def apart(sheet: Datasheet) -> tuple[tuple[str, str], ...]:
    """Pairs of counters of which a unit has one at 0: either all models that can use an option do, or none does."""
    return tuple(
        (_option_counter(number), _kept_counter(number)) for number, option in enumerate(sheet.options) if option.together
    )


def option_of(counter: str) -> int:
    """The place of the counter's option in the datasheet's list, from 0."""
    return int(counter.partition(":")[0].removeprefix("option ")) - 1


def spellings(sheet: Datasheet) -> dict[str, str]:
    """The datasheet's own spelling of every item that a model can have, by its case-folded form: as first printed."""
    found: dict[str, str] = {}
    for item in _all_items(sheet):
        found.setdefault(item.casefold(), item)
    return found


def say(option: Option) -> str:
    """The option as a readable line: ``up to 1 Terminator for every 5 models: storm bolter -> assault cannon``."""
    told = f"{option_words.who(option)}: " + ", or ".join(_say_choice(choice) for choice in option.choices)
    return f"{told}; {option_words.caps(option)}" if option.caps else told


def _say_choice(choice: Choice) -> str:
    keeps, takes, gives = option_words.sides(choice)
    told = f"{option_words.items(takes)} -> {option_words.items(gives)}" if takes else f"also {option_words.items(gives)}"
    if keeps:
        told += f" beside {option_words.items(keeps)}"
    return told + option_words.bound(choice)


def _all_items(sheet: Datasheet) -> Iterator[str]:
    for line in sheet.composition:
        yield from line.equipped
    for option in sheet.options:
        for choice in option.choices:
            yield from (part.item for part in (*choice.takes, *choice.gives))


def _apply(items: Counter[str], option: Option, choice: Choice) -> Counter[str] | None:
    """The equipment after the choice; None when the model cannot make it."""
    if option.needs and not any(items[item.casefold()] for item in option.needs):
        return None
    if any(items[item.casefold()] for item in (*option.excludes, *choice.excludes)):
        return None
    changed = Counter(items)
    for part in choice.takes:
        changed[part.item.casefold()] -= part.count
    if any(count < 0 for count in changed.values()):
        return None
    for part in choice.gives:
        changed[part.item.casefold()] += part.count
    if any(sum(changed[item.casefold()] for item in cap.items) > cap.most for cap in option.caps):
        return None
    return +changed


def _counters(number: int, option: Option, choice: Choice) -> Used:
    used = [_option_counter(number)] if _is_bounded(option) else []
    if choice.limit:
        used.append(_choice_counter(number, choice))
    return frozenset(used)


def _is_bounded(option: Option) -> bool:
    return bool(option.limit or option.least or option.most or option.together)


def _times(limit: int, per: int, of: int) -> int:
    return limit * (of // per) if per else limit


def _kept_counter(number: int) -> str:
    """Counts the models that could use an option and do not."""
    return f"option {number + 1}: not used"


def _option_counter(number: int) -> str:
    return f"option {number + 1}"


def _choice_counter(number: int, choice: Choice) -> str:
    # By what it newly gives, so that "bolter or blaster -> rail rifle", written as two choices, is counted as one.
    taken = {part.item.casefold() for part in choice.takes}
    new = sorted(part.item.casefold() for part in choice.gives if part.item.casefold() not in taken)
    return f"option {number + 1}: {', '.join(new)}"


def _sorted(items: Mapping[str, int]) -> Loadout:
    kept = ((item, count) for item, count in items.items() if count)
    return tuple(sorted(kept, key=lambda pair: (pair[0].casefold(), pair)))

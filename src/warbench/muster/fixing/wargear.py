"""The legal wargear that is nearest to what a unit has: the fewest items that go or come, within the limits of its options."""

from collections import Counter
from collections.abc import Sequence
from itertools import product

from warbench.muster.fixing.choosing import Choices, Row, Variant, cheapest
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.parts import parts
from warbench.sheets.ways import apart, limits, spellings

Worn = tuple[str, dict[str, int]]
"""A model: its kind and its items."""


def nearest_legal(sheet: Datasheet, models: Sequence[Worn], needs: str = "") -> list[Worn] | None:
    """The same models with legal wargear, as near as there is: the number of items that go or come is the least.

    Args:
        sheet: the datasheet; the number of models of each kind is legal already.
        models: what each model has.
        needs: an item that each model must have; empty: none.

    Returns:
        The models in the same order, None where a kind of model is none of the datasheet's or nothing is legal.

    Raises:
        NoSolverError: when the solver is not installed.
    """
    lines = {line.model.casefold(): line for line in sheet.composition}
    if any(kind.casefold() not in lines for kind, _ in models):
        return None
    spelling = spellings(sheet)
    every = {name: parts(sheet, line) for name, line in lines.items()}
    variants: list[list[Variant]] = []
    owners: list[int] = []
    for place, (kind, items) in enumerate(models):
        held: Counter[str] = Counter()
        for item, count in items.items():
            held[spelling.get(item.casefold(), item)] += count
        for part in every[kind.casefold()]:
            own = dict(part.of(held.items()))
            variants.append(
                [
                    Variant(units=(way,), cost=_distance(own, dict(way)), adds=dict.fromkeys(sorted(used), 1))
                    for way, sets in part.ways.items()
                    if needs not in part.items or dict(way).get(needs)
                    for used in sets
                ]
            )
            owners.append(place)
    kinds = Counter(kind.casefold() for kind, _ in models)
    bounds = limits(sheet, [kinds[line.model.casefold()] for line in sheet.composition])
    # Of an option that all models use or none, either the one or the other is shut.
    found_any = [
        picked
        for shut in product(*apart(sheet))
        if (picked := cheapest(Choices(variants=variants, rows=_rows(bounds, shut)), ())) is not None
    ]
    if not found_any:
        return None
    picked = min(found_any, key=lambda picked: sum(one[place].cost for one, place in zip(variants, picked, strict=True)))
    found: list[Worn] = [(kind, {}) for kind, _ in models]
    for owner, choice, place in zip(owners, variants, picked, strict=True):
        found[owner][1].update(choice[place].units[0])
    return found


def _rows(bounds: dict[str, int], shut: tuple[str, ...]) -> dict[str, Row]:
    return {name: Row(high=0 if name in shut else most) for name, most in bounds.items()}


def exchanged(before: Sequence[Worn], after: Sequence[Worn]) -> list[str]:
    """What each model whose wargear changed gives away and takes, in words, models that do the same together."""
    told: Counter[str] = Counter()
    for (kind, had), (_, has) in zip(before, after, strict=True):
        gone, come = _less(had, has), _less(has, had)
        if gone or come:
            told[f"{kind}: {_say(gone)} -> {_say(come)}"] += 1
    return [f"{count} x {text}" if count > 1 else text for text, count in told.items()]


def _less(one: dict[str, int], other: dict[str, int]) -> Counter[str]:
    folded = Counter({item.casefold(): count for item, count in other.items()})
    return Counter({item: count - folded[item.casefold()] for item, count in one.items() if count > folded[item.casefold()]})


def _say(items: Counter[str]) -> str:
    return " and ".join(item if count == 1 else f"{count} {item}" for item, count in items.items()) or "nothing"


def _distance(one: dict[str, int], other: dict[str, int]) -> int:
    return sum(abs(one.get(item, 0) - other.get(item, 0)) for item in {**one, **other})

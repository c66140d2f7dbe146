"""The choice that the solver makes: for each unit one of its variants, within sums that may not be too large or too small."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

_HALF = 0.5
"""What is chosen is 1 but for rounding."""


class Variant(msgspec.Struct, frozen=True, kw_only=True):
    """What a unit could be instead: the units that stand for it then (none: it is taken out), and the steps that lead there.

    ``cost`` is how large the change is, 0 for the unit as it is. ``adds`` is what it adds to the sums, by the name of the row.
    """

    units: tuple[Any, ...]
    steps: tuple[str, ...] = ()
    cost: int = 0
    adds: Mapping[str, int] = {}


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A sum over the chosen variants and its bounds; None is no bound."""

    low: int | None = None
    high: int | None = None


class Sums:
    """What one variant adds to the sums. A row that is not there yet is made."""

    def __init__(self, rows: dict[str, Row]) -> None:
        """Begin with nothing; ``rows`` are those of all variants together."""
        self.rows = rows
        self.adds: dict[str, int] = {}

    def add(self, row: str, amount: int, high: int = 0) -> None:
        """Add an amount to a row; ``high`` bounds a row that is new."""
        self.rows.setdefault(row, Row(high=high))
        self.adds[row] = self.adds.get(row, 0) + amount


class Choices(msgspec.Struct, kw_only=True):
    """Everything that can be chosen: variants by unit, the rows that bound their sums."""

    variants: list[list[Variant]]
    rows: dict[str, Row]


Picked = tuple[int, ...]
"""The place of the chosen variant, for each unit."""

Forbidden = Sequence[tuple[int, int]]
"""Variants, as (unit, variant), that may not be chosen all at once."""


class NoSolverError(ImportError):
    """The solver is not installed."""


def cheapest(choices: Choices, forbidden: Sequence[Forbidden]) -> Picked | None:
    """The choice of the least cost, None when there is none. Equal costs are told apart by the order of the variants.

    Args:
        choices: the variants and rows.
        forbidden: what may not be chosen together.

    Raises:
        NoSolverError: when HiGHS is not installed.
    """
    try:
        import highspy  # noqa: PLC0415 -- an optional extra, needed here only
    except ImportError as error:
        raise NoSolverError("--fix needs the solver HiGHS, which is not installed: pip install 'warbench[muster]'") from error

    class Quiet(highspy.Highs):
        """Silent before it can say which version it is."""

        def enableCallbacks(self) -> None:  # noqa: N802 -- the solver's own name
            self.silent()
            super().enableCallbacks()  # type: ignore[no-untyped-call]  # so the package has it

    if not choices.variants:
        return ()
    model = Quiet()  # type: ignore[no-untyped-call]  # so the package has it
    # One thread, no gap: the same answer wherever it runs, and the least one.
    for name, value in (("threads", 1), ("random_seed", 0), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.0)):
        model.setOptionValue(name, value)
    index = {(unit, place): 0 for unit, found in enumerate(choices.variants) for place in range(len(found))}
    scale = len(index) + 1
    for column, (unit, place) in enumerate(index):
        index[unit, place] = column
        # The order of the variants breaks ties: together they weigh less than one point of cost.
        model.addVar(0, 1)
        model.changeColIntegrality(column, highspy.HighsVarType.kInteger)
        model.changeColCost(column, choices.variants[unit][place].cost * scale + place)
    for unit, found in enumerate(choices.variants):
        columns = [index[unit, place] for place in range(len(found))]
        model.addRow(1, 1, len(columns), columns, [1.0] * len(columns))
    for name, row in choices.rows.items():
        terms = [
            (index[unit, place], float(amount))
            for unit, found in enumerate(choices.variants)
            for place, variant in enumerate(found)
            if (amount := variant.adds.get(name, 0))
        ]
        low = -highspy.kHighsInf if row.low is None else float(row.low)
        high = highspy.kHighsInf if row.high is None else float(row.high)
        model.addRow(low, high, len(terms), [column for column, _ in terms], [amount for _, amount in terms])
    for barred in forbidden:
        columns = [index[each] for each in barred]
        model.addRow(-highspy.kHighsInf, len(columns) - 1, len(columns), columns, [1.0] * len(columns))
    model.run()
    if model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    values = model.getSolution().col_value
    chosen = {unit: place for (unit, place), column in index.items() if values[column] > _HALF}
    return tuple(chosen[unit] for unit in range(len(choices.variants)))

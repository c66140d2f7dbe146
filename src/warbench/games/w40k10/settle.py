"""Settling numbers from effects: what applies, characteristics with their changes, rolls with their modifiers."""

from collections.abc import Iterable
from typing import NamedTuple

from warbench.chance import Dice
from warbench.rules.active import Active, Facts, applying, modifiers, of_kind, times
from warbench.rules.effects import ChangeValue
from warbench.rules.requests import Arithmetic

__all__ = ["CHARACTERISTICS", "Active", "Change", "Facts", "applying", "change", "modifiers", "number", "of_kind", "times"]

_LIMITS: dict[str, tuple[int, int, int]] = {
    # characteristic: lowest, highest, and the floor that subtracting does not go below
    "attacks": (0, 100_000, 1),
    "skill": (2, 7, 2),
    "strength": (1, 100_000, 1),
    "ap": (-100, 0, -100),
    "damage": (0, 100_000, 1),
    "toughness": (1, 100_000, 1),
    "save": (2, 7, 2),
    "invulnerable": (2, 7, 2),
    "wounds": (1, 1000, 1),
    # The unmodified Hit roll that Fire Overwatch needs: 6, unless an ability sets it.
    "overwatch": (2, 6, 2),
    # How many weapons with C'tan Power a model selects when it is selected to shoot.
    "powers": (0, 3, 0),
}
CHARACTERISTICS = tuple(_LIMITS)


class Change(NamedTuple):
    """The changes to one characteristic: the arithmetic, dice that are added, and what each is from."""

    arithmetic: Arithmetic
    dice: tuple[Dice, ...]
    reasons: tuple[str, ...]


def change(name: str, actives: Iterable[Active], facts: Facts) -> Change:
    """All changes to a characteristic, in the order set, divide, multiply, add, subtract."""
    low, _, floor = _LIMITS[name]
    fixed: int | None = None
    halvings, multiply, add, subtract = 0, 1, 0, 0
    dice: list[Dice] = []
    reasons: list[str] = []
    for effect, source in of_kind(actives, ChangeValue):
        if effect.name != name:
            continue
        often = times(effect.per, facts)
        if effect.set is not None:
            # Of several replacements the last one named holds.
            fixed, said = effect.set, f"becomes {effect.set}"
        elif effect.halve:
            halvings, said = halvings + 1, "halved"
        elif effect.multiply is not None:
            multiply, said = multiply * effect.multiply, f"times {effect.multiply}"
        else:
            by = effect.by
            amount = Dice.parse(by) if isinstance(by, str) else None
            if amount is not None and not amount.is_fixed:
                dice += [amount] * often
                said = f"+{amount}" + (f" times {often}" if often != 1 else "")
            else:
                flat = (amount.plus if amount is not None else int(by or 0)) * often
                add, subtract = add + max(flat, 0), subtract - min(flat, 0)
                said = f"{flat:+d}"
            if not often:
                continue
        reasons.append(f"{said} ({source})")
    arithmetic = Arithmetic(fixed, halvings, multiply, add, subtract, floor=floor, low=low)
    return Change(arithmetic, tuple(dice), tuple(reasons))


def number(name: str, base: int, actives: Iterable[Active], facts: Facts) -> tuple[int, tuple[str, ...]]:
    """A fixed characteristic after its changes, within its limits, and what changed it."""
    changed = change(name, actives, facts)
    if not changed.reasons:
        return base, ()
    return min(changed.arithmetic(base), _LIMITS[name][1]), changed.reasons

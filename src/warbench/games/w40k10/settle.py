"""Settling numbers from effects: what applies, characteristics with their changes, rolls with their modifiers."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar

from warbench.chance import Dice, Modifier
from warbench.rules.conditions import Value
from warbench.rules.effects import ChangeRoll, ChangeValue, Effect, Per
from warbench.rules.requests import Arithmetic

T = TypeVar("T")
Facts = Mapping[str, Value]

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
}
CHARACTERISTICS = tuple(_LIMITS)


class Active(NamedTuple):
    """An effect that applies, and the name of what it comes from."""

    effect: Effect
    source: str


def applying(effects: Iterable[Active], weapon: str, kind: str, facts: Facts) -> list[Active]:
    """Those of the effects whose weapon, kind of attack and condition fit."""
    return [
        active
        for active in effects
        if (active.effect.attacks in ("all", kind))
        and (active.effect.weapon is None or active.effect.weapon.casefold() == weapon.casefold())
        and (active.effect.when is None or active.effect.when.holds(facts))
    ]


def of_kind(actives: Iterable[Active], kind: type[T]) -> list[tuple[T, str]]:
    """The effects of one kind with their sources, in order."""
    return [(active.effect, active.source) for active in actives if isinstance(active.effect, kind)]


def times(per: Per | None, facts: Facts) -> int:
    """How often a scaled amount counts: 1 without a scale."""
    if per is None:
        return 1
    count = facts[per.fact]
    return int(count) // per.every if isinstance(count, (int, float)) else 0


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


def modifiers(rolls: tuple[str, ...], actives: Iterable[Active], facts: Facts) -> list[Modifier]:
    """The modifiers to any of the named rolls."""
    return [
        Modifier(value, source)
        for effect, source in of_kind(actives, ChangeRoll)
        if effect.roll in rolls and (value := effect.by * times(effect.per, facts))
    ]

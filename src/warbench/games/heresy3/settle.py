"""Settling characteristics from effects, in this game's order: multiply, divide, add, subtract; what is set comes last."""

from collections.abc import Iterable

from warbench.chance import Dice
from warbench.games.heresy3.question import NO_SAVE
from warbench.rules.active import Active, Facts, of_kind, times
from warbench.rules.desk import Notes
from warbench.rules.effects import ChangeValue
from warbench.rules.requests import Amount, Arithmetic

ALIASES = {"firepower": "attacks", "ballistic skill": "skill"}
CHARACTERISTICS = (
    "attacks",
    "firepower",
    "skill",
    "strength",
    "ap",
    "damage",
    "toughness",
    "weapon_skill",
    "save",
    "invulnerable",
    "armour",
)
STEPPED = ("ap", "save", "invulnerable")
"""Numbers of which the lower is the better: 2 is the best that a change can reach, worse than 6 is none (H-114)."""
BEST, WORST = 2, 6


def change(name: str, actives: Iterable[Active], facts: Facts) -> tuple[Arithmetic, tuple[Dice, ...], tuple[str, ...]]:
    """All changes to a characteristic (H-179..H-184), dice that are added, and what each is from.

    Additions come before subtractions, fractions round down, nothing goes below 0. Of several values that are set the last
    one named holds, and overrides the rest.
    """
    fixed: int | None = None
    multiply, divisor, add, subtract = 1, 1, 0, 0
    dice: list[Dice] = []
    reasons: list[str] = []
    for effect, source in of_kind(actives, ChangeValue):
        if ALIASES.get(effect.name, effect.name) != name:
            continue
        often = times(effect.per, facts)
        if effect.set is not None:
            fixed, said = effect.set, f"becomes {effect.set}"
        elif effect.halve:
            divisor, said = divisor * 2, "halved"
        elif effect.multiply is not None:
            multiply, said = multiply * effect.multiply, f"times {effect.multiply}"
        elif isinstance(effect.by, str) and not Dice.parse(effect.by).is_fixed:
            dice += [Dice.parse(effect.by)] * often
            said = f"+{effect.by}" + (f" times {often}" if often != 1 else "")
        else:
            flat = (Dice.parse(effect.by).plus if isinstance(effect.by, str) else int(effect.by or 0)) * often
            add, subtract = add + max(flat, 0), subtract - min(flat, 0)
            said = f"{flat:+d}"
        if often:
            reasons.append(f"{said} ({source})")
    return Arithmetic(fixed, 0, multiply, add, subtract, floor=0, divisor=divisor), tuple(dice), tuple(reasons)


def number(name: str, base: int, actives: Iterable[Active], facts: Facts) -> tuple[int, tuple[str, ...]]:
    """A fixed characteristic after its changes, and what changed it."""
    arithmetic, _, reasons = change(name, actives, facts)
    if not reasons:
        return base, ()
    if arithmetic.set is not None:
        return arithmetic.set, reasons
    value = arithmetic(base)
    if name in STEPPED:
        value = max(value, min(BEST, base)) if value <= WORST else NO_SAVE
    return value, reasons


def rolled(notes: Notes, name: str, dice: Dice, again: tuple[int, ...] = ()) -> tuple[Amount, tuple[str, ...]]:
    """The number of attacks, or the damage: dice and changes, and what changed it."""
    arithmetic, extra, reasons = change(name, notes.actives, notes.facts)
    if arithmetic.set is not None:
        return Amount(name, Dice.parse(arithmetic.set)), reasons
    if name == "damage" and dice.is_fixed and not dice.plus:
        # H-190: a weapon of Damage 0 never does any, whatever is added.
        return Amount(name, dice), reasons
    return Amount(name, dice, extra, arithmetic, again), reasons

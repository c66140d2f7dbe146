"""The target's models: which kinds answer for an attack, whose numbers count for the unit, and the order of allocation."""

from collections import Counter
from collections.abc import Callable
from collections.abc import Sequence as Series
from functools import lru_cache

from warbench.attack.target import Lot, Order, Target, lined_up
from warbench.games.heresy3.question import Armour, Group
from warbench.games.heresy3.tables import VEHICLE_DAMAGE
from warbench.rules.active import Facts

_BOTH = 2
_PICKED = ("paragon", "command")
"""A wounded model of these need not be allocated to first."""
WITHOUT_TABLE = frozenset({"super-heavy", "flyer"})
"""Sub-types of vehicles that lose a Hull Point to a glancing hit instead of a roll on the table."""


def majority(target: Series[Group], value: Callable[[Group], int]) -> tuple[int, bool]:
    """The value that most models have, the highest of equals; and whether there are equals."""
    counts: Counter[int] = Counter()
    for group in target:
        counts[value(group)] += group.count
    most = max(counts.values())
    held = [each for each, count in counts.items() if count == most]
    return max(held), len(held) > 1


def largest(target: Series[Group]) -> Group:
    """The largest group, the first of equals: its Armour Value counts (ruling mixed-armour)."""
    return max(target, key=lambda group: group.count)


def facing_value(armour: Armour, facts: Facts, *, melee: bool, indirect: bool) -> tuple[int, str]:
    """The Armour Value that is struck, and which: in combat the rear, in a challenge the highest, indirectly the side."""
    if melee and facts["challenge"] is True:
        return max(armour.front, armour.side, armour.rear), "the highest, in a challenge"
    facing = "rear" if melee and facts["death_or_glory"] is False else "side" if indirect else str(facts["facing"])
    value: int = getattr(armour, facing)
    return value, facing


def types_of(target: Series[Group]) -> tuple[str, ...]:
    """Types, sub-types and traits. A Fortification or Building is a Vehicle as a target (H-037)."""
    words: list[str] = []
    for group in target:
        words += [group.type, *(("vehicle",) if group.armoured else ()), *group.keywords, *group.traits]
    return tuple(dict.fromkeys(word.casefold() for word in words))


def immobile(target: Series[Group]) -> bool:
    """Whether Detonation weapons may attack: every model is a Vehicle or has Movement 0 or - (H-040, H-176, H-177)."""
    return all(group.armoured or group.movement == 0 for group in target)


def rolls_on_table(target: Series[Group]) -> bool:
    """Whether glancing hits roll on the Vehicle Damage Table: not for buildings, fortifications, Super-heavies, Flyers."""
    return all(group.type == "vehicle" and not any(word in group.keywords for word in WITHOUT_TABLE) for group in target)


def profiles(target: tuple[Group, ...]) -> tuple[Group, ...]:
    """One group for each kind of model: those with the same saves and rules answer alike."""
    return tuple({_kind(group): group for group in reversed(target)}.values())[::-1]


def _kind(group: Group) -> tuple[int, int | None, int | None, tuple[str, ...]]:
    return group.save, group.invulnerable, group.cover, group.special_rules


def two_tracks(target: Series[Group], facts: Facts) -> bool:
    """Whether characters stand apart: only where Precision may pick them out."""
    return facts["precision"] is True and len({group.character for group in target}) == _BOTH


def order(target: Series[Group], facts: Facts, *, picked: bool) -> Order:
    """Which track an attack tries first: one whose attacker picks the model the characters, any other the rest."""
    if not two_tracks(target, facts):
        return (0,)
    return (1, 0) if picked else (0, 1)


def status_order(target: Series[Group], facts: Facts, status: int) -> Order:
    """Where a result of the Vehicle Damage Table goes: the mark of the status first, then a Hull Point."""
    plain = order(target, facts, picked=False)
    held = facts["target_statuses"]
    if isinstance(held, tuple) and VEHICLE_DAMAGE[status] in {word.casefold() for word in held}:
        return plain
    return (len(plain) + status, *plain)


def target_of(target: tuple[Group, ...], facts: Facts, starting_models: int = 0) -> Target:
    """The target's models in the order in which attacks are allocated; marks for the statuses that glances may give."""
    return _target(target, two_tracks(target, facts), starting_models)


@lru_cache(maxsize=1024)
def _target(target: tuple[Group, ...], apart: bool, starting_models: int) -> Target:  # noqa: FBT001 -- an argument of a cache
    kinds = [_kind(group) for group in profiles(target)]
    lots = [
        Lot(
            group.count,
            group.wounds,
            group.wounds_left,
            kinds.index(_kind(group)),
            group.character,
            not any(word in (group.type, *group.keywords) for word in _PICKED),
        )
        for group in target
    ]
    marks = len(VEHICLE_DAMAGE) if rolls_on_table(target) else 0
    return lined_up(lots, apart=apart, starting_models=starting_models, marks=marks)

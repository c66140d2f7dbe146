"""The target's models: which kinds answer for an attack, whose Toughness counts, and the order of allocation."""

from collections.abc import Sequence as Series
from functools import lru_cache

from warbench.attack.target import Lot, Order, Target, lined_up
from warbench.games.w40k10.question import Group
from warbench.games.w40k10.settle import Facts

_BOTH = 2


def toughness_group(target: Series[Group]) -> Group:
    """Whose Toughness counts: the largest group that is not a character, the first of equals."""
    soldiers = [group for group in target if not group.character] or list(target)
    return max(soldiers, key=lambda group: group.count)


def profiles(target: tuple[Group, ...]) -> tuple[Group, ...]:
    """One group for each kind of model: those with the same saves answer alike, so they are handled together."""
    return tuple({_kind(group): group for group in reversed(target)}.values())[::-1]


def _kind(group: Group) -> tuple[int, int | None, int | None]:
    return group.save, group.invulnerable, group.feel_no_pain


def two_tracks(target: Series[Group], facts: Facts) -> bool:
    """Whether characters stand apart: only where Precision may pick them out of an Attached unit."""
    return facts["precision"] is True and len({group.character for group in target}) == _BOTH


def order(target: Series[Group], facts: Facts, *, precise: bool) -> Order:
    """Which track an attack tries first: a precise one the characters, any other the soldiers."""
    if not two_tracks(target, facts):
        return (0,)
    return (1, 0) if precise else (0, 1)


def target_of(target: tuple[Group, ...], facts: Facts, starting_models: int = 0) -> Target:
    """The target's models in the order in which attacks are allocated: wounded ones first, attached characters last."""
    return _target(target, two_tracks(target, facts), starting_models)


@lru_cache(maxsize=1024)
def _target(target: tuple[Group, ...], apart: bool, starting_models: int) -> Target:  # noqa: FBT001 -- an argument of a cache
    kinds = [_kind(group) for group in profiles(target)]
    lots = [Lot(group.count, group.wounds, group.wounds_left, kinds.index(_kind(group)), group.character) for group in target]
    return lined_up(lots, apart=apart, starting_models=starting_models)

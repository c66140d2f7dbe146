"""Which effects apply to an attack, and the plain questions that one asks of them."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar

from warbench.chance import Modifier
from warbench.rules.conditions import Value
from warbench.rules.effects import ChangeRoll, Effect, Per

T = TypeVar("T")
Facts = Mapping[str, Value]


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


def modifiers(rolls: tuple[str, ...], actives: Iterable[Active], facts: Facts) -> list[Modifier]:
    """The modifiers to any of the named rolls."""
    return [
        Modifier(value, source)
        for effect, source in of_kind(actives, ChangeRoll)
        if effect.roll in rolls and (value := effect.by * times(effect.per, facts))
    ]

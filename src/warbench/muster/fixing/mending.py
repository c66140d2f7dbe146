"""From choices to a legal army: the solver proposes, the game's own check judges, what it refuses is forbidden, and so on."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import msgspec

from warbench.battle.requests import Refusal
from warbench.muster.fixing.choosing import Choices, Forbidden, Picked, cheapest
from warbench.muster.fixing.effort import Effort

MOST_ROUNDS = 80
"""So often the check may refuse what the solver proposes."""

_Spec = TypeVar("_Spec")


class Mended(msgspec.Struct, Generic[_Spec], frozen=True, kw_only=True):
    """A legal army, the steps that lead to it, and the size of the change: the sum of what its steps cost.

    ``notes`` say where not everything was looked at.
    """

    spec: _Spec
    steps: tuple[str, ...]
    cost: int
    notes: tuple[str, ...] = ()


class NoFix(msgspec.Struct, frozen=True, kw_only=True):
    """No change of the kinds that are tried makes the army legal; ``faults`` are those of the last proposal, if there was one.

    ``notes`` say where not everything was looked at; with ``gave_up`` the search was broken off, and there may be a change.
    """

    faults: tuple[Refusal, ...] = ()
    notes: tuple[str, ...] = ()
    gave_up: bool = False


def mend(
    choices: Choices, build: Callable[[Picked], _Spec], check: Callable[[_Spec], Sequence[Refusal]], effort: Effort
) -> Mended[_Spec] | NoFix:
    """The cheapest choice that the check finds legal.

    Args:
        choices: what each unit could be, and the sums that are known beforehand.
        build: the army of a choice.
        check: every reason why an army is not legal.
        effort: how much is tried.

    Raises:
        NoSolverError: when the solver is not installed.
    """

    def counted(spec: _Spec) -> Sequence[Refusal]:
        effort.checked()
        return check(spec)

    forbidden: list[Forbidden] = []
    last: tuple[Refusal, ...] = ()
    for _ in range(MOST_ROUNDS):
        if effort.is_spent:
            break
        picked = cheapest(choices, forbidden)
        if picked is None:
            return NoFix(faults=last, notes=tuple(effort.notes))
        spec = build(picked)
        last = tuple(counted(spec))
        if not last:
            chosen = [found[place] for found, place in zip(choices.variants, picked, strict=True)]
            steps = tuple(step for variant in chosen for step in variant.steps)
            return Mended(spec=spec, steps=steps, cost=sum(variant.cost for variant in chosen), notes=tuple(effort.notes))
        forbidden += _reasons(choices, picked, last, build, counted)
    return NoFix(faults=last, notes=tuple(effort.notes), gave_up=True)


def _reasons(
    choices: Choices,
    picked: Picked,
    faults: tuple[Refusal, ...],
    build: Callable[[Picked], _Spec],
    check: Callable[[_Spec], Sequence[Refusal]],
) -> list[Forbidden]:
    """The fewest chosen variants that a fault needs: every unit without which it is still there is left out of it.

    A unit is left out by taking its variant that stands for nothing; where it has none, it stays in.
    """
    first = faults[0]
    empty = [next((place for place, each in enumerate(found) if not each.units), None) for found in choices.variants]
    kept = list(picked)
    needed: list[tuple[int, int]] = []
    for unit, place in enumerate(picked):
        without = empty[unit]
        if without == place:
            continue
        if without is not None:
            kept[unit] = without
            if any((each.code, each.rule) == (first.code, first.rule) for each in check(build(tuple(kept)))):
                continue
        kept[unit] = place
        needed.append((unit, place))
    # A fault that nothing is needed for is one of the whole: then this choice of all units is barred.
    return [needed or list(enumerate(picked))]

"""What is left of a target that has lost something before: the first models in the order of allocation are gone."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

import msgspec

from warbench.rules.fields import ScenarioError


class Alike(Protocol):
    """Models alike: how many, the wounds of each, and what the first of them has left (None: all)."""

    @property
    def name(self) -> str:
        """What they are called."""

    @property
    def count(self) -> int:
        """How many there are."""

    @property
    def wounds(self) -> int:
        """What each has unharmed."""


G = TypeVar("G", bound=Alike)


def remaining(groups: Sequence[G], name: str, models_left: int | None, wounds_left: int | None) -> list[G]:
    """The groups (structs with ``count``, ``wounds`` and ``wounds_left``) after losses.

    Args:
        groups: all models, in the order of allocation.
        name: what the target is called.
        models_left: how many models are left; None: all.
        wounds_left: what the first model that is left has; None: all that it has unharmed.

    Raises:
        ScenarioError: for more models than there are, or wounds that no model has.
    """
    out = list(groups) if models_left is None else _depleted(groups, models_left, name)
    if wounds_left is not None:
        first = out[0]
        if not 1 <= wounds_left <= first.wounds:
            msg = f"wounds left: found {wounds_left}, expected 1 to {first.wounds} for {first.name or name}"
            raise ScenarioError(msg)
        out[0] = msgspec.structs.replace(first, wounds_left=wounds_left)  # type: ignore[type-var]  # a struct by the docstring
    return out


def _depleted(groups: Sequence[G], left: int, name: str) -> list[G]:
    total = sum(group.count for group in groups)
    if not 1 <= left <= total:
        msg = f"models left: found {left}, expected 1 to {total} for {name}"
        raise ScenarioError(msg)
    gone = total - left
    out: list[G] = []
    for group in groups:
        lost = min(gone, group.count)
        gone -= lost
        if group.count > lost:
            out.append(msgspec.structs.replace(group, count=group.count - lost))  # type: ignore[type-var]  # as above
    return out

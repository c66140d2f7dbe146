"""The D6 that is rolled before a volley and says which of its groups attack: the cases that it can come to.

One die serves the whole volley. Groups without faces attack in every case.
"""

from typing import NamedTuple

import msgspec

from warbench.attack.volley import Group, Volley
from warbench.chance.number import Number, one

_SIDES = 6


class Case(NamedTuple):
    """What the die can come to: the probability, and the volley of the groups that then attack."""

    share: Number
    volley: Volley


def is_rolled_for(volley: Volley) -> bool:
    """Whether a die says which groups of a volley attack."""
    return any(group.faces for group in volley.groups)


def in_case(volley: Volley, face: int) -> Volley:
    """The volley when the die shows a face: the steps of groups that do not attack are left out, the groups keep their places."""
    attacks = [not group.faces or face in group.faces for group in volley.groups]
    return msgspec.structs.replace(volley, schedule=tuple(step for step in volley.schedule if attacks[step.group]))


def cases(volley: Volley, *, exact: bool = False) -> list[Case]:
    """The cases of a volley, those with the same groups as one; a single one where no die is rolled."""
    if not is_rolled_for(volley):
        return [Case(one(exact=exact), volley)]
    found: dict[Volley, int] = {}
    for face in range(1, _SIDES + 1):
        case = in_case(volley, face)
        found[case] = found.get(case, 0) + 1
    return [Case(one(exact=exact) * count / _SIDES, case) for case, count in found.items()]


def share_of(group: Group, *, exact: bool = False) -> Number:
    """The probability that the die lets a group attack."""
    return one(exact=exact) * (len(group.faces) or _SIDES) / _SIDES

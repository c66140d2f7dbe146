"""Answers that give single models their targets, as ``A1.1=B1;A1.2=B1*3,B2*2``: a number is one of attacks or of weapons."""

from collections.abc import Mapping

import msgspec

from warbench.battle.requests import Refusal

_DIGITS = 3


class Share(msgspec.Struct, frozen=True):
    """What a model directs at one target: so many of its attacks or weapons, None for all of them."""

    target: str
    count: int | None = None


Shares = Mapping[str, tuple[Share, ...]]
"""The shares of each model that was named, in the order in which they were named."""


def shares(answer: str, rule: str) -> dict[str, tuple[Share, ...]] | Refusal:
    """Read an answer; or why it cannot be read, or says something twice (``rule`` is the one behind the refusal)."""
    found: dict[str, tuple[Share, ...]] = {}
    for part in answer.split(";"):
        model, equals, rest = part.partition("=")
        if not equals:
            told = f"found {part!r}, expected a target, or targets of models as A1.1=B1;A1.2=B1*3,B2*2"
            return Refusal("no-such-target", told, rule)
        if model in found:
            return Refusal("named-twice", f"{model} is named twice", rule)
        mine = [_share(text) for text in rest.split(",")]
        if len({share.target for share in mine if share}) < len(mine):
            return Refusal("bad-share", f"{model}: found {rest!r}, expected different targets, as B1 or B1*3,B2*2", rule)
        found[model] = tuple(share for share in mine if share)
        if len(mine) > 1 and any(share.count is None for share in found[model]):
            return Refusal(
                "bad-share", f"{model}: found {rest!r}, expected a number for each of several targets, as B1*3,B2*2", rule
            )
    return found


def _share(text: str) -> Share | None:
    target, star, number = text.partition("*")
    if not star:
        return Share(target)
    if not number.isdecimal() or len(number) > _DIGITS or not int(number):
        return None
    return Share(target, int(number))

"""The desk on which an attack's numbers are settled, and what is said about each of them."""

from collections.abc import Iterable

import msgspec

from warbench.chance import Check, Dice, Reroll, TargetNumber, faces_for
from warbench.rules.active import Active, Facts, of_kind
from warbench.rules.effects import AllowReroll, Forbid, Permit

NO_NUMBER = 7
"""A target number that no face reaches."""
_WIDEST = (Reroll.ONES, Reroll.FAILURES, Reroll.NON_CRITICALS, Reroll.BEST)


class Reason(msgspec.Struct, frozen=True):
    """A settled number (``Hit roll``, ``3+``) and what is behind it, one line each."""

    number: str
    value: str
    because: tuple[str, ...] = ()


class Notes(msgspec.Struct, kw_only=True):
    """What lies on the desk while one weapon's numbers are settled: what applies, the readings, and the reasons so far.

    ``everything`` are all effects in play, ``actives`` those that apply to the attack; ``unknown`` what nobody knows.
    """

    everything: list[Active]
    actives: list[Active]
    facts: Facts
    rulings: dict[str, str]
    reasons: list[Reason]
    unknown: tuple[str, ...]

    def say(self, what: str, value: object, because: Iterable[str] = ()) -> None:
        """Note a settled number and what is behind it."""
        self.reasons.append(Reason(what, str(value), tuple(because)))

    def permits(self, what: str) -> bool:
        """Whether an effect that applies permits it."""
        return any(effect.what == what for effect, _ in of_kind(self.actives, Permit))

    def forbids(self, what: str) -> list[str]:
        """What forbids it, by source."""
        return [source for effect, source in of_kind(self.actives, Forbid) if effect.what == what]


def policy(roll: str, actives: Iterable[Active]) -> Reroll | None:
    """The widest re-roll that is allowed; however many allow one, a die is thrown again once (W-003)."""
    allowed = {Reroll(effect.which) for effect, _ in of_kind(actives, AllowReroll) if effect.roll == roll}
    return max(allowed, key=_WIDEST.index) if allowed else None


def with_policy(roll: str, check: Check, actives: Iterable[Active]) -> Check:
    """The check with its fixed re-roll; a free one begins with the failures, until the best is chosen."""
    which = policy(roll, actives)
    if which is None:
        return check
    return check.with_reroll(faces_for(Reroll.FAILURES if which is Reroll.BEST else which, check))


def totals_again(roll: str, dice: Dice, actives: Iterable[Active]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The totals of dice that a re-roll of a number throws again (W-358, W-359), and what to say of it."""
    which = policy(roll, actives)
    if which is None or dice.is_fixed:
        return (), ()
    limit = dice.minimum + 1 if which is Reroll.ONES else dice.mean
    again = tuple(total for total in range(dice.minimum, dice.maximum + 1) if total < limit)
    return again, (f"re-rolled when {'lowest' if which is Reroll.ONES else 'below the mean'}",)


def rerolled(roll: str, actives: list[Active]) -> tuple[str, ...]:
    """What to say of a re-roll: which faces, and what allows it."""
    which = policy(roll, actives)
    if which is None:
        return ()
    sources = ", ".join(dict.fromkeys(source for effect, source in of_kind(actives, AllowReroll) if effect.roll == roll))
    return (f"re-roll: {which.value} ({sources})",)


def explained(settled: TargetNumber) -> tuple[str, ...]:
    """The modifiers of a target number and what its limits changed, one line each."""
    return (*(f"{mod.value:+d} {mod.source}" for mod in settled.modifiers), *settled.notes)


def plus(settled: TargetNumber) -> str:
    """The target number as players write it."""
    return f"{settled.needed}+" if settled.needed < NO_NUMBER else "never by number"

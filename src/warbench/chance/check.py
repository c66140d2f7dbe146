"""A check: one D6 with classes of result, the target number behind it, and what is worth throwing again.

Failure, success and critical are the classes that all games have; a game may number further ones, all of them successes.
"""

from collections.abc import Collection, Sequence
from enum import IntEnum, StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias, cast

import msgspec

from warbench.chance.number import Number

Six: TypeAlias = tuple[int, int, int, int, int, int]
SixFlags: TypeAlias = tuple[bool, bool, bool, bool, bool, bool]

FACES = range(1, 7)
_NEVER = 7  # a threshold that no face reaches
NO_FACES: SixFlags = (False, False, False, False, False, False)


class Result(IntEnum):
    """The class of a result: a critical is a success with something on top."""

    FAIL = 0
    SUCCESS = 1
    CRITICAL = 2


_RESULTS = tuple(Result)
MOST_CLASSES = len(FACES)
"""The highest number of a class: no more classes than faces can succeed."""


class Reroll(StrEnum):
    """What a player throws again: a fixed habit, or whatever is best for what follows."""

    ONES = "ones"
    FAILURES = "failures"
    NON_CRITICALS = "non-criticals"
    BEST = "best"


class Modifier(msgspec.Struct, frozen=True):
    """A number added to the die, and where it comes from."""

    value: int
    source: str


class Check(msgspec.Struct, frozen=True, cache_hash=True):
    """A named test of one D6.

    ``faces`` holds the class of each final unmodified face from 1 to 6: 0 fails, every other succeeds, and numbers above
    ``Result.CRITICAL`` mean what the sequence that asks says. ``reroll`` says which faces of the first throw
    are thrown again: once, whatever allows it (W-001, W-003). Results belong to the final throw (W-005).
    """

    name: str
    faces: Six
    reroll: SixFlags = NO_FACES

    def __post_init__(self) -> None:
        """Refuse anything but six classes and six flags."""
        if len(self.faces) != len(FACES) or not all(0 <= result <= MOST_CLASSES for result in self.faces):
            raise ValueError(f"check {self.name!r}: found the results {self.faces}, expected six of 0 to {MOST_CLASSES}")
        if len(self.reroll) != len(FACES):
            raise ValueError(f"check {self.name!r}: found {len(self.reroll)} re-roll flags, expected six")

    def result_of(self, face: int) -> int:
        """The class of a final, unmodified face; a ``Result`` where it is one.

        Raises:
            ValueError: when the face is not between 1 and 6.
        """
        if face not in FACES:
            raise ValueError(f"check {self.name!r}: found the face {face}, expected 1 to 6")
        return _class(self.faces[face - 1])

    def law(self, *, exact: bool = False) -> tuple[Number, ...]:
        """The probabilities of failure, success, critical and any further class after re-rolls; Fractions when ``exact``."""
        return _law(self.faces, self.reroll, exact=exact)

    def chance(self, result: int, *, exact: bool = False) -> Number:
        """The probability of exactly this class of result after re-rolls: a critical is not counted as a success."""
        return self.law(exact=exact)[result]

    @property
    def automatic(self) -> int | None:
        """The class when every face gives the same one, so that no die is needed; otherwise None."""
        return _class(self.faces[0]) if len(set(self.faces)) == 1 else None

    def rerolled(self, *, exact: bool = False) -> Number:
        """The probability that the die is thrown again."""
        again = Fraction(sum(self.reroll), len(FACES))
        return again if exact else float(again)

    def with_reroll(self, reroll: SixFlags) -> "Check":
        """The same check with these faces of the first throw thrown again, instead of any before (W-003)."""
        return Check(self.name, self.faces, reroll)


def _class(number: int) -> int:
    return _RESULTS[number] if number < len(_RESULTS) else number


@lru_cache(maxsize=4096)
def _law(faces: Six, reroll: SixFlags, *, exact: bool) -> tuple[Number, ...]:
    """Counts throws of two dice: a kept face holds for six of them, and each face follows one thrown again once."""
    again = sum(reroll)
    counts = [0] * max(len(_RESULTS), max(faces) + 1)
    for result, thrown_again in zip(faces, reroll, strict=True):
        counts[result] += again + (0 if thrown_again else len(FACES))
    of = len(FACES) ** 2
    return tuple(Fraction(n, of) if exact else n / of for n in counts)


class TargetNumber(msgspec.Struct, frozen=True):
    """A settled check and what is behind it.

    ``need`` is the number before modifiers, ``net`` the sum of the modifiers after the caps. ``notes`` say, for a
    person, what the caps and the faces that always fail or succeed changed.
    """

    need: int
    modifiers: tuple[Modifier, ...]
    net: int
    check: Check
    notes: tuple[str, ...] = ()

    @property
    def needed(self) -> int:
        """The lowest unmodified face that succeeds by number; 7 when none does."""
        by_number = (f for f in FACES if f + self.net >= self.need and self.check.faces[f - 1] != Result.FAIL)
        return next(by_number, _NEVER)


def settle(  # noqa: PLR0913 -- each is one independent clause of a rule
    name: str,
    *,
    need: int,
    modifiers: Sequence[Modifier] = (),
    cap_up: int | None = 1,
    cap_down: int | None = 1,
    critical: int | None = 6,
    critical_only_if_successful: int | None = None,
    fail_faces: Collection[int] = (1,),
    always_succeed_on_critical: bool = True,
) -> TargetNumber:
    """Turns a needed number and its modifiers into a check.

    Args:
        name: what the check is called.
        need: the die plus the net modifier must reach this.
        modifiers: added up first, then capped (W-015 to W-017, W-029 to W-031).
        cap_up: the most that the net may improve the die by; None for no limit.
        cap_down: the most that the net may worsen it by; None for no limit (W-042).
        critical: unmodified faces from here on are critical (W-013, W-018, W-019); None for no such face (W-040).
        critical_only_if_successful: a second threshold: unmodified faces from here on are critical if the check
            succeeds by number (W-084 to W-088).
        fail_faces: unmodified faces that always fail, even where they would be critical (W-014, W-028, W-039).
        always_succeed_on_critical: whether faces from ``critical`` on succeed whatever the number; otherwise they are
            critical only if the check succeeds by number.

    Raises:
        ValueError: when the need is below 1, a threshold or a face is not between 1 and 6, or a cap is negative.
    """
    _check_settings(name, need, (cap_up, cap_down), (critical, critical_only_if_successful, *fail_faces))
    added = sum(modifier.value for modifier in modifiers)
    net = added
    if cap_up is not None:
        net = min(net, cap_up)
    if cap_down is not None:
        net = max(net, -cap_down)

    faces, notes = _classify(
        need - net,
        critical_from=min(critical or _NEVER, critical_only_if_successful or _NEVER),
        always_from=critical if critical and always_succeed_on_critical else _NEVER,
        fail_faces=frozenset(fail_faces),
    )
    if net != added:
        notes = (f"modifiers add up to {added:+d}, limited to {net:+d}", *notes)
    return TargetNumber(need, tuple(modifiers), net, Check(name, faces), notes)


@lru_cache(maxsize=1024)
def _classify(
    success_from: int, *, critical_from: int, always_from: int, fail_faces: frozenset[int]
) -> tuple[Six, tuple[str, ...]]:
    """The result of each unmodified face, and in words what is not plain from the number."""
    faces = []
    failing = []
    notes = []
    for face in FACES:
        by_number, always = face >= success_from, face >= always_from
        result = Result.SUCCESS if by_number else Result.FAIL
        if face in fail_faces:
            result = Result.FAIL
            if by_number or always:
                failing.append(str(face))
        elif always or (by_number and face >= critical_from):
            result = Result.CRITICAL
            if not by_number:
                notes.append(f"an unmodified {face} always succeeds")
        faces.append(result)
    if failing:
        in_a_row = len(failing) > 2 and int(failing[-1]) - int(failing[0]) == len(failing) - 1  # noqa: PLR2004 -- a range
        named = f"{failing[0]} to {failing[-1]}" if in_a_row else " or ".join(failing)
        notes.insert(0, f"an unmodified {named} always fails")
    if Result.CRITICAL in faces:
        criticals = ", ".join(str(face) for face in FACES if faces[face - 1] == Result.CRITICAL)
        notes.append(f"critical on an unmodified {criticals}")
    elif Result.SUCCESS not in faces:
        notes.append("no face succeeds")
    return cast("Six", tuple(faces)), tuple(notes)


def _check_settings(name: str, need: int, caps: Collection[int | None], faces: Collection[int | None]) -> None:
    if need < 1:
        raise ValueError(f"check {name!r}: found the need {need}, expected 1 or more")
    for cap in caps:
        if cap is not None and cap < 0:
            raise ValueError(f"check {name!r}: found the cap {cap}, expected zero or more, or none")
    for face in faces:
        if face is not None and face not in FACES:
            raise ValueError(f"check {name!r}: found the face {face}, expected 1 to 6")


def faces_for(policy: Reroll, check: Check) -> SixFlags:
    """The faces of the first throw that a fixed policy throws again, judged by their results (W-004).

    Raises:
        ValueError: for 'best', which depends on what follows the check: see ``candidates``.
    """
    match policy:
        case Reroll.ONES:
            return (True, False, False, False, False, False)
        case Reroll.FAILURES:
            return _flags(check, (Result.FAIL,))
        case Reroll.NON_CRITICALS:
            return _flags(check, (Result.FAIL, Result.SUCCESS))
        case Reroll.BEST:
            raise ValueError("found the re-roll policy 'best', expected a fixed one; choose among candidates(check)")


def candidates(check: Check) -> list[SixFlags]:
    """The sets of faces that can be worth throwing again, whatever follows, if a failure is never the best result.

    Nothing; the failures; with them some or all of the plain successes (W-098), or some or all of the criticals. Faces of
    one class are alike, so the lowest stand for any of them: throwing again only some can be best where damage may be
    wasted. Never every face: that changes no probability.

    Args:
        check: its results count, its own re-roll does not.

    Returns:
        Different sets, the fewest dice thrown again first.
    """
    failures = _flags(check, (Result.FAIL,))
    different: dict[SixFlags, None] = {NO_FACES: None, failures: None}
    good = sorted(set(check.faces) - {Result.FAIL})
    for given_up in good:
        if len(good) == 1:
            break
        again = list(failures)
        for place, result in enumerate(check.faces):
            if result == given_up:
                again[place] = True
                different[cast("SixFlags", tuple(again))] = None
    for several in range(2, len(good)):
        different |= {_flags(check, (Result.FAIL, *some)): None for some in combinations(good, several)}
    return sorted((flags for flags in different if not all(flags)), key=sum)


def _flags(check: Check, again: Collection[int]) -> SixFlags:
    return cast("SixFlags", tuple(result in again for result in check.faces))

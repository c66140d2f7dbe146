"""Weapon abilities: each keyword as the effects that it stands for. A keyword that nobody knows is named, never ignored.

What a few of them do beside an attack stands here too, as data: which profile may be used, what follows from a hit, who returns.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from warbench.chance import Dice, DiceError
from warbench.games.w40k10.unit_rules import OVERWATCH
from warbench.rules.conditions import Condition, any_of, at_most, has, is_false, is_true, more_than
from warbench.rules.effects import (
    AllowReroll,
    Automatic,
    ChangeRoll,
    ChangeValue,
    Effect,
    FailsOn,
    Forbid,
    Hazard,
    MoveCritical,
    OnResult,
    Per,
    Permit,
)


class Keyword(NamedTuple):
    """A weapon ability as read: its family and what stands behind it (``X`` of Rapid Fire X, ``INFANTRY 4`` of Anti).

    Behind Bubblechukka stand the faces on which the profile is used, as ``1-2``.
    """

    family: str
    x: str = ""
    on: int = 0

    @property
    def name(self) -> str:
        """As it is printed."""
        if self.family == "anti":
            return f"Anti-{self.x} {self.on}+"
        title = self.family.title() if self.family != "c'tan power" else "C'tan Power"
        title = title.replace("Twin-Linked", "Twin-linked")
        return f"{title} {self.x}".rstrip()


HALF_RANGE = ("rapid fire", "melta")
"""Abilities that count within half the weapon's range."""

Build = Callable[[Keyword, float | None], tuple[Effect, ...]]


def half_range(weapon_range: float | None) -> Condition:
    """Within half the weapon's range; never, for a weapon without one."""
    return at_most("distance", weapon_range / 2 if weapon_range else -1)


def _rapid_fire(keyword: Keyword, weapon_range: float | None) -> tuple[Effect, ...]:
    return (ChangeValue(name="attacks", by=_amount(keyword.x), when=half_range(weapon_range)),)


def _melta(keyword: Keyword, weapon_range: float | None) -> tuple[Effect, ...]:
    return (ChangeValue(name="damage", by=_amount(keyword.x), when=half_range(weapon_range)),)


def _sustained(keyword: Keyword, _range: float | None) -> tuple[Effect, ...]:
    return (OnResult(roll="hit", add=_amount(keyword.x), rule="W-091"),)


def _anti(keyword: Keyword, _range: float | None) -> tuple[Effect, ...]:
    return (MoveCritical(roll="wound", on=keyword.on, when=has("target_keywords", keyword.x)),)


def _amount(text: str) -> int | str:
    return int(text) if text.isdigit() else text


_UNSEEN = is_false("visible")
_FIXED: dict[str, tuple[Effect, ...]] = {
    "assault": (),
    # W-059, W-062, W-063, X-30..X-33: added to each weapon's own dice, by the models that there were when it was aimed.
    "blast": (
        ChangeValue(name="attacks", by=1, per=Per("target_models", 5), rule="W-060"),
        Forbid(what="target", when=any_of(is_true("engaged"), is_true("target_engaged")), rule="W-064"),
    ),
    # W-084..W-090, X-01..X-04: of a roll that succeeds anyway, beyond 12 inches; Overwatch has its own number.
    "conversion": (MoveCritical(roll="hit", on=4, only_if_successful=True, when=more_than("distance", 12), rule="W-084"),),
    # W-101..W-108, X-24, X-27: the damage, modified, becomes mortal wounds; the rest of it is lost with the model.
    "devastating wounds": (OnResult(roll="wound", convert="mortal", rule="W-101"),),
    "extra attacks": (),
    "hazardous": (Hazard(rule="W-112"),),
    # W-066..W-070, X-51: whoever got out of a transport did not Remain Stationary.
    "heavy": (ChangeRoll(roll="hit", by=1, when=is_true("stationary"), rule="W-066"),),
    # W-109..W-111, X-36: cover that Indirect Fire gives too.
    "ignores cover": (Forbid(what="cover", rule="W-109"),),
    # W-071..W-079, X-34, X-35, X-37: by the unit, not by the model (A5).
    "indirect fire": (
        Permit(what="unseen target", rule="W-071"),
        ChangeRoll(roll="hit", by=-1, when=_UNSEEN, rule="W-073"),
        FailsOn(roll="hit", up_to=3, when=_UNSEEN, rule="W-074"),
        Permit(what="cover", when=_UNSEEN, rule="W-075"),
    ),
    "lance": (ChangeRoll(roll="wound", by=1, when=is_true("charged")),),
    "lethal hits": (OnResult(roll="hit", succeed="wound"),),
    "one shot": (),
    "pistol": (),
    "precision": (Permit(what="character"),),
    "psychic": (),
    "torrent": (
        Automatic(roll="hit"),
        Forbid(what="target", when=_UNSEEN, rule="W-079"),
    ),
    # W-097..W-100, X-13, X-14: the Wound roll alone, and each die once.
    "twin-linked": (AllowReroll(roll="wound", which="best", rule="W-097"),),
    # Selected when its bearer shoots in its own Shooting phase (`SELECTED`), so never shot out of turn.
    "c'tan power": (Forbid(what="target", when=is_true("overwatch")),),
    # One-offs of single weapons.
    "dead choppy": (ChangeValue(name="attacks", by=1, per=Per("additional_copies")),),
    "linked fire": (ChangeValue(name="attacks", set=1, when=is_true("linked_fire")),),
    "psychic assassin": (ChangeValue(name="attacks", set=6, when=has("target_keywords", "psyker")),),
    "overcharge": (Hazard(fails_on=3),),
    "plasma warhead": (Forbid(what="target", when=any_of(is_false("stationary"), is_true("overwatch"))),),
}

DICED = "bubblechukka"
"""One D6, rolled before targets are selected, says which profile all models of the unit use; it is named with its faces."""

SELECTED = "c'tan power"
"""No equipment: when its bearer is selected to shoot, it selects as many such weapons as an ability lets it (``powers``)."""

_REACH = ChangeRoll(roll="charge", by=2, side="defender")
_NO_OVERWATCH = Forbid(what=OVERWATCH, side="defender")
AFTER_HIT: dict[str, tuple[Effect, ...]] = {
    "harpooned": (_REACH,),
    "hooked": (_REACH, _NO_OVERWATCH),
    "impaled": (_REACH,),
    "snagged": (_REACH, _NO_OVERWATCH),
}
"""What takes hold of the bearer for the turn once it hit a Monster or Vehicle, where it declares a charge against that unit."""

ONE_OF_HIT = frozenset({"harpooned"})
"""Those of `AFTER_HIT` for which the bearer selects one of the units that it hit."""


class Return(NamedTuple):
    """A destroyed model comes back for each model that a weapon destroys: which, to units of which keyword, how near (inches)."""

    model: str
    unit: str
    within: int


RETURNS = {"reverberating summons": Return("plaguebearer", "plaguebearers", 12)}
"""Weapon abilities that return models to friendly units near the bearer."""

_WITH_X: dict[str, Build] = {"rapid fire": _rapid_fire, "melta": _melta, "sustained hits": _sustained, "anti": _anti}

_OUTSIDE = frozenset({*AFTER_HIT, *RETURNS})
"""Abilities that do nothing in the attack itself."""

# The plus is left out by one source.
_ANTI = re.compile(r"anti-([a-z' -]{1,40}?) ([2-6])\+?")
_NUMBERED = re.compile(r"(rapid fire|melta|sustained hits) ([d0-9+ ]{1,9})")
_FACES = re.compile(rf"{DICED} ([1-6])(?:-([1-6]))?")


def known_keywords() -> tuple[str, ...]:
    """Every weapon ability that the game has, as it is written; X stands for a number or dice, or for the faces of one."""
    numbered = (f"{name} X" for name in (*_WITH_X, DICED) if name != "anti")
    return tuple(sorted((*_FIXED, *_OUTSIDE, *numbered, "anti-KEYWORD N+")))


def read_keyword(text: str) -> Keyword | None:
    """The keyword that a text stands for, whatever its case; None when it is none that the game has (W-354)."""
    words = " ".join(text.casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").replace("_", " ").strip("[] ").split())
    if words in _FIXED or words in _OUTSIDE:
        return Keyword(words)
    if (found := _FACES.fullmatch(words)) and found[1] <= (found[2] or found[1]):
        return Keyword(DICED, words.removeprefix(DICED).lstrip())
    if found := _ANTI.fullmatch(words):
        return Keyword("anti", found[1], int(found[2]))
    if found := _NUMBERED.fullmatch(words):
        try:
            dice = Dice.parse(found[2])
        except DiceError:
            return None
        return Keyword(found[1], str(dice))
    return None


@lru_cache(maxsize=1024)
def rolled_faces(abilities: tuple[str, ...]) -> tuple[int, ...]:
    """The faces of the D6 on which a profile with these abilities is used; none where no die is rolled for it."""
    for keyword in map(read_keyword, abilities):
        if keyword is not None and keyword.family == DICED:
            first, _, last = keyword.x.partition("-")
            return tuple(range(int(first), int(last or first) + 1))
    return ()


def undiced(abilities: tuple[str, ...]) -> tuple[str, ...]:
    """The abilities of a profile once the die has picked it."""
    return tuple(text for text in abilities if (read := read_keyword(text)) is None or read.family != DICED)


def effects_of(keyword: Keyword, weapon_range: float | None) -> tuple[Effect, ...]:
    """What a keyword does, for a weapon of that range (inches; None for melee)."""
    build = _WITH_X.get(keyword.family)
    return build(keyword, weapon_range) if build else _FIXED.get(keyword.family, ())


def strongest(keywords: list[Keyword]) -> list[Keyword]:
    """One of each ability: values of one ability are never added up, its owner picks one (W-282).

    The one with the higher mean is picked, the first of equals; for Anti the easier number for each keyword.
    """
    best: dict[tuple[str, str], Keyword] = {}
    for keyword in keywords:
        slot = (keyword.family, keyword.x if keyword.family == "anti" else "")
        held = best.get(slot)
        if held is None or _worth(keyword) > _worth(held):
            best[slot] = keyword
    return list(best.values())


def _worth(keyword: Keyword) -> float:
    if keyword.family == "anti":
        return -keyword.on
    return float(Dice.parse(keyword.x).mean) if keyword.family in _WITH_X else 0.0

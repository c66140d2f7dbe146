"""Which of its weapons a model uses: Pistols or its other guns, one melee weapon and those with Extra Attacks."""

from collections.abc import Callable, Iterable
from collections.abc import Sequence as Series

import msgspec

from warbench.games.w40k10.checks import ScenarioError
from warbench.games.w40k10.keywords import read_keyword
from warbench.games.w40k10.question import Weapon

Worth = Callable[[Weapon], float]
"""How much a weapon is worth against the target at hand."""


class Bearers(msgspec.Struct, frozen=True):
    """``count`` models with the same weapons; each weapon's count is that of one model."""

    count: int
    weapons: tuple[Weapon, ...]

    @property
    def all(self) -> tuple[Weapon, ...]:
        """The weapons of all these models together."""
        return tuple(_many(weapon, self.count) for weapon in self.weapons)


def _many(weapon: Weapon, times: int) -> Weapon:
    return msgspec.structs.replace(weapon, count=weapon.count * times)


def has_keyword(weapon: Weapon, family: str) -> bool:
    """Whether the weapon has an ability of that family."""
    return any(keyword.family == family for keyword in map(read_keyword, weapon.keywords) if keyword is not None)


def together(weapons: Iterable[Weapon]) -> tuple[Weapon, ...]:
    """Weapons with the same numbers as one entry, ranged ones first, else in the order in which they come."""
    counts: dict[Weapon, int] = {}
    for weapon in weapons:
        alone = msgspec.structs.replace(weapon, count=1)
        counts[alone] = counts.get(alone, 0) + weapon.count
    merged = [msgspec.structs.replace(weapon, count=count) for weapon, count in counts.items()]
    return tuple(sorted(merged, key=lambda weapon: weapon.type == "melee"))


def dealt(weapons: Iterable[Series[Weapon]], size: int) -> tuple[Bearers, ...]:
    """Deal a unit's weapons out to its models, as evenly as each kind goes round: guns, Pistols, melee weapons, extra ones.

    For a unit whose equipment is known only in total. The profiles of a weapon, where there are several, stay together.
    """
    hands: list[list[Weapon]] = [[] for _ in range(size)]
    turns = {"gun": 0, "pistol": 0, "melee": 0, "extra": 0}
    for ways in weapons:
        kind = _kind(ways[0])
        for _ in range(ways[0].count):
            hands[turns[kind] % size] += [msgspec.structs.replace(weapon, count=1) for weapon in ways]
            turns[kind] += 1
    counted: dict[tuple[Weapon, ...], int] = {}
    for hand in hands:
        held = together(hand)
        counted[held] = counted.get(held, 0) + 1
    return tuple(Bearers(count, held) for held, count in counted.items())


def _kind(weapon: Weapon) -> str:
    if weapon.type == "ranged":
        return "pistol" if has_keyword(weapon, "pistol") else "gun"
    return "extra" if has_keyword(weapon, "extra attacks") else "melee"


def wielded(  # noqa: PLR0913 -- each is one clause of the rule
    bearers: Iterable[Bearers], keywords: Iterable[str], kind: str, worth: Worth, *, engaged: bool = False, name: str = "the unit"
) -> tuple[Weapon, ...]:
    """The weapons that a unit uses at once.

    A model shoots its Pistols or its other guns (a Monster or Vehicle all of them): Pistols when engaged, or when it has nothing
    else. It fights with one melee weapon, the one that is worth most, and with those that have Extra Attacks.

    Args:
        bearers: the unit's models.
        keywords: the unit's keywords.
        kind: ranged or melee.
        worth: how much a melee weapon is worth.
        engaged: whether the unit is within Engagement Range of an enemy.
        name: the unit, for the error.

    Raises:
        ScenarioError: when it has no weapon of the kind.
    """
    words = set(keywords)
    big = bool(words & {"monster", "vehicle"})
    bearers = tuple(bearers)
    used: list[Weapon] = []
    for each in bearers:
        here = [weapon for weapon in each.weapons if weapon.type == kind]
        chosen = here if kind == "ranged" and big else _shot(here, engaged=engaged) if kind == "ranged" else _fought(here, worth)
        used += [_many(weapon, each.count) for weapon in chosen]
    if not used:
        other = ", ".join(weapon.name for weapon in together(weapon for each in bearers for weapon in each.all))
        msg = f"{name} has no {kind} weapons; it has: {other or 'no weapons at all'}"
        raise ScenarioError(msg)
    return together(used)


def _shot(weapons: list[Weapon], *, engaged: bool) -> list[Weapon]:
    pistols = [weapon for weapon in weapons if has_keyword(weapon, "pistol")]
    guns = [weapon for weapon in weapons if weapon not in pistols]
    return pistols or guns if engaged or not guns else guns


def _fought(weapons: list[Weapon], worth: Worth) -> list[Weapon]:
    extra = [weapon for weapon in weapons if has_keyword(weapon, "extra attacks")]
    usual = [weapon for weapon in weapons if weapon not in extra]
    # One of a pair is used: a model makes its attacks with one melee weapon.
    best = [msgspec.structs.replace(max(usual, key=worth), count=1)] if usual else []
    return [*best, *extra]

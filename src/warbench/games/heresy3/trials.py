"""The tests of one weapon's attack, settled from the effects that apply: Hit, Wound and Armour Penetration Tests.

Each gives, for every unmodified face, what comes of it; faces alike become one class of the check.
"""

from collections.abc import Hashable, Iterable
from typing import NamedTuple, TypeVar

from warbench.chance import Check, Modifier, Result, TargetNumber, settle
from warbench.games.heresy3.question import Group, Weapon
from warbench.rules.active import of_kind
from warbench.rules.desk import Notes
from warbench.rules.effects import OnResult

K = TypeVar("K", bound=Hashable)
SURE_FACE = 6
"""What a test that succeeds by a rule counts as, for rules that look at the face."""


class Desk(Notes, kw_only=True):
    """The desk of one weapon's attack: its target beside what all desks have."""

    weapon: Weapon
    target: tuple[Group, ...]

    @property
    def melee(self) -> bool:
        """Whether the attack is made in combat."""
        return self.weapon.type == "melee"

    @property
    def armoured(self) -> bool:
        """Whether the target has an Armour Value."""
        return self.facts["target_armoured"] is True

    def has_rule(self, family: str) -> bool:
        """Whether the weapon has a special rule, whatever its value."""
        rules = self.facts["weapon_rules"]
        return isinstance(rules, tuple) and family in rules

    def results(self, roll: str, face: int) -> list[OnResult]:
        """What an unmodified face of a roll does beside."""
        found = [effect for effect, _ in of_kind(self.actives, OnResult) if effect.roll == roll and effect.on == "face"]
        return [effect for effect in found if effect.at is not None and face >= effect.at]

    def noted(self, roll: str) -> list[str]:
        """What special rules make of the unmodified faces of a roll, for the reasons."""
        return [
            f"{source}: on an unmodified {effect.at}+" if effect.at is not None else source
            for effect, source in of_kind(self.actives, OnResult)
            if effect.roll == roll and effect.on == "face"
        ]


class HitKind(NamedTuple):
    """What a hit is: a Critical Hit, one that wounds without a test (Rending), one whose attacker picks the model."""

    critical: bool = False
    rending: bool = False
    picked: bool = False


class WoundKind(NamedTuple):
    """What a wound or hit on armour is: its Armour Penetration, the Damage beside the weapon's, whether it only glances."""

    ap: int
    damage: int = 0
    glancing: bool = False


def classed(name: str, outcomes: Iterable[K | None], plain: K) -> tuple[Check, tuple[K, ...]]:
    """A check whose class ``k`` stands for ``kinds[k - 1]``; an outcome of None fails. ``plain`` is always the first."""
    kinds: list[K] = [plain]
    faces: list[int] = []
    for outcome in outcomes:
        if outcome is None:
            faces.append(Result.FAIL)
            continue
        if outcome not in kinds:
            kinds.append(outcome)
        faces.append(kinds.index(outcome) + 1)
    one, two, three, four, five, six = faces
    return Check(name, (one, two, three, four, five, six)), tuple(kinds)


def numbered(name: str, need: int, mods: list[Modifier]) -> TargetNumber:
    """A test against a number: modifiers as they are, an unmodified 1 always fails, and no face is critical by itself."""
    return settle(name, need=need, modifiers=mods, cap_up=None, cap_down=None, critical=None)


def figure(desk: Desk, fact: str) -> float:
    """A fact that is a number."""
    value = desk.facts[fact]
    return value if isinstance(value, (int, float)) else 0

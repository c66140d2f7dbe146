"""The core Gambits: what each does in the Focus, Strike and Glory Steps of a challenge (facts 13), one small object each."""

from types import MappingProxyType

import msgspec

from warbench.games.heresy3.battle.arms import combined
from warbench.games.heresy3.battle.numbers import current
from warbench.games.heresy3.battle.roster import Arm
from warbench.games.heresy3.battle.state import Model, State, Unit
from warbench.games.heresy3.special_rules import read_rule
from warbench.rules.effects import ChangeValue, Effect


class Duellist:
    """A model in a challenge: its weapon and Gambit of this round, and what it carries from one round to the next.

    ``support`` is its Outside Support, ``bonus`` what Guard Up adds to the next Focus Roll, ``taunts`` how often it taunted,
    ``inflicted`` the Wounds that it has cost the enemy.
    """

    def __init__(self, unit: Unit, model: Model) -> None:
        """Before the first round."""
        self.unit = unit
        self.model = model
        self.arm = Arm(name="", type="melee")
        self.gambit: Gambit | None = None
        self.support = self.bonus = self.taunts = self.inflicted = 0

    @property
    def player(self) -> int:
        """Who controls it."""
        return self.unit.player

    @property
    def fallen(self) -> bool:
        """Whether it has no Wounds left."""
        return self.model.wounds <= 0


class Gambit:
    """One Gambit. ``dice``: 1 for an additional Focus die of which the lowest goes, -1 for one of which the highest goes."""

    id = ""
    name = ""
    text = ""
    dice = 0
    supported = True
    first_only = False
    one_attack = False

    def strikes(self, state: State, mine: Duellist, theirs: Duellist) -> tuple[Effect, ...]:
        """What bears on the attacks of its model."""
        del state, mine, theirs
        return ()

    def suffers(self, state: State, mine: Duellist, theirs: Duellist) -> tuple[Effect, ...]:
        """What bears on the attacks that are made at its model."""
        del state, mine, theirs
        return ()

    def wields(self, arm: Arm) -> Arm:
        """The weapon as its model uses it."""
        return arm


class SeizeTheInitiative(Gambit):
    """One Focus die more, the lowest is discarded."""

    id = "seize the initiative"
    name = "Seize the Initiative"
    text = "a Focus die more, the lowest goes"
    dice = 1


class FlurryOfBlows(Gambit):
    """D3 more Attacks, but every hit does 1 Damage whatever improves it."""

    id = "flurry of blows"
    name = "Flurry of Blows"
    text = "+D3 Attacks, Damage 1"

    def strikes(self, state: State, mine: Duellist, theirs: Duellist) -> tuple[Effect, ...]:
        """More Attacks, less Damage."""
        del state, mine, theirs
        return (ChangeValue(name="attacks", by="D3", source=self.name), ChangeValue(name="damage", set=1, source=self.name))

    def wields(self, arm: Arm) -> Arm:
        """Without the special rules that would add Damage."""
        kept = tuple(text for text in arm.special_rules if not _adds_damage(text))
        return msgspec.structs.replace(arm, special_rules=kept)


def _adds_damage(text: str) -> bool:
    rule = read_rule(text)
    return rule is not None and rule.family in {"shred", "critical hit"}


class TestTheFoe(Gambit):
    """Nothing now, but Challenge Advantage at the start of the next Face-Off."""

    __test__ = False  # a Gambit, no test

    id = "test the foe"
    name = "Test the Foe"
    text = "Challenge Advantage in the next Face-Off"


class GuardUp(Gambit):
    """+1 Weapon Skill and one attack; each attack at it that misses adds 1 to its next Focus Roll."""

    id = "guard up"
    name = "Guard Up"
    text = "+1 Weapon Skill, a single attack"
    one_attack = True

    def strikes(self, state: State, mine: Duellist, theirs: Duellist) -> tuple[Effect, ...]:
        """Its own Weapon Skill."""
        del state, mine, theirs
        return (ChangeValue(name="skill", by=1, source=self.name),)

    def suffers(self, state: State, mine: Duellist, theirs: Duellist) -> tuple[Effect, ...]:
        """The Weapon Skill that is struck at."""
        del state, mine, theirs
        return (ChangeValue(name="weapon_skill", by=1, source=self.name),)


class TauntAndBait(Gambit):
    """Weapon Skill and Attacks come down to the enemy's, or to 1 less if equal; each time 1 point more for a victory."""

    id = "taunt and bait"
    name = "Taunt and Bait"
    text = "Weapon Skill and Attacks as low as the enemy's; a point more for a victory"

    def strikes(self, state: State, mine: Duellist, theirs: Duellist) -> tuple[Effect, ...]:
        """Its own Weapon Skill and Attacks."""
        skill = _lowered(state, mine, theirs, "weapon_skill")
        have, now = current(state, mine.model, "attacks") or 0, _lowered(state, mine, theirs, "attacks")
        by = 0 if "D" in mine.arm.attacks_by.upper() else combined(now, mine.arm.attacks_by) - combined(have, mine.arm.attacks_by)
        fewer = (ChangeValue(name="attacks", by=by, source=self.name),) if by else ()
        return (ChangeValue(name="skill", set=skill, source=self.name), *fewer)

    def suffers(self, state: State, mine: Duellist, theirs: Duellist) -> tuple[Effect, ...]:
        """The Weapon Skill that is struck at."""
        return (ChangeValue(name="weapon_skill", set=_lowered(state, mine, theirs, "weapon_skill"), source=self.name),)


def _lowered(state: State, mine: Duellist, theirs: Duellist, name: str) -> int:
    """A characteristic reduced to the enemy's, or by 1 where it is equal; a lower one stays."""
    own, other = current(state, mine.model, name) or 0, current(state, theirs.model, name) or 0
    return max(own - 1, 0) if own == other else min(own, other)


class Grandstand(Gambit):
    """One Focus die more, the highest is discarded, and no Outside Support; that many more Attacks instead."""

    id = "grandstand"
    name = "Grandstand"
    text = "a Focus die more, the highest goes; Outside Support becomes Attacks"
    dice = -1
    supported = False

    def strikes(self, state: State, mine: Duellist, theirs: Duellist) -> tuple[Effect, ...]:
        """Attacks for its Outside Support."""
        del state, theirs
        return (ChangeValue(name="attacks", by=mine.support, source=self.name),) if mine.support else ()


class FeintAndRiposte(Gambit):
    """For who chooses first: names a Gambit that the enemy may not choose."""

    id = "feint and riposte"
    name = "Feint and Riposte"
    text = "forbids the enemy a Gambit"
    first_only = True


class Withdraw(Gambit):
    """A single attack, and the challenge may be ended without points for anybody."""

    id = "withdraw"
    name = "Withdraw"
    text = "a single attack; the challenge may end without points"
    one_attack = True


class FinishingBlow(Gambit):
    """One Focus die more, the highest is discarded; +1 Strength and Damage."""

    id = "finishing blow"
    name = "Finishing Blow"
    text = "a Focus die more, the highest goes; +1 Strength and Damage"
    dice = -1

    def strikes(self, state: State, mine: Duellist, theirs: Duellist) -> tuple[Effect, ...]:
        """Harder hits."""
        del state, mine, theirs
        return (ChangeValue(name="strength", by=1, source=self.name), ChangeValue(name="damage", by=1, source=self.name))


GAMBITS: tuple[Gambit, ...] = (
    SeizeTheInitiative(),
    FlurryOfBlows(),
    TestTheFoe(),
    GuardUp(),
    TauntAndBait(),
    Grandstand(),
    FeintAndRiposte(),
    Withdraw(),
    FinishingBlow(),
)
"""Every core Gambit."""

BY_ID = MappingProxyType({gambit.id: gambit for gambit in GAMBITS})

"""The workloads, each stated once: every program that is measured reads its numbers from here."""

from itertools import product
from random import Random

import msgspec

from warbench.chance import Dice
from warbench.games.w40k10 import library
from warbench.games.w40k10.inquiry import Inquiry, defending
from warbench.games.w40k10.question import Question
from warbench.games.w40k10.scenario import GroupSpec, Scenario, TargetSpec, WeaponSpec, question_of, weapon_of

MODELS_FOR_BLAST = 5


class Workload(msgspec.Struct, frozen=True, kw_only=True):
    """One weapon at models that are all alike."""

    name: str
    attacks: int | str
    skill: int
    strength: int
    ap: int
    damage: int | str
    keywords: tuple[str, ...] = ()
    models: int
    toughness: int
    save: int
    wounds: int
    feel_no_pain: int | None = None

    def __str__(self) -> str:
        """The workload in the words of the game."""
        attacks = f"{self.attacks} attacks BS{self.skill}+ S{self.strength} AP{self.ap} D{self.damage}".replace("DD", "D D")
        ignored = f" FNP{self.feel_no_pain}+" if self.feel_no_pain else ""
        target = f"{self.models} models T{self.toughness} Sv{self.save}+ W{self.wounds}{ignored}"
        return f"{', '.join((attacks, *self.keywords))} into {target}"

    def question(self) -> Question:
        """The workload as Warbench asks it; a fresh one, so that nothing is remembered with it."""
        weapon = WeaponSpec(
            name="gun",
            attacks=self.attacks,
            skill=self.skill,
            strength=self.strength,
            ap=self.ap,
            damage=self.damage,
            keywords=self.keywords,
        )
        group = GroupSpec(
            count=self.models, toughness=self.toughness, save=self.save, wounds=self.wounds, feel_no_pain=self.feel_no_pain
        )
        return question_of(Scenario(game="w40k10", weapons=(weapon,), target=TargetSpec(models=(group,))))

    # The numbers that the other programs need, by the rules of the game and without Warbench's own code.

    @property
    def wounds_on(self) -> int:
        """The Wound roll that is needed."""
        if self.strength >= 2 * self.toughness:
            return 2
        if 2 * self.strength <= self.toughness:
            return 6
        return 4 + (self.strength < self.toughness) - (self.strength > self.toughness)

    @property
    def saves_on(self) -> int:
        """The saving throw that is needed; 7 or more is none."""
        return max(2, self.save - self.ap)

    @property
    def attack_dice(self) -> tuple[int, int, int]:
        """The number of attacks as dice: how many, their sides, and what is added (with Blast, if any)."""
        return dice(self.attacks, self.models // MODELS_FOR_BLAST if "blast" in self.keywords else 0)

    @property
    def sustained_dice(self) -> tuple[int, int, int] | None:
        """The additional hits of a Critical Hit as dice; None without Sustained Hits."""
        text = next((word.split()[-1] for word in self.keywords if word.startswith("sustained hits")), None)
        return dice(text) if text else None


def dice(text: int | str, more: int = 0) -> tuple[int, int, int]:
    """``2D6+3`` as (2, 6, 3 + more); a plain number as (0, 1, number + more)."""
    amount, _, plus = str(text).upper().partition("+")
    if "D" not in amount:
        return 0, 1, int(amount) + more
    count, _, sides = amount.partition("D")
    return int(count or 1), int(sides), int(plus or 0) + more


A = Workload(name="A", attacks=10, skill=3, strength=4, ap=-1, damage=1, models=10, toughness=4, save=3, wounds=2)
B = Workload(
    name="B",
    attacks="D6+3",
    skill=3,
    strength=5,
    ap=-1,
    damage=2,
    keywords=("blast", "sustained hits D3", "devastating wounds"),
    models=10,
    toughness=4,
    save=3,
    wounds=2,
)
C = Workload(
    name="C",
    attacks=100,
    skill=3,
    strength=4,
    ap=0,
    damage="D3",
    keywords=("lethal hits", "sustained hits D3", "devastating wounds"),
    models=20,
    toughness=4,
    save=3,
    wounds=2,
    feel_no_pain=5,
)
SCENARIOS = (A, B, C)

_KEYWORDS = (
    (),
    ("sustained hits 1",),
    ("lethal hits",),
    ("devastating wounds",),
    ("twin-linked",),
    ("blast",),
    ("heavy", "ignores cover"),
    ("sustained hits D3", "devastating wounds"),
    ("anti-vehicle 4+", "lethal hits"),
    ("torrent",),
)


_AMOUNTS: tuple[int | str, ...] = (1, 2, 3, 4, 6, 10, 12, 20, "D3", "D6", "D6+3", "2D6")
_DAMAGES: tuple[int | str, ...] = (1, 2, 3, "D3", "D6", "D6+1")
_STRENGTHS = (3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 18)


def profiles(count: int) -> list[WeaponSpec]:
    """So many different weapon profiles, always the same: a shuffled choice of plausible numbers and abilities."""
    every = list(product(_AMOUNTS, (2, 3, 4, 5), _STRENGTHS, (0, -1, -2, -3, -4), _DAMAGES, _KEYWORDS))
    return [
        WeaponSpec(name=f"weapon {index}", attacks=attacks, skill=skill, strength=s, ap=ap, damage=damage, keywords=words)
        for index, (attacks, skill, s, ap, damage, words) in enumerate(Random(40).sample(every, count))
    ]


def matchups(weapons: int, targets: int) -> list[Question]:
    """That many weapons, each against the same targets, always the same: the archetypes, then the bundled datasheets."""
    archetypes = [name for name in library.names() if name not in {sheet.id for sheet in library.datasheets()}]
    anyone = library.datasheets()[0]
    names = [*archetypes, *(sheet.id for sheet in library.datasheets())][:targets]
    units = [defending(Inquiry(sheet=anyone, target=name)) for name in names]
    return [
        Question(
            weapons=(weapon_of(spec, spec.name),), target=unit.groups, effects=unit.effects, starting_models=unit.starting_models
        )
        for spec in profiles(weapons)
        for unit in units
    ]


def check_dice() -> None:
    """Refuse to measure with a reading of the dice that Warbench does not share."""
    for text in ("D6+3", "2D6", "D3", 7):
        count, sides, plus = dice(text)
        low, high = Dice.parse(text).minimum, Dice.parse(text).maximum
        if (count + plus, count * sides + plus) != (low, high):
            msg = f"the dice {text!r} are read in two ways"
            raise ValueError(msg)

"""Hazardous: the tests after a unit's attacks and what failed ones cost it (W-112..W-121, W-123).

The tests and their mortal wounds are a volley like any other, aimed at the unit itself: the bearers stand in the order in which
failed tests find them, and the three mortal wounds of a test never pass to the next model, as an attack's damage does not. So
the exact reader gives the odds and the rolled reader plays the same thing with dice; the order and the loss are stated here once.
"""

from collections.abc import Callable, Iterable
from collections.abc import Sequence as Series

import msgspec

from warbench.attack.dice import DiceSource
from warbench.attack.exact import solve
from warbench.attack.law import walk
from warbench.attack.rolled import Rolled, roll
from warbench.attack.target import Standing, Target
from warbench.attack.volley import Group, Resolve, Strike, Throw, Volley
from warbench.chance import Check, Dice, Dist, Result, settle
from warbench.chance.number import Number
from warbench.games.w40k10.plan import Plan
from warbench.games.w40k10.sequence import StrikePlan, strike
from warbench.rules.effects import Hazard
from warbench.rules.requests import Amount, Put, Sequence, Steps

PURPOSE = "hazardous"
"""The purpose of the dice, and the name of the test."""


class Bearer(msgspec.Struct, frozen=True, kw_only=True):
    """One model of the unit that tests. ``wounds_left`` 0 is destroyed; ``hazardous``: equipped with such a weapon.

    ``feel_no_pain`` is the number that ignores a lost wound, as it counts against mortal wounds; None for none.
    """

    name: str
    wounds: int
    wounds_left: int
    character: bool = False
    hazardous: bool = True
    feel_no_pain: int | None = None

    def __post_init__(self) -> None:
        """Refuse wounds that the model cannot have."""
        if not 0 <= self.wounds_left <= self.wounds:
            msg = f"{self.name}: found {self.wounds_left} wounds left, expected 0 to {self.wounds}"
            raise ValueError(msg)


class Suffered(msgspec.Struct, frozen=True):
    """One failed test that cost wounds: the model by its place in the unit, the wounds it lost, what was lost beyond it."""

    index: int
    lost: int
    wasted: int
    destroyed: bool


class HazardousOutcome(msgspec.Struct, frozen=True):
    """Tests that were rolled: the faces, how many failed, what each cost in order, and the unit's models afterwards."""

    faces: tuple[int, ...]
    fails: int
    suffered: tuple[Suffered, ...]
    models: tuple[Bearer, ...]

    @property
    def wounds_lost(self) -> int:
        """The wounds that the unit's models lost."""
        return sum(each.lost for each in self.suffered)

    @property
    def models_lost(self) -> int:
        """The models destroyed."""
        return sum(each.destroyed for each in self.suffered)


class HazardousOdds(msgspec.Struct, frozen=True):
    """The laws of failed tests, of wounds lost and of models destroyed; ``any_fail``: the chance of at least one fail."""

    fails: Dist
    wounds_lost: Dist
    models_lost: Dist

    @property
    def any_fail(self) -> Number:
        """The probability that at least one test fails (W-113)."""
        return self.fails.at_least(1)


Choose = Callable[[Series[Bearer], tuple[int, ...]], int]
"""The owner's choice: the unit's models and the candidates' places in it; one of those places."""


def first(models: Series[Bearer], among: tuple[int, ...]) -> int:  # noqa: ARG001 -- one way to choose
    """The default choice: the first candidate."""
    return among[0]


def owed(plans: Iterable[Plan]) -> dict[Hazard, int]:
    """How many tests a unit's attacks leave it with: one a Hazardous weapon that was given a target (W-112, W-114, W-123).

    Weapons that fail differently are told apart. It is owed even where no model of the target was left to attack.
    """
    tests: dict[Hazard, int] = {}
    for plan in plans:
        if plan.hazard is not None and not plan.refused:
            hazard = Hazard(fails_on=plan.hazard.fails_on, damage=plan.hazard.damage)
            tests[hazard] = tests.get(hazard, 0) + plan.weapon.count
    return tests


def candidates(models: Series[Bearer]) -> tuple[int, ...]:
    """The places of the models that a failed test may strike; empty when no bearer is left.

    Wounded bearers first, characters among them (W-116, W-117); else bearers that are no characters (W-118); else characters
    (W-119). Their owner picks one.
    """
    bearers = [index for index, model in enumerate(models) if model.hazardous and model.wounds_left]
    wounded = tuple(index for index in bearers if models[index].wounds_left < models[index].wounds)
    soldiers = tuple(index for index in bearers if not models[index].character)
    return wounded or soldiers or tuple(bearers)


def suffer(models: Series[Bearer], index: int, damage: int = 3) -> tuple[Bearer, ...]:
    """The models after one of them lost up to ``damage`` wounds; what it has no wounds for is lost (W-120, W-121)."""
    hurt = models[index]
    left = max(0, hurt.wounds_left - damage)
    return (*models[:index], msgspec.structs.replace(hurt, wounds_left=left), *models[index + 1 :])


def order(models: Series[Bearer], choose: Choose = first) -> tuple[int, ...]:
    """The places of the bearers in the order in which failed tests find them.

    A model that was struck and lives is wounded, hence the next candidate: so each is struck until it is destroyed.

    Raises:
        ValueError: when the choice is none of the candidates.
    """
    models, places = tuple(models), []
    while options := candidates(models):
        place = choose(models, options)
        if place not in options:
            msg = f"hazardous: found the choice {place}, expected one of {', '.join(map(str, options))}"
            raise ValueError(msg)
        places.append(place)
        models = suffer(models, place, models[place].wounds_left)
    return tuple(places)


def one_test(check: Check) -> Steps:
    """One Hazardous test; a fail waits to be suffered (W-113, W-115)."""
    if (yield check) == Result.FAIL:
        yield Put(0)


def volley(
    models: Series[Bearer], tests: int, fails_on: int = 1, *, damage: int = 3, choose: Choose = first
) -> tuple[Volley, tuple[int, ...]]:
    """The tests as a volley at the unit's own bearers, and the places of its models in the unit.

    Args:
        models: the unit's models.
        tests: how many tests it owes.
        fails_on: the highest face that fails.
        damage: mortal wounds for each fail.
        choose: the owner's choice among the candidates.

    Raises:
        ValueError: for a negative number of tests, or a face that no die has.
    """
    if tests < 0:
        msg = f"hazardous: found {tests} tests, expected 0 or more"
        raise ValueError(msg)
    check = settle(PURPOSE, need=1, critical=None, fail_faces=range(1, fails_on + 1)).check
    places = order(models, choose)
    kinds = tuple(dict.fromkeys(models[place].feel_no_pain for place in places))
    standing = tuple(Standing(models[place].wounds_left, kinds.index(models[place].feel_no_pain), place) for place in places)
    hurt = Amount("mortal wounds", Dice.parse(damage))
    fails = tuple((kind, Sequence(strike, (StrikePlan(None, hurt, _ignore(on)),))) for kind, on in enumerate(kinds))
    group = Group(PURPOSE, Amount("tests", Dice.parse(tests)), Sequence(one_test, (check,)), (Strike(fails),))
    target = Target((standing,), len(models), sum(model.wounds for model in models))
    return Volley((group,), (Throw(0), Resolve(0, 0)), target), places


def _ignore(on: int | None) -> Check | None:
    return None if on is None else settle("feel no pain", need=on, critical=None).check


def odds(models: Series[Bearer], tests: int, fails_on: int = 1, *, damage: int = 3, exact: bool = False) -> HazardousOdds:
    """The exact laws of what a unit's own Hazardous weapons cost it, Feel No Pain included; the owner picks the default.

    Args:
        models: the unit's models.
        tests: how many tests it owes.
        fails_on: the highest face that fails.
        damage: mortal wounds for each fail.
        exact: Fractions instead of floats.

    Raises:
        ValueError: as :func:`volley`.
    """
    tested, _ = volley(models, tests, fails_on, damage=damage)
    group = tested.groups[0]
    outcome = solve(tested, exact=exact)
    one = walk(group.sequence, 1, exact)
    fails = Dist.of({counts[0]: p for counts, p in one.masses.items()}).times(tests)
    return HazardousOdds(fails, outcome.wounds_lost, outcome.slain)


def resolve(  # noqa: PLR0913 -- each is one independent choice
    models: Series[Bearer], tests: int, dice: DiceSource, fails_on: int = 1, *, damage: int = 3, choose: Choose = first
) -> HazardousOutcome:
    """Roll a unit's Hazardous tests and let its models suffer the failed ones, one after the other (W-115, W-120).

    Args:
        models: the unit's models.
        tests: how many tests it owes.
        dice: where the faces come from; their purposes are ``hazardous`` and ``feel no pain``.
        fails_on: the highest face that fails.
        damage: mortal wounds for each fail.
        choose: the owner's choice among the candidates.

    Raises:
        ValueError: as :func:`volley`.
        ScriptError: when a script has too few dice.
    """
    tested, places = volley(models, tests, fails_on, damage=damage, choose=choose)
    played = roll(tested, dice)
    thrown = [entry for entry in played.rolls if entry.purpose == PURPOSE]
    after, suffered = tuple(models), []
    for struck in played.strikes:
        place = places[tested.target.slain(struck.before)]
        left = after[place].wounds_left
        after = suffer(after, place, struck.damage)
        lost = left - after[place].wounds_left
        suffered.append(Suffered(place, lost, struck.damage - lost, destroyed=not after[place].wounds_left))
    fails = sum(answer == Result.FAIL for entry in thrown for answer in entry.answers)
    return HazardousOutcome(_faces(thrown), fails, tuple(suffered), after)


def _faces(thrown: Iterable[Rolled]) -> tuple[int, ...]:
    return tuple(face for entry in thrown for face in entry.faces)

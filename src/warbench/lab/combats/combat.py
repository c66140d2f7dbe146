"""The answer to a Combat: both sides set up, fought many times, what came of it."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from warbench.battle.requests import Ask
from warbench.games.heresy3.battle.combats import engaged_models
from warbench.games.heresy3.battle.placing import is_hull
from warbench.games.heresy3.battle.roster import Entry
from warbench.games.heresy3.battle.state import Options, State, Unit
from warbench.games.heresy3.battle.wielding import declare, initiative
from warbench.games.heresy3.rulings import RULINGS
from warbench.lab.combats.field import CombatError, begun
from warbench.lab.combats.fighters import Fighter, enrolled
from warbench.lab.combats.policy import CHALLENGES, NO_CHALLENGE, STATED, decide
from warbench.lab.combats.results import Fought, Sampled, Striking, chance, mean, shares
from warbench.lab.combats.sampling import End, ends

SAMPLES = 1000
"""So many times a Combat is fought unless more or fewer are asked for."""

_SIDES = "AB"


def fight(  # noqa: PLR0913 -- the situation, one keyword an aspect
    attackers: Sequence[Fighter],
    targets: Sequence[Fighter],
    *,
    seed: str,
    samples: int = SAMPLES,
    charged: bool = False,
    challenge: bool = False,
    rulings: Mapping[str, str] | None = None,
    goes_on: Callable[[int, int], bool] | None = None,
) -> Sampled:
    """Fight a Combat many times: one Fight Sub-Phase with its resolution and Aftermath, in the Player Turn of the attackers.

    Args:
        attackers: the units of the side whose turn it is; at least one of them makes attacks in combats.
        targets: the units of the other side.
        seed: of the dice; sample n has those of the seed ``SEED/n``.
        samples: how many times.
        charged: whether the attackers made a successful charge this turn; at a Building they always did.
        challenge: whether there is a Challenge Sub-Phase.
        rulings: readings of the rules.
        goes_on: told after each sample how many there are of how many; fighting ends there when it says no.

    Raises:
        CombatError: for units that cannot be in one Combat.
        ScenarioError, SizeError, RulingError: for loadouts, sizes, models, Wounds or readings that there are not.
        ValueError: for no samples.
    """
    if samples < 1:
        msg = f"samples: found {samples}, expected at least 1"
        raise ValueError(msg)
    readings = RULINGS.settle(rulings or {})
    sides, missing = _enrolled(attackers, targets)
    charged = charged or any(fighter.is_building for fighter in targets)
    start = begun(sides, charged=charged, options=Options(rulings=dict(rulings or {})))
    if not challenge:
        start.core.step = "fight"
    keys = [entry.id for side in sides for _, entry in side]
    found: list[End] = []
    for end in islice(ends(start, seed, keys), samples):
        found.append(end)
        if goes_on is not None and not goes_on(len(found), samples):
            break
    return Sampled(
        seed=seed,
        samples=len(found),
        wanted=samples,
        units=tuple(_fought(start, key, index, found) for index, key in enumerate(keys)),
        wins=(chance(end.winner == 0 for end in found), chance(end.winner == 1 for end in found)),
        draw=chance(end.winner is None for end in found),
        facts={"charged": charged, "challenge": challenge},
        rulings=readings,
        policy=(*STATED, CHALLENGES if challenge else NO_CHALLENGE),
        not_modelled=missing,
    )


def _enrolled(
    attackers: Sequence[Fighter], targets: Sequence[Fighter]
) -> tuple[list[list[tuple[Fighter, Entry]]], tuple[str, ...]]:
    """Both sides with their entries, and what of their datasheets is left out."""
    if not attackers or not targets:
        raise CombatError(f"found {len(attackers)} attackers and {len(targets)} targets, expected at least one of each")
    if any(fighter.is_building for fighter in attackers):
        raise CombatError(f"{attackers[0].sheet.name} is a Building: expected it as the target")
    missing: dict[str, None] = {}
    sides: list[list[tuple[Fighter, Entry]]] = []
    for player, units in enumerate((attackers, targets)):
        side = []
        for number, fighter in enumerate(units, 1):
            entry, left_out = enrolled(fighter, f"{_SIDES[player]}{number}", player)
            missing |= dict.fromkeys(left_out)
            side.append((fighter, entry))
        sides.append(side)
    return sides, tuple(missing)


def _fought(start: State, key: str, index: int, found: Sequence[End]) -> Fought:
    unit, entry = start.units[key], start.entry(key)
    combat = start.core.combats[0].units
    models, wounds = len(unit.models), sum(model.wounds for model in unit.models)
    slain, lost = (Counter(counts) for counts in zip(*((end.models[index], end.wounds[index]) for end in found), strict=True))
    return Fought(
        name=entry.name,
        side=0 if key[0] == _SIDES[0] else 1,
        points=entry.points,
        models=models,
        wounds=wounds,
        hull_points=any(start.kind(model.id).armoured for model in unit.models),
        engaged=0 if is_hull(start, unit) else len(engaged_models(start, unit, combat)),
        strikes=_strikes(start, unit, combat),
        slain=mean(slain),
        wounds_lost=mean(lost),
        destroyed=chance(end.models[index] == models for end in found),
        routed=chance(end.routed[index] for end in found),
        slain_pmf=shares(slain, models),
        wounds_pmf=shares(lost, wounds),
    )


def _strikes(start: State, unit: Unit, combat: Sequence[str]) -> tuple[Striking, ...]:
    """What the models of a unit choose to strike with, in the order of their initiative steps."""
    choosing = declare(start, unit, combat)
    answer: str | None = None
    while True:
        try:
            ask = choosing.send(answer)
        except StopIteration as done:
            wielded = done.value
            break
        if not isinstance(ask, Ask):
            raise TypeError(ask)
        answer = decide(ask, start)
    counts = Counter((-initiative(start, start.model(name), arm), arm.name) for name, arm in wielded.items())
    return tuple(Striking(weapon, count, -step) for (step, weapon), count in sorted(counts.items()))

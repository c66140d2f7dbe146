"""Whether an army is legal: every reason against, each with its rule; and what is odd about it without being an error.

An army of either allegiance may hold Fortifications (H-003); traits and types bear on a battle only by rules that name them
(H-194, H-195, H-245).
"""

from collections.abc import Iterator

import msgspec

from warbench.battle.requests import Refusal
from warbench.games.heresy3.armies.charts import FACTS, chart_faults
from warbench.games.heresy3.armies.enlisting import enlist
from warbench.games.heresy3.armies.groups import group_faults
from warbench.games.heresy3.armies.spec import ALLEGIANCES, ArmySpec
from warbench.games.heresy3.armies.units import Army, Unit
from warbench.games.heresy3.characteristics import warnings
from warbench.games.heresy3.roles import CAPPED

QUARTER, HALF = 4, 2
"""One in so many points of the limit: Warlord and Lord of War units together (H-017), the Allied Detachment (facts 15)."""


class Warned(msgspec.Struct, frozen=True):
    """Something that is legal and that players should know: a code, a sentence, the rule."""

    code: str
    sentence: str
    rule: str = ""


def check_army(spec: ArmySpec) -> tuple[Refusal, ...]:
    """Why an army is not legal; empty when it is. Each refusal names the rule (an H id, or the section of the facts list)."""
    return faults_of(enlist(spec))


def faults_of(army: Army) -> tuple[Refusal, ...]:
    """Why an army that is enlisted already is not legal; empty when it is."""
    return (
        *_allegiance_faults(army.spec),
        *army.refusals,
        *chart_faults(army),
        *(fault for unit in army.units for fault in trait_faults(unit, army.spec)),
        *_points_faults(army),
        *_warlord_faults(army),
        *group_faults(army),
    )


def army_warnings(spec: ArmySpec, opponent: ArmySpec | None = None) -> tuple[Warned, ...]:
    """What is odd about an army, and about the two that meet: both of one allegiance (H-015), a Structure with guns (H-283)."""
    army = enlist(spec)
    found = [Warned("sheet", text, "H-283") for unit in army.units for text in warnings(unit.sheet)]
    printed = dict.fromkeys(unit.sheet.name for unit in army.units if unit.sheet.as_listed)
    if printed:
        sentence = f"{', '.join(printed)}: by datasheets of the list itself: which sizes and wargear they may have is not checked"
        found.append(Warned("own-sheets", sentence, "H-016"))
    sentence = "its slots are not known here: they are taken as its units fill them"
    found += [Warned("own-chart", f"{chart.name} is a chart of the list itself; {sentence}", FACTS) for chart in spec.charts]
    if opponent is not None and opponent.allegiance.casefold() == spec.allegiance.casefold():
        sentence = f"{spec.name} and {opponent.name} are both {spec.allegiance.title()}; ideally the two differ"
        found.append(Warned("same-allegiance", sentence, "H-015"))
    return tuple(found)


def trait_faults(unit: Unit, spec: ArmySpec) -> Iterator[Refusal]:
    """Models that are not of exactly one allegiance; Fortifications have none (H-197).

    Nothing is said of models that have none because the army declared none: that is a fault of the army (H-013).
    """
    if unit.is_fortification:
        return
    for name, traits in dict.fromkeys((model.name, model.traits) for model in unit.models):
        sides = sorted(traits.intersection(ALLEGIANCES))
        if len(sides) != 1 and (sides or spec.allegiance.casefold() in ALLEGIANCES):
            found = " and ".join(side.title() for side in sides) or "neither"
            sentence = f"{unit.name}: {name} is {found}, expected exactly one of Loyalist and Traitor"
            yield Refusal("allegiance", sentence, "H-197")


def _allegiance_faults(spec: ArmySpec) -> Iterator[Refusal]:
    if spec.allegiance.casefold() not in ALLEGIANCES:
        found = repr(spec.allegiance) if spec.allegiance else "none"
        yield Refusal("allegiance", f"found the allegiance {found}, expected Loyalist or Traitor", "H-013")


def _points_faults(army: Army) -> Iterator[Refusal]:
    limit = army.spec.limit
    if army.points > limit:
        yield Refusal("too-many-points", f"the army costs {army.points} points, its limit is {limit}", FACTS)
    capped = sum(unit.points for unit in army.units if unit.role in CAPPED)
    if QUARTER * capped > limit:
        sentence = f"Warlord and Lord of War units cost {capped} points together, a quarter of {limit} is allowed"
        yield Refusal("too-many-points", sentence, "H-017")
    charts = army.spec.known_charts
    allied = {
        place
        for place, detachment in enumerate(army.spec.detachments)
        if (chart := charts.get(detachment.kind.casefold())) is not None and chart.kind == "allied"
    }
    cost = sum(unit.points for unit in army.units if unit.detachment in allied)
    if HALF * cost > limit:
        yield Refusal("too-many-points", f"the Allied Detachment costs {cost} points, half of {limit} is allowed", FACTS)


def _warlord_faults(army: Army) -> Iterator[Refusal]:
    chosen = [unit for unit in army.units if unit.warlord]
    if len(chosen) > 1:
        yield Refusal("warlord", f"found {len(chosen)} units that lead the army, expected one at most", "facts-16")
    for unit in chosen:
        if not unit.any_is("command"):
            yield Refusal("warlord", f"{unit.name} has no Command model and cannot lead the army", "facts-16")

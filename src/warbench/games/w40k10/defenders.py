"""A unit as a target: its models in groups, the effects of its abilities, attached characters, what is left of it."""

from collections.abc import Sequence

import msgspec

from warbench.attack.remaining import remaining
from warbench.games.w40k10 import library
from warbench.games.w40k10.abilities import abilities_of, words_of_models
from warbench.games.w40k10.checks import ScenarioError
from warbench.games.w40k10.leaders import leaders_fault
from warbench.games.w40k10.question import Group
from warbench.games.w40k10.scenario import TargetSpec, check_size, group_of
from warbench.games.w40k10.targets import Target
from warbench.rules.effects import Effect
from warbench.sheets.sizes import distributions


class Defender(msgspec.Struct, frozen=True):
    """A unit as a target: its models, its abilities as effects, and what of it is not modelled."""

    name: str
    groups: tuple[Group, ...]
    effects: tuple[Effect, ...] = ()
    not_modelled: tuple[str, ...] = ()
    points: int = 0
    starting_models: int = 0
    models: tuple[str, ...] = ()


def defender_of(spec: TargetSpec | str) -> Defender:
    """The target that a scenario names, or gives in groups of models.

    Raises:
        ScenarioError, SizeError, UnknownDatasheet: for what there is not.
    """
    if isinstance(spec, str):
        return defender(library.target(spec))
    if spec.datasheet:
        if isinstance(spec.models, tuple):
            msg = "target: found both 'datasheet' and groups of 'models', expected one of them"
            raise ScenarioError(msg)
        return defender(library.target(spec.datasheet, spec.models))
    if not isinstance(spec.models, tuple):
        msg = f"target.models: found {spec.models!r}, expected a list of groups, or a 'datasheet' beside it"
        raise ScenarioError(msg)
    groups = tuple(group_of(group, f"target.models[{index}]") for index, group in enumerate(spec.models))
    check_size(groups)
    return Defender(spec.name or "target", groups, points=spec.points, starting_models=spec.starting_models)


def defender(
    target: Target, *, models_left: int | None = None, wounds_left: int | None = None, leaders: Sequence[Target] = ()
) -> Defender:
    """A target by name as models.

    Args:
        target: the target at its starting size.
        models_left: how many models are left, without its leaders; the first in the order of allocation are gone.
        wounds_left: what its first model has left.
        leaders: the characters that have joined it.

    Raises:
        ScenarioError: for more models than it has, wounds that no model has, or leaders who may not join it together.
    """
    unharmed = _groups(target)
    starting = sum(group.count for group in unharmed)
    groups = remaining(unharmed, target.name, models_left, wounds_left)
    effects, left_out = _abilities(target)
    name, cost, kinds = target.name, target.points or 0, _kinds(target)
    _check_leaders(target, leaders)
    for place, leader in enumerate(leaders):
        heads = _groups(leader)
        groups += heads
        starting += sum(group.count for group in heads)
        name, cost = f"{name} {'and' if place else 'led by'} {leader.name}", cost + (leader.points or 0)
        more, more_left_out = _abilities(leader, joined=True)
        effects, left_out = (*effects, *more), (*left_out, *more_left_out)
        kinds += _kinds(leader)
    check_size(tuple(groups))
    return Defender(name, tuple(groups), effects, left_out, cost, starting, kinds)


def _check_leaders(target: Target, leaders: Sequence[Target]) -> None:
    """Refuse a leader that is no character; and leaders who may not join the unit together, where all have datasheets."""
    for leader in leaders:
        if not all("character" in group.keywords for group in leader.models):
            msg = f"target leader: {leader.name} is not a character (not-a-character)"
            raise ScenarioError(msg)
    if leaders and target.datasheet and all(leader.datasheet for leader in leaders):
        sheets = [library.datasheet(leader.datasheet) for leader in leaders]
        fault = leaders_fault(library.datasheet(target.datasheet), target.count, sheets)
        if fault is not None:
            msg = f"target leader: {fault.sentence} ({fault.code})"
            raise ScenarioError(msg)


def _kinds(target: Target) -> tuple[str, ...]:
    """The kinds of model that it began with: its owner loses last the one for which an ability asks."""
    if not target.datasheet:
        return ()
    sheet = library.datasheet(target.datasheet)
    counts = next(distributions(sheet, target.count))
    return words_of_models(sheet, (line.model for line, count in zip(sheet.composition, counts, strict=True) if count))


def _groups(target: Target) -> list[Group]:
    return [
        Group(
            name=group.name,
            count=group.count,
            toughness=int(group.characteristics["toughness"] or 0),
            save=int(group.characteristics["save"] or 0),
            invulnerable=group.characteristics.get("invulnerable"),
            feel_no_pain=group.feel_no_pain,
            wounds=int(group.characteristics["wounds"] or 0),
            keywords=group.keywords,
        )
        for group in target.models
    ]


def _abilities(target: Target, *, joined: bool = False) -> tuple[tuple[Effect, ...], tuple[str, ...]]:
    """The effects of the target's abilities; of a leader that has joined a unit, only those that serve the whole unit.

    What an item does for its bearer's own numbers is in the bearer's group already (``targets.from_datasheet``).
    """
    if not target.datasheet:
        return (), ()
    sheet = library.datasheet(target.datasheet)
    held = {item.casefold() for line in sheet.composition for item in line.equipped}
    of_items = {ability.name for ability in sheet.abilities if ability.item and not ability.whole_unit}
    found = abilities_of(sheet, held, "defender")
    own = () if joined else tuple(effect for effect in found.own if effect.source not in of_items)
    return (*found.unit, *own), found.not_modelled

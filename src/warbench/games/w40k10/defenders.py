"""A unit as a target: its models in groups, the effects of its abilities, an attached character, what is left of it."""

import msgspec

from warbench.attack.remaining import remaining
from warbench.games.w40k10 import library
from warbench.games.w40k10.abilities import abilities_of
from warbench.games.w40k10.checks import ScenarioError
from warbench.games.w40k10.question import Group
from warbench.games.w40k10.scenario import TargetSpec, check_size, group_of
from warbench.games.w40k10.targets import Target
from warbench.rules.effects import Effect


class Defender(msgspec.Struct, frozen=True):
    """A unit as a target: its models, its abilities as effects, and what of it is not modelled."""

    name: str
    groups: tuple[Group, ...]
    effects: tuple[Effect, ...] = ()
    not_modelled: tuple[str, ...] = ()
    points: int = 0
    starting_models: int = 0


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
    target: Target, *, models_left: int | None = None, wounds_left: int | None = None, leader: Target | None = None
) -> Defender:
    """A target by name as models.

    Args:
        target: the target at its starting size.
        models_left: how many models are left, without its leader; the first in the order of allocation are gone.
        wounds_left: what its first model has left.
        leader: a character that has joined it.

    Raises:
        ScenarioError: for more models than it has, wounds that no model has, or a leader that is no character.
    """
    unharmed = _groups(target)
    starting = sum(group.count for group in unharmed)
    groups = remaining(unharmed, target.name, models_left, wounds_left)
    effects, left_out = _abilities(target)
    name, cost = target.name, target.points or 0
    if leader is not None:
        heads = _groups(leader)
        if not all(group.character for group in heads):
            msg = f"target leader: {leader.name} is not a character"
            raise ScenarioError(msg)
        groups += heads
        starting += sum(group.count for group in heads)
        name, cost = f"{name} led by {leader.name}", cost + (leader.points or 0)
        more, more_left_out = _abilities(leader, joined=True)
        effects, left_out = (*effects, *more), (*left_out, *more_left_out)
    check_size(tuple(groups))
    return Defender(name, tuple(groups), effects, left_out, cost, starting)


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

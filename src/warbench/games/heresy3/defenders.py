"""A unit as a target: from a datasheet or an archetype to its models in groups, and what is left of it."""

import functools
from collections.abc import Mapping
from importlib import resources

import msgspec

from warbench.attack.remaining import remaining
from warbench.games.heresy3 import library
from warbench.games.heresy3.armies.fitting import fit
from warbench.games.heresy3.attackers import left_out
from warbench.games.heresy3.kinds import Kind, kind_of
from warbench.games.heresy3.kinds import group_of as group_of_kind
from warbench.games.heresy3.question import Group
from warbench.games.heresy3.scenario import HeresyGroupSpec, check_target, group_of
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.finding import find, slug
from warbench.sheets.loadouts import default_loadout
from warbench.sheets.shelf import convert, parse
from warbench.sheets.sizes import SizeError, points, smallest


class Archetype(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A target that stands for many units: its models as scenario files give them, and the points of a typical such unit."""

    id: str
    name: str
    models: tuple[HeresyGroupSpec, ...]
    points: int = 0
    aliases: tuple[str, ...] = ()


class Defender(msgspec.Struct, frozen=True, kw_only=True):
    """A unit as a target: its models in the order of allocation, what it costs (0: unknown), what of it is not modelled."""

    id: str
    name: str
    groups: tuple[Group, ...]
    points: int = 0
    starting_models: int = 0
    not_modelled: tuple[str, ...] = ()


def defender(name: str, size: int | None = None, *, models_left: int | None = None, wounds_left: int | None = None) -> Defender:
    """A target by name: an archetype (``marines``, ``heavy-vehicle``) or a datasheet at ``size`` models, default equipment.

    Without ``size`` an archetype has its own and a datasheet its smallest size. An archetype's size may be changed when all its
    models are alike.

    Args:
        name: the target.
        size: how many models it had at the start.
        models_left: how many models are left; the first in the order of allocation are gone.
        wounds_left: the Wounds or Hull Points that its first model has left.

    Raises:
        UnknownDatasheet: naming the nearest names.
        SizeError: when it cannot have that size.
        ScenarioError: for more models than it has, or wounds that no model has.
    """
    aliases = _aliases()
    known, what = tuple(dict.fromkeys([*aliases, *library.names()])), "datasheet or target"
    if (lent := library.lent(name, known, what)) is not None:
        found = _unit(lent, size)
    else:
        key = find(name, known, what)
        found = _archetype(archetypes()[aliases[key]], size) if key in aliases else _unit(library.datasheet(key), size)
    groups = tuple(remaining(found.groups, found.name, models_left, wounds_left))
    check_target(groups)
    return msgspec.structs.replace(found, groups=groups)


def _unit(sheet: Datasheet, size: int | None) -> Defender:
    size = smallest(sheet) if size is None else size
    unit = [(kind_of(fit(sheet, model, dict(held)), sheet), count) for model, held, count in default_loadout(sheet, size)]
    # Whom their owner would give up last comes last.
    unit.sort(key=lambda each: each[0].dear)
    return Defender(
        id=sheet.id,
        name=sheet.name,
        groups=tuple(_group(kind, count) for kind, count in unit),
        points=points(sheet, size) if sheet.points else 0,
        starting_models=size,
        not_modelled=tuple(dict.fromkeys(left_out(sheet, (kind for kind, _ in unit), reacts=True))),
    )


def _group(kind: Kind, count: int) -> Group:
    return group_of_kind(kind, kind.numbers.get, kind.armour, count=count, name=kind.name)


def _archetype(entry: Archetype, size: int | None) -> Defender:
    groups = tuple(group_of(spec, f"targets[{entry.id}].models") for spec in entry.models)
    models = sum(group.count for group in groups)
    cost = entry.points
    if size is not None and size != models:
        if size < 1 or len(groups) != 1:
            why = "its models are not all alike" if len(groups) != 1 else "a target has at least 1 model"
            raise SizeError(f"{entry.id} cannot have {size} models: {why}")
        groups = (msgspec.structs.replace(groups[0], count=size),)
        cost, models = -(-cost * size // models), size
    return Defender(id=entry.id, name=entry.name, groups=groups, points=cost, starting_models=models)


def told(group: Group) -> str:
    """Models alike in a few words: ``10 T4 3+ W1``, ``1 vehicle 13/12/10 HP5``."""
    if group.armour is not None:
        values = (group.armour.front, group.armour.side, group.armour.rear)
        armour = str(values[0]) if len(set(values)) == 1 else "/".join(map(str, values))
        return f"{group.count} {group.type} {armour} HP{group.wounds}"
    kind = "" if group.type == "infantry" else f"{group.type} "
    invulnerable = f" {group.invulnerable}++" if group.invulnerable else ""
    return f"{group.count} {kind}T{group.toughness} {group.save}+{invulnerable} W{group.wounds}"


@functools.cache
def archetypes() -> Mapping[str, Archetype]:
    """The target archetypes, by id."""
    file = resources.files(__package__) / "targets.toml"
    found = convert(parse(file.read_bytes(), file.name), file.name, dict[str, tuple[Archetype, ...]])
    return {entry.id: entry for entry in found["targets"]}


@functools.cache
def _aliases() -> Mapping[str, str]:
    """The id of the target archetype for each id and alias."""
    return {alias: key for key, entry in archetypes().items() for alias in (key, *map(slug, entry.aliases))}

"""Who fights in a Combat: a unit of a datasheet with its loadout, and what is left of it, as a battle's roster holds it."""

from collections.abc import Iterator, Sequence

import msgspec

from warbench.games.heresy3.armies.factions import gained
from warbench.games.heresy3.armies.fitting import fit
from warbench.games.heresy3.battle.roster import Entry
from warbench.games.heresy3.battle.state import NOBODY, State
from warbench.games.heresy3.kinds import Kind, kind_of
from warbench.games.heresy3.special_rules import unknown_rules
from warbench.rules.fields import ScenarioError
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.loadouts import dealt_out, default_loadout, each_model
from warbench.sheets.prices import wargear_points
from warbench.sheets.sizes import points, smallest

_BUILDING = "building"


class Fighter(msgspec.Struct, frozen=True, kw_only=True):
    """A unit in a Combat.

    ``size``: its models at the start (None: the fewest that it may have); ``loadout``: the items of the whole unit (None: the
    default). ``models_left`` of its models are there, whom their owner gives up first are gone; the first of them has
    ``wounds_left`` Wounds or Hull Points. ``statuses`` are the Tactical Statuses that all of them have.
    """

    sheet: Datasheet
    size: int | None = None
    loadout: dict[str, int] | None = None
    models_left: int | None = None
    wounds_left: int | None = None
    statuses: tuple[str, ...] = ()

    @property
    def is_building(self) -> bool:
        """Whether it is part of the battlefield, which nobody controls (H-118)."""
        return all(model.type == _BUILDING for model in self.sheet.models)


def enrolled(fighter: Fighter, key: str, player: int) -> tuple[Entry, tuple[str, ...]]:
    """A fighter's entry on a roster, and what of its datasheet no answer follows.

    Args:
        fighter: the unit.
        key: its id.
        player: for whom it fights; nobody controls a Building.

    Raises:
        ScenarioError, SizeError: for a loadout or a size that the datasheet does not have.
    """
    sheet = fighter.sheet
    size = smallest(sheet) if fighter.size is None else fighter.size
    unit = default_loadout(sheet, size) if fighter.loadout is None else dealt_out(sheet, size, fighter.loadout)
    if unit is None:
        items = ", ".join(f"{count} {item}" for item, count in (fighter.loadout or {}).items())
        raise ScenarioError(f"loadout: no legal loadout of {size} {sheet.name} is {items}")
    worn = each_model(unit)
    kinds: list[Kind] = []
    models: list[tuple[str, int]] = []
    for number, (name, held) in enumerate(worn, 1):
        profile = sheet.model(name)
        traits = gained(profile.traits, profile.type, sheet.faction, "")
        kind = kind_of(fit(sheet, name, dict(held), traits), sheet)
        if kind not in kinds:
            kinds.append(kind)
        models.append((f"{key}.{number}", kinds.index(kind)))
    entry = Entry(
        id=key,
        player=NOBODY if fighter.is_building else player,
        name=sheet.name,
        datasheet=sheet.id,
        role=sheet.role,
        faction=sheet.faction,
        kinds=tuple(kinds),
        models=tuple(models),
        points=(points(sheet, size) if sheet.points else 0) + wargear_points(sheet, list(worn)),
    )
    return entry, tuple(dict.fromkeys(_left_out(sheet, kinds)))


def _left_out(sheet: Datasheet, kinds: Sequence[Kind]) -> Iterator[str]:
    """What a datasheet says that no procedure of a battle follows and that could touch a fight."""
    for ability in sheet.abilities:
        if "attack" in ability.touches and all(kind.has(ability.name.casefold()) is None for kind in kinds):
            yield f"{ability.name} ({sheet.name})"
    for kind in kinds:
        blades = [rule for arm in kind.weapons if arm.type == "melee" for rule in arm.special_rules]
        for rule in (*kind.special_rules, *blades):
            if unknown_rules((rule,)):
                yield f"special rule {rule!r} of {sheet.name}"


def weaken(state: State, key: str, fighter: Fighter) -> None:
    """Take off a unit, before the Combat begins, what is not left of it.

    Raises:
        ScenarioError: for more models than it has, or Wounds that no model has.
    """
    unit = state.units[key]
    order = sorted(unit.models, key=lambda model: state.kind(model.id).dear)
    left = len(order) if fighter.models_left is None else fighter.models_left
    if not 1 <= left <= len(order):
        raise ScenarioError(f"models_left: found {left}, expected 1 to {len(order)} for {fighter.sheet.name}")
    gone, there = order[: len(order) - left], order[len(order) - left :]
    for model in gone:
        state.rehome(model.id, None)
        unit.models.remove(model)
    if fighter.wounds_left is not None:
        first = there[0]
        most = state.kind(first.id).wounds
        if not 1 <= fighter.wounds_left <= most:
            raise ScenarioError(f"wounds_left: found {fighter.wounds_left}, expected 1 to {most} for {fighter.sheet.name}")
        first.wounds = fighter.wounds_left
    for model in there:
        model.statuses = list(fighter.statuses)

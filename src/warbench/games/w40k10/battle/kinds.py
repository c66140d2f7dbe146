"""Kinds of model on a roster: the numbers of a model, what it carries, its base."""

import msgspec

from warbench.games.w40k10.abilities import feel_no_pain
from warbench.games.w40k10.attackers import weapon_numbers, weapons_named
from warbench.games.w40k10.question import Weapon
from warbench.games.w40k10.targets import worn
from warbench.games.w40k10.unit_rules import WORDS
from warbench.rules.effects import Grant
from warbench.sheets.datasheet import Datasheet
from warbench.table.bases import Base
from warbench.table.errors import TableError
from warbench.table.lattice import INCH
from warbench.table.sizes import base_for


class Kind(msgspec.Struct, frozen=True):
    """A kind of model in a unit: its numbers, what it carries, and which part of the unit it belongs to.

    Part 0 is the body, the others are its leaders and retinues, in the order of the list. ``side`` is the part that it counts as:
    0 for models of the body and of retinues, else that of its leader.
    """

    name: str
    part: int
    movement: int
    toughness: int
    save: int
    wounds: int
    leadership: int
    objective_control: int
    invulnerable: int | None
    feel_no_pain: int | None
    keywords: frozenset[str]
    weapons: tuple[Weapon, ...]
    items: tuple[tuple[str, int], ...]
    base: Base
    damaged_at: int = 0
    side: int = 0


def kind_of(sheet: Datasheet, part: int, name: str, items: dict[str, int], *, side: int) -> Kind:
    """A model of a kind with what it carries, in a part of its unit; ``side`` is the part that it counts as.

    Raises:
        ScenarioError: for a weapon that cannot be modelled.
    """
    model = sheet.model(name)
    numbers = dict(model.characteristics)
    held = {item.casefold() for item in items}
    ignore: int | None = None
    given: list[str] = []
    for ability in sheet.abilities:
        if (on := feel_no_pain(ability)) is not None:
            ignore = on
        elif ability.item and ability.item.casefold() in held and not ability.whole_unit:
            numbers = worn(ability, numbers)
            given += [effect.keyword for effect in ability.effects if isinstance(effect, Grant) and effect.keyword in WORDS]
    arms = [(weapon, count) for item, count in items.items() for weapon in weapons_named(sheet, item)]
    # Every profile is looked at, so that one that cannot be modelled is refused before the battle.
    profiles = [[weapon_numbers(weapon, profile, count) for profile in weapon.profiles] for weapon, count in arms]
    keywords = frozenset((*sheet.keywords, *sheet.faction_keywords, *model.keywords, *given))
    return Kind(
        name=name,
        part=part,
        movement=(numbers.get("movement") or 0) * INCH,
        toughness=numbers["toughness"] or 1,
        save=numbers["save"] or 7,
        wounds=numbers["wounds"] or 1,
        leadership=numbers.get("leadership") or 7,
        objective_control=numbers.get("objective_control") or 0,
        invulnerable=numbers.get("invulnerable"),
        feel_no_pain=ignore,
        keywords=keywords,
        weapons=tuple(each[0] for each in profiles),
        items=tuple(sorted(items.items())),
        base=_base(model.base, keywords),
        damaged_at=sheet.damaged.wounds if sheet.damaged else 0,
        side=side,
    )


def _base(printed: str, keywords: frozenset[str]) -> Base:
    """The base as printed; an imported text that states no size in a way that is known gets the stand-in, with a note."""
    try:
        return base_for(printed, keywords)
    except TableError:
        found = base_for("", keywords)
        return msgspec.structs.replace(
            found, note=found.note.replace("no base size is known", f"{printed!r} states no known size")
        )

"""A model with its wargear: what the items that it holds make of its characteristics, sub-types, traits and special rules."""

from collections.abc import Iterable, Mapping

import msgspec

from warbench.games.heresy3 import library
from warbench.games.heresy3.special_rules import read_rule
from warbench.rules.fields import ScenarioError
from warbench.sheets.datasheet import Datasheet, Number, Weapon

_SAVES = ("save", "invulnerable")


class Model(msgspec.Struct, frozen=True, kw_only=True):
    """A model of a unit, its wargear applied.

    ``name`` is the kind of model on its datasheet. ``keywords`` are its sub-types. ``characteristics`` are those that its type
    has, and ``transport_capacity`` where it has one; what it does not have is absent (H-023). ``items`` is all its wargear with
    counts, ``weapons`` those of the items that are weapons.
    """

    name: str
    type: str
    characteristics: dict[str, Number]
    keywords: frozenset[str]
    traits: frozenset[str]
    abilities: tuple[str, ...]
    items: tuple[tuple[str, int], ...]
    weapons: tuple[Weapon, ...]
    base: str

    def has(self, item: str) -> bool:
        """Whether the model holds an item, whatever the case."""
        return any(name.casefold() == item.casefold() for name, _ in self.items)

    def value(self, family: str) -> str | None:
        """What stands in the brackets of a special rule that the model has ("" where nothing does); None without the rule."""
        found = (rule for rule in map(read_rule, self.abilities) if rule is not None and rule.family == family)
        return next((rule.x for rule in found), None)

    @property
    def bulk(self) -> int:
        """How many points of Transport Capacity it takes up: the X of Bulky (X), else 1 (H-217)."""
        return int(self.value("bulky") or 1)


def fit(sheet: Datasheet, name: str, items: Mapping[str, int], traits: Iterable[str] | None = None) -> Model:
    """The model of that kind with these items (H-087).

    Args:
        sheet: its datasheet.
        name: the kind of model.
        items: all that it holds, with counts; what is on no datasheet is shared wargear (breacher charges, rites).
        traits: the traits that it has beside those of its wargear; without them those that the datasheet prints.

    Raises:
        ScenarioError: when the datasheet has no profile of it, as those of other people's data may.
    """
    try:
        profile = sheet.model(name)
    except KeyError:
        raise ScenarioError(f"{sheet.name}: its datasheet has no profile of {name}, so it cannot fight") from None
    numbers = dict(profile.characteristics)
    if sheet.transport is not None:
        numbers["transport_capacity"] = sheet.transport.capacity
    keywords = set(profile.keywords)
    own = set(profile.traits if traits is None else traits)
    abilities = [*profile.abilities]
    weapons: list[Weapon] = []
    for item in items:
        weapon = sheet.weapon(item) or library.weapon(item)
        if weapon is not None:
            weapons.append(weapon)
        gear = sheet.gear(item) or library.gear(item)
        if gear is not None:
            keywords |= set(gear.keywords)
            own |= set(gear.traits)
            abilities += [ability for ability in gear.abilities if ability not in abilities]
            numbers |= {name: _worn(name, numbers.get(name), value) for name, value in gear.characteristics.items()}
    return Model(
        name=profile.name,
        type=profile.type,
        characteristics=numbers,
        keywords=frozenset(keywords),
        traits=frozenset(own),
        abilities=tuple(abilities),
        items=tuple(sorted(items.items())),
        weapons=tuple(weapons),
        base=profile.base,
    )


def _worn(name: str, own: Number, given: Number) -> Number:
    """A characteristic that wargear sets; of two saves the better stays."""
    if name in _SAVES and own is not None and given is not None:
        return min(own, given)
    return given

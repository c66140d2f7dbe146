"""A target: the models that an attack may strike, in groups of models that are alike, from an archetype or a datasheet."""

import msgspec

from warbench.games.w40k10.abilities import feel_no_pain
from warbench.rules.effects import ChangeValue
from warbench.sheets.datasheet import Ability, Composition, Datasheet
from warbench.sheets.sizes import SizeError, distributions, points, smallest


class TargetGroup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Models that are alike: how many, their characteristics (also ``invulnerable``), their keywords (lower case)."""

    count: int
    characteristics: dict[str, int | None]
    keywords: tuple[str, ...] = ()
    feel_no_pain: int | None = None
    name: str = ""


class Target(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A unit as a target. ``points`` are those of the whole group where it corresponds to a typical unit.

    ``datasheet`` is the id of the datasheet that it was made from, empty for an archetype; that datasheet's abilities (Stealth,
    a bodyguard's protection) are for the reader of the datasheet to apply: only what changes a model's own numbers is in here.
    """

    id: str
    name: str
    models: tuple[TargetGroup, ...]
    points: int | None = None
    aliases: tuple[str, ...] = ()
    datasheet: str = ""

    @property
    def count(self) -> int:
        """How many models it has."""
        return sum(group.count for group in self.models)

    def resized(self, size: int) -> "Target":
        """The same with ``size`` models; points in proportion, rounded up.

        Raises:
            SizeError: for a size below 1, or when its models are not all alike.
        """
        if size == self.count:
            return self
        if size < 1 or len(self.models) != 1:
            why = "its models are not all alike" if len(self.models) != 1 else "a target has at least 1 model"
            msg = f"{self.id} cannot have {size} models: {why}"
            raise SizeError(msg)
        cost = None if self.points is None else -(-self.points * size // self.count)
        return msgspec.structs.replace(self, models=(msgspec.structs.replace(self.models[0], count=size),), points=cost)


def from_datasheet(sheet: Datasheet, size: int | None = None) -> Target:
    """The datasheet's unit as a target, with its default equipment.

    Args:
        sheet: the datasheet.
        size: how many models; the smallest size when it is left out.

    Raises:
        SizeError: when the unit cannot have that size.
    """
    size = smallest(sheet) if size is None else size
    cost = points(sheet, size)
    counts = next(distributions(sheet, size))
    groups: list[TargetGroup] = []
    for line, count in zip(sheet.composition, counts, strict=True):
        if not count:
            continue
        group = _group(sheet, line, count)
        # A sergeant with his men's numbers is one of them: fewer groups, and the same answer.
        for index, other in enumerate(groups):
            if msgspec.structs.replace(other, count=0, name="") == msgspec.structs.replace(group, count=0, name=""):
                groups[index] = msgspec.structs.replace(other, count=other.count + count, name=group.name)
                break
        else:
            groups.append(group)
    return Target(id=sheet.id, name=sheet.name, models=tuple(groups), points=cost, datasheet=sheet.id)


def _group(sheet: Datasheet, line: Composition, count: int) -> TargetGroup:
    try:
        model = sheet.model(line.model)
    except KeyError:
        raise SizeError(f"{sheet.name}: its datasheet has no profile of {line.model}, so it cannot be attacked") from None
    numbers = dict(model.characteristics)
    equipped = {item.casefold() for item in line.equipped}
    fnp: int | None = None
    for ability in sheet.abilities:
        if (on := feel_no_pain(ability)) is not None:
            fnp = on
        elif ability.item and ability.item.casefold() in equipped:
            numbers = worn(ability, numbers)
    words = dict.fromkeys((*sheet.keywords, *sheet.faction_keywords, *model.keywords))
    return TargetGroup(count, numbers, tuple(words), fnp, model.name)


def worn(ability: Ability, numbers: dict[str, int | None]) -> dict[str, int | None]:
    """What an item that the model wears does to its own characteristics, whatever the situation."""
    worn = dict(numbers)
    for effect in ability.effects:
        if not isinstance(effect, ChangeValue) or effect.side != "defender" or effect.when is not None:
            continue
        if effect.set is not None:
            # Of several invulnerable saves the best is used.
            had = worn.get(effect.name) if effect.name == "invulnerable" else None
            worn[effect.name] = effect.set if had is None else min(had, effect.set)
        elif isinstance(effect.by, int):
            worn[effect.name] = (worn.get(effect.name) or 0) + effect.by
    return worn


def told(group: TargetGroup) -> str:
    """Models alike in a few words: ``5 T5 2+ 4++ W3``."""
    numbers = group.characteristics
    invulnerable = f" {numbers['invulnerable']}++" if numbers.get("invulnerable") else ""
    ignores = f" FNP {group.feel_no_pain}+" if group.feel_no_pain else ""
    return f"{group.count} T{numbers['toughness']} {numbers['save']}+{invulnerable} W{numbers['wounds']}{ignores}"

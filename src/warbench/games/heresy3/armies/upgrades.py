"""Upgrades that the rules offer whatever a datasheet says: breacher charges and Cybertheurgic Rites (H-080, H-154)."""

from collections.abc import Mapping
from functools import cache
from importlib import resources

import msgspec

from warbench.games.heresy3 import library
from warbench.games.heresy3.armies.fitting import Model, fit
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.options import Choice, Items, Option
from warbench.sheets.shelf import convert, parse
from warbench.sheets.ways import spellings


class Upgrade(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An upgrade: what it costs each model, and who may have it; ``rule`` is the rule that says so.

    A model needs every trait of ``traits`` as its datasheet prints them, one of ``sub_types``, every item of ``items``, and to
    be of one of ``datasheets`` (ids), where those are given.
    """

    name: str
    points: int
    rule: str
    rite: bool = False
    traits: tuple[str, ...] = ()
    sub_types: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    datasheets: tuple[str, ...] = ()

    def lacking(self, sheet: Datasheet, model: Model) -> str:
        """What the model lacks to have it; empty when it may."""
        printed = set(sheet.model(model.name).traits) | model.traits
        for trait in self.traits:
            if trait not in printed:
                return f"the {trait.strip('[]').title()} trait"
        if self.sub_types and not model.keywords.intersection(self.sub_types):
            return f"the {' or '.join(word.title() for word in self.sub_types)} sub-type"
        for item in self.items:
            if not model.has(item):
                return f"a {item}"
        if self.datasheets and sheet.id not in self.datasheets:
            return f"to be one of {', '.join(self.datasheets)}"
        return ""


@cache
def upgrades() -> Mapping[str, Upgrade]:
    """Every upgrade, by name in lower case."""
    file = resources.files(__package__) / "upgrades.toml"
    found = convert(parse(file.read_bytes(), file.name), file.name, dict[str, tuple[Upgrade, ...]])
    return {entry.name.casefold(): entry for entry in found["upgrades"]}


def with_upgrades(sheet: Datasheet) -> Datasheet:
    """The datasheet with those upgrades that are weapons as further options of the models that may have them (H-081)."""
    options = list(sheet.options)
    weapons = list(sheet.weapons)
    known = set(spellings(sheet))
    for upgrade in upgrades().values():
        weapon = library.weapon(upgrade.name)
        if weapon is None or not known.issuperset(item.casefold() for item in upgrade.items):
            continue
        for line in sheet.composition:
            if upgrade.lacking(sheet, fit(sheet, line.model, dict.fromkeys((*line.equipped, *upgrade.items), 1))):
                continue
            choice = Choice(gives=(Items(weapon.name),), points=upgrade.points)
            options.append(Option((choice,), model=line.model, needs=upgrade.items))
            weapons += [weapon] if weapon not in weapons else []
    return msgspec.structs.replace(sheet, options=tuple(options), weapons=tuple(weapons))

"""What each model of a unit holds: the default of its datasheet, changed by the list's kits, and what that costs."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from warbench.battle.requests import Refusal
from warbench.games.heresy3.armies.spec import Kit, UnitSpec
from warbench.games.heresy3.armies.upgrades import Upgrade, upgrades
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.loadouts import check_loadout, default_loadout, each_model
from warbench.sheets.prices import wargear_points
from warbench.sheets.ways import spellings


class Outfit(msgspec.Struct):
    """One model of a unit while the list's kits are applied.

    Its kind, the items of its datasheet (by name in lower case), its upgrades, and whether a counted kit took it.
    """

    kind: str
    items: Counter[str]
    upgrades: list[Upgrade]
    taken: bool = False

    def held(self, sheet: Datasheet) -> dict[str, int]:
        """All that the model holds, as the datasheet spells it."""
        spelling = spellings(sheet)
        own = {spelling.get(item, item): count for item, count in self.items.items() if count > 0}
        return {**own, **{upgrade.name: 1 for upgrade in self.upgrades}}


def outfits(sheet: Datasheet, spec: UnitSpec, size: int) -> tuple[list[Outfit], int, list[Refusal]]:
    """The models of a unit with what they hold, what that costs beyond the models themselves, and what is not legal in it.

    Args:
        sheet: the unit's datasheet.
        spec: the unit as the list has it.
        size: how many models it has.

    Raises:
        SizeError: when the unit cannot have that size.
    """
    usual = each_model(default_loadout(sheet, size))
    models = [Outfit(kind, Counter({item.casefold(): count for item, count in items}), []) for kind, items in usual]
    faults = [fault for kit in spec.wargear for fault in _apply(sheet, models, kit)]
    worn = [(model.kind, {item: count for item, count in model.items.items() if count > 0}) for model in models]
    faults += [Refusal("wargear", f"{sheet.name}: {problem.text}", "H-016") for problem in check_loadout(sheet, worn)]
    cost = wargear_points(sheet, worn) + sum(upgrade.points for model in models for upgrade in model.upgrades)
    return models, cost, faults


def _apply(sheet: Datasheet, models: list[Outfit], kit: Kit) -> Iterator[Refusal]:
    """Give the models that a kit is for what it says; ``models`` are changed in place."""
    fitting = [model for model in models if not kit.model or model.kind.casefold() == kit.model.casefold()]
    if kit.count is not None:
        fitting = [model for model in fitting if not model.taken][: kit.count]
    who = kit.model or "model"
    if len(fitting) < (kit.count or 1):
        wanted = kit.count or 1
        yield Refusal("wargear", f"{sheet.name}: {wanted} {who} to equip, found {len(fitting)}", "H-016")
    own = spellings(sheet)
    for model in fitting:
        model.taken = model.taken or kit.count is not None
        for item in kit.takes:
            model.items[item.casefold()] -= 1
            if model.items[item.casefold()] < 0:
                yield Refusal("wargear", f"{sheet.name}: {model.kind} has no {item} to give away", "H-016")
        for item in kit.gives:
            upgrade = upgrades().get(item.casefold())
            if upgrade is None or item.casefold() in own:
                model.items[item.casefold()] += 1
            elif upgrade not in model.upgrades:
                model.upgrades.append(upgrade)

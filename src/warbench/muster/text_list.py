"""An army as a text list that people read and pass around, in the form that our reader of text lists reads back."""

from collections.abc import Iterator

from warbench.muster.costing import Mustered, MusteredModels, MusteredUnit

_BULLET, _RING = "\N{BULLET}", "\N{WHITE BULLET}"


def text_list(army: Mustered) -> str:
    """The army as text: a title with its points, faction, detachments, then unit by unit with models and items."""
    return "\n".join(_lines(army)) + "\n"


def _lines(army: Mustered) -> Iterator[str]:
    yield f"{army.name} ({army.points} Points)"
    yield ""
    yield army.faction + (f", {army.allegiance.title()}" if army.allegiance else "")
    if army.game == "heresy3":
        yield f"Points limit: {army.limit}"
        for number, each in enumerate(army.detachments):
            called = f": {each.called}" if each.called else ""
            yield from ("", f"== {each.kind}{called} ==")
            for unit in army.units:
                if unit.detachment == number:
                    yield from _unit(unit, leads=False)
        return
    yield from (each.kind for each in army.detachments)
    yield f"{army.size.title()} ({army.limit} Points)"
    led = [unit for unit in army.units if unit.leader]
    if led:
        yield from ("", "ATTACHED UNITS")
    for number, unit in enumerate(led, 1):
        yield from ("", f"Attached unit {number}")
        yield from _unit(unit, leads=True)
        yield from _unit(unit, leads=False)
    yield from ("", "OTHER DATASHEETS")
    for unit in army.units:
        if not unit.leader:
            yield from _unit(unit, leads=False)


def _unit(unit: MusteredUnit, *, leads: bool) -> Iterator[str]:
    """A unit, or the half of it that leads or is led: its name with its points, what is special, models with their items."""
    name = unit.leader if leads else unit.datasheet
    points = unit.leader_points if leads else (unit.points or 0) - unit.leader_points
    groups = [group for group in unit.groups if group.leads == leads]
    has_extras = leads or not unit.leader
    yield ""
    yield f"{name} ({points} Points)"
    if unit.leader:
        yield f"  {_BULLET} Attached as: {'Leader' if leads else 'Bodyguard'}"
    if has_extras and unit.warlord:
        yield f"  {_BULLET} Warlord"
    if len(groups) == 1 and groups[0].count == 1:
        yield from (f"  {_BULLET} {count}x {item}" for item, count in groups[0].items)
    else:
        for group in groups:
            yield from _models(group)
    if has_extras and unit.enhancement:
        yield f"  {_BULLET} Enhancement: {unit.enhancement} (+{unit.enhancement_points} pts)"


def _models(group: MusteredModels) -> Iterator[str]:
    yield f"  {_BULLET} {group.count}x {group.name}"
    yield from (f"     {_RING} {count * group.count}x {item}" for item, count in group.items)

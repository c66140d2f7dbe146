"""An army as a text list that people read and pass around, in the form that our reader of text lists reads back."""

from collections.abc import Iterator

from warbench.muster.costing import Mustered, MusteredModels, MusteredUnit
from warbench.muster.rosters.tree import CALLED, placed

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
            faction = f" [{each.faction}]" if each.faction else ""
            yield from ("", f"== {each.kind}{called}{faction} ==")
            for unit in army.units:
                if unit.detachment == number:
                    yield from _unit(unit)
        return
    yield from (each.kind for each in army.detachments)
    yield f"{army.size.title()} ({army.limit} Points)"
    led = [unit for unit in army.units if unit.leaders]
    if led:
        yield from ("", "ATTACHED UNITS")
    for number, unit in enumerate(led, 1):
        yield from ("", f"Attached unit {number}")
        for place in range(len(unit.leaders)):
            yield from _unit(unit, place + 1)
        yield from _unit(unit)
    yield from ("", "OTHER DATASHEETS")
    for unit in army.units:
        if not unit.leaders:
            yield from _unit(unit)


def _unit(unit: MusteredUnit, leads: int = 0) -> Iterator[str]:
    """A unit, or the part of it that is led or is one of its leaders: its points, what is special, models with their items."""
    groups = [group for group in unit.groups if group.leads == leads]
    # What stands alone has its own mark and Enhancement; in an Attached unit its leaders have them.
    leader = unit.leaders[leads - 1] if leads else None
    has = leader or (unit if not unit.is_led else None)
    points = leader.points if leader is not None else unit.own_points
    yield ""
    yield f"{leader.datasheet if leader is not None else unit.datasheet} ({points} Points)"
    if unit.leaders:
        part = "Bodyguard" if leader is None else "Retinue" if leader.retinue else "Leader"
        yield f"  {_BULLET} Attached as: {part}"
    if has is not None and has.warlord:
        yield f"  {_BULLET} Warlord"
    if not leads:
        called = [f"{CALLED}: {unit.called}"] if unit.called else []
        yield from (f"  {_BULLET} {text}" for text in (*called, *placed(unit)))
    if len(groups) == 1 and groups[0].count == 1:
        yield from (f"  {_BULLET} {count}x {item}" for item, count in groups[0].items)
    else:
        for group in groups:
            yield from _models(group)
    if has is not None and has.enhancement:
        yield f"  {_BULLET} Enhancement: {has.enhancement} (+{has.enhancement_points} pts)"


def _models(group: MusteredModels) -> Iterator[str]:
    yield f"  {_BULLET} {group.count}x {group.name}"
    yield from (f"     {_RING} {count * group.count}x {item}" for item, count in group.items)

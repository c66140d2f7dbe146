"""Combats: units in base contact with enemies, their sides, who is engaged and who is locked (H-106, H-108, H-238, H-239).

Vehicles, Fortifications and Buildings neither lock nor are locked (H-050): who touches one fights it in his own Assault Phase,
and may move away.
"""

from collections.abc import Sequence

import msgspec

from warbench.battle.requests import Procedure
from warbench.games.heresy3.battle.events import Fights, Marked
from warbench.games.heresy3.battle.measuring import touching
from warbench.games.heresy3.battle.placing import in_reach, is_hull
from warbench.games.heresy3.battle.state import NOBODY, Combat, Model, State, Unit
from warbench.table.lattice import INCH
from warbench.table.measure import CONTACT, in_contact, within

_MATE = 2 * INCH
"""A model is engaged that is at most so far from a unit mate in base contact with an enemy (H-108)."""

FORTIFIED = frozenset({"fortification", "building"})
"""Types that only stand in a combat: they make no attacks, choose nothing, and alone never win (H-049, H-051, H-053)."""


def is_fort(state: State, unit: Unit) -> bool:
    """Whether a unit is a Fortification, a Building, or another part of the battlefield that nobody controls."""
    return unit.player == NOBODY or bool(FORTIFIED & state.types(unit))


def hostile(state: State, unit: Unit, other: Unit) -> bool:
    """Whether two units that touch fight each other.

    What nobody controls only fights those who charged it. A hull that an enemy touches without being locked beside it, fights
    in that enemy's turn alone (facts 13). Flyers never do.
    """
    if unit.player == other.player or unit.where != "table" or other.where != "table":
        return False
    hulls = is_hull(state, unit) or unit.player == NOBODY, is_hull(state, other) or other.player == NOBODY
    if all(hulls):
        return False
    if not any(hulls):
        return True
    hull, man = (unit, other) if hulls[0] else (other, unit)
    if hull.player == NOBODY:
        return man.charged
    return "flyer" not in state.types(hull) and (man.player == state.active or man.locked)


def touched(state: State, unit: Unit) -> list[Unit]:
    """The units that a unit fights: hostile ones in base contact with it, in order."""
    return [
        other
        for other in state.on_table()
        if hostile(state, unit, other) and in_reach(state, unit, other, CONTACT + 1) and touching(state, unit, other)
    ]


def combats(state: State) -> list[list[str]]:
    """The combats on the battlefield: units that touch enemies, and all that hang together with them; in order (H-238)."""
    units = list(state.on_table())
    linked: dict[str, list[str]] = {}
    for index, unit in enumerate(units):
        for other in units[index + 1 :]:
            if (
                unit.player != other.player
                and in_reach(state, unit, other, CONTACT + 1)
                and hostile(state, unit, other)
                and touching(state, unit, other)
            ):
                linked.setdefault(unit.id, []).append(other.id)
                linked.setdefault(other.id, []).append(unit.id)
    found: list[list[str]] = []
    seen: list[str] = []
    for unit in units:
        if unit.id in linked and unit.id not in seen:
            found.append(_connected(linked, unit.id))
            seen += found[-1]
    order = [unit.id for unit in units]
    return [sorted(each, key=order.index) for each in found]


def _connected(linked: dict[str, list[str]], start: str) -> list[str]:
    reached = [start]
    for key in reached:
        reached += [other for other in linked[key] if other not in reached]
    return reached


def combat_of(state: State, unit: Unit) -> list[str]:
    """The units of the combat that a unit is in, itself included; empty when it is in none."""
    return next((each for each in combats(state) if unit.id in each), [])


# --- sides ---


def side_of(state: State, combat: Sequence[str], unit: Unit) -> int:
    """The player for whose side a unit stands in a combat; what nobody controls stands against those who attack it."""
    if unit.player != NOBODY:
        return unit.player
    return 1 - next((state.units[key].player for key in combat if state.units[key].player != NOBODY), 1)


def side(state: State, combat: Sequence[str], player: int) -> list[Unit]:
    """The units of a combat on a player's side that are on the battlefield, in order."""
    units = [state.units[key] for key in combat]
    return [unit for unit in units if unit.where == "table" and side_of(state, combat, unit) == player]


def foes(state: State, combat: Sequence[str], unit: Unit) -> list[Unit]:
    """The units of a combat that are against a unit, in order."""
    return side(state, combat, 1 - side_of(state, combat, unit))


# --- models ---


def contacts(state: State, unit: Unit, foe: Unit) -> list[Model]:
    """The living models of a unit in base contact with a living model of another."""
    there = [state.standing(model) for model in state.living(foe)]
    return [model for model in state.living(unit) if any(in_contact(state.standing(model), shape) for shape in there)]


def engaged_with(state: State, unit: Unit, foe: Unit) -> list[Model]:
    """The models of a unit that are engaged with another: they touch it, or a unit mate within 2 inches does (H-108)."""
    if not in_reach(state, unit, foe, _MATE + CONTACT + 1):
        return []
    front = contacts(state, unit, foe)
    if not front:
        return []
    names = {model.id for model in front}
    shapes = [state.standing(model) for model in front]
    return [
        model
        for model in state.living(unit)
        if model.id in names or any(within(state.standing(model), mate, _MATE) for mate in shapes)
    ]


def engaged_models(state: State, unit: Unit, combat: Sequence[str]) -> list[Model]:
    """The models of a unit that are engaged with any enemy of the combat (H-108)."""
    found = {model.id for foe in foes(state, combat, unit) for model in engaged_with(state, unit, foe)}
    return [model for model in unit.models if model.id in found]


# --- keeping book ---


def lock(state: State, unit: Unit, others: Sequence[Unit]) -> Procedure[None]:
    """Lock a unit and those that it has come into contact with; hulls do not lock (H-050, H-106)."""
    able = [other for other in others if not is_hull(state, other) and other.player != NOBODY]
    if not able or is_hull(state, unit):
        return
    for each in (unit, *able):
        if not each.locked:
            yield Marked(unit=each.id, mark="locked", value=True, rule="H-106")


def unlock(unit: Unit, rule: str = "H-106") -> Procedure[None]:
    """A unit is no longer locked in combat."""
    if unit.locked:
        yield Marked(unit=unit.id, mark="locked", value=False, rule=rule)


def is_held(state: State, unit: Unit) -> bool:
    """Whether a unit touches an enemy that locks (H-239)."""
    return not is_hull(state, unit) and any(not is_hull(state, other) for other in touched(state, unit))


def relock(state: State) -> Procedure[None]:
    """Take the mark off every unit that no longer touches an enemy that locks."""
    for unit in list(state.on_table()):
        if unit.locked and not is_held(state, unit):
            yield from unlock(unit)


def changed(state: State, index: int, **fields: object) -> Fights:
    """The combats of this Assault Phase with one of them changed."""
    new = [Combat(list(each.units), list(each.points), each.step) for each in state.core.combats]
    new[index] = msgspec.structs.replace(new[index], **fields)
    return Fights(combats=tuple(new))

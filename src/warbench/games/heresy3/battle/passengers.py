"""Passengers: who may embark where, getting in, getting out, and leaving in an emergency (facts 14; H-209..H-217)."""

from collections.abc import Callable, Iterator
from functools import partial

from warbench.battle.asking import name_of
from warbench.battle.places import decode_places, placement_option
from warbench.battle.requests import Ask, Draft, IllegalAnswerError, Option, Procedure, Refusal
from warbench.games.heresy3.battle import statuses
from warbench.games.heresy3.battle.checks import check
from warbench.games.heresy3.battle.events import Hurt, Marked, Said, SetUp, TakenOff
from warbench.games.heresy3.battle.numbers import current
from warbench.games.heresy3.battle.outlets import Ring, near_outlet, outlets
from warbench.games.heresy3.battle.placing import where
from warbench.games.heresy3.battle.readings import ruling
from warbench.games.heresy3.battle.state import NOBODY, Model, State, Unit
from warbench.table.lattice import INCH
from warbench.table.measure import Standing, colliding

NEAR = 2 * INCH
"""How near to a facing with an Access Point a unit embarks (H-211)."""

_CARRIERS = frozenset({"transport", "bunker", "building"})
_RIDERS = frozenset({"infantry", "paragon"})


def inside(state: State, transport: Unit) -> list[Unit]:
    """The units embarked on a unit, in order."""
    return [unit for unit in state.units.values() if unit.where == "inside" and unit.inside == transport.id]


def capacity(state: State, transport: Unit) -> int:
    """The Transport Capacity of a unit; 0 for one that has none (H-209)."""
    return sum(state.kind(model.id).numbers.get("capacity") or 0 for model in state.living(transport))


def taken(state: State, model: Model) -> int:
    """The points of Transport Capacity that a model uses: 1, or X with Bulky (X) (H-217)."""
    return int(state.kind(model.id).has("bulky") or 1)


def free_places(state: State, transport: Unit) -> int:
    """The points of Transport Capacity that are left."""
    return capacity(state, transport) - sum(taken(state, model) for unit in inside(state, transport) for model in unit.models)


# --- getting in ---


def fits(state: State, unit: Unit, transport: Unit) -> Refusal | None:
    """Why a unit cannot be carried by a transport, wherever they stand and whatever the moment, or None."""
    return next(_faults(state, unit, transport), None)


def _faults(state: State, unit: Unit, transport: Unit) -> Iterator[Refusal]:
    name, carrier = name_of(state, unit.id), name_of(state, transport.id)
    words = state.types(transport)
    if not capacity(state, transport) or not words & _CARRIERS:
        yield Refusal("no-capacity", f"{carrier} has no Transport Capacity", "H-209")
    if transport.player not in {unit.player, NOBODY}:
        rule = "H-022" if "fortification" in words else "H-210"
        yield Refusal("not-friendly", f"{carrier} is not controlled by the player of {name}", rule)
    yield from _by_type(state, unit, transport)
    if not _same_faction(state, unit, transport):
        yield Refusal("other-faction", f"{name} and {carrier} have no Faction Trait in common", "transport-faction")
    if "super-heavy" not in words and inside(state, transport):
        yield Refusal("occupied", f"another unit is embarked on {carrier} already", "H-123")
    needed, free = sum(taken(state, model) for model in unit.models), free_places(state, transport)
    if needed > free:
        rule = "H-063" if "bunker" in words else "H-210"
        yield Refusal("too-many", f"{name} needs {needed} places on {carrier}, which has {free} left", rule)


def _by_type(state: State, unit: Unit, transport: Unit) -> Iterator[Refusal]:
    """Why the types and rules of a unit's models keep it off a transport (H-064, H-216)."""
    carrier, words = name_of(state, transport.id), state.types(transport)
    bulky = any(state.kind(model.id).has("bulky") is not None for model in unit.models)
    if "bunker" in words:
        if bulky or not all(state.kind(model.id).type == "infantry" for model in unit.models):
            yield Refusal("not-infantry", f"only Infantry that is not Bulky may embark on {carrier}", "H-064")
        if ruling(state, "bunker-embarking") == "core" and "transport" not in words:
            yield Refusal("no-transport", f"{carrier} has no Transport Sub-Type", "bunker-embarking")
    elif not all(state.kind(model.id).type in _RIDERS for model in unit.models):
        yield Refusal("not-infantry", f"only Infantry and Paragons may embark on {carrier}", "H-216")
    if bulky and any(state.kind(model.id).has("light transport") is not None for model in transport.models):
        yield Refusal("bulky", f"{carrier} is a Light Transport: nobody Bulky may embark", "light-transport")


def _same_faction(state: State, unit: Unit, transport: Unit) -> bool:
    """Whether a transport's faction lets a unit embark: Fortifications and Buildings have none (ruling bunker-embarking)."""
    words = state.types(transport)
    if "building" in words or ("fortification" in words and ruling(state, "bunker-embarking") == "own"):
        return True
    return state.entry(unit.id).faction == state.entry(transport.id).faction


def may_embark(state: State, unit: Unit, transport: Unit) -> Refusal | None:
    """Why a unit may not embark on another now, or None (H-091, H-210, H-211)."""
    held = _immobile(state, unit) or statuses.may_move(unit, name_of(state, unit.id))
    refusal = _not_now(state, unit, transport) or held or fits(state, unit, transport)
    if refusal is None and unit.where == "table" and not _all_near(state, unit, transport):
        sentence = f'not all of {name_of(state, unit.id)} are within 2" of a facing with an Access Point'
        return Refusal("too-far", sentence, "H-211")
    return refusal


def _immobile(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot change its position by its owner's will: Movement 0 (H-185), or None."""
    name = name_of(state, unit.id)
    if any(not (current(state, model, "movement") or 0) for model in unit.models):
        return Refusal("movement-0", f"{name} has a model of Movement 0: it cannot change its position", "H-185")
    return None


def _not_now(state: State, unit: Unit, transport: Unit) -> Refusal | None:
    """Why nobody embarks at this moment, or None."""
    core, name = state.core, name_of(state, unit.id)
    place = {"move": "table", "reserves": "reserve"}.get(core.step) if core.phase == "movement" else None
    if place is None or unit.player != core.turn:
        return Refusal("not-now", f"{name} may embark in its own Move Sub-Phase alone", "H-210")
    if unit.where != place or transport.where != place or unit is transport:
        return Refusal("not-there", f"{name} and {name_of(state, transport.id)} are not both there to embark", "H-091")
    if unit.disembarked:
        return Refusal("disembarked", f"{name} disembarked in this phase", "H-212")
    if unit.locked or transport.locked:
        return Refusal("locked", f"{name} or its transport is locked in combat", "H-104")
    return None


def _all_near(state: State, unit: Unit, transport: Unit) -> bool:
    """Whether all models are near an Access Point, now or as the Sub-Phase began (H-211)."""
    if near_outlet(state.shapes(unit), outlets(state, transport), NEAR):
        return True
    began = [model.began for model in unit.models if model.began is not None]
    if len(began) < len(unit.models):
        return False
    return near_outlet(state.shapes_at(unit.models, began), outlets(state, transport, began=True), NEAR)


def embark(state: State, unit: Unit, transport: Unit) -> Procedure[None]:
    """A unit embarks (H-210)."""
    del state
    yield TakenOff(unit=unit.id, where="inside", transport=transport.id, rule="H-210")
    yield Marked(unit=unit.id, mark="embarked", value=True, rule="H-210")


# --- getting out ---


def may_disembark(state: State, unit: Unit) -> Refusal | None:  # noqa: PLR0911 -- one reason after the other
    """Why a unit may not disembark in its player's Move Sub-Phase, or None (H-212)."""
    core, name = state.core, name_of(state, unit.id)
    if unit.where != "inside" or (core.phase, core.step) != ("movement", "move") or unit.player != core.turn:
        return Refusal("not-now", f"{name} may disembark in its own Move Sub-Phase alone", "H-212")
    if unit.embarked:
        return Refusal("embarked-this-phase", f"{name} embarked in this phase", "H-212")
    transport = state.units[unit.inside]
    if transport.where != "table":
        return Refusal("not-on-table", f"{name} is aboard a transport that is not on the battlefield", "H-212")
    if transport.moved == "rushed":
        return Refusal("transport-rushed", f"{name} cannot leave a transport that went at its full speed", "rapid")
    if transport.locked:
        return Refusal("locked", f"{name} cannot leave a transport that is locked in combat", "H-104")
    immobile = _immobile(state, unit)
    if immobile is not None or can_leave(state, unit, transport):
        return immobile
    return Refusal("no-room", f"{name} finds no room to disembark", "H-060")


def can_leave(state: State, unit: Unit, transport: Unit) -> bool:
    """Whether all models of a unit find a place in contact with a facing with an Access Point (by the bounded search of Ring)."""
    ring = Ring(state, unit, transport, outlets(state, transport))
    return any(len(ring.placed(start)) == len(unit.models) for start in ring.starts())


def disembark(state: State, unit: Unit, transport: Unit) -> Procedure[bool]:
    """A unit disembarks: each model in base contact with a facing with an Access Point, not near enemies.

    Models that find no place are casualties (facts 14). Whether anybody came out.
    """
    ring = Ring(state, unit, transport, outlets(state, transport))
    yield from _come_out(state, unit, ring, "disembark", "H-212", ring.placed)
    return unit.where == "table"


def emergency(state: State, unit: Unit, transport: Unit) -> Procedure[None]:
    """An Emergency Disembarkation: in contact with the hull or with each other; then a Cool Check, or the unit is Pinned."""
    ring = Ring(state, unit, transport, outlets(state, transport, everywhere=True))
    yield from _come_out(state, unit, ring, "emergency", "H-222", lambda start: ring.placed(start, ring.beside))
    if unit.where == "table":
        passed = yield from check(state, unit, "cool", why="Emergency Disembarkation", rule="H-222")
        if not passed:
            yield from statuses.give(state, unit, "pinned", source="Emergency Disembarkation", rule="H-222")


def _come_out(  # noqa: PLR0913, PLR0917 -- who, where, and how
    state: State, unit: Unit, ring: Ring, how: str, rule: str, place: Callable[[int], list[Standing]]
) -> Procedure[None]:
    """Ask where a unit comes out, if all of it finds room; else as many come out as can, and the others are casualties."""
    starts = ring.starts()
    tries: list[list[Standing]] = []
    for start in starts:
        tries.append(place(start))
        if len(tries[-1]) == len(unit.models):
            break
    if len(tries[-1]) == len(unit.models):
        judge = _judge(state, unit, ring, rule, chained=how == "emergency")
        text = f"{name_of(state, unit.id)}: disembark where?"

        def draft(start: int) -> Option | None:
            found = place(start)
            return placement_option(found) if len(found) == len(unit.models) else None

        def options() -> list[Option | Draft]:
            return [placement_option(tries[-1]), *(partial(draft, start) for start in starts[len(tries) :])]

        key = yield Ask(max(unit.player, 0), "disembark where", text, options, subject=unit.id, judge=judge)
        places = decode_places(key, len(unit.models), name_of(state, unit.id))
        yield SetUp(unit=unit.id, how=how, places=where(unit, places), rule=rule)
    else:
        yield from _part_out(state, unit, max(tries, key=len), how, rule)
    if unit.where == "table":
        yield Marked(unit=unit.id, mark="disembarked", value=True, rule=rule)
        yield Marked(unit=unit.id, mark="moved", value="moved", rule=rule)


def _part_out(state: State, unit: Unit, found: list[Standing], how: str, rule: str) -> Procedure[None]:
    from warbench.games.heresy3.battle.casualties import remove  # noqa: PLC0415 -- it calls disembark and emergency

    lost = [model.id for model in unit.models[len(found) :]]
    places = tuple((shape.name, shape.place) for shape in found)
    yield Said(text=f"{len(lost)} of {name_of(state, unit.id)} find no room to get out", unit=unit.id, rule=rule)
    for model in lost:
        yield Hurt(model=model, wounds=state.model(model).wounds, source="no room to get out", rule=rule)
    yield from remove(state, lost, rule=rule)
    if places:
        yield SetUp(unit=unit.id, how=how, places=places, rule=rule)


def _judge(state: State, unit: Unit, ring: Ring, rule: str, *, chained: bool) -> Callable[[str], Refusal | None]:
    def judge(key: str) -> Refusal | None:
        try:
            places = decode_places(key, len(unit.models), name_of(state, unit.id))
        except IllegalAnswerError as error:
            return error.refusal
        shapes = state.shapes_at(unit.models, places)
        for index, shape in enumerate(shapes):
            code = ring.fault(shape)
            if code is not None:
                return Refusal(code, f"{shape.name} may not stand there", "H-102" if code == "in-zone" else rule)
            if any(colliding(shape, other) for other in shapes[:index]):
                return Refusal("on-model", f"{shape.name} would stand on a mate", rule)
            if not chained and not ring.touches(shape):
                return Refusal("no-contact", f"{shape.name} would touch no facing with an Access Point", rule)
        if chained and not ring.chained(shapes):
            return Refusal("no-contact", "each model must touch the hull or a model that is placed", rule)
        return None

    return judge

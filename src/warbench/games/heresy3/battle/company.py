"""Who goes with whom: embarking, joining and leaving as answers, on the battlefield and in Reserves (H-091, H-092, H-210, H-235).

Answers are ``embark:unit:transport``, ``join:model:unit`` and ``leave:model``.
"""

from collections.abc import Iterator

from warbench.battle.asking import name_of
from warbench.battle.requests import Option, Procedure, Refusal
from warbench.games.heresy3.battle import joining, passengers
from warbench.games.heresy3.battle.placing import in_reach, is_hull
from warbench.games.heresy3.battle.state import NOBODY, State, Unit


def on_table(state: State) -> Iterator[Option]:
    """Who may embark, join and leave in the Move Sub-Phase, whether it has moved or not."""
    for unit in state.on_table(state.active):
        if is_hull(state, unit) or unit.locked or unit.disembarked:
            continue
        for transport in state.on_table():
            near = transport.player in {unit.player, NOBODY} and is_hull(state, transport) and _near(state, unit, transport)
            if near and passengers.may_embark(state, unit, transport) is None:
                yield _embark(state, unit, transport)
    yield from _joining(state)


def in_reserves(state: State) -> Iterator[Option]:
    """Who may embark, join and leave while in Reserves (H-091, H-092)."""
    waiting = [unit for unit in state.units.values() if unit.player == state.active and unit.where == "reserve"]
    for unit in waiting:
        for transport in waiting:
            if passengers.may_embark(state, unit, transport) is None:
                yield _embark(state, unit, transport)
    yield from _joining(state)


def _embark(state: State, unit: Unit, transport: Unit) -> Option:
    return Option(f"embark:{unit.id}:{transport.id}", f"{name_of(state, unit.id)} embarks on {name_of(state, transport.id)}")


def _joining(state: State) -> Iterator[Option]:
    for model, host in joining.joins(state, state.active):
        yield Option(f"join:{model.id}:{host.id}", f"{state.kind(model.id).name} ({model.id}) joins {name_of(state, host.id)}")
    for model in joining.leaves(state, state.active):
        yield Option(f"leave:{model.id}", f"{state.kind(model.id).name} ({model.id}) leaves its unit")


def _near(state: State, unit: Unit, transport: Unit) -> bool:
    """Whether a unit may be near a transport, or may have been when the phase began: quick, and never a false no."""
    if in_reach(state, unit, transport, passengers.NEAR):
        return True
    if transport.id not in state.core.done and unit.id not in state.core.done:
        return False  # both stand where they began
    one, other = unit.models[0], transport.models[0]
    if one.began is None or other.began is None:
        return False
    # The first model must have been near: no further from the middle than both bases and the distance.
    reach = passengers.NEAR + (state.kind(one.id).base.outer + state.kind(other.id).base.outer) // 2 + 1
    alone = len(transport.models) == 1
    return not alone or max(abs(one.began.x - other.began.x), abs(one.began.y - other.began.y)) <= reach


def refusal(state: State, key: str) -> Refusal | None:
    """Why such an answer is refused now, or None."""
    what, _, rest = key.partition(":")
    first, _, second = rest.partition(":")
    if what == "embark" and {first, second} <= state.units.keys():
        if state.player(first) != state.active:
            return Refusal("not-yours", f"{first!r} is no unit of the Active player", "H-174")
        return passengers.may_embark(state, state.units[first], state.units[second])
    if what in {"join", "leave"} and state.is_left(first):
        model = state.model(first)
        if state.player(state.home(first)) != state.active:
            return Refusal("not-yours", f"{first!r} is no model of the Active player", "H-174")
        if what == "leave":
            return joining.may_leave(state, model)
        if second in state.units:
            return joining.may_join(state, model, state.units[second])
    return Refusal("not-an-option", f"{key!r} is nothing that can be done now")


def change(state: State, key: str) -> Procedure[None]:
    """Do what a legal answer says."""
    what, _, rest = key.partition(":")
    first, _, second = rest.partition(":")
    if what == "embark":
        yield from passengers.embark(state, state.units[first], state.units[second])
    elif what == "join":
        yield from joining.join(state, state.model(first), state.units[second])
    else:
        yield from joining.leave(state, state.model(first))

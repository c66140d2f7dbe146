"""Abilities of the own Command phase: a Command point as it starts, lost wounds that a model regains."""

from warbench.battle.asking import name_of, roll, rolled
from warbench.battle.requests import Procedure
from warbench.chance import faces_of_d6
from warbench.games.w40k10.battle.earning import gain
from warbench.games.w40k10.battle.events import Mended
from warbench.games.w40k10.battle.privileges import permitted, permitted_by
from warbench.games.w40k10.battle.state import Model, State, Unit
from warbench.games.w40k10.unit_rules import COMMAND_POINT, REGAINS


def as_it_starts(state: State, player: int) -> Procedure[None]:
    """What a player's abilities give him at the start of his Command phase."""
    for unit in list(state.on_table(player)):
        by = permitted_by(state, unit, COMMAND_POINT)
        if by:
            yield from gain(state, player, 1, f"{by} of {name_of(state, unit.id)}", extra=True)
    yield from _regain(state, player, "start")


def as_it_ends(state: State, player: int) -> Procedure[None]:
    """What they give him at the end of it."""
    yield from _regain(state, player, "end")


def _regain(state: State, player: int, when: str) -> Procedure[None]:
    for unit in list(state.on_table(player)):
        for much in ("1", "D3"):
            for model, ability in permitted(state, unit, REGAINS[when, much]):
                yield from _heal(state, unit, model, ability, rolls=much == "D3")


def _heal(state: State, unit: Unit, model: Model, ability: str, *, rolls: bool) -> Procedure[None]:
    """Give a wounded model wounds back by an ability, never more than it lost."""
    lost = state.kind(model.id).wounds - model.wounds
    if not lost:
        return
    most = 1
    if rolls:
        player = state.player(unit.id)
        (face,) = yield from roll(state, player, "regained wounds", 1, unit.id)
        most = faces_of_d6(3, face)
        yield rolled(player, "regained wounds", (face,), f"up to {most}", unit.id, ability)
    yield Mended(model=model.id, wounds=min(most, lost), source=ability, rule=ability)

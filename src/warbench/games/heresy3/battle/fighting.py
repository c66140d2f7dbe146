"""The Fight Sub-Phase: combat after combat fights a round, by initiative steps from the highest (facts 13; H-098..H-100).

Locked units are chosen here by the Active player (H-105); of a mixed side everybody but the Fortifications strikes (H-243).
"""

from collections.abc import Sequence

from warbench.battle.asking import ask, name_of
from warbench.battle.requests import Option, Procedure
from warbench.games.heresy3.battle.combats import changed, side
from warbench.games.heresy3.battle.events import Began, Marked, Said
from warbench.games.heresy3.battle.piling import pile_in
from warbench.games.heresy3.battle.state import State
from warbench.games.heresy3.battle.strikes import Tally, initiative_step
from warbench.games.heresy3.battle.wielding import Wielded, declare, initiative

FOUGHT = "fought"


def next_step(state: State) -> Procedure[None]:
    """The next combat's round, in the Active player's order; or the Resolution Sub-Phase."""
    waiting = [index for index, combat in enumerate(state.core.combats) if combat.step in {"", "challenged"}]
    return _fight(state, waiting) if waiting else _finish(state)


def _finish(state: State) -> Procedure[None]:
    yield Began(round=state.core.round, turn=state.active, phase="assault", step="resolution")


def _fight(state: State, waiting: Sequence[int]) -> Procedure[None]:
    index = yield from pick(state, waiting, "which combat fights next?")
    tally = yield from combat_round(state, state.core.combats[index].units)
    points = [old + new for old, new in zip(state.core.combats[index].points, tally.points, strict=True)]
    yield changed(state, index, points=points, step=FOUGHT)


def pick(state: State, waiting: Sequence[int], text: str) -> Procedure[int]:
    """The Active player picks one of some combats, by its place in the list; a single one is taken without asking."""
    options = [Option(str(index), ", ".join(name_of(state, key) for key in state.core.combats[index].units)) for index in waiting]
    return int((yield from ask(state.active, "combat", text, options)))


def combat_round(state: State, combat: Sequence[str]) -> Procedure[Tally]:
    """A round of a combat, Steps 1 to 5; the points for models removed in it."""
    tally = Tally()
    if not _both(state, combat):
        return tally
    walls = {key: _points(state, key) for key in combat if "fortification" in state.types(state.units[key])}
    wielded: Wielded = {}
    for player in (1 - state.active, state.active):
        for unit in side(state, combat, player):
            wielded |= yield from declare(state, unit, combat)
    scores = {name: initiative(state, state.model(name), arm) for name, arm in wielded.items()}
    for score in sorted(set(scores.values()), reverse=True):
        models = [state.model(name) for name, own in scores.items() if own == score and state.is_left(name)]
        if not models or not _both(state, combat):
            continue
        yield Said(text=f"initiative step {score}", rule="H-098")
        yield from initiative_step(state, combat, wielded, models, tally)
    for player in (state.active, 1 - state.active):
        for unit in side(state, combat, player) if _both(state, combat) else ():
            yield from pile_in(state, unit, combat)
    for key, before in walls.items():
        if _points(state, key) < before and state.units[key].where == "table":
            how = "bombs" if key in tally.bombed else "hull"
            yield Marked(unit=key, mark="breached", value=how, rule="H-057")
    return tally


def _both(state: State, combat: Sequence[str]) -> bool:
    """Whether both sides of a combat have models on the battlefield."""
    return all(any(state.living(unit) for unit in side(state, combat, player)) for player in (0, 1))


def _points(state: State, key: str) -> int:
    return sum(model.wounds for model in state.units[key].models)

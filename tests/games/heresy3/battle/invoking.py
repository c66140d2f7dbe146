"""A Focus that knows all rites with units around it, and what the tests of rites ask: who may be a target, what is held."""

from collections.abc import Sequence

import msgspec

from tests.driving import Driven
from tests.games.heresy3.battle.kit import (
    AUT,
    LEG,
    MAG,
    MAN,
    TANK,
    at,
    drive,
    put,
    state_of,
    unit,
    with_,
)
from warbench.battle.requests import Refusal
from warbench.games.heresy3.battle.events import Said
from warbench.games.heresy3.battle.rites import invoke, refusal_of_target
from warbench.games.heresy3.battle.roster import Entry, Kind
from warbench.games.heresy3.battle.state import State
from warbench.games.heresy3.rites import RITE_LIST

RITES = {rite.id: rite for rite in RITE_LIST}
FOUR = unit((AUT, 4))
MYRMIDON = with_(MAN, words=("myrmidax",))
REDUCTOR = with_(MAN, words=("reductor",))
LACRYMAERTA = with_(MAN, words=("lacrymaerta",))
WALKER = msgspec.structs.replace(AUT, type="walker")
SUPER_HEAVY = msgspec.structs.replace(TANK, subtypes=frozenset({"super-heavy"}))
KNIGHT = msgspec.structs.replace(WALKER, subtypes=frozenset({"knight"}))
PASSED, FAILED = (1, 1), (6, 6)


def magos() -> Kind:
    """A Focus that knows all rites."""
    return msgspec.structs.replace(MAG, items=tuple((rite.name, 1) for rite in RITE_LIST))


def scene(ours: Sequence[Entry | Kind], theirs: Sequence[Entry | Kind] = (LEG,), terrain: Sequence[Kind] = ()) -> State:
    """The Focus is A1 at (36, 20); A2, A3, ... stand on its left, B1, B2, ... on its right, all within 6 inches of it."""
    state = state_of([magos(), *ours], theirs, terrain=terrain)
    put(state, "A1", at(36, 20))
    for side, x in (("A", 33.0), ("B", 39.0), ("T", 36.0)):
        for number, key in enumerate(key for key in state.units if key[0] == side and key != "A1"):
            models = state.units[key].models
            wide = max(state.kind(model.id).base.outer for model in models) / 254
            y = 20 if side != "T" else 25
            places = [
                at(
                    x + (1 if side == "B" else -1) * (wide / 2 + index % 2 * (wide + 0.1)),
                    y + 6 * number + index // 2 * (wide + 0.1),
                )
                for index in range(len(models))
            ]
            put(state, key, places)
    return state


def why(state: State, rite: str, target: str, focus: str = "A1.1") -> tuple[str, str] | None:
    """Why a rite may not target a unit, as code and rule."""
    found: Refusal | None = refusal_of_target(state, RITES[rite], state.model(focus), state.units[target])
    return None if found is None else (found.code, found.rule)


def cast(state: State, rite: str, target: str, answers: Sequence[str] = (), faces: Sequence[int] = PASSED) -> Driven:
    """Invoke a rite with the first Focus."""
    return drive(state, invoke(state, RITES[rite], state.model("A1.1"), state.units[target]), answers, faces)


def held(state: State, which: str) -> list[list[str]]:
    """The statuses of each model of a unit."""
    return [sorted(model.statuses) for model in state.units[which].models]


def feedbacks(done: Driven) -> list[str]:
    """The units that suffered Feedback."""
    return [event.unit for event in done.all(Said) if "suffers Feedback" in event.text]


def mark(state: State, which: str, *statuses: str) -> None:
    """Give all models of a unit some statuses."""
    for model in state.units[which].models:
        model.statuses = list(statuses)

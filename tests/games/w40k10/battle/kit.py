"""A small battle to test with: two armies on an empty table, models put where a test wants them, procedures driven by script."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from tests.driving import Answer, AnyProbe, Driven, Script, offered_in, only, run
from warbench.battle.requests import Ask, Procedure
from warbench.games.w40k10.battle import moments
from warbench.games.w40k10.battle.events import apply
from warbench.games.w40k10.battle.missions import Mission, Objective
from warbench.games.w40k10.battle.placing import encode
from warbench.games.w40k10.battle.reactions import REACTIONS
from warbench.games.w40k10.battle.roster import ArmySpec, Roster, UnitSpec
from warbench.games.w40k10.battle.state import Core, Model, Options, Side, State, Unit
from warbench.table.field import Field
from warbench.table.lattice import INCH, Place
from warbench.table.regions import Rectangle
from warbench.table.terrain import Piece


def mission(width: int = 44, depth: int = 60, pieces: tuple[Piece, ...] = ()) -> Mission:
    """Deployment zones 10" deep along the near (attacker) and far edge; one objective in the middle."""
    across, up = width * INCH, depth * INCH
    zones = Rectangle(0, 0, across, 10 * INCH), Rectangle(0, up - 10 * INCH, across, up)
    middle = Objective("middle", width / 2, depth / 2)
    return Mission("test", "Test", "strike force", width, depth, zones, (middle,), pieces)


def state_of(
    ours: Sequence[UnitSpec | str],
    theirs: Sequence[UnitSpec | str] = ("Intercessor Squad",),
    *,
    factions: tuple[str, str] = ("Leagues of Votann", "Space Marines"),
    detachments: tuple[str, str] = ("", ""),
    on: Mission | None = None,
    options: Options | None = None,
) -> State:
    """A battle in round 2, the turn of player 0, phase ``movement``; nobody is on the table yet."""
    armies = [
        ArmySpec(
            name=faction,
            faction=faction,
            detachment=detachment,
            units=tuple(unit if isinstance(unit, UnitSpec) else UnitSpec(datasheet=unit) for unit in side),
        )
        for faction, detachment, side in zip(factions, detachments, (ours, theirs), strict=True)
    ]
    state = fresh((armies[0], armies[1]), on or mission(), options)
    state.core.round, state.core.phase, state.core.step = 2, "movement", "move"
    return state


def fresh(armies: tuple[ArmySpec, ArmySpec], on: Mission, options: Options | None = None) -> State:
    """A battle before anything is decided: nobody is deployed."""
    roster = Roster(armies)
    units = {
        key: Unit(
            id=key,
            models=[Model(model, entry.kinds[kind].wounds) for model, kind in entry.models],
            starting=len(entry.models),
        )
        for key, entry in roster.units.items()
    }
    core = Core(units=units, sides=[Side(), Side()])
    return State(roster, on, Field(on.size, on.pieces), core, options or Options())


def at(x: float, y: float, heading: int = 0, z: float = 0) -> Place:
    """A place in inches."""
    return Place(round(x * INCH), round(y * INCH), round(z * INCH), heading)


def row(count: int, x: float, y: float, apart: float = 1.5) -> list[Place]:
    """Places side by side, from the left, in inches."""
    return [at(x + index * apart, y) for index in range(count)]


def put(state: State, unit: str, places: Sequence[Place]) -> Unit:
    """Put a unit on the table; of its models as many are left as there are places."""
    found = state.units[unit]
    found.where = "table"
    del found.models[len(places) :]
    for model, place in zip(found.models, places, strict=True):
        model.place = place
    return found


def key(*places: Place) -> str:
    """The answer that places models."""
    return encode(places)


class _Losses(Script):
    """A script that answers apart who is allocated attacks: by ``losses``, and when there are none left by the first option."""

    def __init__(self, answers: Sequence[Answer], faces: Sequence[int], losses: Sequence[str]) -> None:
        super().__init__(answers, faces)
        self._losses = list(losses)

    def answer(self, ask: Ask, done: Driven) -> str:
        if ask.about != "allocate":
            return super().answer(ask, done)
        done.allotted.append(ask)
        listed = ask.options  # listed now: what they say is of this moment
        return self._losses.pop(0) if self._losses else listed[0].key

    def finish(self) -> None:
        super().finish()
        assert not self._losses, f"losses left: {self._losses}"


def drive(
    state: State,
    procedure: Procedure[Any],
    answers: Sequence[Answer] = (),
    faces: Sequence[int] = (),
    reactions: Sequence[Any] | None = (),
    *,
    losses: Sequence[str] = (),
) -> Driven:
    """Run a procedure to its end with scripted answers and dice; both must be used up. Illegal answers raise.

    ``reactions``: who may react; nobody unless told (None: the game's own reactions). ``losses`` answer who is allocated attacks;
    when there are none left, the first option is taken.
    """
    with reacting(reactions):
        return run(state, procedure, apply, _Losses(answers, faces, losses))


class Probe(AnyProbe):
    """A reaction for tests (`AnyProbe`), at every moment of the game."""

    moments = frozenset(moments.MOMENTS)


def reacting(reactions: Sequence[Any] | None) -> AbstractContextManager[None]:
    """Let only these reactions exist for a while; None: the game's own."""
    return only(reactions, moments)


# --- stratagems ---


def offered(state: State, moment: str, player: int, about: Any = None) -> list[str]:
    """What a player could do at a moment, by the game's own reactions: ``stratagem:key`` each."""
    return offered_in(moments.windows().open(state, moment, (player,), about))


def barred(state: State, use: str, moment: str, player: int, about: Any = None) -> tuple[str, str] | None:
    """Why a stratagem may not be used (``use`` is ``stratagem:key``), as code and rule; None when it may, and is offered."""
    which, _, option = use.partition(":")
    reaction = next(each for each in REACTIONS if each.id == which)
    found = reaction.refusal(state, moment, player, about, option)
    assert (found is None) == (use in offered(state, moment, player, about)), found
    return None if found is None else (found.code, found.rule)

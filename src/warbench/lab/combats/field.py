"""Where a Combat is fought: an empty table, both sides in ranks, closed up by the battle's own search for base contact."""

from collections.abc import Sequence

from warbench.battle.requests import Event, Procedure
from warbench.games.heresy3.battle.closing import Closing
from warbench.games.heresy3.battle.combats import combats, lock, touched
from warbench.games.heresy3.battle.events import apply
from warbench.games.heresy3.battle.game import fresh
from warbench.games.heresy3.battle.missions import Building, Mission
from warbench.games.heresy3.battle.piling import loose
from warbench.games.heresy3.battle.placing import is_hull
from warbench.games.heresy3.battle.roster import Entry, Roster
from warbench.games.heresy3.battle.state import Combat, Options, State, Unit
from warbench.games.heresy3.battle.wielding import fighters
from warbench.lab.combats.fighters import Fighter, weaken
from warbench.table.field import Field
from warbench.table.formations import grid
from warbench.table.lattice import INCH, Place, TableSize
from warbench.table.regions import Rectangle

WIDTH, DEPTH = 120 * INCH, 96 * INCH
"""Wide enough that nobody who falls back reaches an edge in the turn of the Combat."""

_ZONE = 12 * INCH
_RANK = 10
_GAP = INCH // 20
_APART = 3 * INCH // 2
_REACH = 12 * INCH
_CLOSE_UP = 6 * INCH
_AHEAD, _BACK = 90, 270


class CombatError(ValueError):
    """Units that cannot be in a Combat as it was asked for; the message names them and what was expected."""


def begun(sides: Sequence[Sequence[tuple[Fighter, Entry]]], *, charged: bool, options: Options) -> State:
    """The state in which a Combat begins: the Challenge Sub-Phase of player 0's Assault Phase, all closed up.

    The units of player 1 stand in ranks side by side, those of player 0 before them; then each unit of player 0 comes into
    contact as a charge does, and who of player 1 touches nobody closes up too.

    Args:
        sides: the units of both players with their entries on the roster, in order from the left.
        charged: whether the units of player 0 made a successful charge this turn.
        options: readings of rules.

    Raises:
        CombatError: when they cannot all be in one Combat.
        ScenarioError: for models or Wounds that a unit does not have.
    """
    roster = Roster(tuple(entry for side in sides for _, entry in side))
    places: dict[str, list[Place]] = {}
    front = DEPTH // 2
    _line_up([entry for _, entry in sides[1]], front, _BACK, places)
    _line_up([entry for _, entry in sides[0]], front - _APART, _AHEAD, places)
    mission = _mission(sides, places)
    state = fresh(roster, mission, Field(mission.size, ()), options)
    for side in sides:
        for fighter, entry in side:
            unit = state.units[entry.id]
            for model, place in zip(unit.models, places[entry.id], strict=True):
                model.place = model.began = place
            unit.where = "table"
            weaken(state, entry.id, fighter)
    core = state.core
    core.round, core.turn, core.phase, core.step = 1, 0, "assault", "challenge"
    ours, theirs = ([state.units[entry.id] for _, entry in side] for side in sides)
    for unit in ours:
        unit.charged = charged
    if not any(fighters(state, unit) for unit in ours):
        raise CombatError(f"{_names(state, ours)} makes no attacks in combats: expected it as the target")
    _close(state, ours, theirs)
    found = combats(state)
    if len(found) != 1 or len(found[0]) != len(ours) + len(theirs):
        raise CombatError("the units do not all come into base contact: expected fewer of them, or smaller ones")
    core.combats = [Combat(found[0], [0, 0])]
    return state


def _mission(sides: Sequence[Sequence[tuple[Fighter, Entry]]], places: dict[str, list[Place]]) -> Mission:
    buildings = tuple(
        Building(datasheet=entry.datasheet, name=entry.name, place=places[entry.id][0])
        for side in sides
        for _, entry in side
        if entry.player < 0
    )
    return Mission(
        id="combat",
        name="a Combat",
        size=TableSize(WIDTH, DEPTH),
        deployment=(Rectangle(0, 0, WIDTH, _ZONE), Rectangle(0, DEPTH - _ZONE, WIDTH, DEPTH)),
        home_edges=(((0, 0), (WIDTH, 0)), ((0, DEPTH), (WIDTH, DEPTH))),
        objectives=(),
        buildings=buildings,
    )


def _line_up(entries: Sequence[Entry], front: int, heading: int, places: dict[str, list[Place]]) -> None:
    """Stand units side by side in ranks, their front ranks on one line; further ranks lie behind it."""
    blocks: list[tuple[Entry, tuple[tuple[int, int], ...], int]] = []
    for entry in entries:
        bases = [entry.kinds[kind].base for _, kind in entry.models]
        pitch = max(base.outer for base in bases) + _GAP
        blocks.append((entry, grid(len(bases), min(_RANK, len(bases)), pitch), pitch))
    widths = [max(x for x, _ in spots) - min(x for x, _ in spots) + pitch for _, spots, pitch in blocks]
    left = (WIDTH - sum(widths)) // 2
    behind = -1 if heading == _AHEAD else 1
    for (entry, spots, pitch), width in zip(blocks, widths, strict=True):
        first = min(y for _, y in spots)
        places[entry.id] = [Place(left + width // 2 + x, front + behind * (y - first + pitch // 2), 0, heading) for x, y in spots]
        left += width


def _close(state: State, ours: Sequence[Unit], theirs: Sequence[Unit]) -> None:
    """Bring both sides into contact, each model that can."""
    for unit in ours:
        _move(state, Closing(state, unit, "charge", _REACH, theirs))
        if not touched(state, unit):
            raise CombatError(f"{state.entry(unit.id).name} does not come into base contact with {_names(state, theirs)}")
    every = [unit.id for unit in (*ours, *theirs)]
    for unit in theirs:
        if not is_hull(state, unit) and unit.player >= 0:
            _move(state, Closing(state, unit, "pile in", _CLOSE_UP, ours, movers=loose(state, unit, every)))
    for unit in (*ours, *theirs):
        drive(state, lock(state, unit, touched(state, unit)))


def _names(state: State, units: Sequence[Unit]) -> str:
    return ", ".join(state.entry(unit.id).name for unit in units)


def _move(state: State, closing: Closing) -> None:
    paths = closing.way(0)
    if paths is not None:
        drive(state, closing.go(paths))


def drive(state: State, procedure: Procedure[None]) -> None:
    """Carry out a procedure that asks nothing and rolls nothing."""
    for event in procedure:
        if not isinstance(event, Event):
            raise TypeError(event)
        apply(state, event)

"""Places in a battle: the battlefield as a side sees it, what moves and set-ups allow, and asking a player to set a unit up.

How places are written in answers is the kernel's business (``battle/places``).
"""

from collections.abc import Callable, Container, Sequence
from functools import lru_cache
from zlib import crc32

from warbench.battle.asking import name_of, place_of
from warbench.battle.places import decode_places, placement_judge, placement_option
from warbench.battle.requests import Ask, Draft, Option, Procedure, Refusal, Search, once
from warbench.games.heresy3.battle.events import SetUp
from warbench.games.heresy3.battle.roster import ARMOURED, Roster
from warbench.games.heresy3.battle.state import State, Unit
from warbench.table.coherency import Coherency, is_coherent
from warbench.table.lattice import FAR, INCH, Place, Point
from warbench.table.measure import Standing
from warbench.table.packing import Placement
from warbench.table.permits import MovePermit
from warbench.table.regions import Anywhere, Box, Region
from warbench.table.scene import Scene
from warbench.table.setups import Pick, Setups, facing_middle
from warbench.table.units import SetupRule

APART = INCH
"""Nobody ends a move or is set up within this of an enemy, or of a friend locked in combat (H-102, facts 9)."""

COHERENCY = Coherency(2 * INCH, 6 * INCH, connected=True)
"""Unit Coherency: one group, each model at most 2 inches across or 6 up from the next (facts 9)."""

SKIRMISH = Coherency(3 * INCH, 6 * INCH, connected=True)
"""The same for a unit of models with the Skirmish Sub-Type alone."""

LISTED = 6
"""So many placements are proposed at most."""

EVERYWHERE = Anywhere()

Condition = Callable[[Sequence[Standing]], Refusal | None]
"""What a placement must fulfil besides the table's rules: a refusal, or None."""

_OVERHEAD = frozenset({"antigrav", "flyer"})
_RULE_OF = {"in-zone": "H-102", "out-of-coherency": "coherency", "off-table": "H-094"}

# --- who is where ---


def scene(state: State, player: int, *, targets: Container[str] = ()) -> Scene:
    """The battlefield as a player's unit sees it when it is set up or charges; the zone of units in ``targets`` may be entered.

    Hulls that are not the enemy's are the scene's large friends. Friends locked in combat are kept away from like enemies, but in
    the Assault Phase (H-102).
    """
    apart = state.core.phase != "assault"
    friends: list[Standing] = []
    large: list[Standing] = []
    enemies: list[Standing] = []
    aimed: list[Standing] = []
    for unit in state.on_table():
        if unit.player == 1 - player or (apart and unit.locked):
            group = aimed if unit.id in targets else enemies
        else:
            group = large if is_hull(state, unit) else friends
        group.extend(state.shapes(unit))
    return Scene(state.field, friends=friends, large=large, enemies=enemies, targets=aimed)


def is_hull(state: State, unit: Unit) -> bool:
    """Whether a unit is in everybody's way: vehicles, Fortifications and Buildings."""
    return any(state.kind(model.id).type in ARMOURED for model in unit.models)


def passes_over(state: State, unit: Unit) -> bool:
    """Whether a unit moves over terrain and models: all of it is Antigrav, or a Flyer."""
    return state.every(unit, _OVERHEAD)


def middle(unit: Unit) -> Point:
    """The middle of the rectangle around the models of a unit on the table."""
    xs = [model.place.x for model in unit.models if model.place is not None]
    ys = [model.place.y for model in unit.models if model.place is not None]
    return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2


def in_reach(state: State, unit: Unit, other: Unit, distance: int) -> bool:
    """Whether two units could be within a distance (lattice units), by rectangles around them: quick, and never a false no."""
    a, b = box_around(state, unit, distance), box_around(state, other, 0)
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def box_around(state: State, unit: Unit, margin: int) -> Box:
    """A rectangle around the models of a unit on the table, larger by ``margin``; one that meets nothing if there are none."""
    there = tuple([(model.id, model.place) for model in unit.models if model.place is not None])
    x0, y0, x1, y1 = _around(state.roster, there)
    return x0 - margin, y0 - margin, x1 + margin, y1 + margin


@lru_cache(maxsize=4096)
def _around(roster: Roster, there: tuple[tuple[str, Place], ...]) -> Box:
    """A rectangle around models at their places, as wide as the largest of them is; asked again until one moves."""
    if not there:
        return FAR, FAR, -FAR, -FAR
    wide = max(roster.kind_of(model).base.outer for model, _ in there) // 2 + 1
    xs, ys = [place.x for _, place in there], [place.y for _, place in there]
    return min(xs) - wide, min(ys) - wide, max(xs) + wide, max(ys) + wide


def coherency(state: State, unit: Unit) -> Coherency:
    """The coherency that a unit must keep."""
    return SKIRMISH if state.every(unit, ("skirmish",)) else COHERENCY


def coherent(state: State, unit: Unit) -> bool:
    """Whether a unit is in coherency where it stands."""
    return is_coherent(state.shapes(unit), coherency(state, unit))


# --- places as text ---


def decode(state: State, unit: Unit, key: str) -> tuple[Place, ...]:
    """Where an answer places the models of a unit.

    Raises:
        IllegalAnswerError: when it is no such text, or does not name places for each model of the unit.
    """
    return decode_places(key, len(unit.models), name_of(state, unit.id))


def where(unit: Unit, places: Sequence[Place]) -> tuple[tuple[str, Place], ...]:
    """Models and places as events hold them."""
    return tuple((model.id, place) for model, place in zip(unit.models, places, strict=True))


# --- what moves allow ---


def move_permit(state: State, unit: Unit, limit: int) -> MovePermit:
    """What the models of a unit may do in a move of at most ``limit`` lattice units.

    Nobody passes within an inch of enemies but vehicles, which pass through those that are no hulls, and units that are all
    Antigrav or Flyers, which pass over everything; a turn costs nothing (facts 9).
    """
    over = passes_over(state, unit)
    words = tuple(sorted(word.upper() for word in state.types(unit)))
    return _permit(words, limit, over, "VEHICLE" in words)


@lru_cache(maxsize=4096)
def _permit(words: tuple[str, ...], limit: int, over: bool, vehicle: bool) -> MovePermit:  # noqa: FBT001 -- of a cache
    return MovePermit(
        limit=limit,
        zone=APART,
        zone_height=FAR,
        over_large=not vehicle or over,
        through_enemies=vehicle or over,
        through_zones=vehicle or over,
        fly=over,
        keywords=words,
    )


# --- setting up ---


def setup_rule(state: State, unit: Unit, region: Region = EVERYWHERE, *, apart: int = APART) -> SetupRule:
    """What a set-up must fulfil: coherency, and more than ``apart`` lattice units from enemies, in a region."""
    words = tuple(sorted(word.upper() for word in state.types(unit)))
    return SetupRule(region=region, coherency=coherency(state, unit), zone=apart, zone_height=FAR, keywords=words)


def setups(state: State, unit: Unit, rule: SetupRule) -> Setups:
    """The legal placements of a unit that are proposed, `LISTED` and one more at most; the same state gives the same ones."""
    nowhere = state.shapes_at(unit.models, [Place(0, 0)] * len(unit.models))
    pick = Pick(seed=crc32(place_of(state, unit.id).encode()), limit=LISTED, heading=facing_middle(rule.region, state.field.size))
    return Setups(scene(state, unit.player), nowhere, rule, pick)


def drafted(found: Setups, also: Condition | None = None) -> list[Draft]:
    """The proposals as options that are worked out when somebody looks; those that a further condition forbids are none."""

    def option(placement: Placement | None) -> Option | None:
        allowed = placement is not None and (also is None or also(placement) is None)
        return placement_option(placement) if placement is not None and allowed else None

    return [
        *(once(lambda number=number: option(found.at(number))) for number in range(LISTED)),  # type: ignore[misc]  # of a lambda
        once(lambda: option(found.last)),
    ]


def setup_judge(state: State, unit: Unit, rule: SetupRule, source: str = "") -> Callable[[str], Refusal | None]:
    """A judge of answers that set a unit up; ``source`` is the rule that says where."""

    def shapes(key: str) -> tuple[Standing, ...]:
        return state.shapes_at(unit.models, decode(state, unit, key))

    return placement_judge(shapes, lambda: scene(state, unit.player), rule, lambda code: _RULE_OF.get(code, source), source)


def set_up(state: State, unit: Unit, key: str, how: str, source: str = "") -> Procedure[tuple[Place, ...]]:
    """Set a unit up where an answer says; the places of its models."""
    places = decode(state, unit, key)
    yield SetUp(unit=unit.id, how=how, places=where(unit, places), rule=source)
    return places


def ask_setup(  # noqa: PLR0913, PLR0917 -- a question with its rule
    state: State,
    player: int,
    unit: Unit,
    rule: SetupRule,
    how: str,
    about: str,
    text: str,
    *,
    source: str = "",
    also: Condition | None = None,
) -> Procedure[tuple[Place, ...] | None]:
    """Ask where a unit is set up, and set it up; None, and nothing happens, when no legal placement is found.

    ``source`` is the id of the rule that says where, for refusals and the log; ``also`` is a further condition.
    """
    found = setups(state, unit, rule)
    drafts = drafted(found, also)
    if not (yield Search(found.exists if also is None else lambda: any(draft() is not None for draft in drafts))):
        return None
    plain = setup_judge(state, unit, rule, source)

    def judge(key: str) -> Refusal | None:
        refusal = plain(key)
        if refusal is None and also is not None:
            return also(state.shapes_at(unit.models, decode(state, unit, key)))
        return refusal

    key = yield Ask(player, about, text, lambda: drafts, subject=unit.id, judge=judge)
    places: tuple[Place, ...] = yield from set_up(state, unit, key, how, source)
    return places

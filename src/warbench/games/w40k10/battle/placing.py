"""Places in a battle: who is near whom, what moves allow, and asking a player to set a unit up.

How places are written in answers is the kernel's business (``battle/places``).
"""

from collections.abc import Callable, Container, Iterator, Sequence
from functools import lru_cache
from zlib import crc32

from warbench.battle.asking import name_of, place_of
from warbench.battle.places import decode_places, decode_ways, encode_places, placement_judge, placement_option
from warbench.battle.requests import Ask, Draft, Option, Procedure, Refusal, Search
from warbench.games.w40k10.battle.events import SetUp
from warbench.games.w40k10.battle.hovering import AIRCRAFT
from warbench.games.w40k10.battle.roster import Roster
from warbench.games.w40k10.battle.state import State, Unit
from warbench.table.coherency import Coherency
from warbench.table.lattice import FAR, INCH, Place, Point
from warbench.table.measure import Standing, engaged, least_distance
from warbench.table.packing import Placement
from warbench.table.permits import MovePermit, Path
from warbench.table.regions import Anywhere, Box, Region
from warbench.table.routes import route
from warbench.table.scene import Scene
from warbench.table.setups import Pick, Setups, facing_middle
from warbench.table.units import SetupRule

ENGAGED = (INCH, 5 * INCH)
"""Engagement Range: across, and up or down (W-301)."""

COHERENCY = Coherency(2 * INCH, 5 * INCH, ((2, 1), (7, 2)))
"""Unit Coherency: near one other model of the unit, from 7 models on near two (C5)."""

TITANIC = frozenset({"titanic"})

BULKY = frozenset({"monster", "vehicle"})
"""Who moves neither over friends that are bulky too (C7) nor turns for nothing (C8)."""

LISTED = 4
"""So many placements are proposed at most."""

EVERYWHERE = Anywhere()

_STEP = 2 * INCH
_PIVOT = 2 * INCH


# --- places as text ---


encode = encode_places


def decode_paths(state: State, unit: Unit, key: str) -> tuple[tuple[Place, ...], ...]:
    """The places of each model of a unit that an answer names: the last is where it ends, those before are on its way.

    Raises:
        IllegalAnswerError: when it is no such text, or does not name places for each model of the unit.
    """
    return decode_ways(key, len(unit.models), name_of(state, unit.id))


def decode(state: State, unit: Unit, key: str) -> tuple[Place, ...]:
    """Where an answer places the models of a unit.

    Raises:
        IllegalAnswerError: as `decode_paths` does.
    """
    return decode_places(key, len(unit.models), name_of(state, unit.id))


def paths_of(state: State, unit: Unit, key: str, permit: MovePermit) -> tuple[Path, ...]:
    """The way of each model to where an answer places it: straight, with the climbs that lie on it, or as the answer says.

    Raises:
        IllegalAnswerError: as `decode_paths` does.
    """
    paths = []
    for shape, places in zip(state.shapes(unit), decode_paths(state, unit, key), strict=True):
        straight = len(places) == 1
        paths.append(route(state.field, shape, places[0], permit) if straight else (shape.place, *places))
    return tuple(paths)


def where(unit: Unit, places: Sequence[Place]) -> tuple[tuple[str, Place], ...]:
    """Models and places as events hold them."""
    return tuple((model.id, place) for model, place in zip(unit.models, places, strict=True))


# --- who is where ---


def scene(state: State, player: int, *, targets: Container[str] = (), big: frozenset[str] = BULKY, over: bool = False) -> Scene:
    """The battlefield as a player's unit sees it when it moves or is set up; the zone of units in ``targets`` may be entered.

    Other enemy AIRCRAFT are passed as if they were not there, but nobody ends near to them; with ``over`` so are all enemies that
    are not ``big``. Friends that are ``big`` (by keywords) are those that only some move over.
    """
    friends: list[Standing] = []
    large: list[Standing] = []
    enemies: list[Standing] = []
    aimed: list[Standing] = []
    aloft: list[Standing] = []
    for unit in state.on_table():
        entry = state.entry(unit.id)
        if entry.player == player:
            group = friends if big.isdisjoint(entry.keywords) else large
        elif unit.id in targets:
            group = aimed
        else:
            passes = AIRCRAFT in entry.keywords or (over and big.isdisjoint(entry.keywords))
            group = aloft if passes else enemies
        group.extend(state.shapes(unit))
    return Scene(state.field, friends=friends, large=large, enemies=enemies, targets=aimed, passed=aloft)


def middle(unit: Unit) -> Point:
    """The middle of the rectangle around the models of a unit on the table."""
    xs = [model.place.x for model in unit.models if model.place is not None]
    ys = [model.place.y for model in unit.models if model.place is not None]
    return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2


def in_reach(state: State, unit: Unit, other: Unit, distance: int) -> bool:
    """Whether two units could be within a distance (lattice units), by rectangles around them: quick, and never a false no."""
    return _meet(_box(state, unit, distance), _box(state, other, 0))


def _meet(a: Box, b: Box) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def _box(state: State, unit: Unit, margin: int) -> Box:
    """A rectangle around the models of a unit on the table, larger by ``margin``."""
    x0, y0, x1, y1 = _around(state.roster, unit.id, tuple([model.place for model in unit.models]))
    return x0 - margin, y0 - margin, x1 + margin, y1 + margin


@lru_cache(maxsize=4096)
def _around(roster: Roster, unit: str, places: tuple[Place | None, ...]) -> Box:
    """A rectangle around the models of a unit at their places, as wide as the largest of them is; asked again until one moves."""
    radius = max(kind.base.outer for kind in roster.entry(unit).kinds) // 2 + 1
    xs, ys = [place.x for place in places if place is not None], [place.y for place in places if place is not None]
    if not xs:
        return FAR, FAR, -FAR, -FAR  # it meets nothing
    return min(xs) - radius, min(ys) - radius, max(xs) + radius, max(ys) + radius


def engaged_with(state: State, unit: Unit) -> list[Unit]:
    """The enemy units in Engagement Range of a unit, in order (W-301, W-302); none for a unit that is not on the table."""
    return list(engaging(state, unit))


def is_engaged(state: State, unit: Unit) -> bool:
    """Whether a unit is in Engagement Range of an enemy unit."""
    return next(engaging(state, unit), None) is not None


def engaging(state: State, unit: Unit) -> Iterator[Unit]:
    """The enemy units in Engagement Range of a unit, looked for one by one."""
    if unit.where != "table":
        return
    across, up = ENGAGED
    box = _box(state, unit, across)
    for other in state.on_table(1 - state.player(unit.id)):
        if _meet(box, _box(state, other, 0)):
            there = state.shapes(other)
            if any(engaged(one, two, across, up) for one in state.shapes(unit) for two in there):
                yield other


def distance(state: State, unit: Unit, other: Unit) -> int:
    """How far apart the nearest models of two units on the table are, in lattice units, rounded up."""
    return least_distance(state.shapes(unit), state.shapes(other)) or 0


# --- what moves allow ---


def move_permit(state: State, unit: Unit, how: str, limit: int) -> MovePermit:
    """What the models of a unit may do in a move of a kind (``normal``, ``advance``, ``fall back``, ``charge`` and so on).

    ``limit`` in lattice units. Engagement Range is entered by nobody but those that fall back (W-306, W-309, W-312), and by a
    charge or pile-in about the scene's targets; enemy models are passed by a Fall Back move alone (W-355), or in the air.
    """
    turns_free = all(state.kind(model.id).base.is_round for model in unit.models)
    return _permit(state.keywords(unit), how, limit, turns_free, _all_fly(state, unit))


def _all_fly(state: State, unit: Unit) -> bool:
    return all("fly" in state.kind(model.id).keywords for model in unit.models)


@lru_cache(maxsize=4096)
def _permit(keywords: frozenset[str], how: str, limit: int, turns_free: bool, fly: bool) -> MovePermit:  # noqa: FBT001
    bulky = not BULKY.isdisjoint(keywords)
    # Models that fly pass over enemies and their zones in these moves; nobody ends there.
    airborne = fly and how in {"normal", "advance", "fall back"}
    over = how == "fall back" or airborne
    return MovePermit(
        limit=limit,
        zone=ENGAGED[0],
        zone_height=ENGAGED[1],
        over_large=not bulky or fly,
        through_enemies=over,
        through_zones=over,
        fly=airborne,
        step=_STEP,
        pivot_cost=_PIVOT if bulky and not turns_free else 0,
        keywords=tuple(sorted(word.upper() for word in keywords)),
    )


# --- setting up ---


def setup_rule(state: State, unit: Unit, region: Region = EVERYWHERE) -> SetupRule:
    """What every set-up must fulfil (C5, W-303), in a region."""
    words = tuple(sorted(word.upper() for word in state.keywords(unit)))
    return SetupRule(region=region, coherency=COHERENCY, zone=ENGAGED[0], zone_height=ENGAGED[1], keywords=words)


def setups(state: State, unit: Unit, rule: SetupRule) -> Setups:
    """The legal placements of a unit that are proposed, `LISTED` at most; the same state gives the same ones."""
    nowhere = state.shapes_at(unit.models, [Place(0, 0)] * len(unit.models))
    pick = Pick(seed=crc32(place_of(state, unit.id).encode()), limit=LISTED, heading=facing_middle(rule.region, state.field.size))
    return Setups(scene(state, state.player(unit.id)), nowhere, rule, pick)


def setup_judge(state: State, unit: Unit, rule: SetupRule, source: str = "") -> Callable[[str], Refusal | None]:
    """A judge of answers that set a unit up."""

    def shapes(key: str) -> tuple[Standing, ...]:
        return state.shapes_at(unit.models, decode(state, unit, key))

    return placement_judge(
        shapes, lambda: scene(state, state.player(unit.id)), rule, lambda code: _RULE_OF.get(code, source), source
    )


_RULE_OF = {"in-zone": "W-303", "out-of-coherency": "C5"}


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
    turned: Callable[[Placement], Placement] | None = None,
) -> Procedure[tuple[Place, ...] | None]:
    """Ask where a unit is set up, and set it up; None, and nothing happens, when no legal placement is found.

    ``source`` is the id of the rule that says where, for refusals and the log. ``turned`` gives a proposal better headings.
    """
    found = setups(state, unit, rule)
    if not (yield Search(found.exists)):
        return None

    def options() -> list[Draft]:
        return [*(lambda number=number: option(found.at(number)) for number in range(LISTED)), lambda: option(found.last)]

    def option(placement: Placement | None) -> Option | None:
        if placement is None:
            return None
        return placement_option(placement if turned is None else turned(placement))

    key = yield Ask(player, about, text, options, subject=unit.id, judge=setup_judge(state, unit, rule, source))
    places = decode(state, unit, key)
    yield SetUp(unit=unit.id, how=how, places=where(unit, places), rule=source)
    return places

"""What a stratagem costs: its Command points, and the abilities that make one cheaper or give a point back."""

from collections.abc import Iterator
from functools import lru_cache

from warbench.battle.asking import roll, rolled
from warbench.battle.requests import Procedure
from warbench.games.w40k10.battle.earning import gain
from warbench.games.w40k10.battle.events import Points, Used
from warbench.games.w40k10.battle.privileges import permits
from warbench.games.w40k10.battle.roster import Entry, Roster
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.stratagems import Stratagem
from warbench.games.w40k10.unit_rules import CHEAPER_STRATAGEM, POINT_BACK
from warbench.rules.effects import Permit
from warbench.sheets.datasheet import Ability
from warbench.table.lattice import INCH
from warbench.table.measure import Standing, within

_ARRAY = "comms array"
_ORBITAL = "orbital comms array"
_GIVES_BACK = 5
_AURA = 6 * INCH
_NOBODY: frozenset[str] = frozenset()


def spare(state: State, player: int) -> frozenset[str]:
    """The units for which a stratagem costs the player a point less now; mostly none."""
    having = _cheapening(state.roster, player)
    return frozenset(key for key in having if next(_unused(state, player, key), "")) if having else _NOBODY


@lru_cache(maxsize=64)
def _cheapening(roster: Roster, player: int) -> tuple[str, ...]:
    """The units with an ability by which a stratagem costs a point less, once a battle round."""
    return tuple(entry.id for entry in roster.ever_of(player) if any(_cheapens(one) for one in _abilities(entry)))


def _abilities(entry: Entry, part: int | None = None) -> Iterator[Ability]:
    return (one for sheet in (entry.sheets if part is None else entry.sheets[part : part + 1]) for one in sheet.abilities)


def _cheapens(ability: Ability) -> bool:
    return any(isinstance(effect, Permit) and effect.what == CHEAPER_STRATAGEM for effect in ability.effects)


def _unused(state: State, player: int, key: str) -> Iterator[str]:
    """The notes of such abilities that a unit on the battlefield has and that were not used this round, by any unit."""
    unit, entry = state.units.get(key), state.entry(key)
    if unit is None or unit.where != "table":
        return
    used = state.core.sides[player].used_battle
    for part in sorted({entry.kind(model.id).part for model in unit.models}):
        notes = (f"{one.id} {state.core.round}" for one in _abilities(entry, part) if _cheapens(one))
        yield from (note for note in notes if note not in used)


def pay(state: State, player: int, card: Stratagem, unit: Unit) -> Procedure[None]:
    """Note that a stratagem is used for a unit, take its points, and let abilities give one back (W-218, C2, C3)."""
    cost = card.cost
    cheaper = next(_unused(state, player, unit.id), "")
    if cheaper:
        cost -= 1
        yield Used(player=player, stratagem=cheaper, unit=unit.id)
    yield Used(player=player, stratagem=card.id, unit=unit.id)
    if cost:
        yield Points(player=player, what="cp", by=-cost, why=card.name)
    for on in _points_back(state, player, unit):
        # At most one a battle round (C2): then there is nothing to roll for.
        if state.core.sides[player].extra:
            break
        (face,) = yield from roll(state, player, "comms array", 1, unit.id)
        back = face >= on
        yield rolled(player, "comms array", (face,), "1CP back" if back else "nothing", unit.id, "C2")
        if back:
            yield from gain(state, player, 1, "comms array", extra=True)


def _points_back(state: State, player: int, unit: Unit) -> Iterator[int]:
    """The D6 results that give a point back, one for each array or ability that hears of a stratagem for the unit."""
    if _listens(state, player, unit):
        yield _GIVES_BACK
    if not any(key == unit.id and not aura for key, _, aura in _arrays(state.roster, player)):
        yield from (on for on, what in POINT_BACK.items() if permits(state, unit, what))


def _listens(state: State, player: int, unit: Unit) -> bool:
    """Whether a comms array may give a point back: in the unit itself, or on a hull near to it."""
    bearers = _arrays(state.roster, player)
    if not bearers or unit.where != "table":
        return False
    for key, models, aura in bearers:
        other = state.units.get(key)
        if other is None or other.where != "table" or (not aura and other is not unit):
            continue
        left = [state.standing(model) for model in other.models if model.id in models]
        if left and (not aura or (_astartes(state, unit) and _near(state, unit, left))):
            return True
    return False


def _near(state: State, unit: Unit, bearers: list[Standing]) -> bool:
    return any(within(shape, bearer, _AURA) for shape in state.shapes(unit) for bearer in bearers)


def _astartes(state: State, unit: Unit) -> bool:
    return "adeptus astartes" in state.keywords(unit)


@lru_cache(maxsize=64)
def _arrays(roster: Roster, player: int) -> tuple[tuple[str, frozenset[str], bool], ...]:
    """The units with arrays: their bearers, and whether the array serves units around it."""
    found = []
    for entry in roster.ever_of(player):
        for item, aura in ((_ARRAY, False), (_ORBITAL, True)):
            models = frozenset(
                model for model, kind in entry.models if any(name.casefold() == item for name, _ in entry.kinds[kind].items)
            )
            if models:
                found.append((entry.id, models, aura))
    return tuple(found)

"""What a stratagem costs: its Command points, and the abilities that make one cheaper or give a point back."""

from collections.abc import Iterator
from functools import lru_cache

from warbench.battle.asking import roll, rolled
from warbench.battle.requests import Procedure
from warbench.games.w40k10.battle.earning import gain
from warbench.games.w40k10.battle.events import Points, Used
from warbench.games.w40k10.battle.privileges import how_often, permits
from warbench.games.w40k10.battle.roster import Entry, Roster
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.stratagems import Stratagem
from warbench.games.w40k10.unit_rules import CHEAPER_STRATAGEM, DEARER_ALONE, DEARER_STRATAGEM, POINT_BACK
from warbench.rules.effects import Permit
from warbench.sheets.datasheet import Ability

_ARRAY = "comms array"
_GIVES_BACK = 5
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


def price(state: State, card: Stratagem, unit: Unit) -> int:
    """What a stratagem costs in Command points when it is used for a unit, before an ability makes it cheaper."""
    dearer = how_often(state, unit, DEARER_STRATAGEM)
    return card.cost + (dearer or int(permits(state, unit, DEARER_ALONE)))


def pay(state: State, player: int, card: Stratagem, unit: Unit) -> Procedure[None]:
    """Note that a stratagem is used for a unit, take its points, and let abilities give one back (W-218, C2, C3)."""
    cost = price(state, card, unit)
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
    if unit.id not in dict(_arrays(state.roster, player)):
        yield from (on for on, what in POINT_BACK.items() if permits(state, unit, what))


def _listens(state: State, player: int, unit: Unit) -> bool:
    """Whether a comms array in the unit itself may give a point back."""
    bearers = dict(_arrays(state.roster, player)).get(unit.id)
    return bearers is not None and unit.where == "table" and any(model.id in bearers for model in unit.models)


@lru_cache(maxsize=64)
def _arrays(roster: Roster, player: int) -> tuple[tuple[str, frozenset[str]], ...]:
    """The units with comms arrays, and who bears them."""
    found = []
    for entry in roster.ever_of(player):
        models = frozenset(
            model for model, kind in entry.models if any(name.casefold() == _ARRAY for name, _ in entry.kinds[kind].items)
        )
        if models:
            found.append((entry.id, models))
    return tuple(found)

"""Destroyed models that come back: for each model that a weapon destroys one, to a friendly unit near its bearer; by army rules.

For a weapon a model comes back with all its wounds. It is set up in coherency with its unit; within Engagement Range only of
enemies in whose Engagement Range the unit is already.
"""

from collections.abc import Iterable
from itertools import combinations
from zlib import crc32

from warbench.battle.asking import ask, name_of, place_of
from warbench.battle.places import decode_places, placement_judge, placement_option
from warbench.battle.requests import Ask, Draft, Option, Procedure, Refusal, Search
from warbench.games.w40k10.battle.events import Returned, Said
from warbench.games.w40k10.battle.placing import COHERENCY, ENGAGED, LISTED, engaged_with, scene
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.keywords import RETURNS, Return, read_keyword
from warbench.table.lattice import INCH, Place
from warbench.table.measure import Standing, engaged, within
from warbench.table.packing import Placement
from warbench.table.regions import AllOf, AnyOf, Region, WhollyWithin
from warbench.table.scene import Scene
from warbench.table.setups import Pick, Setups, facing_middle
from warbench.table.units import SetupRule

NOBODY = "none"


def returns(state: State, unit: Unit, abilities: Iterable[str], bearers: Iterable[str]) -> Procedure[None]:
    """A model was destroyed by a weapon: what its abilities return for it (`keywords.RETURNS`).

    Args:
        state: the battle.
        unit: the unit whose weapon it was.
        abilities: those of the weapon, as printed.
        bearers: the models with the weapon; it is measured from the first that is left.
    """
    for keyword in map(read_keyword, abilities):
        if keyword is not None and keyword.family in RETURNS:
            yield from _one_returns(state, unit, RETURNS[keyword.family], keyword.name, tuple(bearers))


def _one_returns(state: State, unit: Unit, what: Return, name: str, bearers: tuple[str, ...]) -> Procedure[None]:
    bearer = next((model for model in unit.models if model.id in bearers and model.place is not None), None)
    if bearer is None:
        return
    here, player = state.standing(bearer), state.player(unit.id)
    reach = what.within * INCH
    near = [
        other
        for other in state.on_table(player)
        if what.unit in state.keywords(other)
        and _lost(state, other, what.model)
        and any(within(here, shape, reach) for shape in state.shapes(other))
    ]
    if not near:
        return
    options = [*(Option(other.id, name_of(state, other.id)) for other in near), Option(NOBODY, "nobody returns")]
    key = yield from ask(player, "return", f"{name_of(state, unit.id)}: {name}, to which unit?", options, unit.id)
    if key != NOBODY:
        other = state.units[key]
        model = _lost(state, other, what.model)[0]
        yield from set_up_again(state, other, model, name, wounds=state.kind(model).wounds)


def _lost(state: State, unit: Unit, kind: str) -> list[str]:
    """The destroyed models of a kind of a unit, in the order of the roster."""
    entry, left = state.entry(unit.id), {model.id for model in unit.models}
    names = {kind, f"{kind}s"}  # some sources print kinds of model in the plural
    return [model for model, index in entry.models if model not in left and entry.kinds[index].name.casefold() in names]


def set_up_again(state: State, unit: Unit, model: str, name: str, *, wounds: int) -> Procedure[bool]:
    """Set a destroyed model up beside its mates, with so many wounds; whether there was room for it.

    Args:
        state: the battle.
        unit: its unit, on the battlefield.
        model: the model.
        name: what lets it return, for the log.
        wounds: what it has then.
    """
    player, mates = state.player(unit.id), state.shapes(unit)
    need = COHERENCY.needed(len(mates) + 1)
    rule = SetupRule(
        region=_beside(mates, need, state.base_of(model).outer),
        zone=ENGAGED[0],
        zone_height=ENGAGED[1],
        keywords=tuple(sorted(word.upper() for word in state.keywords(unit))),
    )

    def around() -> Scene:
        return scene(state, player, targets={foe.id for foe in engaged_with(state, unit)})

    def stands(shape: Standing) -> bool:
        return sum(engaged(shape, mate, COHERENCY.horizontal, COHERENCY.vertical) for mate in mates) >= need

    def shapes(key: str) -> tuple[Standing, ...]:
        return (Standing(model, state.base_of(model), decode_places(key, 1, name_of(state, unit.id))[0]),)

    judged = placement_judge(shapes, around, rule, lambda code: "W-303" if code == "in-zone" else name, name)

    def judge(key: str) -> Refusal | None:
        refusal = judged(key)
        if refusal is None and not stands(shapes(key)[0]):
            return Refusal("out-of-coherency", f"{model} would stand out of coherency with its unit", "C5")
        return refusal

    pick = Pick(
        seed=crc32(f"{place_of(state, unit.id)}.{model}".encode()),
        limit=LISTED,
        heading=facing_middle(rule.region, state.field.size),
    )
    found = Setups(around(), (Standing(model, state.base_of(model), Place(0, 0)),), rule, pick)

    def option(placement: Placement | None) -> Option | None:
        return placement_option(placement) if placement is not None and stands(placement[0]) else None

    def options() -> list[Draft]:
        return [*(lambda number=number: option(found.at(number)) for number in range(LISTED)), lambda: option(found.last)]

    if not (yield Search(lambda: any(draft() is not None for draft in options()))):
        yield Said(text=f"{name_of(state, unit.id)} has no room for a model that returns", unit=unit.id, rule=name)
        return False
    key = yield Ask(player, "returned", f"{name_of(state, unit.id)}: where?", options, subject=unit.id, judge=judge)
    (place,) = decode_places(key, 1, name_of(state, unit.id))
    yield Returned(unit=unit.id, model=model, wounds=wounds, place=place, source=name, rule=name)
    return True


def _beside(mates: list[Standing], need: int, across: int) -> Region:
    """Near so many mates: of a round base all lies within the reach and its own width just when its edge is within the reach."""
    near = [WhollyWithin((mate,), COHERENCY.horizontal + across) for mate in mates]
    if need < 2:
        return AnyOf(tuple(near))
    return AnyOf(tuple(AllOf(pair) for pair in combinations(near, need)))

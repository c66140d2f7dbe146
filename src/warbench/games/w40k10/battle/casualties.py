"""What damage does in a battle: wounds lost, models and units destroyed, and what follows from that.

Deadly Demise, passengers of a destroyed transport, and Judgement tokens belong here: whatever destroys a model comes this way.
"""

from warbench.battle.asking import roll, rolled
from warbench.battle.requests import Procedure
from warbench.chance import Dice, faces_of_d6
from warbench.games.w40k10.abilities import demise_of
from warbench.games.w40k10.battle import allocation
from warbench.games.w40k10.battle.batches import RULES
from warbench.games.w40k10.battle.bearing import answers_of, groups_of, ignores_mortal_wounds, line_of
from warbench.games.w40k10.battle.events import Destroyed, Hurt, Marked, UnitDestroyed
from warbench.games.w40k10.battle.passengers import turn_out
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.tokens import gain, gains_token
from warbench.table.lattice import INCH
from warbench.table.measure import Standing, within

_DEMISE = 6
_DEMISE_RANGE = 6 * INCH


def hurt(  # noqa: PLR0913 -- who, what and why
    state: State, model: str, wounds: int, *, by: str = "", source: str = "", rule: str = ""
) -> Procedure[None]:
    """Take wounds off a model; destroy it when none is left (W-044, W-047)."""
    have = state.model(model).wounds
    if wounds < have:
        yield Hurt(model=model, wounds=wounds, by=by, source=source, rule=rule or "W-044")
    else:
        yield from destroy(state, model, by=by, source=source, rule=rule)


def mortal_wounds(  # noqa: PLR0913 -- who, what and why
    state: State, unit: str, wounds: int, *, by: str = "", source: str = "", rule: str = ""
) -> Procedure[int]:
    """Mortal wounds on a unit, one at a time, going on to the next model (W-124..W-127, W-131..W-133, W-365, X-25); how many."""
    done = 0
    found = state.units[unit]
    model = ""
    named: tuple[str, ...] = ()
    while done < wounds and found.models:
        if not any(each.id == model for each in found.models):
            model, named = yield from _next_to_suffer(state, found, named)
        done += 1
        if (yield from unignored(state, unit, model, 1)):
            yield from hurt(state, model, 1, by=by, source=source, rule=rule)
    yield from allocation.remember(state, found, model)
    return done


def unignored(state: State, unit: str, model: str, points: int) -> Procedure[int]:
    """How many of so many mortal wounds on a model are suffered, after its Feel No Pain."""
    ignore = ignores_mortal_wounds(state, state.units[unit], model)
    if ignore is None or not points:
        return points
    player = state.player(unit)
    faces = yield from roll(state, player, "feel no pain", points, unit)
    left = sum(face < ignore for face in faces)
    yield rolled(player, "feel no pain", faces, f"{points - left} ignored", unit, RULES["feel no pain"])
    return left


def _next_to_suffer(state: State, unit: Unit, named: tuple[str, ...]) -> Procedure[tuple[str, tuple[str, ...]]]:
    """The model that the next mortal wound is allocated to, as an attack would be (W-125); and whom the owner named next."""
    groups, _ = groups_of(state, unit)
    line = line_of(state, unit, answers_of(groups), apart=False).order[0]
    free = allocation.eligible(state, unit, line)
    open_to = [model for model in line if model in free]
    if not any(model in free for model in named):
        named = yield from allocation.choose(state, unit, open_to)
    return next((model for model in named if model in free), open_to[0]), named


def destroy(  # noqa: PLR0913 -- who, what and why
    state: State, model: str, *, by: str = "", source: str = "", rule: str = "", quiet: bool = False
) -> Procedure[None]:
    """Destroy a model: Deadly Demise while it still stands, then passengers get out, then it is taken off (W-144..W-151).

    ``quiet``: rules that are triggered by its destruction do not apply (coherency, C5).
    """
    unit = state.units[state.unit_of(model)]
    at = state.standing(state.model(model)) if state.model(model).place is not None else None
    kind = state.kind(model)
    demise = None if quiet or at is None else state.entry(unit.id).ability("deadly-demise", kind.part)
    struck: list[tuple[str, int]] = []
    much = demise_of(demise, kind.name) if demise is not None else ""
    if much and at is not None:
        struck = yield from _demise(state, unit, model, at, much)
    yield from turn_out(state, unit, model)
    yield Destroyed(model=model, by=by, source=source, rule=rule or "W-047")
    if not any(state.kind(other.id).side == kind.side for other in unit.models):
        yield UnitDestroyed(unit=unit.id, part=kind.side, by=by, rule="W-048")
        yield from _token(state, unit, by)
    for other, points in struck:
        if state.units[other].where == "table":
            yield from mortal_wounds(state, other, points, source="Deadly Demise", rule="W-146")


def _demise(state: State, unit: Unit, model: str, at: Standing, parameter: str) -> Procedure[list[tuple[str, int]]]:
    """Roll for Deadly Demise; the units in 6 inches with the mortal wounds of each (W-144..W-148, W-366, W-367, X-48)."""
    player = state.player(unit.id)
    (face,) = yield from roll(state, player, "deadly demise", 1, unit.id)
    yield rolled(player, "deadly demise", (face,), "explodes" if face == _DEMISE else "nothing", unit.id, "W-144")
    if face != _DEMISE:
        return []
    dice = Dice.parse(parameter)
    struck: list[tuple[str, int]] = []
    for other in list(state.on_table()):
        near = (shape for shape in state.shapes(other) if shape.name != model)
        if not any(within(at, shape, _DEMISE_RANGE) for shape in near):
            continue
        points = dice.plus
        for count, sides in dice.rolls:
            faces = yield from roll(state, player, "deadly demise wounds", count, other.id)
            points += sum(faces_of_d6(sides, face) for face in faces)
            yield rolled(player, "deadly demise wounds", faces, f"{points} mortal wounds", other.id, "W-147")
        struck.append((other.id, points))
    return struck


def _token(state: State, lost: Unit, by: str) -> Procedure[None]:
    """A unit of the Leagues of Votann was destroyed by an enemy unit: that unit gains a Judgement token (W-191..W-195, W-368)."""
    if not by or state.player(by) == state.player(lost.id):
        return
    killer = state.units[by]
    always = state.options.rulings.get("token-of-the-fallen") == "always"
    if gains_token(
        killer_is_enemy_unit=True,
        whole_unit_destroyed=True,
        army_faction=state.roster.armies[state.player(lost.id)].faction,
        killer_on_battlefield=killer.where == "table" or always,
    ):
        yield Marked(unit=by, mark="tokens", value=gain(killer.tokens), rule="W-192")

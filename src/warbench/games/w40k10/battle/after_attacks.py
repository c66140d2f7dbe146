"""What follows a unit's attacks: Hazardous tests with what failed ones cost, and Fire Support."""

from collections.abc import Iterable, Sequence

import msgspec

from warbench.attack.rolled import Batch
from warbench.battle.asking import ask, name_of, roll, rolled
from warbench.battle.requests import Option, Procedure
from warbench.chance import settle
from warbench.games.w40k10.attackers import weapons_named
from warbench.games.w40k10.battle.casualties import hurt, unignored
from warbench.games.w40k10.battle.events import Lasts
from warbench.games.w40k10.battle.kinds import Kind
from warbench.games.w40k10.battle.moments import DiceRolled, windows
from warbench.games.w40k10.battle.state import Lasting, Model, State, Unit
from warbench.games.w40k10.battle.volleys import Settled
from warbench.games.w40k10.hazardous import PURPOSE, Bearer, candidates, owed
from warbench.games.w40k10.keywords import effects_of, read_keyword
from warbench.rules.effects import Hazard
from warbench.sheets.datasheet import Datasheet


class Failed(msgspec.Struct, frozen=True):
    """A failed Hazardous test that is still to be suffered: by which unit, how many mortal wounds, and who bore such weapons."""

    unit: str
    damage: int
    bearers: tuple[str, ...]


def hazardous(state: State, unit: Unit, settled: Iterable[Settled]) -> Procedure[tuple[Failed, ...]]:
    """Roll a unit's Hazardous tests, all its attacks being resolved: one a weapon that was given a target (W-112..W-114, W-123).

    The failed ones are returned, for `suffer`: at once, or once the enemy's charge move has ended (W-122, W-363).
    """
    settled = list(settled)
    firing = [(each.plans[index], each.aimed.declared[index]) for each in settled for index in each.firing]
    bearers = tuple(dict.fromkeys(model for plan, declared in firing if plan.hazard is not None for model in declared.bearers))
    failed: list[Failed] = []
    for hazard, tests in owed(plan for plan, _ in firing).items():
        fails = yield from _test(state, unit, hazard, tests)
        failed += [Failed(unit.id, hazard.damage, bearers)] * fails
    return tuple(failed)


def _test(state: State, unit: Unit, hazard: Hazard, tests: int) -> Procedure[int]:
    """Roll some tests together, offer to throw one of them again, and count those that fail."""
    player = state.player(unit.id)
    check = settle(PURPOSE, need=1, critical=None, fail_faces=range(1, hazard.fails_on + 1)).check
    faces = list((yield from roll(state, player, PURPOSE, tests, unit.id)))
    yield rolled(player, PURPOSE, faces, _told(faces, hazard), unit.id, "W-112")
    answers = tuple(int(check.result_of(face)) for face in faces)
    batch = Batch(PURPOSE, 0, check, tuple(faces), answers, tuple(range(tests)))
    about = DiceRolled(unit=unit.id, purpose=PURPOSE, batch=batch, faces=tuple(faces))
    chosen = yield from windows().open(state, "dice rolled", (player,), about, until=lambda found: found is not None)
    again = next((found for found in chosen if isinstance(found, int) and found is not False), None)
    if again is not None:
        (faces[again],) = yield from roll(state, player, f"{PURPOSE} again", 1, unit.id)
        yield rolled(player, f"{PURPOSE} again", faces, _told(faces, hazard), unit.id, "W-112")
    return sum(face <= hazard.fails_on for face in faces)


def _told(faces: Sequence[int], hazard: Hazard) -> str:
    return f"{sum(face <= hazard.fails_on for face in faces)} of {len(faces)} fail"


def suffer(state: State, failed: Iterable[Failed]) -> Procedure[None]:
    """What failed Hazardous tests cost, one after the other (W-115..W-121, W-364, X-28..X-30)."""
    for test in failed:
        unit = state.units[test.unit]
        model = yield from _who(state, unit, test.bearers)
        if model is None:
            return
        points = yield from unignored(state, unit.id, model.id, test.damage)
        if points:
            yield from hurt(state, model.id, min(points, model.wounds), source="Hazardous", rule="W-120")


def _who(state: State, unit: Unit, bearers: tuple[str, ...]) -> Procedure[Model | None]:
    """The model that a failed test strikes: its owner picks one of those that come first; None when no bearer is left."""
    models = [
        Bearer(
            wounds=kind.wounds,
            wounds_left=model.wounds,
            character="character" in kind.keywords,
            hazardous=model.id in bearers or _equipped(state.entry(unit.id).sheets[kind.part], kind),
        )
        for model in unit.models
        for kind in (state.kind(model.id),)
    ]
    places = candidates(models)
    # Models of one kind with the same wounds are alike: one of them stands for all.
    alike: dict[tuple[str, int, int], Model] = {}
    for place in places:
        model = unit.models[place]
        alike.setdefault((state.kind(model.id).name, state.entry(unit.id).index[model.id], model.wounds), model)
    if not alike:
        return None
    options = [Option(model.id, f"{name} ({model.id}), {model.wounds} wounds left") for (name, _, _), model in alike.items()]
    key = yield from ask(state.player(unit.id), "hazardous", f"{name_of(state, unit.id)}: who suffers?", options, unit.id)
    return next(model for model in unit.models if model.id == key)


def _equipped(sheet: Datasheet, kind: Kind) -> bool:
    """Whether a kind of model has a Hazardous weapon, in any of its profiles."""
    weapons = (weapon for item, _ in kind.items for weapon in weapons_named(sheet, item))
    words = (text for weapon in weapons for profile in weapon.profiles for text in profile.abilities)
    return any(isinstance(effect, Hazard) for text in words if (word := read_keyword(text)) for effect in effects_of(word, None))


def fire_support(state: State, unit: Unit, settled: Iterable[Settled]) -> Procedure[None]:
    """A transport that has shot marks one unit that it hit, for those that got out of it (W-152..W-161, W-369, X-53)."""
    given = [ability for sheet in state.entry(unit.id).sheets for ability in sheet.abilities if ability.affects == "passengers"]
    riders = [other for other in state.on_table(state.player(unit.id)) if other.got_out_of == unit.id]
    struck = dict.fromkeys(each.aimed.target for each in settled if each.hits)
    marks = [state.units[target] for target in struck if state.units[target].where == "table"]
    if not given or not riders or not marks:
        return
    options = [Option(other.id, name_of(state, other.id)) for other in marks]
    text = f"{name_of(state, unit.id)}: Fire Support against which unit?"
    key = yield from ask(state.player(unit.id), "fire support", text, options, unit.id)
    for rider in riders:
        for ability in given:
            for effect in ability.effects:
                # Whom it serves, against whom and how long is settled here, so its condition has nothing left to ask.
                source = f"{ability.name} ({unit.id})"
                free = msgspec.structs.replace(effect, when=None, source=source, rule="W-154")
                yield Lasts(unit=rider.id, lasting=Lasting(effect=free, until="phase", source=source, against=key))

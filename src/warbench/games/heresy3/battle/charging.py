"""The Charge Sub-Phase: units declare charges, set up, exchange volleys, roll, and come into contact or stop (facts 13).

Fortifications are charged as Vehicles are (H-048).
"""

from collections.abc import Iterator

from warbench.battle.asking import PASS, ask, name_of, roll, rolled, unit_options
from warbench.battle.requests import Ask, Option, Procedure, Refusal, Search
from warbench.games.heresy3.battle import statuses
from warbench.games.heresy3.battle.checks import check
from warbench.games.heresy3.battle.closing import Closing
from warbench.games.heresy3.battle.combats import combats, lock, relock, touched
from warbench.games.heresy3.battle.events import Began, Chose, Done, Fights, Marked, Said
from warbench.games.heresy3.battle.measuring import gap, touching, units_within
from warbench.games.heresy3.battle.moments import UnitMoment, windows
from warbench.games.heresy3.battle.moves import may_change_place
from warbench.games.heresy3.battle.numbers import current
from warbench.games.heresy3.battle.placing import in_reach
from warbench.games.heresy3.battle.readings import ruling
from warbench.games.heresy3.battle.sight import lane
from warbench.games.heresy3.battle.state import NOBODY, Combat, State, Unit
from warbench.games.heresy3.battle.volley_attacks import can_volley, volleys
from warbench.rules.effects import Forbid
from warbench.table.lattice import INCH, inches_up
from warbench.table.measure import distance_up

REACH = 12
"""How many inches away the target of a charge may be (Step 2)."""

AFTER_RUSH = "may charge after rush"
"""The special rule that lets a unit charge although it rushed (H-192)."""

_NEVER = frozenset({"vehicle", "fortification", "building"})
_NO_CHARGE = frozenset({"deep strike", "outflank"})
_MOST = 6
_SET_UP = ((6, 1), (9, 2), (11, 3), (13, 4), (19, 5))
_FARTHEST = 6


def next_step(state: State) -> Procedure[None]:
    """The next charge, or the Challenge Sub-Phase."""
    return _declare(state) if next(_able(state), None) is not None else _finish(state)


def _able(state: State) -> Iterator[Unit]:
    """The units that may charge next."""
    for unit in state.on_table(state.active):
        if unit.id not in state.core.done and can_charge(state, unit) is None:
            yield unit


def _finish(state: State) -> Procedure[None]:
    """The Charge Sub-Phase ends: who is in a combat now fights in this Assault Phase."""
    yield from relock(state)
    found = combats(state)
    yield Fights(combats=tuple(Combat(units, [0, 0]) for units in found))
    yield Began(round=state.core.round, turn=state.active, phase="assault", step="challenge")


def _declare(state: State) -> Procedure[None]:
    """Ask who charges whom, and carry it out."""

    def judge(key: str) -> Refusal | None:
        unit = state.units.get(key)
        if key == PASS.key:
            return None
        if unit is None or unit.player != state.active:
            return Refusal("not-yours", f"{key!r} is no unit of the Active player", "H-174")
        if key in state.core.done:
            return Refusal("has-charged", f"{name_of(state, key)} was selected already", "charge")
        return can_charge(state, unit)

    key = yield Ask(
        state.active,
        "unit",
        "which unit charges next?",
        lambda: [*unit_options(state, _able(state)), Option(PASS.key, "no more charges")],
        subject="charge",
        judge=judge,
    )
    if key == PASS.key:
        yield from _finish(state)
        return
    unit = state.units[key]
    yield Chose(unit=key)
    yield from windows().open(state, "before charge", [unit.player], UnitMoment(unit.id))
    if can_charge(state, unit) is None:
        target = yield from _ask_target(state, unit)
        yield from charge(state, unit, target)
    yield Done(unit=key)
    yield Chose(unit="")


def _ask_target(state: State, unit: Unit) -> Procedure[Unit]:
    def judge(key: str) -> Refusal | None:
        target = state.units.get(key)
        return Refusal("no-such-unit", f"there is no unit {key!r}") if target is None else can_charge(state, unit, target)

    def options() -> list[Option]:
        able = [other for other in state.on_table() if can_charge(state, unit, other) is None]
        return [
            Option(other.id, f'{name_of(state, other.id)}, {inches_up(gap(state, unit, other) or 0)}" away') for other in able
        ]

    text = f"{name_of(state, unit.id)}: whom does it charge?"
    key = yield Ask(unit.player, "charge target", text, options, subject=unit.id, judge=judge)
    return state.units[key]


# --- who may charge whom ---


def can_charge(state: State, unit: Unit, target: Unit | None = None) -> Refusal | None:
    """Why a unit may not charge (a target, or anybody at all), or None."""
    refusal = next(_bars(state, unit), None)
    if refusal is not None:
        return refusal
    if target is not None:
        return next(_target_bars(state, unit, target), None)
    if any(next(_target_bars(state, unit, other), None) is None for other in state.on_table() if other.player != unit.player):
        return None
    return Refusal("no-target", f'{name_of(state, unit.id)} sees no enemy within {REACH}"', "charge-step-2")


def _bars(state: State, unit: Unit) -> Iterator[Refusal]:
    """Why a unit may not charge, whoever the target is (facts 13; H-104, H-232, H-272)."""
    name = name_of(state, unit.id)
    if unit.where != "table" or not state.living(unit):
        yield Refusal("not-on-table", f"{name} is not on the battlefield", "H-088")
    if unit.player == NOBODY or _NEVER & state.types(unit):
        yield Refusal("never-charges", f"{name} has a model that never charges", "charge")
    if unit.locked:
        yield Refusal("locked", f"{name} is locked in combat", "H-104")
    if unit.moved == "rushed" and not all(state.kind(model.id).has(AFTER_RUSH) is not None for model in unit.models):
        yield Refusal("rushed", f"{name} rushed this turn", "H-192")
    if unit.arrived in _NO_CHARGE:
        yield Refusal("arrived", f"{name} arrived by {unit.arrived} this turn", "facts-10")
    if any(isinstance(each.effect, Forbid) and each.effect.what == "charge" for each in unit.lasting):
        yield Refusal("infiltrated", f"{name} infiltrated: it does not charge in the first battle turn", "special-infiltrate")
    if unit.charged:
        yield Refusal("has-charged", f"{name} has charged this turn", "charge")
    refusal = statuses.may_charge(unit, name) or (may_change_place(state, unit) if unit.where == "table" else None)
    if refusal is not None:
        yield refusal


def _target_bars(state: State, unit: Unit, target: Unit) -> Iterator[Refusal]:
    """Why a unit may not charge a target (Steps 1 and 2; H-037, H-078, H-119)."""
    name = name_of(state, target.id)
    if target.where != "table" or target.player == unit.player:
        yield Refusal("no-enemy", f"{name} is no enemy unit on the battlefield", "charge-step-1")
        return
    if "flyer" in state.types(target):
        yield Refusal("flyer", f"{name} flies: nobody charges it", "flyer")
    if target.player == NOBODY and not any(_strikable(state, model.id) for model in target.models):
        yield Refusal("nothing-to-strike", f"{name} has neither Toughness nor Armour", "H-178")
    if not in_reach(state, unit, target, REACH * INCH) or not units_within(state, unit, target, REACH):
        yield Refusal("too-far", f'{name} is more than {REACH}" away', "charge-step-2")
        return
    if target.player != NOBODY and touching(state, unit, target):
        yield Refusal("in-contact", f"{name} is in base contact already", "charge")
    distance = seen_at(state, unit, target)
    if distance is None:
        yield Refusal("not-visible", f"{name_of(state, unit.id)} sees no model of {name}", "charge-step-2")
    elif _counted(state, distance) > REACH:
        yield Refusal("too-far", f'the nearest model of {name} that it sees is more than {REACH}" away', "charge-step-2")


def _strikable(state: State, model: str) -> bool:
    """Whether something that nobody controls can be struck at all (H-178)."""
    kind = state.kind(model)
    return kind.armoured or bool(kind.numbers.get("toughness"))


def seen_at(state: State, unit: Unit, target: Unit) -> int | None:
    """How far apart the closest models are that see each other, in lattice units; None when nobody sees anybody."""
    between = lane(state, unit, target)
    if between.hidden:
        return None
    here, there = ([state.standing(model) for model in state.living(each)] for each in (unit, target))
    pairs = [(distance_up(one, other), one, other) for one in here for other in there]
    pairs.sort(key=lambda pair: (pair[0], pair[1].name, pair[2].name))
    return next((apart for apart, one, other in pairs if between.sees(one, other)), None)


def _counted(state: State, distance: int) -> float:
    """A distance in inches as it counts (ruling inches)."""
    return inches_up(distance) if ruling(state, "inches") == "up" else distance / INCH


# --- a charge ---


def is_disordered(state: State, unit: Unit) -> bool:
    """Whether a charge is Disordered: a Tactical Status, or it came out of what is no Assault Vehicle (facts 11, 13)."""
    if statuses.hindered(unit):
        return True
    if not unit.disembarked:
        return False
    carrier = state.roster.units.get(unit.out_of)
    return carrier is None or not all(kind.has("assault vehicle") is not None for kind in carrier.kinds)


def set_up_inches(state: State, unit: Unit) -> dict[str, int]:
    """How many inches each living model may move in a set-up move: by Initiative and Movement, of Heavy models Movement alone."""
    found: dict[str, int] = {}
    for model in state.living(unit):
        total = current(state, model, "movement") or 0
        if "heavy" not in state.kind(model.id).words:
            total += current(state, model, "initiative") or 0
        found[model.id] = next((inches for most, inches in _SET_UP if total <= most), _FARTHEST) if total else 0
    return found


def charge(state: State, unit: Unit, target: Unit) -> Procedure[bool]:
    """A charge from its declaration on; whether the unit came into contact. One that may not be made comes to nothing (H-232)."""
    refusal = can_charge(state, unit, target)
    if refusal is not None:
        yield Said(text=refusal.sentence, unit=unit.id, rule=refusal.rule)
        return False
    disordered = is_disordered(state, unit)
    if disordered:
        yield Marked(unit=unit.id, mark="disordered", value=True, rule="disordered-charge")
    if touching(state, unit, target) or (not disordered and (yield from _set_up(state, unit, target))):
        return (yield from _arrived(state, unit, target))
    if unit.where != "table" or target.where != "table":
        return False
    fired = not disordered and can_volley(state, unit, target)
    evaded = yield from volleys(state, unit, target, charger=not disordered)
    if unit.where != "table" or target.where != "table" or (fired and (yield from _stops(state, unit))):
        return False
    if (yield from _charge_move(state, unit, target, evaded=evaded)):
        return (yield from _arrived(state, unit, target))
    if unit.where == "table":
        yield Said(text=f"{name_of(state, unit.id)}: the charge fails", unit=unit.id, rule="charge-step-5")
        if not (yield from check(state, unit, "cool", why="the charge failed", rule="charge-step-5")):
            yield from statuses.give(state, unit, "stunned", source="a failed charge", rule="charge-step-5")
    return False


def _stops(state: State, unit: Unit) -> Procedure[bool]:
    """Whether a unit with Firestorm leaves it at its Volley Attacks: it need not make the Charge Roll (C1)."""
    if not any(state.kind(model.id).has("firestorm") is not None for model in unit.models):
        return False
    options = [Option("roll", "make the Charge Roll"), Option("stop", "leave it at the Volley Attacks (Firestorm)")]
    text = f"{name_of(state, unit.id)}: does the charge go on?"
    return (yield from ask(unit.player, "charge on", text, options, unit.id)) == "stop"


def _arrived(state: State, unit: Unit, target: Unit) -> Procedure[bool]:
    """The units are in contact: the charge has succeeded (H-106)."""
    yield Marked(unit=unit.id, mark="charged", value=True, rule="H-101")
    yield from lock(state, unit, [target, *(other for other in touched(state, unit) if other is not target)])
    return True


def _set_up(state: State, unit: Unit, target: Unit) -> Procedure[bool]:
    """Step 3, the set-up move, which may be left out; whether it ended in base contact."""
    limits = {model: inches * INCH for model, inches in set_up_inches(state, unit).items()}
    if not min(limits.values(), default=0):
        return False
    closing = Closing(state, unit, "set up", min(limits.values()), [target], limits=limits)
    paths = yield from closing.ask(hold="no set-up move")
    if paths is None:
        return False
    yield from closing.go(paths)
    return unit.where == "table" and touching(state, unit, target)


def _charge_move(state: State, unit: Unit, target: Unit, *, evaded: bool) -> Procedure[bool]:
    """Step 5: the Charge Roll, and the move if it reaches the closest model that is seen; whether it ended in contact."""
    bonus = min(int(state.kind(model.id).has("fast") or 0) for model in unit.models)
    if evaded and not units_within(state, unit, target, _MOST + bonus):
        yield Said(text=f"{name_of(state, target.id)} is out of charge range", unit=unit.id, rule="evade")
        return False
    faces = yield from roll(state, unit.player, "charge", 2, unit.id)
    inches = max(faces) + bonus
    distance = seen_at(state, unit, target)
    enough = distance is not None and inches >= _counted(state, distance)
    yield rolled(unit.player, "charge", faces, f'{inches}": {"enough" if enough else "not enough"}', unit.id, "charge-step-5")
    closing = Closing(state, unit, "charge", inches * INCH, [target])
    if not enough:
        return False
    # The search is bounded (ruling B301): who sees a way that it missed may still take it.
    found = yield Search(closing.exists)
    paths = yield from closing.ask(hold="" if found else "no way into contact: the charge fails")
    if paths is None:
        return False
    yield from closing.go(paths)
    return unit.where == "table" and target.where == "table" and touching(state, unit, target)

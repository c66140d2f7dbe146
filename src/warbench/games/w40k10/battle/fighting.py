"""The Fight phase: first the units with Fights First, then all others; in each step the players take turns to pick one."""

from warbench.battle.asking import name_of, unit_options
from warbench.battle.requests import Ask, Procedure, Refusal
from warbench.games.w40k10.battle.after_attacks import hazardous, suffer
from warbench.games.w40k10.battle.events import Began, Chose, Done, Ends, Marked, Owes
from warbench.games.w40k10.battle.faction_rules.choices import choose_for_unit, made_attacks
from warbench.games.w40k10.battle.faction_rules.gate import offer_gate
from warbench.games.w40k10.battle.fight_abilities import offer_finest_hour
from warbench.games.w40k10.battle.melee import declare
from warbench.games.w40k10.battle.moments import Targets, UnitMoment, not_halved, windows
from warbench.games.w40k10.battle.piling import consolidate, pile_in
from warbench.games.w40k10.battle.placing import engaged_with, is_engaged
from warbench.games.w40k10.battle.privileges import has
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.battle.volleys import resolve

FIRST = "fights first"
"""The step of the units with Fights First (C10)."""

REST = "remaining"
"""The step of all other units."""


def next_step(state: State) -> Procedure[None]:
    """The next fight, the second step, or the end of the phase."""
    core = state.core
    if core.step not in {FIRST, REST}:
        return _start(state)
    if core.owed:
        return _called(state, core.owed[0])
    able = [unit for unit in state.on_table() if may_fight(state, unit) is None]
    if not able:
        return _go_to(state, REST) if core.step == FIRST else _finish(state)
    whose = 1 - state.player(core.done[-1]) if core.done else 1 - state.active
    mine = [unit for unit in able if state.player(unit.id) == whose]
    return _pick(state, mine or able)


def _go_to(state: State, step: str) -> Procedure[None]:
    yield Began(round=state.core.round, turn=state.active, phase="fight", step=step)


def _start(state: State) -> Procedure[None]:
    """What is used as the phase starts; then the first step. The player whose turn it is comes first."""
    for player in (state.active, 1 - state.active):
        for unit in list(state.on_table(player)):
            if is_eligible(state, unit) is None:
                yield from offer_finest_hour(state, unit)
    yield from _go_to(state, FIRST)


def _finish(state: State) -> Procedure[None]:
    yield from offer_gate(state, 1 - state.active)
    yield Ends(moment="phase")
    yield Began(round=state.core.round, turn=state.active, phase="end")


def has_fights_first(state: State, unit: Unit) -> bool:
    """Whether a unit has Fights First: by a charge (W-332), all its models by an ability, or by one for the whole unit."""
    if unit.fights_first or has(state, unit, "fights first"):
        return True
    entry = state.entry(unit.id)
    return all(entry.ability("fights-first", entry.kind(model.id).part) is not None for model in unit.models)


def is_eligible(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may not be selected to fight in this phase any more, or None (C10)."""
    name = name_of(state, unit.id)
    if unit.where != "table":
        return Refusal("not-on-table", f"{name} is not on the battlefield", "C10")
    if unit.fought:
        return Refusal("has-fought", f"{name} was selected to fight already in this phase", "C10")
    if not unit.charged and not is_engaged(state, unit):
        return Refusal("not-engaged", f"{name} is not in Engagement Range and made no Charge move this turn", "C10")
    return None


def may_fight(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may not be selected to fight in this step, or None (C10)."""
    refusal = is_eligible(state, unit)
    if refusal is None and state.core.step == FIRST and not has_fights_first(state, unit):
        return Refusal("not-yet", f"{name_of(state, unit.id)} has no Fights First: it fights in the second step", "C10")
    return refusal


def _pick(state: State, units: list[Unit]) -> Procedure[None]:
    """Ask which unit fights next; one that may must."""
    key = units[0].id
    if len(units) > 1:
        player = state.player(key)

        def judge(answer: str) -> Refusal | None:
            if answer not in state.units or state.player(answer) != player:
                return Refusal("not-yours", f"{answer!r} is no unit of the player whose pick it is", "C10")
            return may_fight(state, state.units[answer])

        key = yield Ask(
            player, "unit", "which unit fights next?", lambda: unit_options(state, units), subject="fight", judge=judge
        )
    yield from _activate(state, state.units[key])


def _called(state: State, key: str) -> Procedure[None]:
    """The unit that a stratagem lets fight next (W-245)."""
    yield Owes(units=())
    if is_eligible(state, state.units[key]) is None:
        yield from _activate(state, state.units[key])


def _activate(state: State, unit: Unit) -> Procedure[None]:
    """A unit fights; afterwards the opponent may let one of his fight next, whatever the order (W-243)."""
    yield Chose(unit=unit.id)
    fought = yield from fight(state, unit)
    yield Done(unit=unit.id)
    yield Chose(unit="")
    called = yield from windows().open(
        state,
        "unit has fought",
        [1 - state.player(unit.id)],
        fought,
        until=lambda found: isinstance(found, str),
    )
    chosen = tuple(found for found in called if isinstance(found, str))
    if chosen:
        yield Owes(units=chosen)


def fight(state: State, unit: Unit) -> Procedure[UnitMoment]:
    """All that a unit does when it is selected to fight: pile in, attack, consolidate.

    What comes of it: the units that it attacked (``others``), and those that it brought Below Half-strength (``halved``).
    """
    player = state.player(unit.id)
    foes = tuple(foe.id for foe in engaged_with(state, unit))
    yield Marked(unit=unit.id, mark="fought", value=True, rule="C10")
    yield from windows().open(state, "selected to fight", [player], UnitMoment(unit.id, others=foes))
    yield from choose_for_unit(state, unit, "fight")
    if unit.where != "table":
        return UnitMoment(unit.id)
    yield from pile_in(state, unit)
    aims = yield from declare(state, unit)
    targets = tuple(aimed.target for aimed in aims)
    strong = not_halved(state, targets)
    if aims:
        yield from windows().open(state, "targets selected", [1 - player], Targets(unit.id, targets))
        settled = yield from resolve(state, unit, aims)
        failed = yield from hazardous(state, unit, settled)
        yield from suffer(state, failed)
    yield from made_attacks(state, unit)
    halved = tuple(target for target in strong if state.below_half(state.units[target]))
    if unit.where == "table":
        yield from consolidate(state, unit)
    return UnitMoment(unit.id, others=targets, halved=halved)

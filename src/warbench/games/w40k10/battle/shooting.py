"""The Shooting phase: unit after unit shoots. What another rule lets a unit shoot out of turn comes through `shoot` too."""

from functools import partial

import msgspec

from warbench.battle.asking import name_of
from warbench.battle.requests import Ask, Option, Procedure, Refusal, Search, once
from warbench.games.w40k10.battle.after_attacks import Failed, fire_support, hazardous, suffer
from warbench.games.w40k10.battle.aiming import aims_of
from warbench.games.w40k10.battle.choosing import ask_selected, pick_profiles, selectable
from warbench.games.w40k10.battle.declaring import ask_targets, has_target
from warbench.games.w40k10.battle.events import Began, Chose, Done, Ends, Lasts, Marked
from warbench.games.w40k10.battle.faction_rules.choices import choose_for_unit
from warbench.games.w40k10.battle.faction_rules.guidance import observe
from warbench.games.w40k10.battle.faction_rules.haste import note_targets
from warbench.games.w40k10.battle.firing_deck import ask_lent, lendable, note_lenders
from warbench.games.w40k10.battle.guns import Fire, own_arms
from warbench.games.w40k10.battle.holding import held_fast
from warbench.games.w40k10.battle.moments import Targets, not_halved, windows
from warbench.games.w40k10.battle.precision import precise_shots
from warbench.games.w40k10.battle.sight import Outlook
from warbench.games.w40k10.battle.state import Lasting, State, Unit
from warbench.games.w40k10.battle.targets import Arsenal, stance_of, why_idle
from warbench.games.w40k10.battle.volleys import resolve
from warbench.rules.conditions import Value
from warbench.rules.effects import FailsOn

__all__ = ["Shot", "can_shoot_at", "eligible_to_shoot", "next_step", "shoot"]

FINISH = "finish"

_ONLY_SIXES = FailsOn(roll="hit", up_to=5, attacks="ranged", source="Fire Overwatch", rule="W-362")


class Shot(msgspec.Struct, frozen=True):
    """What came of shooting: the units that were selected as targets, and failed Hazardous tests that are suffered later (W-122).

    It is true when the unit shot.
    """

    targets: tuple[str, ...] = ()
    later: tuple[Failed, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.targets)


def next_step(state: State) -> Procedure[None]:
    """The next unit's shooting, or the end of the phase."""
    player = state.active
    yield from observe(state, player)
    yield from windows().open(state, "own shooting", (player,))
    outlook = Outlook(state)
    units = [unit for unit in state.on_table(player) if why_idle(state, unit, outlook) is None]
    drafts = [once(partial(_option, state, unit, outlook)) for unit in units]
    key = FINISH
    if drafts and (yield Search(lambda: any(draft() is not None for draft in drafts))):
        key = yield Ask(
            player,
            "unit",
            "which unit shoots next?",
            lambda: [*drafts, Option(FINISH, "finish the Shooting phase")],
            subject="shooting",
            judge=lambda answer: _judge(state, answer),
        )
    if key == FINISH:
        yield Ends(moment="phase")
        yield Began(round=state.core.round, turn=player, phase="charge")
        return
    yield Chose(unit=key)
    yield from shoot(state, state.units[key])
    yield Marked(unit=key, mark="shot", value=True, rule="C13")
    yield Done(unit=key)
    yield Chose(unit="")


def _option(state: State, unit: Unit, outlook: Outlook) -> Option | None:
    """A unit to choose, if it has something to shoot at."""
    return Option(unit.id, name_of(state, unit.id)) if _armed(state, unit, outlook) else None


def _judge(state: State, answer: str) -> Refusal | None:
    """Why a unit cannot be selected to shoot now, or None."""
    if answer == FINISH:
        return None
    unit = state.units.get(answer)
    if unit is None or state.player(answer) != state.active:
        return Refusal("not-yours", f"{answer!r} is no unit of the player whose turn it is", "C13")
    return eligible_to_shoot(state, unit)


def eligible_to_shoot(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may not be selected to shoot; None when it may, and has something to shoot at (C13, C14)."""
    outlook = Outlook(state)
    refusal = why_idle(state, unit, outlook)
    if refusal is None and not _armed(state, unit, outlook):
        return Refusal("no-target", f"{name_of(state, unit.id)} has no weapon with a target in range and sight", "C13")
    return refusal


def can_shoot_at(state: State, unit: Unit, target: Unit, *, overwatch: bool = False) -> Refusal | None:
    """Why a unit may not shoot at one enemy unit; None when it may (W-249, W-250, W-288).

    ``overwatch``: the enemy must be visible, even for Indirect Fire.
    """
    outlook = Outlook(state)
    refusal = why_idle(state, unit, outlook)
    if refusal is not None:
        return refusal
    name = name_of(state, target.id)
    if target.where != "table":
        return Refusal("no-such-target", f"{name} is not on the battlefield", "C13")
    if overwatch and not outlook.sees(unit.id, target.id):
        return Refusal("not-visible", f"{name} cannot be seen", "W-250")
    arms = [*own_arms(state, unit), *lendable(state, unit)]
    arsenal = Arsenal(state, unit, arms, stance_of(state, unit, outlook, overwatch=overwatch), outlook)
    fires = [Fire(armed, profile, target.id) for armed in arsenal.arms for profile in range(len(armed.gun.profiles))]
    if not fires:
        return Refusal("no-weapon", f"{name_of(state, unit.id)} has nothing to shoot with", "C13")
    return None if any(arsenal.may(fire) for fire in fires) else arsenal.why_not(fires[0])


def _armed(state: State, unit: Unit, outlook: Outlook) -> bool:
    """Whether a unit has a weapon, its own or lent, with a target."""
    arms = [*own_arms(state, unit), *selectable(state, unit), *lendable(state, unit)]
    return bool(arms) and has_target(Arsenal(state, unit, arms, stance_of(state, unit, outlook), outlook))


def shoot(state: State, unit: Unit, *, only: str | None = None, facts: dict[str, Value] | None = None) -> Procedure[Shot]:
    """A unit shoots: its targets are chosen, its attacks resolved, and what follows from them.

    In the own Shooting phase the opponent may react; out of turn nothing that is keyed to that phase starts (C4, W-161, W-370).

    Args:
        state: the battle.
        unit: the unit; whether it may shoot is for the caller (`eligible_to_shoot`, `can_shoot_at`).
        only: the one enemy unit that it may shoot at.
        facts: facts that hold for its attacks, such as ``overwatch``.
    """
    player = state.player(unit.id)
    overwatch = bool(facts and facts.get("overwatch"))
    own_phase = state.core.phase == "shooting" and state.active == player
    yield from choose_for_unit(state, unit, "shoot")
    if unit.where != "table":
        return Shot()
    lent = yield from ask_lent(state, unit)
    selected = (yield from ask_selected(state, unit)) if own_phase else []
    arms = yield from pick_profiles(state, unit, [*own_arms(state, unit), *selected, *lent])
    outlook = Outlook(state)
    stance = stance_of(state, unit, outlook, overwatch=overwatch)
    arsenal = Arsenal(state, unit, arms, stance, outlook)
    fires = yield from ask_targets(arsenal, only)
    if not fires:
        return Shot()
    yield from note_lenders(state, lent)
    yield from _spend(state, fires)
    precise = yield from precise_shots(arsenal, fires)
    aims = aims_of(arsenal, fires, facts, precise)
    about = Targets(unit.id, tuple(aimed.target for aimed in aims))
    if own_phase:
        yield from note_targets(state, unit, about.targets)
        yield from windows().open(state, "targets selected", (1 - player,), about)
    strong = not_halved(state, about.targets)
    settled = yield from resolve(state, unit, aims)
    halved = tuple(target for target in strong if state.below_half(state.units[target]))
    yield from held_fast(state, unit, settled)
    if overwatch:
        yield Lasts(unit=unit.id, lasting=Lasting(effect=_ONLY_SIXES, until="phase", source="Fire Overwatch"))
    failed = yield from hazardous(state, unit, settled)
    later = overwatch and state.core.phase == "charge"
    if not later:
        yield from suffer(state, failed)
    if own_phase:
        yield from fire_support(state, unit, settled)
        yield from windows().open(state, "unit has shot", (1 - player,), Targets(unit.id, about.targets, halved))
    return Shot(about.targets, failed if later else ())


def _spend(state: State, fires: list[Fire]) -> Procedure[None]:
    """Weapons that are shot once a battle are spent now, hit or miss, in whatever phase (W-080..W-083, X-64)."""
    spent: dict[str, list[str]] = {}
    for fire in fires:
        if fire.armed.gun.has("one shot"):
            spent.setdefault(state.unit_of(fire.armed.owner), []).append(fire.armed.once)
    for unit, weapons in spent.items():
        yield Marked(unit=unit, mark="spent", value=[*state.units[unit].spent, *weapons], rule="W-080")

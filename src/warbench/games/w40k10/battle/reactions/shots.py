"""Shooting out of turn: Fire Overwatch and Reactive Reprisal."""

from collections.abc import Iterable

from warbench.battle.asking import name_of
from warbench.battle.requests import Procedure, Refusal
from warbench.games.w40k10.battle.holding import bars_overwatch
from warbench.games.w40k10.battle.moments import Targets, UnitMoment
from warbench.games.w40k10.battle.placing import distance, in_reach
from warbench.games.w40k10.battle.reactions.play import Play, own
from warbench.games.w40k10.battle.shooting import Shot, can_shoot_at, shoot
from warbench.games.w40k10.battle.state import State
from warbench.table.lattice import INCH

OVERWATCH = 24 * INCH
"""How near the enemy must be to the unit that fires Overwatch (W-249)."""


class FireOverwatch(Play):
    """A unit shoots at an enemy that is set up, or begins or ends a move; only an unmodified 6 hits (W-246..W-257).

    By whom, at whom, how often: X-07, X-08, X-62. Gives what came of it: failed Hazardous tests may still be owed (W-122).
    """

    which = "fire-overwatch"
    at = ("set up", "move started", "move ended")
    timing = "W-246"
    limit = "W-256"
    searches = True

    def candidates(self, state: State, player: int, about: UnitMoment) -> Iterable[str]:
        """Any own unit, if the moment is about an enemy."""
        return own(state, player) if state.player(about.unit) != player else ()

    def objection(self, state: State, player: int, about: UnitMoment, key: str) -> Refusal | None:  # noqa: ARG002
        """It is near, may shoot at that enemy, and sees it."""
        unit, enemy = state.units[key], state.units[about.unit]
        if enemy.where != "table":
            return Refusal("no-target", f"{name_of(state, about.unit)} is not on the battlefield", "W-251")
        if not in_reach(state, unit, enemy, OVERWATCH) or distance(state, unit, enemy) > OVERWATCH:
            return Refusal("too-far", f'{name_of(state, key)} is not within 24" of {name_of(state, about.unit)}', "W-249")
        barred = bars_overwatch(enemy, about.others) if about.how == "charge" else ""
        if barred:
            sentence = f"{name_of(state, about.unit)} charges a unit that it holds ({barred})"
            return Refusal("held-fast", f"{sentence}: nobody may fire Overwatch at it", barred)
        return can_shoot_at(state, unit, enemy, overwatch=True)

    def text(self, state: State, about: UnitMoment, key: str) -> str:
        """Who at whom."""
        return f"{name_of(state, key)} at {name_of(state, about.unit)}"

    def play(self, state: State, player: int, about: UnitMoment, key: str) -> Procedure[Shot]:  # noqa: ARG002
        """It shoots at that enemy alone (W-251); that only sixes hit binds it for the rest of the phase (W-362)."""
        return (yield from shoot(state, state.units[key], only=about.unit, facts={"overwatch": True}))


class ReactiveReprisal(Play):
    """A unit that was a target of an enemy with Judgement tokens shoots back, as in its own Shooting phase (W-285..W-290)."""

    which = "reactive-reprisal"
    at = ("unit has shot",)
    timing = "W-285"

    def candidates(self, state: State, player: int, about: Targets) -> Iterable[str]:  # noqa: ARG002
        """The units that were picked as targets, hit or not (W-286)."""
        return [key for key in about.targets if state.units[key].where == "table"]

    def objection(self, state: State, player: int, about: Targets, key: str) -> Refusal | None:  # noqa: ARG002
        """The enemy has a token, be it from these very attacks (W-290, X-63), and may be shot at (W-288)."""
        enemy = state.units[about.unit]
        if not enemy.tokens:
            return Refusal("no-token", f"{name_of(state, about.unit)} has no Judgement token", "W-285")
        return can_shoot_at(state, state.units[key], enemy)

    def text(self, state: State, about: Targets, key: str) -> str:
        """Who at whom."""
        return f"{name_of(state, key)} at {name_of(state, about.unit)}"

    def play(self, state: State, player: int, about: Targets, key: str) -> Procedure[Shot]:  # noqa: ARG002
        """It shoots at that enemy alone, with its own Ballistic Skill (W-287, W-289)."""
        return (yield from shoot(state, state.units[key], only=about.unit))

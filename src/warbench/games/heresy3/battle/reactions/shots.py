"""Reactions that shoot: Return Fire, Intercept, Overwatch."""

from collections.abc import Sequence

from warbench.battle.asking import name_of
from warbench.battle.requests import Procedure, Refusal
from warbench.games.heresy3.battle.allotment import INTERCEPT, RETURN_FIRE
from warbench.games.heresy3.battle.moments import Targets, UnitMoment
from warbench.games.heresy3.battle.reactions.base import UnitReaction
from warbench.games.heresy3.battle.readings import ruling
from warbench.games.heresy3.battle.shooting import shoot
from warbench.games.heresy3.battle.sight import can_see
from warbench.games.heresy3.battle.state import State, Unit


class ReturnFire(UnitReaction):
    """A unit that is shot at shoots back, once the attack has been resolved but for its Step 11 (H-160..H-165)."""

    id = RETURN_FIRE
    rule = "H-160"
    moments = frozenset({"weapons declared"})

    def candidates(self, state: State, player: int, about: Targets) -> Sequence[Unit]:
        """Only the unit that is shot at (H-162)."""
        return [state.units[key] for key in about.targets if state.units[key].player == player]

    def barred(self, state: State, unit: Unit, about: Targets) -> Refusal | None:
        """It must be in the Shooting Phase: not against a volley of a charge (H-160)."""
        del about
        if state.core.phase != "shooting":
            return Refusal("not-now", f"{name_of(state, unit.id)}: Return Fire is for the Shooting Phase", "H-160")
        return None

    def act(self, state: State, unit: Unit, about: Targets) -> Procedure[tuple[str, str]]:
        """Declared and paid now; the Shooting Attack itself is made by whoever opened the window (H-163)."""
        del state, about
        yield from ()  # nothing happens yet
        return (self.id, unit.id)


class Intercept(UnitReaction):
    """A unit shoots at one that has just arrived from Reserves, as Snap Shots (H-166..H-171); one unit a declaration (H-276)."""

    id = INTERCEPT
    rule = "H-166"
    moments = frozenset({"arrived"})

    def candidates(self, state: State, player: int, about: UnitMoment) -> Sequence[Unit]:
        """Any unit of the Reactive player."""
        del about
        return list(state.on_table(player))

    def barred(self, state: State, unit: Unit, about: UnitMoment) -> Refusal | None:
        """It must see a model of the arriving unit (H-168)."""
        if "emplacement" in state.types(unit) and ruling(state, "interceptor-name") == "none":
            return Refusal("no-reactions", f"{name_of(state, unit.id)}: by the ruling there is no such Reaction", "H-062")
        arriving = state.units[about.unit]
        if arriving.where != "table" or not can_see(state, unit, arriving):
            return Refusal("out-of-sight", f"{name_of(state, unit.id)} sees no model of the arriving unit", "H-168")
        return None

    def act(self, state: State, unit: Unit, about: UnitMoment) -> Procedure[bool]:
        """Shoot at the arriving unit and no other (H-169), as Snap Shots (H-170)."""
        return (yield from shoot(state, unit, only=about.unit, reaction=self.id, facts={"intercept": True}))


class Overwatch(UnitReaction):
    """The target of a charge shoots with every weapon at full Ballistic Skill; no Cover Saves, no Shrouded (facts 12)."""

    id = "overwatch"
    rule = "overwatch"
    moments = frozenset({"volley"})

    def candidates(self, state: State, player: int, about: Targets) -> Sequence[Unit]:
        """The unit that is charged."""
        return [state.units[key] for key in about.targets if state.units[key].player == player]

    def barred(self, state: State, unit: Unit, about: Targets) -> Refusal | None:
        """It must see the chargers."""
        if not can_see(state, unit, state.units[about.unit]):
            return Refusal("out-of-sight", f"{name_of(state, unit.id)} does not see who charges it", "overwatch")
        return None

    def act(self, state: State, unit: Unit, about: Targets) -> Procedure[bool]:
        """Shoot at the chargers in place of a volley."""
        yield from shoot(state, unit, only=about.unit, reaction=self.id, facts={"overwatch": True})
        return True

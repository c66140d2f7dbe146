"""Reactions that move, or step forward: Reposition, Evade, Heroic Intervention."""

from collections.abc import Sequence

from warbench.battle.asking import ask, name_of
from warbench.battle.requests import Option, Procedure, Refusal
from warbench.games.heresy3.battle.measuring import units_within
from warbench.games.heresy3.battle.moments import Targets, UnitMoment
from warbench.games.heresy3.battle.moves import may_change_place, move
from warbench.games.heresy3.battle.reactions.base import UnitReaction
from warbench.games.heresy3.battle.sight import can_see
from warbench.games.heresy3.battle.state import State, Unit
from warbench.games.heresy3.battle.statuses import may_move
from warbench.table.lattice import INCH

_NEAR = 12


def reach(state: State, unit: Unit) -> int:
    """How far a unit moves in a Reaction: the lowest printed Initiative in it, in lattice units; 0 without one."""
    values = [state.kind(model.id).numbers.get("initiative") or 0 for model in unit.models]
    return min(values, default=0) * INCH


class _Step(UnitReaction):
    """A Reaction that moves the unit by its Initiative."""

    def barred(self, state: State, unit: Unit, about: UnitMoment | Targets) -> Refusal | None:
        """It must be able to move."""
        del about
        refusal = may_move(unit, name_of(state, unit.id)) or may_change_place(state, unit)
        if refusal is None and not reach(state, unit):
            refusal = Refusal("no-initiative", f"{name_of(state, unit.id)} has no Initiative to move by", self.rule)
        return refusal

    def act(self, state: State, unit: Unit, about: UnitMoment | Targets) -> Procedure[bool]:
        """Move at most its Initiative."""
        del about
        return (yield from move(state, unit, self.id, reach(state, unit), rule=self.rule))


class Reposition(_Step):
    """An enemy unit ends a move within 12 inches and in sight: a unit moves by its Initiative (facts 12)."""

    id = "reposition"
    rule = "reposition"
    moments = frozenset({"move ended"})

    def candidates(self, state: State, player: int, about: UnitMoment) -> Sequence[Unit]:
        """Units of the Reactive player within 12 inches of the one that moved."""
        mover = state.units[about.unit]
        if mover.where != "table":
            return []
        return [unit for unit in state.on_table(player) if units_within(state, unit, mover, _NEAR)]

    def barred(self, state: State, unit: Unit, about: UnitMoment | Targets) -> Refusal | None:
        """It must see the unit that moved."""
        refusal = super().barred(state, unit, about)
        if refusal is None and not can_see(state, unit, state.units[about.unit]):
            refusal = Refusal("out-of-sight", f"{name_of(state, unit.id)} does not see the unit that moved", self.rule)
        return refusal


class Evade(_Step):
    """A unit of Light models or Cavalry that is charged moves away after the volleys (facts 12)."""

    id = "evade"
    rule = "evade"
    moments = frozenset({"volley ended"})

    def candidates(self, state: State, player: int, about: Targets) -> Sequence[Unit]:
        """The unit that is charged, if all of it is Light or Cavalry."""
        units = [state.units[key] for key in about.targets]
        return [unit for unit in units if unit.player == player and state.every(unit, ("light", "cavalry"))]


class HeroicIntervention(UnitReaction):
    """The Active player declared no challenge in a combat: one of the Reactive player's characters declares one (facts 12)."""

    id = "heroic intervention"
    rule = "heroic-intervention"
    moments = frozenset({"challenge passed"})
    in_combat = True

    def candidates(self, state: State, player: int, about: Targets) -> Sequence[Unit]:
        """Units of the combat with a model that may declare a challenge (H-236)."""
        return [
            state.units[key]
            for key in about.targets
            if state.units[key].player == player and self._champions(state, state.units[key])
        ]

    @staticmethod
    def _champions(state: State, unit: Unit) -> list[str]:
        wanted = {"command", "champion", "paragon"}
        return [model.id for model in state.living(unit) if state.kind(model.id).words & wanted]

    def barred(self, state: State, unit: Unit, about: Targets) -> Refusal | None:
        """Nothing else bars it."""
        del state, unit, about
        return None

    def act(self, state: State, unit: Unit, about: Targets) -> Procedure[tuple[str, str]]:
        """Who declares the challenge; the Challenge Sub-Phase goes on with it."""
        del about
        options = [Option(key, state.kind(key).name) for key in self._champions(state, unit)]
        key = yield from ask(unit.player, "challenger", "who declares the challenge?", options, unit.id)
        return (self.id, key)

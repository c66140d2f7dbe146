"""Death or Glory: a unit that a vehicle moves through tries to stop it (facts 12)."""

from collections.abc import Sequence

from warbench.battle.asking import ask, name_of
from warbench.battle.requests import Option, Procedure, Refusal
from warbench.games.heresy3.battle.arms import arms
from warbench.games.heresy3.battle.casualties import remove
from warbench.games.heresy3.battle.events import Said
from warbench.games.heresy3.battle.glances import glances
from warbench.games.heresy3.battle.moments import UnitMoment
from warbench.games.heresy3.battle.reactions.base import UnitReaction
from warbench.games.heresy3.battle.roster import Arm
from warbench.games.heresy3.battle.state import Model, State, Unit
from warbench.games.heresy3.battle.statuses import has
from warbench.games.heresy3.battle.volleys import Declared, resolve
from warbench.rules.conditions import Value


class DeathOrGlory(UnitReaction):
    """One model of a unit that a vehicle moved through attacks its front: it must destroy or Pin it, or it dies."""

    id = "death or glory"
    rule = "death-or-glory"
    moments = frozenset({"moved through"})

    def candidates(self, state: State, player: int, about: UnitMoment) -> Sequence[Unit]:
        """The units that were moved through."""
        return [state.units[key] for key in about.others if state.units[key].player == player]

    def barred(self, state: State, unit: Unit, about: UnitMoment) -> Refusal | None:
        """The vehicle must still be there."""
        del unit
        if state.units[about.unit].where != "table":
            return Refusal("not-there", f"{name_of(state, about.unit)} is gone", self.rule)
        return None

    def act(self, state: State, unit: Unit, about: UnitMoment) -> Procedure[bool]:
        """The attack; whether it stopped the vehicle."""
        vehicle = state.units[about.unit]
        hero, arm = yield from self._hero(state, unit)
        declared = Declared(arm, (hero.id,), sure=True)
        facts: dict[str, Value] = {"death_or_glory": True, "facing": "front"}
        outcome = yield from resolve(state, unit, vehicle, declared, melee=arm.type == "melee", facts=facts)
        fallen = [*outcome.slain, *(yield from glances(state, vehicle, outcome.glances, by=unit.id, player=unit.player))]
        yield from remove(state, fallen, by=unit.id, source="Death or Glory", rule=self.rule)
        if vehicle.where != "table" or has(vehicle, "pinned"):
            return True
        yield Said(text=f"{name_of(state, vehicle.id)} rolls on", unit=unit.id, rule=self.rule)
        if state.is_left(hero.id):
            yield from remove(state, [hero.id], by=vehicle.id, source="Death or Glory", rule=self.rule)
        return False

    @staticmethod
    def _hero(state: State, unit: Unit) -> Procedure[tuple[Model, Arm]]:
        """Who stands, and with what: one of each kind of model and weapon stands for all alike."""
        ways: dict[tuple[str, str], tuple[Model, Arm]] = {}
        for model in state.living(unit):
            for arm in arms(state, model):
                ways.setdefault((state.kind(model.id).name, arm.name), (model, arm))
        options = [Option(f"{model.id}/{arm.name}", f"{kind} with {name}") for (kind, name), (model, arm) in ways.items()]
        key = yield from ask(unit.player, "death or glory", f"{name_of(state, unit.id)}: who stands?", options, unit.id)
        return next(way for way in ways.values() if f"{way[0].id}/{way[1].name}" == key)

"""Explosive Clearance: one Blast weapon counts and strikes models that its bearer does not see (Boarding Actions)."""

from collections.abc import Iterable

from warbench.battle.asking import ask, name_of
from warbench.battle.requests import Option, Procedure, Refusal
from warbench.games.w40k10.battle.aiming import CLEARANCE
from warbench.games.w40k10.battle.events import Lasts
from warbench.games.w40k10.battle.guns import guns_of
from warbench.games.w40k10.battle.reactions.play import Play, own, reading
from warbench.games.w40k10.battle.state import Lasting, State, Unit
from warbench.rules.effects import Permit


class ExplosiveClearance(Play):
    """Own Shooting phase, a unit that was not yet picked to shoot, one of its models with a Blast weapon (W-238..W-242)."""

    which = "explosive-clearance"
    at = ("own shooting",)
    timing = "W-238"

    def candidates(self, state: State, player: int, about: None) -> Iterable[str]:  # noqa: ARG002
        """Any own unit."""
        return own(state, player)

    def objection(self, state: State, player: int, about: None, key: str) -> Refusal | None:  # noqa: ARG002
        """It has not shot, and has a Blast weapon."""
        unit = state.units[key]
        if unit.shot or key in state.core.done:
            return Refusal("has-shot", f"{name_of(state, key)} was selected to shoot already", "W-238")
        if not _blasters(state, unit):
            return Refusal("no-blast", f"{name_of(state, key)} has no Blast weapon", "W-239")
        return None

    def play(self, state: State, player: int, about: None, key: str) -> Procedure[None]:  # noqa: ARG002
        """Until the phase ends it serves the model that is picked, or its whole unit (ruling ``explosive-clearance``, A7)."""
        model = ""
        if reading(state, "explosive-clearance") == "model":
            options = [Option(model, f"{state.kind(model).name} ({model})") for model in _blasters(state, state.units[key])]
            model = yield from ask(player, "blaster", f"{name_of(state, key)}: which model?", options, subject=key)
        effect = Permit(what=CLEARANCE, attacks="ranged", source=self.card.name, rule="W-240")
        yield Lasts(unit=key, lasting=Lasting(effect, "phase", self.card.name, model=model))


def _blasters(state: State, unit: Unit) -> list[str]:
    """The models of a unit that have a ranged weapon with Blast in any of its profiles."""
    entry = state.entry(unit.id)
    return [
        model.id
        for model in unit.models
        if any("blast" in families for gun in guns_of(entry, entry.index[model.id]) for families in gun.families)
    ]

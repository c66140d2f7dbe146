"""Reactions that datasheets bring against fire: Shieldwall! and Smokescreen (facts 19; C1)."""

from collections.abc import Sequence

from warbench.battle.asking import name_of
from warbench.battle.requests import Procedure, Refusal
from warbench.games.heresy3.battle.events import Lasts
from warbench.games.heresy3.battle.moments import Targets
from warbench.games.heresy3.battle.reactions.base import UnitReaction
from warbench.games.heresy3.battle.state import Lasting, State, Unit
from warbench.rules.effects import ChangeValue, Effect, Grant


class _Guard(UnitReaction):
    """The unit that is shot at, or charged, is harder to hurt until the end of the phase."""

    effect: Effect

    def candidates(self, state: State, player: int, about: Targets) -> Sequence[Unit]:
        """The unit that is shot at, if it has the Reaction."""
        units = [state.units[key] for key in about.targets]
        return [unit for unit in units if unit.player == player and self.fits(state, unit)]

    def fits(self, state: State, unit: Unit) -> bool:
        """Whether a unit has the Reaction at all."""
        raise NotImplementedError

    def barred(self, state: State, unit: Unit, about: Targets) -> Refusal | None:
        """Once a phase is enough."""
        del about
        if any(each.source == self.effect.source for each in unit.lasting):
            return Refusal("guarded", f"{name_of(state, unit.id)} has it already in this phase", self.rule)
        return None

    def act(self, state: State, unit: Unit, about: Targets) -> Procedure[str]:
        """It takes hold, and the attack goes on."""
        del state, about
        yield Lasts(unit=unit.id, lasting=Lasting(effect=self.effect, until="phase", source=self.effect.source))
        return self.id


class Shieldwall(_Guard):
    """A unit of which most models have the Shield Trait has 1 more Toughness."""

    id = "shieldwall!"
    rule = "shieldwall"
    moments = frozenset({"weapons declared", "volley"})
    effect = ChangeValue(name="toughness", by=1, side="defender", source="Shieldwall!")

    def fits(self, state: State, unit: Unit) -> bool:
        """Whether most of its models have the Trait, and one the ability."""
        kinds = [state.kind(model.id) for model in unit.models]
        shields = sum("shield" in kind.traits for kind in kinds)
        return 2 * shields > len(kinds) and any(kind.has(self.id) is not None for kind in kinds)


class Smokescreen(_Guard):
    """A unit of which most models have it makes Shrouded tests of 5+ against fire."""

    id = "smokescreen"
    rule = "smokescreen"
    moments = frozenset({"weapons declared"})
    effect = Grant(keyword="shrouded (5+)", side="defender", attacks="ranged", source="Smokescreen")

    def fits(self, state: State, unit: Unit) -> bool:
        """Whether most of its models have it; a searchlight gives it away."""
        kinds = [state.kind(model.id) for model in unit.models]
        able = [kind.has(self.id) is not None and kind.has("searchlight") is None for kind in kinds]
        return 2 * sum(able) > len(kinds)

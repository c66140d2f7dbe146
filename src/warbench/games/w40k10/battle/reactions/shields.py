"""What a unit does once it was picked as a target: Go to Ground, Smokescreen, Void Armour."""

from collections.abc import Iterable

from warbench.battle.requests import Procedure
from warbench.games.w40k10.battle.moments import Targets
from warbench.games.w40k10.battle.reactions.play import Play
from warbench.games.w40k10.battle.state import State


class _Shield(Play):
    """Its effects last on the targeted unit until the phase ends, against all attackers."""

    at = ("targets selected",)

    def candidates(self, state: State, player: int, about: Targets) -> Iterable[str]:  # noqa: ARG002
        """The units that were picked."""
        return [key for key in about.targets if state.units[key].where == "table"]

    def play(self, state: State, player: int, about: Targets, key: str) -> Procedure[None]:  # noqa: ARG002
        """Until the phase ends it is harder to hurt."""
        yield from self.last(state.units[key])


class GoToGround(_Shield):
    """INFANTRY: a 6+ invulnerable save and cover (C26)."""

    which = "go-to-ground"
    timing = "C26"


class Smokescreen(_Shield):
    """SMOKE: cover and Stealth (C27)."""

    which = "smokescreen"
    timing = "C27"


class VoidArmour(_Shield):
    """The Armour Penetration of every attack on it is 1 worse (W-291..W-296, X-22)."""

    which = "void-armour"
    timing = "W-291"

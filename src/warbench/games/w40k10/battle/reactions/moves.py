"""Stratagems of the Movement phase: Rapid Ingress and Ordered Retreat."""

from collections.abc import Iterable

from warbench.battle.asking import name_of
from warbench.battle.requests import Procedure, Refusal
from warbench.games.w40k10.battle.events import Marked
from warbench.games.w40k10.battle.moments import UnitMoment
from warbench.games.w40k10.battle.placing import setup_rule, setups
from warbench.games.w40k10.battle.reactions.play import Play
from warbench.games.w40k10.battle.reserves import arrive, may_arrive, methods, region_of
from warbench.games.w40k10.battle.state import State


class RapidIngress(Play):
    """At the end of the opponent's Movement phase a unit arrives from Reserves (W-258..W-262)."""

    which = "rapid-ingress"
    at = ("movement phase ends",)
    timing = "W-258"
    searches = True

    def candidates(self, state: State, player: int, about: None) -> Iterable[str]:  # noqa: ARG002
        """The own units in Reserves."""
        return [key for key, unit in state.units.items() if unit.where == "reserve" and state.player(key) == player]

    def objection(self, state: State, player: int, about: None, key: str) -> Refusal | None:  # noqa: ARG002
        """It could arrive in this battle round (W-261), and there is room (the table's search is the referee)."""
        unit = state.units[key]
        refusal = may_arrive(state, unit)
        if refusal is not None:
            return refusal
        for how in methods(state, unit):
            rule = setup_rule(state, unit, region_of(state, player, how))
            if may_arrive(state, unit, how) is None and setups(state, unit, rule).exists():
                return None
        return Refusal("no-room", f"{name_of(state, key)} finds no room to arrive", "W-259")

    def play(self, state: State, player: int, about: None, key: str) -> Procedure[bool]:  # noqa: ARG002
        """It arrives as in the own Reinforcements step (W-259, W-260); whether it did."""
        return (yield from arrive(state, state.units[key]))


class OrderedRetreat(Play):
    """A unit that Fell Back may shoot and charge this turn all the same (W-275..W-278)."""

    which = "ordered-retreat"
    at = ("fell back",)
    timing = "W-275"

    def candidates(self, state: State, player: int, about: UnitMoment) -> Iterable[str]:  # noqa: ARG002
        """The unit that Fell Back."""
        return (about.unit,)

    def play(self, state: State, player: int, about: UnitMoment, key: str) -> Procedure[None]:  # noqa: ARG002
        """What it lost on its way stays lost (W-277); the rest of it has its hands free until the turn ends."""
        yield Marked(unit=key, mark="free_hands", value=True, rule="W-276")

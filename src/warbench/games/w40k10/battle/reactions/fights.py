"""What may follow the attacks of an enemy unit: Counter-offensive and Newfound Nemesis."""

from collections.abc import Iterable

from warbench.battle.asking import ask, name_of
from warbench.battle.requests import Option, Procedure, Refusal
from warbench.games.w40k10.battle.events import Marked
from warbench.games.w40k10.battle.moments import Targets, UnitMoment
from warbench.games.w40k10.battle.placing import is_engaged
from warbench.games.w40k10.battle.reactions.play import Play, own
from warbench.games.w40k10.battle.state import State
from warbench.games.w40k10.tokens import MOST_TOKENS, gain


class CounterOffensive(Play):
    """After an enemy unit has fought, an engaged own unit fights next, before any order (W-243..W-245). Gives the unit's id."""

    which = "counter-offensive"
    at = ("unit has fought",)
    timing = "W-243"

    def candidates(self, state: State, player: int, about: UnitMoment) -> Iterable[str]:
        """Any own unit, after an enemy has fought."""
        return own(state, player) if state.player(about.unit) != player else ()

    def objection(self, state: State, player: int, about: UnitMoment, key: str) -> Refusal | None:  # noqa: ARG002
        """It was not selected to fight yet, and is engaged (W-244)."""
        unit = state.units[key]
        if unit.fought:
            return Refusal("has-fought", f"{name_of(state, key)} was selected to fight already in this phase", "W-244")
        if not is_engaged(state, unit):
            return Refusal("not-engaged", f"{name_of(state, key)} is not in Engagement Range of an enemy", "W-244")
        return None

    def play(self, state: State, player: int, about: UnitMoment, key: str) -> Procedure[str]:  # noqa: ARG002
        """Nothing happens here: the Fight phase goes on with that unit."""
        yield from ()
        return key


class BoardingCounterOffensive(CounterOffensive):
    """That of Boarding Actions: the same."""

    which = "counter-offensive-boarding-actions"


class NewfoundNemesis(Play):
    """An enemy unit whose attacks brought an INFANTRY or MOUNTED unit Below Half-strength gains Judgement tokens (M9)."""

    which = "newfound-nemesis"
    at = ("unit has shot", "unit has fought")
    timing = "M9"

    def candidates(self, state: State, player: int, about: Targets | UnitMoment) -> Iterable[str]:  # noqa: ARG002
        """The units that the attacks brought Below Half-strength and that are left."""
        return [key for key in about.halved if state.units[key].where == "table"]

    def objection(self, state: State, player: int, about: Targets | UnitMoment, key: str) -> Refusal | None:  # noqa: ARG002
        """The enemy is left to be marked."""
        if state.units[about.unit].where == "table":
            return None
        return Refusal("no-target", f"{name_of(state, about.unit)} is not on the battlefield", "M9")

    def text(self, state: State, about: Targets | UnitMoment, key: str) -> str:
        """Who marks whom."""
        return f"{name_of(state, key)} marks {name_of(state, about.unit)}"

    def play(self, state: State, player: int, about: Targets | UnitMoment, key: str) -> Procedure[None]:
        """One token, or up to two if the Warlord was in that unit; never more than an enemy can have (W-194)."""
        by = 1
        if state.entry(key).warlord:
            options = [Option(str(number), f"{number}") for number in range(1, MOST_TOKENS + 1)]
            by = int((yield from ask(player, "tokens", f"{name_of(state, about.unit)}: how many tokens?", options, subject=key)))
        enemy = state.units[about.unit]
        yield Marked(unit=enemy.id, mark="tokens", value=gain(enemy.tokens, by), rule="M9")

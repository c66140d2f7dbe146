"""What may follow a Charge move: Tank Shock and Heroic Intervention."""

from collections.abc import Iterable

from warbench.battle.asking import ask, name_of, roll, rolled
from warbench.battle.requests import Option, Procedure, Refusal
from warbench.games.w40k10.battle.casualties import mortal_wounds
from warbench.games.w40k10.battle.charging import can_declare, charge
from warbench.games.w40k10.battle.moments import UnitMoment
from warbench.games.w40k10.battle.placing import ENGAGED, distance, engaged_with, in_reach
from warbench.games.w40k10.battle.reactions.play import Play, own
from warbench.games.w40k10.battle.state import State, Unit
from warbench.table.lattice import INCH
from warbench.table.measure import engaged

NEAR = 6 * INCH
"""How near the enemy that charged must be to the unit that intervenes (W-270)."""

_HARMS = 5
_MOST = 6


class TankShock(Play):
    """One engaged enemy unit suffers from a VEHICLE that charged: a die for each point of its Toughness (W-263..W-268)."""

    which = "tank-shock"
    at = ("charge move ended",)
    timing = "W-263"

    def candidates(self, state: State, player: int, about: UnitMoment) -> Iterable[str]:
        """The enemies in Engagement Range of the own unit that charged."""
        if state.player(about.unit) != player:
            return ()
        return [enemy.id for enemy in engaged_with(state, state.units[about.unit])]

    def unit_of(self, state: State, about: UnitMoment, key: str) -> Unit:  # noqa: ARG002
        """The unit that charged."""
        return state.units[about.unit]

    def objection(self, state: State, player: int, about: UnitMoment, key: str) -> Refusal | None:  # noqa: ARG002
        """One of its VEHICLE models is engaged with that enemy (W-264, W-373)."""
        if _rams(state, state.units[about.unit], state.units[key]):
            return None
        return Refusal("not-engaged", f"no VEHICLE model is in Engagement Range of {name_of(state, key)}", "W-264")

    def text(self, state: State, about: UnitMoment, key: str) -> str:
        """Who whom."""
        return f"{name_of(state, about.unit)} into {name_of(state, key)}"

    def play(self, state: State, player: int, about: UnitMoment, key: str) -> Procedure[int]:
        """The mortal wounds: each 5+ is one, six at most (W-265..W-268, X-44); how many were. No roll of the nine (W-221)."""
        unit = state.units[about.unit]
        models = _rams(state, unit, state.units[key])
        options = [Option(model, f"{state.kind(model).name} ({model}), T{state.kind(model).toughness}") for model in models]
        model = yield from ask(player, "ram", f"{name_of(state, unit.id)}: which model?", options, subject=unit.id)
        faces = yield from roll(state, player, "tank shock", state.kind(model).toughness, unit.id)
        wounds = min(_MOST, sum(face >= _HARMS for face in faces))
        yield rolled(player, "tank shock", faces, f"{wounds} mortal wounds on {key}", unit.id, "W-266")
        return (yield from mortal_wounds(state, key, wounds, by=unit.id, source=self.card.name, rule="W-266"))


def _rams(state: State, unit: Unit, enemy: Unit) -> list[str]:
    """The VEHICLE models of a unit that are engaged with an enemy unit."""
    there = state.shapes(enemy)
    return [
        model.id
        for model in unit.models
        if "vehicle" in state.kind(model.id).keywords and any(engaged(state.standing(model), other, *ENGAGED) for other in there)
    ]


class HeroicIntervention(Play):
    """A unit near to an enemy that charged charges it in turn, whoever was the enemy's target (W-269..W-274, W-374)."""

    which = "heroic-intervention"
    at = ("charge move ended",)
    timing = "W-269"

    def candidates(self, state: State, player: int, about: UnitMoment) -> Iterable[str]:
        """Any own unit, if an enemy charged."""
        return own(state, player) if state.player(about.unit) != player else ()

    def objection(self, state: State, player: int, about: UnitMoment, key: str) -> Refusal | None:  # noqa: ARG002
        """It is near, and could declare that charge (W-270, X-45)."""
        unit, enemy = state.units[key], state.units[about.unit]
        if enemy.where != "table":
            return Refusal("no-target", f"{name_of(state, about.unit)} is not on the battlefield", "W-271")
        if not in_reach(state, unit, enemy, NEAR) or distance(state, unit, enemy) > NEAR:
            return Refusal("too-far", f'{name_of(state, key)} is not within 6" of {name_of(state, about.unit)}', "W-270")
        return can_declare(state, unit, enemy)

    def text(self, state: State, about: UnitMoment, key: str) -> str:
        """Who whom."""
        return f"{name_of(state, key)} charges {name_of(state, about.unit)}"

    def play(self, state: State, player: int, about: UnitMoment, key: str) -> Procedure[bool]:  # noqa: ARG002
        """A charge at that enemy alone (W-271, W-272), without the bonus of one (W-274, X-46); whether it succeeded."""
        return (yield from charge(state, state.units[key], (about.unit,), bonus=False))

"""Grenade: mortal wounds at short range, in place of nothing: the unit may still shoot."""

from collections.abc import Iterable, Iterator

from warbench.battle.asking import ask, name_of, roll, rolled, unit_options
from warbench.battle.requests import Procedure, Refusal
from warbench.games.w40k10.battle.casualties import mortal_wounds
from warbench.games.w40k10.battle.placing import engaged_with, in_reach, is_engaged
from warbench.games.w40k10.battle.reactions.play import Play, own
from warbench.games.w40k10.battle.sight import Outlook
from warbench.games.w40k10.battle.state import State, Unit
from warbench.table.lattice import INCH

THROW = 8 * INCH
"""How far a grenade is thrown."""

_DICE = 6
_HARMS = 4
_HURRIED = frozenset({"advance", "fall back"})


class Grenade(Play):
    """A GRENADES unit that is free to throw, at one enemy unit in 8 inches and sight: six dice, each 4+ a mortal wound (C25)."""

    which = "grenade"
    at = ("own shooting",)
    timing = "C25"

    def candidates(self, state: State, player: int, about: None) -> Iterable[str]:  # noqa: ARG002
        """Any own unit."""
        return own(state, player)

    def objection(self, state: State, player: int, about: None, key: str) -> Refusal | None:  # noqa: ARG002
        """It has not shot, Advanced or Fallen Back, is not engaged, and has somebody to throw at."""
        unit, name = state.units[key], name_of(state, key)
        if unit.shot or key in state.core.done:
            return Refusal("has-shot", f"{name} has shot already", "C25")
        if unit.moved in _HURRIED:
            return Refusal("has-moved", f"{name} Advanced or Fell Back this turn", "C25")
        if is_engaged(state, unit):
            return Refusal("engaged", f"{name} is in Engagement Range of an enemy", "C25")
        if next(_targets(state, unit), None) is None:
            return Refusal("no-target", f'{name} has no enemy unit within 8" and in sight that is not engaged', "C25")
        return None

    def play(self, state: State, player: int, about: None, key: str) -> Procedure[int]:  # noqa: ARG002
        """Ask at whom, and roll; the mortal wounds that were inflicted."""
        options = unit_options(state, _targets(state, state.units[key]))
        target = yield from ask(player, "grenade", f"{name_of(state, key)}: grenades at which unit?", options, subject=key)
        faces = yield from roll(state, player, "grenade", _DICE, key)
        wounds = sum(face >= _HARMS for face in faces)
        yield rolled(player, "grenade", faces, f"{wounds} mortal wounds on {target}", key, "C25")
        return (yield from mortal_wounds(state, target, wounds, by=key, source=self.card.name, rule="C25"))


def _targets(state: State, unit: Unit) -> Iterator[Unit]:
    """Whom a unit may throw at: enemies near to a GRENADES model that sees them, and not engaged with the own army."""
    near = [enemy for enemy in state.on_table(1 - state.player(unit.id)) if in_reach(state, unit, enemy, THROW)]
    if not near:
        return
    outlook = Outlook(state)
    throwers = [state.standing(model) for model in unit.models if "grenades" in state.kind(model.id).keywords]
    for enemy in near:
        within = [shape for shape in throwers if outlook.distance(shape, enemy.id) <= THROW]
        if within and not engaged_with(state, enemy) and any(outlook.seen_by(unit.id, shape, enemy.id) for shape in within):
            yield enemy

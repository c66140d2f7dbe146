"""The Void Shield Generator: what it rolls in its player's Start Phase, harder to keep up each time (facts 17)."""

from warbench.battle.asking import ask, name_of, roll, rolled
from warbench.battle.requests import Option, Procedure
from warbench.chance import Dice
from warbench.games.heresy3.battle.casualties import glances, remove
from warbench.games.heresy3.battle.events import Lasts, Spent
from warbench.games.heresy3.battle.measuring import units_within
from warbench.games.heresy3.battle.roster import Arm
from warbench.games.heresy3.battle.state import Lasting, Model, State, Unit
from warbench.games.heresy3.battle.volleys import Declared, resolve
from warbench.rules.effects import ChangeValue

RULE = "void shield generator"
_WIDE, _NARROW, _BURST = 6, 3, 5
_LOW, _MIDDLE, _HIGH = 3, 6, 8
_SIX = 6
_USED = "void shield"
_SHIELDED = ("infantry", "automata", "walker", "paragon")
_BLAST = Arm(name="Void shield collapse", type="ranged", range=None, attacks=Dice.parse("D6"), strength=6)


def generators(state: State, player: int) -> Procedure[None]:
    """Each generator of a player, once a Start Phase if he likes: a die and one more for each earlier use.

    Up to 3: an Invulnerable Save of 6+ against fire for itself and his units of men and walkers within 6 inches, until his next
    Start Phase or its end (H-220); up to 6: within 3 inches; 7: nothing, it is burnt out; 8 or more: it bursts, with hits on
    every unit near, and is gone.
    """
    for unit in list(state.on_table(player)):
        for model in list(unit.models):
            if _bears(state, model) and "burnt out" not in model.spent and (yield from _wanted(state, unit, model)):
                yield from _generate(state, unit, model)


def _wanted(state: State, unit: Unit, model: Model) -> Procedure[bool]:
    uses = model.spent.count(_USED)
    options = [Option("activate", f"a die and {uses}"), Option("leave", "no shield this turn")]
    if uses + _SIX >= _HIGH:  # it may burst: the careful answer comes first
        options.reverse()
    text = f"{name_of(state, unit.id)}: activate the Void Shield Generator?"
    return (yield from ask(unit.player, "generator", text, options, unit.id)) == "activate"


def _bears(state: State, model: Model) -> bool:
    """Whether a model has a generator, as wargear or as a special rule."""
    kind = state.kind(model.id)
    return kind.has(RULE) is not None or any(item.casefold() == RULE for item, _ in kind.items)


def _generate(state: State, unit: Unit, model: Model) -> Procedure[None]:
    (face,) = yield from roll(state, unit.player, RULE, 1, unit.id)
    total = face + model.spent.count(_USED)
    yield rolled(unit.player, RULE, (face,), f"{total} with earlier uses: {_said(total)}", unit.id, "facts-17")
    yield Spent(model=model.id, what=_USED, rule="facts-17")
    if total <= _MIDDLE:
        yield from _shield(state, unit, model, _WIDE if total <= _LOW else _NARROW)
    elif total < _HIGH:
        yield Spent(model=model.id, what="burnt out", rule="facts-17")
    else:
        yield from _burst(state, unit, model)


def _said(total: int) -> str:
    if total <= _MIDDLE:
        return f'a shield of {_WIDE if total <= _LOW else _NARROW}"'
    return "burnt out" if total < _HIGH else "it bursts"


def _shield(state: State, unit: Unit, model: Model, reach: int) -> Procedure[None]:
    effect = ChangeValue(name="invulnerable", set=6, side="defender", attacks="ranged", source="Void Shield")
    for other in state.on_table(unit.player):
        if other is unit or (state.every(other, _SHIELDED) and units_within(state, other, unit, reach)):
            lasting = Lasting(effect=effect, until=f"start {unit.player}", source="Void Shield", bearer=model.id)
            yield Lasts(unit=other.id, lasting=lasting)


def _burst(state: State, unit: Unit, model: Model) -> Procedure[None]:
    """It bursts: hits S6 AP - on whoever is within 5 inches, a 10 inch blast, and it is removed."""
    near = [other for other in state.on_table() if other is not unit and units_within(state, other, unit, _BURST)]
    fallen: list[str] = []
    for other in near:
        outcome = yield from resolve(state, unit, other, Declared(_BLAST, (model.id,), sure=True), melee=False, facts={})
        fallen += [*outcome.slain, *(yield from glances(state, other, outcome.glances, player=max(unit.player, 0)))]
    yield from remove(state, [*fallen, model.id], source="Void shield collapse", rule="facts-17")

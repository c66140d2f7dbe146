"""When the planner spends Command points: what each stratagem gains against what its points are worth."""

from collections.abc import Callable
from typing import Any

from warbench.battle.requests import Ask
from warbench.chance import Check, Result
from warbench.games.w40k10.battle.moments import DiceRolled, Targets, UnitMoment
from warbench.games.w40k10.battle.placing import distance, engaged_with
from warbench.games.w40k10.battle.scoring import in_range
from warbench.games.w40k10.battle.state import Lasting, State, Unit
from warbench.games.w40k10.stratagems import stratagem
from warbench.players.choosing import best
from warbench.players.w40k10_worth import arsenal_of, best_shot, melee, overwatch, points_of, shooting
from warbench.table.lattice import INCH

PRICE = 12.0
"""What a Command point is worth, in points of the army list: a stratagem must gain more."""

_RICH = 4
"""With so many Command points they are worth half: there will be more than can be spent."""

_ESCAPES = 3
_LOW = 2
_MORTAL = 9.0
_GUNNERS = 120


def react(ask: Ask, state: State) -> str:
    """The stratagem that gains most, or none."""
    side = state.core.sides[ask.player]
    price = PRICE / 2 if side.cp >= _RICH else PRICE
    scored: list[tuple[float, str]] = [(0.0, "pass")]
    for option in ask.options:
        which, _, key = option.key.partition(":")
        gain = _GAINS.get(which)
        if gain is not None:
            scored.append((gain(state, ask.player, ask.matter, key) - price * stratagem(which).cost, option.key))
    found: str = best(scored)
    return found


# --- dice ---


def _reroll(state: State, _player: int, about: Any, key: str) -> float:  # noqa: ANN401 -- what the moment is about
    """A die thrown again: what it decides, times the chance that it comes out better."""
    if not isinstance(about, DiceRolled):
        return 0.0
    unit = state.units[about.unit]
    if about.batch is None:
        return _reroll_sum(state, unit, about)
    index = int(key)
    request, answer = about.batch.request, about.batch.answers[index]
    if not isinstance(request, Check):
        return 15.0 if about.batch.shown[index] <= _LOW and len(about.batch.shown) == 1 else 0.0
    if answer != Result.FAIL:
        return 0.0
    return (1.0 - float(request.law()[Result.FAIL])) * _at_stake(state, unit, about, len(about.batch.shown))


def _at_stake(state: State, unit: Unit, about: DiceRolled, dice: int) -> float:
    """Roughly what one die of a batch decides: a model's worth for a save, a share of the weapon's for hits and wounds."""
    worth = points_of(state, unit)
    if about.purpose == "save":
        return worth / unit.starting if unit.starting > 1 else worth / 4
    if about.purpose == "hazardous":
        return worth / unit.starting if unit.starting > 1 else worth / 3
    return worth / 5 / max(1, dice) if about.purpose in {"hit", "wound"} else 0.0


def _reroll_sum(state: State, unit: Unit, about: DiceRolled) -> float:
    """Charges that do not reach, and models that would be lost."""
    if about.purpose == "charge":
        near = min((distance(state, unit, enemy) for enemy in state.on_table(1 - state.player(unit.id))), default=0)
        need = -(-(near - INCH) // INCH)
        return 0.3 * points_of(state, unit) * chance_of(need) if sum(about.faces) < need else 0.0
    if about.purpose == "desperate escape":
        return 0.7 * points_of(state, unit) / unit.starting if about.faces[0] < _ESCAPES else 0.0
    return 0.0


def chance_of(need: int) -> float:
    """The probability that 2D6 show at least so much."""
    return sum(one + two >= need for one in range(1, 7) for two in range(1, 7)) / 36


# --- attacks out of turn ---


def _overwatch(state: State, _player: int, about: Any, key: str) -> float:  # noqa: ANN401
    return overwatch(state, state.units[key], state.units[about.unit]) if isinstance(about, UnitMoment) else 0.0


def _reprisal(state: State, _player: int, about: Any, key: str) -> float:  # noqa: ANN401
    return shooting(arsenal_of(state, state.units[key]), about.unit) if isinstance(about, Targets) else 0.0


def _counter(state: State, _player: int, _about: Any, key: str) -> float:  # noqa: ANN401
    """Fighting before the enemy's next unit does: some of what the unit would lose, and nothing that it would not do anyway."""
    unit = state.units[key]
    foes = engaged_with(state, unit)
    return 0.5 * max((melee(state, foe, unit) for foe in foes if not foe.fought), default=0.0)


def _intervene(state: State, _player: int, about: Any, key: str) -> float:  # noqa: ANN401
    if not isinstance(about, UnitMoment):
        return 0.0
    unit, enemy = state.units[key], state.units[about.unit]
    need = -(-(distance(state, unit, enemy) - INCH) // INCH)
    return chance_of(need) * (melee(state, unit, enemy) - 0.5 * melee(state, enemy, unit))


def _tank_shock(state: State, _player: int, about: Any, key: str) -> float:  # noqa: ANN401
    unit = state.units[about.unit]
    toughness = max(state.kind(model.id).toughness for model in unit.models)
    return _mortals(state, state.units[key], min(6.0, toughness / 3))


def _grenade(_state: State, _player: int, _about: Any, _key: str) -> float:  # noqa: ANN401
    """Half of six dice are mortal wounds; whom they strike is asked later."""
    return 3 * _MORTAL


def _mortals(state: State, unit: Unit, wounds: float) -> float:
    whole = sum(state.kind(model).wounds for model, _ in state.entry(unit.id).models)
    left = sum(model.wounds for model in unit.models)
    return points_of(state, unit) * min(wounds, left) / whole


# --- harder to hurt, harder to scare, better at hurting ---


def _shield(which: str) -> Callable[[State, int, Any, str], float]:
    """What the effects of a stratagem save its unit from the attacker, by the exact odds with and without them."""

    def gain(state: State, _player: int, about: Any, key: str) -> float:  # noqa: ANN401
        if not isinstance(about, Targets):
            return 0.0
        card = stratagem(which)
        shielded = state.restored(state.kept())
        shielded.units[key].lasting.extend(Lasting(effect, "phase", card.name) for effect in card.effects)
        before = shooting(arsenal_of(state, state.units[about.unit]), key)
        return before - shooting(arsenal_of(shielded, shielded.units[about.unit]), key)

    return gain


def _brave(state: State, _player: int, _about: Any, key: str) -> float:  # noqa: ANN401
    """What a Battle-shocked unit no longer does: hold an objective."""
    unit = state.units[key]
    holds = any(in_range(state, unit, objective.marker) for objective in state.mission.objectives)
    return 0.5 * points_of(state, unit) if holds else 0.0


def _sentence(state: State, _player: int, _about: Any, key: str) -> float:  # noqa: ANN401
    unit = state.units[key]
    # Less than so many points never shoot so well that it pays.
    return 0.0 if unit.shot or points_of(state, unit) < _GUNNERS else 0.15 * best_shot(state, unit)


def _ingress(state: State, _player: int, _about: Any, key: str) -> float:  # noqa: ANN401
    return 0.2 * points_of(state, state.units[key])


def _retreat(state: State, _player: int, about: Any, _key: str) -> float:  # noqa: ANN401
    return 0.2 * points_of(state, state.units[about.unit])


def _pride(state: State, _player: int, about: Any, key: str) -> float:  # noqa: ANN401
    return 0.2 * melee(state, state.units[about.unit], state.units[key])


_GAINS: dict[str, Callable[[State, int, Any, str], float]] = {
    "command-re-roll": _reroll,
    "command-re-roll-boarding-actions": _reroll,
    "insane-bravery": _brave,
    "insane-bravery-boarding-actions": _brave,
    "fire-overwatch": _overwatch,
    "reactive-reprisal": _reprisal,
    "counter-offensive": _counter,
    "counter-offensive-boarding-actions": _counter,
    "heroic-intervention": _intervene,
    "tank-shock": _tank_shock,
    "grenade": _grenade,
    "go-to-ground": _shield("go-to-ground"),
    "smokescreen": _shield("smokescreen"),
    "void-armour": _shield("void-armour"),
    "ancestral-sentence": _sentence,
    "rapid-ingress": _ingress,
    "ordered-retreat": _retreat,
    "warrior-pride": _pride,
    "newfound-nemesis": lambda _state, _player, _about, _key: 20.0,
}
"""What using a stratagem gains, in points of the army list. The others are left to people."""

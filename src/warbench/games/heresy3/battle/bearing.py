"""What bears on an attack between two units: the target's models as groups, effects on either side, facts that always hold."""

from collections.abc import Iterable, Sequence

import msgspec

from warbench.attack.line import Line
from warbench.games.heresy3 import kinds as figures
from warbench.games.heresy3.battle.arms import value_of
from warbench.games.heresy3.battle.roster import Kind
from warbench.games.heresy3.battle.state import Lasting, Model, State, Unit
from warbench.games.heresy3.battle.statuses import TACTICAL
from warbench.games.heresy3.models import target_of
from warbench.games.heresy3.question import Armour, Group
from warbench.rules.active import Facts
from warbench.rules.conditions import Value
from warbench.rules.effects import ChangeValue, Effect

_FREE = frozenset({"command", "paragon"})
"""A wounded model of these need not be allocated to first; in a fight only Command models are so free (facts 7)."""
_OF_MODELS = frozenset(
    {
        "movement", "weapon_skill", "ballistic_skill", "strength", "toughness", "wounds", "initiative", "attacks", "leadership",
        "cool", "willpower", "intelligence", "save", "capacity",
    }
)  # fmt: skip
_SHIELD = 5
"""The Invulnerable Save of a combat shield (C1)."""
_FORTIFIED = 14
"""The most that an Armour Value can be raised to by Fortify (facts 18)."""


def struck_models(state: State, target: Unit) -> list[Model]:
    """The models of a unit that attacks can be allocated to, those first that their owner would give up first.

    Of vehicles and others in one unit those count that are more: wounds go to the ones, penetrating hits to the others.
    """
    living = state.living(target)
    armoured = [model for model in living if state.kind(model.id).armoured]
    if armoured and len(armoured) < len(living):
        plain = [model for model in living if not state.kind(model.id).armoured]
        living = armoured if len(armoured) >= len(plain) else plain
    if len(living) < 2:
        return living
    spread = _outermost(living)
    return sorted(living, key=lambda model: (state.kind(model.id).dear, spread[model.id]))


def _outermost(models: Sequence[Model]) -> dict[str, int]:
    """How near each model is to the middle of all, negative: who stands at the edge can go without tearing the unit apart."""
    places = [(model.id, model.place) for model in models if model.place is not None]
    count = len(places)
    x, y = sum(place.x for _, place in places), sum(place.y for _, place in places)
    found = dict.fromkeys((model.id for model in models), 0)
    found.update((name, -((place.x * count - x) ** 2 + (place.y * count - y) ** 2)) for name, place in places)
    return found


def bound_first(state: State, models: Iterable[Model], *, melee: bool = False) -> list[Model]:
    """Those of some models that have lost Wounds and so are allocated to before any other (facts 7)."""
    free = _FREE - {"paragon"} if melee else _FREE
    return [model for model in models if model.wounds < state.kind(model.id).wounds and not free & state.kind(model.id).words]


def group_of(state: State, unit: Unit, model: Model, cover: int | None = None, *, melee: bool = False) -> Group:
    """A model as an attack meets it: a group of one, with its numbers as they are now."""
    kind = state.kind(model.id)
    if model.statuses or unit.lasting:
        return _group(state, model, kind, cover, melee=melee)
    known: dict[tuple[int, int | None, bool], Group] = kind.__dict__.setdefault("_groups", {})
    key = model.wounds, cover, melee
    if key not in known:
        known[key] = _group(state, model, kind, cover, melee=melee)
    return known[key]


def _group(state: State, model: Model, kind: Kind, cover: int | None, *, melee: bool) -> Group:
    left = model.wounds if model.wounds < kind.wounds else None
    found = figures.group_of(kind, value_of(state, model), _armour(state, model, kind), wounds_left=left, cover=cover)
    save = _invulnerable(kind, found.invulnerable, melee=melee)
    return found if save == found.invulnerable else msgspec.structs.replace(found, invulnerable=save)


def _invulnerable(kind: Kind, save: int | None, *, melee: bool) -> int | None:
    """An Invulnerable Save by the kind of attacks: a combat shield in combats, Phased Refractor Shields against fire (C1)."""
    if melee and kind.holds("combat shield"):
        return min(save or _SHIELD, _SHIELD)
    if not melee and save is not None and kind.has("phased refractor shields") is not None:
        return max(save - 1, 2)
    return save


def _armour(state: State, model: Model, kind: Kind) -> Armour | None:
    """Its Armour Values. A facing that an effect names (``front``, ``side``, ``rear``) is changed by it, up to 14 (facts 18)."""
    armour = kind.armour
    unit = state.units[state.home(model.id)]
    if armour is None or not unit.lasting:
        return armour
    values = {"front": armour.front, "side": armour.side, "rear": armour.rear}
    for each in unit.lasting:
        effect = each.effect
        if isinstance(effect, ChangeValue) and effect.name in values and isinstance(effect.by, int) and _for(each, model.id):
            printed = values[effect.name]
            values[effect.name] = max(printed, min(printed + effect.by, _FORTIFIED)) if effect.by > 0 else printed + effect.by
    return Armour(**values)


def _for(lasting: Lasting, model: str) -> bool:
    return lasting.model in {"", model}


def line_of(models: Sequence[Model], groups: Sequence[Group], facts: Facts) -> Line:
    """The target in the order in which attacks are allocated, with the id of the model at each place."""
    target = target_of(tuple(groups), facts)
    standing = target.tracks[: target.standing]
    return Line(target, tuple(tuple(models[each.group].id for each in track) for track in standing))


def effects_between(attacker: Unit, target: Unit, bearers: Sequence[str]) -> tuple[Effect, ...]:
    """The lasting effects that bear on an attack. Those on characteristics of models count with the models (`numbers`)."""
    found = [
        each
        for unit, side in ((attacker, "attacker"), (target, "defender"))
        for each in unit.lasting
        if each.effect.side == side and not (isinstance(each.effect, ChangeValue) and each.effect.name in _OF_MODELS)
    ]
    return tuple(
        msgspec.structs.replace(each.effect, source=each.source) if not each.effect.source else each.effect
        for each in found
        if not each.model or each.model in bearers or each.effect.side == "defender"
    )


def facts_between(state: State, attacker: Unit, target: Unit) -> dict[str, Value]:
    """The facts of an attack that do not depend on how it is made."""
    return {
        "attacker_statuses": tuple(status for status in state.statuses(attacker) if status in TACTICAL),
        "target_statuses": tuple(status for status in state.statuses(target) if status in TACTICAL),
        "target_stationary": "vehicle" in state.types(target) and stayed(target),
    }


def stayed(unit: Unit) -> bool:
    """Whether a unit ended its side's last Movement Phase where it began it (H-198, H-201): pivots are no moves."""
    return all(
        model.began is not None
        and model.place is not None
        and (model.began.x, model.began.y, model.began.z) == (model.place.x, model.place.y, model.place.z)
        for model in unit.models
    )

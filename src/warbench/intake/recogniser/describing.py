"""What effects do, in words of our own: the summary of a recognised ability."""

from collections.abc import Iterable

import msgspec

from warbench.games.w40k10.unit_rules import (
    CHARGE_FROM_ABOVE,
    CHARGE_FROM_INSIDE,
    CHEAPER_STRATAGEM,
    COMMAND_POINT,
    DEARER_ALONE,
    DEARER_STRATAGEM,
    HINDERS_ESCAPE,
    KEEP_OBJECTIVE,
    LEAVE_ADVANCED,
    MUST_TEST,
    POINT_BACK,
    REGAINS,
    WORDS,
)
from warbench.rules.effects import (
    AllowReroll,
    ChangeRoll,
    ChangeValue,
    Effect,
    Forbid,
    Grant,
    IgnoreDamage,
    MoveCritical,
    Permit,
)
from warbench.sheets.auras import Aura

_PERMITTED = {
    "cover": "has cover",
    CHARGE_FROM_INSIDE: "who gets out after its Normal move may charge",
    CHARGE_FROM_ABOVE: "who has Deep Strike and gets out after its Normal move may charge",
    LEAVE_ADVANCED: "units may get out after it Advanced",
    KEEP_OBJECTIVE: "an objective that it holds stays its army's",
    CHEAPER_STRATAGEM: "one stratagem for it costs 1CP less, once a battle round",
    DEARER_STRATAGEM: "a stratagem for it costs 1CP more",
    DEARER_ALONE: "a stratagem for it costs 1CP more, unless something else makes it dearer",
    MUST_TEST: "must test in the Battle-shock step",
    COMMAND_POINT: "gains 1CP as its Command phase starts",
    HINDERS_ESCAPE: "who falls back from it, no Monster or Vehicle, tests all models for Desperate Escape, shocked ones at -1",
    **{what: f"a stratagem for it gives 1CP back on {on}+" for on, what in POINT_BACK.items()},
    **{what: f"regains lost wounds at the {when} of its Command phase: {wounds}" for (when, wounds), what in REGAINS.items()},
}
_NAMED = {
    "overwatch": "hits in Fire Overwatch on unmodified {}+",
    "powers": "when selected to shoot it selects up to {} of its C'tan Powers",
    "pile_in": 'piles in up to {}"',
    "consolidation": 'consolidates up to {}"',
    "targeted_within": 'ranged attacks may target it from within {}" only',
}
"""Numbers that are told in a way of their own."""

_WHICH = {"ones": "of 1 again", "best": "again"}


def told(effects: Iterable[Effect], *, whole: bool) -> str:
    """A sentence for each effect; alike ones for several profiles of a weapon are told once."""
    return f"{'The whole unit' if whole else 'The model'}: {_listed(effects)}."


def told_around(aura: Aura) -> str:
    """A sentence for an aura: whom it reaches, how far, and what it does."""
    words = " or ".join(" ".join(group) for group in aura.needs)
    if aura.over == "bearers":
        return f'The model, with another friendly {words} unit within {aura.reach}": {_listed(aura.effects)}.'
    units = " ".join(filter(None, ("Friendly" if aura.over == "friends" else "Enemy", words, "units")))
    but = f" but {', '.join(aura.but_not)}" if aura.but_not else ""
    source = "the unit" if aura.measured == "unit" else aura.borne_by or "the model"
    return f'{units}{but} {"wholly " if aura.wholly else ""}within {aura.reach}" of {source}: {_listed(aura.effects)}.'


def _listed(effects: Iterable[Effect]) -> str:
    parts: dict[str, list[str]] = {}
    for effect in effects:
        bare = msgspec.structs.replace(effect, weapon=None)
        parts.setdefault(_one(bare), []).append(effect.weapon or "")
    lines = [f"{text} ({', '.join(names)})" if any(names) else text for text, names in parts.items()]
    return "; ".join(lines)


def _one(effect: Effect) -> str:
    """One effect: what, of which attacks, under which condition."""
    if effect.side == "defender":
        attacks = {"all": "", "ranged": " against ranged attacks", "melee": " against melee attacks"}[effect.attacks]
    else:
        attacks = {"all": "", "ranged": ", ranged", "melee": ", melee"}[effect.attacks]
    return f"{_what(effect)}{attacks}" + (f" when {effect.when}" if effect.when is not None else "")


def _what(effect: Effect) -> str:  # noqa: PLR0911 -- a kind of effect each
    own = effect.side == "attacker"
    match effect:
        case ChangeRoll(roll=roll, by=by):
            return f"{by:+d} to {roll} rolls" + ("" if own or roll not in {"hit", "wound"} else " of attacks at it")
        case AllowReroll(roll=roll, which=which):
            return f"{roll} rolls {_WHICH[which]}"
        case MoveCritical(roll=roll, on=on, only_if_successful=only):
            return f"critical {roll} on {on}+" + (" that succeeds" if only else "")
        case ChangeValue(name=name, set=value) if name in _NAMED:
            return _NAMED[name].format(value)
        case ChangeValue(name=name):
            return f"{name.replace('_', ' ')} {_amount(effect)}" + (
                "" if own or name not in {"damage", "ap"} else " of attacks at it"
            )
        case Grant(keyword=keyword):
            return f"has {'the keyword ' if keyword in WORDS else ''}{keyword}"
        case Forbid(what=what):
            return f"ignores {what}"
        case Permit(what=what):
            return _PERMITTED.get(what, f"may {what}")
        case IgnoreDamage(on=on, against=against):
            return f"ignores damage on {on}+" + ("" if against == "all" else f" ({against})")
    msg = f"found an effect of kind {type(effect).__name__}, expected one that abilities have"
    raise TypeError(msg)


def _amount(effect: ChangeValue) -> str:
    if effect.set is not None:
        return f"becomes {effect.set}"
    if effect.halve:
        return "halved"
    return f"{effect.by:+d}" if isinstance(effect.by, int) else f"+{effect.by}"

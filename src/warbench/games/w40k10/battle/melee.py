"""Who of a unit fights, with what and at whom: the models in reach of an enemy, one melee weapon each, targets as picked.

A model may split the attacks of its weapon among units: its owner says how many go at each (E19).
"""

from collections.abc import Iterable, Mapping

import msgspec

from warbench.attack.exact import solve
from warbench.attack.volley import Volley
from warbench.battle.asking import name_of
from warbench.battle.requests import Ask, Option, Procedure, Refusal
from warbench.games.w40k10.arms import Bearers, has_keyword, wielded
from warbench.games.w40k10.attackers import weapon_numbers, weapons_named
from warbench.games.w40k10.battle.aircraft import may_reach
from warbench.games.w40k10.battle.bearing import line_of, own_effects, unit_effects
from warbench.games.w40k10.battle.fight_abilities import finest_hour
from warbench.games.w40k10.battle.placing import ENGAGED, in_reach
from warbench.games.w40k10.battle.precision import ask_precision, in_turn, is_attached, is_character
from warbench.games.w40k10.battle.roster import Entry
from warbench.games.w40k10.battle.shares import Share, Shares, shares
from warbench.games.w40k10.battle.sight import Outlook
from warbench.games.w40k10.battle.state import Model, State, Unit
from warbench.games.w40k10.battle.volleys import Aimed, Declared, settle
from warbench.games.w40k10.keywords import read_keyword
from warbench.games.w40k10.question import Weapon
from warbench.games.w40k10.sequence import schedule
from warbench.rules.conditions import Value
from warbench.rules.effects import Grant
from warbench.table.measure import engaged, in_contact

BEST = "best"
"""The answer by which each model takes the weapon that does most to its target, by the exact odds."""

SPLIT = "melee-targets"
"""The ruling on splitting a weapon's attacks among units (E19)."""

Wanted = Mapping[str, str]
"""The weapons with which models fight that were told, by the model's id; the others take their best."""

Reach = dict[str, tuple[str, ...]]
"""The units that each model may attack, by the model's id; models that reach nobody are left out."""


def reach(state: State, unit: Unit) -> Reach:
    """Whom each model of a unit may attack.

    Units in whose Engagement Range it is, and those that a model of its own unit touches which it touches itself; AIRCRAFT alone
    by units that can FLY, and the other way round.
    """
    near_by = (foe for foe in state.on_table(1 - state.player(unit.id)) if in_reach(state, unit, foe, ENGAGED[0]))
    foes = [foe for foe in near_by if may_reach(state, unit, foe)]
    there = [(foe.id, state.shapes(foe)) for foe in foes]
    shapes = state.shapes(unit)
    near = [[name for name, others in there if any(engaged(shape, other, *ENGAGED) for other in others)] for shape in shapes]
    touched = [[name for name, others in there if any(in_contact(shape, other) for other in others)] for shape in shapes]
    found: Reach = {}
    for index, shape in enumerate(shapes):
        mine = set(near[index])
        for other, names in zip(shapes, touched, strict=True):
            if other is not shape and not mine.issuperset(names) and in_contact(shape, other):
                mine.update(names)
        if mine:
            found[shape.name] = tuple(name for name, _ in there if name in mine)
    return found


def declare(state: State, unit: Unit) -> Procedure[tuple[Aimed, ...]]:
    """Ask for weapons and targets; what the unit directs at each target, in the order of the roster."""
    can = reach(state, unit)
    if not can:
        return ()
    preferred = yield from _ask_weapon(state, unit, [model for model in unit.models if model.id in can])
    aimed_at = yield from _ask_targets(state, unit, can, preferred)
    at: dict[str, list[Declared]] = {target: [] for target in state.units}
    for target in state.units:
        models = [model for model in unit.models if aimed_at.get(model.id) == (Share(target),)]
        at[target] += arm(state, unit, models, target, preferred)
    for model in unit.models:
        several = aimed_at.get(model.id, ())
        if len(several) > 1:
            main, extra = _armed(state, unit, model, several[0].target, preferred)
            at[several[0].target] += extra
            for share in several:
                at[share.target] += [msgspec.structs.replace(each, attacks=share.count) for each in main]
    aims = []
    for target, declared in at.items():
        if declared:
            picked = yield from _picked(state, unit, target, declared)
            aims.append(Aimed(target, tuple(declared), (("precision", True),) if picked else (), picked=picked))
    return tuple(aims)


# --- targets ---


def _ask_targets(state: State, unit: Unit, can: Reach, preferred: Wanted) -> Procedure[Shares]:
    """Whom each model attacks. An answer names the unit to prefer, or single models with theirs (`shares`)."""
    everyone = [name for name in state.units if any(name in names for names in can.values())]
    if len(everyone) == 1:
        return dict.fromkeys(can, (Share(everyone[0]),))

    def judge(key: str) -> Refusal | None:
        return None if key in everyone else _refusal(state, unit, can, preferred, key)

    def options() -> list[Option]:
        return [Option(name, f"{name_of(state, name)}, by all who reach it") for name in everyone]

    text = f"{name_of(state, unit.id)}: whom does it attack?"
    key = yield Ask(state.player(unit.id), "fight target", text, options, subject=unit.id, judge=judge)
    named = {} if key in everyone else shares(key, "C10")
    assert not isinstance(named, Refusal)  # noqa: S101 -- it was judged
    usual = {model: (Share(key if key in names else names[0]),) for model, names in can.items()}
    return {model: _whole(named.get(model, mine)) for model, mine in usual.items()}


def _whole(mine: tuple[Share, ...]) -> tuple[Share, ...]:
    """All attacks at one unit need no number."""
    return (Share(mine[0].target),) if len(mine) == 1 else mine


def _refusal(state: State, unit: Unit, can: Reach, preferred: Wanted, answer: str) -> Refusal | None:
    """Why models may not attack the units that an answer gives them, or not so often; None when they may (E19)."""
    named = shares(answer, "C10")
    if isinstance(named, Refusal):
        return named
    for model, mine in named.items():
        if model not in can:
            return Refusal("cannot-fight", f"{model!r} is no model of {name_of(state, unit.id)} that can fight", "C10")
        for share in mine:
            if share.target not in can[model]:
                reached = ", ".join(can[model])
                return Refusal("out-of-reach", f"{model} cannot reach {share.target!r}; it reaches {reached}", "C10")
        counts = [share.count for share in mine if share.count is not None]
        if counts:
            bearer = next(each for each in unit.models if each.id == model)
            main, _ = _armed(state, unit, bearer, mine[0].target, preferred)
            total = settle(state, unit, Aimed(mine[0].target, main)).plans[0].attacks.fixed if main else 0
            if total is None:
                sentence = f"{model} makes a random number of attacks with {main[0].weapon.name}: they go at one unit"
                return Refusal("random-attacks", sentence, SPLIT)
            if sum(counts) != total:
                return Refusal("wrong-number", f"{model} makes {total} attacks, found {sum(counts)}", SPLIT)
    return None


# --- weapons ---


def _ask_weapon(state: State, unit: Unit, models: Iterable[Model]) -> Procedure[Wanted]:
    """Which weapon is used by those who have several: ``best`` for each, or the name of one that all take who have it.

    Single models may be given theirs: ``A1.1=Power fist;A1.2=best``; the others take their best.
    """
    entry = state.entry(unit.id)
    held = {
        model.id: tuple(dict.fromkeys(weapon.name for weapon in melee_weapons(entry, entry.index[model.id]) if _usual(weapon)))
        for model in models
    }
    held = {model: names for model, names in held.items() if len(names) > 1}
    everything = dict.fromkeys(name for names in held.values() for name in names)
    if not held:
        return {}

    def judge(key: str) -> Refusal | None:
        if key == BEST or key in everything:
            return None
        for part in key.split(";"):
            model, equals, name = part.partition("=")
            if not equals:
                told = f"found {part!r}, expected {BEST}, a weapon, or weapons of models as A1.1=NAME;A1.2={BEST}"
                return Refusal("no-such-weapon", told, "W-058")
            if name not in {BEST, *held.get(model, ())}:
                has = ", ".join(held.get(model, ())) or "nothing to choose from"
                return Refusal("no-such-weapon", f"{model} has {has}; found {name!r}", "W-058")
        return None

    options = [Option(BEST, "each model its best weapon, by the odds"), *(Option(name, name) for name in everything)]
    text = f"{name_of(state, unit.id)}: which melee weapons?"
    key: str = yield Ask(state.player(unit.id), "fight weapon", text, lambda: options, subject=unit.id, judge=judge)
    if "=" in key:
        return dict(part.split("=") for part in key.split(";"))
    return dict.fromkeys(held, key)


def melee_weapons(entry: Entry, kind: int) -> tuple[Weapon, ...]:
    """The melee weapons of a kind of model in each of their profiles: it fights with one, in one profile (W-058)."""
    known: dict[int, tuple[Weapon, ...]] = entry.__dict__.setdefault("_melee", {})
    if kind not in known:
        sheet = entry.sheets[entry.kinds[kind].part]
        known[kind] = tuple(
            weapon_numbers(weapon, profile, count)
            for item, count in entry.kinds[kind].items
            for weapon in weapons_named(sheet, item)
            if weapon.type == "melee"
            for profile in weapon.profiles
        )
    return known[kind]


def _usual(weapon: Weapon) -> bool:
    """Whether a weapon is one of those of which a model uses one."""
    return weapon.type == "melee" and not has_keyword(weapon, "extra attacks")


def arm(state: State, unit: Unit, models: list[Model], target: str, preferred: Wanted) -> tuple[Declared, ...]:
    """The weapons of the models that attack a target: one melee weapon each, and those with Extra Attacks."""
    entry = state.entry(unit.id)
    bearers: dict[tuple[tuple[int, str, str], Weapon], list[str]] = {}
    singled = {each.model for each in unit.lasting if each.model}
    alike: dict[tuple[int, str, str], list[str]] = {}
    for model in models:
        group = (entry.index[model.id], model.id if model.id in singled else "", preferred.get(model.id, BEST))
        alike.setdefault(group, []).append(model.id)
    for group, mine in alike.items():
        held = melee_weapons(entry, group[0])
        wanted = tuple(weapon for weapon in held if weapon.name == group[2] or not _usual(weapon))
        held = wanted if any(map(_usual, wanted)) else held
        if not held:
            continue

        several = len({weapon.name for weapon in held if _usual(weapon)}) > 1

        def worth(weapon: Weapon, bearer: str = mine[0], *, weigh: bool = several) -> float:
            return _worth(state, unit, bearer, weapon, target) if weigh else 0.0

        for weapon in wielded((Bearers(1, held),), (), "melee", worth):
            bearers[group, weapon] = mine
    return tuple(
        Declared(msgspec.structs.replace(weapon, count=weapon.count * len(names)), tuple(names), _bearing(state, unit))
        for (_, weapon), names in bearers.items()
    )


def _armed(
    state: State, unit: Unit, model: Model, target: str, preferred: Wanted
) -> tuple[tuple[Declared, ...], tuple[Declared, ...]]:
    """The melee weapon with which a model attacks a target, and its weapons with Extra Attacks."""
    declared = arm(state, unit, [model], target, preferred)
    return tuple(each for each in declared if _usual(each.weapon)), tuple(each for each in declared if not _usual(each.weapon))


def _bearing(state: State, unit: Unit) -> tuple[tuple[str, Value], ...]:
    return ("charged", unit.charged), ("engaged", True), ("finest_hour", finest_hour(state, unit))


def _worth(state: State, unit: Unit, bearer: str, weapon: Weapon, target: str) -> float:
    """The wounds that one weapon takes on average, by the exact odds; rounded, so that it is the same on every machine."""
    one = msgspec.structs.replace(weapon, count=1)
    settled = settle(state, unit, Aimed(target, (Declared(one, (bearer,), _bearing(state, unit)),)))
    if not settled.firing:
        return 0.0
    line = line_of(state, state.units[target], settled.kinds, apart=settled.apart)
    groups = tuple(plan.group() for plan in settled.plans)
    return round(float(solve(Volley(groups, schedule(groups), line.target)).wounds_lost.mean), 9)


# --- facts ---


def _picked(state: State, unit: Unit, target: str, declared: Iterable[Declared]) -> Procedure[tuple[str, ...]]:
    """The characters of a target who take the attacks with Precision, in order, as their owner says; empty for none.

    They are those that everybody sees who makes such attacks.
    """
    other = state.units[target]
    bearers = {model for each in declared if _precise(state, unit, other, each) for model in each.bearers}
    if not is_attached(state, other) or not bearers:
        return ()
    outlook = Outlook(state)
    by_whom = [shape for shape in state.shapes(unit) if shape.name in bearers]
    sights = [{seen.name for seen in outlook.seen_by(unit.id, shape, target)} for shape in by_whom]
    characters = [
        model.id for model in other.models if is_character(state, model.id) and all(model.id in seen for seen in sights)
    ]
    if not characters:
        return ()
    first = yield from ask_precision(state, unit, target, characters)
    return in_turn(first, characters, sights) if first else ()


def _precise(state: State, unit: Unit, other: Unit, declared: Declared) -> bool:
    """Whether some weapons have Precision against a unit: their own, or granted to their bearers."""
    if has_keyword(declared.weapon, "precision"):
        return True
    entry = state.entry(unit.id)
    own = own_effects(entry, entry.index[declared.bearers[0]])
    return any(
        isinstance(effect, Grant)
        and effect.weapon in {None, declared.weapon.name}
        and effect.attacks != "ranged"
        and (read := read_keyword(effect.keyword)) is not None
        and read.family == "precision"
        for effect in (*own, *unit_effects(state, unit, "attacker", other, declared.bearers))
    )

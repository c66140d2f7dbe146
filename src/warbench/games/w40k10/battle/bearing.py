"""What bears on an attack between two units: their models in groups, the effects on either side, and the facts of both.

Ranged and melee attacks take it from here; what the shooting or fighting itself adds, the caller gives.
"""

from collections.abc import Callable, Container, Iterable

import msgspec

from warbench.attack.line import Line
from warbench.attack.target import Standing as Wounds
from warbench.attack.target import Target
from warbench.games.w40k10.abilities import effects_of_ability, words_of_models
from warbench.games.w40k10.attackers import while_damaged
from warbench.games.w40k10.battle import auras
from warbench.games.w40k10.battle.faction_rules import forces
from warbench.games.w40k10.battle.kinds import Kind
from warbench.games.w40k10.battle.roster import Entry
from warbench.games.w40k10.battle.state import Model, State, Unit
from warbench.games.w40k10.faction_rules import FORCE, ROUND
from warbench.games.w40k10.models import profiles
from warbench.games.w40k10.question import Group
from warbench.games.w40k10.unit_rules import acts_outside
from warbench.rules.conditions import Value
from warbench.rules.effects import Effect, IgnoreDamage, Side
from warbench.table.measure import engaged

_OBJECTIVE = (3 * 254, 5 * 254)


# --- models ---


def groups_of(state: State, unit: Unit) -> tuple[tuple[Group, ...], list[list[Model]]]:
    """A unit's models in groups of models alike, the body first, the largest first; and the models of each, wounded first."""
    entry = state.entry(unit.id)
    by_kind: dict[int, list[Model]] = {}
    for model in unit.models:
        by_kind.setdefault(entry.index[model.id], []).append(model)
    kinds = sorted(by_kind, key=lambda kind: (entry.kinds[kind].part, -len(by_kind[kind]), kind))
    models = [sorted(by_kind[kind], key=lambda model: model.wounds) for kind in kinds]
    return tuple(_group(entry, kind, members) for kind, members in zip(kinds, models, strict=True)), models


def _group(entry: Entry, index: int, members: list[Model]) -> Group:
    known: dict[tuple[int, int, int], Group] = entry.__dict__.setdefault("_groups", {})
    key = (index, len(members), members[0].wounds)
    if key not in known:
        known[key] = _make_group(entry.kinds[index], len(members), members[0].wounds)
    return known[key]


def _make_group(kind: Kind, count: int, wounds: int) -> Group:
    return Group(
        name=kind.name,
        count=count,
        toughness=kind.toughness,
        save=kind.save,
        wounds=kind.wounds,
        invulnerable=kind.invulnerable,
        feel_no_pain=kind.feel_no_pain,
        wounds_left=wounds if wounds < kind.wounds else None,
        keywords=tuple(sorted(kind.keywords)),
    )


Answers = tuple[tuple[int, int | None, int | None], ...]
"""The kinds of model that answer alike, in the order of their profiles: save, invulnerable save, Feel No Pain."""


def answers_of(groups: tuple[Group, ...]) -> Answers:
    """The kinds of model of a target that answer alike, in the order in which a plan gives them profiles."""
    return tuple((group.save, group.invulnerable, group.feel_no_pain) for group in profiles(groups))


def line_of(  # noqa: PLR0913 -- the battle, the target and how it is met
    state: State, unit: Unit, kinds: Answers, *, apart: bool, covered: frozenset[str] = frozenset(), picked: tuple[str, ...] = ()
) -> Line:
    """The target's models in the order in which attacks are allocated unless their owner says otherwise (``allocation``).

    First those that must take the next attack (M13), attached characters last; of the others the outermost come first.

    Where only some have cover, those that have it are put forward first, and answer with a profile of their own: that of their
    kind beyond the profiles of the models in the open.

    Args:
        state: the battle.
        unit: the target.
        kinds: the kinds of model that answered when the target was selected.
        apart: characters stand on a track of their own (Precision).
        covered: the models with cover, where not all have it.
        picked: the characters who stand on that track, the first of them first; empty: all. Others come after the soldiers.
    """
    groups, models = groups_of(state, unit)
    soldiers: list[tuple[tuple[bool, bool, bool, int, int], Model, int, int]] = []
    characters: list[tuple[tuple[bool, bool, bool, int, int], Model, int, int]] = []
    attached = len({group.character for group in groups}) > 1
    far = _spread(unit)
    for index, (group, members) in enumerate(zip(groups, models, strict=True)):
        profile = kinds.index((group.save, group.invulnerable, group.feel_no_pain))
        into = characters if attached and group.character else soldiers
        for model in members:
            hidden = model.id in covered
            # The outermost first, so that those that are left stay together.
            free = model.wounds >= group.wounds and model.id not in unit.struck
            order = (model.id not in picked[:1], free, bool(covered) and not hidden, index, -far.get(model.id, 0))
            into.append((order, model, profile + len(kinds) * hidden, index))
    lines = [sorted(line, key=lambda each: each[0]) for line in (soldiers, characters)]
    if picked:
        lines[0] += [each for each in lines[1] if each[1].id not in picked]
        lines[1] = [each for each in lines[1] if each[1].id in picked]
    tracks = lines if apart else [lines[0] + lines[1]]
    standing = tuple(tuple(Wounds(model.wounds, profile, index) for _, model, profile, index in line) for line in tracks)
    ids = tuple(tuple(model.id for _, model, _, _ in line) for line in tracks)
    return Line(Target(standing, unit.starting, sum(group.count * group.wounds for group in groups)), ids)


def _spread(unit: Unit) -> dict[str, int]:
    """How far each model on the table stands from the middle of its unit: squared, times the number of models squared."""
    places = {model.id: model.place for model in unit.models if model.place is not None}
    count = len(places)
    x, y = sum(place.x for place in places.values()), sum(place.y for place in places.values())
    return {model: (place.x * count - x) ** 2 + (place.y * count - y) ** 2 for model, place in places.items()}


# --- effects ---


def unit_effects(
    state: State, unit: Unit, side: Side, other: Unit | None, bearers: Container[str] | None = None
) -> tuple[Effect, ...]:
    """What serves every model of a unit: abilities of the parts that are left, auras, what lasts on it against another unit.

    With ``bearers``, the ids of models that attack, what lasts on other single models is left out.
    """
    entry = state.entry(unit.id)
    own = _unit_effects(entry, frozenset(entry.index[model.id] for model in unit.models), side, outside=False)
    around = auras.in_attacks(state, unit, side)
    given = (*own, *around) if around else own
    if not unit.lasting:
        return given
    against = {"", other.id} if other is not None else {""}
    lasting = [
        msgspec.structs.replace(each.effect, source=each.effect.source or each.source)
        for each in unit.lasting
        if each.effect.side == side
        and not acts_outside(each.effect)
        and each.against in against
        and (not each.model or bearers is None or each.model in bearers)
    ]
    return (*given, *lasting)


def _unit_effects(entry: Entry, kinds: frozenset[int], side: Side, *, outside: bool) -> tuple[Effect, ...]:
    """What serves a whole unit: in attacks, or outside them."""
    known: dict[tuple[frozenset[int], str, bool], tuple[Effect, ...]] = entry.__dict__.setdefault("_unit_effects", {})
    if (kinds, side, outside) in known:
        return known[kinds, side, outside]
    alive = {entry.kinds[kind].part for kind in kinds}
    out: list[Effect] = []
    for part in sorted(alive):
        sheet = entry.sheets[part]
        held = {item.casefold() for kind in kinds if entry.kinds[kind].part == part for item, _ in entry.kinds[kind].items}
        for ability in sheet.abilities:
            if ability.affects == "passengers" or (ability.item and ability.item.casefold() not in held):
                continue
            if ability.id == "stealth" and not all(_has(entry, each, "stealth") for each in alive):
                continue
            # A defender's own abilities serve its unit's body; those of wargear and Feel No Pain are in its models' numbers.
            body = side == "defender" and (part == 0 or len(alive) == 1) and not ability.item and ability.id != "feel-no-pain"
            if ability.whole_unit or body:
                out += _named(effects_of_ability(ability), ability.name, side)
    known[kinds, side, outside] = tuple(effect for effect in out if acts_outside(effect) is outside)
    return known[kinds, side, outside]


def _has(entry: Entry, part: int, which: str) -> bool:
    return entry.ability(which, part) is not None


def own_effects(entry: Entry, kind: int) -> tuple[Effect, ...]:
    """What serves the attacks of one kind of model alone: its datasheet's abilities, its wargear, its Damaged bracket (W-166)."""
    known: dict[int, tuple[Effect, ...]] = entry.__dict__.setdefault("_own_effects", {})
    if kind not in known:
        sheet = entry.sheets[entry.kinds[kind].part]
        held = {item.casefold() for item, _ in entry.kinds[kind].items}
        out: list[Effect] = []
        for ability in sheet.abilities:
            if ability.whole_unit or ability.affects == "passengers" or (ability.item and ability.item.casefold() not in held):
                continue
            out += _named(effects_of_ability(ability), ability.name, "attacker")
        if sheet.damaged is not None:
            out += while_damaged(sheet.damaged.effects, sheet.damaged.wounds)
        known[kind] = next((other for other in known.values() if other == tuple(out)), tuple(out))
    return known[kind]


def _named(effects: Iterable[Effect], name: str, side: Side) -> list[Effect]:
    return [msgspec.structs.replace(effect, source=effect.source or name) for effect in effects if effect.side == side]


def ignores_mortal_wounds(state: State, unit: Unit, model: str) -> int | None:
    """The best Feel No Pain of a model against mortal wounds; None for none."""
    given = [
        effect
        for effect in unit_effects(state, unit, "defender", None)
        if isinstance(effect, IgnoreDamage) and effect.against != "psychic"
    ]
    facts = facts_of_unit(state, unit, wanted_facts(given), "target_")
    found = [effect.on for effect in given if effect.when is None or effect.when.holds(facts)]
    own = state.kind(model).feel_no_pain
    return min([*found, *([own] if own is not None else [])], default=None)


# --- facts ---


def facts_between(state: State, attacker: Unit, target: Unit, wanted: frozenset[str]) -> dict[str, Value]:
    """The facts that effects ask for and that the state alone answers, whatever kind of attack it is.

    Args:
        state: the battle.
        attacker: the unit that attacks.
        target: the unit that it attacks.
        wanted: the names of the facts that some effect reads.
    """
    facts: dict[str, Value] = {"tokens": target.tokens}
    if "leading" in wanted:
        facts["leading"] = state.attached(attacker)
    facts |= facts_of_unit(state, attacker, wanted)
    facts |= facts_of_unit(state, target, wanted, "target_")
    if FORCE in wanted:
        facts[FORCE] = forces.words(state, attacker, target.id)
    if "target_on_foreign_objective" in wanted:
        facts["target_on_foreign_objective"] = _at_objective(state, target, but_not=state.player(attacker.id))
    return facts


def facts_of_unit(
    state: State, unit: Unit, wanted: frozenset[str], prefix: str = "", *, printed: bool = False
) -> dict[str, Value]:
    """The facts about one unit by itself.

    Args:
        state: the battle.
        unit: the unit.
        wanted: the names of the facts that some effect reads.
        prefix: what stands before their names (``target_``); only names with it are answered.
        printed: who controls an objective is told by printed Objective Control. An ability that changes Objective Control where
            an objective is controlled would else ask for itself.
    """
    if printed and (name := f"{prefix}on_own_objective") in wanted:
        own = {name: _at_objective(state, unit, of=state.player(unit.id), printed=True)}
        return {**facts_of_unit(state, unit, wanted - {name}, prefix), **own}
    found = {name: tell(state, unit) for end, tell in _ABOUT.items() if (name := prefix + end) in wanted}
    return {**found, ROUND: state.core.round} if ROUND in wanted else found


def wanted_facts(effects: Iterable[Effect]) -> frozenset[str]:
    """The names of the facts that some effects read."""
    return frozenset(name for effect in effects if effect.when is not None for name in effect.when.facts())


def outside_attacks(state: State, unit: Unit) -> tuple[Effect, ...]:
    """What the abilities of the models that are left say of their unit outside attacks."""
    entry = state.entry(unit.id)
    return _unit_effects(entry, frozenset(entry.index[model.id] for model in unit.models), "defender", outside=True)


def _below_start(state: State, unit: Unit) -> bool:
    """Whether a unit has lost models, or a single model wounds."""
    if len(unit.models) < unit.starting:
        return True
    return unit.starting == 1 and unit.models[0].wounds < state.kind(unit.models[0].id).wounds


def on_objective(state: State, unit: Unit) -> bool:
    """Whether a model of a unit is in range of an objective marker (C17)."""
    shapes = state.shapes(unit)
    return any(engaged(shape, objective.marker, *_OBJECTIVE) for objective in state.mission.objectives for shape in shapes)


def _at_objective(state: State, unit: Unit, *, of: int | None = None, but_not: int | None = None, printed: bool = False) -> bool:
    """Whether a model of a unit is in range of an objective that a player controls, or that another does not."""
    from warbench.games.w40k10.battle.scoring import controller  # noqa: PLC0415 -- it asks what units have by their abilities

    shapes = state.shapes(unit)
    for objective in state.mission.objectives:
        if any(engaged(shape, objective.marker, *_OBJECTIVE) for shape in shapes):
            holds = controller(state, objective, printed=printed)
            if holds == of if of is not None else holds != but_not:
                return True
    return False


def _models_there(state: State, unit: Unit) -> tuple[str, ...]:
    """The kinds of model that a unit has left, as effects ask for them."""
    entry = state.entry(unit.id)
    kinds = [entry.kinds[kind] for kind in sorted({entry.index[model.id] for model in unit.models})]
    return tuple(dict.fromkeys(word for kind in kinds for word in words_of_models(entry.sheets[kind.part], (kind.name,))))


_ABOUT: dict[str, Callable[[State, Unit], Value]] = {
    "led": lambda state, unit: state.attached(unit),
    "below_starting_strength": _below_start,
    "below_half_strength": lambda state, unit: state.below_half(unit),
    "models_there": _models_there,
    FORCE: forces.words,
    "battle_shocked": lambda _state, unit: unit.shocked,
    "on_objective": on_objective,
    "on_own_objective": lambda state, unit: _at_objective(state, unit, of=state.player(unit.id)),
}
"""The facts about a unit by the ends of their names."""

"""Datasheets in an attack: a unit's weapons with its loadout and the effects of its abilities, or its models as a target."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from warbench.chance import Dice
from warbench.games.w40k10 import library
from warbench.games.w40k10.question import Group, Weapon
from warbench.games.w40k10.scenario import AttackerSpec, ScenarioError, TargetSpec, check_size, group_of
from warbench.games.w40k10.targets import Target
from warbench.rules.conditions import all_of, is_true
from warbench.rules.effects import Effect, Grant, IgnoreDamage
from warbench.sheets.datasheet import Ability, Datasheet, WeaponProfile
from warbench.sheets.datasheet import Weapon as SheetWeapon
from warbench.sheets.loadouts import UnitLoadout, default_loadout, each_model
from warbench.sheets.sizes import points, smallest

# Core abilities of a datasheet that need no effects of their own here: what they do is not part of an attack.
_NO_BEARING = frozenset(
    {
        "deadly-demise",
        "deep-strike",
        "fights-first",
        "firing-deck",
        "hover",
        "infiltrators",
        "leader",
        "lone-operative",
        "scouts",
    }
)


_DASH = " \N{EN DASH} "


class Attacker(msgspec.Struct, frozen=True):
    """A unit that attacks: its weapons (ranged, then melee), its abilities as effects, and what of it is not modelled."""

    name: str
    weapons: tuple[Weapon, ...]
    effects: tuple[Effect, ...]
    keywords: tuple[str, ...]
    not_modelled: tuple[str, ...]
    points: int
    damaged_at: int
    equipment: tuple[tuple[str, int], ...]


class Defender(msgspec.Struct, frozen=True):
    """A unit as a target: its models, its abilities as effects, and what of it is not modelled."""

    name: str
    groups: tuple[Group, ...]
    effects: tuple[Effect, ...] = ()
    not_modelled: tuple[str, ...] = ()
    points: int = 0
    starting_models: int = 0


def attacker_of(spec: AttackerSpec | str) -> Attacker:
    """The attacker that a scenario names.

    Raises:
        ScenarioError, SizeError, UnknownDatasheet: for what there is not.
    """
    spec = AttackerSpec(datasheet=spec) if isinstance(spec, str) else spec
    sheet = library.datasheet(spec.datasheet)
    size = spec.models if spec.models is not None else smallest(sheet)
    if spec.loadout is None:
        return attacker(sheet, default_loadout(sheet, size))
    items = Counter(spec.loadout) if not isinstance(spec.loadout, Mapping) else Counter(dict(spec.loadout))
    return equipped(sheet, items, size)


def attacker(sheet: Datasheet, unit: UnitLoadout, *, profile: str = "") -> Attacker:
    """A unit of a datasheet with a loadout for each of its models."""
    items: Counter[str] = Counter()
    models = each_model(unit)
    for _, loadout in models:
        items.update(dict(loadout))
    return equipped(sheet, items, len(models), profile=profile)


def equipped(sheet: Datasheet, items: Mapping[str, int], size: int, *, profile: str = "") -> Attacker:
    """A unit of a datasheet with so many of each item among its models.

    ``profile`` picks the profile of that name where a weapon has one; else each weapon's first profile is used (W-058).

    Raises:
        ScenarioError: for an item that the datasheet does not have.
    """
    wargear = {ability.item.casefold() for ability in sheet.abilities if ability.item}
    weapons: list[Weapon] = []
    for item, count in items.items():
        weapon = sheet.weapon(item)
        if weapon is None:
            if item.casefold() not in wargear:
                known = ", ".join(weapon.name for weapon in sheet.weapons)
                msg = f"loadout: {sheet.name} has no {item!r}; it has: {known}"
                raise ScenarioError(msg)
            continue
        weapons.append(weapon_numbers(weapon, _profile(weapon, profile), count))
    order = {weapon.name.casefold(): index for index, weapon in enumerate(sheet.weapons)}
    weapons.sort(key=lambda weapon: (weapon.type == "melee", order.get(weapon.name.split(_DASH)[0].casefold(), 0)))
    held = {item.casefold() for item in items}
    effects, left_out = _abilities(sheet, held, "attacker")
    if sheet.damaged:
        for effect in sheet.damaged.effects:
            when = is_true("damaged") if effect.when is None else all_of(effect.when, is_true("damaged"))
            effects.append(msgspec.structs.replace(effect, when=when, source=f"Damaged: {sheet.damaged.wounds} wounds or fewer"))
    return Attacker(
        name=sheet.name,
        weapons=tuple(weapons),
        effects=tuple(effects),
        keywords=(*sheet.keywords, *sheet.faction_keywords),
        not_modelled=tuple(left_out),
        points=points(sheet, size),
        damaged_at=sheet.damaged.wounds if sheet.damaged else 0,
        equipment=tuple(items.items()),
    )


def _profile(weapon: SheetWeapon, name: str) -> WeaponProfile:
    wanted = name.casefold()
    return next((each for each in weapon.profiles if wanted and each.name.casefold() == wanted), weapon.profiles[0])


def weapon_numbers(weapon: SheetWeapon, profile: WeaponProfile, count: int) -> Weapon:
    """A weapon of a datasheet in one of its profiles, with its numbers."""
    numbers = profile.characteristics
    name = f"{weapon.name}{_DASH}{profile.name}" if profile.name else weapon.name
    skill = numbers.get("skill")
    return Weapon(
        name=name,
        type=weapon.type,
        count=count,
        range=profile.range,
        attacks=Dice.parse(numbers["attacks"] or 0),
        skill=int(skill) if skill is not None else None,
        strength=int(numbers["strength"] or 0),
        ap=int(numbers["ap"] or 0),
        damage=Dice.parse(numbers["damage"] or 0),
        keywords=profile.abilities,
    )


def _abilities(sheet: Datasheet, held: Iterable[str], side: str) -> tuple[list[Effect], list[str]]:
    """The effects of a datasheet's abilities on that side of an attack, and the abilities that are not modelled."""
    effects: list[Effect] = []
    left_out: list[str] = []
    held = set(held)
    for ability in sheet.abilities:
        if ability.item and ability.item.casefold() not in held:
            continue
        own = _own_effects(ability)
        mine = [effect for effect in own if effect.side == side]
        effects += [msgspec.structs.replace(effect, source=effect.source or ability.name) for effect in mine]
        if not own and "attack" in ability.touches and ability.id not in _NO_BEARING:
            left_out.append(f"{ability.name} ({sheet.name})")
    return effects, left_out


def _own_effects(ability: Ability) -> tuple[Effect, ...]:
    """The effects that the data gives, or those of a core ability by name."""
    if ability.effects or ability.kind != "core":
        return ability.effects
    if ability.id == "stealth":
        return (Grant(keyword="stealth", side="defender"),)
    if ability.id == "feel-no-pain":
        return (IgnoreDamage(on=int(ability.parameter.rstrip("+")), side="defender"),)
    return ()


def defender_of(spec: TargetSpec | str) -> Defender:
    """The target that a scenario names, or gives in groups of models.

    Raises:
        ScenarioError, SizeError, UnknownDatasheet: for what there is not.
    """
    if isinstance(spec, str):
        return defender(library.target(spec))
    if spec.datasheet:
        if isinstance(spec.models, tuple):
            msg = "target: found both 'datasheet' and groups of 'models', expected one of them"
            raise ScenarioError(msg)
        return defender(library.target(spec.datasheet, spec.models))
    if not isinstance(spec.models, tuple):
        msg = f"target.models: found {spec.models!r}, expected a list of groups, or a 'datasheet' beside it"
        raise ScenarioError(msg)
    groups = tuple(group_of(group, f"target.models[{index}]") for index, group in enumerate(spec.models))
    return Defender(spec.name or "target", groups, points=spec.points, starting_models=spec.starting_models)


def defender(target: Target, *, models_left: int | None = None, wounds_left: int | None = None) -> Defender:
    """A target by name as models; with fewer models left, or a wounded first one.

    Raises:
        ScenarioError: for more models than it has, or wounds that no model has.
    """
    groups = [
        Group(
            name=group.name,
            count=group.count,
            toughness=int(group.characteristics["toughness"] or 0),
            save=int(group.characteristics["save"] or 0),
            invulnerable=group.characteristics.get("invulnerable"),
            feel_no_pain=group.feel_no_pain,
            wounds=int(group.characteristics["wounds"] or 0),
            keywords=group.keywords,
        )
        for group in target.models
    ]
    starting = sum(group.count for group in groups)
    if models_left is not None:
        groups = _depleted(groups, models_left, target.name)
    if wounds_left is not None:
        most = groups[0].wounds
        if not 1 <= wounds_left <= most:
            msg = f"wounds left: found {wounds_left}, expected 1 to {most} for {groups[0].name or target.name}"
            raise ScenarioError(msg)
        groups[0] = msgspec.structs.replace(groups[0], wounds_left=wounds_left)
    effects: list[Effect] = []
    left_out: list[str] = []
    if target.datasheet:
        sheet = library.datasheet(target.datasheet)
        held = {item.casefold() for line in sheet.composition for item in line.equipped}
        effects, left_out = _abilities(sheet, held, "defender")
    check_size(tuple(groups))
    return Defender(target.name, tuple(groups), tuple(effects), tuple(left_out), target.points or 0, starting)


def _depleted(groups: Sequence[Group], left: int, name: str) -> list[Group]:
    """The models that are left when the first in the order of allocation are gone."""
    total = sum(group.count for group in groups)
    if not 1 <= left <= total:
        msg = f"models left: found {left}, expected 1 to {total} for {name}"
        raise ScenarioError(msg)
    gone = total - left
    out: list[Group] = []
    for group in groups:
        lost = min(gone, group.count)
        gone -= lost
        if group.count > lost:
            out.append(msgspec.structs.replace(group, count=group.count - lost))
    return out

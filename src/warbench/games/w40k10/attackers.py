"""A unit that attacks: its weapons with its loadout, the effects of its abilities, leaders that have joined it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from warbench.chance import Dice
from warbench.games.w40k10 import library
from warbench.games.w40k10.abilities import abilities_of, words_of_models
from warbench.games.w40k10.arms import Bearers, dealt, together
from warbench.games.w40k10.checks import ScenarioError
from warbench.games.w40k10.joined import Member, told_apart
from warbench.games.w40k10.keywords import SELECTED, read_keyword, rolled_faces, undiced
from warbench.games.w40k10.leaders import leaders_fault
from warbench.games.w40k10.question import Weapon
from warbench.games.w40k10.scenario import AttackerSpec
from warbench.rules.conditions import all_of, is_true
from warbench.rules.effects import ChangeValue, Effect
from warbench.sheets.datasheet import Datasheet, WeaponProfile
from warbench.sheets.datasheet import Weapon as SheetWeapon
from warbench.sheets.loadouts import UnitLoadout, default_loadout, each_model
from warbench.sheets.sizes import distributions, points, smallest

DASH = " \N{EN DASH} "
"""Between the name of a weapon and that of its profile."""


class Attacker(msgspec.Struct, frozen=True):
    """A unit that attacks: its models with their weapons, its abilities as effects, and what of it is not modelled."""

    name: str
    bearers: tuple[Bearers, ...]
    effects: tuple[Effect, ...]
    keywords: tuple[str, ...]
    not_modelled: tuple[str, ...]
    points: int
    damaged_at: int
    equipment: tuple[tuple[str, int], ...]
    models: tuple[str, ...] = ()

    @property
    def weapons(self) -> tuple[Weapon, ...]:
        """All its weapons, ranged ones first."""
        return together(weapon for each in self.bearers for weapon in each.all)

    def used(self, kind: str) -> tuple[object, ...]:
        """What of it bears on its attacks of a kind (``ranged``, ``melee``): units for which it is equal attack alike."""
        hands = Counter(
            tuple(weapon for weapon in each.weapons if weapon.type == kind) for each in self.bearers for _ in range(each.count)
        )
        effects = tuple(effect for effect in self.effects if effect.attacks in ("all", kind))
        return (tuple(hands.items()), effects, self.keywords, self.not_modelled, self.damaged_at)

    def armed(self, kind: str) -> bool:
        """Whether it has anything to attack with."""
        return any(weapon.type == kind for each in self.bearers for weapon in each.weapons)


def attacker_of(spec: AttackerSpec | str) -> Attacker:
    """The attacker that a scenario names.

    Raises:
        ScenarioError, SizeError, UnknownDatasheet: for what there is not.
    """
    spec = AttackerSpec(datasheet=spec) if isinstance(spec, str) else spec
    sheet = library.datasheet(spec.datasheet)
    size = spec.models if spec.models is not None else smallest(sheet)
    items = spec.loadout
    unit = attacker(sheet, default_loadout(sheet, size)) if items is None else equipped(sheet, Counter(items), size)
    names = (*([spec.leader] if spec.leader else []), *spec.beside)
    return led_by(unit, sheet, [library.datasheet(name) for name in names])


def attacker(sheet: Datasheet, unit: UnitLoadout, *, profile: str = "") -> Attacker:
    """A unit of a datasheet with a loadout for each of its models."""
    models = Counter(tuple(loadout) for _, loadout in each_model(unit))
    armed = ((count, _armed(sheet, dict(loadout), profile)) for loadout, count in models.items())
    bearers = tuple(Bearers(count, tuple(way for ways in arms for way in ways)) for count, arms in armed)
    items: Counter[str] = Counter()
    for loadout, count in models.items():
        items.update({item: number * count for item, number in loadout})
    return _attacker(sheet, bearers, items, dict.fromkeys(name for name, _ in each_model(unit)))


def equipped(sheet: Datasheet, items: Mapping[str, int], size: int, *, profile: str = "") -> Attacker:
    """A unit of a datasheet with so many of each item among its models.

    ``profile`` picks the profile of that name where a weapon has one; else each weapon's first profile is used (W-058), or all of
    them where a D6 picks one.

    Raises:
        ScenarioError: for an item that the datasheet does not have.
    """
    wargear = {ability.item.casefold() for ability in sheet.abilities if ability.item}
    for item in items:
        if sheet.weapon(item) is None and item.casefold() not in wargear:
            known = ", ".join(weapon.name for weapon in sheet.weapons)
            msg = f"loadout: {sheet.name} has no {item!r}; it has: {known}"
            raise ScenarioError(msg)
    kinds = (line.model for line, count in zip(sheet.composition, next(distributions(sheet, size)), strict=True) if count)
    return _attacker(sheet, dealt(_armed(sheet, items, profile), size), items, kinds)


def weapons_named(sheet: Datasheet, item: str) -> tuple[SheetWeapon, ...]:
    """The weapons that an item is, in the order of the datasheet: a spear that shoots is a ranged and a melee weapon."""
    wanted = item.casefold()
    return tuple(weapon for weapon in sheet.weapons if weapon.name.casefold() == wanted)


def _armed(sheet: Datasheet, items: Mapping[str, int], profile: str) -> list[tuple[Weapon, ...]]:
    """The weapons among some items, ranged first, in the order of the datasheet, and those that its bearer may select.

    Each is there in the profile that is used; where a D6 picks the profile, in all of them.
    """
    counts = {item.casefold(): count for item, count in items.items()}
    if may_select(sheet):
        counts |= {weapon.name.casefold(): 1 for weapon in sheet.weapons if is_selected(weapon)}
    # One item may be a ranged and a melee weapon: a spear that shoots.
    named = enumerate(sheet.weapons)
    found = [(place, weapon, counts[key]) for place, weapon in named if (key := weapon.name.casefold()) in counts]
    found.sort(key=lambda each: (each[1].type == "melee", each[0]))
    return [_ways(weapon, count, profile) for _, weapon, count in found]


def _ways(weapon: SheetWeapon, count: int, profile: str) -> tuple[Weapon, ...]:
    """A weapon in the profile that is used. Where a D6 picks it: in all, or in the named one as though it had been picked."""
    used = _profile(weapon, profile)
    if not rolled_faces(used.abilities):
        return (weapon_numbers(weapon, used, count),)
    if profile and used.name.casefold() == profile.casefold():
        return (as_picked(weapon_numbers(weapon, used, count)),)
    return tuple(weapon_numbers(weapon, each, count) for each in weapon.profiles)


def as_picked(weapon: Weapon) -> Weapon:
    """A weapon in a profile that the D6 has picked."""
    return msgspec.structs.replace(weapon, keywords=undiced(weapon.keywords))


def is_selected(weapon: SheetWeapon) -> bool:
    """Whether a weapon is no equipment, but selected when its bearer shoots."""
    found = (read_keyword(text) for text in weapon.profiles[0].abilities)
    return any(keyword is not None and keyword.family == SELECTED for keyword in found)


def may_select(sheet: Datasheet) -> bool:
    """Whether an ability lets the models of a datasheet select weapons when they shoot."""
    return any(isinstance(each, ChangeValue) and each.name == "powers" for ability in sheet.abilities for each in ability.effects)


def _attacker(sheet: Datasheet, bearers: tuple[Bearers, ...], items: Mapping[str, int], kinds: Iterable[str]) -> Attacker:
    abilities = abilities_of(sheet, (item.casefold() for item in items), "attacker")
    size = sum(each.count for each in bearers)
    return Attacker(
        name=sheet.name,
        bearers=bearers,
        effects=(
            *abilities.unit,
            *abilities.own,
            *(while_damaged(sheet.damaged.effects, sheet.damaged.wounds) if sheet.damaged else ()),
            *_as_passengers(sheet),
        ),
        keywords=(*sheet.keywords, *sheet.faction_keywords),
        not_modelled=(*abilities.not_modelled, *_unread_bracket(sheet)),
        points=points(sheet, size),
        damaged_at=sheet.damaged.wounds if sheet.damaged else 0,
        equipment=tuple(items.items()),
        models=words_of_models(sheet, kinds),
    )


def led_by(unit: Attacker, sheet: Datasheet, leaders: Sequence[Datasheet]) -> Attacker:
    """The unit with leaders in it: the weapons of all, and what the leaders' abilities do for the unit that they lead.

    Abilities that serve their bearer alone stay with the bearer's weapons.

    Raises:
        ScenarioError: when the leaders may not join the unit together.
    """
    if not leaders:
        return unit
    size = sum(each.count for each in unit.bearers)
    fault = leaders_fault(sheet, size, leaders)
    if fault is not None:
        msg = f"leader: {fault.sentence} ({fault.code})"
        raise ScenarioError(msg)
    alone = [attacker(leader, default_loadout(leader, smallest(leader))) for leader in leaders]
    theirs = [
        abilities_of(leader, (item.casefold() for item, _ in one.equipment), "attacker")
        for leader, one in zip(leaders, alone, strict=True)
    ]
    # What serves every model of the unit serves the leaders in it as well.
    shared = abilities_of(sheet, (item.casefold() for item, _ in unit.equipment), "attacker").unit
    bodys = tuple(effect for effect in unit.effects if effect not in shared)
    heads = [
        Member(leader.name, one.bearers, abilities.own) for leader, one, abilities in zip(leaders, alone, theirs, strict=True)
    ]
    gifts = (*shared, *(effect for abilities in theirs for effect in abilities.unit))
    members, common = told_apart([Member(unit.name, unit.bearers, bodys), *heads], gifts)
    return msgspec.structs.replace(
        unit,
        name=f"{unit.name} led by {' and '.join(leader.name for leader in leaders)}",
        bearers=tuple(each for member in members for each in member.bearers),
        effects=(*(effect for member in members for effect in member.effects()), *common),
        keywords=tuple(dict.fromkeys((*unit.keywords, *(word for one in alone for word in one.keywords)))),
        not_modelled=(*unit.not_modelled, *(text for abilities in theirs for text in abilities.not_modelled)),
        points=unit.points + sum(one.points for one in alone),
        models=tuple(dict.fromkeys((*unit.models, *(word for one in alone for word in one.models)))),
    )


def while_damaged(effects: Iterable[Effect], wounds: int) -> list[Effect]:
    """The Damaged bracket's effects, under the condition that the bearer is in it (W-166..W-171, X-54)."""
    bracket = is_true("damaged")
    return [
        msgspec.structs.replace(
            effect,
            when=all_of(effect.when, bracket) if effect.when is not None else bracket,
            source=f"Damaged: {wounds} wounds or fewer",
        )
        for effect in effects
    ]


def _unread_bracket(sheet: Datasheet) -> tuple[str, ...]:
    """The name of a Damaged bracket of which nobody knows what it does."""
    return (f"Damaged ({sheet.name})",) if sheet.damaged is not None and not sheet.damaged.effects else ()


def _as_passengers(sheet: Datasheet) -> list[Effect]:
    """What the transports of its army may do for the unit once it has disembarked (W-154)."""
    if "infantry" not in sheet.keywords:
        return []
    return [
        msgspec.structs.replace(effect, source=effect.source or f"{ability.name} ({transport.name})")
        for transport in library.carriers(sheet.faction)
        for ability in transport.abilities
        if ability.affects == "passengers"
        for effect in ability.effects
    ]


def _profile(weapon: SheetWeapon, name: str) -> WeaponProfile:
    wanted = name.casefold()
    return next((each for each in weapon.profiles if wanted and each.name.casefold() == wanted), weapon.profiles[0])


def way_named(weapon: str, profile: str) -> str:
    """What a weapon is called in one of its profiles."""
    return f"{weapon}{DASH}{profile}" if profile else weapon


def weapon_numbers(weapon: SheetWeapon, profile: WeaponProfile, count: int) -> Weapon:
    """A weapon of a datasheet in one of its profiles, with its numbers.

    Raises:
        ScenarioError: for a weapon whose Strength is rolled.
    """
    numbers = profile.characteristics
    skill = numbers.get("skill")
    if not isinstance(numbers["strength"], int):
        msg = f"{weapon.name}: its Strength {numbers['strength']} is rolled, which is not modelled; equip the unit without it"
        raise ScenarioError(msg)
    return Weapon(
        name=way_named(weapon.name, profile.name),
        type=weapon.type,
        count=count,
        range=profile.range,
        attacks=Dice.parse(numbers["attacks"] or 0),
        skill=int(skill) if skill is not None else None,
        strength=numbers["strength"],
        ap=int(numbers["ap"] or 0),
        damage=Dice.parse(numbers["damage"] or 0),
        keywords=profile.abilities,
    )

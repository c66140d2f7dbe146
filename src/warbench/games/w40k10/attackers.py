"""A unit that attacks: its weapons with its loadout, the effects of its abilities, a leader that has joined it."""

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from warbench.chance import Dice
from warbench.games.w40k10 import library
from warbench.games.w40k10.abilities import abilities_of
from warbench.games.w40k10.arms import Bearers, dealt, together
from warbench.games.w40k10.checks import ScenarioError
from warbench.games.w40k10.question import Weapon
from warbench.games.w40k10.scenario import AttackerSpec
from warbench.rules.conditions import all_of, is_true
from warbench.rules.effects import Effect
from warbench.sheets.datasheet import Datasheet, WeaponProfile
from warbench.sheets.datasheet import Weapon as SheetWeapon
from warbench.sheets.loadouts import UnitLoadout, default_loadout, each_model
from warbench.sheets.sizes import points, smallest

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
    return led_by(unit, sheet, library.datasheet(spec.leader)) if spec.leader else unit


def attacker(sheet: Datasheet, unit: UnitLoadout, *, profile: str = "") -> Attacker:
    """A unit of a datasheet with a loadout for each of its models."""
    models = Counter(tuple(loadout) for _, loadout in each_model(unit))
    bearers = tuple(Bearers(count, _armed(sheet, dict(loadout), profile)) for loadout, count in models.items())
    items: Counter[str] = Counter()
    for loadout, count in models.items():
        items.update({item: number * count for item, number in loadout})
    return _attacker(sheet, bearers, items)


def equipped(sheet: Datasheet, items: Mapping[str, int], size: int, *, profile: str = "") -> Attacker:
    """A unit of a datasheet with so many of each item among its models.

    ``profile`` picks the profile of that name where a weapon has one; else each weapon's first profile is used (W-058).

    Raises:
        ScenarioError: for an item that the datasheet does not have.
    """
    wargear = {ability.item.casefold() for ability in sheet.abilities if ability.item}
    for item in items:
        if sheet.weapon(item) is None and item.casefold() not in wargear:
            known = ", ".join(weapon.name for weapon in sheet.weapons)
            msg = f"loadout: {sheet.name} has no {item!r}; it has: {known}"
            raise ScenarioError(msg)
    return _attacker(sheet, dealt(_armed(sheet, items, profile), size), items)


def weapons_named(sheet: Datasheet, item: str) -> tuple[SheetWeapon, ...]:
    """The weapons that an item is, in the order of the datasheet: a spear that shoots is a ranged and a melee weapon."""
    wanted = item.casefold()
    return tuple(weapon for weapon in sheet.weapons if weapon.name.casefold() == wanted)


def _armed(sheet: Datasheet, items: Mapping[str, int], profile: str) -> tuple[Weapon, ...]:
    """The weapons among some items, ranged first, in the order of the datasheet."""
    counts = {item.casefold(): count for item, count in items.items()}
    # One item may be a ranged and a melee weapon: a spear that shoots.
    named = enumerate(sheet.weapons)
    found = [(place, weapon, counts[key]) for place, weapon in named if (key := weapon.name.casefold()) in counts]
    found.sort(key=lambda each: (each[1].type == "melee", each[0]))
    return tuple(weapon_numbers(weapon, _profile(weapon, profile), count) for _, weapon, count in found)


def _attacker(sheet: Datasheet, bearers: tuple[Bearers, ...], items: Mapping[str, int]) -> Attacker:
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
        not_modelled=abilities.not_modelled,
        points=points(sheet, size),
        damaged_at=sheet.damaged.wounds if sheet.damaged else 0,
        equipment=tuple(items.items()),
    )


def led_by(unit: Attacker, sheet: Datasheet, leader: Datasheet) -> Attacker:
    """The unit with a leader in it: both units' weapons, and what the leader's abilities do for the unit that it leads.

    Abilities that serve their bearer alone stay with the bearer's weapons.

    Raises:
        ScenarioError: when the leader may not join the unit.
    """
    if sheet.id not in leader.leads and sheet.name not in leader.leads:
        led = ", ".join(leader.leads) or "no unit"
        msg = f"leader: {leader.name} cannot lead {sheet.name}; it leads: {led}"
        raise ScenarioError(msg)
    alone = attacker(leader, default_loadout(leader, smallest(leader)))
    held = [item.casefold() for item, _ in alone.equipment]
    abilities = abilities_of(leader, held, "attacker")
    own_weapons = [weapon.name for weapon in alone.weapons]
    # What serves every model of the unit serves the leader in it as well.
    shared = abilities_of(sheet, (item.casefold() for item, _ in unit.equipment), "attacker").unit
    return msgspec.structs.replace(
        unit,
        name=f"{unit.name} led by {leader.name}",
        bearers=(*unit.bearers, *alone.bearers),
        effects=(
            *_only((effect for effect in unit.effects if effect not in shared), [weapon.name for weapon in unit.weapons]),
            *shared,
            *_only(abilities.own, own_weapons),
            *abilities.unit,
        ),
        keywords=tuple(dict.fromkeys((*unit.keywords, *alone.keywords))),
        not_modelled=(*unit.not_modelled, *abilities.not_modelled),
        points=unit.points + alone.points,
    )


def _only(effects: Iterable[Effect], weapons: Iterable[str]) -> list[Effect]:
    """The effects narrowed to some weapons, one for each; those that name a weapon already stay as they are."""
    names = list(weapons)
    return [
        narrowed
        for effect in effects
        for narrowed in ([effect] if effect.weapon else [msgspec.structs.replace(effect, weapon=name) for name in names])
    ]


def while_damaged(effects: Iterable[Effect], wounds: int) -> list[Effect]:
    """The Damaged bracket's effects, under the condition that the bearer is in it (W-166)."""
    bracket = is_true("damaged")
    return [
        msgspec.structs.replace(
            effect,
            when=all_of(effect.when, bracket) if effect.when is not None else bracket,
            source=f"Damaged: {wounds} wounds or fewer",
        )
        for effect in effects
    ]


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

"""The ranged weapons of a unit's models: their profiles, who shoots them and whose they are, and which are spent."""

from collections.abc import Iterable

import msgspec

from warbench.games.w40k10.attackers import weapon_numbers, weapons_named
from warbench.games.w40k10.battle.roster import Entry
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.keywords import read_keyword
from warbench.games.w40k10.question import Weapon


class Gun(msgspec.Struct, frozen=True):
    """A ranged weapon of a kind of model: its name, its profiles with the count that one model has, the abilities of each."""

    name: str
    profiles: tuple[Weapon, ...]
    families: tuple[frozenset[str], ...]

    def has(self, family: str, profile: int = 0) -> bool:
        """Whether a profile has an ability."""
        return family in self.families[profile]


class Armed(msgspec.Struct, frozen=True):
    """A weapon in the hands of a model: who shoots it, and whose it is (an embarked model's, with Firing Deck)."""

    bearer: str
    gun: Gun
    owner: str

    @property
    def once(self) -> str:
        """What is noted as spent of its owner when it can be shot once only (W-080, W-083)."""
        return f"{self.owner}:{self.gun.name}"


class Fire(msgspec.Struct, frozen=True):
    """A weapon that is shot in one of its profiles at a unit (W-058: the profile is chosen with the target).

    ``count``: so many of the alike weapons that the model has, where it does not shoot all of them at this unit.
    """

    armed: Armed
    profile: int
    target: str
    count: int | None = None

    @property
    def weapon(self) -> Weapon:
        """The profile, with the number of weapons that are shot."""
        weapon = self.armed.gun.profiles[self.profile]
        return weapon if self.count is None else msgspec.structs.replace(weapon, count=self.count)

    def has(self, family: str) -> bool:
        """Whether the profile has an ability."""
        return self.armed.gun.has(family, self.profile)


def guns_of(entry: Entry, kind: int) -> tuple[Gun, ...]:
    """The ranged weapons of a kind of model, in the order of its datasheet."""
    known: dict[int, tuple[Gun, ...]] = entry.__dict__.setdefault("_guns", {})
    if kind not in known:
        sheet = entry.sheets[entry.kinds[kind].part]
        held = [(weapon, count) for item, count in entry.kinds[kind].items for weapon in weapons_named(sheet, item)]
        held.sort(key=lambda each: sheet.weapons.index(each[0]))
        known[kind] = tuple(
            gun_of(weapon.name, tuple(weapon_numbers(weapon, profile, count) for profile in weapon.profiles))
            for weapon, count in held
            if weapon.type == "ranged"
        )
    return known[kind]


def gun_of(name: str, profiles: tuple[Weapon, ...]) -> Gun:
    """A weapon in these profiles."""
    read = ([read_keyword(text) for text in weapon.keywords] for weapon in profiles)
    return Gun(name, profiles, tuple(frozenset(keyword.family for keyword in found if keyword) for found in read))


def own_arms(state: State, unit: Unit) -> list[Armed]:
    """The ranged weapons of a unit's models that are not spent (W-080)."""
    entry = state.entry(unit.id)
    found = [Armed(model.id, gun, model.id) for model in unit.models for gun in guns_of(entry, entry.index[model.id])]
    return unspent(unit, found)


def unspent(unit: Unit, arms: Iterable[Armed]) -> list[Armed]:
    """Those weapons of a unit's models that were not shot before or may be shot more than once (W-080..W-083)."""
    return [armed for armed in arms if not (armed.gun.has("one shot") and armed.once in unit.spent)]

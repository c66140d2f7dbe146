"""The datasheet: frozen structs of facts, one for each thing that a datasheet can say."""

from typing import Literal

import msgspec

from warbench.rules.effects import Effect
from warbench.sheets.options import Option

Number = int | None
AbilityKind = Literal["core", "faction", "datasheet", "wargear", "weapon", "damaged"]


class ModelProfile(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A kind of model: its characteristics by name (inches, target numbers, counts), its base and what only it has.

    ``base`` is a base as printed (``40mm``, ``60x35mm oval``, ``hull``) or empty when unknown. ``keywords`` are those that this
    model has beside the unit's. A game whose models each have a type, traits and abilities of their own gives them here: ``type``
    is one word, ``traits`` are names without effect that rules ask for, ``abilities`` stand as printed, with their value.
    """

    name: str
    characteristics: dict[str, Number]
    base: str = ""
    keywords: tuple[str, ...] = ()
    type: str = ""
    traits: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()


class WeaponProfile(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One way to use a weapon. ``characteristics`` are numbers or dice notation; ``abilities`` are keywords as printed.

    ``range`` is in inches, None for melee. ``name`` is empty when the weapon has one profile only. ``traits`` are names without
    effect that rules ask for.
    """

    characteristics: dict[str, int | str | None]
    range: int | None = None
    abilities: tuple[str, ...] = ()
    name: str = ""
    traits: tuple[str, ...] = ()


class Weapon(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A weapon: ranged or melee, with one or more profiles of which its bearer uses one at a time (W-058).

    ``mount`` is where it sits on a hull, which decides where it can shoot; empty for a weapon in hand.
    """

    name: str
    type: Literal["ranged", "melee"]
    profiles: tuple[WeaponProfile, ...]
    mount: str = ""


class Ability(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A named ability: what it is called, where it comes from and what it does.

    ``item`` is the wargear that gives it. ``parameter`` is the X of "Name X". ``summary`` says it in our own words. ``effects``
    are what it does to attacks. ``touches`` says what it can bear on (attack, movement, deployment, army, ...); an ability that
    touches attacks and has neither effects nor a rule object is named as not modelled in every answer. With ``whole_unit`` the
    effects serve every model of the bearer's unit (a leader's gift, a unit's scanner), without it the bearer only.
    """

    id: str
    name: str
    kind: AbilityKind = "datasheet"
    parameter: str = ""
    item: str = ""
    summary: str = ""
    effects: tuple[Effect, ...] = ()
    touches: tuple[str, ...] = ()
    affects: Literal["bearer", "passengers"] = "bearer"
    whole_unit: bool = False


class Wargear(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An item that is no weapon, and what its bearer has by it: keywords, traits, abilities, characteristics set to a value."""

    name: str
    summary: str = ""
    keywords: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    characteristics: dict[str, Number] = {}


class Composition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How many of a kind of model the unit has, and what each is equipped with unless an option changes it."""

    model: str
    low: int
    high: int
    equipped: tuple[str, ...] = ()


class Points(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the unit costs with this many models; with ``each`` every model more costs so much more."""

    models: int
    points: int
    each: int = 0


class Takes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A model with this keyword takes up more than one place in a transport."""

    keyword: str
    places: int


class Transport(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Transport capacity: places, the keywords that a passenger needs and may not have, and who takes more than one place.

    A passenger needs every word of ``needs``; "a or b" in it is either of the two. ``access`` names the sides by which models get
    in and out, where a game tells them apart.
    """

    capacity: int
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    takes: tuple[Takes, ...] = ()
    access: tuple[str, ...] = ()


class Damaged(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What changes while a model has at most ``wounds`` left."""

    wounds: int
    effects: tuple[Effect, ...] = ()
    summary: str = ""


class Datasheet(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A unit's datasheet. Keywords are lower case; ``version`` says which printing the facts are from.

    ``role`` is its place in an army, where a game has such places.
    """

    id: str
    name: str
    game: str
    faction: str
    keywords: tuple[str, ...]
    models: tuple[ModelProfile, ...]
    weapons: tuple[Weapon, ...] = ()
    composition: tuple[Composition, ...] = ()
    points: tuple[Points, ...] = ()
    faction_keywords: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    options: tuple[Option, ...] = ()
    transport: Transport | None = None
    damaged: Damaged | None = None
    leads: tuple[str, ...] = ()
    version: str = ""
    role: str = ""
    wargear: tuple[Wargear, ...] = ()

    def weapon(self, name: str) -> Weapon | None:
        """The weapon of that name, whatever the case; None when the datasheet has none."""
        wanted = name.casefold()
        return next((weapon for weapon in self.weapons if weapon.name.casefold() == wanted), None)

    def gear(self, name: str) -> Wargear | None:
        """The wargear of that name, whatever the case; None when the datasheet has none."""
        wanted = name.casefold()
        return next((item for item in self.wargear if item.name.casefold() == wanted), None)

    def model(self, name: str) -> ModelProfile:
        """The kind of model of that name.

        Raises:
            KeyError: when the datasheet has no such model.
        """
        for model in self.models:
            if model.name.casefold() == name.casefold():
                return model
        raise KeyError(name)

"""The datasheet: frozen structs of facts, one for each thing that a datasheet can say."""

from typing import Literal

import msgspec

from warbench.rules.effects import Effect
from warbench.sheets.auras import Aura
from warbench.sheets.capacity import Transport
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
    effects serve every model of the bearer's unit (a leader's gift, a unit's scanner), without it the bearer only. ``auras`` are
    what it does to units around its bearers.
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
    auras: tuple[Aura, ...] = ()

    @property
    def acts(self) -> bool:
        """Whether its data says what it does: to its bearers or around them."""
        return bool(self.effects or self.auras)


class Wargear(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An item that is no weapon, and what its bearer has by it: keywords, traits, abilities, characteristics set to a value."""

    name: str
    summary: str = ""
    keywords: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    characteristics: dict[str, Number] = {}


class Composition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How many of a kind of model the unit has, and what each is equipped with unless an option changes it.

    Where models of one kind are equipped differently each equipment is a line, and ``kind`` is what they all are; empty where
    ``model`` says it. An option for the kind is for all of its lines.
    """

    model: str
    low: int
    high: int
    equipped: tuple[str, ...] = ()
    kind: str = ""

    def answers(self, name: str) -> bool:
        """Whether a kind of model of that name, whatever the case, means this line; the empty name means all."""
        return name.casefold() in {"", self.model.casefold(), self.kind.casefold()}


class Points(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the unit costs with this many models; with ``each`` every model more costs so much more.

    ``makeup``: only with at most so many models of each line of the composition; empty: whatever they are.
    """

    models: int
    points: int
    each: int = 0
    makeup: tuple[int, ...] = ()


class Damaged(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What changes while a model has at most ``wounds`` left."""

    wounds: int
    effects: tuple[Effect, ...] = ()
    summary: str = ""


class JoinsBeside(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Beside whom a leader may join a unit that is led already.

    ``whom`` are keywords or names: the leader that is there has one of them. ``units`` are the units in which; empty: all that it
    leads. With ``several`` any number of such leaders may be there, else one. ``never`` are those beside whom it does not join.
    """

    whom: tuple[str, ...]
    units: tuple[str, ...] = ()
    several: bool = False
    never: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """Beside whom, in words."""
        where = f" in {' or '.join(self.units)}" if self.units else ""
        never = f", never {' or '.join(self.never)}" if self.never else ""
        return f"{'any' if self.several else 'one'} {' or '.join(self.whom)}{never}{where}"


class TakesLeaders(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A unit that several leaders may join: at most ``most``, where it has at least so many ``models``.

    ``needs`` are keywords or names of which one leader has one; with ``twice`` two of one datasheet may join.
    """

    most: int
    models: int = 0
    needs: tuple[str, ...] = ()
    twice: bool = False

    @property
    def told(self) -> str:
        """How many leaders, in words."""
        size = f" of at least {self.models} models" if self.models else ""
        needs = f", one of them {' or '.join(self.needs)}" if self.needs else ""
        return f"up to {self.most}{size and f' in a unit{size}'}{needs}{'' if self.twice else ', no two alike'}"


class LeadsWith(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """With which wargear a leader may lead some of its units: one of the items."""

    units: tuple[str, ...]
    items: tuple[str, ...]

    @property
    def told(self) -> str:
        """What and with what, in words."""
        return f"{' or '.join(self.units)} only with {' or '.join(self.items)}"


class JoinsUnit(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Which units this one may join before the battle, so that its models count as models of that unit: a retinue.

    ``units`` are keywords or names of such units; empty: any other unit. ``led_by`` are keywords of which a leader of that unit
    has one row; empty: it needs no leader. ``never`` are those beside whom it does not join, itself too where one is the most.
    """

    units: tuple[str, ...] = ()
    led_by: tuple[str, ...] = ()
    never: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """Which units, in words."""
        led = f" led by {' or '.join(self.led_by)}" if self.led_by else ""
        never = f", never beside {' or '.join(self.never)}" if self.never else ""
        return f"{' or '.join(self.units) or 'any unit'}{led}{never}"


class LedAs(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Whoever may lead one of ``units`` may lead this unit too: those with a row of keywords of ``who`` and none of ``never``."""

    units: tuple[str, ...]
    who: tuple[str, ...] = ()
    never: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """By whom, in words."""
        who = " or ".join(self.who) or "whoever"
        never = f", never {' or '.join(self.never)}," if self.never else ""
        return f"{who}{never} that may lead {' or '.join(self.units)}"


class Datasheet(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A unit's datasheet. Keywords are lower case; ``version`` says which printing the facts are from.

    ``role`` is its place in an army, where a game has such places. ``as_listed``: it was made of what one unit of a list is,
    so that it knows no other size and no other wargear.
    ``most_models`` bounds the unit where its lines of composition together would allow more; 0: they do not.
    ``makeups`` are the only ways to make up the unit, as numbers of models by lines; empty: all that the lines allow.
    ``must_join``: it takes part only in another unit, as a leader or a retinue. ``warlord`` says whether it cannot lead the army,
    or has to where it is there; with ``unenhanced`` it can be given no Enhancement.
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
    leads_with: tuple[LeadsWith, ...] = ()
    joins_beside: JoinsBeside | None = None
    takes_leaders: TakesLeaders | None = None
    joins: JoinsUnit | None = None
    led_as: tuple[LedAs, ...] = ()
    must_join: bool = False
    warlord: Literal["", "must", "never"] = ""
    unenhanced: bool = False
    version: str = ""
    role: str = ""
    wargear: tuple[Wargear, ...] = ()
    as_listed: bool = False
    most_models: int = 0
    makeups: tuple[tuple[int, ...], ...] = ()

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

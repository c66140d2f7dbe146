"""Effects: the few closed kinds of exception to a rule, as data with source, side, scope and condition.

A weapon's ability, a datasheet's ability, a status, cover and a token are all the same thing: a list of these. Files hold them
in the same form (``kind`` names the struct), so an effect can be read, shown, stored and sent.
"""

from typing import Literal

import msgspec

from warbench.rules.conditions import Condition

Side = Literal["attacker", "defender"]
Scope = Literal["all", "ranged", "melee"]
Against = Literal["all", "mortal", "psychic"]
Reroll = Literal["ones", "failures", "non-criticals", "best"]


class Per(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Multiply an amount by a count: once for every full ``every`` of the fact (rounding down)."""

    fact: str
    every: int = 1


class _Base(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", forbid_unknown_fields=True):
    """What all effects share.

    ``side`` is the player whose rule it is (the owner chooses where a rule lets him choose). ``weapon`` and ``attacks`` narrow
    it to a weapon by name and to ranged or melee attacks. ``when`` is the condition; without it the effect always applies.
    ``source`` says where it comes from, for explanations; ``rule`` is a rule id.
    """

    side: Side = "attacker"
    weapon: str | None = None
    attacks: Scope = "all"
    when: Condition | None = None
    source: str = ""
    rule: str = ""


class ChangeValue(_Base, frozen=True, tag="characteristic"):
    """Change a characteristic of the attack or of the target's models.

    Exactly one of ``by`` (a number, or dice notation that is added and rolled), ``set``, ``halve`` (rounding up) and
    ``multiply``. Applied in one order whatever the order of the list: set, halve, multiply, add, subtract. ``least``: what ``by``
    takes off stops there; numbers of an attack have no such bound.
    """

    name: str
    by: int | str | None = None
    set: int | None = None
    halve: bool = False
    multiply: int | None = None
    per: Per | None = None
    least: int | None = None

    def __post_init__(self) -> None:
        """Refuse none or several changes at once."""
        given = (self.by is not None) + (self.set is not None) + self.halve + (self.multiply is not None)
        if given != 1:
            msg = f"a characteristic effect on {self.name!r} needs exactly one of by, set, halve, multiply"
            raise ValueError(msg)


class ChangeRoll(_Base, frozen=True, tag="roll"):
    """Add to (or subtract from) the result of a roll."""

    roll: str
    by: int
    per: Per | None = None


class AllowReroll(_Base, frozen=True, tag="reroll"):
    """Allow one re-roll of each die (or sum) of a roll: of ones, of failures, of non-criticals, or of what its owner likes."""

    roll: str
    which: Reroll = "best"


class MoveCritical(_Base, frozen=True, tag="critical"):
    """An unmodified face of ``on`` or more is critical; with ``only_if_successful`` only when the roll succeeds anyway."""

    roll: str
    on: int
    only_if_successful: bool = False


class FailsOn(_Base, frozen=True, tag="fails_on"):
    """Unmodified faces up to ``up_to`` always fail, whatever else is said of them."""

    roll: str
    up_to: int


class OnResult(_Base, frozen=True, tag="on_result"):
    """On a critical, on any success, on an unmodified face of ``at`` or more, or on a tie of a roll, do something more.

    ``add``: this many more hits (a number or dice notation), which make no roll of their own; with ``strength`` they are hits
    of that Strength that wound for themselves. ``succeed``: this later roll succeeds without dice (or, named as the roll
    itself, this one). ``convert``: the damage is of this kind, allows no save and waits until all else is resolved.
    ``mortal``: so many mortal wounds in addition to the damage, saved or not (W-128, W-129). ``ap``: the attack's Armour
    Penetration is this. ``damage``: so much more damage. ``pick``: the attacker picks the model.
    """

    roll: str
    on: Literal["critical", "success", "face", "tie"] = "critical"
    at: int | None = None
    add: int | str | None = None
    succeed: str | None = None
    convert: str | None = None
    mortal: int | str | None = None
    ap: int | None = None
    damage: int | None = None
    strength: int | None = None
    pick: bool = False


class Grant(_Base, frozen=True, tag="grant"):
    """The attack (or, from the defender, the target) has an ability, by its keyword."""

    keyword: str


class Forbid(_Base, frozen=True, tag="forbid"):
    """Something that may not be done, or that may not help: a target, cover."""

    what: str


class Permit(_Base, frozen=True, tag="permit"):
    """Something that may be done as though it were allowed: a target out of sight, a choice of model."""

    what: str


class Automatic(_Base, frozen=True, tag="automatic"):
    """The roll succeeds without dice; so it can never be critical."""

    roll: str


class IgnoreDamage(_Base, frozen=True, tag="feel_no_pain"):
    """Each point of damage (of the named kind) is ignored on a roll of ``on`` or more."""

    on: int
    against: Against = "all"


class Hazard(_Base, frozen=True, tag="hazard"):
    """After the attacks, the bearer tests once for each such weapon: ``fails_on`` or less costs it ``damage``."""

    fails_on: int = 1
    damage: int = 3


Effect = (
    ChangeValue
    | ChangeRoll
    | AllowReroll
    | MoveCritical
    | FailsOn
    | OnResult
    | Grant
    | Forbid
    | Permit
    | Automatic
    | IgnoreDamage
    | Hazard
)
"""Any effect. The set is closed: an unknown kind in a file is refused."""


def tag_of(kind: type[msgspec.Struct]) -> str:
    """What files call a kind of effect."""
    return str(kind.__struct_config__.tag)

"""What a person asks about a unit by name, whatever the game: who, with what, at whom, in which situation."""

from collections.abc import Mapping

import msgspec

from warbench.rules.conditions import Value
from warbench.rules.effects import Effect
from warbench.sheets.datasheet import Datasheet


class Inquiry(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of a datasheet attacks a target by name. A game may add fields of its own.

    ``loadout`` counts items for the whole unit (None: the default equipment); ``weapons`` keeps only those named, in that firing
    order; ``profile`` picks the profile of weapons that have one of that name; ``kind`` which weapons are used at
    once: ``ranged``, ``melee``, or None for ranged ones if there are any.
    ``target_size`` is the target's starting strength, ``models_left`` and ``wounds_left`` what is left of it.
    """

    sheet: Datasheet
    target: str
    size: int | None = None
    loadout: Mapping[str, int] | None = None
    weapons: tuple[str, ...] = ()
    profile: str = ""
    kind: str | None = "ranged"
    target_size: int | None = None
    models_left: int | None = None
    wounds_left: int | None = None
    facts: Mapping[str, Value] = {}
    effects: tuple[Effect, ...] = ()
    rulings: Mapping[str, str] = {}

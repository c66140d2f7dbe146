"""From names to a question: a datasheet with its loadout against a named target, as the command line and the API ask it."""

import msgspec

from warbench.attack.inquiry import Inquiry
from warbench.games.heresy3 import library
from warbench.games.heresy3.armies.upgrades import with_upgrades
from warbench.games.heresy3.arms import way_named
from warbench.games.heresy3.attackers import Attacker, attacked_by, unit_of
from warbench.games.heresy3.checks import check_effect
from warbench.games.heresy3.defenders import Defender, defender, told
from warbench.games.heresy3.defenders import archetypes as known_archetypes
from warbench.games.heresy3.named import against
from warbench.games.heresy3.question import Question
from warbench.sheets.datasheet import Datasheet

__all__ = ["TARGETS", "Inquiry", "archetypes", "attacking", "defending", "question_of", "sheet_of", "target_id", "way_named"]

TARGETS = ("marines", "terminators", "dreadnought", "light-vehicle", "heavy-vehicle", "fortification")
"""Whom a unit is compared against when nobody is named: one of each kind."""


def sheet_of(name: str) -> Datasheet:
    """The datasheet of that name, with the upgrades that bear on attacks among its options (breacher charges).

    Raises:
        UnknownDatasheet: naming the nearest names.
    """
    return with_upgrades(library.datasheet(name))


def target_id(name: str, size: int | None = None) -> str:
    """The id of the target of that name, which can have that size.

    Raises:
        UnknownDatasheet, SizeError, ScenarioError: for what there is not.
    """
    return defender(name, size).id


def archetypes() -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """The targets that are no datasheets: what to type, their models in a few words, what else they are called."""
    return tuple((key, "; ".join(map(told, defender(key).groups)), entry.aliases) for key, entry in known_archetypes().items())


def attacking(inquiry: Inquiry) -> Attacker:
    """The attacking unit with its loadout.

    Raises:
        ScenarioError, SizeError: for items or sizes that the datasheet does not have.
    """
    return unit_of(inquiry.sheet, inquiry.size, inquiry.loadout)


def defending(inquiry: Inquiry) -> Defender:
    """The target, with what is left of it.

    Raises:
        UnknownDatasheet, ScenarioError, SizeError: for what there is not.
    """
    return defender(inquiry.target, inquiry.target_size, models_left=inquiry.models_left, wounds_left=inquiry.wounds_left)


def question_of(inquiry: Inquiry) -> Question:
    """The question of an inquiry.

    Raises:
        ScenarioError, SizeError, UnknownDatasheet, FactError, RulingError: for what there is not, naming what there is.
    """
    unit, target = attacking(inquiry), defending(inquiry)
    for index, effect in enumerate(inquiry.effects):
        check_effect(effect, f"effects[{index}]")
    question = msgspec.structs.replace(
        against(target), given=dict(inquiry.facts), effects=inquiry.effects, rulings=dict(inquiry.rulings)
    )
    return attacked_by(question, unit, weapons=inquiry.weapons, kind=inquiry.kind, profile=inquiry.profile)

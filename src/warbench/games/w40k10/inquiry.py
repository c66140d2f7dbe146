"""From names to a question: a datasheet with its loadout against a named target, as the command line and the API ask it."""

from collections.abc import Sequence as Series

from warbench.attack import inquiry as inquiries
from warbench.games.w40k10 import library
from warbench.games.w40k10.attackers import DASH, Attacker, as_picked, attacker, equipped, led_by, way_named
from warbench.games.w40k10.best import armed, check_selected
from warbench.games.w40k10.checks import ScenarioError, check_effect
from warbench.games.w40k10.defenders import Defender, defender
from warbench.games.w40k10.keywords import rolled_faces
from warbench.games.w40k10.question import Question, Weapon
from warbench.games.w40k10.stratagems import apply, stratagem
from warbench.games.w40k10.targets import told
from warbench.rules.conditions import Value
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.loadouts import default_loadout
from warbench.sheets.sizes import smallest

__all__ = ["TARGETS", "Inquiry", "archetypes", "attacking", "defending", "question_of", "sheet_of", "target_id", "way_named"]


TARGETS = ("light-infantry", "power-armoured-infantry", "terminators", "heavy-walker", "heavy-tank")
"""Whom a unit is compared against when nobody is named: one of each kind, all with a price."""


class Inquiry(inquiries.Inquiry, frozen=True, kw_only=True):
    """What a person asks about a unit. ``leaders`` have joined it, ``target_leaders`` the target."""

    leaders: tuple[str, ...] = ()
    target_leaders: tuple[str, ...] = ()
    stratagems: tuple[str, ...] = ()


def sheet_of(name: str) -> Datasheet:
    """The datasheet of that name.

    Raises:
        UnknownDatasheet: naming the nearest names.
    """
    return library.datasheet(name)


def target_id(name: str, size: int | None = None) -> str:
    """The id of the target of that name, which can have that size.

    Raises:
        UnknownDatasheet, SizeError: for what there is not.
    """
    return library.target(name, size).id


def archetypes() -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """The targets that are no datasheets: what to type, their models in a few words, what else they are called."""
    sheets = {sheet.id for sheet in library.datasheets()}
    found = [(key, library.target(key)) for key in library.names() if key not in sheets]
    return tuple((key, "; ".join(map(told, target.models)), target.aliases) for key, target in found)


def attacking(inquiry: Inquiry) -> Attacker:
    """The attacking unit with its loadout.

    Raises:
        ScenarioError, SizeError: for items or sizes that the datasheet does not have.
    """
    size = inquiry.size if inquiry.size is not None else smallest(inquiry.sheet)
    if inquiry.loadout is None:
        unit = attacker(inquiry.sheet, default_loadout(inquiry.sheet, size), profile=inquiry.profile)
    else:
        unit = equipped(inquiry.sheet, inquiry.loadout, size, profile=inquiry.profile)
    return led_by(unit, inquiry.sheet, [library.datasheet(name) for name in inquiry.leaders])


def defending(inquiry: Inquiry) -> Defender:
    """The target, with what is left of it.

    Raises:
        UnknownDatasheet, ScenarioError, SizeError: for what there is not.
    """
    found = library.target(inquiry.target, inquiry.target_size)
    leaders = [library.target(name) for name in inquiry.target_leaders]
    return defender(found, models_left=inquiry.models_left, wounds_left=inquiry.wounds_left, leaders=leaders)


def question_of(inquiry: Inquiry) -> Question:
    """The question of an inquiry.

    Raises:
        ScenarioError, SizeError, UnknownDatasheet, UnknownStratagem: for what there is not, naming what there is.
    """
    unit, target = attacking(inquiry), defending(inquiry)
    for index, effect in enumerate(inquiry.effects):
        check_effect(effect, f"effects[{index}]")
    question = Question(
        weapons=tuple(weapon for name in inquiry.weapons for weapon in _named(unit.weapons, name, unit.name)),
        target=target.groups,
        given={**_led(inquiry), **inquiry.facts},
        effects=(*unit.effects, *target.effects, *inquiry.effects),
        attacker_keywords=unit.keywords,
        attacker_models=unit.models,
        target_models=target.models,
        rulings=dict(inquiry.rulings),
        not_modelled=(*unit.not_modelled, *target.not_modelled),
        attacker_name=unit.name,
        target_name=target.name,
        attacker_points=unit.points,
        target_points=target.points,
        starting_models=target.starting_models,
        damaged_at=unit.damaged_at,
    )
    for name in inquiry.stratagems:
        question = apply(stratagem(name), question)
    if not question.weapons:
        return armed(question, unit.bearers, inquiry.kind)
    check_selected(question)
    return question


def _led(inquiry: Inquiry) -> dict[str, Value]:
    """The facts that follow from leaders."""
    facts: dict[str, Value] = {}
    if inquiry.leaders:
        facts["leading"] = True
    if inquiry.target_leaders:
        facts["target_led"] = True
    return facts


def _named(weapons: Series[Weapon], name: str, unit: str) -> tuple[Weapon, ...]:
    """The weapon of a name. Where a D6 picks its profile, all of them; a profile by its name is taken as though it was picked."""
    wanted = library.slug(name)
    for weapon in weapons:
        if library.slug(weapon.name) == wanted:
            return (as_picked(weapon),)
    close = [weapon for weapon in weapons if wanted in library.slug(weapon.name)]
    if len(close) == 1:
        return (as_picked(close[0]),)
    if len({weapon.name.partition(DASH)[0] for weapon in close}) == 1 and all(rolled_faces(each.keywords) for each in close):
        return tuple(close)
    msg = f"weapon: {unit} is not equipped with {name!r}; it has: {', '.join(weapon.name for weapon in weapons)}"
    raise ScenarioError(msg)

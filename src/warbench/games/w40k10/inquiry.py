"""From names to a question: a datasheet with its loadout against a named target, as the command line and the API ask it."""

from collections.abc import Mapping
from collections.abc import Sequence as Series

import msgspec

from warbench.games.w40k10 import library
from warbench.games.w40k10.attackers import Attacker, attacker, equipped, led_by
from warbench.games.w40k10.best import armed
from warbench.games.w40k10.checks import ScenarioError, check_effect
from warbench.games.w40k10.defenders import Defender, defender
from warbench.games.w40k10.question import Question, Weapon
from warbench.games.w40k10.stratagems import apply, stratagem
from warbench.rules.conditions import Value
from warbench.rules.effects import Effect
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.loadouts import default_loadout
from warbench.sheets.sizes import smallest


class Inquiry(msgspec.Struct, frozen=True, kw_only=True):
    """What a person asks about a unit.

    ``loadout`` counts items for the whole unit (None: the default equipment); ``weapons`` keeps only those named, in that firing
    order; ``profile`` picks the profile of weapons that have one of that name; ``kind`` which weapons are used at
    once: ``ranged``, ``melee``, or None for ranged ones if there are any.
    ``leader`` has joined the unit, ``target_leader`` the target. ``target_size`` is the target's starting strength,
    ``models_left`` and ``wounds_left`` what is left of it.
    """

    sheet: Datasheet
    target: str
    size: int | None = None
    loadout: Mapping[str, int] | None = None
    weapons: tuple[str, ...] = ()
    profile: str = ""
    kind: str | None = "ranged"
    leader: str = ""
    target_leader: str = ""
    target_size: int | None = None
    models_left: int | None = None
    wounds_left: int | None = None
    facts: Mapping[str, Value] = {}
    effects: tuple[Effect, ...] = ()
    stratagems: tuple[str, ...] = ()
    rulings: Mapping[str, str] = {}


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
    return led_by(unit, inquiry.sheet, library.datasheet(inquiry.leader)) if inquiry.leader else unit


def defending(inquiry: Inquiry) -> Defender:
    """The target, with what is left of it.

    Raises:
        UnknownDatasheet, ScenarioError, SizeError: for what there is not.
    """
    found = library.target(inquiry.target, inquiry.target_size)
    leader = library.target(inquiry.target_leader) if inquiry.target_leader else None
    return defender(found, models_left=inquiry.models_left, wounds_left=inquiry.wounds_left, leader=leader)


def question_of(inquiry: Inquiry) -> Question:
    """The question of an inquiry.

    Raises:
        ScenarioError, SizeError, UnknownDatasheet, UnknownStratagem: for what there is not, naming what there is.
    """
    unit, target = attacking(inquiry), defending(inquiry)
    for index, effect in enumerate(inquiry.effects):
        check_effect(effect, f"effects[{index}]")
    question = Question(
        weapons=tuple(_named(unit.weapons, name, unit.name) for name in inquiry.weapons),
        target=target.groups,
        given={**_led(inquiry), **inquiry.facts},
        effects=(*unit.effects, *target.effects, *inquiry.effects),
        attacker_keywords=unit.keywords,
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
    return question if question.weapons else armed(question, unit.bearers, inquiry.kind)


def _led(inquiry: Inquiry) -> dict[str, Value]:
    """The facts that follow from leaders."""
    facts: dict[str, Value] = {}
    if inquiry.leader:
        facts["leading"] = True
    if inquiry.target_leader:
        facts["target_led"] = True
    return facts


def _named(weapons: Series[Weapon], name: str, unit: str) -> Weapon:
    wanted = library.slug(name)
    for weapon in weapons:
        if library.slug(weapon.name) == wanted:
            return weapon
    close = [weapon for weapon in weapons if wanted in library.slug(weapon.name)]
    if len(close) == 1:
        return close[0]
    msg = f"weapon: {unit} is not equipped with {name!r}; it has: {', '.join(weapon.name for weapon in weapons)}"
    raise ScenarioError(msg)

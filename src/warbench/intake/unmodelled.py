"""What the rules of the game leave out of a datasheet is marked, that answers name it: nothing is ignored in silence."""

import re
from collections.abc import Mapping

import msgspec

from warbench.games.w40k10.faction_rules import claimed
from warbench.games.w40k10.keywords import read_keyword
from warbench.games.w40k10.library import shared_ability
from warbench.sheets.datasheet import Ability, Datasheet

_BEARS = re.compile(
    r"\b(?:attack|hit|wound|damage|sav(?:e|es|ing)|strength|toughness|weapon|characteristic|feel no pain|stealth|cover|critical"
    r"|re-roll|mortal|armour penetration|shoot|shooting|lone operative|invulnerable|suffer"
    # What hangs on other rules that bear on attacks: orders, stances, oaths, pain, a warband's blessings, areas of influence.
    r"|orders?\b|stances?|oath of moment|empower|waaagh|blessings of khorne|miracle dice|acts? of faith|contagion range"
    r"|shadow of chaos|synapse|afflicted|spotted|(?:select|use)\b[^.]{0,60}\babilities|to the range of\b|is equipped with\b"
    # Who is lost with others; keywords, for which weapons may have Anti.
    r"|(?:is|are) also destroyed|(?<!smoke )(?<!grenades )(?<!transport )(?<!markerlight )(?<!faction )keywords?\b)"
    r"|\[[a-z' -]+(?: (?:\d\+?|d\d))?\]",
    re.IGNORECASE,
)

_BRACKET = re.compile(r" ?\(.*\)$")
_LISTED = frozenset({"core", "faction"})


def bears_on_attacks(words: str) -> bool:
    """Whether a rule of these words could touch an attack. Of a rule without words nobody knows, so it could."""
    return not words.strip() or _BEARS.search(words) is not None


def with_the_rest_named(sheet: Datasheet, texts: Mapping[str, str]) -> Datasheet:
    """The datasheet with a meaning or a mark for all its abilities that have neither effects nor a mark yet.

    Core and faction abilities that the game knows by name get what they do; army rules only where their words are known as well.
    Of the others those that could bear on attacks are marked so; then every answer in which they could count names them as not
    modelled.

    Args:
        sheet: a datasheet of the 10th edition.
        texts: the source's own words by the name of the ability.
    """
    abilities = tuple(_told(ability, texts.get(ability.name, "")) for ability in sheet.abilities)
    return sheet if abilities == sheet.abilities else msgspec.structs.replace(sheet, abilities=abilities)


def _told(ability: Ability, words: str) -> Ability:
    if ability.acts or ability.touches:
        return ability
    if ability.kind in _LISTED:
        ruled = claimed(ability, words) if ability.kind == "faction" else None
        if ruled is not None:
            return ruled
        known = shared_ability(ability.id, _BRACKET.sub("", ability.parameter))
        if known is not None:
            return msgspec.structs.replace(known, name=ability.name, kind=ability.kind, parameter=ability.parameter)
        if any(read_keyword(name) is not None for name in (ability.name, f"{ability.name} 2", f"{ability.name}-fly 2+")):
            # A weapon's ability that a catalogue explains beside the unit, mostly without its X: the weapon itself has it.
            return ability
    return msgspec.structs.replace(ability, touches=("attack",)) if bears_on_attacks(words) else ability

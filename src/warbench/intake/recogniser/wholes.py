"""Texts that are known as a whole, by short hashes of their words (`faction_rules.digest`): long ones of a few wordings.

Striding stands on datasheets under many names, and as the rule Super-heavy Walker of several factions and of the catalogues.
"""

import msgspec

from warbench.games.w40k10.faction_rules import digest
from warbench.games.w40k10.unit_rules import STRIDES, STRIDES_HIGH, STRIDING
from warbench.intake.recogniser.meaning import Given, Meaning
from warbench.rules.effects import ChangeValue, Permit
from warbench.sheets.datasheet import Ability

_OVER = frozenset({"5221c1aa8172", "65b61203f8ab", "a36322d22adf", "b5aa99c0fc9d"})
_THROUGH = frozenset({"48b8f04bb550", "848e330e7f67"})
_BEHEADED = "5c21b9b10fd4"
"""What one export prints of the rule: without its beginning, which its name says."""

_POWERS = {"f0bab40d72f4": 2, "96093550f885": 2}
"""How many weapons with C'tan Power a model selects when it shoots."""

_SUMMARY = {
    STRIDES: 'In Normal, Advance and Fall Back moves it passes over models that are not Titanic and terrain up to 4" high.',
    STRIDES_HIGH: "It also goes through higher terrain: then it is Battle-shocked on a D6 of 1.",
}


def strides_of(ability: Ability, text: str) -> Ability | None:
    """An ability with what it permits, if its text is one of those by which models stride; None for any other.

    Args:
        ability: the ability.
        text: the source's own words.
    """
    words = digest(text)
    if words in _OVER:
        what: tuple[str, ...] = (STRIDES,)
    elif words in _THROUGH or (words == _BEHEADED and ability.id == STRIDING):
        what = (STRIDES, STRIDES_HIGH)
    else:
        return None
    effects = tuple(Permit(what=each, side="defender") for each in what)
    summary = " ".join(_SUMMARY[each] for each in what)
    return msgspec.structs.replace(ability, effects=effects, summary=summary, touches=("movement",))


def selects(text: str) -> Meaning | None:
    """What a text means by which a model selects weapons with C'tan Power; None for any other."""
    how_many = _POWERS.get(digest(text))
    if how_many is None:
        return None
    return Meaning((Given(ChangeValue(name="powers", set=how_many, attacks="ranged"), whole=False, bearer=False),))

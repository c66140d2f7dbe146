"""Striding: whole texts of the known wordings are understood, in export and catalogue spelling, and nothing else."""

import pytest

from warbench.games.w40k10.unit_rules import STRIDES, STRIDES_HIGH
from warbench.intake.recogniser import recognise
from warbench.intake.recogniser.strides import strides_of
from warbench.rules.effects import Permit
from warbench.sheets.datasheet import Ability, AbilityKind, Datasheet, ModelProfile

WHEN = "Each time this model makes a Normal, Advance or Fall Back move, it can move"
LOW = 'terrain features that are 4" or less in height'
OVER = f"{WHEN} over models (excluding TITANIC models) and {LOW} as if they were not there."
THROUGH = f"{WHEN} through models (excluding TITANIC models) and sections of {LOW}."
NEAR = "It can move within Engagement Range of enemy models, but cannot end that move within Engagement Range of them."
HIGH = (
    'It can also move through sections of terrain features that are more than 4" in height, but if it does, after it has moved, '
    "roll one D6: on a 1, this model is Battle-shocked."
)


def understood(text: str, key: str = "long-legs") -> list[str]:
    found = strides_of(Ability(key, "Long Legs"), text)
    if found is None:
        return []
    assert found.summary
    return [effect.what for effect in found.effects if isinstance(effect, Permit)]


def test_the_two_wordings() -> None:
    assert understood(OVER) == [STRIDES]
    for text in (
        f"{THROUGH} When doing so:<br><ul><li>{NEAR}</li><li>{HIGH}</li></ul>",
        f"{THROUGH}\nWhen doing so:\n- {NEAR}\n- {HIGH}",
        f"{THROUGH.replace('TITANIC', '**^^Titanic^^**')} When doing so: ■ {NEAR} ■ {HIGH}",
    ):
        assert understood(text) == [STRIDES, STRIDES_HIGH]


def test_a_beheaded_text_is_understood_by_its_name_alone() -> None:
    assert understood(f"{NEAR} {HIGH}", "super-heavy-walker") == [STRIDES, STRIDES_HIGH]
    assert understood(f"{NEAR} {HIGH}") == []


@pytest.mark.parametrize(
    "text",
    [
        THROUGH,
        f"{OVER} It cannot charge this turn.",
        OVER.replace("Advance or ", ""),
        OVER.replace("4", "3"),
        OVER.replace(" (excluding TITANIC models)", ""),
        f"{THROUGH} When doing so: {NEAR} {HIGH.replace('on a 1', 'on a 1-2')}",
        f"{THROUGH} When doing so: {HIGH}",
        "",
    ],
)
def test_other_texts_are_left_alone(text: str) -> None:
    assert understood(text) == []


@pytest.mark.parametrize("kind", ["core", "faction", "datasheet"])
def test_it_is_read_whatever_the_ability_is_printed_as(kind: AbilityKind) -> None:
    sheet = Datasheet(
        id="legs",
        name="Legs",
        game="w40k10",
        faction="Tide",
        keywords=(),
        models=(ModelProfile("Legs", {"toughness": 4}, ""),),
        abilities=(Ability("walker", "Walker", kind), Ability("stealth", "Stealth", "core")),
    )
    walker, stealth = recognise(sheet, {"Walker": OVER, "Stealth": OVER + " More."}).abilities
    assert (len(walker.effects), stealth.effects) == (1, ())

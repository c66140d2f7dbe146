"""The recogniser on the texts of the whole export: how many are claimed, and that all that is claimed acts somewhere."""

import pytest

from tests.real_data import Real
from warbench.games.w40k10.facts import FACTS
from warbench.games.w40k10.unit_rules import acts_outside, bears_on_attacks
from warbench.intake.recogniser.auras import LONE
from warbench.intake.sources import Imported
from warbench.intake.store.coverage import coverage
from warbench.rules.effects import Effect
from warbench.sheets.datasheet import Ability


@pytest.fixture(scope="module")
def export(real_export: Real) -> list[Imported]:
    return real_export.source.sheets


def recognised(export: list[Imported]) -> list[tuple[Imported, Ability]]:
    """The abilities that have effects because their texts were understood."""
    return [
        (one, ability)
        for one in export
        for ability in one.sheet.abilities
        if ability.kind in {"datasheet", "wargear"} and ability.acts and ability.name in one.ability_texts
    ]


def test_a_third_of_the_other_abilities_is_claimed(export: list[Imported]) -> None:
    other = next(one for one in coverage(one.sheet for one in export) if one.group == "other abilities")
    assert other.printed == 3329
    assert 0.33 < other.share < 0.36
    assert other.names_modelled > 0.28 * other.names


def test_everything_that_is_claimed_acts_and_asks_for_known_facts(export: list[Imported]) -> None:
    for one, ability in recognised(export):
        assert ability.summary, (one.sheet.name, ability.name)
        assert ability.touches
        for effect in (*ability.effects, *(effect for aura in ability.auras for effect in aura.effects)):
            assert acts_outside(effect) or bears_on_attacks(effect), (one.sheet.name, ability.name)
            assert all(name in FACTS for name in facts_of(effect))
            if effect.weapon is not None:
                assert any(effect.weapon.startswith(weapon.name) for weapon in one.sheet.weapons)


def test_auras_are_claimed_for_units_that_there_are(export: list[Imported]) -> None:
    having = [frozenset((*one.sheet.keywords, *one.sheet.faction_keywords)) for one in export]
    auras = {(ability.name, aura) for one, ability in recognised(export) for aura in ability.auras}
    assert len(auras) > 60
    for name, aura in auras:
        for group in aura.needs:
            assert any(having_all.issuperset(group) for having_all in having), (name, group)
        for word in aura.but_not:
            assert any(word in words for words in having), (name, word)


@pytest.mark.parametrize("keyword", LONE)
def test_units_whose_model_is_taken_for_the_unit_have_one_model(export: list[Imported], keyword: str) -> None:
    found = [one.sheet for one in export if keyword in one.sheet.keywords and one.sheet.composition]
    assert len(found) > 2
    assert {sum(line.high for line in sheet.composition) for sheet in found} == {1}


def facts_of(effect: Effect) -> list[str]:
    return list(effect.when.facts()) if effect.when is not None else []


def test_abilities_of_which_one_is_chosen_are_not_claimed(export: list[Imported]) -> None:
    named = {"Temple Relics", "Primarch of the First Legion", "Master of Magicks (Psychic)"}
    sheets = [one.sheet for one in export if any(ability.name in named for ability in one.sheet.abilities)]
    assert len(sheets) >= 4
    assert [
        (sheet.name, ability.name)
        for sheet in sheets
        for ability in sheet.abilities
        if ability.kind == "datasheet" and ability.summary
    ] == []

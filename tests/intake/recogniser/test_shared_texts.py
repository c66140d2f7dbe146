"""The recogniser on the texts of the whole export: how many are claimed, and that all that is claimed acts somewhere."""

import pytest

from tests.real_data import Real
from warbench.games.w40k10.facts import FACTS
from warbench.games.w40k10.unit_rules import acts_outside, bears_on_attacks
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
        if ability.kind in {"datasheet", "wargear"} and ability.effects and ability.name in one.ability_texts
    ]


def test_three_tenths_of_the_other_abilities_are_claimed(export: list[Imported]) -> None:
    other = next(one for one in coverage(one.sheet for one in export) if one.group == "other abilities")
    assert other.printed == 3329
    assert 0.3 < other.share < 0.33
    assert other.names_modelled > 0.28 * other.names


def test_everything_that_is_claimed_acts_and_asks_for_known_facts(export: list[Imported]) -> None:
    for one, ability in recognised(export):
        assert ability.summary, (one.sheet.name, ability.name)
        assert ability.touches
        for effect in ability.effects:
            assert acts_outside(effect) or bears_on_attacks(effect), (one.sheet.name, ability.name)
            assert all(name in FACTS for name in facts_of(effect))
            if effect.weapon is not None:
                assert any(effect.weapon.startswith(weapon.name) for weapon in one.sheet.weapons)


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

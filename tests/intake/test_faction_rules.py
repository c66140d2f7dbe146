"""Army rules of imported datasheets: known where their words are, and otherwise named as not modelled."""

from collections import Counter

import msgspec
import pytest

from tests.intake.recogniser.kit import STRIDER
from tests.real_data import Real
from warbench.games.w40k10.faction_rules import faction_rules
from warbench.intake.unmodelled import with_the_rest_named
from warbench.sheets.datasheet import Ability


def test_other_words_under_a_known_name_are_not_modelled() -> None:
    printed = Ability("waaagh", "Waaagh!", "faction")
    sheet = msgspec.structs.replace(STRIDER, abilities=(printed,))
    marked = with_the_rest_named(sheet, {"Waaagh!": "Once per battle add 2 to the Attacks characteristic of melee weapons."})
    assert marked.abilities == (msgspec.structs.replace(printed, touches=("attack",)),)


@pytest.mark.parametrize("source", ["real_export", "real_catalogues"])
def test_real_sources_print_the_rules_in_the_words_that_were_read(source: str, request: pytest.FixtureRequest) -> None:
    real: Real = request.getfixturevalue(source)
    rules = faction_rules()
    known: Counter[str] = Counter()
    other: Counter[str] = Counter()
    for one in real.source.sheets:
        for ability in one.sheet.abilities:
            if ability.kind == "faction" and ability.id in rules:
                (known if ability.acts else other)[ability.id] += 1
    assert set(known) == set(rules)
    assert not other

"""Every special rule changes a rule of the game; one that changes none is refused."""

import pytest

from warbench.games.heresy3.rule_changes import changes, read_changes
from warbench.games.heresy3.special_rules import BATTLE_RULES, known_rules
from warbench.sheets.schema import DataError


@pytest.mark.rule("H-193")
def test_every_special_rule_names_the_rules_that_it_changes() -> None:
    known = {text.partition(" (")[0] for text in known_rules()} | set(BATTLE_RULES)
    assert set(changes()) == known
    assert all(changes().values())
    with pytest.raises(DataError, match=r"bad\.toml: heroic"):
        read_changes('"heroic" = []', "bad.toml")

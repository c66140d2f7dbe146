"""The file of what is looked for: its rules are those of the register, and no sign is found twice."""

import tomllib
from pathlib import Path

from warbench.games.heresy3.rulings import RULINGS
from warbench.intake.heresy3.known import known, rule_ids
from warbench.intake.heresy3.reading import RulesReading

ROOT = Path(__file__).resolve().parents[3]


def numbers() -> list[int]:
    parts = (*known().part, *known().definition)
    own = [number for part in parts for number in part.rules]
    lists = [number for rules in known().traits.values() for number in rules]
    return own + lists + [number for part in parts for sought in part.statements for number in sought.rules]


def test_every_rule_that_is_named_is_in_the_register() -> None:
    topics = tomllib.loads((ROOT / "docs" / "rules" / "heresy3.toml").read_text(encoding="utf-8"))["topic"]
    last = max(int(topic["ids"].rpartition("-")[2]) for topic in topics)
    assert set(numbers()) <= set(range(1, last + 1))
    assert rule_ids((7, 24, 286)) == ("H-007", "H-024", "H-286")


def test_nearly_every_rule_is_looked_for() -> None:
    # Not on the page: Armour Value 0, two consequences of other rules, and the book, which is read as a table.
    assert set(range(1, 287)) - set(numbers()) == {113, 242, 243, 286}


def test_no_part_is_sought_twice_and_every_sign_is_lower_case() -> None:
    for parts in (known().part, known().definition):
        headings = [part.heading.casefold() for part in parts]
        assert len(set(headings)) == len(headings)
        assert all(sought.sign == sought.sign.lower() for part in parts for sought in part.statements)


def test_the_rulings_that_findings_name_are_there() -> None:
    assert {"interceptor-name", "initiative-letter", "lost-columns"} <= set(RULINGS.settle({}))


def test_the_reading_has_no_field_without_a_line_in_the_documents() -> None:
    text = (ROOT / "docs" / "read-json.md").read_text(encoding="utf-8")
    for field in RulesReading.__struct_fields__:
        assert f"`{field}`" in text

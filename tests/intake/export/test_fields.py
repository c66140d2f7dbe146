"""Fields of the export: HTML, crooked quotes and letters of another alphabet become plain text."""

import pytest

from warbench.intake.export.fields import lines_of, text_of


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("<b>Plain</b> words", "Plain words"),
        (
            "the bearer\N{RIGHT SINGLE QUOTATION MARK}s \N{LEFT DOUBLE QUOTATION MARK}gun\N{RIGHT DOUBLE QUOTATION MARK}",
            'the bearer\'s "gun"',
        ),
        ("12'' away", '12" away'),
        ("\N{CYRILLIC CAPITAL LETTER ES}ombi-weapon", "Combi-weapon"),
        ("Kâhl &amp; kin&nbsp;  &lt;3", "Kâhl & kin <3"),
        ("twin\N{NON-BREAKING HYPHEN}linked", "twin-linked"),
        ("one<br/>two", "one two"),
    ],
)
def test_a_field_is_plain_text(field: str, text: str) -> None:
    assert text_of(field) == text


def test_entries_of_a_list_are_lines_with_bullets() -> None:
    assert lines_of("Choose:<ul><li>a</li><li>b\N{RIGHT SINGLE QUOTATION MARK}s</li></ul>") == [
        "Choose:",
        "\N{BULLET} a",
        "\N{BULLET} b's",
    ]

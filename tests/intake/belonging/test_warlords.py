"""Sentences that say whether a model may lead the army."""

import pytest

from warbench.games.w40k10 import library
from warbench.intake.belonging.warlords import with_warlord

CAPTAIN = library.datasheet("captain")


@pytest.mark.parametrize(
    ("text", "warlord", "unenhanced"),
    [
        ("This model cannot be your Warlord .", "never", False),
        ("This model cannot be selected to be your WARLORD . While it swims, it is wet.", "never", False),
        ("This model cannot be selected as your **^^Warlord^^**.", "never", False),
        ("This model cannot be your Warlord and cannot be given Enhancements.", "never", True),
        ("This model cannot be given Enhancements.", "", True),
        ("If this model is in your army, it must be your WARLORD .", "must", False),
        ("If this unit is in your army, its Old Moss model must be your Warlord .", "must", False),
        ("If this model is your WARLORD , it sings.", "", False),
    ],
)
def test_a_datasheet_says_whether_it_leads_the_army(text: str, warlord: str, unenhanced: bool) -> None:
    notes: list[str] = []
    sheet = with_warlord(CAPTAIN, [text], notes)
    assert (sheet.warlord, sheet.unenhanced, notes) == (warlord, unenhanced, [])


def test_what_is_not_understood_is_told() -> None:
    notes: list[str] = []
    assert with_warlord(CAPTAIN, ["If the tide is out, this model must be your Warlord."], notes) == CAPTAIN
    assert len(notes) == 1

"""Sentences by which a unit joins another one without leading it, or takes others' leaders, with made-up names."""

import pytest

from warbench.games.w40k10 import library
from warbench.intake.belonging.retinues import with_retinues
from warbench.sheets.datasheet import Datasheet, JoinsUnit, LedAs

PLAIN = library.datasheet("intercessor-squad")
START = "At the start of the Declare Battle Formations step, this unit"
COUNTS = (
    "If it does, until the end of the battle, every model in this unit counts as being part of that Bodyguard unit, "
    "and that Bodyguard unit\u2019s Starting Strength is increased accordingly."
)
LED = "other unit from your army that is being led by a"
LEADS = "from your army with the Leader ability"
THIS = "attached to this unit"
PART = "For the rest of the battle, every model in this unit counts as part of that TIDE COURT unit, and its Starting Strength is"


def read(*texts: str) -> tuple[Datasheet, list[str]]:
    notes: list[str] = []
    return with_retinues(PLAIN, texts, notes), notes


@pytest.mark.parametrize(
    ("whom", "expected"),
    [
        ("REED WARDEN INFANTRY model", JoinsUnit(led_by=("reed warden infantry",), never=("crabs",))),
        ("REEVE ", JoinsUnit(led_by=("reeve",), never=("crabs",))),
    ],
)
def test_a_retinue_joins_a_unit_of_a_leader(whom: str, expected: JoinsUnit) -> None:
    sheet, notes = read(f"{START} can join one {LED} {whom} (a unit cannot have more than one CRABS unit joined to it). {COUNTS}")
    assert (sheet.joins, sheet.must_join, notes) == (expected, False, [])


def test_some_retinues_may_not_stand_beside_others() -> None:
    both = "a unit cannot have more than one CRABS unit joined to it and cannot have both a CRABS and a SHRIMPS unit joined to it"
    assert read(f"{START} can join one {LED} REEVE model ({both}). {COUNTS}")[0].joins == JoinsUnit(
        led_by=("reeve",), never=("crabs", "shrimps")
    )
    assert read(f"{START} can join one {LED} REEVE . {COUNTS}")[0].joins == JoinsUnit(led_by=("reeve",))


def test_some_must_join_a_unit_of_a_name_also_where_the_export_cuts_the_text_off() -> None:
    once = "a TIDE COURT unit cannot have more than one CRABS unit joined to it"
    end = "If it is not possible to join a CRABS unit to a TIDE COURT, it is lo"
    sheet, notes = read(f"{START} must join one TIDE COURT unit from your army ({once}). {PART} increased accordingly. {end}")
    assert (sheet.joins, sheet.must_join, notes) == (JoinsUnit(units=("tide court",), never=("crabs",)), True, [])


@pytest.mark.parametrize(
    ("who", "units", "then", "expected"),
    [
        (f"a CHARACTER unit {LEADS}", "a SALT SQUAD ", f"be {THIS} instead", LedAs(units=("salt squad",), who=("character",))),
        (f"a model {LEADS}", "SALT GUARD or a REED GUARD unit", f"also be {THIS}", LedAs(units=("salt guard", "reed guard"))),
        (
            f"a REEVE model {LEADS} (excluding EPIC HERO es)",
            "a SALT SQUAD unit",
            f"instead be {THIS}",
            LedAs(units=("salt squad",), who=("reeve",), never=("epic hero",)),
        ),
    ],
)
def test_whose_leaders_a_unit_takes_is_read(who: str, units: str, then: str, expected: LedAs) -> None:
    sheet, notes = read(f"If {who} can be attached to {units}, it can {then}.")
    assert (sheet.led_as, notes) == ((expected,), [])


@pytest.mark.parametrize(
    "text",
    [
        f"{START} can join one TIDE COURT unit from your army. {COUNTS} It cannot embark within a TRANSPORT .",
        "You must attach one REEVE model to this unit.",
        "OLD MOSS can be attached to this unit.",
    ],
)
def test_what_is_not_understood_whole_joins_nobody_and_is_told(text: str) -> None:
    sheet, notes = read(text)
    assert (sheet.joins, sheet.led_as, sheet.must_join) == (None, (), False)
    assert len(notes) == 1
    assert "is not understood" in notes[0]


def test_other_texts_say_nothing_of_it() -> None:
    assert read("Each time a model in this unit makes an attack, re-roll a Hit roll of 1.") == (PLAIN, [])

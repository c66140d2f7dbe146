"""Sentences by which several leaders join a unit, with made-up names."""

import pytest

from warbench.games.w40k10 import library
from warbench.intake.belonging.beside import read_beside, read_takes, with_leaders
from warbench.sheets.datasheet import JoinsBeside, TakesLeaders

CAPTAIN = library.datasheet("captain")
PARTED = (
    "If you do, and that Bodyguard unit is destroyed, the Leader units attached to it become separate units, "
    "with their original Starting Strengths."
)
BODY = (
    "If you do, and this unit is destroyed , the Leader units attached to it become separate units "
    "with their original Starting Strengths."
)
NOBODY = (
    " If it is not possible to attach this model to a unit, it does not take part in the battle "
    "and counts as having been destroyed."
)
ABOVE = "You can attach this model to one of the above units even if"
HAS = "has already been attached to it"
ALIKE = "(you cannot attach more than one of the same Leader to the same unit)"
MUST = "You must attach this model to the above unit, and can do so even if"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{ABOVE} one TIDE LORD , WARDEN or REEVE model {HAS}.", JoinsBeside(whom=("tide lord", "warden", "reeve"))),
        (
            f"You can attach this model to a SALT GUARD or REED GUARD unit, even if one other Leader unit {HAS} {ALIKE}.",
            JoinsBeside(whom=("character",), units=("salt guard", "reed guard")),
        ),
        (
            f"This model can be attached to a SALT SQUAD , even if one WARDEN or OLD MOSS model {HAS}.",
            JoinsBeside(whom=("warden", "old moss"), units=("salt squad",)),
        ),
        (f"This model can be attached to a unit even if OLD MOSS {HAS}.", JoinsBeside(whom=("old moss",))),
        (
            f"{ABOVE} one other CHARACTER model {HAS} (a unit cannot have two SALT CHAMPIONS attached to it).",
            JoinsBeside(whom=("character",)),
        ),
        (
            f"{MUST} one or more CHARACTER units have already been attached to that unit, "  # noqa: ISC004 -- one sentence
            "but a unit can never include more than one REEVE model.",
            JoinsBeside(whom=("character",), several=True, never=("reeve",)),
        ),
    ],
)
def test_beside_whom_a_leader_joins_is_read(text: str, expected: JoinsBeside) -> None:
    notes: list[str] = []
    assert read_beside(f"{text} {PARTED}", notes) == expected
    assert notes == []


def test_marks_lists_and_case_of_a_catalogue_do_not_matter() -> None:
    text = (
        "This model can be attached to the following units:\n■ Salt Guard\n■ Reed Guard\n\n*You can attach this model to a "
        f"^^**Salt Guard^^** unit, even if one ^^**Warden**^^ model has already been attached to it. {PARTED}*"
    )
    assert read_beside(text, []) == JoinsBeside(whom=("warden",), units=("salt guard",))


def test_who_has_to_join_somebody_is_marked() -> None:
    notes: list[str] = []
    text = f"You must attach this model to the above unit, even if OLD MOSS has been attached to it. {PARTED}{NOBODY}"
    sheet = with_leaders(CAPTAIN, {"Leader": text}, notes)
    assert (sheet.joins_beside, sheet.must_join, notes) == (JoinsBeside(whom=("old moss",)), True, [])
    assert not with_leaders(CAPTAIN, {"Leader": f"{ABOVE} OLD MOSS {HAS}. {PARTED}"}, notes).must_join


def test_a_leader_who_needs_some_wargear_gets_a_note() -> None:
    notes: list[str] = []
    with_leaders(CAPTAIN, {"Leader": "* This model cannot be attached to a SALT GUARD unless it is equipped with a reed."}, notes)
    assert len(notes) == 1
    assert "with what, is not checked" in notes[0]


@pytest.mark.parametrize("more", [f". {PARTED} While it is attached, it cannot move.", ", in the rain."])
def test_a_text_that_says_more_is_not_understood_and_a_note_names_it(more: str) -> None:
    notes: list[str] = []
    assert read_beside(f"{ABOVE} one WARDEN model {HAS}{more}", notes) is None
    (note,) = notes
    assert note.startswith("which leaders may join it together is not understood: you can attach this model")


def test_other_texts_say_nothing_of_it() -> None:
    notes: list[str] = []
    assert read_beside("This model can be attached to the following unit: Salt Guard", notes) is None
    assert read_takes(["Each time this model fights, it fights."], notes) is None
    assert notes == []


def test_a_unit_that_takes_two_leaders_is_read() -> None:
    start = "If this unit has a Starting Strength of 20, you can attach up to two Leader units to it instead of one"
    chief = f"{start} (but only if one of those is a TIDE LORD unit). {BODY}"
    assert read_takes([chief], []) == TakesLeaders(most=2, models=20, needs=("tide lord",), twice=True)
    unlike = f"{start}, provided those Leaders are not duplicates (e.g. you cannot attach two REEVES to this unit). {BODY}"
    assert read_takes(["Another text.", unlike], []) == TakesLeaders(most=2, models=20)
    notes: list[str] = []
    assert read_takes([f"{start}, in the rain. {BODY}"], notes) is None
    assert len(notes) == 1

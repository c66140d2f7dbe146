"""Who may ride: what the words of a transport say, as keywords that are all needed."""

import pytest

from warbench.intake.belonging.riders import needs_of


@pytest.mark.rule("W-172", "W-176")
@pytest.mark.parametrize(
    ("text", "needs"),
    [
        (" RAFT PEOPLE INFANTRY models", ("raft people", "infantry")),
        (" RAFT PEOPLE INFANTRY or RAFT PEOPLE MOUNTED models", ("raft people", "infantry or mounted")),
        (" DEEP DIVER or SWIMMER INFANTRY models", ("infantry", "deep diver or swimmer")),
        (" RAFT PEOPLE INFANTRY or WHALE models", ("raft people or whale", "infantry or whale")),
        (" DIVER INFANTRY models, or 1 RAFT MONSTER model with a Wounds characteristic of 12 or less",
         ("diver or raft", "diver or monster", "infantry or raft", "infantry or monster")),
        (" OTTER or RAFT PEOPLE INFANTRY CHARACTER models",
         ("otter or raft people", "otter or infantry", "otter or character")),
        (" Raft People Infantry models", ("raft people", "infantry")),
        (" Otters models and 1 Winged Otter Prime model", ("otters or winged otter prime",)),
        (" models from the following units: OLD OTTER, YOUNG OTTERS", ("old otter or young otters",)),
        (" models", ()),
    ],
)  # fmt: skip
def test_the_words_of_a_transport(text: str, needs: tuple[str, ...]) -> None:
    assert needs_of(text) == needs


def test_many_alternatives_of_several_words_are_not_understood() -> None:
    assert needs_of(" or ".join(f"RAFT{letter} INFANTRY MOUNTED WALKER" for letter in "ABCDEF")) == (
        "infantry",
        "mounted",
        "walker",
        " or ".join(f"raft{letter}" for letter in "abcdef"),
    )
    assert needs_of(" or ".join(f"RAFT{letter} {kind}" for letter in "ABC" for kind in ("INFANTRY", "MOUNTED"))) == ()

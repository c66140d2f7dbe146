"""Seeded dice are the same on every machine, and each place has its own."""

from collections import Counter

import pytest
from scipy.stats import chisquare

from warbench.battle.requests import Roll
from warbench.battle.streams import ScriptedStreams, Streams

ROLL = Roll(0, "hit", 10, "1.0.shooting..A1")
GOLDEN = [1, 1, 2, 2, 2, 6, 3, 4, 2, 4], [1, 5, 4, 4, 1, 2, 2, 3, 6, 2]
"""What the seed 7 gives there, first and second: written down once, so that no machine or version gives anything else."""


def test_golden_faces() -> None:
    dice = Streams(7)
    assert dice.faces(ROLL, 0) == GOLDEN[0]
    assert dice.faces(ROLL, 1) == GOLDEN[1]
    assert Streams("7").faces(ROLL, 0) == GOLDEN[0]
    assert Streams(8).faces(ROLL, 0) != GOLDEN[0]


def test_the_place_the_purpose_and_the_ordinal_count_but_not_the_player_or_what_was_rolled_before() -> None:
    dice = Streams(7)
    for other in (Roll(0, "wound", 10, ROLL.place), Roll(0, "hit", 10, "1.0.shooting..A2")):
        assert dice.faces(other, 0) != GOLDEN[0]
    assert dice.faces(Roll(1, "hit", 10, ROLL.place), 0) == GOLDEN[0]
    assert dice.faces(Roll(0, "hit", 4, ROLL.place), 0) == GOLDEN[0][:4]


def test_more_dice_than_one_block_gives() -> None:
    faces = Streams("many").faces(Roll(0, "hit", 3000, "here"), 0)
    assert len(faces) == 3000
    assert chisquare([Counter(faces)[face] for face in range(1, 7)]).pvalue > 0.001


def test_a_script_gives_its_faces_and_records_what_was_asked() -> None:
    dice = ScriptedStreams([1, 2, 3], then=Streams(7))
    assert dice.faces(Roll(0, "hit", 2, "here"), 0) == [1, 2]
    assert dice.left == 1
    with pytest.raises(ValueError, match="2 needed for save, 1 left"):
        dice.faces(Roll(0, "save", 2, "here"), 0)
    assert dice.faces(Roll(0, "save", 1, "here"), 0) == [3]
    assert dice.faces(ROLL, 0) == GOLDEN[0]
    assert dice.asked == [("hit", (1, 2)), ("save", (3,)), ("hit", tuple(GOLDEN[0]))]


def test_a_script_that_nothing_follows_ends() -> None:
    with pytest.raises(ValueError, match="1 needed for hit, 0 left"):
        ScriptedStreams([]).faces(Roll(0, "hit", 1, "here"), 0)

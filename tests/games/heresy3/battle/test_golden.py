"""Recorded battles are replayed from their answers: the same lines, the same score, the same hash."""

import pytest

from tests.golden import no_others, readable, same_again
from tools.golden import Recording, of_game, replay
from warbench.games.heresy3.battle.events import Controlled, Ground, Removed, UnitDestroyed
from warbench.lab.proof.heresy3.bunker import BUNKER, RELIEF, is_told

RECORDINGS = of_game("heresy3")


@pytest.mark.parametrize("recording", RECORDINGS, ids=[each.name for each in RECORDINGS])
def test_a_recorded_battle_goes_the_same_way_again(recording: Recording) -> None:
    assert same_again(recording).over


def test_a_bunker_is_stormed_captured_lost_again_and_brought_down_with_a_unit_inside() -> None:
    (recording,) = (each for each in RECORDINGS if each.name == "bunker")
    battle = replay(recording, recording.path.read_text(encoding="utf-8"))
    events = [entry.event for entry in battle.log]
    assert is_told(battle)
    assert [event.player for event in events if isinstance(event, Controlled)] == [0, 1]
    fallen = next(index for index, event in enumerate(events) if isinstance(event, UnitDestroyed) and event.unit == BUNKER)
    assert any(isinstance(event, Ground) for event in events[:fallen])  # its ruins are a zone of area terrain (H-045)
    out = [event for event in events[:fallen] if getattr(event, "unit", "") == RELIEF][-1]
    assert events.index(out) > max(index for index, event in enumerate(events[:fallen]) if isinstance(event, Controlled))
    assert any(isinstance(event, Removed) and event.model == f"{BUNKER}.1" for event in events[:fallen])


def test_there_are_no_other_recordings() -> None:
    no_others("heresy3")


def test_the_recordings_are_small_enough_to_read_and_say_the_rules() -> None:
    readable("heresy3", "H-")

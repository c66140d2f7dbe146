"""Rosters that players made fight whole battles with everything checked."""

from pathlib import Path

import pytest

from warbench.cli.importing import brought
from warbench.games import GAMES, part
from warbench.lab.proof.soak import soak


@pytest.fixture(autouse=True)
def without_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARBENCH_DATA", str(tmp_path))
    for game in GAMES:
        part(game, "library").register_source(None)


@pytest.mark.parametrize(
    ("game", "name"),
    [("w40k10", "ps_ultramarines_10e.rosz"), ("w40k10", "bbe_Tyranids_1600_090624.rosz"), ("heresy3", "ps_hh3_small_game.rosz")],
)
def test_a_roster_with_its_own_datasheets_fights_without_a_fault(game: str, name: str, shared: Path) -> None:
    army = brought(str(shared / "data" / "rosters" / name)).file.army
    played = soak(game, [0, 1], armies=[army], probes=1, save_every=2)
    assert played.faults == []
    assert played.battles == 2

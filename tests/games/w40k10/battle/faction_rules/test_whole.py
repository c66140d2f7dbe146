"""Whole battles of armies with army rules: every state legal, undone and saved they are the same, computer players answer."""

from pathlib import Path

import pytest

from tests.games.w40k10.battle.faction_rules.kit import having
from tests.games.w40k10.battle.test_whole_battle import upright
from warbench.battle import saves
from warbench.battle.driver import Battle
from warbench.games.w40k10.battle.events import ComesInForce, Mended, Used
from warbench.games.w40k10.battle.game import Setup, W40k10, setup_of
from warbench.games.w40k10.battle.mission_files import mission
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec
from warbench.games.w40k10.battle.state import Options, State
from warbench.games.w40k10.faction_rules import faction_rules
from warbench.players import random_chooser, seat
from warbench.players.w40k10_planner import planner

PAIRS = (
    (("Orks", "waaagh"), ("Necrons", "reanimation-protocols")),
    (("Chaos Space Marines", "dark-pacts"), ("Adeptus Custodes", "martial-katah")),
    (("Adeptus Mechanicus", "doctrina-imperatives"), ("T'au Empire", "for-the-greater-good")),
    (("Death Guard", "nurgles-gift-aura"), ("Tyranids", "shadow-in-the-warp")),
)


def begun(pair: tuple[tuple[str, str], tuple[str, str]], seed: str, rounds: int = 3) -> Battle[State]:
    def army(faction: str, rule: str) -> ArmySpec:
        sheets = tuple(having(rule, name) for name in ("Intercessor Squad", "Assault Intercessor Squad", "Hellblaster Squad"))
        units = tuple(UnitSpec(datasheet=sheet.id) for sheet in sheets)
        return ArmySpec(name=faction, faction=faction, units=units, sheets=sheets)

    armies = army(*pair[0]), army(*pair[1])
    setup = Setup(mission=mission("broken-arrow"), armies=armies, options=Options(rounds=rounds))
    return Battle(W40k10(), setup, seed=seed)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair[0][1]}-{pair[1][1]}")
def test_random_battles_are_legal_and_the_same_when_saved(pair: tuple[tuple[str, str], tuple[str, str]], tmp_path: Path) -> None:
    battle = begun(pair, "army rules")
    battle.watch = upright
    battle.play(seat(battle, [random_chooser(f"army rules {side}") for side in "AB"]))
    assert battle.over
    saves.save(battle, tmp_path / "battle.json")
    found = saves.read(tmp_path / "battle.json")
    loaded = saves.load(found, W40k10(), setup_of(found.setup))
    assert (loaded.hash, loaded.log) == (battle.hash, battle.log)
    battle.undo(40)
    again = begun(pair, "army rules")
    again.replay(battle.journal)
    assert again.hash == battle.hash


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair[0][1]}-{pair[1][1]}")
def test_the_planner_uses_them(pair: tuple[tuple[str, str], tuple[str, str]]) -> None:
    battle = begun(pair, "p2", rounds=5)
    battle.play(seat(battle, [planner(), planner()]))
    events = [each.event for each in battle.log]
    used = {event.what.source for event in events if isinstance(event, ComesInForce)}
    used |= {event.source for event in events if isinstance(event, Mended)}
    used |= {event.stratagem for event in events if isinstance(event, Used)}
    for _, rule in pair:
        assert rule in used or faction_rules()[rule].name in used

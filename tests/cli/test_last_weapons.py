"""The weapon abilities of real sources: all are modelled, and units that have the rarest ones fight, are saved and replayed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.helpers import shown, told
from tests.games.w40k10.battle.kit import at, drive, put, row, state_of
from tests.real_data import Real
from warbench.battle.saves import load, read
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.events import Returned
from warbench.games.w40k10.battle.game import W40k10, setup_of
from warbench.games.w40k10.battle.returning import returns
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.intake.store import UserLibrary

ARMIES = {
    "orks": """
faction = "Orks"
[[units]]
datasheet = "Mek Gunz"
models = 2
items = [{ bubblechukka = 1, "grot crew" = 1 }, { bubblechukka = 1, "grot crew" = 1 }]
[[units]]
datasheet = "Hunta Rig"
[[units]]
datasheet = "Warboss"
warlord = true
""",
    "demons": """
faction = "Chaos Daemons"
[[units]]
datasheet = "great-unclean-one-chaos-daemons"
items = [{ "doomsday bell" = 1, "plague flail" = 1, "putrid vomit" = 1 }]
warlord = true
[[units]]
datasheet = "plaguebearers-chaos-daemons"
[[units]]
name = "Others"
datasheet = "plaguebearers-chaos-daemons"
""",
    "necrons": """
faction = "Necrons"
[[units]]
datasheet = "Tesseract Vault"
[[units]]
datasheet = "Overlord"
warlord = true
""",
    "bugs": """
faction = "Tyranids"
[[units]]
datasheet = "Norn Assimilator"
[[units]]
datasheet = "Hive Tyrant"
warlord = true
""",
}


@pytest.fixture(autouse=True)
def _library(real_export: Real, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("WARBENCH_DATA", str(real_export.folder))
    yield
    library.register_source(None)


def test_every_weapon_ability_of_the_export_is_modelled() -> None:
    found = {group["group"]: group for group in told("data", "coverage")["groups"]}["weapon abilities"]
    assert found["printed"] == found["modelled"] > 9_000
    assert found["in_part"] == found["left_out"] == []


def test_every_weapon_ability_of_the_catalogues_is_modelled(real_catalogues: Real, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARBENCH_DATA", str(real_catalogues.folder))
    groups = told("data", "coverage", "catalogue-warhammer-40-000-10th-edition")["groups"]
    found = {group["group"]: group for group in groups}["weapon abilities"]
    assert found["printed"] == found["modelled"] > 9_000


def test_the_odds_of_a_die_for_the_profile_and_of_selected_powers() -> None:
    gunz = told("odds", "Mek Gunz", "--into", "heavy-tank", "--loadout", "bubblechukka", "--quick")
    assert [weapon["faces"] for weapon in gunz["weapons"]] == [[1, 2], [3, 4], [5, 6]]
    ways = ("big bubble", "wobbly bubble", "dense bubble")
    alone = [
        told("odds", "Mek Gunz", "--into", "heavy-tank", "--loadout", "bubblechukka", "--profile", way, "--quick") for way in ways
    ]
    assert gunz["wounds_lost"] == pytest.approx(sum(each["wounds_lost"] for each in alone) / 3)
    assert gunz["destroyed"] == pytest.approx(sum(each["destroyed"] for each in alone) / 3)
    words = " ".join(shown("odds", "Mek Gunz", "--into", "heavy-tank", "--loadout", "bubblechukka", "--quick").split())
    assert "One D6 picks the profile: 1-2 Bubblechukka" in words
    vault = told("odds", "Tesseract Vault", "--into", "heavy-tank", "--quick")
    assert vault["selected"] == {"used": ["Antimatter Meteor", "Time's Arrow"], "passed_over": ["Cosmic Fire"]}
    hurt = told("odds", "Tesseract Vault", "--into", "heavy-tank", "--attacker-wounds-left", "8", "--quick")
    assert hurt["selected"]["used"] == ["Antimatter Meteor"]
    assert not any("Powers" in text for text in vault["not_modelled"])


@pytest.mark.parametrize(("one", "other"), [("orks", "necrons"), ("bugs", "orks"), ("demons", "necrons")])
def test_such_units_fight_are_saved_undone_and_replayed(
    tmp_path: Path, one: str, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (one, other):
        (tmp_path / f"{name}.toml").write_text(f'name = "{name}"\n{ARMIES[name]}', encoding="utf-8")
        shown("import", f"{tmp_path}/{name}.toml", "--save", f"{tmp_path}/{name}.json")
    armies = ("--armies", f"{tmp_path}/{one}.json", f"{tmp_path}/{other}.json", "--policy", "random", "--seed", "3")
    data = told("battle", *armies, "--save", f"{tmp_path}/s.json")
    monkeypatch.setenv("WARBENCH_DATA", str(tmp_path / "nowhere"))
    library.register_source(None)
    assert told("replay", f"{tmp_path}/s.json")["hash"] == data["hash"]
    found = read(tmp_path / "s.json")
    battle = load(found, W40k10(), setup_of(found.setup))
    journal = list(battle.journal)
    battle.undo(40)
    battle.replay(journal[len(battle.journal) :])
    assert battle.hash == data["hash"]


def test_the_bell_returns_the_models_of_a_real_unit(real_export: Real) -> None:
    library.register_source(UserLibrary(real_export.folder / "library.sqlite", "w40k10"))
    ringer = UnitSpec(
        datasheet="great-unclean-one-chaos-daemons", items=({"doomsday bell": 1, "plague flail": 1, "putrid vomit": 1},)
    )
    state = state_of([ringer, "plaguebearers-chaos-daemons"], ["Intercessor Squad"])
    put(state, "A1", [at(20, 20)])
    put(state, "B1", row(1, 23, 20))
    put(state, "A2", row(8, 10, 10, apart=2))
    steps = returns(state, state.units["A1"], ("lethal hits", "Reverberating summons"), ("A1.1",))
    done = drive(state, steps, ["A2", lambda ask: ask.options[0].key])
    (back,) = done.all(Returned)
    assert (back.unit, back.model, back.wounds) == ("A2", "A2.9", 2)

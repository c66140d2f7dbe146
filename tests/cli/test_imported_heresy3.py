"""Imported Horus Heresy datasheets: shown, asked for odds and fought with by name as the bundled ones are."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.cli.helpers import refused, shown, told
from warbench.games.heresy3 import library
from warbench.games.heresy3.armies import army as heresy_army
from warbench.games.heresy3.armies.fitting import fit
from warbench.games.heresy3.kinds import kind_of
from warbench.games.w40k10 import library as first
from warbench.intake.sources import Imported
from warbench.intake.store import NewSource, put
from warbench.muster import Heresy3File
from warbench.muster.files import to_json
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.loadouts import default_loadout, each_model
from warbench.sheets.sizes import smallest


def like(name: str, called: str) -> Datasheet:
    """A bundled datasheet under another name, without bases, as catalogues have it."""
    sheet = library.datasheet(name)
    models = tuple(msgspec.structs.replace(each, base="") for each in sheet.models)
    return msgspec.structs.replace(sheet, id=library.slug(called), name=called, models=models)


GUARD, CARRIER = like("Tactical Squad", "Tide Guard"), like("Rhino", "Tide Carrier")


def lacking(sheet: Datasheet, called: str) -> Datasheet:
    """The datasheet with weapons that say no Damage."""

    def cut(profile: Any) -> Any:
        numbers = {name: value for name, value in profile.characteristics.items() if name != "damage"}
        return msgspec.structs.replace(profile, characteristics=numbers)

    weapons = tuple(msgspec.structs.replace(each, profiles=tuple(map(cut, each.profiles))) for each in sheet.weapons)
    return msgspec.structs.replace(sheet, id=library.slug(called), name=called, weapons=weapons)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("WARBENCH_DATA", str(tmp_path / "data"))
    bare = msgspec.structs.replace(CARRIER, id="tide-wreck", name="Tide Wreck", models=())
    sheets = [Imported(each, "tide book") for each in (GUARD, CARRIER, lacking(GUARD, "Blunt Guard"), bare)]
    put(tmp_path / "data" / "library.sqlite", NewSource("tide", "Tide book", "1", "nowhere"), sheets)
    yield tmp_path
    library.register_source(None)
    first.register_source(None)


def test_they_are_shown_and_asked_for_odds() -> None:
    assert told("show", "tide guards")["name"] == "Tide Guard"
    assert "Tide Carrier" in shown("show", "Tide Carrier", "--game", "heresy3")
    ours = told("odds", "tide guard", "--into", "tide carrier", "--quick")
    bundled = told("odds", "tactical squad", "--into", "rhino", "--quick", "--game", "heresy3")
    assert ours["game"] == "heresy3"
    assert [ours[key] for key in ("hits", "unsaved", "destroyed")] == [bundled[key] for key in ("hits", "unsaved", "destroyed")]
    assert ours["hits"] > 0
    assert told("compare", "tide guard", "--default", "--into", "tide carrier")["game"] == "heresy3"


def test_a_misspelt_name_gets_the_nearest_of_both() -> None:
    assert "tide-guard" in refused("odds", "tide gaurd", "--into", "marines")
    assert "tide-carrier" in refused("odds", "tide guard", "--into", "tide carier")


def test_what_other_peoples_data_lack_is_refused_by_name() -> None:
    assert "its datasheet says no damage" in refused("odds", "blunt guard", "--into", "marines")
    assert "has no profile of Rhino" in refused("odds", "tide guard", "--into", "tide wreck")


@pytest.mark.parametrize(("sheet", "stands"), [(GUARD, "32mm"), (CARRIER, "180x110mm hull")])
def test_a_base_that_is_not_printed_is_stood_in_for_by_the_type(sheet: Datasheet, stands: str) -> None:
    name, items = next(iter(each_model(default_loadout(sheet, smallest(sheet)))))
    assert f"taken as {stands}" in kind_of(fit(sheet, name, dict(items)), sheet).base.note


def test_an_army_of_them_fights_and_its_save_stands_for_itself(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    army = heresy_army("imperial-fists-750")
    detachments = tuple(
        msgspec.structs.replace(
            each,
            units=tuple(
                msgspec.structs.replace(unit, datasheet="tide guards") if unit.datasheet == "Tactical Squad" else unit
                for unit in each.units
            ),
        )
        for each in army.detachments
    )
    assert any(unit.datasheet == "tide guards" for each in detachments for unit in each.units)
    text = to_json(Heresy3File(army=msgspec.structs.replace(army, detachments=detachments)))
    (folder / "tide.json").write_text(text, encoding="utf-8")
    words = ("--rounds", "1", "--policy", "random", "--seed", "5", "--save", f"{folder}/h.json")
    data = told("battle", "--game", "heresy3", "--armies", f"{folder}/tide.json", "mechanicum-750", *words)
    setup = json.loads((folder / "h.json").read_text(encoding="utf-8"))["setup"]
    assert [sheet["id"] for sheet in setup["armies"][0]["sheets"]] == ["tide-guard"]
    monkeypatch.setenv("WARBENCH_DATA", str(folder / "nowhere"))
    library.register_source(None)
    assert told("replay", f"{folder}/h.json")["hash"] == data["hash"]

"""Rosters: who is in the army with what, and whether the points add up."""

import copy
import json
from typing import Any

import pytest

from tests.intake.catalogue.kit import ROSTER, SYSTEM, named_zip
from warbench.intake.catalogue import Enhancement, RosterModels, read_roster
from warbench.intake.sources import IntakeError
from warbench.sheets.options import Items


def roster(plain: dict[str, Any] = ROSTER) -> Any:
    return read_roster(json.dumps({"roster": plain}).encode(), "army.json")


def test_units_have_models_wargear_and_points() -> None:
    found = roster()
    assert (found.name, found.game, found.points, found.limit, found.total) == ("My army", "w40k10", 195, 1000, 195)
    assert found.notes == ()
    squad, captain = found.units
    assert squad.models == (RosterModels("Trooper", 4, (Items("Rifle", 4),)),)
    assert (squad.size, squad.points, squad.role) == (4, 80, "Infantry")
    assert (squad.keywords, squad.faction_keywords) == (("infantry",), ("test legion",))
    assert (captain.warlord, captain.points, captain.enhancements) == (True, 115, (Enhancement("Old Banner", 25),))
    assert found.detachments[0].choices == (("Detachment", "First Wave"),)


def test_xml_and_zip_read_the_same() -> None:
    text = """<roster name="R" gameSystemName="Horus Heresy 3rd Edition"><costs><cost name="Point(s)" value="110"/></costs>
      <forces><force name="Chart"><forces><force name="Primary"><selections>
        <selection name="Squad" type="unit" number="1"><costs><cost name="Point(s)" value="10"/></costs><selections>
          <selection name="Legionary" type="model" number="10"><costs><cost name="Point(s)" value="100"/></costs></selection>
        </selections></selection></selections></force></forces></force></forces></roster>"""
    plain = read_roster(text.encode(), "x")
    assert (plain.game, plain.total, plain.notes) == ("heresy3", 110, ())
    assert [detachment.name for detachment in plain.detachments] == ["Chart", "Primary"]
    packed = read_roster(named_zip({"inner.ros": text.encode()}), "x")
    assert (packed.units, packed.source) == (plain.units, "x/inner.ros")


def changed(points: float | None) -> dict[str, Any]:
    plain = copy.deepcopy(ROSTER)
    plain["costs"] = [] if points is None else [{"name": "pts", "value": points}]
    return plain


@pytest.mark.parametrize(
    ("points", "note"),
    [
        (200, "prints 200 points; its units come to 195: +5 are not accounted for"),
        (190, "prints 190 points; its units come to 195: -5 are not accounted for"),
        (None, "prints no total; its units come to 195 points"),
    ],
)
def test_points_that_do_not_add_up_are_explained(points: float | None, note: str) -> None:
    assert roster(changed(points)).notes == (note,)


def test_points_at_choices_that_are_no_units_are_told() -> None:
    plain = changed(200)
    plain["forces"][0]["selections"][0]["costs"] = [{"name": "pts", "value": 5}]
    assert roster(plain).notes == ("5 points stand at choices that are no units",)


@pytest.mark.parametrize(("system", "game"), [("Warhammer 40,000", "w40k10"), ("(HH V2) Horus Heresy (2022)", "")])
def test_a_game_that_is_not_certain_is_noted(system: str, game: str) -> None:
    found = roster({**ROSTER, "gameSystemName": system})
    assert found.game == game
    assert len(found.notes) == 1


def test_kindred_forms_give_the_same_units() -> None:
    section = "\N{SECTION SIGN}"

    def asset(kind: str, name: str, quantity: int = 1, points: int | None = None, **more: object) -> dict[str, Any]:
        stats = {} if points is None else {"stats": {"Points": {"value": points}}}
        return {"item": f"{kind}{section}{name}", "name": name, "quantity": quantity, **stats, **more}

    inner = {
        "included": [asset("Weapon", "Rifle", 4), asset("Enhancement", "Banner", points=15)],
        "traits": [{"name": "Warlord"}],
    }
    whole = {"included": [asset("Detachment", "First Wave"), asset("Unit", "Squad", 4, 80, assets=inner)]}
    assets = {"snapshot": asset("Roster", "R", points=95, assets=whole), "rulebook": {"game": "Warhammer 40,000"}}
    unit = {
        "raw_name": "Squad",
        "model_count": 4,
        "points": 80,
        "is_warlord": True,
        "enhancement_raw_name": "Banner",
        "enhancement_points": 15,
    }
    rows = {
        "name": "R",
        "detachment_raw_names": ["First Wave"],
        "total_reported": 95,
        "declared_limit": 1000,
        "units": [{**unit, "wargear": [{"raw_name": "Rifle", "count": 4}]}],
    }
    for plain in (assets, rows):
        found = read_roster(json.dumps(plain).encode(), "x")
        (squad,) = found.units
        assert (found.points, found.total, squad.points, squad.size, squad.warlord) == (95, 95, 95, 4, True)
        assert squad.enhancements == (Enhancement("Banner", 15),)
        assert squad.models[0].wargear == (Items("Rifle", 4),)
        assert found.detachments[0].choices == (("Detachment", "First Wave"),)


def test_what_is_no_roster_is_refused() -> None:
    with pytest.raises(IntakeError, match=r"^x\.gst: is a catalogue or game system, expected a roster"):
        read_roster(SYSTEM.encode(), "x.gst")
    with pytest.raises(IntakeError, match="holds 2 files, expected one roster"):
        read_roster(named_zip({"a": b"<roster/>", "b": b"<roster/>"}), "x")
    assert "has no units" in read_roster(b"<roster/>", "x").notes

"""The picture of the table: to scale, readable without colour and aloud, the same for the same state."""

from xml.etree import ElementTree as ET

import msgspec
import pytest

from tests.games.w40k10.battle.crafts import SHEETS
from tests.games.w40k10.battle.kit import at, fresh, mission, put, row, state_of
from warbench.games.w40k10.battle.game import Setup
from warbench.games.w40k10.battle.mission_files import missions
from warbench.games.w40k10.battle.missions import Mission
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec
from warbench.games.w40k10.battle.state import State
from warbench.lab.telling import teller
from warbench.lab.telling.picture import draw

SVG = "{http://www.w3.org/2000/svg}"


def table(on: Mission | None = None) -> State:
    state = state_of(
        ["Hearthkyn Warriors", "Hekaton Land Fortress"], ["Intercessor Squad", "Redemptor Dreadnought"], on=on or mission()
    )
    put(state, "A1", row(10, 10, 20))
    put(state, "A2", [at(22, 10, 90)])
    put(state, "B1", row(4, 20, 50)).models[0].wounds = 1
    state.units["B1"].tokens, state.units["B1"].shocked = 2, True
    return state


def battlefield(state: State, title: str = "") -> str:
    one, other = state.roster.armies
    telling = teller("w40k10")
    summary = telling.summary(Setup(mission=state.mission, armies=(one, other)), state)
    return draw(telling, summary, telling.drawing(state, summary), title)


def parsed(state: State) -> ET.Element:
    return ET.fromstring(battlefield(state))  # noqa: S314 -- our own picture


def test_it_is_the_same_every_time_and_says_what_it_shows() -> None:
    state = table()
    assert battlefield(state) == battlefield(state)
    root = parsed(state)
    assert root.find(f"{SVG}title") is not None
    described = root.find(f"{SVG}desc")
    assert described is not None
    assert described.text is not None
    assert 'A table of 44" by 60"' in described.text
    assert "A1 Hearthkyn Warriors, 10 of 10 models" in described.text
    assert "middle: nobody" in described.text
    assert root.get("aria-labelledby") == "title desc"


def test_bases_stand_where_they_stand() -> None:
    root = parsed(table())
    table_rect = next(each for each in root.iter(f"{SVG}rect") if each.get("class") == "table")
    left, top, depth = (float(table_rect.get(name) or 0) for name in ("x", "y", "height"))
    scale = float(table_rect.get("width") or 0) / 44
    assert depth == pytest.approx(60 * scale)
    bases = [each for each in root.iter(f"{SVG}circle") if each.get("class") == "base a"]
    assert len(bases) == 10
    assert float(bases[0].get("cx") or 0) == pytest.approx(left + 10 * scale, abs=0.1)
    assert float(bases[0].get("cy") or 0) == pytest.approx(top + depth - 20 * scale, abs=0.1)
    assert float(bases[0].get("r") or 0) == pytest.approx(28.5 / 25.4 / 2 * scale, abs=0.2)


def test_where_an_aircraft_on_a_round_base_looks_is_shown() -> None:
    kestrel = next(sheet for sheet in SHEETS if sheet.name == "Kestrel")
    model = msgspec.structs.replace(kestrel.models[0], base="160mm")
    units = tuple(UnitSpec(datasheet=name) for name in ("kestrel", "kite"))
    army = ArmySpec(
        name="Ours",
        faction="Space Marines",
        units=units,
        sheets=(msgspec.structs.replace(kestrel, models=(model,)), *(sheet for sheet in SHEETS if sheet.name == "Kite")),
    )
    state = fresh((army, army), mission())
    put(state, "A1", [at(20, 20, 90)])
    put(state, "A2", [at(20, 40, 90)])
    (front,) = (each for each in parsed(state).iter(f"{SVG}line") if (each.get("class") or "").startswith("front"))
    assert front.get("x1") == front.get("x2"), "straight up"
    assert float(front.get("y1") or 0) - float(front.get("y2") or 0) == pytest.approx(80 / 25.4 * 14, abs=0.2)


def test_sides_differ_in_more_than_colour_and_units_have_their_names() -> None:
    text = battlefield(table())
    assert "stroke-dasharray: 5 1.5" in text
    root = parsed(table())
    names = [each.text for each in root.iter(f"{SVG}text") if each.get("class") == "name"]
    assert names == ["A1", "A2", "B1"]
    said = [each.text or "" for each in root.iter(f"{SVG}title")]
    assert any(each.startswith("B1.1 ") and each.endswith("1 of 2 wounds") for each in said)


def test_what_weighs_on_units_and_where_the_others_are_is_in_the_legend() -> None:
    text = battlefield(table())
    assert "4 of 5 models, 7 wounds, 2 Judgement tokens, Battle-shocked" in text
    assert "not set up yet" in text


def test_objectives_say_whose_they_are() -> None:
    state = table()
    put(state, "A1", row(10, 16, 30))
    said = [each.text for each in parsed(state).iter(f"{SVG}title")]
    assert "objective middle, controlled by A" in said


@pytest.mark.parametrize("found", missions(), ids=lambda each: each.id)
def test_every_mission_can_be_drawn(found: Mission) -> None:
    state = state_of(["Hearthkyn Warriors"], on=found)
    root = parsed(state)
    drawn = [each for each in root.iter(f"{SVG}polygon") if (each.get("class") or "").startswith("terrain")]
    assert len(drawn) == len(found.pieces)
    assert sum(each.get("class") == "marker" for each in root.iter(f"{SVG}circle")) == len(found.objectives)


def test_names_of_people_break_nothing() -> None:
    state = table()
    ET.fromstring(battlefield(state, 'A & B <"x">\x00'))  # noqa: S314 -- our own picture

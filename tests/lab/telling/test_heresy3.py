"""The second game told: words for every event, phase lines, how it stands, the picture; from small states and a whole battle."""

from collections import Counter
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.games.heresy3.battle.kit import BUILDING, BUN, CEN, LEG, TANK, at, board, put, row, state_of, unit
from warbench.battle.driver import Battle
from warbench.battle.requests import Event
from warbench.games.heresy3.armies import ArmySpec
from warbench.games.heresy3.battle import events as happened
from warbench.games.heresy3.battle.game import Setup
from warbench.games.heresy3.battle.mission_files import missions
from warbench.games.heresy3.battle.missions import Mission, Rubble, Zone
from warbench.games.heresy3.battle.state import Combat, Lasting, State
from warbench.lab.telling import teller
from warbench.lab.telling.phases import Phase, Phases
from warbench.lab.telling.picture import draw
from warbench.lab.telling.report import report
from warbench.lab.telling.told import Named, Summary, UnitTold, Wish
from warbench.players import random_chooser, seat
from warbench.rules.effects import Permit
from warbench.table.convex import Core
from warbench.table.field import Field
from warbench.table.lattice import INCH

SVG = "{http://www.w3.org/2000/svg}"
TELLER = teller("heresy3")


def square(x: float, y: float) -> Core:
    left, near, far, right = (round(value * INCH) for value in (x, y, y + 4, x + 4))
    return (left, near), (right, near), (right, far), (left, far)


GROUND: tuple[Zone, ...] = (
    Zone(name="copse", kind="light", corners=square(4, 20)),
    Zone(name="wreck", kind="medium", corners=square(12, 20)),
    Zone(name="ruin", kind="heavy", corners=square(20, 20), dangerous=True),
)


def table() -> State:
    """A's squad with a Centurion in it, a tank that carries another squad; B's bunker; a building."""
    state = state_of(
        [LEG, CEN, TANK, unit((CEN, 1), name="Passenger")],
        [BUN, LEG],
        terrain=[BUILDING],
        zones=GROUND,
        rubble=[Rubble(name="scree", corners=square(28, 20))],
    )
    put(state, "A1", row(10, 10, 8))
    put(state, "A2", at(10, 10))
    put(state, "A3", at(30, 8, 90))
    board(state, "A4", "A3")
    put(state, "B1", at(36, 40, 180))
    put(state, "B2", row(10, 50, 40))
    put(state, "T1", at(60, 24))
    return state


def on(mission: Mission) -> State:
    """A squad each on a mission's battlefield."""
    state = state_of([LEG], [LEG])
    return State(state.roster, mission, Field(mission.size, mission.pieces), state.core, state.options)


def setup_for(state: State) -> Setup:
    armies = (ArmySpec(name="Ours", faction="One", allegiance="loyalist"), ArmySpec(name="Theirs", faction="Two"))
    return Setup(mission=state.mission, armies=armies, options=state.options)


def summary(state: State) -> Summary:
    return TELLER.summary(setup_for(state), state)


def told(state: State, key: str) -> UnitTold:
    return next(each for each in summary(state).units if each.id == key)


def picture(state: State) -> ET.Element:
    found = summary(state)
    return ET.fromstring(draw(TELLER, found, TELLER.drawing(state, found)))  # noqa: S314 -- our own picture


def titles(root: ET.Element) -> list[str]:
    return [each.text or "" for each in root.iter(f"{SVG}title")]


# --- words ---

PLACE = at(10, 8)
EVENTS: tuple[tuple[Event, str], ...] = (
    (happened.Began(round=2, turn=1, phase="shooting", step="attack"), "Battle turn 2, turn of B: shooting, attack"),
    (happened.Began(round=0, turn=0, phase="setup", step="deploy"), "Before the battle: deployment"),
    (happened.Chose(unit="A1"), "{A1} is selected"),
    (happened.Chose(unit=""), "the selected unit has finished"),
    (happened.Done(unit="A1"), "A1 has had its go"),
    (happened.Marked(unit="A1", mark="moved", value="rushed"), "{A1} has Rushed"),
    (happened.Marked(unit="A1", mark="shot_at", value=["B1"]), "{A1} has attacked this turn: {B1}"),
    (happened.Marked(unit="A1", mark="morale", value=["panic"]), "{A1} is to be checked in the Morale Sub-Phase for: panic"),
    (happened.Moved(unit="A1", how="charge", places=(("A1.1", PLACE),)), '{A1} charges to about 10.0", 8.0"'),
    (happened.SetUp(unit="A1", how="deep strike", places=(("A1.1", PLACE),)), '{A1} arrives by Deep Strike at about 10.0", 8.0"'),
    (happened.TakenOff(unit="A1", where="inside", transport="A3"), "{A1} is embarked on {A3}"),
    (happened.TakenOff(unit="A1", where="reserve"), "{A1} waits in Reserves"),
    (happened.Joined(model="A2.1", unit="A1"), "<A2.1> joins {A1}"),
    (happened.Hurt(model="A3.1", wounds=2, by="B1", source="cannon"), "<A3.1> loses 2 Hull Points by cannon of {B1}"),
    (happened.Hurt(model="A1.1", wounds=1), "<A1.1> loses 1 Wound"),
    (happened.Mended(model="A3.1", wounds=1, source="Battlesmith"), "<A3.1> regains 1 Hull Point by Battlesmith"),
    (happened.Removed(model="A1.1", by="B1"), "<A1.1> is Removed as a Casualty by {B1}"),
    (happened.UnitDestroyed(unit="A1", by="B1"), "{A1} is destroyed by {B1}"),
    (happened.Status(models=("A1.1", "A1.2"), status="pinned"), "{A1} [A1.1 A1.2] gains the status Pinned"),
    (
        happened.Status(models=("A1.1",), status="pinned", gone=True, source="passed Check"),
        "{A1} [A1.1] loses the status Pinned (passed Check)",
    ),
    (happened.Spent(model="A1.1", what="grenade"), "<A1.1> has used grenade"),
    (happened.Controlled(unit="B1", player=0), "A controls {B1} from now on"),
    (happened.Controlled(unit="B1", player=-1), "nobody controls {B1} from now on"),
    (happened.Ground(zone=GROUND[1]), "wreck is area terrain from now on (medium)"),
    (happened.Points(player=1, by=2, why="objective x"), "B gains 2 Victory Points: objective x"),
    (happened.Allotment(player=0, to=1, why="it is so"), "A has 1 of the Reaction allotment left: it is so"),
    (happened.Reacted(unit="A1", reaction="death or glory"), "{A1} makes the Reaction Death or Glory"),
    (happened.Noted(player=0, what="secondaries", value="first strike"), "A achieves the secondary objective First Strike"),
    (happened.Noted(player=0, what="used", value="rite|A2|A2.1|unseal-the-portal"), "A2 invokes Unseal the Portal"),
    (happened.Noted(player=0, what="used", value="a trick"), "A has used a trick"),
    (happened.Worth(objective="x", value=2), "objective x is worth 2 from now on"),
    (happened.Fights(combats=(Combat(["A1", "B2"], [0, 0], "fought"),)), "Combats: A1 and B2 (fought)"),
    (happened.SetAside(models=("A2.1", "B2.1")), "set aside to fight a challenge: {A2} [A2.1], {B2} [B2.1]"),
    (happened.Returned(model="A2.1", place=PLACE), '<A2.1> returns from the challenge to 10", 8"'),
    (happened.Tested(models=("A1.1",)), "tested for Dangerous Terrain in this phase: {A1} [A1.1]"),
    (
        happened.Lasts(unit="A1", lasting=Lasting(effect=Permit(what="x"), until="start 1", source="a rite")),
        "{A1} is under a rite until the next Start Phase of B",
    ),
    (happened.Lifted(unit="A1", source="a rite"), "{A1} is no longer under a rite"),
    (happened.Ends(moment="turn"), "what lasts until the Player Turn ends"),
    (
        happened.Threw(player=0, purpose="hit", faces=(1, 6), result="gun: 1 of 2", unit="A1", again=((0, 3),)),
        "A rolls hit for {A1}: 1 6 (first 3): gun: 1 of 2",
    ),
    (happened.Said(text="as it is"), "as it is"),
    (happened.RollOff(what="first", player=1), "B has the first turn"),
    (happened.RollOff(what="zone", player=1), "B has deployment zone A"),
    (happened.Over(why="it is late"), "The battle is over: it is late"),
)


def test_every_kind_of_event_is_among_those_that_are_told() -> None:
    assert {type(event) for event, _ in EVENTS} == set(happened.EVENTS)


@pytest.mark.parametrize(("event", "sentence"), EVENTS, ids=lambda each: type(each).__name__ if isinstance(each, Event) else "")
def test_every_event_has_its_sentence(event: Event, sentence: str) -> None:
    state = table()
    for entry in state.roster.units.values():
        sentence = sentence.replace(f"{{{entry.id}}}", f"{entry.name} ({entry.id})")
        for model, _ in entry.models:
            sentence = sentence.replace(f"<{model}>", f"{state.kind(model).name} {model} of {entry.name}")
    assert TELLER.words(state, event) == sentence


def test_where_names_the_battle_turn_the_player_and_the_sub_phase() -> None:
    state = table()
    state.core.round, state.core.turn, state.core.phase, state.core.step = 2, 1, "end", "victory"
    assert TELLER.where(state) == "turn 2, B, the End Phase, victory"


# --- phases ---


def line(*events: Event, name: str = "shooting", step: str = "attack") -> str:
    state = table()
    phase = Phase(1, 0, name, step)
    for event in events:
        TELLER.note(phase, state, event)
    return phase.line()


def test_what_models_lost_is_not_told_beside_them_once_they_are_removed() -> None:
    hurt = happened.Hurt(model="B2.1", wounds=1)
    tank = happened.Hurt(model="A3.1", wounds=2)
    assert line(hurt, happened.Removed(model="B2.1"), tank) == "A loses 2 Hull Points; B loses 1 model"
    assert line(hurt, happened.Removed(model="B2.2")) == "B loses 1 model and 1 wound more"


def test_what_models_regained_is_told_by_side() -> None:
    tank, man = happened.Mended(model="A3.1", wounds=2), happened.Mended(model="A1.1", wounds=1)
    assert line(happened.Hurt(model="A3.1", wounds=3), tank, man) == "A loses 3 Hull Points; A regains 2 Hull Points and 1 wound"


def test_a_line_tells_statuses_reactions_rites_captures_and_points() -> None:
    told = line(
        happened.Marked(unit="A1", mark="shot", value=True),
        happened.Status(models=("B2.1", "B2.2"), status="pinned"),
        happened.Status(models=("B2.1",), status="suppressed", gone=True),
        happened.Reacted(unit="B2", reaction="return fire"),
        happened.Noted(player=0, what="used", value="rite|A2|A2.1|fury-of-ages"),
        happened.Controlled(unit="B1", player=0),
        happened.UnitDestroyed(unit="B2"),
        happened.Points(player=1, by=3, why=""),
    )
    parts = ["A1 shot", "B2 destroyed", "B2 Pinned", "A captures B1", "B: Return Fire (B2)", "A: Fury of Ages (A2)", "B scores 3"]
    assert told == "; ".join(parts)


def test_who_rolls_to_hit_in_the_fight_sub_phase_fought_and_in_overwatch_did_not() -> None:
    hit = happened.Threw(player=0, purpose="hit", faces=(1,), result="", unit="A1")
    assert line(hit, name="assault", step="fight") == "A1 fought"
    assert line(hit, name="assault", step="charge") == ""


# --- how it stands ---


def test_joined_and_embarked_units_count_their_own_models() -> None:
    state = table()
    model = state.units["A2"].models[0].id
    happened.apply(state, happened.Joined(model=model, unit="A1"))
    found = told(state, "A2")
    assert (found.where, found.inside, found.models, found.strength(brief=True)) == ("joined", "A1", 1, "3 wounds")
    assert told(state, "A1").strength() == "10 of 10 models, 10 wounds"
    assert (told(state, "A4").where, told(state, "A4").inside) == ("inside", "A3")


def test_what_has_an_armour_value_has_hull_points_and_no_wounds() -> None:
    state = table()
    state.units["A3"].models[0].wounds = 1
    found = told(state, "A3")
    assert (found.wounds, found.hull_points, found.strength(brief=True)) == (None, 1, "1 Hull Point")
    assert told(state, "A1").hull_points is None


def test_a_captured_fortification_is_its_new_owners_and_says_whose_it_was() -> None:
    state = table()
    happened.apply(state, happened.Controlled(unit="B1", player=0))
    found = told(state, "B1")
    assert (found.player, found.brought, found.more["controller"]) == (0, 1, "A")
    assert "captured from B" in found.weighs
    root = picture(state)
    group = next(each for each in root.iter(f"{SVG}g") if (each.get("aria-label") or "").startswith("B1 "))
    assert [each.get("class") for each in group.iter(f"{SVG}polygon")] == ["base a"]


def test_statuses_are_told_each_once() -> None:
    state = table()
    for model in state.units["A1"].models:
        model.statuses = ["pinned"]
    assert told(state, "A1").weighs == ("Pinned",)
    assert told(state, "A1").more["statuses"] == ["pinned"]


# --- the picture ---


def test_area_terrain_is_told_apart_without_colour() -> None:
    root = picture(table())
    looks = [each.get("class") for each in root.iter(f"{SVG}polygon")]
    assert [look for look in looks if look and look.startswith("area")] == ["area light", "area medium", "area heavy"]
    patterns = {each.get("id"): ET.tostring(each, "unicode") for each in root.iter(f"{SVG}pattern")}
    assert set(patterns) == {"light", "medium", "heavy", "rubble"}
    assert len({text.replace(key or "", "") for key, text in patterns.items()}) == 4
    labels = [each.text for each in root.iter(f"{SVG}text") if "label" in (each.get("class") or "")]
    assert labels == ["6+", "5+", "4+"]
    said = titles(root)
    assert "ruin, heavy area terrain, Cover Save 4+, dangerous" in said
    assert "scree, difficult ground without cover" in said


def test_hulls_show_their_front_and_nobodys_buildings_look_like_nobodys() -> None:
    root = picture(table())
    fronts = Counter(each.get("class") for each in root.iter(f"{SVG}line") if (each.get("class") or "").startswith("front"))
    assert fronts == {"front a": 1, "front b": 1, "front n": 1}
    tank = next(each for each in root.iter(f"{SVG}line") if each.get("class") == "front a")
    assert tank.get("x1") == tank.get("x2"), "it faces up"
    assert float(tank.get("y2") or 0) < float(tank.get("y1") or 0)
    legend = [each.text or "" for each in root.iter(f"{SVG}text")]
    assert "Nobody's" in legend
    assert any("inside A3" in text for text in legend)


def test_deployment_zones_are_of_who_has_them_and_objectives_say_value_and_holder() -> None:
    state = on(missions()[0])
    state.core.zone_of = [1, 0]
    first = state.mission.objectives[0]
    put(state, "A1", row(10, first.at[0] / INCH - 7, first.at[1] / INCH))
    said = titles(picture(state))
    assert "deployment zone of A, zone B of the map" in said
    assert f"objective {first.id}, worth {first.value}, controlled by A" in said


@pytest.mark.parametrize("found", missions(), ids=lambda each: each.id)
def test_every_mission_can_be_drawn(found: Mission) -> None:
    root = picture(on(found))
    looks = Counter((each.get("class") or "").split(" ")[0] for each in root.iter(f"{SVG}polygon"))
    assert (looks["area"], looks["rubble"], looks["block"]) == (len(found.zones), len(found.rubble), len(found.pieces))
    assert sum(each.get("class") == "marker" for each in root.iter(f"{SVG}circle")) == len(found.objectives)


# --- a whole battle ---


def test_a_whole_battle_can_be_told_at_every_event() -> None:
    wish = Wish(armies=(Named("imperial-fists-750"), Named("mechanicum-750")), mission=Named("foundry-yard"), rounds=2)
    setup = TELLER.setup(wish)
    battle: Battle[Any] = Battle(TELLER.game(), setup, seed="told")
    phases = Phases(TELLER)
    lines: list[str] = []

    def watch(battle: Battle[Any], event: Event) -> None:
        assert TELLER.words(battle.state, event)
        done = phases.note(battle.state, event)
        if done is not None:
            lines.append(f"{phases.title(done)}: {done.line()}")

    battle.watch = watch
    battle.play(seat(battle, [random_chooser("A"), random_chooser("B")]))
    assert lines[0].startswith("before the battle: ")
    assert any(text.startswith("turn 2 ") for text in lines)
    data = report(TELLER, battle)
    assert (data["over"], data["rounds"], data["game"]) == (True, 2, "heresy3")
    assert {unit["side"] for unit in data["units"]} == {"A", "B", None}
    caveats = TELLER.caveats(setup, battle.state)
    assert any("Battlements (Firestorm Redoubt) is not modelled" in text for text in caveats.not_checked[0])

"""AIRCRAFT: from Reserves, straight ahead or off the battlefield, passed by others; and Hover, by which they are none."""

import msgspec
import pytest

from tests.driving import Driven, asked, refused
from tests.games.w40k10.battle.crafts import SHEETS, battle, spec
from tests.games.w40k10.battle.kit import Probe, at, drive, key, mission, put, row
from warbench.battle.driver import Battle
from warbench.battle.requests import Refusal
from warbench.battle.saves import load, read, save
from warbench.games.w40k10.battle import charging, deployment, fighting, moving
from warbench.games.w40k10.battle.aircraft import AIRCRAFT_RULE, is_aircraft
from warbench.games.w40k10.battle.army_files import reserve_faults
from warbench.games.w40k10.battle.charging import can_declare
from warbench.games.w40k10.battle.events import Ends, Moved, Said, SetUp, TakenOff, apply
from warbench.games.w40k10.battle.flying import LEAVE, Flight, must_leave
from warbench.games.w40k10.battle.game import Setup, W40k10, setup_of
from warbench.games.w40k10.battle.melee import reach
from warbench.games.w40k10.battle.piling import pile_in
from warbench.games.w40k10.battle.placing import is_engaged
from warbench.games.w40k10.battle.reserves import may_arrive, methods
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec
from warbench.games.w40k10.battle.sight import Outlook
from warbench.games.w40k10.battle.state import State
from warbench.players import random_chooser, seat
from warbench.players.w40k10_planner import planner
from warbench.table.field import Field
from warbench.table.lattice import INCH, Place
from warbench.table.terrain import rectangle, ruin

SQUAD = "Intercessor Squad"


def aloft(heading: int = 90, *, y: float = 8, enemy: float = 55) -> State:
    """A Kestrel (A1) at 22" that looks along the table's depth, and one enemy model (B1) far ahead."""
    state = battle(["Kestrel"], [SQUAD])
    put(state, "A1", [at(22, y, heading)])
    put(state, "B1", [at(22, enemy)])
    return state


def fly(state: State, *answers: str, reactions: tuple[Probe, ...] = ()) -> Driven:
    return drive(state, moving.next_step(state), answers, reactions=reactions)


# --- before the battle ---


def formations(ours: list[UnitSpec | str], *answers: str) -> tuple[State, Driven]:
    state = battle(ours, [SQUAD])
    state.core.round, state.core.phase, state.core.step = 0, "setup", "formations"
    return state, drive(state, deployment.next_step(state), answers)


def test_aircraft_begin_in_reserves_and_count_as_in_strategic_reserves() -> None:
    state, done = formations(["Kestrel", SQUAD])
    assert done.all(TakenOff) == [TakenOff(unit="A1", where="reserve", rule=AIRCRAFT_RULE)]
    assert methods(state, state.units["A1"]) == ["strategic"]
    assert state.units["A2"].where == "waiting"


def test_who_hovers_is_asked_first_and_is_no_aircraft_from_then_on() -> None:
    state, done = formations(["Kestrel", "Hawk"], "hover")
    assert [(ask.about, ask.subject) for ask in done.asked] == [("hover", "A2")]
    unit = state.units["A2"]
    assert (unit.where, is_aircraft(state, unit)) == ("waiting", False)
    assert "aircraft" not in state.keywords(unit)
    assert state.kind("A2.1").movement == 20 * INCH
    assert "fly" in state.keywords(unit)
    again = state.restored(state.kept())
    assert not is_aircraft(again, again.units["A2"])
    other, _ = formations(["Hawk"], "fly")
    assert (other.units["A1"].where, is_aircraft(other, other.units["A1"])) == ("reserve", True)


def test_a_hovering_craft_waits_in_strategic_reserves_as_any_unit_does() -> None:
    state, done = formations([UnitSpec(datasheet="Hawk", reserve="strategic")], "hover")
    assert done.all(TakenOff) == [TakenOff(unit="A1", where="reserve", rule="C15")]
    assert methods(state, state.units["A1"]) == ["strategic"]


def test_aircraft_do_not_fill_the_strategic_reserves_but_their_passengers_do() -> None:
    units = [UnitSpec(datasheet="Kestrel", name=str(each), reserve="strategic") for each in range(3)]
    riders = [UnitSpec(datasheet=SQUAD, inside="0"), UnitSpec(datasheet="Assault Intercessor Squad", models=10, inside="1")]
    state = battle([*units, *riders], [SQUAD])
    entries = state.roster.of(0)
    assert [entry.points for entry in entries] == [80, 80, 80, 80, 150]
    assert reserve_faults(entries, "incursion") == []
    tight = [msgspec.structs.replace(entry, points=200) if entry.inside else entry for entry in entries]
    assert [(unit, fault.code) for unit, fault in reserve_faults(tight, "incursion")] == [("A5", "too-much-in-reserve")]


# --- moving ---


def test_aircraft_go_straight_ahead_twenty_inches_or_more_and_may_turn() -> None:
    state, probe = aloft(), Probe()
    done = fly(state, key(at(22, 28, 90)), reactions=(probe,))
    assert done.all(Moved) == [Moved(unit="A1", how="normal", places=(("A1.1", at(22, 28, 90)),), rule=AIRCRAFT_RULE)]
    assert [moment for moment, _, _ in probe.seen] == ["move started", "move ended"]
    assert state.units["A1"].moved == "normal"
    state = aloft()
    fly(state, key(at(22, 49, 180)))
    assert state.units["A1"].models[0].place == at(22, 49, 180)


@pytest.mark.parametrize(
    ("place", "code"),
    [
        (at(22, 27.9, 90), "too-short"),
        (at(22.1, 30, 90), "not-straight"),
        (at(22, 30, 181), "turned-too-far"),
        (at(22, 59, 90), "off-table"),
        (at(22, 54, 90), "on-model"),
    ],
)
def test_other_flights_are_refused(place: Place, code: str) -> None:
    state = aloft()
    with refused(code):
        fly(state, key(place))
    assert state.units["A1"].models[0].place == at(22, 8, 90)


def test_aircraft_fly_over_enemies_but_end_near_to_none() -> None:
    # The enemy model stands at 30": the craft's tail is 600 units behind its centre, the base of the model has a radius of 160.
    free = 30 * INCH + 160 + 600 + INCH + 1
    state = aloft(enemy=30)
    fly(state, key(Place(22 * INCH, free, 0, 90)))
    with refused("in-zone", "W-303"):
        fly(aloft(enemy=30), key(Place(22 * INCH, free - 1, 0, 90)))


def test_they_only_make_normal_moves_even_when_engaged() -> None:
    state = battle(["Kestrel"], ["Kite"])
    put(state, "A1", [at(22, 8, 90)])
    put(state, "B1", [at(25, 8)])
    assert is_engaged(state, state.units["A1"])
    codes = {how: moving.may_act(state, state.units["A1"], how) for how in ("stationary", "normal", "advance", "fall back")}
    assert {how: found.code if found else "" for how, found in codes.items()} == {
        "stationary": "aircraft",
        "normal": "",
        "advance": "aircraft",
        "fall back": "aircraft",
    }
    done = fly(state, key(at(22, 30, 90)))
    assert [event.how for event in done.all(Moved)] == ["normal"]


def test_who_cannot_fly_far_enough_leaves_and_comes_back_in_a_later_turn() -> None:
    state, probe = aloft(y=38), Probe()
    done = fly(state, reactions=(probe,))
    assert [event.rule for event in done.all(Said)] == [AIRCRAFT_RULE]
    assert done.all(TakenOff) == [TakenOff(unit="A1", where="reserve", rule=AIRCRAFT_RULE)]
    assert [moment for moment, _, _ in probe.seen] == ["move started"]
    unit = state.units["A1"]
    assert (unit.where, unit.models[0].place) == ("reserve", None)
    refusal = may_arrive(state, unit)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("just-left", AIRCRAFT_RULE)
    apply(state, Ends(moment="turn"))
    assert may_arrive(state, unit) is None


def test_the_owner_may_fly_off_and_proposals_are_legal() -> None:
    state = aloft()
    ask = asked(Flight(state, state.units["A1"]).ask())
    assert ask.options[-1].key == LEAVE
    assert len(ask.options) > 4
    assert ask.judge is not None
    assert [ask.judge(option.key) for option in ask.options] == [None] * len(ask.options)
    fly(state, LEAVE)
    assert state.units["A1"].where == "reserve"


def test_the_computer_player_flies_off_only_where_it_must() -> None:
    state = aloft()
    ask = asked(Flight(state, state.units["A1"]).ask())
    key_of = planner()(ask, state)
    assert key_of != LEAVE
    fly(state, key_of)
    # From there it can go on in its next turn.
    assert not must_leave(state, state.units["A1"])


def test_arriving_craft_are_proposed_so_that_they_can_fly_on() -> None:
    state = battle(["Kestrel"], [SQUAD])
    put(state, "B1", [at(22, 50)])
    state.units["A1"].where = "reserve"
    state.core.step = "reinforcements"
    done = drive(state, moving.next_step(state), ["A1", lambda ask: ask.options[0].key])
    assert [event.how for event in done.all(SetUp)] == ["strategic"]
    apply(state, Ends(moment="turn"))
    state.core.step, state.core.done = "move", []
    flown = drive(state, moving.next_step(state), [lambda ask: ask.options[0].key])
    assert len(flown.all(Moved)) == 1


# --- others beside them ---


def beside(unit: str, gap: float = 4) -> State:
    """A unit (A1) whose way 10" along x leads under an enemy Kestrel (B1)."""
    state = battle([unit], ["Kestrel"])
    put(state, "A1", [at(10, 20)])
    put(state, "B1", [at(10 + gap, 20, 90)])
    return state


def test_others_move_under_enemy_aircraft_but_end_near_to_none() -> None:
    state = beside("Strider")
    drive(state, moving.next_step(state), ["normal", key(at(20, 20))])
    assert state.units["A1"].models[0].place == at(20, 20)
    with refused("in-zone", "W-303"):
        drive(state := beside("Strider"), moving.next_step(state), ["normal", key(at(9.5, 20))])


def test_aircraft_alone_hold_nobody_in_engagement_range() -> None:
    state = beside("Kite", gap=3.5)
    assert is_engaged(state, state.units["A1"])
    assert [moving.may_act(state, state.units["A1"], how) for how in ("normal", "advance")] == [None, None]
    state = battle(["Kite"], ["Kestrel", "Kite"])
    put(state, "A1", [at(10, 20)])
    put(state, "B1", [at(13.5, 20, 90)])
    put(state, "B2", [at(7, 20)])
    refusal = moving.may_act(state, state.units["A1"], "normal")
    assert refusal is not None
    assert refusal.code == "engaged"


@pytest.mark.parametrize(("unit", "code"), [("Kite", ""), ("Strider", "aircraft")])
def test_only_who_flies_charges_aircraft(unit: str, code: str) -> None:
    state = beside(unit, gap=9)
    found = can_declare(state, state.units["A1"], state.units["B1"])
    assert (found.code if found else "") == code
    whatever = can_declare(state, state.units["A1"])
    assert (whatever.code if whatever else "") == ("too-far" if code else "")
    own = can_declare(state, state.units["B1"], state.units["A1"])
    assert own == Refusal("aircraft", "Kestrel (B1) is AIRCRAFT and cannot declare a charge", "C9")


def test_a_charge_at_aircraft_and_the_fight_after_it() -> None:
    state = beside("Kite", gap=9)
    state.core.phase = "charge"
    drive(state, charging.charge(state, state.units["A1"], ["B1"]), [lambda ask: ask.options[0].key], [6, 6])
    assert state.units["A1"].charged
    assert reach(state, state.units["A1"]) == {"A1.1": ("B1",)}
    assert reach(state, state.units["B1"]) == {"B1.1": ("A1",)}
    # The craft fights where it is: it never piles in.
    place = state.units["B1"].models[0].place
    assert drive(state, pile_in(state, state.units["B1"])).events == []
    assert state.units["B1"].models[0].place == place
    assert fighting.is_eligible(state, state.units["B1"]) is None


def test_who_cannot_fly_takes_no_notice_of_aircraft_in_a_fight() -> None:
    state = battle([SQUAD], ["Kestrel"])
    put(state, "A1", row(2, 10, 20))
    put(state, "B1", [at(10.8, 22.6, 0)])
    assert is_engaged(state, state.units["A1"])
    assert reach(state, state.units["A1"]) == {}
    assert reach(state, state.units["B1"]) == {}
    state.units["A1"].charged = True
    assert drive(state, pile_in(state, state.units["A1"])).events == []


def test_ruins_between_hide_neither_aircraft_nor_what_it_looks_at() -> None:
    walls = ruin("ruin", rectangle(5 * INCH, 18 * INCH, 40 * INCH, 22 * INCH))
    for unit, seen in (("Kestrel", True), ("Kite", False)):
        state = battle([unit], [SQUAD])
        state.field = Field(state.field.size, (walls,))
        put(state, "A1", [at(22, 10, 90)])
        put(state, "B1", [at(22, 30)])
        outlook = Outlook(state)
        assert (outlook.sees("A1", "B1"), outlook.sees("B1", "A1")) == (seen, seen)


# --- whole battles ---


@pytest.mark.parametrize("who", ["random", "planner"])
def test_whole_battles_with_aircraft_replay_undo_and_load(who: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    crew = (UnitSpec(datasheet="Captain", warlord=True), *map(spec, ("Kestrel", "Hawk", SQUAD)))
    armies = [ArmySpec(name=name, faction="Space Marines", units=crew, sheets=SHEETS) for name in "AB"]
    setup = Setup(mission=mission(), armies=(armies[0], armies[1]))
    fought = Battle(W40k10(), setup, seed=5)
    chooser = [random_chooser(f"{who} {side}") if who == "random" else planner() for side in "AB"]
    wrong: list[str] = []
    fought.watch = lambda battle, _event: wrong.extend(battle.game.problems(battle.state))
    fought.play(seat(fought, chooser))
    assert wrong == []
    assert fought.over
    rules = {getattr(each.event, "rule", "") for each in fought.log}
    assert AIRCRAFT_RULE in rules
    path = tmp_path_factory.mktemp("saves") / "battle.json"
    save(fought, path)
    found = read(path)
    again = load(found, W40k10(), setup_of(found.setup))
    assert again.hash == fought.hash
    again.undo(20)
    entries = len(again.journal)
    again.replay(fought.journal[entries:])
    assert again.hash == fought.hash

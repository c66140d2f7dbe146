"""Before the battle: roll-offs, formations, the hunt's prey, deployment in turns, Infiltrators, Scouts."""

import msgspec
import pytest

from tests.driving import Driven, refusal, refused
from tests.games.w40k10.battle.kit import at, drive, fresh, key, mission, put, row
from warbench.battle.requests import Ask, Refusal
from warbench.games.w40k10.battle import deployment
from warbench.games.w40k10.battle.army_files import army
from warbench.games.w40k10.battle.events import Began, Moved, RollOff, Said, SetUp, TakenOff
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec
from warbench.games.w40k10.battle.state import State
from warbench.table.lattice import INCH, Place
from warbench.table.regions import Rectangle

ZONES = mission()  # 44" by 60"; zones 10" deep, the attacker's along the near edge


def battle(
    ours: list[UnitSpec | str], theirs: list[UnitSpec | str], *, step: str, detachment: str = "Oathband", size: str = ""
) -> State:
    """A battle at a step before its first round; player 0 (Votann) attacks."""

    def listed(units: list[UnitSpec | str]) -> tuple[UnitSpec, ...]:
        return tuple(unit if isinstance(unit, UnitSpec) else UnitSpec(datasheet=unit) for unit in units)

    one = ArmySpec(name="One", faction="Leagues of Votann", detachment=detachment, units=listed(ours))
    other = ArmySpec(name="Other", faction="Space Marines", detachment="Gladius Task Force", units=listed(theirs))
    on = msgspec.structs.replace(ZONES, battle_size=size) if size else ZONES
    state = fresh((one, other), on)
    state.core.step = step
    return state


def step(state: State, answers: list[str] | None = None, faces: list[int] | None = None) -> Driven:
    return drive(state, deployment.next_step(state), answers or [], faces or [])


# --- roll-offs ---


def test_the_winner_of_the_roll_off_attacks_and_a_tie_is_rolled_again() -> None:
    state = battle(["Sagitaur"], ["Impulsor"], step="muster")
    done = step(state, faces=[4, 4, 2, 5])
    assert done.all(RollOff) == [RollOff(what="attacker", player=1)]
    assert (state.core.attacker, state.core.step) == (1, "formations")


def test_the_winner_of_the_second_roll_off_has_the_first_turn_and_round_one_begins() -> None:
    state = battle(["Hearthkyn Warriors"], ["Impulsor"], step="first turn")
    step(state, faces=[2, 6])
    assert (state.core.first, state.core.step) == (1, "scouts")
    done = step(state)
    assert done.all(Began) == [Began(round=1, turn=1, phase="command")]


# --- formations ---


def test_formations_are_those_of_the_lists() -> None:
    state = fresh((army("votann-1000"), army("marines-1000")), ZONES)
    state.core.step = "formations"
    step(state)
    where = {key: (unit.where, unit.inside) for key, unit in state.units.items() if unit.where != "waiting"}
    begin = {
        "A2": ("inside", "A1"),
        "A3b": ("inside", "A7"),
        "A4": ("reserve", ""),
        "B2": ("inside", "B1"),
        "B3": ("reserve", ""),
    }
    assert where == begin


@pytest.mark.rule("W-334", "C15")
def test_a_formation_that_is_not_allowed_is_refused_and_the_unit_deployed() -> None:
    hidden = UnitSpec(datasheet="Einhyr Hearthguard", reserve="deep strike")
    tank = UnitSpec(datasheet="Hekaton Land Fortress", reserve="strategic")  # 225 points each, 250 may wait at Incursion
    state = battle([hidden, tank, tank], ["Impulsor"], step="formations", size="incursion")
    done = step(state)
    assert [event.unit for event in done.all(TakenOff)] == ["A2"]
    said = [(event.unit, event.rule, event.text.split(":")[0]) for event in done.all(Said)]
    assert said == [("A1", "W-334", "no-deep-strike"), ("A3", "C15", "too-much-in-reserve")]
    assert [key for key, unit in state.units.items() if unit.where == "waiting"] == ["A1", "A3", "B1"]


# --- Ruthless Efficiency ---

ENEMIES: list[UnitSpec | str] = [
    "Intercessor Squad",
    "Scout Squad",
    "Impulsor",
    "Terminator Squad",
    "Whirlwind",
    "Eliminator Squad",
]


@pytest.mark.rule("W-207", "W-208")
@pytest.mark.parametrize(("size", "number"), [("incursion", 2), ("strike force", 4)])
def test_the_oathband_picks_enemy_units_that_start_with_two_tokens(size: str, number: int) -> None:
    state = battle(["Sagitaur"], ENEMIES, step="prey", size=size)
    for index in range(number):
        assert state.core.step == "prey"
        step(state, [f"B{index + 1}"])
    step(state)
    assert state.core.step == "deploy"
    assert [unit.tokens for key, unit in state.units.items() if key[0] == "B"] == [2] * number + [0] * (6 - number)


@pytest.mark.rule("W-207")
def test_fewer_picks_are_refused_and_none_is_picked_twice() -> None:
    state = battle(["Sagitaur"], ENEMIES, step="prey", size="incursion")
    step(state, ["B3"])
    for answer in ("pass", "B3", "A1"):
        with refused("not-an-option"):
            step(state, [answer])
    assert sum(unit.picked for unit in state.units.values()) == 1


@pytest.mark.rule("W-207")
def test_an_onslaught_has_six_picks() -> None:
    state = battle(["Sagitaur"], [*ENEMIES, "Predator Destructor"], step="prey", size="onslaught")
    for index in range(6):
        step(state, [f"B{index + 1}"])
    step(state)
    assert [key for key, unit in state.units.items() if unit.picked] == [f"B{number}" for number in range(1, 7)]


@pytest.mark.rule("W-214")
def test_of_fewer_enemies_all_are_picked_unasked() -> None:
    state = battle(["Sagitaur"], ENEMIES[:3], step="prey")  # strike force: 4
    step(state)
    assert [unit.tokens for unit in state.units.values()] == [0, 2, 2, 2]
    step(state)
    assert state.core.step == "deploy"


@pytest.mark.rule("W-351")
def test_another_detachment_picks_nobody() -> None:
    state = battle(["Sagitaur"], ENEMIES, step="prey", detachment="Hearthfire Arsenal")
    assert step(state).asked == []
    assert state.core.step == "deploy"
    assert not any(unit.picked or unit.tokens for unit in state.units.values())


# --- deployment ---


def test_the_players_deploy_in_turns_from_the_defender_on() -> None:
    state = battle(["Einhyr Champion", "Kâhl", "Einhyr Champion"], ["Captain"], step="deploy")
    players = []
    spots = {"B1": at(20, 55), "A1": at(5, 5), "A2": at(10, 5), "A3": at(15, 5)}
    for name in ("B1", "A1", "A2", "A3"):
        asks = [name, key(spots[name])] if name in {"A1", "A2"} else [key(spots[name])]
        done = step(state, asks)
        players.append(done.asked[0].player)
    assert players == [1, 0, 0, 0]
    step(state)
    assert state.core.step == "first turn"


def test_a_unit_is_set_up_wholly_within_its_own_zone() -> None:
    state = battle(["Kâhl"], ["Captain"], step="deploy")
    step(state, [key(at(20, 55))])
    rim = Place(20 * INCH, 10 * INCH - 200)  # a 40 mm base: its edge on the border
    seen: list[Refusal | None] = []

    def place(ask: Ask) -> str:
        seen.append(refusal(ask, key(rim)))
        seen.append(refusal(ask, key(Place(rim.x, rim.y + 1))))
        return key(rim)

    done = drive(state, deployment.next_step(state), [place])
    assert seen[0] is None
    assert seen[1] is not None
    assert (seen[1].code, seen[1].rule) == ("outside-region", "C1")
    assert [(event.unit, event.how) for event in done.all(SetUp)] == [("A1", "deployment")]


def test_models_of_a_unit_stand_together_and_on_nobody() -> None:
    state = battle(["Hearthkyn Warriors"], ["Captain"], step="deploy")
    step(state, [key(at(20, 55))])
    with refused("out-of-coherency", "C5"):
        step(state, [key(*row(9, 2, 2), at(30, 2))])
    with refused("on-model"):
        step(state, [key(*row(9, 2, 2), at(2, 2))])
    assert state.units["A1"].where == "waiting"


def test_who_finds_no_room_waits_in_strategic_reserves() -> None:
    state = battle(["Hekaton Land Fortress"], ["Captain"], step="deploy")
    step(state, [key(at(20, 55))])
    narrow = Rectangle(0, 0, 44 * INCH, 4 * INCH)  # the hull is 110 mm wide: 4.33"
    state.mission = msgspec.structs.replace(ZONES, zones=(narrow, ZONES.zones[1]))
    done = step(state)
    assert [(event.unit, event.where, event.rule) for event in done.all(TakenOff)] == [("A1", "reserve", "no-room")]


@pytest.mark.parametrize(
    ("enemy", "y", "code"),
    [
        # Bases of 40 mm: a rim lies 0.787" before its centre, so the border of the zone's 9" is at 10 + 9 + 0.787 = 19.787".
        (at(10, 5), 19.78, "outside-region"),
        (at(10, 5), 19.8, "ok"),
        # An enemy straight below, at 15": 15 + 0.787 + 9 + 0.787 = 25.575".
        (at(31, 15), 25.57, "outside-region"),
        (at(31, 15), 25.58, "ok"),
    ],
)
def test_infiltrators_are_set_up_more_than_nine_inches_from_the_enemy_zone_and_models(enemy: Place, y: float, code: str) -> None:
    state = battle(["Kâhl"], ["Eliminator Squad"], step="deploy")
    put(state, "A1", [enemy])

    def place(ask: Ask) -> str:
        found = refusal(ask, key(*row(3, 29, y, 2)))
        assert (found.code if found else "ok") == code
        return key(*row(3, 30, 55, 2))

    drive(state, deployment.next_step(state), [place])
    assert state.units["B1"].where == "table"


# --- Scouts ---


def scouting() -> State:
    """Pioneers (9") and a Sagitaur (6"), Scouts (6") on the other side; player 1 has the first turn."""
    state = battle(["Hernkyn Pioneers", "Sagitaur"], ["Scout Squad"], step="scouts")
    state.core.first = 1
    put(state, "A1", row(3, 6, 6, 4))
    put(state, "A2", [at(30, 6, 90)])
    put(state, "B1", row(5, 20, 54))
    return state


def test_scouts_move_before_the_battle_the_first_player_s_first() -> None:
    state = scouting()
    done = step(state, [key(*row(5, 20, 48))])
    assert [(event.unit, event.how) for event in done.all(Moved)] == [("B1", "scouts")]
    assert state.units["B1"].scouted
    assert state.units["B1"].moved == ""
    done = step(state, ["A2", "hold"])
    assert not state.units["A2"].scouted
    done = step(state, [key(*row(3, 6, 15, 4))])
    assert [event.unit for event in done.all(Moved)] == ["A1"]
    assert step(state).all(Began) == [Began(round=1, turn=1, phase="command")]


def test_scouts_move_no_further_than_their_ability_says() -> None:
    state = scouting()
    with refused("too-far"):
        step(state, [key(*(Place(place.x, place.y - 1) for place in row(5, 20, 48)))])
    assert state.units["B1"].models[0].place == at(20, 54)


def test_scouts_end_more_than_nine_inches_from_every_enemy() -> None:
    state = scouting()
    put(state, "A2", [at(22, 36, 90)])
    # The Sagitaur's hull reaches to y = 36" + 3.543" (180 mm long); a 28 mm base at 49.1" begins at 48.549".
    with refused("too-near", "scouts"):
        step(state, [key(*row(5, 20, 49.09))])
    step(state, [key(*row(5, 20, 49.1))])
    assert state.units["B1"].models[0].place == at(20, 49.1)


def test_every_proposal_of_a_scout_move_is_legal() -> None:
    state = scouting()
    put(state, "A2", [at(22, 36, 90)])

    def hold(ask: Ask) -> str:
        options = ask.options
        assert len(options) > 1
        assert all(refusal(ask, option.key) is None for option in options)
        return "hold"

    drive(state, deployment.next_step(state), [hold])

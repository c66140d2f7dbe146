"""What all stratagems share: points, once a phase, keywords, Battle-shock, detachment, mission; what makes one cheaper."""

from typing import Any

import pytest

from tests.games.w40k10.battle.kit import barred, drive, offered, put, row, state_of
from warbench.battle.requests import Procedure
from warbench.games.w40k10.battle.events import Ends, Points, Used, apply
from warbench.games.w40k10.battle.moments import MOMENTS, Targets, UnitMoment, windows
from warbench.games.w40k10.battle.placing import distance
from warbench.games.w40k10.battle.reactions import REACTIONS
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.games.w40k10.battle.state import Options, State
from warbench.games.w40k10.stratagems import stratagems
from warbench.table.lattice import INCH, Place

OATHBAND = ("Oathband", "")


def shot_at(**more: Any) -> State:
    """The opponent's Shooting phase: Intercessors aim at Hearthkyn Warriors and a Hekaton of the Oathband, who have 3CP."""
    state = state_of(["Hearthkyn Warriors", "Hekaton Land Fortress"], **{"detachments": OATHBAND, **more})
    put(state, "A1", row(5, 10, 10))
    put(state, "A2", row(1, 30, 10))
    put(state, "B1", row(5, 10, 30))
    state.core.turn, state.core.phase, state.core.step = 1, "shooting", ""
    state.core.sides[0].cp = 3
    return state


AIM = Targets("B1", ("A1", "A2"))


def window(state: State, moment: str, about: object, player: int = 0) -> Procedure[list[object]]:
    return windows().open(state, moment, (player,), about)


def test_every_stratagem_of_the_data_is_a_reaction_at_a_known_moment() -> None:
    assert [reaction.id for reaction in REACTIONS] == [card.id for card in stratagems()]
    for reaction in REACTIONS:
        assert reaction.moments <= set(MOMENTS)


# --- Command points ---


@pytest.mark.rule("W-218")
def test_points_are_taken_and_too_few_refuse() -> None:
    state = shot_at()
    assert offered(state, "targets selected", 0, AIM) == ["go-to-ground:A1", "void-armour:A1", "void-armour:A2"]
    done = drive(state, window(state, "targets selected", AIM), ["void-armour:A1", "pass"], reactions=None)
    assert state.core.sides[0].cp == 2
    assert done.all(Points)[0].why == "Void Armour"
    assert done.all(Used)[0].unit == "A1"
    state.core.sides[0].cp = 1
    state.units["B1"].tokens = 1
    assert barred(state, "reactive-reprisal:A1", "unit has shot", 0, AIM) == ("no-points", "W-218")
    state.core.sides[0].cp = 0
    assert offered(state, "targets selected", 0, AIM) == []
    assert barred(state, "go-to-ground:A1", "targets selected", 0, AIM) == ("no-points", "W-218")


@pytest.mark.rule("C3")
def test_the_same_stratagem_once_a_phase_by_one_player() -> None:
    state = shot_at()
    drive(state, window(state, "targets selected", AIM), ["void-armour:A1", "pass"], reactions=None)
    assert barred(state, "void-armour:A2", "targets selected", 0, AIM) == ("used", "C3")
    assert barred(state, "go-to-ground:A1", "targets selected", 0, AIM) is None
    apply(state, Ends(moment="phase"))
    assert barred(state, "void-armour:A2", "targets selected", 0, AIM) is None


# --- who may ---


@pytest.mark.rule("W-351")
def test_the_oathbands_own_need_its_detachment() -> None:
    assert barred(shot_at(), "void-armour:A1", "targets selected", 0, AIM) is None
    other = shot_at(detachments=("Another Detachment", ""))
    assert barred(other, "void-armour:A1", "targets selected", 0, AIM) == ("not-in-this-army", "W-351")
    assert offered(other, "targets selected", 0, AIM) == ["go-to-ground:A1"]


@pytest.mark.rule("W-219")
@pytest.mark.parametrize("boarding", [False, True])
def test_each_mission_has_its_own_stratagems(boarding: bool) -> None:
    state = shot_at(options=Options(boarding_actions=boarding))
    barring = {
        reaction.card.group
        for reaction in REACTIONS
        if (found := reaction._army("Oathband", boarding_actions=boarding)) is not None and found.rule == "W-219"
    }
    assert barring == ({"core"} if boarding else {"boarding-actions"})
    own = ["void-armour:A1", "void-armour:A2"]
    assert offered(state, "targets selected", 0, AIM) == (own if boarding else ["go-to-ground:A1", *own])


@pytest.mark.rule("W-352")
def test_the_unit_must_have_the_keyword() -> None:
    state = shot_at()
    assert barred(state, "go-to-ground:A2", "targets selected", 0, AIM) == ("keywords", "W-352")
    assert barred(state, "smokescreen:A1", "targets selected", 0, AIM) == ("keywords", "W-352")
    state.core.turn, state.core.phase, state.core.sides[1].cp = 0, "shooting", 3
    marines = Targets("A1", ("B1",))
    assert barred(state, "go-to-ground:B1", "targets selected", 1, marines) is None
    assert barred(state, "void-armour:B1", "targets selected", 1, marines) == ("not-in-this-army", "W-351")


@pytest.mark.rule("W-345")
def test_a_battle_shocked_unit_is_not_affected_by_its_owners_stratagems() -> None:
    state = shot_at()
    state.units["A1"].shocked = True
    state.units["B1"].tokens = 2
    for use, moment in (
        ("go-to-ground:A1", "targets selected"),
        ("void-armour:A1", "targets selected"),
        ("reactive-reprisal:A1", "unit has shot"),
    ):
        assert barred(state, use, moment, 0, AIM) == ("battle-shocked", "W-345")
    assert offered(state, "targets selected", 0, AIM) == ["void-armour:A2"]


def test_a_wrong_moment_phase_or_turn_says_so() -> None:
    state = shot_at()
    assert barred(state, "void-armour:A1", "unit has shot", 0, AIM) == ("wrong-moment", "W-291")
    state.core.phase = "charge"
    assert barred(state, "void-armour:A1", "targets selected", 0, AIM) == ("wrong-time", "W-291")
    assert barred(state, "ancestral-sentence:A1", "own shooting", 0) == ("wrong-time", "W-279")
    assert barred(state, "void-armour:A2", "targets selected", 0, Targets("B1", ("A1",))) is not None


# --- abilities that touch the cost ---


def led() -> State:
    """The Command phase of player 0, whose Intercessors are led by a Captain."""
    state = state_of(
        [UnitSpec(datasheet="Intercessor Squad", leader="Captain"), "Scout Squad"],
        ["Intercessor Squad"],
        factions=("Space Marines", "Space Marines"),
    )
    put(state, "A1", row(6, 10, 10))
    put(state, "A2", row(5, 10, 20))
    state.core.phase, state.core.step = "command", "battle-shock"
    return state


def test_rites_of_battle_spare_a_point_once_a_battle_round() -> None:
    state = led()
    assert offered(state, "before battle-shock", 0, UnitMoment("A2")) == []
    assert offered(state, "before battle-shock", 0, UnitMoment("A1")) == ["insane-bravery:A1"]
    drive(state, window(state, "before battle-shock", UnitMoment("A1")), ["insane-bravery:A1"], reactions=None)
    assert state.core.sides[0].cp == 0
    apply(state, Ends(moment="phase"))
    state.core.turn, state.core.phase = 1, "shooting"
    assert barred(state, "go-to-ground:A1", "targets selected", 0, Targets("B1", ("A1",))) == ("no-points", "W-218")
    state.core.round = 3
    assert barred(state, "go-to-ground:A1", "targets selected", 0, Targets("B1", ("A1",))) is None
    captain = state.entry("A1").models[-1][0]
    state.units["A1"].models = [model for model in state.units["A1"].models if model.id != captain]
    assert barred(state, "go-to-ground:A1", "targets selected", 0, Targets("B1", ("A1",))) == ("no-points", "W-218")


BIKE = {"bolt revolver": 1, "bolt shotgun": 1, "magna-coil autocannon": 1, "plasma knife": 1}


@pytest.mark.parametrize(("face", "left"), [(4, 0), (5, 1)])
def test_a_comms_array_gives_a_point_back_once_a_round(face: int, left: int) -> None:
    state = state_of(
        [UnitSpec(datasheet="Hernkyn Pioneers", items=({**BIKE, "comms array": 1}, BIKE, BIKE))], detachments=OATHBAND
    )
    put(state, "A1", row(3, 10, 10, 3))
    put(state, "B1", row(5, 10, 30))
    moment = UnitMoment("A1", "fall back")
    state.core.sides[0].cp = 1
    drive(state, window(state, "fell back", moment), ["ordered-retreat:A1"], [face], reactions=None)
    assert (state.core.sides[0].cp, state.core.sides[0].extra) == (left, left)
    apply(state, Ends(moment="phase"))
    state.core.sides[0].cp = 1
    again = [] if left else [6]  # one extra point a round: nothing is rolled for a second
    drive(state, window(state, "fell back", moment), ["ordered-retreat:A1"], again, reactions=None)
    assert state.core.sides[0].cp == (0 if left else 1)


@pytest.mark.parametrize(("away", "hears"), [(6.0, True), (6.1, False)])
def test_an_orbital_array_serves_units_near_to_it(away: float, hears: bool) -> None:
    hull = UnitSpec(datasheet="Impulsor", items=({"armoured hull": 1, "storm bolter": 2, "orbital comms array": 1},))
    state = state_of([hull, "Intercessor Squad"], ["Intercessor Squad"], factions=("Space Marines", "Space Marines"))
    put(state, "A1", row(1, 20, 10))
    put(state, "B1", row(5, 10, 40))
    put(state, "A2", row(1, 30, 10))
    gap = distance(state, state.units["A1"], state.units["A2"])
    put(state, "A2", [Place(30 * INCH + round(away * INCH) - gap, 10 * INCH)])
    state.core.turn, state.core.phase, state.core.sides[0].cp = 1, "shooting", 1
    aim = Targets("B1", ("A2",))
    drive(state, window(state, "targets selected", aim), ["go-to-ground:A2"], [6] if hears else [], reactions=None)
    assert state.core.sides[0].cp == hears

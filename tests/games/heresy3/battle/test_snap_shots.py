"""Snap Shots, and Defensive Weapons, which need not be."""

from collections.abc import Callable

import pytest

from tests.games.heresy3.battle.kit import (
    CEN,
    GUN,
    LEG,
    MAN,
    TANK,
    at,
    phase,
    put,
    unit,
)
from tests.games.heresy3.battle.shots import (
    Y,
    armed,
    fire,
    gun,
    rolls,
    said,
    shooting,
    stand,
)
from warbench.battle.requests import Ask
from warbench.games.heresy3.battle.events import (
    Said,
    Status,
    apply,
)
from warbench.games.heresy3.battle.guns import Stance, guns_at
from warbench.games.heresy3.battle.state import Options


@pytest.mark.rule("H-225")
def test_routed_units_shoot_only_snap_shots() -> None:
    state = shooting([LEG], [LEG])
    assert "Hit Test 3+" in said(fire(state, face=1), "Hit Test")
    apply(state, Status(models=tuple(f"A1.{n}" for n in range(1, 11)), status="routed"))
    assert "Hit Test 5+" in said(fire(state, face=1), "Hit Test")


@pytest.mark.rule("H-269")
def test_routed_stops_nobody_from_shooting_and_being_shot_at_destroys_nobody() -> None:
    state = shooting([LEG], [LEG])
    apply(state, Status(models=tuple(f"A1.{n}" for n in range(1, 11)), status="routed"))
    assert [len(faces) for faces in rolls(fire(state, face=1), "hit")] == [10]
    phase(state, "shooting", "attack", 1)
    assert fire(state, "A1", unit="B1", face=1).value is True
    assert len(state.units["A1"].models) == 10


@pytest.mark.rule("H-272")
def test_one_routed_model_makes_all_of_its_unit_snap() -> None:
    state = shooting([unit(CEN, (MAN, 10))], [LEG])
    apply(state, Status(models=("A1.1",), status="routed"))
    done = fire(state, face=1)
    assert sum(len(faces) for faces in rolls(done, "hit")) == 11
    assert "Hit Test 3+" not in said(done, "Hit Test")
    assert "Hit Test 5+" in said(done, "Hit Test")


@pytest.mark.rule("H-170")
def test_intercept_is_made_with_snap_shots() -> None:
    state = shooting([LEG], [LEG])
    done = fire(state, face=1, unit="B1", only="A1", reaction="intercept", facts={"intercept": True})
    assert "Hit Test 5+" in said(done, "Hit Test")


@pytest.mark.rule("H-171")
def test_vehicles_intercept_with_defensive_weapons() -> None:
    guns = (gun(name="lascannon", strength=9), gun(name="bolter", strength=5))
    state = shooting([LEG], [armed(TANK, *guns), armed(MAN, guns[0])])
    put(state, "B1", at(20, 35))
    put(state, "B2", at(40, 30))
    stance = Stance(reaction="intercept", facts=(("intercept", True),))
    assert [each.arm.name for each in guns_at(state, state.units["B1"], state.units["A1"], stance)] == ["bolter"]
    assert [each.arm.name for each in guns_at(state, state.units["B2"], state.units["A1"], stance)] == ["lascannon"]
    done = fire(state, face=1, unit="B1", only="A1", reaction="intercept", facts={"intercept": True})
    assert "bolter at" in said(done, "bolter")
    assert not any("lascannon" in event.text for event in done.all(Said))


@pytest.mark.rule("H-172")
def test_defensive_weapons() -> None:
    strengths = {"five": 5, "six": 6, "seven": 7}
    guns = [
        *(gun(name=name, strength=strength) for name, strength in strengths.items()),
        gun(name="marked", strength=9, traits=("defensive",)),
    ]
    state = shooting([LEG], [armed(TANK, *guns), armed(MAN, *guns)])
    put(state, "B1", at(20, 35))
    put(state, "B2", at(40, 30))
    # A vehicle reacts with Defensive Weapons alone. An infantry gun is none, whatever its Strength: all of them fire.
    fired = [guns_at(state, state.units[which], state.units["A1"], Stance(reaction="intercept")) for which in ("B1", "B2")]
    assert [each.arm.name for each in fired[0]] == ["five", "six", "marked"]
    assert [each.arm.name for each in fired[1]] == ["five", "six", "seven", "marked"]


@pytest.mark.rule("H-277")
def test_an_emplacement_reacts_with_all_its_weapons_unless_the_ruling_says_otherwise() -> None:
    for reading, names in (("no", ["cannon", "heavy bolter"]), ("yes", ["heavy bolter"])):
        state = shooting([LEG], [GUN], away=20, options=Options(rulings={"emplacement-as-vehicle": reading}))
        stance = Stance(reaction="intercept", facts=(("intercept", True),))
        assert [each.arm.name for each in guns_at(state, state.units["B1"], state.units["A1"], stance)] == names


@pytest.mark.rule("H-173")
def test_at_a_further_target_only_defensive_weapons_need_not_snap() -> None:
    guns = (gun(name="big", strength=9), gun(name="small", strength=5), gun(name="main", strength=8))
    state = shooting([armed(TANK, *guns)], [LEG, LEG])
    stand(state, "B2", Y + 14)
    done = fire(state, face=1, answers={"weapons": own(["main"], ["big", "small"]), "further": "B2"})
    lines = [event.text for event in done.all(Said) if "Hit Test" in event.text]
    assert [(line.split()[2], "Hit Test 3+" in line) for line in lines] == [("main", True), ("big", False), ("small", True)]
    assert "Hit Test 5+" in said(done, "1 x big")
    assert state.units["A1"].shot_at == ["B1", "B2"]
    asked = next(ask for ask in done.asked if ask.about == "weapons")
    assert [option.key for option in asked.options] == ["best", "only:big", "only:small", "only:main"]


def own(*named: list[str]) -> Callable[[Ask], str]:
    """Answers that name the weapons of A1.1, attack after attack."""
    left = iter(named)
    return lambda ask: "A1.1=" + "|".join(next(left))


def test_infantry_does_not_split_its_fire() -> None:
    state = shooting([armed(MAN, gun(name="a"), gun(name="b"), rules=("Firing Protocols (2)",))], [LEG, LEG])
    stand(state, "B2", Y + 14)
    done = fire(state, face=1, answers={"further": "B2"})
    assert [ask.about for ask in done.asked].count("target") == 1

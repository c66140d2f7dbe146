"""The barricades of an Aegis Defence Line: where they lie, whom they cover, whom they slow."""

from tests.driving import refusal
from tests.games.heresy3.battle.kit import LEG, MAN, TANK, at, drive, first, key, kind_named, phase, put, state_of, unit, with_
from tests.games.heresy3.battle.shots import armed, fire, gun, said
from warbench.games.heresy3.battle import deployment, moving
from warbench.games.heresy3.battle.casualties import remove
from warbench.games.heresy3.battle.cover import cover_of
from warbench.games.heresy3.battle.events import Ground, UnitDestroyed
from warbench.games.heresy3.battle.ground import area
from warbench.games.heresy3.battle.sight import can_see
from warbench.games.heresy3.battle.state import State
from warbench.table.lattice import INCH

AEGIS = kind_named("aegis defence line")
EDGE = 10 + 0.5 + 160 / 254
"""Where the middle of a man is who touches a barricade of a line at y 10 from the far side, in inches."""


def laid(*ours: object) -> State:
    """A's line stands at (36, 10) with its barricades in a row to both sides."""
    state = state_of([AEGIS, *ours], [armed(MAN, gun(ap=2, strength=10))])  # type: ignore[list-item]
    phase(state, "setup", "fortifications")
    state.core.round = 0
    row = lambda ask: next(option.key for option in ask.options if option.text == "a line to its sides")  # noqa: E731 -- an answer
    done = drive(state, deployment.next_step(state), [key(at(36, 10, 90)), row])
    assert [event.zone.kind for event in done.all(Ground)] == ["barricade"] * 6
    put(state, "B1", at(36, 30))
    phase(state, "shooting", "attack", 1)
    return state


def test_six_barricades_lie_in_a_chain_from_the_platform() -> None:
    state = laid()
    spans = sorted((min(x for x, _ in zone.corners), max(x for x, _ in zone.corners)) for zone in state.core.zones)
    middle, half = 36 * INCH, 400
    assert [left for left, _ in spans] == [middle - half - 3048, middle - half - 2032, middle - half - 1016] + [
        middle + half + 1016 * index for index in range(3)
    ]


def test_a_barricade_that_touches_nothing_or_lies_outside_the_zone_is_refused() -> None:
    state = state_of([AEGIS], [LEG])
    phase(state, "setup", "fortifications")
    done = drive(state, deployment.next_step(state), [key(at(36, 10, 90)), first])
    ask = done.about("barricades")
    row = [at(36 + 400 / 254 + 2 + 4 * index, 10) for index in range(6)]
    assert refusal(ask, key(*row)) is None
    apart = refusal(ask, key(*row[:5], at(10, 10)))
    assert apart is not None
    assert apart.code == "no-contact"
    beyond = refusal(ask, key(*row[:5], at(row[4].x / INCH + 1.5, 10 + 2.5, 90)))
    assert beyond is not None
    assert beyond.code == "outside-region"


def test_who_touches_one_has_cover_and_only_men_have() -> None:
    state = laid(unit(MAN), unit(MAN), TANK)
    put(state, "A2", at(40, EDGE))
    put(state, "A3", at(40, EDGE + 0.1))
    put(state, "A4", at(44.5, 8))
    assert [cover_of(state, state.units[which].models[0]) for which in ("A2", "A3", "A4")] == [5, None, None]
    assert "Cover Save 5+" in said(fire(state, "A2", face=5, unit="B1"), "Saving Throw")
    assert area(state, at(40, 10)) is None
    # They hide nobody.
    put(state, "A3", at(40, 8))
    assert can_see(state, state.units["B1"], state.units["A3"])


def test_crossing_one_costs_two_inches() -> None:
    state = laid(unit(MAN))
    put(state, "A2", at(40, 8))
    phase(state, "movement", "move")
    ask = next(ask for ask in drive(state, moving.next_step(state), ["A2", "move", "hold"]).asked if ask.about == "move")
    assert refusal(ask, key(at(40, 13))) is None
    slowed = refusal(ask, key(at(40, 13.1)))
    assert slowed is not None
    assert slowed.rule == "difficult-terrain"
    assert refusal(ask, key(at(40, 1))) is None


def test_they_stay_when_the_platform_is_gone() -> None:
    state = laid(unit(with_(MAN)))
    done = drive(state, remove(state, ["A1.1"], by="B1"))
    assert [event.unit for event in done.all(UnitDestroyed)] == ["A1"]
    assert [zone.kind for zone in state.core.zones] == ["barricade"] * 6 + ["medium"]

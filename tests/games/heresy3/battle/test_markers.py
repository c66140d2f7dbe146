"""Blast Markers and Templates: where they may lie, whom they hit, and where they scatter to."""

import pytest

from tests.driving import refusal
from tests.games.heresy3.battle.kit import LEG, MAN, TANK, at, put, row, unit, with_
from tests.games.heresy3.battle.shots import Y, armed, fire, gun, removed, rolls, said, shooting, stand
from warbench.games.heresy3.battle.events import Threw
from warbench.games.heresy3.battle.guns import Stance, guns_at
from warbench.games.heresy3.battle.missions import Zone
from warbench.games.heresy3.battle.roster import INCH
from warbench.games.heresy3.battle.targets import why_not
from warbench.table.terrain import container, rectangle, ruin

SHELL = gun('Blast (3")', ap=2, strength=10)
"""A marker 3 inches wide."""
RUIN = ruin("ruin", rectangle(17 * INCH, 28 * INCH, 23 * INCH, 34 * INCH), levels=(3 * INCH, 6 * INCH, 9 * INCH))


def marker(x: float, y: float) -> str:
    """The answer that lays a marker."""
    return f"{round(x * INCH)},{round(y * INCH)}"


def test_a_marker_hits_every_model_under_it() -> None:
    state = shooting([armed(MAN, SHELL)], [LEG])
    # Models stand 1.5 inches apart: the middle one and one to each side lie partly under it.
    done = fire(state, faces=[6, 6, 6, 6], answers={"marker": marker(23, 30)})
    assert said(done, "by the marker") == "gun: 3 hits by the marker"
    assert len(removed(done)) == 3


def test_its_middle_must_lie_over_a_model_of_the_target() -> None:
    state = shooting([armed(MAN, SHELL)], [LEG])
    asked = fire(state, face=1).about("marker")
    assert refusal(asked, marker(23.5, 30)) is None  # over the edge of a base
    for answer in (marker(23.75, 30), marker(20, Y), "somewhere"):
        refused = refusal(asked, answer)
        assert refused is not None
        assert (refused.code, refused.rule) == ("bad-marker", "special-blast")
    assert len(asked.options) == 6


def test_a_miss_scatters_once_for_all_misses() -> None:
    twice = gun('Blast (3")', shots=3, ap=2, strength=10)
    state = shooting([armed(MAN, twice)], [LEG])
    # One hit on three models; two misses scatter together: 4 and 1 mean 180 degrees; 3 inches to the left are three models again.
    faces = [6, 1, 1, 4, 1, 3, *[6] * 9]
    done = fire(state, faces=faces, answers={"marker": marker(26, 30)})
    assert rolls(done, "scatter") == [(4, 1, 3)]
    assert said(done, "by the marker") == "gun: 9 hits by the marker"
    assert '3" to 180 degrees' in next(event.result for event in done.all(Threw) if event.purpose == "scatter")


def test_a_marker_that_scatters_off_hits_nobody() -> None:
    state = shooting([armed(MAN, SHELL)], [LEG])
    done = fire(state, faces=[1, 2, 4, 6], answers={"marker": marker(23, 30)})
    assert removed(done) == []
    assert said(done, "by the marker") == "gun: 0 hits by the marker"


def test_hits_on_other_units_are_resolved_after_the_attack() -> None:
    state = shooting([armed(MAN, SHELL)], [LEG, LEG])
    put(state, "B2", row(2, 23, 31, 3))
    done = fire(state, faces=[6, 6, 6, 6, 6], answers={"marker": marker(23, 30)})
    assert [model.partition(".")[0] for model in removed(done)] == ["B1", "B1", "B1", "B2"]
    assert said(done, "on legionaries (B2)")


def test_a_blast_may_hit_friends() -> None:
    state = shooting([armed(MAN, SHELL), MAN], [LEG])
    put(state, "A2", at(23, 31))
    done = fire(state, faces=[6, 6, 6, 6, 6], answers={"marker": marker(23, 30)})
    assert "A2.1" in removed(done)


def test_one_model_needs_no_question() -> None:
    done = fire(shooting([armed(MAN, SHELL)], [MAN]), face=6)
    assert "marker" not in [ask.about for ask in done.asked]
    assert removed(done) == ["B1.1"]


# --- Barrage ---


def test_barrage_ignores_sight_and_scatters_without_a_hit_test() -> None:
    wall = container("wall", rectangle(10 * INCH, 24 * INCH, 40 * INCH, 25 * INCH), 8 * INCH)
    mortar = gun('Blast (3")', "Barrage (2)", shots=2, ap=2, strength=10)
    state = shooting([unit(armed(MAN, mortar), MAN)], [LEG], pieces=[wall])
    # Only the Barrage weapon may fire; each of its two attacks scatters by two dice.
    assert [each.bearer for each in guns_at(state, state.units["A1"], state.units["B1"], Stance())] == ["A1.1"]
    done = fire(state, faces=[1, 1, 1, 2, 4, 1, 6, 6, *[6] * 3], answers={"marker": marker(23, 30)})
    assert rolls(done, "hit") == []
    assert rolls(done, "scatter") == [(1, 1, 1, 2), (4, 1, 6, 6)]
    # 3 inches to the right three models lie under it; 12 to the left none.
    assert said(done, "by the marker") == "gun: 3 hits by the marker"
    assert guns_at(state, state.units["A1"], state.units["B1"], Stance(reaction="return fire")) == []
    plain = shooting([LEG], [LEG], pieces=[wall])
    refused = why_not(plain, plain.units["A1"], plain.units["B1"])
    assert refused is not None
    assert refused.code == "not-visible"


def test_in_sight_barrage_makes_hit_tests() -> None:
    mortar = gun('Blast (3")', "Barrage (2)", ap=2, strength=10)
    done = fire(shooting([armed(MAN, mortar)], [MAN]), faces=[6, 6])
    assert rolls(done, "hit") == [(6,)]


@pytest.mark.rule("H-207")
def test_barrage_hits_the_uppermost_floor() -> None:
    zone = Zone(name="ruins", kind="light", corners=rectangle(10 * INCH, 22 * INCH, 40 * INCH, 40 * INCH), floors=3)
    mortar = gun('Blast (3")', "Barrage (2)", ap=2, strength=10)
    state = shooting([armed(MAN, mortar)], [unit((MAN, 4))], pieces=[RUIN], zones=[zone])

    # One model on floor 1, two on floor 3, one on the ground, all within an inch of each other.
    put(state, "B1", [at(20, 30, 0, 3), at(20, 30, 0, 9), at(21.5, 30, 0, 9), at(20, 30)])
    for x, y in ((20, 30), (21.5, 30)):
        done = fire(state, face=1, answers={"marker": marker(x, y)})
        assert "Hits of one attack 2" in said(done, "Hits of one attack")
    # Only who stands on the ground below the floors is left beside those on the third.
    put(state, "B1", [at(20, 30), at(21.5, 30, 0, 9), at(20, 30, 0, 9)])
    assert "Hits of one attack 2" in said(fire(state, face=1, answers={"marker": marker(20, 30)}), "Hits of one attack")
    # In the same zone, but 4 inches from any floor: the ground.
    put(state, "B1", [at(20, 24), at(21.5, 24)])
    assert "Hits of one attack 2" in said(fire(state, face=1, answers={"marker": marker(20, 24)}), "Hits of one attack")
    # Without Barrage the level of the target's model under its middle.
    plain = shooting([armed(MAN, SHELL)], [unit((MAN, 4))], pieces=[RUIN], zones=[zone])
    put(plain, "B1", [at(20, 30, 0, 3), at(21.5, 30, 0, 9), at(22, 31.5, 0, 9)])
    assert "Hits of one attack 1" in said(fire(plain, face=1, answers={"marker": marker(20, 30)}), "Hits of one attack")


# --- Templates ---


def test_a_template_hits_all_it_touches_without_a_hit_test() -> None:
    flamer = gun("Template", range=None, ap=2, strength=10, shots=2)
    state = shooting([armed(MAN, flamer)], [unit((MAN, 3))], away=4)
    put(state, "A1", at(20, Y))
    put(state, "B1", [at(19, Y + 5), at(20, Y + 6), at(24, Y + 4)])
    done = fire(state, face=6, answers={"marker": "90"})
    assert rolls(done, "hit") == []
    assert said(done, "by the marker") == "gun: 4 hits by the marker"  # two models, Firepower 2
    assert sorted(removed(done)) == ["B1.1", "B1.2", "B1.3"]


def test_a_template_may_touch_no_friend() -> None:
    flamer = gun("Template", range=None)
    state = shooting([armed(MAN, flamer), MAN], [unit((MAN, 2))], away=4)
    put(state, "A1", at(20, Y))
    put(state, "B1", [at(20, Y + 6), at(26, Y)])
    put(state, "A2", at(20, Y + 3))
    done = fire(state, face=1)
    # Straight up it would touch A2: it lies the other way, and nobody is asked.
    assert "marker" not in [ask.about for ask in done.asked]
    put(state, "B1", [at(20, Y + 6)])
    done = fire(state, face=1)
    assert said(done, "cannot be laid")
    assert done.rolls == []


def test_each_template_is_a_group_of_its_own() -> None:
    flamer = gun("Template", range=None)
    state = shooting([unit((armed(MAN, flamer), 2))], [MAN], away=4)
    put(state, "A1", [at(20, Y), at(24, Y)])
    put(state, "B1", at(22, Y + 4))
    assert len(rolls(fire(state, face=1), "wound")) == 2


def test_a_hulls_template_starts_at_its_edge() -> None:
    flamer = gun("Template", range=None)
    state = shooting([with_(TANK, arms=(flamer,))], [MAN])
    put(state, "A1", at(20, Y, 90))
    stand(state, "B1", Y + 2.5 + 6)
    assert len(rolls(fire(state, face=1), "wound")) == 1
    stand(state, "B1", Y + 2.5 + 9)
    assert guns_at(state, state.units["A1"], state.units["B1"], Stance()) == []

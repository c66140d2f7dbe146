"""Super-heavy Walker and its like: over models, through terrain, and the die for what is higher; Scouts by dice; Crucible."""

import msgspec
import pytest

from tests.driving import refused
from tests.games.w40k10.battle.crafts import SHEETS, battle, spec
from tests.games.w40k10.battle.kit import at, drive, key, put
from warbench.games.w40k10.battle import moving
from warbench.games.w40k10.battle.army_files import check_army
from warbench.games.w40k10.battle.enhancements import Enhancement
from warbench.games.w40k10.battle.events import Marked, Moved, Threw
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec
from warbench.games.w40k10.battle.scouts import distance_of, scout, scout_reach
from warbench.games.w40k10.battle.state import State
from warbench.sheets.datasheet import Ability
from warbench.table.field import Field
from warbench.table.lattice import INCH, Place
from warbench.table.terrain import Piece, container, rectangle

SQUAD = "Intercessor Squad"
AHEAD = at(19, 20)


def block(height: int) -> Piece:
    return container("block", rectangle(13 * INCH, 15 * INCH, 15 * INCH, 25 * INCH), height)


def before(walker: str, *pieces: Piece, enemies: tuple[str, ...] = (SQUAD,)) -> State:
    """A walker (A1) at 10", 20" that may move 10", on a table with some terrain; enemies far away."""
    state = battle([walker], enemies)
    state.field = Field(state.field.size, pieces)
    put(state, "A1", [at(10, 20)])
    put(state, "B1", [at(40, 55)])
    return state


def stride(state: State, how: str = "normal", *faces: int, to: Place = AHEAD) -> list[Threw]:
    done = drive(state, moving.next_step(state), [how, key(to)], faces)
    assert len(done.all(Moved)) == 1
    return done.all(Threw)


@pytest.mark.parametrize("walker", ["Strider", "Stalker"])
def test_walkers_stride_over_enemies_but_end_near_to_none(walker: str) -> None:
    state = before(walker)
    state.units["B1"].models = list(battle([walker], [SQUAD]).units["B1"].models)
    put(state, "B1", [at(14, 18), at(14, 19.5), at(14, 21), at(14, 22.5)])
    assert stride(state) == []
    state = before(walker)
    put(state, "B1", [at(14, 20)])
    with refused("in-zone", "W-303"):
        stride(state, to=at(17, 20))
    with refused("through-enemy", "W-355"):
        state = before("Impulsor")
        put(state, "B1", [at(14, 20)])
        stride(state)


def test_titanic_models_are_in_their_way() -> None:
    state = battle(["Strider", "Stalker"], ["Strider"])
    put(state, "A1", [at(10, 20)])
    put(state, "A2", [at(10, 50)])
    put(state, "B1", [at(15, 20)])
    with refused("through-enemy", "W-355"):
        drive(state, moving.next_step(state), ["A1", "normal", key(at(20, 20))])
    put(state, "B1", [at(40, 50)])
    put(state, "A2", [at(15, 20)])
    with refused("through-friend", "C7"):
        drive(state, moving.next_step(state), ["A1", "normal", key(at(20, 20))])


def test_terrain_up_to_four_inches_is_as_good_as_flat_for_both() -> None:
    for walker in ("Strider", "Stalker"):
        assert stride(before(walker, block(4 * INCH))) == []
    with refused("through-solid"):
        stride(before("Impulsor", block(2 * INCH + 1)))


@pytest.mark.parametrize(("face", "shocked"), [(1, True), (2, False), (6, False)])
def test_through_higher_terrain_at_the_risk_of_a_die(face: int, shocked: bool) -> None:
    state = before("Strider", block(4 * INCH + 1))
    thrown = stride(state, "normal", face)
    assert [(each.purpose, each.faces, each.rule) for each in thrown] == [("striding", (face,), "super-heavy-walker")]
    assert state.units["A1"].shocked is shocked
    with refused("through-solid"):
        stride(before("Stalker", block(4 * INCH + 1)))


def test_an_advance_and_a_fall_back_stride_too() -> None:
    state = before("Strider", block(5 * INCH))
    assert [each.purpose for each in stride(state, "advance", 3, 1)] == ["advance", "striding"]
    assert state.units["A1"].shocked
    state = before("Strider", block(5 * INCH))
    put(state, "B1", [at(10, 22.5)])
    thrown = stride(state, "fall back", 4)
    assert [each.purpose for each in thrown] == ["striding"]


def test_a_die_is_rolled_only_where_the_way_leads_through() -> None:
    assert stride(before("Strider", block(5 * INCH)), to=at(10, 29)) == []


# --- Scouts D6+4" ---


@pytest.mark.parametrize(
    ("stated", "most"), [('6"', 6), ("9", 9), ('D6+4"', 10), ("2D6", 12), ('3D6+2"', 20), ("", None), ('"', None), ("x", None)]
)
def test_distances_as_the_ability_states_them(stated: str, most: int | None) -> None:
    found = distance_of(stated)
    assert (None if found is None else found.most) == (None if most is None else most * INCH)


@pytest.mark.parametrize(("face", "free", "barred"), [(1, 5, 5.1), (6, 10, 10.1)])
def test_scouting_by_dice(face: int, free: float, barred: float) -> None:
    def scouts() -> State:
        state = battle(["Imp"], [SQUAD])
        put(state, "A1", [at(22, 6)])
        put(state, "B1", [at(22, 55)])
        return state

    state = scouts()
    assert scout_reach(state, state.units["A1"]) == 10 * INCH
    done = drive(state, scout(state, [state.units["A1"]]), [key(at(22, 6 + free))], [face])
    assert [event.how for event in done.all(Moved)] == ["scouts"]
    assert [(each.purpose, each.result) for each in done.all(Threw)] == [("scouts", f'{face + 4}"')]
    assert Marked(unit="A1", mark="scouted", value=True, rule="scouts") in done.events
    state = scouts()
    with refused("too-far"):
        drive(state, scout(state, [state.units["A1"]]), [key(at(22, 6 + barred))], [face])


# --- Crucible ---


def test_three_crucible_characters_at_most_and_no_enhancements_for_them() -> None:
    made = [
        msgspec.structs.replace(
            sheet, id=f"hero-{number}", name=f"Hero {number}", keywords=(*sheet.keywords, "character"), abilities=(CRUCIBLE,)
        )
        for number, sheet in enumerate([SHEETS[2]] * 4)
    ]
    prize = Enhancement(name="Crown", points=10)

    def faults(number: int, enhancement: str = "") -> list[tuple[str, str]]:
        units = [UnitSpec(datasheet=f"hero-{each}", warlord=each == 0) for each in range(number)]
        units[0] = msgspec.structs.replace(units[0], enhancement=enhancement)
        army = ArmySpec(
            name="Made", faction="Space Marines", units=(*units, spec(SQUAD)), sheets=tuple(made), enhancements=(prize,)
        )
        return [(each.code, each.rule) for each in check_army(army)]

    assert faults(3) == []
    assert faults(4) == [("too-many-crucible", "crucible")]
    assert faults(1, "Crown") == [("crucible-enhancement", "crucible")]


CRUCIBLE = Ability("crucible", "Crucible", "core")

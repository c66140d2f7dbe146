"""Missions: the bundled set-ups are fair and playable, and what cannot be played is refused by name."""

import msgspec
import pytest

from warbench.games.w40k10.battle.mission_files import BATTLE_SIZES, MissionError, check_mission, mission, missions, read_mission
from warbench.games.w40k10.battle.missions import Mission, Objective
from warbench.table.convex import hull, overlap
from warbench.table.field import Field
from warbench.table.lattice import INCH
from warbench.table.layout import zone_outline
from warbench.table.regions import Rectangle
from warbench.table.terrain import container, wood

EACH = pytest.mark.parametrize("played", missions(), ids=lambda played: played.id)


def codes(played: Mission) -> set[str]:
    return {refusal.code for refusal in check_mission(played)}


def changed(**changes: object) -> Mission:
    return msgspec.structs.replace(mission("orchard-road"), **changes)


def test_there_are_set_ups_for_every_battle_size() -> None:
    sizes = [played.battle_size for played in missions()]
    assert set(sizes) == set(BATTLE_SIZES)
    assert sizes.count("incursion") >= 6
    assert len({played.name for played in missions()}) == len(sizes) >= 8


@EACH
@pytest.mark.rule("C23")
def test_the_table_is_that_of_the_battle_size(played: Mission) -> None:
    assert (played.width, played.depth) == BATTLE_SIZES[played.battle_size]
    assert (played.size.width, played.size.depth) == (44 * INCH, played.depth * INCH)
    assert played.width == 44


@EACH
def test_a_set_up_is_the_same_for_both_players(played: Mission) -> None:
    assert check_mission(played) == ()
    size = played.size

    def opposite(corners: tuple[tuple[int, int], ...]) -> frozenset[tuple[int, int]]:
        return frozenset((size.width - x, size.depth - y) for x, y in corners)

    one, other = (zone_outline(zone) for zone in played.zones)
    assert opposite(one) == frozenset(other)
    assert not overlap(one, other, 0)
    spots = {objective.marker.core[0] for objective in played.objectives}
    assert opposite(tuple(spots)) == spots
    assert 5 <= len(spots) <= 6
    forms = {frozenset(piece.footprint) for piece in played.pieces}
    assert {opposite(tuple(form)) for form in forms} == forms
    Field(size, played.pieces)


@EACH
def test_a_mission_survives_a_save(played: Mission) -> None:
    assert msgspec.json.decode(msgspec.json.encode(played), type=Mission) == played


def test_all_kinds_of_terrain_and_zones_occur() -> None:
    assert {piece.kind for played in missions() for piece in played.pieces} == {
        "ruin", "wood", "crater", "barricade", "hill", "container",
    }  # fmt: skip
    assert {type(zone).__name__ for played in missions() for zone in played.zones} == {"Rectangle", "Area"}
    assert any(piece.floors for piece in mission("Orchard Road").pieces)


def test_an_unknown_mission_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(MissionError, match=r"no-such-mission.*orchard-road"):
        mission("Nowhere")
    assert mission("ORCHARD road").id == "orchard-road"


def test_zones_must_be_apart_and_on_the_table() -> None:
    near, inch = Rectangle(0, 0, 44 * INCH, 16 * INCH), INCH
    far = Rectangle(0, 14 * inch, 44 * inch, 30 * inch)
    assert codes(changed(zones=(near, far))) == {"zones-overlap"}
    assert codes(changed(zones=(Rectangle(0, 0, 44 * INCH, 15 * INCH), Rectangle(0, 15 * INCH, 44 * INCH, 30 * INCH)))) == set()
    assert codes(changed(zones=(Rectangle(0, -INCH, INCH, INCH), far))) == {"zone-off-table"}


def test_objectives_must_be_on_the_table_and_free() -> None:
    assert codes(changed(objectives=())) == {"no-objectives"}
    assert codes(changed(objectives=(Objective("lost", 45, 3),))) == {"objective-off-table"}
    assert codes(changed(pieces=(), objectives=(Objective("twin", 5, 25), Objective("twin", 40, 25)))) == {"objective-names"}
    block = (container("crate", [(0, 0), (508, 0), (508, 508), (0, 508)]),)
    # 40 mm across: its rim is 20 mm from the centre, one more lattice unit is clear of the block.
    assert codes(changed(pieces=block, objectives=(Objective("rim", (508 + 200) / INCH, 1),))) == {"objective-blocked"}
    assert codes(changed(pieces=block, objectives=(Objective("rim", (508 + 201) / INCH, 1),))) == set()
    trees = (wood("trees", [(0, 0), (508, 0), (508, 508), (0, 508)]),)
    assert codes(changed(pieces=trees, objectives=(Objective("glade", 1, 1),))) == set()


def test_terrain_must_be_on_the_table_and_apart() -> None:
    here = hull([(0, 0), (508, 0), (508, 508), (0, 508)])
    beyond = tuple((x - 1, y) for x, y in here)
    assert codes(changed(pieces=(wood("one", beyond),))) == {"terrain-off-table"}
    beside = tuple((x + 507, y) for x, y in here)
    assert codes(changed(pieces=(wood("one", here), wood("two", beside)))) == {"terrain-overlaps"}
    assert codes(changed(pieces=(wood("one", here), wood("one", tuple((x + 508, y) for x, y in here))))) == {"terrain-names"}


@pytest.mark.rule("C23")
def test_a_table_of_another_size_is_refused() -> None:
    assert "table-size" in codes(changed(battle_size="strike force"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("zone = [", "bad-file"),
        ('id = "x"\nname = "X"\nsummary = ""\nbattle_size = "huge"\nzone = []\nobjectives = []', "battle_size"),
        ('id = "x"\nname = "X"\nsummary = ""\nbattle_size = "incursion"\nzone = [[0, 0], [1, 0]]\nobjectives = []', "bad-"),
        ('id = "x"\nwhat = 1', "bad-file"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(text: str, said: str) -> None:
    with pytest.raises(MissionError, match=rf"mine\.toml: .*{said}"):
        read_mission(text, "mine.toml")

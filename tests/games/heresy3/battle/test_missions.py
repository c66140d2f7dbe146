"""Mission files: the bundled ones, deployment maps, boundaries of terrain, and what cannot be played."""

from itertools import pairwise

import pytest

from tests.games.heresy3.battle.kit import MAN, at, drive, key, phase, put, unit
from tests.games.heresy3.battle.shots import armed, fire, gun, said, shooting
from warbench.games.heresy3.battle import moving
from warbench.games.heresy3.battle.ground import area
from warbench.games.heresy3.battle.mission_files import MissionError, deployment_map, mission, missions, read_mission
from warbench.games.heresy3.library import datasheet
from warbench.table.convex import overlap
from warbench.table.lattice import INCH, table_size
from warbench.table.layout import zone_outline

PLAIN = """
id = "test"
name = "Test"
summary = "A test."
map = "dawn of war"
scoring = "heart"

[[objectives]]
id = "centre"
at = [36, 24]
value = 3
"""


def with_terrain(text: str) -> str:
    """A mission with one piece of terrain."""
    return f'{PLAIN}\n[[terrain]]\nname = "wood"\nkind = "medium"\nat = [20, 30]\nalone = true\n{text}'


@pytest.mark.rule("H-282")
def test_area_terrain_needs_a_boundary_and_its_base_may_serve() -> None:
    with pytest.raises(MissionError) as caught:
        read_mission(with_terrain(""), "test.toml")
    assert [(each.code, each.rule) for each in caught.value.refusals] == [("no-boundary", "H-282")]
    (zone,) = read_mission(with_terrain("base = [6, 4]"), "test.toml").zones
    assert set(zone.corners) == {(x * INCH, y * INCH) for x in (17, 23) for y in (28, 32)}
    (zone,) = read_mission(with_terrain("base = [6, 4]\nsize = [8, 4]"), "test.toml").zones
    assert set(zone.corners) == {(x * INCH, y * INCH) for x in (16, 24) for y in (28, 32)}
    (zone,) = read_mission(with_terrain("corners = [[-3, 0], [3, -2], [3, 2]]"), "test.toml").zones
    assert set(zone.corners) == {(17 * INCH, 30 * INCH), (23 * INCH, 28 * INCH), (23 * INCH, 32 * INCH)}


def test_the_bundled_missions_are_two_for_each_core_mission_and_map() -> None:
    found = missions()
    assert sorted(each.scoring for each in found) == sorted(["heart", "crucible", "take"] * 2)
    assert all(each.objectives and each.zones for each in found)
    for each in found:
        one, other = map(zone_outline, each.deployment)
        assert not overlap(one, other, 0)
        for building in each.buildings:
            assert datasheet(building.datasheet).models[0].type == "building"


@pytest.mark.parametrize("name", ["dawn of war", "hammer and anvil", "search and destroy"])
def test_a_deployment_map_is_the_same_for_both_players_but_turned(name: str) -> None:
    size = table_size(72, 48)
    (zone, other), (edge, far) = deployment_map(name, size)
    turned = {(size.width - x, size.depth - y) for x, y in zone_outline(zone)}
    assert turned == set(zone_outline(other))
    assert {(size.width - x, size.depth - y) for x, y in edge} == set(far)


def test_search_and_destroy_leaves_the_middle_free() -> None:
    size = table_size(72, 48)
    (zone, _), _ = deployment_map("search and destroy", size)
    corners = getattr(zone, "corners", ())
    assert len(corners) > 4
    for (ax, ay), (bx, by) in pairwise(corners[2:-1]):
        middle = (ax + bx) / 2 - size.width / 2, (ay + by) / 2 - size.depth / 2
        assert middle[0] ** 2 + middle[1] ** 2 >= (9 * INCH) ** 2 - INCH


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("this is no file", "bad-file"),
        (PLAIN.replace('"heart"', '"chess"'), "bad-file"),
        (PLAIN.replace("[36, 24]", "[99, 24]"), "objective-off-table"),
        (with_terrain("size = [90, 4]"), "terrain-off-table"),
        (
            with_terrain("size = [4, 4]") + '\n[[terrain]]\nname = "hut"\nkind = "block"\nat = [20, 30]\nsize = [2, 2]',
            "terrain-overlaps",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(text: str, code: str) -> None:
    with pytest.raises(MissionError) as caught:
        read_mission(text, "test.toml")
    assert code in {each.code for each in caught.value.refusals}
    assert str(caught.value).startswith("test.toml: ")


def test_an_unknown_mission_names_those_that_there_are() -> None:
    assert mission("Broken Causeway").id == "broken-causeway"
    with pytest.raises(MissionError, match="broken-causeway"):
        mission("nowhere")


@pytest.mark.rule("H-207")
def test_the_floors_of_area_terrain_are_stood_on_and_a_barrage_hits_the_uppermost() -> None:
    text = with_terrain("size = [8, 8]\nfloors = 3")
    made = read_mission(text, "test.toml")
    (floors,) = made.pieces
    assert [floor.z for floor in floors.levels] == [3 * INCH, 6 * INCH, 9 * INCH]
    mortar = gun('Blast (3")', "Barrage (1)", ap=2, strength=10)
    state = shooting([armed(MAN, mortar)], [unit((MAN, 2))], pieces=made.pieces, zones=made.zones)
    # Two climb onto the first floor: the marker hits the third, where nobody is.
    put(state, "B1", [at(20, 25), at(21.5, 25)])
    phase(state, "movement", "move", 1)
    drive(state, moving.next_step(state), ["B1", "move", key(at(20, 26.7, 0, 3), at(21.5, 26.7, 0, 3))])
    zones = [area(state, model.place) for model in state.units["B1"].models if model.place is not None]
    assert [zone.kind for zone in zones if zone is not None] == ["medium"] * 2
    phase(state, "shooting", "attack")
    for place, hits in ((at(20, 26.7, 0, 3), 0), (at(20, 26.7, 0, 9), 2)):
        put(state, "B1", [place, at(21.5, 26.7, 0, round(place.z / INCH))])
        done = fire(state, face=1, answers={"marker": f"{20 * INCH},{place.y}"})
        assert f"Hits of one attack {hits}" in said(done, "Hits of one attack")
    block = with_terrain("size = [8, 8]").replace('"medium"', '"block"')
    assert read_mission(block, "test.toml").pieces[0].traits.solid

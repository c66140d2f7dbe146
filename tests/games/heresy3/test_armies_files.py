"""Army lists as files: the bundled ones are legal, others are read with their own datasheets, faults are told."""

from pathlib import Path

import pytest

from warbench.games.heresy3.armies import ArmyError, armies, army, army_warnings, check_army, enlist, read_army

LIST = """
name = "Own"
faction = "Imperial Fists"
allegiance = "loyalist"
limit = 1000

[[detachments]]
kind = "Crusade Primary"
[[detachments.units]]
datasheet = "Yeomen"
wargear = [{ count = 1, takes = ["bolter"], gives = ["lascannon"] }]

[[sheets]]
id = "yeomen"
name = "Yeomen"
faction = "Legiones Astartes"
role = "troops"
points = [{ models = 5, points = 50, each = 10 }]
composition = [{ model = "Yeoman", low = 5, high = 10, equipped = ["bolter"] }]
options = [{ choices = [{ takes = [{ item = "bolter" }], gives = [{ item = "lascannon" }], points = 25 }] }]
[[sheets.models]]
name = "Yeoman"
type = "infantry"
base = "32mm"
[sheets.models.characteristics]
movement = 6
weapon_skill = 3
ballistic_skill = 3
strength = 3
toughness = 3
wounds = 1
initiative = 3
attacks = 1
leadership = 7
cool = 7
willpower = 7
intelligence = 7
"""


@pytest.mark.parametrize("name", armies())
def test_a_bundled_army_is_legal_and_near_its_limit(name: str) -> None:
    spec = army(name)
    assert army(spec.name) == spec
    assert check_army(spec) == ()
    assert army_warnings(spec) == ()
    assert 0.95 * spec.limit <= enlist(spec).points <= spec.limit


def test_the_bundled_armies_have_what_battles_need() -> None:
    fists, taghmata = enlist(army("imperial-fists-2000")), enlist(army("mechanicum-2000"))
    held = [model for unit in (*fists.units, *taghmata.units) for model in unit.models]
    assert any(model.has("breacher charges") and model.has("boarding shield") for model in held)
    assert any(model.has("Unseal the Portal") for model in held)
    redoubt = fists.unit("Firestorm Redoubt")
    garrison = fists.unit("Garrison")
    assert redoubt is not None
    assert garrison is not None
    assert redoubt.models[0].keywords == {"emplacement", "bunker"}
    assert garrison.inside == "Firestorm Redoubt"
    assert {"lacrymaerta", "reductor", "myrmidax", "cybertheurgist"} <= {t for unit in taghmata.units for t in unit.traits}


def test_an_own_list_with_its_own_datasheet() -> None:
    spec = read_army(LIST, "own.toml")
    assert check_army(spec) == ()
    unit = enlist(spec).units[0]
    assert unit.points == 75
    assert [weapon.name for weapon in unit.models[0].weapons] == ["lascannon"]


def test_a_list_by_path(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(LIST)
    assert army(str(file)).name == "Own"


@pytest.mark.parametrize(
    ("find", "put", "said"),
    [
        ("limit = 1000", "limit = ", "own.toml: not readable as TOML"),
        ("limit = 1000", 'limit = "high"', "Expected `int`, got `str` - at `$.limit`"),
        ("[[detachments]]", 'colour = "red"\n[[detachments]]', "unknown field `colour`"),
        ('type = "infantry"', 'type = "horse"', "models[Yeoman].type: found 'horse', expected one of infantry"),
        ('equipped = ["bolter"]', 'equipped = ["spear"]', "composition[Yeoman].equipped: found 'spear'"),
        ("movement = 6", "", "models[Yeoman].characteristics.movement: found None"),
    ],
)
def test_a_faulty_file_is_refused_with_its_place(find: str, put: str, said: str) -> None:
    with pytest.raises(ArmyError) as caught:
        read_army(LIST.replace(find, put), "own.toml")
    assert said in str(caught.value)
    assert caught.value.refusals[0].code == "bad-file"


def test_an_unknown_or_illegal_army_is_refused() -> None:
    with pytest.raises(ArmyError, match="no-such-army: there is no such army; there are: imperial-fists-2000"):
        army("Sons of Nobody")


def test_an_illegal_list_is_refused_with_every_reason(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(LIST.replace("limit = 1000", "limit = 50").replace('"loyalist"', '"neutral"'))
    with pytest.raises(ArmyError, match=r"Loyalist or Traitor \(H-013\); too-many-points: the army costs 75 points"):
        army(str(file))

"""Army files of our own: read back as they were written, documented by a schema, and refused when they are not one."""

import json
from pathlib import Path

import jsonschema
import msgspec
import pytest

from tests.muster.kit import HERESY3, W40K10, bundled, marines
from warbench.games.heresy3.armies.spec import ArmySpec as HeresySpec
from warbench.games.heresy3.library import datasheet
from warbench.games.w40k10.battle.army_files import read_army
from warbench.games.w40k10.battle.enhancements import Enhancement
from warbench.games.w40k10.battle.roster import UnitSpec
from warbench.muster import ArmyFileError, Heresy3File, W40k10File, army_from_file, read_army_file
from warbench.muster.files import MOST_BYTES, MOST_UNITS, army_schema, to_json
from warbench.muster.toml_text import NoTomlError, to_toml

ROOT = Path(__file__).resolve().parents[2]
FULL = W40k10File(
    battle_size="strike force",
    army=msgspec.structs.replace(
        marines(
            UnitSpec(
                datasheet="Scout Squad",
                name='Quote " and \\ and \x7f',
                models=5,
                kinds={"Scout": 4, "Scout Sergeant": 1},
                items=({"bolt pistol": 1},) * 5,
                enhancement="Cloak",
                reserve="strategic",
            )
        ),
        enhancements=(Enhancement(name="Cloak", points=5, requires=("infantry",)),),
    ),
)


@pytest.mark.parametrize("name", [*W40K10, *HERESY3])
def test_a_bundled_army_is_written_and_read_back(name: str) -> None:
    file = bundled(name)
    assert read_army_file(to_json(file).encode(), "a.json") == file
    assert read_army_file(to_toml(file).encode(), "a.toml") == file


def test_every_field_survives(tmp_path: Path) -> None:
    path = tmp_path / "full.json"
    path.write_text(to_json(FULL), encoding="utf-8")
    assert army_from_file(path) == FULL
    assert read_army(to_toml(FULL), "full.toml") == FULL.army  # the TOML is what battles read


def test_an_army_with_datasheets_of_its_own_is_written_as_json_only() -> None:
    file = Heresy3File(army=HeresySpec(name="Own", faction="Imperial Fists", sheets=(datasheet("Rhino"),)))
    assert read_army_file(to_json(file).encode(), "own.json") == file
    with pytest.raises(NoTomlError, match=r"datasheets of its own.*\.json"):
        to_toml(file)


def test_the_schema_in_the_documentation_is_up_to_date() -> None:
    written = json.loads((ROOT / "docs" / "army.schema.json").read_text(encoding="utf-8"))
    assert written == army_schema(), "warbench muster --schema > docs/army.schema.json"


@pytest.mark.parametrize("name", [*W40K10, *HERESY3])
def test_army_files_keep_to_the_schema(name: str) -> None:
    validator = jsonschema.Draft202012Validator(army_schema())
    validator.validate(json.loads(to_json(bundled(name))))
    validator.validate(json.loads(to_json(FULL)))
    wrong = {**json.loads(to_json(FULL)), "battle_size": "skirmish"}
    assert not validator.is_valid(wrong)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"format": "warbench-army-9", "game": "w40k10", "army": {}}', r"warbench-army-9.*format"),
        (b'{"game": "chess", "army": {}}', "chess"),
        (b'{"game": "w40k10", "army": {"name": "A", "faction": "B", "unit": []}}', "unknown field `unit`"),
        (b'{"game": "w40k10", "army": {"name": "A"}}', "faction"),
        (b'{"game": "w40k10"', "truncated"),
        (b"name = ", "neither JSON nor TOML"),
        (b"name = 3\nfaction = 'x'", r"Expected `str`, got `int`.*name"),
        (b"name = '\xff'", "0xff"),
        (b'{"game": "w40k10", "army": ' + b"[" * 100_000, r"levels|Expected|truncated"),
        (b" " * (MOST_BYTES + 1), "larger than 4 MB"),
    ],
)
def test_what_is_no_army_file_is_refused_in_one_line(data: bytes, message: str) -> None:
    with pytest.raises(ArmyFileError, match=message) as caught:
        read_army_file(data, "bad")
    assert str(caught.value).startswith("bad: ")
    assert len(str(caught.value)) < 500


def test_numbers_are_bounded() -> None:
    many = W40k10File(army=marines(*["Scout Squad"] * MOST_UNITS))
    with pytest.raises(ArmyFileError, match="units: found 201, expected at most 200"):
        read_army_file(to_json(many).encode(), "many")
    huge = W40k10File(army=marines(UnitSpec(datasheet="Scout Squad", models=10**9)))
    with pytest.raises(ArmyFileError, match=r"units\[2\]\.models: found 1000000000"):
        read_army_file(to_json(huge).encode(), "huge")
    long = W40k10File(army=marines("x" * 300))
    with pytest.raises(ArmyFileError, match="a name of 300 letters"):
        read_army_file(to_json(long).encode(), "long")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ArmyFileError, match=r"none\.json: No such file"):
        army_from_file(tmp_path / "none.json")

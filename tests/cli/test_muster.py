"""``warbench muster``: costs, findings, the smallest change, exports, and the options of a datasheet."""

import json
import sys
from pathlib import Path

import jsonschema
import pytest

from tests.cli.helpers import ROOT, refused, run, shown, told
from warbench.muster import army_from_file, muster
from warbench.muster.fixing import costs

BROKEN = """name = "Broken"
faction = "Space Marines"
[[units]]
datasheet = "Intercessor Squad"
leader = "Captain"
[[units]]
datasheet = "Scout Squad"
models = 3
[[units]]
datasheet = "Scuot Squad"
"""


@pytest.fixture
def broken(tmp_path: Path) -> str:
    path = tmp_path / "broken.toml"
    path.write_text(BROKEN, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", ["votann-1000", "Bulwark Gun Line", "imperial-fists-750", "mechanicum-2000"])
def test_a_bundled_army_of_either_game_is_shown_with_its_points(name: str) -> None:
    text = shown("muster", name)
    assert "Legal." in text
    assert "total" in text


def test_an_illegal_army_has_every_finding_with_its_rule_and_advice(broken: str) -> None:
    result = run("muster", broken)
    assert result.exit_code == 1
    assert "Not legal: 3 findings." in result.stdout
    assert "unit-size [W-134]: Scout Squad: a unit has 5 to 10 models, not 3" in result.stdout
    assert "what to do: give it a size that its datasheet has" in result.stdout
    assert "warlord [C24]: found 0 Warlords, expected exactly one" in result.stdout
    assert "no-detachment [C24]: Broken names no detachment" in result.stdout


def test_the_answer_as_json_has_points_units_findings_and_what_was_read(broken: str) -> None:
    data = json.loads(run("muster", broken, "--json").stdout)
    assert (data["game"], data["legal"], data["size"], data["limit"]) == ("w40k10", False, "incursion", 1000)
    assert [each["code"] for each in data["findings"]] == ["unit-size", "no-such-datasheet", "warlord", "no-detachment"]
    assert all(each["suggestion"] for each in data["findings"])
    assert [unit.get("points") for unit in data["units"]] == [160, None, None]
    assert data["read"]["kind"] == "army"


def test_a_finding_that_several_units_have_alike_is_shown_once(tmp_path: Path) -> None:
    path = tmp_path / "army.toml"
    path.write_text('name="A"\nfaction="Orks"\nunits=[{datasheet="kahl", warlord=true}, {datasheet="kahl"}]\n', encoding="utf-8")
    result = run("muster", str(path))
    assert result.stdout.count("other-faction") == 1
    assert "(2 times)" in result.stdout
    assert [each["code"] for each in told_of(str(path))].count("other-faction") == 2


def told_of(path: str) -> list[dict[str, str]]:
    findings: list[dict[str, str]] = json.loads(run("muster", path, "--json").stdout)["findings"]
    return findings


def test_the_battle_size_is_the_one_that_is_asked_for() -> None:
    result = run("muster", "votann-2000", "--size", "incursion")
    assert result.exit_code == 1
    assert "the army costs 1975 points, incursion allows 1000" in " ".join(result.stdout.split())
    result = run("muster", "imperial-fists-750", "--limit", "700")
    assert "the army costs 725 points, its limit is 700" in " ".join(result.stdout.split())


def test_a_fix_is_told_step_by_step_and_changes_nothing(broken: str) -> None:
    text = " ".join(shown("muster", broken, "--fix").split())
    assert "The smallest change that makes it legal: 1. " in text
    assert "grow Scout Squad from 3 to 5 models" in text
    assert "take out Scuot Squad" in text
    assert "is the Warlord" in text
    assert "nothing is changed" in text
    assert Path(broken).read_text(encoding="utf-8") == BROKEN


@pytest.mark.parametrize("name", ["mended.json", "mended.toml"])
def test_a_fix_is_saved_where_that_is_asked_for(broken: str, tmp_path: Path, name: str) -> None:
    target = tmp_path / name
    data = told("muster", broken, "--fix", "--save", str(target))
    assert (data["fixed"], data["cost"]) == (True, 2 + 12 + 40)
    assert len(data["steps"]) == 3
    assert muster(army_from_file(target)).is_legal


def test_what_is_legal_needs_no_change() -> None:
    assert "is legal: nothing to change." in shown("muster", "imperial-fists-750", "--fix")


def test_what_cannot_be_mended_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text('name = "A"\nfaction = "Nobody"\n[[units]]\ndatasheet = "Scout Squad"\n', encoding="utf-8")
    result = run("muster", str(path), "--fix")
    assert result.exit_code == 1
    assert "no change of the kinds that are tried makes it legal" in " ".join(result.stdout.split())
    assert json.loads(run("muster", str(path), "--fix", "--json").stdout)["fixed"] is False


def test_a_missing_solver_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    assert "HiGHS" in refused("muster", "votann-2000", "--size", "incursion", "--fix")


@pytest.mark.parametrize("name", ["votann-500", "mechanicum-750"])
def test_every_export_that_can_be_read_is_read_back(name: str, tmp_path: Path) -> None:
    first = told("muster", name)
    for form, file in (("json", "a.json"), ("toml", "a.toml"), ("roster", "r.json")):
        target = tmp_path / file
        target.write_text(shown("muster", name, "--export", form), encoding="utf-8")
        again = told("muster", str(target))
        assert again["units"] == first["units"]
        assert again["points"] == first["points"]
    assert shown("muster", name, "--export", "text").startswith(f"{first['name']} ({first['points']} Points)")


def test_the_schema_is_printed() -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(shown("muster", "--schema")))


def test_options_are_shown_as_a_tree_and_in_words() -> None:
    text = shown("muster", "--options", "Hekaton Land Fortress")
    assert "- 1 Hekaton Land Fortress, with cyclic ion cannon" in text
    assert "exchange twin bolt cannon for twin ion beamer" in text
    assert "In words" in text
    data = told("muster", "--options", "Tactical Squad")
    assert (data["game"], data["tree"]["kind"]) == ("heresy3", "unit")
    assert len(data["words"]) == 7
    assert told("muster", "imperial-fists-750", "--options", "Breachers")["name"] == "Breacher Squad"
    assert told("muster", "votann-1000", "--options", "Hekaton")["datasheet"] == "hekaton-land-fortress"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nobody",), "found 'nobody', expected the path of a file or one of"),
        ((), "missing FILE, NAME or new"),
        (("votann-500", "--limit", "500"), "--limit: Warhammer 40,000 has battle sizes"),
        (("mechanicum-750", "--size", "incursion"), "--size: The Horus Heresy has a points limit"),
        (("votann-500", "--save", "x.json"), "--save: found neither --fix nor --export"),
        (("votann-500", "--game", "heresy3"), "expected the path of a file"),
        (("nothing.json",), "nothing.json: No such file"),
        (("--options", "Dragon"), "unknown datasheet 'Dragon'"),
        (("votann-500", "--fix", "--export", "text"), "found no --save"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(words: tuple[str, ...], message: str) -> None:
    assert message.casefold() in refused("muster", *words).casefold()


def test_the_documentation_has_every_cost_and_its_example_is_legal(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "muster.md").read_text(encoding="utf-8")
    table = page.partition("| step | cost |")[2].partition("\n\n")[0]
    told_costs = {int(row.rpartition("| ")[2].rstrip(" |")) for row in table.splitlines()[2:]}
    own = {value for name, value in vars(costs).items() if name.isupper()}
    assert own <= told_costs
    path = tmp_path / "example.json"
    path.write_text(page.partition("```json\n")[2].partition("```")[0], encoding="utf-8")
    assert "Legal." in shown("muster", str(path))

"""``warbench muster new`` and the orders that build an army: shown, saved, refused; JSON and exit codes."""

import json
from pathlib import Path

import jsonschema
import pytest

from tests.cli.helpers import refused, run, shown, told
from warbench.muster.files import army_schema

NEW = ("muster", "new", "--faction", "Space Marines")
ARMY = ("--add", "Intercessor Squad x2", "--lead", "Captain: #1", "--warlord", "#1")


def test_an_army_is_built_shown_and_saved(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    text = shown(*NEW, *ARMY, "--name", "Mine", "--save", str(path))
    assert "Intercessor Squad led by Captain *" in text
    assert "240 of 1000 (incursion)" in text
    assert "Legal." in text
    # A long path may be broken over lines anywhere.
    assert f"savedas{path}" in "".join(text.split())
    jsonschema.validate(json.loads(path.read_text(encoding="utf-8")), army_schema())


def test_a_file_is_built_on_and_only_saved_where_that_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    shown(*NEW, *ARMY, "--save", str(path))
    before = path.read_text(encoding="utf-8")
    text = shown("muster", str(path), "--add", "Redemptor Dreadnought", "--models", "#2=10")
    assert "nothing is saved; --save FILE writes the army" in " ".join(text.split())
    assert path.read_text(encoding="utf-8") == before
    shown("muster", str(path), "--remove", "#2", "--save", str(path))
    assert [unit["name"] for unit in told("muster", str(path))["units"]] == ["Intercessor Squad led by Captain"]


def test_the_json_of_a_built_army_has_the_army_itself() -> None:
    data = told(*NEW, *ARMY)
    assert (data["legal"], data["points"], data["read"]["kind"]) == (True, 240, "new")
    jsonschema.validate(data["army"], army_schema())


def test_an_army_of_the_other_game_is_built_by_the_same_orders() -> None:
    words = ("muster", "new", "--faction", "Imperial Fists", "--allegiance", "loyalist", "--add", "Centurion", "--limit", "1000")
    data = told(*words, "--add", "Tactical Squad", "--prime", "#2: Master Sergeant")
    assert (data["game"], data["legal"], data["points"], data["limit"]) == ("heresy3", True, 180, 1000)


def test_what_is_built_may_be_mended_and_exported_at_once(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    assert told(*NEW, "--add", "Scout Squad", "--fix", "--save", str(path))["fixed"] is True
    assert told("muster", str(path))["legal"] is True
    assert shown(*NEW, *ARMY, "--export", "ros").startswith("<?xml")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("votann-500",), 0),
        (("votann-500", "--json"), 0),
        (("votann-2000", "--size", "incursion"), 1),
        (("votann-2000", "--size", "incursion", "--json"), 1),
        (("votann-2000", "--size", "incursion", "--fix"), 0),
        (("votann-500", "--remove", "#1", "--json"), 1),
        (("new", "--faction", "Space Marines"), 1),
        (("nobody",), 2),
        (("new",), 2),
        (("votann-500", "--add", "Nothing of that kind"), 2),
        (("--options", "Nothing of that kind"), 2),
    ],
)
def test_the_exit_code_says_whether_the_army_is_legal(words: tuple[str, ...], code: int) -> None:
    result = run("muster", *words)
    assert result.exit_code == code
    if "--json" in words:
        assert json.loads(result.stdout)["legal"] is (code == 0)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--faction", "Space Marine"), "did you mean Space Marines?"),
        ((), "--faction: a new army needs one"),
        (("--faction", "Space Marines", "--add", "Intercesor Sqad"), "intercessor-squad"),
        (("--faction", "Space Marines", "--remove", "#1"), "the army has 0 units"),
        (("--faction", "Space Marines", "--add", "Impulsor", "--give", "Impulsor"), "expected UNIT: ITEM"),
        (("--faction", "Solar Auxilia", "--enhancement", "#1: x"), "--faction: found 'Solar Auxilia'"),
    ],
)
def test_an_order_that_cannot_be_carried_out_is_refused_in_one_line(words: tuple[str, ...], message: str) -> None:
    assert message in refused("muster", "new", *words)


def test_a_faction_that_only_one_game_has_by_nearly_that_name_is_named_alone() -> None:
    assert refused("muster", "new", "--faction", "solar auxila") == "--faction: found 'solar auxila'; did you mean Solar Auxilia?"

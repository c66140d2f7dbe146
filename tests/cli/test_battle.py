"""``warbench battle``, ``replay`` and ``explain``: whole small battles at the command line, and everything that is refused."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.cli.helpers import refused, run, shown, told
from warbench.cli.explain import listed_in

SMALL = ("battle", "--armies", "votann-500", "marines-500", "--rounds", "2", "--policy", "random")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small battle with everything that a battle leaves behind."""
    folder = tmp_path_factory.mktemp("battle")
    words = (*SMALL, "--seed", "7", "--save", f"{folder}/a.json", "--svg", f"{folder}/a.svg", "--log", f"{folder}/a.log")
    (folder / "out.json").write_text(shown(*words, "--svg-each", f"{folder}/turns", "--json"))
    return folder


@pytest.fixture(scope="module")
def data(folder: Path) -> Any:
    return json.loads((folder / "out.json").read_text())


def test_a_replay_prints_the_same_summary_with_the_same_hash(folder: Path, data: Any) -> None:
    assert told("replay", f"{folder}/a.json") == data
    assert list(data)[-1] == "hash"
    assert len(data["hash"]) == 32


def test_the_same_seed_gives_the_same_battle_and_another_one_another(data: Any) -> None:
    assert told(*SMALL, "--seed", "7") == data
    assert told(*SMALL, "--seed", "8")["hash"] != data["hash"]


def test_the_summary(data: Any) -> None:
    assert data["over"]
    assert (data["game"], data["seed"], data["rounds"]) == ("w40k10", "7", 2)
    assert [each["side"] for each in data["sides"]] == ["A", "B"]
    points = [each["victory_points"] for each in data["sides"]]
    assert data["winner"] == (None if points[0] == points[1] else "AB"[points.index(max(points))])
    assert data["answers"] > 20
    assert {unit["side"] for unit in data["units"]} == {"A", "B"}
    assert all(unit["models"] == 0 for unit in data["units"] if unit["where"] == "gone")
    assert all(0 <= each["luck"]["percentile"] <= 100 for each in data["sides"])


def test_pictures_of_the_end_and_of_each_turn(folder: Path) -> None:
    assert sorted(file.name for file in (folder / "turns").iterdir()) == [
        "0-deployment.svg", "1-A.svg", "1-B.svg", "2-A.svg", "2-B.svg"
    ]  # fmt: skip
    for file in (folder / "a.svg", *(folder / "turns").iterdir()):
        assert ET.parse(file).getroot().tag.endswith("svg")  # noqa: S314 -- our own picture


def test_the_log_numbers_events_and_names_rules(folder: Path) -> None:
    lines = (folder / "a.log").read_text().splitlines()
    assert all(line[:5].strip().isdecimal() for line in lines)
    assert any("is set up (deployment)" in line and line.endswith("[C1]") for line in lines)
    assert any("The battle is over" in line for line in lines[-3:])
    assert not any("type=" in line or "msgspec" in line for line in lines)


@pytest.mark.parametrize("width", [60, 100])
def test_on_screen_each_phase_has_a_line_and_the_hash_comes_last(data: Any, width: int) -> None:
    text = shown(*SMALL, "--seed", "7", width=width)
    assert "before the battle: " in text
    assert "after round 1: A 0 VP, B 0 VP" in text
    assert text.splitlines()[-1] == f"hash {data['hash']}"
    assert max(map(len, text.splitlines())) <= width


def test_verbosely_each_event_is_shown_with_its_number_in_the_log(folder: Path) -> None:
    text = shown(*SMALL, "--seed", "7", "-v", width=120)
    first = next(line for line in (folder / "a.log").read_text().splitlines() if "deployment" in line)
    assert first.strip()[:60] in text


# --- replay ---


def test_replay_to_a_decision(folder: Path, data: Any) -> None:
    early = told("replay", f"{folder}/a.json", "--to", "5")
    assert (early["answers"], early["over"]) == (5, False)
    assert told("replay", f"{folder}/a.json", "--to", str(data["answers"]))["hash"] == data["hash"]


def test_a_battle_that_was_stopped_is_gone_on_with(folder: Path, tmp_path: Path) -> None:
    half = f"{tmp_path}/half.json"
    stopped = told("replay", f"{folder}/a.json", "--to", "30", "--save", half)
    on = told("battle", "--load", half, "--policy", "random", "--save", half)
    assert (stopped["over"], on["over"]) == (False, True)
    assert on["answers"] > 30
    assert told("replay", half)["hash"] == on["hash"]


def test_step_by_step_every_decision_is_shown_with_what_came_of_it(folder: Path, data: Any) -> None:
    text = shown("replay", f"{folder}/a.json", "--step", width=120)
    assert "1. " in text
    assert f"{data['answers']}. " in text
    assert text.splitlines()[-1] == f"hash {data['hash']}"
    assert "checkpoints agree" in text


# --- explain ---


def event(folder: Path, what: str) -> str:
    """The number of the first event in the log that says something."""
    return next(line for line in (folder / "a.log").read_text().splitlines() if what in line)[:5].strip()


def test_explaining_dice_names_the_modifiers_and_the_decision(folder: Path) -> None:
    number = event(folder, "rolls hit")
    text = shown("explain", f"{folder}/a.json", number, width=120)
    assert text.startswith(f"{number}. ")
    assert "The decision before it" in text
    assert "The numbers behind it" in text
    assert "Hit roll" in text
    found = told("explain", f"{folder}/a.json", number)
    assert found["kind"] == "Threw"
    assert found["data"]["purpose"] == "hit"
    assert all("Hit roll" in each["text"] for each in found["reasons"])
    assert found["decision"]["by"] in "AB"


def test_explaining_a_rule_names_its_id(folder: Path) -> None:
    found = told("explain", f"{folder}/a.json", event(folder, "(deployment)"))
    assert found["rule"] == "C1"
    assert found["decision"]["question"].endswith("set up where?")
    assert "The rule C1" in shown("explain", f"{folder}/a.json", event(folder, "(deployment)"))


@pytest.mark.parametrize(
    ("rule", "page"),
    [("W-334", "docs/rules/w40k10.md"), ("C15", "docs/rules/w40k10.md"), ("attached-parts", "docs/rulings.md"), ("leader", "")],
)
def test_what_an_event_names_as_its_rule_leads_to_the_page_that_has_it(rule: str, page: str) -> None:
    assert page in listed_in(rule, "w40k10")
    assert bool(page) == bool(listed_in(rule, "w40k10"))


def test_every_event_can_be_explained(folder: Path, data: Any) -> None:
    for number in (1, 2, data["events"] // 2, data["events"]):
        assert told("explain", f"{folder}/a.json", str(number))["event"] == number


# --- a person ---


def test_a_person_takes_a_side_takes_back_and_leaves(tmp_path: Path) -> None:
    file = f"{tmp_path}/mine.json"
    words = ("battle", "--armies", "votann-500", "marines-500", "--seed", "7", "--play", "A", "--save", file)
    text = shown(*words, given="1\n1\n1\nu\n2\nt\nq\n", width=100)
    assert "which enemy unit is picked?" in text or "which unit is set up next?" in text
    assert "The battle stands at" in text
    assert "objective" in text
    again = told("replay", file)
    assert not again["over"]
    assert text.splitlines()[-1] == f"hash {again['hash']}"


def test_with_json_the_questions_go_to_the_standard_error() -> None:
    result = run(*SMALL, "--seed", "7", "--play", "A", "--json", given="1\nq\n")
    assert result.exit_code == 0
    assert not json.loads(result.stdout)["over"]
    assert "which" in result.stderr


def test_real_dice_are_asked_for_and_kept_in_the_save(tmp_path: Path) -> None:
    file = f"{tmp_path}/dice.json"
    text = shown(*SMALL, "--dice", "typed", "--save", file, given="7\n1 2\n2\n1\n")
    assert "A rolls roll-off: attacker: 1 die?" in text
    assert "found '7', expected faces from 1 to 6" in text
    assert "found 2 faces, expected 1" in text
    assert told("replay", file)["dice"] == 2


# --- refusals ---


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("--armies", "votann-500", "nobody"), ("--armies", "'nobody'", "marines-500", ".toml")),
        (("--armies", "votann-500", "none.toml"), ("none.toml: no such file",)),
        (("--armies", "votann-2000", "marines-500", "--mission", "broken-arrow"), ("too-many-points", "C23")),
        (("--mission", "nowhere"), ("'nowhere'", "no such mission", "broken-arrow")),
        (("--rounds", "0"), ("--rounds: found 0, expected 1 to",)),
        (("--policy", "clever"), ("--policy", "'clever'", "planner")),
        (("--policy", "C=random"), ("--policy", "'C=random'")),
        (("--play", "C"), ("--play: found 'C', expected A or B",)),
        (("--ruling", "x"), ("--ruling: found 'x'",)),
        (("--ruling", "no-such=x"), ("no-such",)),
        (("--load", "none.json"), ("none.json", "No such file")),
        (("--load", "none.json", "--seed", "7"), ("--load: found --armies",)),
        (("--save", "/no/such/folder/a.json"), ("there is no folder /no/such/folder",)),
        (("--svg", "."), ("is a folder",)),
        (("--game", "chess"), ("chess", "w40k10")),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(words: tuple[str, ...], parts: tuple[str, ...]) -> None:
    text = refused("battle", *words)
    assert all(part in text for part in parts), text


def test_an_army_file_that_is_wrong_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    for text, part in (
        ("name = ", "bad-file"),
        ('name = "x"\nfaction = "Orks"\n', "no-units"),
        ('name = "x"\nfaction = 1\n', "bad-file"),
    ):
        file.write_text(text)
        assert part in refused("battle", "--armies", str(file), "marines-500")


def changed(folder: Path, tmp_path: Path, **fields: Any) -> str:
    file = tmp_path / "changed.json"
    file.write_text(json.dumps({**json.loads((folder / "a.json").read_text()), **fields}))
    return str(file)


def test_saves_that_do_not_fit_are_refused_and_left_alone(folder: Path, tmp_path: Path) -> None:
    save = json.loads((folder / "a.json").read_text())
    journal = save["journal"]
    dice = next(index for index, entry in enumerate(journal) if entry["type"] == "d")
    answer = [index for index, entry in enumerate(journal) if entry["type"] == "a"][8]
    other = [7 - face for face in journal[dice + 1]["faces"]]
    cases: list[tuple[dict[str, Any], str]] = [
        ({"format": 99}, "newer Warbench"),
        ({"rules": "other"}, "rules: found w40k10 other"),
        ({"game": "chess"}, "game: found 'chess'"),
        ({"hash": "0" * 32}, "the last state is"),
        ({"setup": {}}, "setup: "),
        ({"setup": {**save["setup"], "armies": save["setup"]["armies"][::-1]}}, "journal entry"),
        ({"journal": journal[:-3]}, "journal entry"),
        ({"journal": [*journal, {"type": "a", "key": "pass"}]}, "journal entry"),
        ({"journal": [*journal[:answer], {"type": "a", "key": "nonsense"}, *journal[answer + 1 :]]}, "journal entry"),
        ({"journal": [*journal[: dice + 1], {"type": "d", "faces": other}, *journal[dice + 2 :]]}, "journal entry"),
        ({"journal": journal[1:]}, "journal entry"),
    ]
    for fields, part in cases:
        file = changed(folder, tmp_path, **fields)
        before = Path(file).read_bytes()
        for words in (("replay", file), ("explain", file, "1"), ("battle", "--load", file, "--save", file)):
            text = refused(*words)
            assert part in text, (fields.keys(), text)
            assert file in text
        assert Path(file).read_bytes() == before


def test_a_save_cut_off_is_refused(folder: Path, tmp_path: Path) -> None:
    whole = (folder / "a.json").read_bytes()
    file = tmp_path / "cut.json"
    for share in (0, 3, 50, 99):
        file.write_bytes(whole[: len(whole) * share // 100])
        assert "no saved battle, or cut off" in refused("replay", str(file))


def test_numbers_that_are_not_there(folder: Path, data: Any) -> None:
    assert f"expected 0 to {data['answers']}" in refused("replay", f"{folder}/a.json", "--to", "100000")
    assert f"expected 1 to {data['events']}" in refused("explain", f"{folder}/a.json", "0")
    assert "--step" in refused("replay", f"{folder}/a.json", "--step", "--json")


def test_lists_name_what_there_is() -> None:
    assert "votann-1000" in shown("list", "armies")
    assert "broken-arrow" in shown("list", "missions")

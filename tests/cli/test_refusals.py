"""Whatever is wrong with the input is said in one line that names the place, the value and what was expected."""

import copy
import importlib
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.helpers import HEKATON, SCENARIO, refused, run
from warbench.cli.errors import KNOWN

INTO = ("odds", HEKATON, "--into", "terminators")
WEAPON, GROUP = ("weapons", 0), ("target", "models", 0)


def changed(path: tuple[str | int, ...], value: Any) -> str:
    data: Any = copy.deepcopy(SCENARIO)
    at = data
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return json.dumps(data)


FIELDS: list[tuple[tuple[str | int, ...], Any, tuple[str, ...]]] = [
    ((*WEAPON, "attacks"), "D7", ("weapons[0].attacks", "D7", "expected a D3 or a D6")),
    ((*WEAPON, "attacks"), "-3", ("weapons[0].attacks", "-3", "expected dice")),
    ((*WEAPON, "attacks"), "1000000000D6", ("weapons[0].attacks", "at most")),
    ((*WEAPON, "attacks"), [1], ("weapons[0].attacks", "found a list", "expected a whole number or a text")),
    ((*WEAPON, "attacks"), 10**400, ("weapons[0].attacks",)),
    ((*WEAPON, "damage"), "d66d6", ("weapons[0].damage",)),
    ((*WEAPON, "skill"), 7, ("weapons[0].skill", "found 7", "from 2 to 6")),
    ((*WEAPON, "type"), "rangd", ("weapons[0].type", '"rangd"', "ranged, melee")),
    ((*WEAPON, "atacks"), 1, ("weapons[0]", "unknown field 'atacks'", "did you mean attacks")),
    ((*GROUP, "save"), 0, ("target.models[0].save", "found 0", "from 2 to 7")),
    ((*GROUP, "wounds"), 10**400, ("target.models[0].wounds",)),
    (("target", "models"), [], ("target.models", "at least one model")),
    (("target",), "nobody", ("unknown datasheet or target 'nobody'",)),
    (("target",), {"models": 3}, ("target.models", "found 3")),
    (("game",), "chess", ("game", '"chess"', "w40k10")),
    (("situation",), {"distance": -3}, ("distance", "found -3", "from 0 to 500")),
    (("situation",), {"distance": 10**400}, ("distance", "expected a number")),
    (("situation",), {"distanc": 3}, ("unknown fact 'distanc'", "did you mean distance")),
    (("situation",), {"cover": [1]}, ("situation", "[0]: found a whole number")),
    (("situation",), {"cover": {"a": 1}}, ("situation", "found an object")),
    (("situation",), {"cover": ["yes"]}, ("cover", "expected true or false")),
    (("effects",), [{"kind": "rol"}], ("effects[0].kind", '"rol"', "characteristic, roll")),
    (("effects",), [{"kind": "roll", "roll": "hitt", "by": 1}], ("effects[0].roll", "'hitt'")),
    (("effects",), [{"kind": "characteristic", "name": "attacks"}], ("effects[0]", "exactly one of by")),
    (("rulings",), {"roll-cap": "x"}, ("ruling roll-cap", "'x'", "net, each")),
    (("stratagems",), ["nope"], ("unknown stratagem 'nope'",)),
    (("attacker",), {"datasheet": "hekaton", "loadout": ["laser"]}, ("'laser'", "it has")),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "says"), FIELDS)
def test_a_field_that_is_wrong(tmp_path: Path, path: tuple[str | int, ...], value: Any, says: tuple[str, ...]) -> None:
    file = tmp_path / "bad.json"
    file.write_text(changed(path, value))
    line = refused("odds", str(file))
    assert line.startswith(f"{file}: ")
    assert len(line) < 1200
    for text in says:
        assert text in line


TEXTS: list[tuple[str, bytes, str]] = [
    ("bad.json", b'{"game": "w40k10",\n "weapons": [,]}', "line 2, column 14"),
    ("bad.toml", b'game = "w40k10\nx = 1', "line 1"),
    ("bad.json", b"", "is empty"),
    ("bad.json", b" \n ", "is empty"),
    ("bad.json", b"[]", "found an empty list"),
    ("bad.json", b'"text"', 'found "text", expected an object'),
    ("bad.json", b"\x7fELF\0\0", "is a binary file"),
    ("bad.json", b'{"a":\n"\xff"}', "line 2: found the byte 0xff, expected UTF-8"),
    ("bad.json", b"[" * 10_000 + b"]" * 10_000, "nested too deep"),
    ("bad.json", b"[" * 60 + b"]" * 60, "nested too deep"),
    ("bad.toml", b"a = " + b"[" * 10_000 + b"]" * 10_000, "nested too deep"),
    ("bad.json", b"[" + b" " * (9 * 1024 * 1024) + b"]", "larger than 8 MB"),
    ("bad.json", b'{"game": "w40k10", "game": "x"}', "the key 'game' twice"),
    ("bad.json", b'{"game": NaN}', "found NaN"),
    ("bad.json", b'{"game": 1e999}', "expected"),
    ("bad.json", b'{"game": ' + b"9" * 9000 + b"}", "thousands of digits"),
    ("bad.toml", b"game = " + b"9" * 9000, "thousands of digits"),
    ("bad.toml", b'game = "w40k10"\n[[scenarios]]\n', "beside 'scenarios'"),
    ("bad.json", b'[{"game": "w40k10", "target": "tank"}]', "scenario 1: weapons: "),
    ("bad.txt", b"hello\n", "bad.txt"),
    ("bad.txt", b"", "is empty"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "says"), TEXTS)
def test_a_text_that_is_wrong(tmp_path: Path, name: str, text: bytes, says: str) -> None:
    file = tmp_path / name
    file.write_bytes(text)
    words = ["odds", str(file), *(["--into", "tank"] if name.endswith("txt") else [])]
    line = refused(*words)
    assert str(file) in line
    assert says in line


COMMANDS: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
    (("od",), ("unknown command 'od'", "did you mean odds")),
    (("odds",), ("WHAT", "odds --help")),
    (("odds", "--foo"), ("--foo", "odds --help")),
    (("odds", HEKATON), ("--into is missing",)),
    (("odds", "hekaton-lnd-fortress", "--into", "tank"), ("'hekaton-lnd-fortress'", "did you mean hekaton-land-fortress")),
    (("odds", HEKATON, "--into", "terminatrs"), ("'terminatrs'", "did you mean terminators")),
    (("odds", "nothing.json"), ("nothing.json", "no such file")),
    (("odds", "nothing.txt", "--into", "tank"), ("nothing.txt",)),
    (("odds", "a\0b.json"), ("b.json",)),
    ((*INTO, "--weapon", "laser"), ("'laser'", "Cyclic ion cannon")),
    ((*INTO, "--profile", "hot"), ("--profile", "'hot'")),
    ((*INTO, "--tokens", "9"), ("tokens", "found 9", "from 0 to 2")),
    ((*INTO, "--tokens", "x"), ("--tokens", "'x'")),
    ((*INTO, "--distance", "-3"), ("distance", "found -3", "expected a number of inches")),
    ((*INTO, "--distance", "nan"), ("distance", "found nan")),
    ((*INTO, "--stratagem", "fire overwach"), ("'fire overwach'", "did you mean Fire Overwatch")),
    ((*INTO, "--ruling", "roll-cap"), ("--ruling", "NAME=READING")),
    ((*INTO, "--ruling", "roll-cap=x"), ("roll-cap", "'x'", "net, each")),
    ((*INTO, "--effect", "{"), ("--effect 1", "line 1, column 2")),
    ((*INTO, "--effect", '{"kind": "roll", "roll": "x", "by": 1}'), ("--effect 1.roll", "'x'", "hit, wound")),
    ((*INTO, "--loadout", "laser"), ("--loadout", "'laser'", "it has: ")),
    ((*INTO, "--loadout", "ion"), ("--loadout", "'ion'", "several items")),
    ((*INTO, "--loadout", "2 magna-rail"), ("--loadout", "no legal loadout", "warbench show")),
    ((*INTO, "--loadout", " , "), ("--loadout", "no items")),
    ((*INTO, "--models", "2"), ("Hekaton Land Fortress", "not 2")),
    ((*INTO, "--target-models", "0"), ("--target-models", "0")),
    (("odds", HEKATON, "--into", "led-infantry", "--target-models", "9"), ("--target-models", "9")),
    ((*INTO, "--models-left", "9"), ("models left", "found 9", "1 to 5")),
    ((*INTO, "--wounds-left", "0"), ("wounds left", "found 0", "1 to 3")),
    ((*INTO, "--svg", "/nowhere/x.svg"), ("/nowhere/x.svg", "no folder")),
    ((*INTO, "--leader", "kahl"), ("Kâhl",)),
    (("show", "nobody-at-all"), ("'nobody-at-all'",)),
    (("list", "things"), ("things",)),
    (("read", "nothing.txt"), ("nothing.txt",)),
    (("roll", HEKATON, "--into", "tank", "--dice", "4 7"), ("--dice", "'7'", "from 1 to 6")),
    (("roll", HEKATON, "--into", "tank", "--dice", "4"), ("--dice", "too short")),
    (("roll", HEKATON, "--into", "tank", "--dice", "4", "--seed", "1"), ("--dice", "--seed")),
]  # fmt: skip


@pytest.mark.parametrize(("words", "says"), COMMANDS)
def test_a_command_that_is_wrong(words: tuple[str, ...], says: tuple[str, ...]) -> None:
    line = refused(*words)
    for text in says:
        assert text in line


def test_a_folder_and_a_file_of_another_kind(tmp_path: Path) -> None:
    assert "is a folder" in refused("odds", str(tmp_path), "--into", "tank")
    other = tmp_path / "list.docx"
    other.write_bytes(b"PK")
    assert "no kind of file" in refused("odds", str(other), "--into", "tank")
    folder = tmp_path / "folder.json"
    folder.mkdir()
    assert "is a folder" in refused("odds", str(folder))


def test_a_scenario_file_takes_no_units_from_options(tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    file.write_text(json.dumps(SCENARIO))
    assert refused("odds", str(file), "--into", "tank", "--weapon", "x").startswith("--into, --weapon: ")


def test_the_list_names_the_scenario(tmp_path: Path) -> None:
    file = tmp_path / "many.json"
    file.write_text(json.dumps([SCENARIO, {**SCENARIO, "situation": {"tokens": 9}}]))
    assert refused("odds", str(file)).startswith(f"{file}: scenario 2: tokens: found 9")


def test_nothing_is_written_when_the_picture_cannot_be(tmp_path: Path) -> None:
    assert "is a folder" in refused(*INTO, "--svg", str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_fault_of_the_program_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(*_: object, **__: object) -> None:
        msg = "a fault"
        raise ZeroDivisionError(msg)

    monkeypatch.setattr("warbench.games.w40k10.answer.answer", fault)
    assert isinstance(run(*INTO).exception, ZeroDivisionError)


@pytest.mark.parametrize(("module", "name"), KNOWN)
def test_the_table_of_errors_names_classes_that_are_there(module: str, name: str) -> None:
    assert issubclass(getattr(importlib.import_module(module), name), Exception)

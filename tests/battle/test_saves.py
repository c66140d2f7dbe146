"""Saved battles: whole, refused when they do not fit, the file untouched."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.battle.toy import Heap, Setup, Toy, first
from warbench.battle import saves
from warbench.battle.driver import Battle, JournalError
from warbench.battle.saves import SaveError


def played(coins: int = 30) -> Battle[Heap]:
    battle = Battle(Toy(), Setup(coins), seed="seed")
    battle.play([first, first])
    return battle


def load(path: Path) -> Battle[Heap]:
    found = saves.read(path)
    return saves.load(found, Toy(), msgspec.convert(found.setup, Setup))


def changed(path: Path, **fields: Any) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text()), **fields}))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    saves.save(played(), tmp_path / "toy.json")
    return tmp_path / "toy.json"


def test_a_save_leads_to_the_same_state(path: Path) -> None:
    assert load(path).hash == played().hash


def test_a_battle_under_way_is_saved_too(tmp_path: Path) -> None:
    battle = Battle(Toy(), Setup(), seed=3)
    battle.answer("1")
    saves.save(battle, tmp_path / "toy.json")
    again = load(tmp_path / "toy.json")
    assert again.pending is not None
    for each in (battle, again):
        each.play([first, first])
    assert again.hash == battle.hash


def test_nothing_else_is_left_beside_it_and_others_may_read_it(path: Path) -> None:
    assert [file.name for file in path.parent.iterdir()] == ["toy.json"]
    assert path.stat().st_mode & 0o400
    usual = path.with_name("usual")
    usual.touch()
    assert path.stat().st_mode == usual.stat().st_mode


def test_a_write_that_fails_leaves_the_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = path.read_bytes()

    def fail(self: Path, target: Path) -> Path:
        raise OSError("no space left")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="no space"):
        saves.save(played(), path)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == ["toy.json"]


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"format": 3}, "format: found 3, it is of a newer Warbench"),
        ({"format": 1}, "format: found 1, expected 2"),
        ({"format": "2"}, "format: found '2'"),
        ({"journal": [{"type": "x"}]}, "journal"),
        ({"journal": [{"type": "d", "faces": "16"}]}, "faces"),
        ({"more": 1}, "more"),
    ],
)
def test_a_file_that_is_no_save_is_refused_with_its_name(path: Path, fields: dict[str, Any], why: str) -> None:
    changed(path, **fields)
    before = path.read_bytes()
    with pytest.raises(SaveError, match=why) as caught:
        load(path)
    assert str(path) in str(caught.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "\x00\x01", '{"format": 2}', "[" * 100_000])
def test_garbage_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "toy.json"
    path.write_text(text)
    with pytest.raises(SaveError):
        load(path)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(SaveError, match=path.name):
            load(path)


def test_a_file_cut_off_anywhere_is_refused(path: Path) -> None:
    whole = path.read_bytes()
    for length in range(0, len(whole), 37):
        path.write_bytes(whole[:length])
        with pytest.raises(SaveError):
            load(path)


@pytest.mark.parametrize("fields", [{"rules": "2"}, {"game": "other"}])
def test_other_rules_are_refused(path: Path, fields: dict[str, str]) -> None:
    changed(path, **fields)
    with pytest.raises(SaveError, match="expected toy 1"):
        load(path)


def test_dice_that_were_changed_are_found_out_and_the_entry_named(path: Path) -> None:
    journal = json.loads(path.read_text())["journal"]
    place = [index for index, entry in enumerate(journal) if entry["type"] == "d"][2]
    for faces in ([6], [1]):
        if journal[place]["faces"] != faces:
            journal[place]["faces"] = faces
    changed(path, journal=journal)
    with pytest.raises((SaveError, JournalError), match="journal entry"):
        load(path)


def test_a_changed_last_hash_is_found_out(path: Path) -> None:
    changed(path, hash="0" * 32)
    with pytest.raises(SaveError, match="the last state is"):
        load(path)


def test_a_journal_that_is_too_long_or_too_short_is_found_out(path: Path) -> None:
    journal = json.loads(path.read_text())["journal"]
    for other in ([*journal, {"type": "a", "key": "1"}], journal[:-2]):
        changed(path, journal=other)
        with pytest.raises((SaveError, JournalError), match="journal entry"):
            load(path)

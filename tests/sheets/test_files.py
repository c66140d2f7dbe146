"""Files read with a limit, and written whole or not at all."""

import os
from pathlib import Path

import pytest

from warbench.sheets.files import first_bytes, write_atomically


def test_one_byte_more_than_allowed_is_enough_to_know(tmp_path: Path) -> None:
    file = tmp_path / "long"
    file.write_bytes(b"x" * 100)
    assert first_bytes(file, 100) == b"x" * 100
    assert len(first_bytes(file, 10)) == 11


def test_what_is_no_ordinary_file_is_not_opened(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for place in (pipe, tmp_path):
        with pytest.raises(OSError, match="is no ordinary file"):
            first_bytes(place, 10)
    with pytest.raises(FileNotFoundError):
        first_bytes(tmp_path / "nothing", 10)


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kept"
    write_atomically(file, b"old")

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(file, b"new")
    assert file.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["kept"]

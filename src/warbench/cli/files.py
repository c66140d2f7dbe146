"""Files: read with a limit and a clear reason when that fails, written whole or not at all."""

import sys
from pathlib import Path

from warbench.cli.errors import InputError
from warbench.sheets.files import first_bytes, write_atomically

MOST_BYTES = 8 * 1024 * 1024


def read_text(path: str) -> str:
    """The text of a file; ``-`` is the standard input.

    Raises:
        InputError: naming the file and why it cannot be read: missing, a folder, too large, binary, not UTF-8, empty.
    """
    name = "standard input" if path == "-" else path
    data = _bytes(path, name)
    if len(data) > MOST_BYTES:
        raise InputError(f"{name}: is larger than {MOST_BYTES // 1024 // 1024} MB")
    if b"\0" in data:
        raise InputError(f"{name}: is a binary file, expected text")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{name}: line {line}: found the byte 0x{data[error.start]:02x}, expected UTF-8 text") from error
    if not text.strip():
        raise InputError(f"{name}: is empty")
    return text


def _bytes(path: str, name: str) -> bytes:
    """The bytes, at most one more than allowed."""
    try:
        if path == "-":
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        if Path(path).is_dir():
            raise InputError(f"{name}: is a folder, expected a file")
        return first_bytes(Path(path), MOST_BYTES)
    except FileNotFoundError:
        raise InputError(f"{name}: no such file") from None
    except (OSError, ValueError) as error:  # a ValueError for a name that no file can have
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"{name}: {reason}") from error


def write_text(path: str, text: str) -> None:
    """Write a file so that it is there whole or not at all.

    Raises:
        InputError: naming the file and why it cannot be written.
    """
    target = Path(path)
    if target.is_dir():
        raise InputError(f"{path}: is a folder, expected the name of a file")
    if not target.parent.is_dir():
        raise InputError(f"{path}: there is no folder {target.parent}")
    try:
        write_atomically(target, text.encode())
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from error

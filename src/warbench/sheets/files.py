"""Files of the user's: read only so far as they may be, and written whole or not at all."""

import errno
import os
import tempfile
from pathlib import Path


def first_bytes(path: Path, most: int) -> bytes:
    """What a file holds, at most ``most`` bytes and one more: so a larger one is known without being read.

    Raises:
        OSError: when it cannot be read, or is none: a folder, or a device or pipe, which might never end.
    """
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "is no ordinary file")
    with path.open("rb") as file:
        return file.read(most + 1)


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file beside its place first, then move it there: an interrupted write leaves what was there before.

    Raises:
        OSError: when it cannot be written.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        # As any new file: mkstemp makes it private.
        os.umask(mask := os.umask(0))
        Path(name).chmod(0o666 & ~mask)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise

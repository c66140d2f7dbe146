"""Zipped files: their members by content, within bounds. Nothing is ever written to disk under a member's name."""

import re
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO

from warbench.intake.sources import IntakeError, SourceFile

MOST_BYTES = 16 * 2**20
"""The largest single file that is read, unpacked; the largest real catalogue has 5 MB."""

MOST_TOTAL = 128 * 2**20
"""All members of an archive together, unpacked."""

MOST_MEMBERS = 2_000
MOST_RATIO = 150
"""Bytes unpacked for one packed; real files reach about 25. Small members may exceed it."""

_SMALL = 1 << 20
_OUTSIDE = re.compile(r"(?:^|[/\\])\.\.(?:[/\\]|$)|^[/\\]|^[A-Za-z]:|\x00")
_ENCRYPTED = 1


def is_archive(data: bytes) -> bool:
    """Whether the bytes begin as a zip file does."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def members(file: SourceFile) -> Iterator[SourceFile]:
    """The files in a zip file, in its order, named ``archive/member``.

    Raises:
        IntakeError: truncated or broken, encrypted, a name that points outside, a zip in a zip, or more than the bounds allow.
    """
    try:
        with zipfile.ZipFile(BytesIO(file.data)) as archive:
            yield from _members(file, archive)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError, RuntimeError) as error:
        if isinstance(error, IntakeError):
            raise
        raise IntakeError(file.name, f"is no sound zip file: {error}") from error


def _members(file: SourceFile, archive: zipfile.ZipFile) -> Iterator[SourceFile]:
    infos = [info for info in archive.infolist() if not info.is_dir()]
    if not infos:
        raise IntakeError(file.name, "is a zip file without files in it")
    if len(infos) > MOST_MEMBERS:
        raise IntakeError(file.name, f"holds {len(infos)} files, at most {MOST_MEMBERS} are read")
    left = MOST_TOTAL
    for info in infos:
        if _OUTSIDE.search(info.filename):
            raise IntakeError(file.name, f"holds a file whose name leads outside: {info.filename[:80]!r}")
        if info.flag_bits & _ENCRYPTED:
            raise IntakeError(file.name, f"{info.filename[:80]!r} in it is encrypted")
        most = min(MOST_BYTES, left, max(_SMALL, info.compress_size * MOST_RATIO))
        with archive.open(info) as stream:
            data = stream.read(most + 1)
        if len(data) > most:
            why = f"unpacks to more than {most:,} bytes from {info.compress_size:,}: refused"
            raise IntakeError(file.name, f"{info.filename[:80]!r} in it {why}")
        if is_archive(data):
            raise IntakeError(file.name, f"holds a zip file within the zip file: {info.filename[:80]!r}")
        left -= len(data)
        yield SourceFile(f"{file.name}/{info.filename}", data)

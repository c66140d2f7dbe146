"""Which readers a source was read by: their files decide what its datasheets say, so a library of others is told."""

import hashlib
from functools import cache
from pathlib import Path

import warbench.intake

KIND = "readers"
"""The kind of the line beside datasheets that says it."""

_READ = frozenset({".py", ".lark", ".toml"})


@cache
def fingerprint() -> str:
    """The readers of this version in a few letters: others have others."""
    folder = Path(warbench.intake.__path__[0])
    files = sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.suffix in _READ)
    found = hashlib.sha256()
    for name in files:
        found.update(name.encode() + b"\0" + (folder / name).read_bytes() + b"\0")
    return found.hexdigest()[:16]

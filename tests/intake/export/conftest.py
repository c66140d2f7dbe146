"""The real export, read once."""

from pathlib import Path

import pytest

from tests.real_data import Real
from warbench.intake.export import Export
from warbench.intake.sources import Imported, SourceFile


@pytest.fixture(scope="session")
def folder(shared_data: Path) -> Path:
    found = shared_data / "wahapedia-2025-11"
    if not found.is_dir():
        pytest.skip(f"no export at {found}")
    return found


@pytest.fixture(scope="session")
def export(folder: Path) -> Export:
    return Export(SourceFile(path.name, path.read_bytes()) for path in sorted(folder.iterdir()))


@pytest.fixture(scope="session")
def sheets(real_export: Real) -> list[Imported]:
    return real_export.source.sheets

"""What every test may ask for."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

# No test looks into the library of whoever runs it; those that need one name a folder of their own.
os.environ["WARBENCH_DATA"] = str(ROOT / "no-library")

# "ci" finds the same on every machine and every run; WARBENCH_HYPOTHESIS=explore looks further, at random.
settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("explore", derandomize=False, deadline=None, max_examples=1000, print_blob=True)
settings.load_profile(os.environ.get("WARBENCH_HYPOTHESIS", "ci"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The shared folder: other people's pages, lists and catalogues to test readers on, no part of the project."""
    folder = Path(os.environ.get("WARBENCH_SHARED") or ROOT.parent / "shared")
    if not folder.is_dir():
        pytest.skip(f"no shared folder at {folder}; WARBENCH_SHARED names another")
    return folder

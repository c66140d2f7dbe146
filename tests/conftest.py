"""What every test may ask for."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.real_data import Once, Real, added
from warbench.games.w40k10.battle.army_rules.lent import register_rules

ROOT = Path(__file__).resolve().parent.parent

# No test looks into the library of whoever runs it; those that need one name a folder of their own.
os.environ["WARBENCH_DATA"] = str(ROOT / "no-library")

# "ci" finds the same on every machine and every run; WARBENCH_HYPOTHESIS=explore looks further, at random.
settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("explore", derandomize=False, deadline=None, max_examples=1000, print_blob=True)
settings.load_profile(os.environ.get("WARBENCH_HYPOTHESIS", "ci"))


@pytest.fixture(autouse=True)
def _no_rules_left() -> Iterator[None]:
    """Rules about army lists that one test lent are gone in the next."""
    yield
    register_rules(None)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The shared folder: other people's pages, lists and catalogues to test readers on, no part of the project."""
    folder = Path(os.environ.get("WARBENCH_SHARED") or ROOT.parent / "shared")
    if not folder.is_dir():
        pytest.skip(f"no shared folder at {folder}; WARBENCH_SHARED names another")
    return folder


@pytest.fixture(scope="session")
def shared_data(shared: Path) -> Path:
    """The exports, catalogues and rosters in the shared folder."""
    folder = shared / "data"
    if not folder.is_dir():
        pytest.skip(f"no data at {folder}")
    return folder


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """What is made once for all workers."""
    own = tmp_path_factory.getbasetemp()
    return Once(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)


@pytest.fixture(scope="session")
def real_export(shared_data: Path, once: Once) -> Real:
    """The export of November 2025, alone in its library."""
    return added(once, "export", shared_data / "wahapedia-2025-11")


@pytest.fixture(scope="session")
def real_catalogues(shared_data: Path, once: Once, real_export: Real) -> Real:
    """The catalogues of the tenth edition, in a library behind the export."""
    return added(once, "catalogues", shared_data / "bsdata" / "wh40k-10e", real_export)


@pytest.fixture(scope="session")
def real_heresy3(shared_data: Path, once: Once) -> Real:
    """The catalogues of the Horus Heresy, alone in their library."""
    return added(once, "heresy3", shared_data / "bsdata" / "hh3")

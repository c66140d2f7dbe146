"""Folders that hand out names when they are asked for."""

from importlib import import_module
from pathlib import Path

import pytest

import warbench.intake

ROOT = Path(warbench.intake.__file__).parent
FOLDERS = sorted(path.parent for path in ROOT.rglob("__init__.py") if "handed_out(" in path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_no_name_that_is_handed_out_is_also_a_module(folder: Path) -> None:
    # Once such a module is imported, the name would mean it.
    package = import_module(".".join(("warbench", *folder.relative_to(ROOT.parent).parts)))
    modules = {path.stem for path in folder.iterdir()}
    assert not modules & set(package.__all__)

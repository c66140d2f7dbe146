"""Folders that import what they hand out when it is first asked for."""

from importlib import import_module
from pathlib import Path

import pytest

from warbench.intake.lazily import handed_out

FOLDERS = ("", ".armies", ".catalogue", ".lists", ".store")


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_name_is_there_and_none_is_that_of_a_module(folder: str) -> None:
    found = import_module(f"warbench.intake{folder}")
    assert all(getattr(found, name) is not None for name in found.__all__)
    # Importing a module puts it under its name into its folder, in place of anything else of that name.
    modules = {path.stem for path in Path(str(found.__file__)).parent.iterdir()}
    assert modules.isdisjoint(found.__all__)


def test_a_name_that_there_is_not_is_refused() -> None:
    look_up = handed_out("warbench.intake", {"errors": ("ReadError",)})
    assert look_up("ReadError").__name__ == "ReadError"
    with pytest.raises(AttributeError, match=r"'warbench.intake' has no attribute 'herring'"):
        look_up("herring")

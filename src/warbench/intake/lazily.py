"""Names that a folder hands out, each imported from its module when it is first asked for."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def handed_out(package: str, homes: Mapping[str, tuple[str, ...]]) -> Callable[[str], Any]:
    """The ``__getattr__`` of a folder.

    Args:
        package: the folder's full name.
        homes: the names that each of its modules gives.
    """
    modules = {name: module for module, names in homes.items() for name in names}

    def look_up(name: str) -> Any:  # noqa: ANN401 -- the folder imports the types for the type checker
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{modules[name]}"), name)

    return look_up

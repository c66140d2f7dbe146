"""No pattern of the readers takes much longer for a text twice as long: none goes back over and over."""

import ast
import importlib
import inspect
import pkgutil
import re
import time
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

import warbench.intake
import warbench.sheets

_FOLDERS = (warbench.intake, warbench.sheets)
_PIECES = (
    " ", "a", "A", "1", "(", "[", "<", '"', "'", ",", "-", ":", ".", "\n", "\n\n", "\t", " \n", "a ", "A ", "1 ", "a, ", "A or ",
    "A and ", "@k[a] ", "@k[", "(a) ", "1x a", "D6+", "the a ", "<a ", "• ", "one of the following ", "this model ",
)  # fmt: skip


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    seen: set[tuple[str, int]] = set()
    for folder in _FOLDERS:
        for found in pkgutil.walk_packages(folder.__path__, f"{folder.__name__}."):
            module = importlib.import_module(found.name)
            named = [(name, pattern) for name, value in vars(module).items() for pattern in _within(value)]
            for name, pattern in (*named, *(("function", each) for each in _in_functions(module))):
                if (pattern.pattern, pattern.flags) not in seen:
                    seen.add((pattern.pattern, pattern.flags))
                    yield f"{found.name}.{name} {len(seen)}", pattern


def _within(value: Any) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield value
    elif isinstance(value, (tuple, list)):
        for each in value:
            yield from _within(each)
    elif isinstance(value, dict):
        yield from _within(list(value.values()))


def _in_functions(module: ModuleType) -> Iterator[re.Pattern[str]]:
    """Those that stand where they are used: ``re.split(r"...", text)``."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) == "re":
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                flags = re.IGNORECASE if any(ast.unparse(each) == "re.IGNORECASE" for each in node.args) else 0
                yield re.compile(first.value, flags)


def took(match: Callable[[str], object], text: str) -> float:
    start = time.process_time()
    match(text)
    return time.process_time() - start


PATTERNS = dict(patterns())


@pytest.mark.parametrize("name", PATTERNS)
def test_no_pattern_goes_back_over_and_over(name: str) -> None:
    """A whole text is matched in a time that grows with it; a search may begin anywhere, which makes it the square at worst."""
    pattern = PATTERNS[name]
    words = re.findall(r"[A-Za-z@][A-Za-z ]{3,}", re.sub(r"\(\?P?<?[:=!A-Za-z]*>?", "(", pattern.pattern))[:6]
    for piece in (*_PIECES, *words):
        for front in ("", *words[:1]):
            whole, part = (f"{front}{piece * (size // len(piece))}\0" for size in (5_000, 500))
            assert took(pattern.fullmatch, whole) < 0.3, (piece, front)
            assert took(pattern.search, part) < 0.3, (piece, front)

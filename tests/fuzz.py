"""Tests of the readers with any input: short with the others, longer and at random by ``make fuzz``."""

import os
from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings

Test = TypeVar("Test", bound=Callable[..., Any])

# What a reader takes is built slowly and may be large; a folder that a test writes into may serve all examples.
_PASSED_OVER = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]


def fuzz(examples: int) -> Callable[[Test], Test]:
    """Mark a test of that many examples; WARBENCH_FUZZ_EXAMPLES says another number for all of them."""
    number = int(os.environ.get("WARBENCH_FUZZ_EXAMPLES") or examples)
    setting = settings(max_examples=number, deadline=None, suppress_health_check=_PASSED_OVER)

    def marked(test: Test) -> Test:
        found: Test = pytest.mark.fuzz(setting(test))
        return found

    return marked

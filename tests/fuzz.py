"""Tests of the readers with any input: short with the others, longer and at random by ``make fuzz``."""

import functools
import os
import time
from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings

Test = TypeVar("Test", bound=Callable[..., Any])

# What a reader takes is built slowly and may be large; a folder that a test writes into may serve all examples.
_PASSED_OVER = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]


def fuzz(examples: int) -> Callable[[Test], Test]:
    """Mark a test of that many examples; WARBENCH_FUZZ_EXAMPLES says another number for all of them.

    WARBENCH_FUZZ_SECONDS bounds the time of each: what is drawn later is passed over.
    """
    number = int(os.environ.get("WARBENCH_FUZZ_EXAMPLES") or examples)
    seconds = float(os.environ.get("WARBENCH_FUZZ_SECONDS") or 0)
    setting = settings(max_examples=number, deadline=None, suppress_health_check=_PASSED_OVER)

    def marked(test: Test) -> Test:
        if seconds:
            given: Any = test
            given.hypothesis.inner_test = _until(given.hypothesis.inner_test, seconds)
        found: Test = pytest.mark.fuzz(setting(test))
        return found

    return marked


def _until(test: Callable[..., None], seconds: float) -> Callable[..., None]:
    """The test for so many seconds from its first example on; one that failed goes on until its example is small."""
    end = 0.0
    failed = False

    @functools.wraps(test)
    def bounded(*words: Any, **named: Any) -> None:
        nonlocal end, failed
        end = end or time.monotonic() + seconds
        if not failed and time.monotonic() > end:
            return
        try:
            test(*words, **named)
        except Exception:
            failed = True
            raise

    return bounded

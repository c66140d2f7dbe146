"""A page of an invented unit, in text with the defects that real pages have, and the same as HTML."""

from pathlib import Path

import pytest

PAGES = Path(__file__).parent / "pages"


@pytest.fixture(scope="session")
def text_page() -> Path:
    return PAGES / "brine-strider.txt"


@pytest.fixture(scope="session")
def html_page() -> Path:
    return PAGES / "brine-strider.html"

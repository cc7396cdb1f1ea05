"""A browser, programs to open in it, and people who sit at them; whatever goes wrong on a page fails its test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.people import People
from tests.browser.programs import Programs, programs
from tests.browser.tab import chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium. One a module: the loop that Playwright runs in must not outlive its tests."""
    with chromium() as running:
        yield running


@pytest.fixture(name="programs")
def _programs() -> Iterator[Programs]:
    with programs() as running:
        yield running


@pytest.fixture
def people(browser: Browser, programs: Programs) -> Iterator[People]:
    """Everyone who plays in a test; their tabs are closed before their programs end."""
    company = People(browser, programs)
    yield company
    company.close()

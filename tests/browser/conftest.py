"""A browser, programs to open in it, and people who sit at them; whatever goes wrong on a page fails its test."""

from __future__ import annotations

from collections.abc import Generator, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import People
from tests.browser.programs import Programs, programs
from tests.browser.tab import PATIENCE, chromium
from tests.needs import ROOT

FAILURES = ROOT / "build" / "failures"
"""What every tab showed when a test failed."""
_failed = pytest.StashKey[bool]()

expect.set_options(timeout=PATIENCE * 1000)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Notes for the fixtures whether the test failed."""
    report = yield
    if report.when == "call":
        item.stash[_failed] = report.failed
    return report


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
def people(browser: Browser, programs: Programs, request: pytest.FixtureRequest) -> Iterator[People]:
    """Everyone who plays in a test; their tabs are closed before their programs end."""
    company = People(browser, programs)
    yield company
    if request.node.stash.get(_failed, True):
        company.picture(FAILURES, request.node.name)
    company.close()

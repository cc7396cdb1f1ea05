"""Seeds for the tests of the bag."""

from __future__ import annotations

from collections.abc import Callable

import pytest


@pytest.fixture
def seed() -> Callable[[int], bytes]:
    """Sixteen bytes that end in this number."""
    return lambda number: number.to_bytes(16, "big")

from __future__ import annotations

import pytest

from p2pscrabble.transport import OWN, SCRATCH, Place
from p2pscrabble.transport.link import MAX_NAME


@pytest.mark.parametrize("name", ["x", "register 4821", "é", "x" * MAX_NAME])
def test_any_printable_name_will_do(name: str) -> None:
    assert OWN.place.takes_name(name)


@pytest.mark.parametrize("name", ["", "x" * (MAX_NAME + 1), "a\nb", "\ud800", "\x00"])
def test_names_are_bounded_and_printable(name: str) -> None:
    assert not OWN.place.takes_name(name)


def test_where_names_are_fixed_there_are_no_others() -> None:
    assert [name for name in ("p2p 0", "p2p 9", "p2p 10", "x", "") if SCRATCH.place.takes_name(name)] == [
        "p2p 0",
        "p2p 9",
    ]


@pytest.mark.parametrize("digits", ["0", "007", "1234"])
def test_values_are_digits(digits: str) -> None:
    assert Place(4, 1, 0).takes_value(digits)


@pytest.mark.parametrize("digits", ["", "12345", "-1", "1.5", "1e3", " 1", "1\n", "²", "١٢", "x"])
def test_nothing_else_is_a_value(digits: str) -> None:
    assert not Place(4, 1, 0).takes_value(digits)

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from p2pscrabble.errors import StoreError
from p2pscrabble.peer.shuffled import Shuffled
from p2pscrabble.table import Deal, Kind

if TYPE_CHECKING:
    from tests.peer.conftest import Parlour

STEP, OTHER = bytes(64), b"\1" * 64


def test_one_deck_a_step_over_restarts(tmp_path: Path) -> None:
    path = tmp_path / "shuffled"
    for shuffled in (Shuffled(path), Shuffled(path)):
        assert shuffled.claim(STEP, b"\2" * 64)
        assert shuffled.claim(STEP, b"\2" * 64), "the same again"
        assert not shuffled.claim(STEP, b"\3" * 64)
        assert shuffled.claim(OTHER, b"\3" * 64)


def test_what_a_crash_has_left_of_a_line_is_none(tmp_path: Path) -> None:
    path = tmp_path / "shuffled"
    assert Shuffled(path).claim(STEP, b"\2" * 64)
    path.write_bytes(path.read_bytes() + b"\n0101\xff")
    assert Shuffled(path).claim(OTHER, b"\3" * 64)
    again = Shuffled(path)
    assert not again.claim(STEP, b"\3" * 64)
    assert not again.claim(OTHER, b"\2" * 64)


def test_a_disk_that_refuses(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be written"):
        Shuffled(tmp_path / "gone" / "shuffled").claim(STEP, STEP)


def test_a_program_refuses_to_shuffle_another_deck_at_a_step(
    parlour: Callable[..., Parlour], monkeypatch: pytest.MonkeyPatch
) -> None:
    room = parlour(seats=2, deal=Deal.SEALED)
    room.until(lambda: all(chair.member for chair in room.chairs))
    host = room.member(0)
    real = host._shuffled.claim
    monkeypatch.setattr(host._shuffled, "claim", lambda step, deck: real(step, bytes(64)) and real(step, deck))
    room.until(lambda: "Ana" in room.failures)
    assert "could show your tiles" in str(room.failures["Ana"])
    assert not any(entry.kind == Kind.DECK for entry in host._company.games[host.key])


def test_torn_off_at_every_byte_whole_lines_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "shuffled"
    assert Shuffled(path).claim(STEP, b"\2" * 64)
    one = len(path.read_bytes())
    assert Shuffled(path).claim(OTHER, b"\2" * 64)
    whole = path.read_bytes()
    for end in range(len(whole)):
        path.write_bytes(whole[:end])
        for step, known in ((STEP, end >= one), (OTHER, False)):
            assert Shuffled(path).claim(step, b"\3" * 64) is not known
            assert not Shuffled(path).claim(step, b"\4" * 64)

"""The doors in short: what was of interest once, some hostile inputs at each, and how much memory one may take."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from p2pscrabble.errors import DecodeError
from tests.fuzz.doors import Door
from tests.fuzz.mutation import hostile
from tests.fuzz.run import ALL, CORPUS, PEAK, EscapeError, Run, slug

INPUTS = 12_000
LARGE = 200_000
"""Bytes of an input that a file or a frame might be made of."""


@pytest.fixture(autouse=True)
def _no_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield


def test_no_hostile_input_leads_out_of_its_door() -> None:
    run = Run(2)
    run.all(INPUTS)
    assert run.inputs >= INPUTS
    assert set(run.tallies) == {door.name for door in ALL}, "each was tried"


@pytest.mark.parametrize("door", [door for door in ALL if door.share >= 1], ids=lambda door: door.name)
def test_one_input_takes_no_more_memory_than_it_may(door: Door) -> None:
    rng = random.Random(3)
    for data in (b"[" * LARGE, b"9" * LARGE, b"\xff" * LARGE, b'{"a":' * (LARGE // 5), rng.randbytes(LARGE)):
        assert Run(0).peak(door, data) < PEAK


def test_what_a_door_is_made_for_is_let_in() -> None:
    for door in ALL:
        accepted = 0
        for data in door.valid():
            try:
                door.enter(data)
            except door.raises:
                continue
            accepted += 1
        assert accepted, door.name


def test_every_file_of_the_corpus_has_a_door_and_they_are_small() -> None:
    slugs = Counter(slug(door) for door in ALL)
    assert set(slugs.values()) == {1}
    files = list(CORPUS.glob("*"))
    assert {path.name.split(".")[0] for path in files} <= set(slugs)
    assert sum(path.stat().st_size for path in files) < 200_000


def test_an_escape_is_told_with_its_input() -> None:
    def fails(data: bytes) -> None:
        if data:
            raise KeyError("gone")
        raise DecodeError("no")

    door = Door("bad", fails, lambda: [b""])
    run = Run(1)
    run.enter(door, b"")
    with pytest.raises(EscapeError, match="bad: KeyError: 'gone'; the input was 6869"):
        run.enter(door, b"hi")


def test_what_is_hostile_is_the_same_from_the_same_seed() -> None:
    made = [[hostile(random.Random(seed), [b"valid", Path(__file__).read_bytes()]) for seed in range(50)] for _ in "ab"]
    assert made[0] == made[1]
    assert len(set(made[0])) > 40

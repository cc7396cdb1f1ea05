"""What Redis keeps of a room: stamps, records, and reading whatever stands there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble_relay.records import (
    PROCESSES,
    STAMP_DIGITS,
    Counted,
    Told,
    field,
    is_from,
    keys,
    next_stamp,
    read_change,
    read_record,
    record,
    scripts,
)

NOW = 1_800_000_000_000_000
NAMES = st.text(max_size=20)
VALUES = st.from_regex(r'"-?[0-9]{0,30}(\.[0-9]{0,5})?"|-?[1-9][0-9]{0,20}(e\+[0-9]{2})?', fullmatch=True)
STAMPS = st.integers(0, 10**STAMP_DIGITS - 1)


def test_a_stamp_is_greater_than_the_one_before_whatever_the_clock_says() -> None:
    first = next_stamp(0, NOW, 7)
    assert first == NOW * PROCESSES + 7
    behind = next_stamp(first, NOW - 5_000_000, 3)
    assert behind > first
    assert next_stamp(behind, NOW + 1, 3) > behind
    assert len(str(next_stamp(0, NOW, PROCESSES - 1))) <= STAMP_DIGITS


@given(NAMES, VALUES, STAMPS)
def test_a_record_is_read_back(name: str, value: str, stamp: int) -> None:
    kept = record(stamp, value.encode())
    told = Told(name, value.encode(), stamp)
    assert read_record(field(name), kept, 1_000) == told
    assert read_change(b"=" + kept + b" " + field(name), 1_000) == told


@given(st.one_of(st.binary(max_size=60), st.none(), st.integers(), st.text()))
def test_whatever_stands_there_is_read_or_left(noise: object) -> None:
    read_record(noise, noise, 100)
    read_record(b"x", noise, 100)
    read_change(noise, 100)


ZERO = b"0" * STAMP_DIGITS
NOISE = [b"", b"1", ZERO, b"0" * 27 + b'x"1"', ZERO + b'"' + b"1" * 101 + b'"']
NOISE += [ZERO + end for end in (b'"', b'"1","x":"2"', b'"\n"', b"true", b"+1")]


@pytest.mark.parametrize("kept", NOISE)
def test_what_no_relay_has_written_is_no_record(kept: bytes) -> None:
    assert read_record(b"x", kept, 100) is None
    assert read_change(b"=" + kept + b" x", 100) is None


def test_what_was_told_by_oneself() -> None:
    for process in (0, 7, PROCESSES - 1):
        payload = b"=" + record(next_stamp(0, NOW, process), b'"1"') + b" x"
        assert is_from(payload, process)
        assert not is_from(payload, process + 1)
    assert not is_from(b"@00 1", 0)
    assert not is_from(None, 0)


def test_counts() -> None:
    assert read_change(b"@00ff 17", 100) == Counted(b"00ff", 17)
    for noise in (b"@", b"@00ff", b"@00ff x", b"@xyz 1", b"@00ff 1 1"):
        assert read_change(noise, 100) is None


def test_the_keys_of_a_room_lie_together_and_do_not_tell_its_id() -> None:
    names = keys("secret}room{\udfff")
    tags = {name.partition(b"{")[2].partition(b"}")[0] for name in names}
    assert len(tags) == 1
    assert len(tags.pop()) == 32
    assert b"secret" not in b"".join(names)
    assert keys("other").values != names.values


def test_a_cluster_tells_changes_within_a_shard() -> None:
    assert all("'SPUBLISH'" in script for script in scripts(sharded=True))
    assert all("'PUBLISH'" in script for script in scripts(sharded=False))

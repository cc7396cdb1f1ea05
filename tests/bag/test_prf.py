from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.bag.prf import Label, h, pack, prf, prf_stream

LABELS = st.lists(st.one_of(st.binary(max_size=5), st.integers(), st.text(max_size=5)), max_size=4)
SEED = bytes(range(16))


def test_pack_is_tag_length_item() -> None:
    assert pack(b"\x01\x02", "é", 0, 127, 128, -1) == bytes.fromhex(
        "62 00000002 0102  73 00000002 c3a9  69 00000001 00  69 00000001 7f  69 00000002 0080  69 00000001 ff"
    )
    assert pack() == b""


@given(LABELS, LABELS)
def test_pack_is_injective(one: list[Label], other: list[Label]) -> None:
    same = [(type(item), item) for item in one] == [(type(item), item) for item in other]
    assert (pack(*one) == pack(*other)) == same


def test_pack_tells_types_and_borders_apart() -> None:
    alike: list[tuple[Label, ...]] = [("ab",), (b"ab",), ("a", "b"), ("", "ab"), (1, 2), (258,), (b"\x01\x02",)]
    assert len({pack(*items) for items in alike}) == len(alike)


def test_pack_takes_any_text() -> None:
    assert pack("\ud800") == bytes.fromhex("73 00000003 eda080")


def test_known_answers() -> None:
    """Frozen: a change here makes every replay number of the world unreadable."""
    assert h("a", 1, b"b") == hashlib.sha512(bytes.fromhex("730000000161 690000000101 620000000162")).digest()
    assert prf(SEED, "a", 1) == hashlib.blake2b(bytes.fromhex("730000000161 690000000101"), key=SEED).digest()
    assert prf_stream(SEED, "a", 1).take(80) == prf(SEED, "stream", "a", 1, 0) + prf(SEED, "stream", "a", 1, 1)[:16]
    assert h("a", 1, b"b")[:8].hex() == "c8085c93515abe88"
    assert prf(SEED, "a", 1)[:8].hex() == "07e261ef8d64f38e"
    assert prf_stream(SEED, "a", 1).take(8).hex() == "54bf6bc708ed4e2c"
    assert prf_stream(SEED, "shuffle", 0, 0).permutation(10) == (0, 9, 3, 2, 1, 6, 4, 5, 8, 7)


def test_the_stream_is_the_same_however_it_is_read() -> None:
    whole, piecewise = prf_stream(SEED, "x"), prf_stream(SEED, "x")
    assert whole.take(200) == b"".join(piecewise.take(size) for size in (0, 1, 63, 64, 65, 7))


def test_streams_differ_by_seed_and_label() -> None:
    assert len({prf_stream(s, *x).take(8) for s in (SEED, b"other") for x in ((), ("a",), ("a", 0), (b"a",))}) == 8


def test_no_secret_is_shown() -> None:
    stream = prf_stream(b"a very secret sd", "shuffle", 0, 0)
    stream.take(3)
    assert repr(stream) == "<Stream ('shuffle', 0, 0)>"
    assert not hasattr(stream, "__dict__")


def test_a_seed_is_needed() -> None:
    with pytest.raises(ValueError, match="no secret"):
        prf(b"", "a")


@given(st.integers(min_value=1, max_value=2**70), st.binary(min_size=1, max_size=16))
def test_below_stays_below(bound: int, seed: bytes) -> None:
    stream = prf_stream(seed)
    assert all(0 <= stream.below(bound) < bound for _ in range(5))


def test_below_rejects_what_would_favour_small_numbers() -> None:
    """Of 256 bytes, 200 to 255 are drawn again for a bound of 100 (two full hundreds fit)."""
    data = prf_stream(SEED, "reject").take(600)
    assert any(byte >= 200 for byte in data)
    stream = prf_stream(SEED, "reject")
    expected = [byte % 100 for byte in data if byte < 200][:300]
    assert [stream.below(100) for _ in range(300)] == expected


def test_below_one_costs_nothing() -> None:
    stream, untouched = prf_stream(SEED), prf_stream(SEED)
    assert stream.below(1) == 0
    assert stream.take(4) == untouched.take(4)


def test_below_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="below 0"):
        prf_stream(SEED).below(0)


@given(st.integers(min_value=0, max_value=120), st.binary(min_size=1, max_size=16))
def test_a_permutation_has_every_number_once(size: int, seed: bytes) -> None:
    assert sorted(prf_stream(seed).permutation(size)) == list(range(size))


def test_all_permutations_are_equally_likely() -> None:
    """12,000 permutations of four: chi-squared with 23 degrees of freedom, refused above 65 (about one in 100,000)."""
    counts = Counter(prf_stream(SEED, number).permutation(4) for number in range(12_000))
    assert len(counts) == 24
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 65

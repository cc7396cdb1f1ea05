"""Frames of a direct room: what goes in comes out, and whatever arrives is decoded or dropped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.transport.address import DIRECT, MOST_SPOTS, Spot
from p2pscrabble.transport.direct_wire import (
    MOST_NODES,
    NODE_BYTES,
    PROOF_BYTES,
    Hello,
    Neighbour,
    Noise,
    Value,
    decode,
    encode,
    largest_frame,
    pack_digits,
    unpack_digits,
)
from p2pscrabble.transport.link import MAX_NAME

PLACE = DIRECT.place
nodes = st.binary(min_size=NODE_BYTES, max_size=NODE_BYTES)
hosts = st.one_of(st.ip_addresses(v=4).map(str), st.ip_addresses(v=6).map(str))
spots = st.lists(st.builds(Spot, hosts, st.integers(1, 65_535)), max_size=MOST_SPOTS).map(tuple)
hellos = st.builds(
    Hello,
    nodes,
    st.booleans(),
    st.binary(min_size=PROOF_BYTES, max_size=PROOF_BYTES),
    spots,
    st.lists(st.builds(Neighbour, nodes, spots), max_size=4).map(tuple),
    st.lists(nodes, max_size=4).map(tuple),
)
digits = st.text("0123456789", min_size=1, max_size=60)
values = st.builds(
    Value,
    nodes,
    st.text(min_size=1, max_size=20).filter(str.isprintable),
    st.integers(0, 2**62),
    digits.map(pack_digits),
)


@given(st.one_of(hellos, values))
def test_what_goes_in_comes_out(message: Hello | Value) -> None:
    assert decode(encode(message), PLACE) == message


@given(st.one_of(hellos, values), st.data())
def test_a_changed_frame_is_another_one_or_noise(message: Hello | Value, data: st.DataObject) -> None:
    frame = bytearray(encode(message))
    at = data.draw(st.integers(0, len(frame) - 1))
    frame[at] ^= data.draw(st.integers(1, 255))
    found = decode(bytes(frame), PLACE)
    assert isinstance(found, Noise) or encode(found) == bytes(frame)


@given(st.binary(max_size=200), st.sampled_from([b"", b"\x01", b"\x01\x01", b"\x02"]))
def test_decoding_is_total(data: bytes, front: bytes) -> None:
    found = decode(front + data, PLACE)
    assert isinstance(found, Noise) or encode(found) == front + data


@given(digits)
def test_digits_are_packed_two_a_byte(text: str) -> None:
    packed = pack_digits(text)
    assert len(packed) == (len(text) + 1) // 2
    assert unpack_digits(packed) == text


@pytest.mark.parametrize(
    ("frame", "noise"),
    [
        (b"", Noise.FRAME),
        (b"\x03", Noise.FRAME),
        (b"\x01\x02" + bytes(40), Noise.VERSION),
        (b"\x02" + bytes(8) + b"\x01x\x01", Noise.VALUE),
        (b"\x02" + bytes(8) + b"\x00\x01\x12", Noise.VALUE),
        (b"\x02" + bytes(8) + b"\x01x\x01\xf1", Noise.VALUE),
        (b"\x02" + bytes(8) + b"\x01x\x01" + b"\x11" * 50_001, Noise.VALUE),
    ],
)
def test_what_is_dropped(frame: bytes, noise: Noise) -> None:
    assert decode(frame, PLACE) is noise


@pytest.mark.parametrize("host", ["example.org:9000", "127.000.0.1:9000", "[::0]:9000", "127.0.0.1:09000", "1.2.3.4:0"])
def test_an_address_is_numbers_in_one_form(host: str) -> None:
    frame = encode(Hello(bytes(8)))
    told = frame[: 3 + 7 + 1 + 16] + b"\x01" + bytes([len(host)]) + host.encode() + b"\x00\x00"
    assert decode(told, PLACE) is Noise.FRAME


def test_the_largest_frames_fit() -> None:
    spot = tuple(Spot(f"1111:2222:3333:4444:5555:6666:7777:888{n}", 65_535) for n in range(MOST_SPOTS))
    many = tuple(Neighbour(bytes(8), spot) for _ in range(MOST_NODES))
    hello = Hello(bytes(8), False, bytes(16), spot, many, (bytes(8),) * MOST_NODES)
    value = Value(bytes(8), "\U0001f600" * MAX_NAME, 2**63 - 1, pack_digits("9" * PLACE.max_digits))
    assert max(len(encode(hello)), len(encode(value))) <= largest_frame(PLACE)

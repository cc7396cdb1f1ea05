from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.transport import OWN, SCRATCH, Changed
from p2pscrabble.transport.wire import CLOUD, Noise, decode, handshake, setting


def read(frame: str) -> list[Changed | Noise]:
    return list(decode(frame, OWN.place))


def told(name: object, value: object) -> str:
    return json.dumps({"method": "set", "name": name, "value": value})


def test_what_we_send_is_one_object_and_a_newline() -> None:
    assert json.loads(handshake("4821", "player1")) == {"method": "handshake", "project_id": "4821", "user": "player1"}
    assert json.loads(setting("x", "12")) == {"method": "set", "name": "☁ x", "value": "12"}
    assert [frame.count("\n") for frame in (handshake("a\nb", "c"), setting("x", "1"))] == [1, 1]
    assert setting("x", "1").endswith("\n")


@given(st.text(min_size=1, max_size=50).filter(str.isprintable), st.from_regex(r"[0-9]{1,400}", fullmatch=True))
def test_what_one_client_sends_another_reads(name: str, digits: str) -> None:
    assert read(setting(name, digits)) == [Changed(name, digits)]


def test_a_frame_holds_several_messages_and_empty_lines() -> None:
    frame = "\n" + told("☁ a", "1") + "\n\n  \r\n" + told("☁ b", "2") + "\r\n" + told("☁ a", "3")
    assert read(frame) == [Changed("a", "1"), Changed("b", "2"), Changed("a", "3")]
    assert read("") == read("\n\n") == []


@pytest.mark.parametrize(
    ("line", "noise"),
    [
        ("The cloud data library you are using is putting your Scratch account at risk", Noise.TEXT),
        ('{"method":"set","name":"☁ x","value":"1"', Noise.TEXT),
        ("[" * 100_000, Noise.TEXT),
        ("[]", Noise.METHOD),
        ("null", Noise.METHOD),
        ("123", Noise.METHOD),
        ("9" * 100_000, Noise.METHOD),
        ("{}", Noise.METHOD),
        ('{"method":"ack"}', Noise.METHOD),
        ('{"method":["set"]}', Noise.METHOD),
        (json.dumps({"method": "create", "name": "☁ x", "value": "1"}), Noise.METHOD),
        (told(None, "1"), Noise.NAME),
        (told(7, "1"), Noise.NAME),
        (told("x", "1"), Noise.NAME),
        (told(CLOUD, "1"), Noise.NAME),
        (told(":cloud: x", "1"), Noise.NAME),
        (told(CLOUD + "x" * 300, "1"), Noise.NAME),
        (told(CLOUD + "\ud800", "1"), Noise.NAME),
        (told(CLOUD + "a\nb", "1"), Noise.NAME),
        (told("☁ x", ""), Noise.VALUE),
        (told("☁ x", 5), Noise.VALUE),
        (told("☁ x", 1.5), Noise.VALUE),
        (told("☁ x", float("nan")), Noise.VALUE),
        (told("☁ x", None), Noise.VALUE),
        (told("☁ x", ["1"]), Noise.VALUE),
        (told("☁ x", "-1"), Noise.VALUE),
        (told("☁ x", "1.0"), Noise.VALUE),
        (told("☁ x", "١"), Noise.VALUE),
        (told("☁ x", "1" * 100_001), Noise.VALUE),
    ],
)
def test_noise_is_named_and_what_follows_it_is_read(line: str, noise: Noise) -> None:
    assert read(line + "\n" + told("☁ y", "1")) == [noise, Changed("y", "1")]


def test_where_names_are_fixed_other_variables_are_noise() -> None:
    frame = told("☁ p2p 3", "1") + "\n" + told("☁ highscore", "2") + "\n" + told("☁ p2p 3", "1" * 257)
    assert list(decode(frame, SCRATCH.place)) == [Changed("p2p 3", "1"), Noise.NAME, Noise.VALUE]


def test_long_names_and_values_are_read_whole() -> None:
    digits = "7" * 100_000
    assert read(told("☁ x", digits)) == [Changed("x", digits)]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10) | st.sampled_from(["☁ x", "12"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["method", "name", "value"]) | st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(st.text() | json_values.map(json.dumps) | st.lists(json_values.map(json.dumps)).map("\n".join))
def test_decoding_is_total(frame: str) -> None:
    for item in read(frame):
        assert isinstance(item, Noise) or (OWN.place.takes_name(item.name) and OWN.place.takes_value(item.digits))


def test_a_frame_of_very_many_lines_is_read_one_line_at_a_time() -> None:
    items = decode("\n" * 1_000_000 + told("☁ x", "1") + "\nx" * 1_000_000, OWN.place)
    assert next(items) == Changed("x", "1")
    assert next(items) is Noise.TEXT

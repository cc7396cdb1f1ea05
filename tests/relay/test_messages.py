"""Parsing and writing of messages, on the exact facts of the servers and on noise."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble_relay.limits import PROFILES, Limits
from p2pscrabble_relay.messages import (
    Handshake,
    Ignored,
    Message,
    Repeated,
    Set,
    next_message,
    number_text,
    set_prefix,
    text_frame,
)
from p2pscrabble_relay.refusal import CloseCode, Refusal

LIMITS = Limits()


def parse(text: str, limits: Limits = LIMITS) -> list[Message]:
    messages = []
    position = 0
    while True:
        message, position = next_message(text, position, limits)
        messages.append(message)
        if position == len(text):
            return messages


def one(thing: object, limits: Limits = LIMITS) -> Message:
    [message] = parse(json.dumps(thing), limits)
    return message


def set_value(value: object, limits: Limits = LIMITS) -> bytes | Ignored:
    message = one({"method": "set", "name": "☁ x", "value": value}, limits)
    assert not isinstance(message, Handshake)
    return message.value if isinstance(message, Set) else message


def refused(thing: object, limits: Limits = LIMITS) -> Refusal:
    with pytest.raises(Refusal) as caught:
        parse(thing if isinstance(thing, str) else json.dumps(thing), limits)
    return caught.value


@pytest.mark.parametrize(
    "value", ["", "0", "-0", "-.", "007", "1.", ".5", "-.5", "9" * 257, "9" * 100_000, "-" + "9" * 99_999]
)
def test_valid_values_pass_as_they_are(value: str) -> None:
    assert set_value(value) == f'"{value}"'.encode()


@pytest.mark.parametrize(
    "value",
    ["-", ".", "1.2.3", "+5", "1e5", "0x10", " 1", "1 ", "abc", "\u0661", "²", "true", "Infinity", "--1", "1-", "1\n"],
)
def test_invalid_text_is_ignored(value: str) -> None:
    assert set_value(value) is Ignored.VALUE


@pytest.mark.parametrize("value", [True, False, None, [1], {"a": 1}, []])
def test_other_types_are_ignored(value: object) -> None:
    assert set_value(value) is Ignored.VALUE


def test_a_missing_value_is_ignored() -> None:
    assert one({"method": "set", "name": "☁ x"}) is Ignored.VALUE


@pytest.mark.parametrize("value", ["9" * 100_001, "-" + "9" * 100_000, "x" * 100_001])
def test_longer_values_are_ignored(value: str) -> None:
    assert set_value(value) is Ignored.VALUE_LENGTH


def test_the_length_of_a_number_is_that_of_its_text() -> None:
    limits = LIMITS.changed(value_length=5)
    assert set_value(12345, limits) == b"12345"
    assert set_value(123456, limits) is Ignored.VALUE_LENGTH
    assert set_value("123456", limits) is Ignored.VALUE_LENGTH


def test_a_long_wrong_value_costs_no_more_than_its_length() -> None:
    # Quadratic matching would take minutes here.
    assert set_value("9" * 99_998 + "x", LIMITS) is Ignored.VALUE
    assert set_value("9" * 50_000 + "." + "9" * 49_000 + ".", LIMITS) is Ignored.VALUE


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (5, "5"),
        (-1.5, "-1.5"),
        (0, "0"),
        (-0.0, "0"),
        (100, "100"),
        (1e100, "1e+100"),
        (1.5e100, "1.5e+100"),
        (12345678901234567890, "12345678901234567000"),
        (0.1 + 0.2, "0.30000000000000004"),
        (1e20, "100000000000000000000"),
        (1e21, "1e+21"),
        (123456789012345680000.5, "123456789012345680000"),
        (1e-6, "0.000001"),
        (1.5e-6, "0.0000015"),
        (1e-7, "1e-7"),
        (-1.25e-9, "-1.25e-9"),
        (0.5, "0.5"),
        (5e-324, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
    ],
)
def test_numbers_are_written_as_javascript_does(number: float, text: str) -> None:
    assert number_text(float(number)) == text
    assert set_value(number) == text.encode()


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_reads_back_as_itself(number: float) -> None:
    assert float(number_text(number)) == number


@pytest.mark.parametrize("text", ["1e999", "-1e999", "9" * 5_000])
def test_numbers_beyond_all_bounds_are_ignored(text: str) -> None:
    assert parse(f'{{"method":"set","name":"x","value":{text}}}') == [Ignored.VALUE]


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity"])
def test_what_only_python_calls_json_is_refused(text: str) -> None:
    assert refused(f'{{"method":"set","name":"x","value":{text}}}').limit == "json"


def test_create_acts_as_set_and_rename_and_delete_are_ignored() -> None:
    assert one({"method": "create", "name": "☁ x", "value": "1"}) == Set("☁ x", b'"1"')
    assert one({"method": "rename", "name": "☁ x", "new_name": "☁ y"}) is Ignored.RENAME
    assert one({"method": "delete", "name": "☁ x"}) is Ignored.DELETE


def test_names() -> None:
    for name in ("x", "☁ x", ":cloud: q", "", "☁ " + "a" * 1_022):
        assert one({"method": "set", "name": name, "value": "1"}) == Set(name, b'"1"')
    assert refused({"method": "set", "name": "☁ " + "a" * 1_023, "value": "1"}).limit == "name_length"
    wrong: object
    for wrong in (None, 7, ["x"], {}):
        assert refused({"method": "set", "name": wrong, "value": "1"}).limit == "name"


@pytest.mark.parametrize(
    ("project_id", "room_id"),
    [
        ("1234", "1234"),
        ("r" * 999, "r" * 999),
        (12345678, "12345678"),
        (1e21, "1e+21"),
        (True, "true"),
        (False, "false"),
        (None, "null"),
    ],
)
def test_rooms(project_id: object, room_id: str) -> None:
    assert one({"method": "handshake", "project_id": project_id, "user": "bob"}) == Handshake(room_id)


def test_a_room_that_is_not_named_is_undefined() -> None:
    assert one({"method": "handshake", "user": "bob"}) == Handshake("undefined")


def test_a_room_beyond_all_numbers() -> None:
    assert parse('{"method":"handshake","project_id":1e999,"user":"a"}') == [Handshake("Infinity")]
    assert parse('{"method":"handshake","project_id":-1e999,"user":"a"}') == [Handshake("-Infinity")]


@pytest.mark.parametrize(
    ("project_id", "limit"), [("", "room_id"), ([1], "room_id"), ({}, "room_id"), ("r" * 1_000, "room_id_length")]
)
def test_wrong_rooms(project_id: object, limit: str) -> None:
    refusal = refused({"method": "handshake", "project_id": project_id, "user": "bob"})
    assert (refusal.code, refusal.limit) == (CloseCode.GENERIC, limit)


@pytest.mark.parametrize("user", ["a", "a" * 20, "ScratchCat", "Player-1_", "---"])
def test_users(user: str) -> None:
    assert one({"method": "handshake", "project_id": "1", "user": user}) == Handshake("1")


@pytest.mark.parametrize("user", ["", "a" * 21, "bad name", "a\n", "ä", "a.b", 5, None, ["a"]])
def test_wrong_users(user: object) -> None:
    refusal = refused({"method": "handshake", "project_id": "1", "user": user})
    assert (refusal.code, refusal.limit) == (CloseCode.USERNAME, "user")


def test_several_objects_in_one_frame() -> None:
    lines = ['{"method":"set","name":"☁ x","value":"1"}', '{"method":"set","name":"☁ y","value":"2"}']
    both: list[Message] = [Set("☁ x", b'"1"'), Set("☁ y", b'"2"')]
    for text in ("\n".join(lines), "\n".join(lines) + "\n", "\n\n \r\n".join(lines) + "\n\n", " " + "".join(lines)):
        assert parse(text) == both


def test_an_object_written_over_several_lines() -> None:
    assert parse(json.dumps({"method": "set", "name": "☁ x", "value": "1"}, indent=2) + "\n") == [Set("☁ x", b'"1"')]


def test_further_keys_mean_nothing() -> None:
    message = {"method": "set", "name": "☁ x", "value": "1", "user": "bob", "project_id": "7", "more": [{}]}
    assert one(message) == Set("☁ x", b'"1"')


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "not json",
        "\ufeff{}",
        "{",
        "]",
        '{"method":"set" "name"}',
        '{"a":"\n"}',
        "[" * 100_000,
        '{"a":' * 50_000,
    ],
)
def test_what_is_no_json(text: str) -> None:
    refusal = refused(text)
    assert (refusal.code, refusal.limit) == (CloseCode.GENERIC, "json")


@pytest.mark.parametrize(
    "thing",
    [[], {}, "x", 7, None, {"method": "get"}, {"method": 7}, {"method": None}, {"method": ["set"]}, {"kind": "set"}],
)
def test_what_is_no_message(thing: object) -> None:
    refusal = refused(json.dumps(thing))
    assert (refusal.code, refusal.limit) == (CloseCode.GENERIC, "method")


@given(st.text())
def test_a_name_comes_back_as_it_was(name: str) -> None:
    written = set_prefix(name) + b'"1"}'
    assert json.loads(written) == {"method": "set", "name": name, "value": "1"}
    assert len(written.decode().splitlines()) == 1


def test_a_name_that_utf8_cannot_write_is_escaped() -> None:
    assert set_prefix("☁ x") == '{"method":"set","name":"☁ x","value":'.encode()
    assert set_prefix("\ud800") == rb'{"method":"set","name":"\ud800","value":'
    assert set_prefix("a\u2028b") == rb'{"method":"set","name":"a\u2028b","value":'


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(st.characters(), max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
MESSAGE_LIKE = st.fixed_dictionaries(
    {},
    optional={
        "method": st.sampled_from(["set", "create", "handshake", "rename", "delete", "get"]) | JSON,
        "name": JSON,
        "value": st.text("0123456789.-", max_size=300) | JSON,
        "project_id": JSON,
        "user": st.text("abc_-9", max_size=22) | JSON,
    },
)


@given(st.text() | MESSAGE_LIKE.map(json.dumps) | st.binary().map(lambda noise: noise.decode(errors="replace")))
def test_noise_is_either_a_message_or_refused(text: str) -> None:
    limits = PROFILES["scratch"]
    try:
        messages = parse(text, limits)
    except Refusal:
        return
    for message in messages:
        match message:
            case Handshake(room_id):
                assert 0 < len(room_id) <= limits.room_id_length
            case Set(name, value):
                assert len(name) <= limits.name_length
                as_text = value.startswith(b'"')
                digits = json.loads(value) if as_text else value.decode()
                assert len(digits) <= limits.value_length
                assert set(digits) <= set("0123456789.-" if as_text else "0123456789.-+e")


@given(st.lists(MESSAGE_LIKE.map(json.dumps), min_size=1, max_size=4))
def test_messages_in_one_frame_are_those_of_single_frames(texts: list[str]) -> None:
    def outcome(frames: list[str]) -> list[Message | str]:
        found: list[Message | str] = []
        try:
            for frame in frames:
                position = 0
                while True:
                    message, position = next_message(frame, position, LIMITS)
                    found.append(message)
                    if position == len(frame):
                        break
        except Refusal as refusal:
            found.append(refusal.limit)
        return found

    assert outcome(["\n".join(texts)]) == outcome(texts)


DIGITS = st.text("0123456789", max_size=30)


@given(
    st.sampled_from([(",", ":"), (", ", ": ")]),
    st.permutations(["method", "name", "value", "more"]),
    st.text(max_size=8),
    DIGITS,
    st.one_of(DIGITS, st.text(max_size=5)),
    st.sampled_from(["", " ", "\n", "}", ',"value":"7"}']),
)
def test_what_is_known_already_is_read_as_if_it_were_not(
    separators: tuple[str, str], order: list[str], name: str, first: str, second: str, end: str
) -> None:
    """The quick way is either not taken, or leads to the same."""

    def text(value: str) -> str:
        message = {"method": "set", "name": name, "value": value, "more": f'{name},"value":"{value}'}
        return json.dumps({key: message[key] for key in order}, separators=separators, ensure_ascii=False)

    def sent(text: str) -> bytes:
        return text.encode("utf-8", "surrogatepass")

    repeated = Repeated()
    message, _ = next_message(text(first), 0, Limits())
    assert isinstance(message, Set)
    repeated.remember(sent(text(first)), message)
    for again in (text(first), text(second), text(second) + end, text(second)[:-1] + end):
        value = repeated.read(sent(again), Limits().value_length)
        if value is not None:
            assert next_message(again, 0, Limits()) == (Set(repeated.name, value), len(again))
    if first and order[-1] == "value":
        assert repeated.read(sent(text(first)), len(first)) == message.value
        assert repeated.read(sent(text(first)), len(first) - 1) is None
    assert repeated.read(sent(text("1" * 31)), 30) is None


@pytest.mark.parametrize("length", [0, 125, 126, 65_535, 65_536])
def test_a_frame(length: int) -> None:
    """As aiohttp's own writer makes it."""
    frame = text_frame(b"x" * length)
    head = frame[: len(frame) - length]
    assert head[0] == 0x81
    told = head[1] if len(head) == 2 else int.from_bytes(head[2:])
    assert (told, head[1] if len(head) > 2 else None) == (length, {2: None, 4: 126, 10: 127}[len(head)])

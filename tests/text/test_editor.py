"""The line while it is typed: every key, and any rubbish at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.text.editor import MAX_LINE, LineEditor

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ("8H CAT\n", "8H CAT"),
        ("8H CAT\r", "8H CAT"),
        ("8H CAX\x7fT\n", "8H CAT"),
        ("8H CAX\x08T\n", "8H CAT"),
        ("8H CT" + LEFT + "A\n", "8H CAT"),
        ("8H CT" + LEFT + LEFT + RIGHT + "A\n", "8H CAT"),
        ("H CAT" + "\x01" + "8\n", "8H CAT"),
        ("H CAT" + "\x1b[H" + "8" + "\x1b[F" + "S\n", "8H CATS"),
        ("X8H" + "\x1bOH" + "\x1b[3~" + "\x05" + " CAT\n", "8H CAT"),
        ("X8H" + "\x01" + "\x04" + "\n", "8H"),
        ("rubbish\x158H CAT\n", "8H CAT"),
        ("8H CATS \x17CAT\n", "8H CAT"),
        ("8H\x1b[5~ CAT\x1bx\x1b[24~\n", "8H CAT"),
        ("\x7f" + LEFT + "a" + RIGHT + "\x1b[3~" + "\n", "a"),
        ("é ß\n", "é ß"),
        ("\x00\x07\x1b\x1bok\n", "ok"),
    ],
)
def test_keys(keys: str, line: str) -> None:
    assert LineEditor().feed(keys) == [line]


def test_several_lines_at_once() -> None:
    editor = LineEditor()
    assert editor.feed("one\ntwo\nthr") == ["one", "two"]
    assert editor.text == "thr"


def test_ctrl_d_ends_the_input_on_an_empty_line_alone() -> None:
    assert LineEditor().feed("\x04") == [None]
    editor = LineEditor()
    assert editor.feed("ab\x04") == []
    assert editor.text == "ab"


def test_earlier_lines_come_back_and_the_draft_is_kept() -> None:
    editor = LineEditor()
    editor.feed("one\ntwo\ntwo\n\ndraft")
    editor.feed(UP)
    assert editor.text == "two"
    editor.feed(UP + UP)
    assert editor.text == "one"
    editor.feed(DOWN + DOWN + DOWN)
    assert editor.text == "draft"


def test_a_line_has_an_end() -> None:
    editor = LineEditor()
    editor.feed("x" * (MAX_LINE + 100))
    assert len(editor.text) == MAX_LINE


def test_a_long_line_shows_where_the_cursor_is() -> None:
    editor = LineEditor()
    editor.feed("abcdefghij")
    assert editor.shown(20) == ("abcdefghij", 0)
    assert editor.shown(5) == ("ghij", 0)
    editor.feed("\x01")
    assert editor.shown(5) == ("abcde", 5)


@given(st.text(st.characters() | st.sampled_from("\x1b[O~ABCD\x01\x04\x05\x7f\x15\x17\n1234")))
def test_nothing_typed_breaks_it(keys: str) -> None:
    editor = LineEditor()
    for line in editor.feed(keys):
        assert line is None or line.isprintable() or line == ""
    assert 0 <= editor.cursor <= len(editor.text)
    part, back = editor.shown(10)
    assert len(part) <= 10
    assert 0 <= back <= len(part)


@given(st.text(st.characters(categories=("L", "N", "P", "Zs")), max_size=50))
def test_what_is_typed_is_what_is_read(text: str) -> None:
    plain = "".join(sign for sign in text if sign.isprintable())
    assert LineEditor().feed(text + "\n") == [plain]

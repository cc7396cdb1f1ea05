"""What a line means."""

import pytest

from p2pscrabble.errors import NotationError, UsageError
from p2pscrabble.game.board import Board
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Pass, Play
from p2pscrabble.game.rules import PRESETS
from p2pscrabble.text.commands import Command, Make, Say, Simple, Try, help_text, parse_line

CAT = Play(((111, "C"), (112, "A"), (113, "T")))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("8G CAT", Make(CAT)),
        ("  8g   cat ", Make(CAT)),
        ("score 8G CAT", Try(CAT)),
        ("TRY 8G cat", Try(CAT)),
        ("exchange abc", Make(Exchange("ABC"))),
        ("ex A b ?", Make(Exchange("AB?"))),
        ("pass", Make(Pass())),
        ("Challenge", Make(Challenge())),
        ("accept", Make(Accept())),
        ("chat hello there", Say("hello there")),
        ("/pass", Say("pass")),
        ("/ hello", Say("hello")),
        ("help", Simple.HELP),
        ("?", Simple.HELP),
        ("BOARD", Simple.BOARD),
        ("tiles", Simple.UNSEEN),
        ("score", Simple.PLAYERS),
        ("q", Simple.QUIT),
        ("leave", Simple.LEAVE),
        ("again", Simple.AGAIN),
        ("start", Simple.START),
        ("", None),
        ("   ", None),
        ("/", None),
    ],
)
def test_lines(line: str, command: Command | None) -> None:
    assert parse_line(line, Board(), "ABCT?AA") == command


@pytest.mark.parametrize("line", ["hello", "8H", "99Z CAT", "chat", "exchange", "exchange 123", "leave now"])
def test_what_means_nothing_is_explained(line: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_line(line, Board(), None)
    assert str(error.value).endswith((".", "hello"))


def test_a_missing_letter_is_the_blank() -> None:
    assert parse_line("8G cat", Board(), "AT?") == Make(
        Play(((111, "c"), (112, "A"), (113, "T")))  # type: ignore[arg-type]
    )


def test_no_moves_without_a_game() -> None:
    with pytest.raises(UsageError, match="no game yet"):
        parse_line("8G CAT", None, None)
    assert parse_line("help", None, None) is Simple.HELP


def test_help_names_every_command() -> None:
    text = help_text(PRESETS["tournament"])
    for command in Simple:
        assert command.value in text
    for word in ("exchange", "pass", "challenge", "accept", "score 8H WORD", "chat", "without NAME", "wait NAME"):
        assert word in text
    assert "challenge " not in help_text(PRESETS["classic"])
    assert max(map(len, text.splitlines())) <= 100

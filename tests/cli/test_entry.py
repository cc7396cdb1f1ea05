"""The program as a whole: help, options that hold everywhere, errors, exit codes."""

from __future__ import annotations

import importlib
import logging
import subprocess
import sys
from typing import Any

import click
import pytest

from p2pscrabble import __version__
from p2pscrabble.cli.entry import Program, cli
from p2pscrabble.cli.exits import ExitCode, NegativeAnswer, Refusal, code_of
from p2pscrabble.errors import (
    Breach,
    DamagedNumber,
    IllegalMove,
    P2PScrabbleError,
    RelayRefused,
    RelayUnreachable,
    RoomUnavailable,
    UsageError,
    sentence,
)

HEAVY = ("aiohttp", "asyncio", "cryptography", "segno", "platformdirs", "filelock", "p2pscrabble.game", "hashlib")


def test_help_lists_every_command_and_every_exit_code(run: Any) -> None:
    text = run("--help").stdout
    for section in Program.sections.values():
        for listed in section:
            assert f"  {listed.name} " in text
            assert listed.help in text
    for code in ExitCode:
        assert f"    {code.value} " in text


@pytest.mark.parametrize("listed", [listed for section in Program.sections.values() for listed in section], ids=str)
def test_every_command_can_be_loaded_and_says_what_it_does(listed: Any) -> None:
    module = importlib.import_module(listed.module)
    command = getattr(module, f"{listed.name}_command")
    assert command.name == listed.name
    if listed.name != "relay":
        assert command.help


def every_command() -> list[tuple[str, click.Command]]:
    context = click.Context(cli)
    found: list[tuple[str, click.Command]] = [("", cli)]
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command is not None
        found.append((name, command))
        if isinstance(command, click.Group):
            found += [(f"{name} {below}", inner) for below, inner in command.commands.items()]
    return found


def test_every_option_has_an_environment_variable_that_help_shows() -> None:
    for name, command in every_command():
        for option in command.params:
            if (
                isinstance(option, click.Option)
                and not option.hidden
                and option.name not in ("version", "help", "text")
            ):
                assert option.show_envvar, f"{name} {option.name}"


def test_help_is_quick_and_loads_nothing_heavy() -> None:
    script = (
        "import sys\nfrom p2pscrabble.cli import cli\n"
        "try: cli(['--help'])\nexcept SystemExit: pass\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr.strip() == "[]"


def test_version(run: Any) -> None:
    assert run("--version").stdout == f"p2pscrabble {__version__}\n"


def test_a_mistyped_command_is_guessed(run: Any) -> None:
    answer = run("joni")
    assert answer.code == ExitCode.USAGE
    assert "Did you mean `p2pscrabble join`?" in answer.stderr
    assert "no command “xyzzy”.\n" in run("xyzzy").stderr


def test_options_of_the_program_stand_on_either_side_of_a_command(run: Any, tmp_path: Any) -> None:
    other = str(tmp_path / "other")
    assert str(tmp_path / "data") in run("paths").stdout
    assert other in run("paths", "--data-dir", other).stdout
    assert run("paths", "--json").events[0]["data"] == run("--json", "paths").events[0]["data"]
    assert run("paths", env={"P2PSCRABBLE_JSON": "1"}).events[0]["v"] == 1


def test_options_are_read_from_the_environment(run: Any) -> None:
    answer = run("host", env={"P2PSCRABBLE_HOST_CLOCK": "soon"})
    assert answer.code == ExitCode.USAGE
    assert "25+0" in answer.stderr


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (NegativeAnswer("No."), 1),
        (RoomUnavailable("The room is full."), 1),
        (IllegalMove(["No."]), 1),
        (UsageError("No."), 2),
        (DamagedNumber("no"), 2),
        (P2PScrabbleError("No."), 2),
        (RelayUnreachable("No."), 3),
        (RelayRefused("No."), 3),
        (Breach("No."), 4),
        (KeyboardInterrupt(), 130),
        (click.Abort(), 130),
        (ValueError(), 1),
    ],
)
def test_exit_codes(error: BaseException, code: int) -> None:
    assert code_of(error) == code


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a digit is wrong", "A digit is wrong."),
        ("p2pscrabble is old.", "p2pscrabble is old."),
        ("Type `help`", "Type `help`"),
        ("ws://host:1/ does not answer", "ws://host:1/ does not answer."),
        ("", ""),
    ],
)
def test_errors_are_sentences(text: str, said: str) -> None:
    assert sentence(text) == said


def test_an_error_is_an_object_too(capsys: pytest.CaptureFixture[str]) -> None:
    Refusal("it is “so”", 3, as_json=True).show()
    shown = capsys.readouterr()
    assert shown.out == '{"v": 1, "event": "error", "code": 3, "text": "It is \\u201cso\\u201d."}\n'
    assert shown.err == "It is “so”.\n"


def test_ctrl_c_ends_with_130(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("p2pscrabble.cli.home.show_home", interrupted)
    answer = run("--text")
    assert answer.code == ExitCode.INTERRUPTED
    assert answer.stderr.strip() == ""


def test_an_error_of_ours_is_a_sentence_and_with_vv_a_traceback(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> None:
        raise RelayUnreachable

    monkeypatch.setattr("p2pscrabble.cli.home.show_home", unreachable)
    answer = run("--text")
    assert (answer.code, answer.stdout, answer.stderr) == (3, "", "The relay cannot be reached.\n")
    assert run("--text", "--json").events[0]["code"] == 3
    with pytest.raises(RelayUnreachable):
        run("--text", "-vv")


def test_verbose_tells_what_goes_on_beneath(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setattr("logging.basicConfig", lambda **settings: told.append(settings["level"]))
    run("-v", "paths")
    run("paths", "-vv")
    run("paths")
    assert told == [logging.INFO, logging.DEBUG]

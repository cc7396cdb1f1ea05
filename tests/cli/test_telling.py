"""What a host is told to send to the others, and how long work is shown."""

from __future__ import annotations

import io
import sys
from typing import Any

import pytest

from p2pscrabble.cli.invite import qr_code, show_invitation
from p2pscrabble.cli.output import Output
from p2pscrabble.cli.settings import Settings
from p2pscrabble.numerals import RoomCode
from p2pscrabble.transport import parse_relay
from p2pscrabble.web.starting import Told

CODE = RoomCode.parse("3372 4681 0187 8858")


class Screen(io.StringIO):
    """A terminal that shows this encoding."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def told(monkeypatch: pytest.MonkeyPatch, room: Told, **settings: Any) -> str:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    show_invitation(room, Output(Settings(**settings)))
    return screen.getvalue()


def hosted(relay: str, *addresses: str, embedded: bool) -> Told:
    own = parse_relay(relay).profile.name == "own"
    links = tuple(f"{address}#{CODE.digits}" for address in addresses)
    link = links[0] if own else str(CODE)
    return Told("3372-abcdef", str(CODE), link, links, str(parse_relay(relay)), host=True, embedded=embedded)


def test_a_relay_of_ones_own_goes_by_link(monkeypatch: pytest.MonkeyPatch) -> None:
    room = hosted("ws://192.168.1.20:8765/", "ws://192.168.1.20:8765/", "ws://10.0.0.2:8765/", embedded=True)
    text = told(monkeypatch, room)
    assert text.startswith("Room code: 3372 4681 0187 8858\n")
    assert "█" in text
    assert "On the other computer, run:\n    p2pscrabble join\n" in text
    assert "    ws://192.168.1.20:8765/#3372468101878858\n" in text
    assert "If that finds nothing" in text
    assert "    ws://10.0.0.2:8765/#3372468101878858\n" in text
    assert "█" not in told(monkeypatch, room, no_qr=True)
    assert told(monkeypatch, room, quiet=True) == ""


def test_a_relay_of_others_goes_by_code(monkeypatch: pytest.MonkeyPatch) -> None:
    room = hosted("wss://relay.example", "wss://relay.example/", embedded=False)
    text = told(monkeypatch, room, no_qr=True)
    assert "and give it the room code, if it is set to the same relay, or else this link:" in text
    turbowarp = hosted("turbowarp", "wss://clouddata.turbowarp.org/", embedded=False)
    assert "must be set to the same relay:\n    --relay turbowarp\n" in told(monkeypatch, turbowarp, no_qr=True)


def test_a_terminal_without_blocks_gets_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    screen.encoding = "latin-1"
    monkeypatch.setattr(sys, "stderr", screen)
    assert qr_code("x") == ""


def test_progress_is_shown_on_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for screen, shown in ((Screen(), True), (io.StringIO(), False)):
        monkeypatch.setattr(sys, "stderr", screen)
        with Output(Settings()).progress("Reading") as progress:
            for part in (0.0, 0.5, 0.4, 1.0):
                progress(part)
        assert ("Reading" in screen.getvalue()) == shown
        assert ("100%" in screen.getvalue()) == shown
    with Output(Settings(quiet=True)).progress("Reading") as progress:
        progress(1.0)


def test_colour_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Screen())
    monkeypatch.setenv("TERM", "xterm")
    assert Settings().coloured
    assert not Settings(no_color=True).coloured
    monkeypatch.setenv("NO_COLOR", "1")
    assert not Settings().coloured
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not Settings().coloured

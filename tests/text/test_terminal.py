"""The terminal: a real pseudo-terminal where there is one, and pipes."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import sys
from collections.abc import Iterator

import pytest

from p2pscrabble.text.terminal import Terminal

DEADLINE = 60.0


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    reading, writing = os.pipe()
    yield reading, writing
    for end in (reading, writing):
        with contextlib.suppress(OSError):
            os.close(end)


async def test_lines_from_a_pipe(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    out = io.StringIO()
    with Terminal(out, reading) as terminal:
        assert not terminal.interactive
        terminal.prompt("> ")
        os.write(writing, b"8H CAT\r\nch")
        assert await asyncio.wait_for(terminal.line(), DEADLINE) == "8H CAT"
        terminal.show("News.")
        os.write(writing, "at é".encode()[:-1])
        os.write(writing, "é\nlast".encode()[1:])
        os.close(writing)
        assert await asyncio.wait_for(terminal.line(), DEADLINE) == "chat é"
        assert await asyncio.wait_for(terminal.line(), DEADLINE) == "last"
        for _ in range(2):
            assert await asyncio.wait_for(terminal.line(), DEADLINE) is None
    assert out.getvalue() == "News.\n", "a pipe is asked nothing"


async def test_a_line_without_end_is_cut(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    with Terminal(io.StringIO(), reading) as terminal:
        os.write(writing, b"x" * 5000)
        assert await asyncio.wait_for(terminal.line(), DEADLINE) == "x" * 2000


async def test_output_that_is_gone_is_no_error(pipe: tuple[int, int]) -> None:
    reading, _ = pipe
    out = io.StringIO()
    out.close()
    with Terminal(out, reading) as terminal:
        terminal.show("Nobody reads this.")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
class TestPseudoTerminal:
    """What a person sees."""

    @pytest.fixture
    def screen(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[Screen]:
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setenv("COLUMNS", "80")
        with Screen() as screen:
            yield screen

    async def test_news_appears_above_the_line_being_typed(self, screen: Screen) -> None:
        with Terminal(screen.out, screen.terminal) as terminal:
            assert terminal.interactive
            terminal.prompt("> ")
            screen.type("8H CA")
            await screen.shows("> 8H CA")
            screen.clear()
            terminal.show("Ben: hello")
            await screen.shows("\r\x1b[KBen: hello\r\n\r\x1b[K> 8H CA")
            screen.type("\x7fAT\n")
            assert await asyncio.wait_for(terminal.line(), DEADLINE) == "8H CAT"

    async def test_a_question_replaces_the_prompt(self, screen: Screen) -> None:
        with Terminal(screen.out, screen.terminal) as terminal:
            terminal.prompt("> ")
            terminal.prompt("> ")
            await screen.shows("> ")
            terminal.prompt("Sure? ")
            await screen.shows("Sure? ")

    async def test_the_cursor_goes_back(self, screen: Screen) -> None:
        with Terminal(screen.out, screen.terminal) as terminal:
            terminal.prompt("> ")
            screen.type("ab\x1b[D")
            await screen.shows("> ab\x1b[1D")

    async def test_ctrl_d_ends(self, screen: Screen) -> None:
        with Terminal(screen.out, screen.terminal) as terminal:
            terminal.prompt("> ")
            screen.type("\x04")
            assert await asyncio.wait_for(terminal.line(), DEADLINE) is None

    async def test_the_terminal_is_as_it_was(self, screen: Screen) -> None:
        import termios

        before = termios.tcgetattr(screen.terminal)
        with Terminal(screen.out, screen.terminal) as terminal:
            assert termios.tcgetattr(screen.terminal) != before
            terminal.prompt("> ")
        assert termios.tcgetattr(screen.terminal) == before

    async def test_a_dumb_terminal_gets_lines(self, screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TERM", "dumb")
        with Terminal(screen.out, screen.terminal) as terminal:
            terminal.prompt("> ")
            terminal.show("News.")
            await screen.shows("> \r\nNews.\r\n> ")
            screen.type("pass\n")
            assert await asyncio.wait_for(terminal.line(), DEADLINE) == "pass"
            assert "\x1b" not in screen.seen


class Screen:
    """A pseudo-terminal and all that was written to it."""

    def __enter__(self) -> Screen:
        import pty

        self._ours, self.terminal = pty.openpty()
        os.set_blocking(self._ours, False)
        self.out = open(self.terminal, "w", closefd=False)
        self.seen = ""
        return self

    def __exit__(self, *_: object) -> None:
        self.out.close()
        os.close(self._ours)
        os.close(self.terminal)

    def type(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def clear(self) -> None:
        self._read()
        self.seen = ""

    def _read(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while True:
                self.seen += os.read(self._ours, 4096).decode()

    async def shows(self, text: str) -> None:
        async with asyncio.timeout(DEADLINE):
            while text not in self.seen:
                self._read()
                await asyncio.sleep(0.005)

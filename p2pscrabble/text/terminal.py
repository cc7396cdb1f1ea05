"""The person's terminal: lines come in while news goes out, and neither spoils the other.

On a terminal of the Unix kind the line being typed is ours to draw, so that news appears above it. Everywhere else
(Windows, pipes, ``TERM=dumb``) lines come in as they are and the prompt is printed again after news. A thread reads,
because nothing else works with every kind of standard input; it is a daemon, and reads without Python's locks, so
that a program that ends need not wait for a key.
"""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import os
import shutil
import signal
import sys
import textwrap
import threading
from collections.abc import Iterator
from typing import Any, Final, Protocol, TextIO

from p2pscrabble.text.editor import MAX_LINE, LineEditor

try:
    import termios
except ImportError:  # Windows
    termios = None  # type: ignore[assignment]

_CHUNK: Final = 4096
_ERASE: Final = "\r\x1b[K"


class Console(Protocol):
    """Where a person reads and types."""

    @property
    def interactive(self) -> bool:
        """Whether a person sits there who can be asked back."""
        ...

    @property
    def coloured(self) -> bool:
        """Whether colour may be used."""
        ...

    def show(self, text: str) -> None:
        """Prints something, above the line that is being typed."""
        ...

    def prompt(self, text: str) -> None:
        """Asks for a line, with this in front of it."""
        ...

    async def line(self) -> str | None:
        """The next line that was typed; ``None`` at the end of all input."""
        ...


class Terminal:
    """Standard input and an output stream as a :class:`Console`. Use as a context manager, within a running loop."""

    def __init__(self, out: TextIO | None = None, source: int = 0, *, coloured: bool = False) -> None:
        self._out = sys.stderr if out is None else out
        self._source = source
        self.coloured = coloured
        self.interactive = _is_terminal(source) and self._out.isatty()
        self._editor = LineEditor() if self.interactive and termios and os.environ.get("TERM") != "dumb" else None
        self._prompt = ""
        self._asking = self._closed = False
        self._partial = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._restore = contextlib.ExitStack()

    def __enter__(self) -> Terminal:
        loop = asyncio.get_running_loop()
        if self._editor is not None:
            before = self._restore.enter_context(_kept_mode(self._source))
            _single_keys(self._source, before)
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):  # only the main thread has signals
                loop.add_signal_handler(signal.SIGCONT, self._continue, before)
                self._restore.callback(loop.remove_signal_handler, signal.SIGCONT)
        threading.Thread(target=self._read, args=(loop,), daemon=True, name="keyboard").start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closed = True
        if self._asking:
            self._write("\n" if self._editor is None or self._editor.text else _ERASE)
            self._asking = False
        self._restore.close()

    def show(self, text: str) -> None:
        """Prints something, above the line that is being typed."""
        if self._asking and self.interactive:
            self._write(_ERASE if self._editor is not None else "\n")
        self._write(f"{_wrapped(text) if self.interactive else text}\n")
        if self._asking:
            self._draw()

    def prompt(self, text: str) -> None:
        """Asks for a line, with this in front of it."""
        if self._asking and text == self._prompt:
            return
        if self._asking and self.interactive:
            self._write(_ERASE if self._editor is not None else "\n")
        self._prompt, self._asking = text, True
        self._draw()

    async def line(self) -> str | None:
        """The next line that was typed; ``None`` at the end of all input, for good."""
        line = await self._lines.get()
        if line is None:
            self._lines.put_nowait(None)
        return line

    def _continue(self, before: list[Any]) -> None:
        """Ctrl-Z and ``fg``: the shell has put the terminal into its own mode, and scrolled."""
        _single_keys(self._source, before)
        if self._asking:
            self._draw()

    def _draw(self) -> None:
        if not self.interactive:
            return
        if self._editor is None:
            self._write(self._prompt)
            return
        width = max(10, shutil.get_terminal_size().columns - len(self._prompt) - 1)
        part, back = self._editor.shown(width)
        self._write(f"{_ERASE}{self._prompt}{part}" + (f"\x1b[{back}D" if back else ""))

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):  # a terminal that was closed takes nothing any more
            self._out.write(text)
            self._out.flush()

    # What comes in

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        """In its own thread: hands on what comes in, until there is no more."""
        with contextlib.suppress(OSError, RuntimeError):  # RuntimeError: the loop has ended, and so do we
            with open(self._source, "rb", buffering=0, closefd=False) as source:
                while chunk := source.read(_CHUNK):
                    loop.call_soon_threadsafe(self._take, chunk)
            loop.call_soon_threadsafe(self._take, b"")

    def _take(self, chunk: bytes) -> None:
        if self._closed:
            return
        text = self._decoder.decode(chunk, final=not chunk)
        if self._editor is None:
            self._take_lines(text, final=not chunk)
            return
        before, cursor = self._editor.text, self._editor.cursor
        for line in self._editor.feed(text):
            self._write(f"{_ERASE}{self._prompt}{line or ''}\n")
            self._asking = False
            self._lines.put_nowait(line)
            before = ""
        if not chunk:
            self._lines.put_nowait(None)
        elif self._asking and (self._editor.text, self._editor.cursor) != (before, cursor):
            self._draw()

    def _take_lines(self, text: str, *, final: bool) -> None:
        *lines, self._partial = (self._partial + text).split("\n")
        if len(self._partial) > MAX_LINE or (final and self._partial):
            lines.append(self._partial[:MAX_LINE])
            self._partial = ""
        for line in lines:
            self._asking = False
            self._lines.put_nowait(line.rstrip("\r"))
        if final:
            self._lines.put_nowait(None)


def _wrapped(text: str) -> str:
    """The text with lines broken between words where the terminal would break them anywhere."""
    width = shutil.get_terminal_size().columns - 1
    lines = []
    for line in text.split("\n"):
        if len(line) <= width or "\x1b" in line:
            lines.append(line)
        else:
            indent = " " * min(len(line) - len(line.lstrip()), width // 2)
            broken = textwrap.wrap(
                line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
            )
            lines.extend(broken)
    return "\n".join(lines)


def _is_terminal(source: int) -> bool:
    try:
        return os.isatty(source)
    except OSError:
        return False


@contextlib.contextmanager
def _kept_mode(source: int) -> Iterator[list[Any]]:
    """The mode of the terminal, which it has again afterwards."""
    before: list[Any] = termios.tcgetattr(source)
    try:
        yield before
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)


def _single_keys(source: int, before: list[Any]) -> None:
    """The terminal hands over every key at once and shows none itself."""
    mode = [*before[:6], list(before[6])]
    mode[3] &= ~(termios.ICANON | termios.ECHO)
    mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
    termios.tcsetattr(source, termios.TCSADRAIN, mode)

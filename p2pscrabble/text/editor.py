"""A line of input while it is typed, so that news can be shown above it and the line stays whole.

Knows no terminal: it is fed what the keys send and tells what the line looks like.
"""

from __future__ import annotations

from typing import Final

_KEYS: Final = {
    "\x1b[A": "up", "\x1bOA": "up", "\x1b[B": "down", "\x1bOB": "down",
    "\x1b[C": "right", "\x1bOC": "right", "\x06": "right", "\x1b[D": "left", "\x1bOD": "left", "\x02": "left",
    "\x1b[H": "home", "\x1bOH": "home", "\x1b[1~": "home", "\x01": "home",
    "\x1b[F": "end", "\x1bOF": "end", "\x1b[4~": "end", "\x05": "end",
    "\x1b[3~": "delete", "\x7f": "erase", "\x08": "erase", "\x15": "erase line", "\x17": "erase word",
    "\n": "enter", "\r": "enter", "\x04": "done",
}  # fmt: skip
_LONGEST_KEY: Final = 16
_MOST_REMEMBERED: Final = 100
MAX_LINE: Final = 2_000
"""The longest line that is taken, in characters."""


class LineEditor:
    """The line, the cursor in it, and the lines before it."""

    def __init__(self) -> None:
        self.text = ""
        self.cursor = 0
        self._earlier: list[str] = []
        self._at = 0
        self._draft = ""
        self._key = ""

    def feed(self, keys: str) -> list[str | None]:
        """Takes what was typed; returns the lines that were finished, ``None`` for Ctrl-D on an empty line."""
        finished: list[str | None] = []
        for sign in keys:
            if self._key or sign == "\x1b":
                self._escape(sign, finished)
            else:
                self._press(sign, finished)
        return finished

    def shown(self, width: int) -> tuple[str, int]:
        """The part of the line that fits into so many columns, and how far the cursor is from its end."""
        start = max(0, self.cursor - width + 1) if self.cursor >= width else 0
        part = self.text[start : start + width]
        return part, len(part) - (self.cursor - start)

    def _escape(self, sign: str, finished: list[str | None]) -> None:
        """Collects a sequence that begins with Escape until it is whole; one that nobody knows does nothing."""
        self._key += sign
        key = self._key
        whole = len(key) > 2 and "@" <= sign <= "~"
        if key in _KEYS or whole or len(key) >= _LONGEST_KEY or (len(key) == 2 and sign not in "[O"):
            self._key = ""
            if key in _KEYS:
                self._do(_KEYS[key], finished)

    def _press(self, sign: str, finished: list[str | None]) -> None:
        if sign in _KEYS:
            self._do(_KEYS[sign], finished)
        elif sign.isprintable() and len(self.text) < MAX_LINE:
            self.text = self.text[: self.cursor] + sign + self.text[self.cursor :]
            self.cursor += 1

    def _do(self, action: str, finished: list[str | None]) -> None:
        text, cursor = self.text, self.cursor
        match action:
            case "enter":
                finished.append(self._enter())
            case "done" if not text:
                finished.append(None)
            case "up" | "down":
                self._recall(-1 if action == "up" else 1)
            case "left":
                self.cursor = max(0, cursor - 1)
            case "right":
                self.cursor = min(len(text), cursor + 1)
            case "home":
                self.cursor = 0
            case "end":
                self.cursor = len(text)
            case "erase":
                self._cut(max(0, cursor - 1), cursor)
            case "delete" | "done":
                self._cut(cursor, cursor + 1)
            case "erase line":
                self._cut(0, cursor)
            case "erase word":
                self._cut(text[:cursor].rstrip().rfind(" ") + 1, cursor)

    def _cut(self, start: int, end: int) -> None:
        self.text = self.text[:start] + self.text[end:]
        self.cursor = start

    def _enter(self) -> str:
        line = self.text
        if line.strip() and (not self._earlier or self._earlier[-1] != line):
            self._earlier = [*self._earlier, line][-_MOST_REMEMBERED:]
        self._at = len(self._earlier)
        self.text, self.cursor, self._draft = "", 0, ""
        return line

    def _recall(self, step: int) -> None:
        at = self._at + step
        if not 0 <= at <= len(self._earlier):
            return
        if self._at == len(self._earlier):
            self._draft = self.text
        self._at = at
        self.text = self._draft if at == len(self._earlier) else self._earlier[at]
        self.cursor = len(self.text)

"""How the page is opened: keys, files and browsers."""

from __future__ import annotations

import os
import stat
import sys
import webbrowser
from pathlib import Path

import pytest

from p2pscrabble.errors import StoreError
from p2pscrabble.web.opening import (
    KEY_FILE,
    PORT_FILE,
    Doors,
    browse,
    can_browse,
    keep_port,
    kept_port,
    kept_token,
    remove_stale,
)

posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


class TestTheToken:
    """It stays the same, and is the owner's alone."""

    @posix
    def test_it_is_kept_and_only_the_owner_can_read_it(self, tmp_path: Path) -> None:
        old = os.umask(0)
        try:
            token = kept_token(tmp_path / "data")
        finally:
            os.umask(old)
        assert len(token) == 43
        assert mode(tmp_path / "data" / KEY_FILE) == 0o600
        assert kept_token(tmp_path / "data") == token
        assert kept_token(tmp_path / "other") != token
        assert [path.name for path in (tmp_path / "data").iterdir()] == [KEY_FILE]

    @pytest.mark.parametrize("damage", [b"", b"short", b"\xff" * 43, b"a" * 44, b"a" * 42 + b"!"])
    def test_a_damaged_one_is_made_anew(self, tmp_path: Path, damage: bytes) -> None:
        (tmp_path / KEY_FILE).write_bytes(damage)
        (tmp_path / KEY_FILE).chmod(0o600)
        token = kept_token(tmp_path)
        assert len(token) == 43
        assert kept_token(tmp_path) == token

    @posix
    def test_one_that_others_could_read_is_made_anew(self, tmp_path: Path) -> None:
        token = kept_token(tmp_path)
        (tmp_path / KEY_FILE).chmod(0o644)
        assert kept_token(tmp_path) != token
        assert mode(tmp_path / KEY_FILE) == 0o600

    def test_a_folder_that_cannot_be_used(self, tmp_path: Path) -> None:
        (tmp_path / "data").write_text("a file")
        with pytest.raises(StoreError, match="cannot be kept"):
            kept_token(tmp_path / "data")


class TestDoors:
    """Keys that are good once, and one that lasts for a run."""

    @posix
    def test_a_file_that_leads_to_the_page(self, tmp_path: Path) -> None:
        doors = Doors(tmp_path, 4187)
        file = doors.file("/room/1234-abcdef")
        assert mode(file) == 0o600
        text = file.read_text()
        assert '<meta name="referrer" content="no-referrer">' in text
        assert 'content="0;url=http://127.0.0.1:4187/open?key=' in text
        assert "&amp;to=%2Froom%2F1234-abcdef" in text
        key = text.split("key=")[1].split("&")[0]
        assert not doors.admits(key[:-1])
        assert file.exists()
        assert doors.admits(key)
        assert not file.exists()
        assert not doors.admits(key)

    def test_what_nobody_used_is_removed(self, tmp_path: Path) -> None:
        now = 0.0
        doors = Doors(tmp_path, 1, steady=lambda: now)
        early = doors.file("/")
        key = early.read_text().split("key=")[1].split("&")[0]
        now = 121.0
        late = doors.file("/")
        assert not early.exists()
        assert doors.used(early)
        assert not doors.admits(key)
        assert late.exists()
        doors.close()
        assert not late.exists()
        assert list(tmp_path.iterdir()) == []

    def test_every_run_has_another_key(self, tmp_path: Path) -> None:
        first, second = Doors(tmp_path, 1), Doors(tmp_path, 1)
        key = first.url("/").split("key=")[1].split("&")[0]
        assert first.admits(key)
        assert first.admits(key)
        assert not second.admits(key)

    def test_what_a_killed_program_left_is_removed(self, tmp_path: Path) -> None:
        file = Doors(tmp_path, 1).file("/")
        (tmp_path / "open-game.txt").write_text("another's")
        remove_stale(tmp_path)
        assert not file.exists()
        assert (tmp_path / "open-game.txt").exists()

    def test_a_folder_that_cannot_be_written(self, tmp_path: Path) -> None:
        with pytest.raises(StoreError, match="cannot be opened"):
            Doors(tmp_path / "none", 1).file("/")


class TestThePort:
    """The page is at the same address again."""

    def test_it_is_kept(self, tmp_path: Path) -> None:
        assert kept_port(tmp_path) == 0
        keep_port(tmp_path, 41873)
        assert kept_port(tmp_path) == 41873
        keep_port(tmp_path / "none", 1)

    @pytest.mark.parametrize("damage", [b"", b"x", b"0", b"-1", b"65536", b"\xff", b"9" * 5_000])
    def test_a_damaged_one_is_none(self, tmp_path: Path, damage: bytes) -> None:
        (tmp_path / PORT_FILE).write_bytes(damage)
        assert kept_port(tmp_path) == 0


class TestTheBrowser:
    """Whether there is one with a window."""

    @pytest.fixture(autouse=True)
    def _no_screen(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
            monkeypatch.delenv(name, raising=False)

    def test_none_without_a_screen(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "platform", "linux")
        assert not can_browse()

    def test_one_in_the_terminal_is_none_unless_it_is_asked_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("DISPLAY", ":0")
        monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("lynx"))
        assert not can_browse()
        monkeypatch.setenv("BROWSER", "lynx")
        assert can_browse()
        monkeypatch.delenv("BROWSER")
        monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.BackgroundBrowser("xdg-open"))
        assert can_browse()

    def test_none_at_all(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        def none(*_: object) -> webbrowser.BaseBrowser:
            raise webbrowser.Error

        monkeypatch.setenv("DISPLAY", ":0")
        monkeypatch.setattr(webbrowser, "get", none)
        assert not can_browse()
        monkeypatch.setattr(webbrowser, "open", none)
        assert not browse(tmp_path / "open.html")

    def test_it_is_given_a_file_and_no_key(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        opened: list[str] = []

        def take(url: str) -> bool:
            opened.append(url)
            return True

        monkeypatch.setattr(webbrowser, "open", take)
        assert browse(tmp_path / "open.html")
        assert opened == [(tmp_path / "open.html").as_uri()]

"""What the README shows is what the program does.

``python -m tests.docs.test_readme`` writes the computed blocks into the page anew.
"""

from __future__ import annotations

import doctest
import re
import struct
from pathlib import Path
from textwrap import wrap

from click.testing import CliRunner

from p2pscrabble.cli import cli
from p2pscrabble.numerals.checkdigits import grouped
from p2pscrabble.table.replay import read_replay, replay_positions
from p2pscrabble.text.record import record_text
from p2pscrabble.text.table import table_text
from tests.browser.tab import WIDE
from tests.docs import game, pages, picture
from tests.web.protocol import Protocol

PAGE = pages.ROOT / "README.md"
LARGEST = 200_000
"""Bytes of a picture."""


def shown() -> dict[str, str]:
    """Every computed block of the page."""
    lines = record_text(("Player 1", "Player 2"), game.positions()).splitlines()
    return {
        "picture": table_text(game.view()) + "\n",
        "number": "\n".join(wrap(grouped(game.number()), 79)) + "\n",
        "moves": "\n".join([*lines[:4], "…", lines[-1]]) + "\n",
    }


def test_the_page_shows_what_the_program_makes() -> None:
    assert pages.computed(pages.read(PAGE)) == shown()


def test_the_picture_fits_a_narrow_window() -> None:
    assert max(map(len, shown()["picture"].splitlines())) < 80


def test_the_number_on_the_page_is_the_whole_game() -> None:
    number = pages.computed(pages.read(PAGE))["number"]
    assert replay_positions(read_replay(number), game.words()) == game.positions()


def test_the_number_on_the_page_is_shown_by_the_command(tmp_path: Path) -> None:
    number = pages.computed(pages.read(PAGE))["number"]
    done = CliRunner().invoke(cli, ["--data-dir", str(tmp_path), "replay", *number.split()])
    assert done.exit_code == 0, done.output
    for line in shown()["moves"].splitlines():
        assert line == "…" or line in done.stdout


def test_the_python_examples_run() -> None:
    examples = "".join(block.text for block in pages.blocks(pages.read(PAGE)) if block.language == "python")
    parsed = doctest.DocTestParser().get_doctest(examples, {}, "README", str(PAGE), 0)
    assert len(parsed.examples) > 10
    failed = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(parsed).failed
    assert failed == 0


def test_the_pictures_are_there_and_small() -> None:
    named = re.findall(r'(?:src|srcset)="([^"]+)"', pages.read(PAGE))
    assert [pages.ROOT / name for name in named] == [picture.FILES["dark"], picture.FILES["light"]]
    for file in picture.FILES.values():
        data = file.read_bytes()
        assert data.startswith(b"\x89PNG")
        assert struct.unpack(">II", data[16:24]) == WIDE
        assert len(data) < LARGEST


def test_whoever_cannot_see_the_picture_is_told_what_it_shows() -> None:
    state = picture.state()
    assert Protocol().wrong(state, "RoomState") == []
    [said] = re.findall(r'alt="([^"]+)"', pages.read(PAGE))
    ana, ben = (player["score"] for player in state["players"])
    assert f"{game.NAMES[0]}, who is to move with {ana} points to {game.NAMES[1]}'s {ben}" in said
    last = game.positions()[game.PICTURED].last
    assert last is not None
    assert last.score is not None
    assert f"{game.NAMES[1]}'s last play, {last.score.words[0].text}," in said
    tried = state["draft"]["play"]
    words = [word["text"] for word in tried["words"]]
    assert f"trying {words[0]}. " in said
    assert f"{' and '.join(words)} would score {tried['total']} points" in said


def test_the_two_commands_stand_at_the_top() -> None:
    top = pages.read(PAGE).split("\n## ")[0]
    for command in ("make play", "make test", "pipx install ."):
        assert command in top


if __name__ == "__main__":
    PAGE.write_text(pages.with_computed(pages.read(PAGE), shown()), encoding="utf-8")

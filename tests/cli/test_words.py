"""``check`` and ``wordlist``."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def test_check(run: Any) -> None:
    good = run("check", "cat", "QI")
    assert (good.code, good.stdout) == (0, "CAT is a word of modern.\nQI is a word of modern.\n")
    bad = run("check", "cat", "zzz", "c4t")
    assert bad.code == 1
    assert "ZZZ is no word of modern." in bad.stdout
    words = run("--json", "check", "cat", "zzz").events
    assert [(event["v"], event["word"], event["good"]) for event in words] == [(1, "CAT", True), (1, "ZZZ", False)]
    assert run("check").code == 2


def test_check_in_a_list_that_is_not_there(run: Any) -> None:
    answer = run("check", "cat", "--lexicon", "nwl")
    assert answer.code == 2
    assert "nwl" in answer.stderr
    assert "modern" in answer.stderr


def test_a_list_of_ones_own(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "My words.txt"
    file.write_bytes("\ufeffaa a kind of lava\r\nQi\r\nx\r\ncafé\r\naa\r\n".encode())
    added = run("wordlist", "add", str(file))
    assert added.code == 0
    assert added.stdout.startswith("My-words: 2 words, ")
    assert "1 of one letter" in added.stderr
    assert "p2pscrabble host --lexicon My-words" in added.stderr
    assert run("check", "aa", "--lexicon", "my-words").code == 0
    assert run("check", "cat", "--lexicon", "my-words").code == 1
    named = run("--json", "wordlist", "add", str(file), "--as", "lava").events[0]
    assert (named["name"], named["words"], named["dropped"]["repeated"]) == ("lava", 2, 1)
    listed = run("wordlist", "list").stdout.splitlines()
    assert listed[0].startswith("modern ")
    assert [line.split()[0] for line in listed[1:]] == ["My-words", "lava"]
    info = run("wordlist", "info", "lava")
    assert "2 words; by length: 2: 2" in info.stdout
    assert run("--json", "wordlist", "info", "lava").events[0]["hash"] == named["hash"]


def test_a_list_that_cannot_be_used(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "empty.txt"
    file.write_text("1\n2\n")
    answer = run("wordlist", "add", str(file))
    assert answer.code == 2
    assert "no word" in answer.stderr
    assert run("wordlist", "add", str(tmp_path / "nowhere.txt")).code == 2


def test_the_list_of_the_program(run: Any) -> None:
    info = run("wordlist", "info").stdout
    assert info.startswith("modern: ENABLE")
    assert "172,347 words" in info

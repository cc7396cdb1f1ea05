"""The word lists of one computer: shipped, own, damaged, gone."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import p2pscrabble
from p2pscrabble.errors import StoreError, WordListError
from p2pscrabble.game.lexicon import Lexicon, compile_words, words_hash
from p2pscrabble.peer.wordlists import WordLists

WORDS = ["CAT", "CATS", "DOG"]
HASH = words_hash(WORDS)


def ship(folder: Path, words: list[str] = WORDS, claimed: bytes = HASH) -> Path:
    folder.mkdir(exist_ok=True)
    entry = {"about": "words for the tests", "words": len(words), "hash": claimed.hex()}
    (folder / "manifest.json").write_text(json.dumps({"modern": entry}))
    (folder / "modern.txt.gz").write_bytes(gzip.compress("".join(f"{word}\n" for word in words).encode()))
    return folder


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    return ship(tmp_path / "program")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def lists(data: Path, shipped: Path) -> Iterator[WordLists]:
    lists = WordLists(data, shipped)
    yield lists
    lists.close()


def text(folder: Path, name: str, *words: str) -> Path:
    path = folder / name
    path.write_text("\n".join(words))
    return path


def test_the_real_list_is_there(tmp_path: Path) -> None:
    """Its compiled form is made at first use, and mapped from then on."""
    lists = WordLists(tmp_path)
    one = lists.info("modern")
    assert (one.name, one.words, one.shipped) == ("modern", 172_347, True)
    assert not lists.ready("modern")
    parts: list[float] = []
    lexicon = lists.named("modern", parts.append)
    assert parts[0] == 0
    assert parts[-1] == 1
    assert lexicon.hash == one.hash
    assert "QUARTZ" in lexicon
    assert "QUARTZZ" not in lexicon
    assert lists.ready("modern")
    lists.close()
    again = WordLists(tmp_path)
    assert len(again.named("MODERN", parts.extend)) == 172_347  # type: ignore[arg-type]
    again.close()


def test_a_shipped_list_is_compiled_once(lists: WordLists, data: Path, shipped: Path) -> None:
    lexicon = lists.named("modern")
    assert list(lexicon) == WORDS
    assert lists.named("modern") is lexicon
    assert lists.with_hash(HASH) is lexicon
    [compiled] = (data / "wordlists" / "shipped").iterdir()
    (shipped / "modern.txt.gz").unlink()
    other = WordLists(data, shipped)
    assert other.with_hash(HASH) is not None
    assert other.with_hash(bytes(32)) is None
    other.close()
    assert [path.name for path in compiled.parent.iterdir()] == [compiled.name]


@pytest.mark.parametrize("harm", ["cut", "changed", "other words", "empty"])
def test_a_damaged_compiled_form_is_made_anew(data: Path, shipped: Path, harm: str) -> None:
    WordLists(data, shipped).named("modern").close()
    [compiled] = (data / "wordlists" / "shipped").iterdir()
    whole = compiled.read_bytes()
    compiled.write_bytes(
        {
            "cut": whole[:-8],
            "changed": whole[:-1] + bytes([whole[-1] ^ 1]),
            "other words": compile_words(["CAT"], "modern"),
            "empty": b"",
        }[harm]
    )
    lists = WordLists(data, shipped)
    assert list(lists.named("modern")) == WORDS
    lists.close()
    assert compiled.read_bytes() == whole


def test_a_shipped_list_in_a_data_folder_that_cannot_be_written(data: Path, shipped: Path) -> None:
    data.write_text("a file, where the folder should be")
    lists = WordLists(data, shipped)
    assert list(lists.named("modern")) == WORDS
    with pytest.raises(StoreError, match="can't be kept"):
        lists.add(text(shipped, "own.txt", "CAT"))
    lists.close()


def test_a_shipped_list_that_is_damaged(data: Path, tmp_path: Path) -> None:
    lists = WordLists(data, ship(tmp_path / "other", WORDS, bytes(32)))
    with pytest.raises(WordListError, match="came with p2pscrabble is damaged"):
        lists.named("modern")
    assert lists.with_hash(bytes(32)) is None
    shipped = ship(tmp_path / "another")
    lists = WordLists(data, shipped)
    for content in (b"", b"CAT\nDOG\n", gzip.compress(b"CAT")[:-9], gzip.compress("É".encode())):
        (shipped / "modern.txt.gz").write_bytes(content)
        with pytest.raises(WordListError):
            lists.named("modern")
    for manifest in ("", "[]", '{"modern": {}}', '{"modern": 5}', '{"modern": {"hash": "x"}}'):
        (shipped / "manifest.json").write_text(manifest)
        with pytest.raises(WordListError, match="install it again"):
            lists.known()


def test_without_shipped_lists(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(p2pscrabble, "__file__", str(tmp_path / "p2pscrabble" / "__init__.py"))
    lists = WordLists(data)
    assert lists.known() == ()
    with pytest.raises(WordListError, match=r"no word list “modern” here\. There is: none"):
        lists.named("modern")
    ship(tmp_path / "p2pscrabble_wordlists")
    assert [one.name for one in WordLists(data).known()] == ["modern"]


def test_adding_a_list(lists: WordLists, tmp_path: Path, data: Path) -> None:
    added = lists.add(text(tmp_path, "My words (2024).txt", "cat", "dog", "x"))
    assert (added.list.name, added.list.words, added.list.shipped) == ("My-words-2024", 2, False)
    assert str(added.file) == "2 words; left out: 1 of one letter."
    assert [one.name for one in lists.known()] == ["modern", "My-words-2024"]
    assert lists.info("my-WORDS-2024") == added.list
    assert lists.ready("My-words-2024")
    lexicon = lists.named("My-words-2024")
    assert list(lexicon) == ["CAT", "DOG"]
    assert lists.with_hash(added.list.hash) is lexicon
    assert sorted(path.name for path in (data / "wordlists").iterdir()) == ["My-words-2024.words"]


def test_a_name_stands_for_the_same_words(lists: WordLists, tmp_path: Path) -> None:
    one = text(tmp_path, "own.txt", "CAT")
    assert lists.add(one).list == lists.add(one).list
    with pytest.raises(WordListError, match="“own” already: give this one another name"):
        lists.add(text(tmp_path, "OWN.txt", "DOG"))
    with pytest.raises(WordListError, match="“modern” already"):
        lists.add(text(tmp_path, "Modern.txt", *WORDS))
    lists.add(tmp_path / "OWN.txt", "dogs")
    assert [listed.name for listed in lists.known()] == ["modern", "dogs", "own"]
    for name in ("", "-x", "a/b", "../x", "x" * 41, "ä"):
        with pytest.raises(WordListError, match="1 to 40"):
            lists.add(one, name)
    with pytest.raises(WordListError, match="1 to 40"):
        lists.add(text(tmp_path, "….txt", "CAT"))
    with pytest.raises(WordListError, match="cannot be read"):
        lists.add(tmp_path / "missing.txt")
    with pytest.raises(WordListError, match="no word"):
        lists.add(text(tmp_path, "empty.txt"))


@pytest.mark.parametrize("harm", [lambda whole: whole[:-8], lambda whole: whole[:-1] + bytes([whole[-1] ^ 1])])
def test_an_own_list_that_is_damaged(data: Path, shipped: Path, tmp_path: Path, harm: object) -> None:
    assert callable(harm)
    file = text(tmp_path, "own.txt", "CAT")
    added = WordLists(data, shipped).add(file).list
    path = data / "wordlists" / "own.words"
    path.write_bytes(harm(path.read_bytes()))
    lists = WordLists(data, shipped)
    with pytest.raises(WordListError, match="“own” is damaged: add it again"):
        lists.named("Own")
    with pytest.raises(WordListError, match="no word list “other” here"):
        lists.named("other")
    assert lists.with_hash(added.hash) is None
    lists.add(file)
    assert list(lists.named("own")) == ["CAT"]
    lists.close()


def test_a_file_is_written_whole_or_not_at_all(
    lists: WordLists, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    file = text(tmp_path, "own.txt", "CAT")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match="No space left"):
        lists.add(file)
    assert list((data / "wordlists").iterdir()) == []
    lexicon = lists.named("modern")
    assert isinstance(lexicon, Lexicon)
    assert list(lexicon) == WORDS


def test_a_folder_that_cannot_be_listed(lists: WordLists, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path, __: str) -> list[Path]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "glob", refuse)
    assert [one.name for one in lists.known()] == ["modern"]

"""One's own word list, as people write it."""

from __future__ import annotations

import pytest

from p2pscrabble.errors import WordListError
from p2pscrabble.peer import wordfile
from p2pscrabble.peer.wordfile import Dropped, read_words


@pytest.mark.parametrize(
    "data",
    [
        b"CAT\nDOG\n",
        b"cat\r\ndog",
        b"\xef\xbb\xbfCat\nDog\n\n",
        b"DOG\rCAT\r",
        b"  CAT a feline [n]\n\nDOG\tnoun\n",
    ],
)
def test_one_word_a_line(data: bytes) -> None:
    read = read_words(data)
    assert read.words == {"CAT", "DOG"}
    assert not read.dropped
    assert str(read) == "2 words."


def test_what_is_dropped_is_counted_and_said() -> None:
    lines = "a CAT I ÉTÉ don't CAT cat # X2 ANTIDISESTABLISHMENT \N{LATIN SMALL LETTER LONG S}at DOG".split()
    read = read_words("\n".join(lines).encode() + b"\nF\xe9E\n")
    assert read.words == {"CAT", "DOG"}
    assert read.dropped == {
        Dropped.TOO_SHORT: 2,
        Dropped.OTHER_SIGNS: 6,
        Dropped.REPEATED: 2,
        Dropped.TOO_LONG: 1,
    }
    assert str(read) == (
        "2 words; left out: 2 of one letter, 6 with signs other than A to Z, 2 that stood there before, "
        "1 of more than 15 letters."
    )


def test_files_that_are_no_word_list(monkeypatch: pytest.MonkeyPatch) -> None:
    for data in (b"", b"\n\n", b"\x00\x01\x02\xff", b"A\nB\n"):
        with pytest.raises(WordListError, match="no word of 2 to 15 letters"):
            read_words(data)
    with pytest.raises(WordListError, match="UTF-16"):
        read_words("CAT\n".encode("utf-16"))
    monkeypatch.setattr(wordfile, "LARGEST", 1 << 20)
    with pytest.raises(WordListError, match="larger than 1 MB"):
        read_words(b"A" * (1 << 20) + b"\n")

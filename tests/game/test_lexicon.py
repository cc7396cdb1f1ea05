"""The lexicon: what it holds, what it is known by, and what it makes of a damaged file."""

from __future__ import annotations

import hashlib
import struct
import sys
import zlib
from array import array
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.errors import WordListError
from p2pscrabble.game.lexicon import (
    ANY_LETTER,
    LETTER_BIT,
    Lexicon,
    Node,
    compile_words,
    letters_of,
    words_hash,
)

HEADER = 128
SOME = ["CAT", "CATS", "CAR", "CARS", "BAT", "BATS", "AA", "ZOO", "QUARTZ", "DO", "DOG", "DOGS"]
words = st.text(alphabet="ABCXZ", min_size=2, max_size=5)
word_sets = st.sets(words, min_size=1, max_size=60)


@given(word_sets)
def test_holds_its_words_and_no_others(some: set[str]) -> None:
    lexicon = Lexicon.from_words(some)
    assert list(lexicon) == sorted(some)
    assert len(lexicon) == len(some)
    for length in (1, 2, 3):
        for letters in product("ABCXZ", repeat=length):
            word = "".join(letters)
            assert (word in lexicon) == (word in some)
            assert (word.lower() in lexicon) == (word in some)
    for word in some:
        assert word in lexicon
        assert (word + "A" in lexicon) == (word + "A" in some)


@given(word_sets)
def test_the_graph_is_the_smallest(some: set[str]) -> None:
    """As many nodes as there are different sets of endings, the measure of a minimal graph."""
    lexicon = Lexicon.from_words(some)
    beginnings = {word[:i] for word in some for i in range(len(word) + 1)}
    endings = {frozenset(word[len(start) :] for word in some if word.startswith(start)) for start in beginnings}
    nodes: dict[int, Node] = {}

    def visit(node: Node) -> None:
        nodes[node.at] = node
        for letter in letters_of(node.mask):
            assert node[letter].at < node.at
            visit(node[letter])

    visit(lexicon.root)
    assert len(nodes) == len(endings)


def test_known_by_its_words_alone() -> None:
    one = Lexicon.from_words(SOME, "one")
    other = Lexicon.from_words([word.lower() for word in reversed(SOME)] * 2, "another")
    assert one.hash == other.hash == hashlib.sha256("".join(f"{w}\n" for w in sorted(SOME)).encode()).digest()
    assert one.hash == words_hash(one)
    assert (one.name, other.name) == ("one", "another")
    assert one.hash != Lexicon.from_words(SOME[1:]).hash
    assert compile_words(SOME, "one") == compile_words(reversed(SOME), "one")
    assert repr(one) == "<Lexicon 'one': 12 words>"


@pytest.mark.parametrize(
    "word", ["", "C", "CA", "CATSS", "ACAT", "ÇAT", "CAT ", "CAT\n", "C?T", "ſat", 5, None, ("C",)]
)
def test_what_is_no_word(word: object) -> None:
    assert word not in Lexicon.from_words(SOME)


@pytest.mark.parametrize("word", ["A", "", "A" * 16, "ÄRA", "IT'S", "AB CD", "AB1", "ſat", "ıt"])
def test_words_that_no_board_can_hold_are_refused(word: str) -> None:
    with pytest.raises(WordListError, match="not a word of 2 to 15 letters"):
        compile_words(["CAT", word], "list")


def test_a_list_of_nothing_or_without_a_name_is_refused() -> None:
    with pytest.raises(WordListError, match="holds no word"):
        compile_words([], "list")
    for name in ("", "é" * 32):
        with pytest.raises(WordListError, match="1 to 63"):
            compile_words(SOME, name)
    assert Lexicon.from_words(SOME, "é" * 31 + "e").name == "é" * 31 + "e"


def test_compiling_reports_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("p2pscrabble.game.lexicon._REPORT_EVERY", 4)
    parts: list[float] = []
    assert compile_words(SOME, "list", parts.append) == compile_words(SOME, "list")
    assert parts == [0, 1 / 3, 2 / 3, 1]


def test_walking() -> None:
    root = Lexicon.from_words(SOME).root
    assert letters_of(root.mask) == "ABCDQZ"
    cat = root["C"]["A"]["T"]
    assert cat.word
    assert cat.mask == LETTER_BIT["S"]
    assert not root["C"]["A"].word
    assert cat is root["B"]["A"]["T"]
    assert letters_of(ANY_LETTER) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def test_walking_several_letters() -> None:
    root = Lexicon.from_words(SOME).root
    assert root.after("") is root
    assert root.after("CAT") is root["C"]["A"]["T"]
    assert root.after("CX") is None


def test_cross_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    lexicon = Lexicon.from_words(SOME)
    assert letters_of(lexicon.between("ca", "")) == "RT"
    assert letters_of(lexicon.between("", "AT")) == "BC"
    assert letters_of(lexicon.between("C", "Ts")) == "A"
    assert lexicon.between("XQ", "") == lexicon.between("CA", "X") == 0
    assert lexicon.between("ca", "") == LETTER_BIT["R"] | LETTER_BIT["T"]
    monkeypatch.setattr("p2pscrabble.game.lexicon._KEPT", 2)
    assert letters_of(lexicon.between("DO", "")) == "G"
    assert letters_of(lexicon.between("ca", "")) == "RT"


def test_mapped_from_disk(tmp_path: Path) -> None:
    path = tmp_path / "list.words"
    path.write_bytes(compile_words(SOME, "list"))
    with Lexicon.open(path) as lexicon:
        assert list(lexicon) == sorted(SOME)
        lexicon.verify()
        node = lexicon.root["C"]["A"]["T"]["S"]
    lexicon.close()
    for use in (lambda: "CAT" in lexicon, lambda: list(lexicon), lambda: node["A"], lexicon.verify):
        with pytest.raises(WordListError, match="damaged"):
            use()
    path.unlink()


def test_in_memory_closes_too() -> None:
    lexicon = Lexicon.from_words(SOME)
    lexicon.close()
    with pytest.raises(WordListError, match="closed"):
        _ = lexicon.root


def test_files_that_are_no_lexicon(tmp_path: Path) -> None:
    path = tmp_path / "list.words"
    with pytest.raises(WordListError, match="cannot be read"):
        Lexicon.open(path)
    for content in (b"", b"CAT\nDOG\n", b"P2PWORDS", b"\0" * 400):
        path.write_bytes(content)
        with pytest.raises(WordListError):
            Lexicon.open(path)
    whole = compile_words(SOME, "list")
    later_version = whole[:8] + b"\2" + whole[9:]
    for content in (whole[:-1], whole + b"\0", whole[:-4], whole[:HEADER], later_version):
        path.write_bytes(content)
        with pytest.raises(WordListError, match="damaged, or another version"):
            Lexicon.open(path)


@given(st.integers(0, 2**32))
def test_damage_is_found_or_does_no_harm(seed: int) -> None:
    """Whatever bytes change: a checked list is refused, an unchecked one ends each walk and raises only its error."""
    random = Random(seed)
    data = bytearray(compile_words(SOME, "list"))
    for _ in range(random.randint(1, 4)):
        place = random.randrange(8, len(data))
        data[place] ^= random.randrange(1, 256)
    try:
        lexicon = Lexicon(bytes(data))
    except WordListError:
        return
    assert data[:HEADER] == compile_words(SOME, "list")[:HEADER]
    if bytes(data) != compile_words(SOME, "list"):
        with pytest.raises(WordListError, match="is damaged"):
            lexicon.verify()
    for word in SOME:
        try:
            _ = word in lexicon
        except WordListError:
            continue
    try:
        assert len(list(lexicon)) < 10_000
    except WordListError:
        return


def test_a_graph_that_leads_to_itself_or_nowhere_is_refused() -> None:
    """``AA`` compiles to a final node, one with an A, one with an A: three nodes, five cells."""
    data = compile_words(["AA"], "list")
    cells = array("I", data[HEADER:])
    assert list(cells) == [1 << 26, 1, 0, 1, 1]
    for target in (3, 5, 2**32 - 1):
        cells[4] = target
        lexicon = Lexicon(data[:HEADER] + cells.tobytes())
        with pytest.raises(WordListError):
            list(lexicon)
    with pytest.raises(WordListError):
        _ = "AA" in lexicon
    with pytest.raises(WordListError):
        lexicon.following(0, ANY_LETTER, LETTER_BIT["Z"])


def test_a_graph_of_more_words_than_it_says_is_refused() -> None:
    """Twenty nodes, each leading by every letter to the one before: 26 to the twentieth walks."""
    nodes = [1 << 26]
    starts = [0]
    for _ in range(20):
        starts.append(len(nodes))
        nodes += [ANY_LETTER, *[starts[-2]] * 26]
    body = array("I", nodes).tobytes()
    head = compile_words(["AA"], "list")[:HEADER]
    rest = head[16:24] + struct.pack("<II", len(nodes), starts[-1]) + head[32:]
    with pytest.raises(WordListError, match="list is damaged"):
        list(Lexicon(head[:12] + struct.pack("<I", zlib.crc32(rest)) + rest + body))


def test_byte_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a big-endian machine the cells are turned round, both when made and when read."""
    data = compile_words(SOME, "list")
    monkeypatch.setattr(sys, "byteorder", "big" if sys.byteorder == "little" else "little")
    turned = compile_words(SOME, "list")
    cells = array("I", data[HEADER:])
    cells.byteswap()
    assert turned[HEADER:] == cells.tobytes()
    assert list(Lexicon(turned)) == sorted(SOME)

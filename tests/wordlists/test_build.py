"""The shipped word list is what its manifest, its notice and its script say."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import tarfile
from pathlib import Path

import pytest

from wordlists import build

FOLDER = Path(build.__file__).parent
WORDS = gzip.decompress((FOLDER / "modern.txt.gz").read_bytes()).decode().split()
REFUSED = frozenset((FOLDER / "refused.txt").read_text().split())


def tar_of(**files: str) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, text in files.items():
            data = text.encode("latin-1")
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return buffer.getvalue()


def ar_of(**members: bytes) -> bytes:
    package = b"!<arch>\n"
    for name, data in members.items():
        package += (
            f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(data):<10}`\n".encode() + data + b"\n" * (len(data) % 2)
        )
    return package


def test_the_list_is_the_one_of_the_manifest() -> None:
    entry = json.loads((FOLDER / "manifest.json").read_text())["modern"]
    assert entry["words"] == len(WORDS) == 172_347
    assert entry["hash"] == hashlib.sha256("".join(f"{word}\n" for word in WORDS).encode()).hexdigest()
    assert entry["hash"] in (FOLDER / "README.md").read_text()
    assert sorted(set(WORDS)) == WORDS
    assert all(word.isascii() and word.isalpha() and word.isupper() and 2 <= len(word) <= 15 for word in WORDS)
    assert (FOLDER / "modern.txt.gz").stat().st_size < 600_000


def test_two_letter_words_are_complete() -> None:
    pairs = {word for word in WORDS if len(word) == 2}
    assert len(pairs) == 107
    assert set(build.TWO_LETTERS.split()) < pairs


def test_what_is_refused_is_not_in_it_and_cannot_be_read() -> None:
    assert len(REFUSED) == 428
    assert all(len(line) == 16 and int(line, 16) >= 0 for line in REFUSED)
    assert not any(build.refusal(word) in REFUSED for word in WORDS)


def test_the_notice_is_whole() -> None:
    notice = (FOLDER / "LICENSE-modern.txt").read_text()
    for part in (
        "you may *not* legally copyright or in any way restrict redistribution",
        "Copyright 2000-2011 by Kevin Atkinson",
        "Copyright (c) J Ross Beresford 1993-1999",
        "WordNet 1.6 Copyright 1997 by Princeton University",
        "Copyright 1993, Geoff Kuenning",
        "EVEN IF ADVISED OF THE\n  POSSIBILITY OF SUCH DAMAGE.",
    ):
        assert part in notice


def test_made_from_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sdist = tar_of(**{build.ENABLE_WORDS: json.dumps(["aa", "cat", "dog", "antidisestablishment", "I'm"])})
    scowl = "./usr/share/dict/scowl/"
    files = {
        f"{scowl}english-words.10": "a\nok\nemail\ncat\ncafé\ndon't\n",
        f"{scowl}american-words.60": "blog\n",
        f"{scowl}american-words.70": "rare\n",
        f"{scowl}american-upper.10": "anna\n",
        build.SCOWL_NOTICE: "the notice",
    }
    deb = ar_of(**{"debian-binary": b"2.0", "data.tar.gz": tar_of(**files)})
    (tmp_path / build.ENABLE).write_bytes(sdist)
    (tmp_path / build.SCOWL).write_bytes(deb)
    with pytest.raises(SystemExit, match="SHA-256"):
        build.build(tmp_path, tmp_path)
    monkeypatch.setattr(build, "ENABLE_SHA256", hashlib.sha256(sdist).hexdigest())
    monkeypatch.setattr(build, "SCOWL_SHA256", hashlib.sha256(deb).hexdigest())
    assert build.refuse(tmp_path, ["Dog\n", "\n"]) == 1
    assert build.refuse(tmp_path, ["DOG\n", "emu\n"]) == 2
    said = build.build(tmp_path, tmp_path)
    words = gzip.decompress((tmp_path / "modern.txt.gz").read_bytes()).decode().split()
    assert words == sorted(["AA", "BLOG", "CAT", "EMAIL", *build.TWO_LETTERS.split()])
    assert said.startswith("modern: 15 words (3 from ENABLE; 1 left out), ")
    assert (tmp_path / "LICENSE-modern.txt").read_text().endswith("the notice")
    first = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    build.build(tmp_path, tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == first


def test_packages_that_are_something_else() -> None:
    with pytest.raises(SystemExit, match="no files"):
        build.deb_data(ar_of(**{"debian-binary": b"2.0"}))
    folder = tarfile.TarInfo(build.ENABLE_WORDS)
    folder.type = tarfile.DIRTYPE
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        archive.addfile(folder)
    with pytest.raises(SystemExit, match="not a file"):
        build.enable_words(buffer.getvalue())

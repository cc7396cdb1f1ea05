"""What docs/transcript-format.md says: the example is of the real form, and limits are those of the program."""

from __future__ import annotations

import json
import re

from p2pscrabble.peer import evidence, transcript
from tests.docs import pages
from tests.peer.test_evidence import file_of, stories
from tests.peer.test_transcript import opened

PAGE = pages.read(pages.ROOT / "docs" / "transcript-format.md")


def shape(text: str) -> list[str]:
    """The lines of a file without what differs from game to game; of equal lines in a row only the first."""
    lines: list[str] = []
    for line in text.splitlines():
        plain = re.sub(r'"[0-9a-f]*…?"', '"…"', re.sub(r'"kind": \d+', '"kind": …', line)).removesuffix(",")
        if not lines or plain != lines[-1]:
            lines.append(plain)
    return lines


def test_the_example_has_the_form_of_a_file() -> None:
    (example,) = (block.text for block in pages.blocks(PAGE) if block.language == "text")
    assert shape(example) == shape(opened().decode())
    keys = [log["key"] for log in json.loads(opened())["logs"]]
    assert keys == sorted(keys)
    assert all(key in example for key in keys)


def test_the_limits_are_those_of_the_program() -> None:
    assert transcript.MAX_BYTES == 32 * 2**20
    for number in (f"{transcript.MAX_ENTRIES:,} entries", f"1 to {transcript.MAX_LOGS} logs", "at most 32 MiB"):
        assert number in PAGE


def test_the_evidence_has_the_form_of_a_file() -> None:
    (example,) = (block.text for block in pages.blocks(PAGE) if block.language == "json")
    assert shape(example) == shape(file_of(stories()).decode())
    assert f"{evidence.MAX_BYTES:,} bytes" in PAGE

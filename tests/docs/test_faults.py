"""docs/faults.md: every row says what may fail, what happens then, and names tests that there are."""

from __future__ import annotations

import re

from tests.docs import pages
from tests.docs.test_threat_model import names_in

PAGE = pages.read(pages.ROOT / "docs" / "faults.md")
TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
HEADING = "| what may fail | what happens then | the test that shows it |"


def rows() -> list[list[str]]:
    lines = [line for line in PAGE.splitlines() if line.startswith("|") and line != HEADING and "---" not in line]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_row_names_tests_that_exist() -> None:
    assert len(rows()) > 10
    for row in rows():
        assert len(row) == 3, row
        assert all(row), row
        tests = TEST.findall(row[2])
        assert tests, row
        assert TEST.sub("", row[2]).replace("long:", "").strip(", ") == "", "nothing else stands in the last column"
        for file, test in tests:
            assert (pages.ROOT / file).is_file(), file
            assert test in names_in(file), test


def test_nothing_is_said_twice() -> None:
    faults = [row[0] for row in rows()]
    assert len(set(faults)) == len(faults)


def test_what_is_called_long_is_run_by_make_soak_alone() -> None:
    for row in rows():
        for file, test in re.findall(r"long: `(tests/[\w/]+\.py)::(test_\w+)`", row[2]):
            before, _, _ = (pages.ROOT / file).read_text().partition(f"def {test}(")
            assert "@pytest.mark.soak" in before.rpartition("\n\n\n")[2], test

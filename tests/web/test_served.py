"""The files of the page as the browser gets them say the same as those that are written."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from p2pscrabble.web.served import PAGE, as_served, style
from tests.needs import program

TESTS = Path(__file__).parents[1] / "page"
SCRIPTS = sorted(PAGE.rglob("*.js"))
READ = """
const { readFileSync } = require("node:fs");
const { SourceTextModule } = require("node:vm");
for (const file of process.argv.slice(1)) new SourceTextModule(readFileSync(file, "utf8"), { identifier: file });
"""


def test_what_is_written_for_people_is_left_out() -> None:
    for path in SCRIPTS:
        served = as_served(path)
        assert b"@param" not in served
        assert b"\n  " not in served
        assert len(served) < len(path.read_bytes())


def test_every_script_can_still_be_read_and_does_the_same(tmp_path: Path) -> None:
    """The tests of the page's pure parts, run on what is served."""
    node = program("node")
    page, tests = tmp_path / "p2pscrabble" / "web" / "page", tmp_path / "tests" / "page"
    for path in SCRIPTS:
        copy = page / path.relative_to(PAGE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(as_served(path))
    tests.mkdir(parents=True)
    for path in (*TESTS.glob("*.test.js"), TESTS / "package.json"):
        shutil.copy(path, tests)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    read = [node, "--no-warnings", "--experimental-vm-modules", "-e", READ, *sorted(map(str, page.rglob("*.js")))]
    test = [node, "--test", "--test-reporter=dot", *sorted(map(str, tests.glob("*.test.js")))]
    for command in (read, test):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_no_template_stands_in_a_template() -> None:
    """What leaves out white space takes the inner one for code, and its spaces would be lost."""
    for path in SCRIPTS:
        assert not re.search(r"`[^`]*\$\{[^}`]*`", path.read_text("utf-8")), path


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("/* all */\n.a {\n  color: var(--ink);\n  margin: 0 auto;\n}\n", ".a{color:var(--ink);margin:0 auto}"),
        (
            ".a {\n  tr > :last-child, p :is(b, i) { top: calc(1px + 2em); }\n}",
            ".a{tr>:last-child,p :is(b,i){top:calc(1px + 2em)}}",
        ),
        (".a1 { margin: -0.5em 10.5px 0 0.25em; opacity: 0; }", ".a1{margin:-.5em 10.5px 0 .25em;opacity:0}"),
        (".a :hover { }\n.a:hover { }\n", ".a :hover{}.a:hover{}"),
        ('.a::before { content: " ; /* { */ "; }', '.a::before{content:" ; /* { */ "}'),
        (
            "@media (width > 5px) and (hover: none) { .a { top: 0; /* why */ } }",
            "@media (width>5px) and (hover:none){.a{top:0;}}",
        ),
    ],
)
def test_a_style_sheet_means_the_same(written: str, wanted: str) -> None:
    assert style(written.encode()) == wanted.encode()


def test_a_file_that_was_changed_is_read_anew(tmp_path: Path) -> None:
    file = tmp_path / "a.js"
    file.write_text("let a = 1; // one\n")
    assert as_served(file) == b"let a=1;"
    file.write_text("let a = 2; // two\n")
    os.utime(file, ns=(1, 1))
    assert as_served(file) == b"let a=2;"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="none"):
        as_served(tmp_path / "none.js")

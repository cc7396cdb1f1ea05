"""The files of the page: their types, their own tests, their size, their colours, and that nothing else is in them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from p2pscrabble.web.served import as_served
from tests.needs import PAGE, ROOT, module, program
from tests.page.contrast import DECORATION, LEAST, colours, contrast, pairs

HERE = Path(__file__).parent
FILES = sorted(path for path in PAGE.rglob("*") if path.is_file())
LIMIT = 150_000
"""Bytes of the whole page, all screens of it, as the browser gets it and uncompressed."""
NAMESPACES = ("http://www.w3.org/2000/svg",)
"""The only addresses in the page: names of languages, which nobody fetches."""


def run(*command: str) -> None:
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def test_the_types_of_the_page_are_sound() -> None:
    program("node")
    run(str(module(".bin/tsc")), "-p", ".")


def test_the_pure_parts_of_the_page_do_what_their_tests_say() -> None:
    tests = sorted(str(path) for path in HERE.glob("*.test.js"))
    assert tests
    run(program("node"), "--test", "--test-reporter=dot", *tests)


def test_every_test_of_a_module_is_named_for_one() -> None:
    modules = {path.name for path in PAGE.rglob("*.js")}
    assert {path.name for path in HERE.glob("*.test.js")} <= {name.replace(".js", ".test.js") for name in modules}


def test_the_whole_page_is_small() -> None:
    sizes = {str(path.relative_to(PAGE)): len(as_served(path)) for path in FILES}
    assert sum(sizes.values()) < LIMIT, sizes


def test_the_page_takes_nothing_from_elsewhere() -> None:
    """Neither a file of somebody else's nor an address of one."""
    kinds = {path.suffix for path in FILES}
    assert kinds <= {".html", ".css", ".js", ".svg"}
    for path in FILES:
        text = path.read_text("utf-8")
        for name in NAMESPACES:
            text = text.replace(f'"{name}"', "")
        assert not re.search(r"https?:|wss?://|[\"'(]//\w|@import|\burl\(", text), path


def test_nothing_in_the_page_makes_code_or_markup_of_text() -> None:
    unsafe = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|srcdoc"
        r"|setAttribute\(\"(?:style|on)"
    )
    for path in PAGE.rglob("*.js"):
        assert unsafe.findall(path.read_text("utf-8")) == [], path
    page = (PAGE / "index.html").read_text("utf-8")
    assert not re.search(r"\sstyle=|\son\w+=|<style|<script(?![^>]*\ssrc=)", page)


def test_every_file_of_the_page_is_used() -> None:
    """From ``index.html`` on, by what the files name; and whatever they name is there."""
    reached, names = set[Path](), [PAGE / "index.html"]
    while names:
        path = names.pop()
        if path in reached:
            continue
        reached.add(path)
        assert path.is_file(), f"{path.relative_to(PAGE)} is named in the page, and is not there"
        names += mentioned(path)
    assert set(FILES) - reached == set()


def mentioned(path: Path) -> list[Path]:
    """The files that this one loads, or takes its types from."""
    text = path.read_text("utf-8")
    found = [PAGE / name for name in re.findall(r"/page/([\w./-]+\.\w+)", text)]
    for quoted in re.findall(r"(?:from|import)\s*\(?\s*[\"'`](\.[^\"'`]+)[\"'`]", text):
        if "${" in quoted:
            found += sorted(path.parent.glob(re.sub(r"\$\{[^}]*\}", "*", quoted)))
        else:
            found.append((path.parent / quoted).resolve())
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_that_is_written_can_be_read(scheme: str) -> None:
    known = colours()
    index = ["light", "dark"].index(scheme)
    measured = {pair: contrast(known[pair[0]][index], known[pair[1]][index]) for pair in pairs(known)}
    assert {pair: round(value, 2) for pair, value in measured.items() if value < LEAST} == {}


def test_every_colour_is_in_a_pair_or_has_a_reason() -> None:
    known = colours()
    paired = {name for pair in pairs(known) for name in pair}
    assert set(known) - paired == set(DECORATION)


def test_colours_stand_in_one_place() -> None:
    """Elsewhere they are named; shadows and veils alone are made of black."""
    colour = re.compile(r"#[0-9a-fA-F]{3,8}\b(?=[^{}]*;)|\b(?:rgba?|hsla?|oklab|oklch|lab|lch|hwb)\([^)]*\)")
    names = re.compile(r":[^;{}]*\b(?:white|black|red|green|blue|gr[ae]y|yellow|orange|gold|silver|beige)\b[^;{}]*;")
    for path in PAGE.glob("**/*.css"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        if path.name == "theme.css":
            text = re.sub(r"--[a-z-]+:\s*light-dark\([^)]*\);", "", text)
        literals = [found for found in colour.findall(text) if not re.fullmatch(r"rgb\([\d ]+/ \d+%\)", found)]
        assert literals + names.findall(text) == [], path
    for path in PAGE.rglob("*.js"):
        assert re.findall(r"[\"']#[0-9a-fA-F]{3,8}[\"']|rgba?\(", path.read_text("utf-8")) == [], path


def test_every_colour_named_in_the_page_exists() -> None:
    text = "".join(path.read_text("utf-8") for path in FILES if path.suffix in (".css", ".js"))
    defined = set(re.findall(r"(--[a-z0-9-]+)\s*:", text)) | set(re.findall(r"setProperty\([\"'`](--[a-z0-9-]+)", text))
    assert set(re.findall(r"var\((--[a-z0-9-]+)\)", text)) <= defined


def test_the_contrast_is_what_the_standard_says() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == 1


def test_what_npm_installs_is_pinned_and_for_the_tests_alone() -> None:
    text = (HERE / "package.json").read_text("utf-8")
    assert '"private": true' in text
    assert not re.search(r'"(?:dependencies|scripts)"', text)
    assert re.findall(r'"(?:axe-core|typescript)": "(\d+\.\d+\.\d+)"', text)
    listed = subprocess.run(["git", "ls-files", "tests/page"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert "node_modules" not in listed.stdout

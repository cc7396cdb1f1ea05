"""What all pages have in common: links lead somewhere, commands are accepted, lists are complete."""

from __future__ import annotations

import json
import os
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from p2pscrabble.cli import cli
from p2pscrabble.cli.entry import Program
from p2pscrabble.peer import opponents
from p2pscrabble.peer.kept import keep_name
from p2pscrabble.peer.store import RoomFile, RoomStore, Summary
from p2pscrabble.sync import Range, Stream, Unsaved
from p2pscrabble.web.opening import Doors, keep_port, kept_token
from p2pscrabble.web.rooms import DRAFT_FILE
from p2pscrabble.web.running import only_one
from p2pscrabble_relay.__main__ import parser, read_options
from tests.docs import pages

PAGES = pages.pages()
DOCS = [page for page in PAGES if page.parent.name == "docs"]
_COMMAND = re.compile(
    r"(?:[~\w/-]+/bin/)?(?P<program>p2pscrabble(?:-relay)?|make)(?P<rest>(?: (?![ #|<>]).+?)?)(?:  .*| [#|<>] .*)?$"
)
_PATH = re.compile(r"(?:p2pscrabble|relay|tests|docs|wordlists)/[\w./-]*\w")


def commands(text: str) -> list[list[str]]:
    """Every command line of a page: what stands in blocks of no language, and between backticks."""
    lines = [line for block in pages.blocks(text) if block.language == "" for line in block.text.splitlines()]
    lines += re.findall(r"^ {4}(?! )(.+)$", pages.prose(text), flags=re.M)
    found = (_COMMAND.match(line.strip()) for line in [*lines, *pages.inline(text)])
    return [[line["program"], *shlex.split(line["rest"])] for line in found if line]


ALL_COMMANDS = [
    pytest.param(command, id=f"{pages.name(page)}: {' '.join(command)}")
    for page in PAGES
    for command in commands(pages.read(page))
]


@pytest.mark.parametrize("page", PAGES, ids=pages.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in pages.links(pages.read(page)):
        if link.startswith(("https://", "http://", "mailto:")):
            continue
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), link
        assert target.is_relative_to(pages.ROOT), link
        if anchor:
            assert anchor in pages.anchors(pages.read(target)), link


@pytest.mark.parametrize("page", [pages.ROOT / "README.md", *DOCS], ids=pages.name)
def test_files_that_are_named_exist(page: Path) -> None:
    for span in pages.inline(pages.read(page)):
        if _PATH.fullmatch(span):
            assert (pages.ROOT / span).exists(), span


def test_the_readme_leads_to_every_page() -> None:
    reached = {
        (pages.ROOT / link.partition("#")[0]).resolve() for link in pages.links(pages.read(pages.ROOT / "README.md"))
    }
    assert [page for page in DOCS if page not in reached] == []


def test_there_are_commands_to_check() -> None:
    said = [command for parameter in ALL_COMMANDS for command in parameter.values]
    assert len(said) > 50
    assert isinstance(cli, Program)
    subcommands = {command[1] for command in said if isinstance(command, list) and len(command) > 1}
    shown = set(cli.list_commands(click.Context(cli)))
    assert shown - subcommands <= {"completion"}


@pytest.mark.parametrize("command", ALL_COMMANDS)
def test_every_command_on_a_page_is_accepted(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in os.environ if name.startswith("P2PSCRABBLE")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    for word in command[1:]:
        if re.fullmatch(r"[\w.-]+", word) and not word.startswith("-"):
            (tmp_path / word).touch()
    program, *arguments = command
    if program == "make":
        accept_make(arguments)
    elif program == "p2pscrabble-relay" or arguments[:1] == ["relay"]:
        read_options([word for word in arguments if word != "relay"])
    else:
        accept(arguments)


def accept_make(arguments: list[str]) -> None:
    """Whether the Makefile has these targets."""
    targets = re.findall(r"^([a-z]+):", (pages.ROOT / "Makefile").read_text(), flags=re.M)
    for word in arguments:
        assert "=" in word or word in targets, word


def accept(arguments: list[str]) -> None:
    """Parse the command as click does, with all its conversions, and do nothing."""
    group: click.Command = cli
    context, name = None, "p2pscrabble"
    try:
        while isinstance(group, click.Group):
            context = group.make_context(name, arguments, parent=context)
            rest = [*context._protected_args, *context.args]
            if not rest:
                assert group.invoke_without_command or "--help" in arguments
                return
            found_name, found, arguments = group.resolve_command(context, rest)
            assert found is not None
            assert found_name is not None
            group, name = found, found_name
        group.make_context(name, arguments, parent=context)
    except click.exceptions.Exit:
        pass
    except click.MissingParameter as missing:
        if not isinstance(missing.param, click.Argument):  # a sentence need not say what a command works on
            raise


def test_a_wrong_option_would_be_noticed() -> None:
    for wrong in (["host", "--sets", "4"], ["demo", "--seats", "9"], ["frobnicate"], ["wordlist", "steal"]):
        with pytest.raises(click.UsageError):
            accept(wrong)


@pytest.mark.parametrize("page", [pages.ROOT / "README.md", *DOCS], ids=pages.name)
def test_every_option_that_is_named_exists(page: Path) -> None:
    known = {
        name
        for command in all_commands(cli)
        for option in command.get_params(click.Context(command))
        for name in option.opts
    } | set(re.findall(r"--[a-z-]+", parser().format_help()))
    for span in pages.inline(pages.read(page)):
        if option := re.match(r"--[a-z-]+", span):
            assert option[0] in known, span


def all_commands(command: click.Command) -> Iterator[click.Command]:
    """A command and everything below it."""
    yield command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from all_commands(found)


def test_environment_variables_on_the_pages_are_ours() -> None:
    helps = [CliRunner().invoke(cli, ["--help"]).output]
    assert isinstance(cli, Program)
    helps += [
        CliRunner().invoke(cli, [name, "--help"]).output
        for name in cli.list_commands(click.Context(cli))
        if name != "relay"
    ]
    known = set(re.findall(r"P2PSCRABBLE_\w+", " ".join(helps))) | {
        "P2PSCRABBLE_BENCH_RELAY",
        "P2PSCRABBLE_BENCH_RELAY_PID",
        "P2PSCRABBLE_SCRATCH_SERVER",
        "P2PSCRABBLE_SCRATCH_SESSION",
        "P2PSCRABBLE_SCRATCH_USER",
    }
    known |= {
        f"P2PSCRABBLE_RELAY_{option.upper().replace('-', '_')}"
        for option in re.findall(r"--([a-z-]+)", parser().format_help())
    }
    for page in [pages.ROOT / "README.md", *DOCS]:
        for variable in re.findall(r"P2PSCRABBLE_\w+", pages.read(page)):
            assert variable in known, f"{pages.name(page)}: {variable}"


def test_every_dependency_is_accounted_for() -> None:
    project = tomllib.loads((pages.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = [
        *project["project"]["dependencies"],
        *(name for extra in project["project"]["optional-dependencies"].values() for name in extra),
        *project["dependency-groups"]["dev"],
        *project["dependency-groups"]["clients"],
        *project["build-system"]["requires"],
        *(
            name
            for folder in ("page", "interop")
            for name in json.loads((pages.ROOT / "tests" / folder / "package.json").read_text(encoding="utf-8"))[
                "devDependencies"
            ]
        ),
    ]
    wanted = {re.split(r"[\[>=<~! ]", name)[0] for name in named}
    rows = re.findall(r"^\| \[?(@?[a-z/-]+)[\] ]", pages.read(pages.ROOT / "docs" / "dependencies.md"), flags=re.M)
    assert set(rows) - {"package"} == wanted


def test_the_data_folder_has_what_its_page_says(tmp_path: Path) -> None:
    with RoomStore.create(tmp_path / "rooms", "4821-0762e4", RoomFile("", "", "host", "Ana", 0), bytes(64)) as store:
        ranges = tuple(Range(bytes(32), stream, 0, b"x") for stream in Stream)
        store.save(Unsaved(256, ranges))
        store.write_summary(Summary())
        made = {path.name.replace("0" * 64, "<key>") for path in store.folder.rglob("*") if path.is_file()}
    [tree] = [
        block.text
        for block in pages.blocks(pages.read(pages.ROOT / "docs" / "data-folder.md"))
        if "secrets" in block.text
    ]
    assert len(made) == 7
    with only_one(tmp_path) as alone:
        assert alone is not None
        alone.announce(1)
        kept_token(tmp_path)
        keep_port(tmp_path, 1)
        keep_name(tmp_path, "Ana")
        Doors(tmp_path, 1).file("/")
        made |= {re.sub("open-[0-9a-f]+", "open-<id>", path.name) for path in tmp_path.iterdir()} - {"rooms"}
    for name in {*made, DRAFT_FILE, f"{opponents._NAMES[0].lower()}.log"}:
        assert re.search(rf"(?:^|[ /]){re.escape(name)} ", tree, flags=re.M), name


def test_the_changelog_has_an_unreleased_section() -> None:
    text = pages.read(pages.ROOT / "CHANGELOG.md")
    assert re.search(r"^## \[Unreleased\]$", text, flags=re.M)
    assert set(re.findall(r"^### (.+)$", text, flags=re.M)) <= {
        *("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
    }

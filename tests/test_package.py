"""What is installed: our own names alone, with the word list and its licence, and it runs from there."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built with what is installed; nothing is fetched."""
    folder = tmp_path_factory.mktemp("wheel")
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    return next(folder.glob("*.whl"))


def test_the_wheel_claims_no_name_but_ours(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.split("/")[0] for name in archive.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "p2pscrabble",
        "p2pscrabble_relay",
        "p2pscrabble_wordlists",
    }


def test_licences_travel_with_what_they_are_about(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "p2pscrabble_wordlists/LICENSE-modern.txt" in names
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
    assert "p2pscrabble/py.typed" in names


def test_the_whole_page_is_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith("p2pscrabble/web/page/")}
    here = (path.relative_to(ROOT) for path in (ROOT / "p2pscrabble" / "web" / "page").rglob("*") if path.is_file())
    assert packed == {path.as_posix() for path in here}


def test_the_installed_program_finds_its_word_list(wheel: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    for words, code in ((["cat", "qi"], 0), (["cat", "qqq"], 1)):
        checked = subprocess.run(
            [sys.executable, "-m", "p2pscrabble", "--data-dir", str(tmp_path / "data"), "check", *words],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(site)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert checked.returncode == code, checked.stderr


def test_nothing_of_the_checkout_is_a_name_of_its_own(tmp_path: Path) -> None:
    """An editable install maps our packages, and neither ``relay`` nor ``tests`` nor ``wordlists``."""
    script = "import importlib.util as u; print([n for n in ('relay', 'tests', 'wordlists') if u.find_spec(n)])"
    found = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"

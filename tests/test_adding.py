"""docs/adding-a-check.md, done to the letter: a copy of the program is given what the page adds, and says what it shows."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conftest import compare

ROOT = Path(__file__).parents[1]
FILE = ROOT / "docs/adding-a-check.md"
PAGE = FILE.read_text(encoding="utf-8")
SHOWN = re.compile(r"^```sh\ngutterfold ([^\n]*)\n```\n\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
(CODE,) = set(re.findall(r'Finding\("(GF\d{3})"', PAGE))
NEEDED = ("pyproject.toml", "docs/game-data.md", "tests/check/kit.py")


class Block(NamedTuple):
    """An example of the page: the file that the line above it names, how it is marked, and what stands in it."""

    file: str
    mark: str
    text: str


BLOCKS = [
    Block(*found)
    for found in re.findall(r"^`([\w./-]+/[\w.-]+)`[^\n]*:\n\n```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
]


def amended(text: str, diff: str) -> str:
    """Return a text with the lines that begin with `+` put below those that begin with a blank, each found once."""
    for hunk in diff.split("\n\n"):
        lines = hunk.splitlines()
        assert {line[:1] for line in lines} == {" ", "+"}, hunk
        old, new = (
            "".join(f"{line[1:]}\n" for line in lines if line[0] == " "),
            "".join(f"{line[1:]}\n" for line in lines),
        )
        assert f"\n{text}".count(f"\n{old}") == 1, f"the page names as its place what does not stand there once:\n{old}"
        text = f"\n{text}".replace(f"\n{old}", f"\n{new}")[1:]
    return text


def ordered(text: str, section: str) -> str:
    """Return the pages of the codes with one more section, behind the last one with a smaller number."""
    sections = re.findall(r"^### GF.*?(?=^##)", text, re.MULTILINE | re.DOTALL)
    before = [each for each in sections if each[:9] < section[:9]][-1]
    return text.replace(before, f"{before}{section}\n")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the program as the page leaves it, and the page's game."""
    home = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "generator", home / "generator", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(
        ROOT / "templates",
        home / "templates",
        ignore=lambda _, names: [each for each in names if (ROOT / "templates" / each).is_dir()],
    )
    for name in NEEDED:
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, home / name)
    for block in BLOCKS:
        write(home / block.file, block)
    return home


def write(path: Path, block: Block) -> None:
    """Do to a file what the page does."""
    assert path.exists() == (block.mark in ("diff", "markdown")), f"{block.file} is there already, or is not"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = block.text
    if path.exists():
        text = (amended if block.mark == "diff" else ordered)(path.read_text("utf-8"), text)
    path.write_text(text, "utf-8")


def run(copy: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a module of Python in the copy, with both outputs in one, as on a terminal."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "PYTHON"))}
    environment = clean | {"PYTHONPATH": str(copy), "XDG_CACHE_HOME": str(copy / "cache")}
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=copy,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def test_the_number_of_the_page_is_free() -> None:
    files = [*(ROOT / "generator").rglob("*.py"), ROOT / "generator/cli/code_pages.md"]
    assert [path.name for path in files if CODE in path.read_text("utf-8")] == []


def test_the_page_adds_what_it_says() -> None:
    assert [(block.file, block.mark) for block in BLOCKS] == [
        ("generator/check/twins.py", "python"),
        ("generator/check/checks.py", "diff"),
        ("generator/model/finding_codes.py", "diff"),
        ("generator/cli/code_pages.md", "markdown"),
        ("tests/check/test_twins.py", "python"),
        ("generator/check/totals.py", "python"),
        ("generator/check/claims/functions.py", "diff"),
        ("docs/game-data.md", "diff"),
        ("wren/game.yaml", "yaml"),
        ("wren/birds.csv", "csv"),
        ("wren/templates/bird.svg.j2", "svg"),
    ]


def test_what_the_page_shows_is_printed(copy: Path, request: pytest.FixtureRequest) -> None:
    printed: list[tuple[int, str]] = []

    def again(match: re.Match[str]) -> str:
        done = run(copy, "generator", *match[1].split())
        printed.append((done.returncode, done.stdout))
        return match[0].replace(f"```text\n{match[2]}", f"```text\n{done.stdout}")

    page = SHOWN.sub(again, PAGE)
    assert [status for status, _ in printed] == [0, 0], printed
    assert (f" {CODE} warning: " in printed[0][1], printed[1][1].startswith(f"{CODE}: ")) == (True, True)
    compare(FILE, page, bool(request.config.getoption("--accept")))


def test_the_tests_of_the_page_pass(copy: Path) -> None:
    tests = ("pytest", "-q", "-p", "no:cacheprovider", "tests/check/test_twins.py")
    done = run(copy, *tests)
    assert (done.returncode, "8 passed" in done.stdout) == (0, True), done.stdout


def test_the_modules_of_the_page_are_in_our_style(copy: Path) -> None:
    files = [block.file for block in BLOCKS if block.mark == "python"]
    for words in (["check", "--no-cache"], ["format", "--check", "--no-cache", "--diff"]):
        done = run(copy, "ruff", *words, *files)
        assert done.returncode == 0, done.stdout

"""Follow docs/adding-a-check.md on a copy of the program, and compare what it prints with what the page shows."""

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
NEEDED = ("pyproject.toml", "docs/claims.md", "tests/check/kit.py", "tests/messages.py")


class Block(NamedTuple):
    """A code block of the page: the file that the line above names, its language and its text."""

    file: str
    mark: str
    text: str


BLOCKS = [
    Block(*found)
    for found in re.findall(r"^`([\w./-]+/[\w.-]+)`[^\n]*:\n\n```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
]


def apply_diff(text: str, diff: str) -> str:
    """Insert the lines of a diff that begin with `+` after its lines that begin with a blank, which occur once."""
    for hunk in diff.split("\n\n"):
        lines = hunk.splitlines()
        assert {line[:1] for line in lines} == {" ", "+"}, hunk
        old, new = (
            "".join(f"{line[1:]}\n" for line in lines if line[0] == " "),
            "".join(f"{line[1:]}\n" for line in lines),
        )
        assert f"\n{text}".count(f"\n{old}") == 1, f"the lines of the page do not occur exactly once:\n{old}"
        text = f"\n{text}".replace(f"\n{old}", f"\n{new}")[1:]
    return text


def insert_section(text: str, section: str) -> str:
    """Insert a section into the pages of the codes, in numerical order."""
    sections = re.findall(r"^### GF.*?(?=^##)", text, re.MULTILINE | re.DOTALL)
    before = [each for each in sections if each[:9] < section[:9]][-1]
    return text.replace(before, f"{before}{section}\n")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the program as changed by the page, and the page's game."""
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
        write_block(home / block.file, block)
    return home


def write_block(path: Path, block: Block) -> None:
    """Create or change a file as the page does."""
    assert path.exists() == (block.mark in ("diff", "markdown")), f"{block.file} exists already, or is missing"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = block.text
    if path.exists():
        text = (apply_diff if block.mark == "diff" else insert_section)(path.read_text("utf-8"), text)
    path.write_text(text, "utf-8")


def run(copy: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a Python module in the copy; stdout includes stderr, as on a terminal."""
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


def test_the_code_of_the_page_is_unused() -> None:
    files = [*(ROOT / "generator").rglob("*.py"), ROOT / "generator/cli/code_pages.md"]
    assert [path.name for path in files if CODE in path.read_text("utf-8")] == []


def test_the_blocks_of_the_page() -> None:
    assert [(block.file, block.mark) for block in BLOCKS] == [
        ("generator/check/faces/twins.py", "python"),
        ("generator/check/table.py", "diff"),
        ("generator/model/finding_codes.py", "diff"),
        ("generator/cli/code_pages.md", "markdown"),
        ("tests/check/test_twins.py", "python"),
        ("generator/check/claims/totals.py", "python"),
        ("generator/check/claims/evaluation.py", "diff"),
        ("docs/claims.md", "diff"),
        ("wren/game.yaml", "yaml"),
        ("wren/birds.csv", "csv"),
        ("wren/templates/bird.svg.j2", "svg"),
    ]


def test_the_output_on_the_page_is_printed(copy: Path, request: pytest.FixtureRequest) -> None:
    printed: list[tuple[int, str]] = []

    def print_again(match: re.Match[str]) -> str:
        done = run(copy, "generator", *match[1].split())
        printed.append((done.returncode, done.stdout))
        return match[0].replace(f"```text\n{match[2]}", f"```text\n{done.stdout}")

    page = SHOWN.sub(print_again, PAGE)
    assert [status for status, _ in printed] == [0, 0], printed
    assert (f" {CODE} warning: " in printed[0][1], printed[1][1].startswith(f"{CODE}: ")) == (True, True)
    compare(FILE, page, bool(request.config.getoption("--accept")))


def test_the_tests_of_the_page_pass(copy: Path) -> None:
    tests = ("pytest", "-q", "-p", "no:cacheprovider", "tests/check/test_twins.py")
    done = run(copy, *tests)
    assert (done.returncode, "8 passed" in done.stdout) == (0, True), done.stdout


def test_the_modules_of_the_page_pass_ruff(copy: Path) -> None:
    files = [block.file for block in BLOCKS if block.mark == "python"]
    for words in (["check", "--no-cache"], ["format", "--check", "--no-cache", "--diff"]):
        done = run(copy, "ruff", *words, *files)
        assert done.returncode == 0, done.stdout

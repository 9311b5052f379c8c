"""The tutorial and the cookbook: every command runs and every file is taken, in their order."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_docs import ENVIRONMENT, read


def run_line(line: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Run a command of a page in a folder."""
    _, *words = line.split()
    command = [sys.executable, "-m", "generator", *words]
    return subprocess.run(command, cwd=home, env=ENVIRONMENT, capture_output=True, text=True, check=False)


def write_block(how: str, path: Path, text: str) -> None:
    """Write a file of a page, or add to one at its end or below a line."""
    if how.startswith("Add at the end"):
        text = path.read_text("utf-8") + text
    elif how.startswith("Add below"):
        above, before = re.search(r"Add below `([^`]*)`", how), path.read_text("utf-8")
        assert above
        assert f"{above[1]}\n" in before
        text = before.replace(f"{above[1]}\n", f"{above[1]}\n{text}", 1)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def require_success(done: subprocess.CompletedProcess[str] | None) -> None:
    """Require that the last command, if any, succeeded."""
    if done is not None:
        assert done.returncode == 0, done.stderr


def follow(page: str, home: Path) -> int:
    """Follow a page; return how many commands ran. An error that is shown is the one that the last command gives."""
    count = 0
    blocks = [(found.start(), found) for found in re.finditer(r"^```(\w*)\n(.*?)^```$", page, re.M | re.S)]
    last: subprocess.CompletedProcess[str] | None = None
    for start, found in blocks:
        above = page[:start].rstrip().rpartition("\n")[2]
        kind, text = found[1], found[2]
        named = re.findall(r"`([\w./-]+/[\w.-]+)`", above) if above.endswith(":") else []
        if kind == "sh":
            for line in text.splitlines():
                require_success(last)
                last, count = run_line(line, home), count + 1
        elif kind == "text":
            assert last is not None
            assert (last.returncode, text.strip() in (last.stderr + last.stdout).splitlines()) == (1, True), last.stderr
            last = None
        elif named:
            write_block(above, home / named[-1], text)
    require_success(last)
    return count


@pytest.mark.parametrize(("name", "least"), [("docs/tutorial.md", 7), ("docs/cookbook.md", 1)])
def test_a_page_can_be_followed(name: str, least: int, tmp_path: Path) -> None:
    assert follow(read(name), tmp_path) >= least

"""The tutorial and the cookbook: every command runs and every file is taken, in their order."""

import re
from pathlib import Path

import pytest

from tests.kits import run
from tests.test_docs import read


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


def require_success(done: tuple[int, str, str] | None) -> None:
    """Require that the last command, if any, succeeded."""
    if done is not None:
        assert done[0] == 0, done[2]


def follow(page: str, home: Path) -> int:
    """Follow a page; return how many commands ran. An error that is shown is the one that the last command gives."""
    count = 0
    blocks = [(found.start(), found) for found in re.finditer(r"^```(\w*)\n(.*?)^```$", page, re.M | re.S)]
    last: tuple[int, str, str] | None = None
    for start, found in blocks:
        above = page[:start].rstrip().rpartition("\n")[2]
        kind, text = found[1], found[2]
        named = re.findall(r"`([\w./-]+/[\w.-]+)`", above) if above.endswith(":") else []
        if kind == "sh":
            for line in text.splitlines():
                require_success(last)
                last, count = run(line.split()[1:]), count + 1
        elif kind == "text":
            assert last is not None
            status, told, errors = last
            assert (status, text.strip() in (errors + told).splitlines()) == (1, True), errors
            last = None
        elif named:
            write_block(above, home / named[-1], text)
    require_success(last)
    return count


@pytest.mark.parametrize(("name", "least"), [("docs/tutorial.md", 7), ("docs/cookbook.md", 1)])
def test_a_page_can_be_followed(name: str, least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert follow(read(name), tmp_path) >= least

"""Every marked number in the rules of a game is changed: each change is reported on its line."""

import re
import shutil
from collections import Counter
from pathlib import Path

from tests.kits import GAMES
from tests.mutants.judge import check_data
from tests.samples import for_each

MARKED = re.compile(r"\{\{ claim\((?:(\d+)|'([^']*)'), ")


def change_number(found: re.Match[str]) -> str:
    """Return the start of a claim with its number increased by one, or with its word made meaningless."""
    return f"{{{{ claim({int(found[1]) + 1 if found[1] else repr(found[2] + '!')}, "


@for_each([("hypnosia", 50), ("psychopaths", 60)])
def test_every_claim_fails_when_its_number_is_changed(name: str, least: int, tmp_path: Path) -> None:
    rules = (GAMES[name] / "rules.md").read_text("utf-8")
    folder = shutil.copytree(GAMES[name], tmp_path / name)
    (folder / "rules.md").write_text(MARKED.sub(change_number, rules), "utf-8")
    lines = Counter(
        number for number, line in enumerate(rules.splitlines(), 1) for _ in re.findall(r"\{\{ claim\(", line)
    )
    told = r"rules\.md:(\d+):\d+: (?:GF101 the rules say |GF009 '[^']*' is not a number)"
    found = Counter(int(number) for number in re.findall(told, "\n".join(map(str, check_data(folder)))))
    assert found == lines
    assert found.total() > least

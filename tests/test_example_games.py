"""The games in layouts/examples, made from the documentation alone: each builds, and a check finds only what is named here."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.cli.commands import main
from tests.kits import LAYOUTS

EXAMPLES = Path(__file__).parent.parent / "layouts/examples"
PIECES = {
    "salt-roads": {"Island": 1, "Roads": 80, "Contracts": 12, "Player aids": 4},
    "weathervane": {"Weather cards": 60, "Player aids": 3},
    "night-sky": {"Sheets": 4, "Dice": 2},
}
CLAIMS = {
    "salt-roads": ["island", "contracts", "prices"],
    "weathervane": ["deck", "grain", "plain", "backs"],
    "night-sky": ["sky", "stars", "dice"],
}
NUMBERS = {"salt-roads": 11, "weathervane": 9, "night-sky": 22}
FACTS = {
    "salt-roads": "278 facts: 84 seen, 194 used by the rules alone",
    "weathervane": "333 facts: 333 seen",
    "night-sky": "282 facts: 136 seen, 146 used by the rules alone",
}


def test_the_examples_are_apart_from_the_five_games() -> None:
    assert sorted(PIECES) == sorted(path.parent.name for path in EXAMPLES.glob("*/game.yaml"))
    assert not set(PIECES) & {folder.name for folder in LAYOUTS}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", PIECES)
def test_an_example_is_green(name: str, tmp_path: Path) -> None:
    run = CliRunner()
    built = run.invoke(main, ["build", str(EXAMPLES / name), "--out", str(tmp_path)])
    assert (built.exit_code, re.findall(r"GF\d+ warning", built.stderr)) == (0, [])
    assert f"`gutterfold check {EXAMPLES / name}` also looks at every page" in built.stdout
    done = run.invoke(main, ["check", str(EXAMPLES / name), "--out", str(tmp_path)])
    assert done.exit_code == 0, done.stderr
    assert re.findall(r"(GF\d+) (\w+):", done.stderr) == []
    table = re.findall(r"^  (\S.*?) +\d+ +(\d+) .*  agree$", done.stdout, re.MULTILINE)
    assert {title: int(count) for title, count in table} == PIECES[name]
    assert re.findall(r"^  ([a-z\d-]+)  \S.*: .*; (?:data|play)", done.stdout, re.MULTILINE) == CLAIMS[name]
    assert f"{len(CLAIMS[name])} claims and {NUMBERS[name]} numbers of the rules hold" in done.stdout
    assert f"  {FACTS[name]}; " in done.stdout

"""Numbers of thousands of digits in rules, rows and figures are no fault of the program."""

import shutil
import subprocess
import sys
from pathlib import Path

from generator.language.number_words import parse_number
from tests.kits import ROOT

LONG = "9" * 4400  # Python reads no more than 4,300 digits


def test_a_long_number_is_no_number() -> None:
    assert parse_number("1" + ",000" * 2000) is None
    assert parse_number("1,000,000,000") == 10**9


def test_a_game_with_long_numbers_is_checked(tmp_path: Path) -> None:
    game = shutil.copytree(ROOT / "tests/mistakes/games/pairs", tmp_path / "pairs")
    with (game / "rules.md").open("a", encoding="utf-8") as rules:
        rules.write(
            f"\n{LONG} cards and 1{',000' * 1450} cards: {LONG} + 1 = {LONG}. See step {LONG}.\n\n{LONG[:9]}. So.\n"
        )
    # a process of its own: deep in the calls of a test runner, each letter of a long word may cost CPython 3.11 a new
    # chunk of its stack, and take ten times as long
    command = [sys.executable, "-m", "generator", "check", str(game)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "this is a bug in gutterfold" not in done.stderr
    assert (done.returncode, done.stdout.startswith("pairs: ")) == (0, True), done.stderr
    assert "GF163" not in done.stderr

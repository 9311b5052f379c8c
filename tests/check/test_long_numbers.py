"""Numbers of thousands of digits in rules, rows and figures are no fault of the program."""

import shutil
from pathlib import Path

from generator.language.number_words import parse_number
from tests.kits import ROOT, run

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
    code, stdout, stderr = run(["check", str(game)])
    assert "this is a bug in gutterfold" not in stderr
    assert (code, stdout.startswith("pairs: ")) == (0, True), stderr
    assert "GF163" not in stderr

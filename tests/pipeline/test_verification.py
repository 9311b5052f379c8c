"""What a build leaves to `check`, what it does all the same when it fails, and what it says of it."""

from pathlib import Path

import pytest

from generator.check.table import CHECK_CODES, CHECKS
from tests.kits import run
from tests.messages import facts_of
from tests.test_output_folder import write_game

RULES = "# Tiny\n\n## 1. One\n\nAs in section 13.\n\n## 2. Two\n\nTake one of the {} tiles.\n"
WAIVER = "waivers: [{code: GF166, at: As in section 13, reason: a test}]\n"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a small game with a reference in its rules that leads nowhere."""
    write_game(tmp_path / "tiny")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny" / "rules.md").write_text(RULES.format("{{ claim(2, 'tile') }}"), "utf-8")
    return tmp_path / "tiny"


def told(command: str) -> tuple[int, list[str]]:
    """Run a command on the game; return its status and the facts of its errors and warnings."""
    status, _, stderr = run([command, "tiny"])
    return status, facts_of(line for line in stderr.splitlines() if line.startswith("tiny/") and " note: " not in line)


def test_the_words_of_the_rules_are_left_to_check(game: Path) -> None:
    assert told("build") == (0, [])
    status, found = told("check")
    assert (status, found) == (0, ["tiny/rules.md:5:15: GF166 warning: 13 2"])


def test_a_build_that_fails_reads_them_too(game: Path) -> None:
    (game / "rules.md").write_text(RULES.format("{{ claim(3, 'tile') }}"), "utf-8")
    status, found = told("build")
    assert status == 1
    assert [each.split()[1] for each in found] == ["GF166", "GF101"]


def test_a_waiver_of_what_was_left_out_is_not_idle(game: Path) -> None:
    data = (game / "game.yaml").read_text("utf-8")
    (game / "game.yaml").write_text(data + WAIVER, "utf-8")
    assert told("build") == told("check") == (0, [])
    (game / "rules.md").write_text(RULES.format("{{ claim(2, 'tile') }}").replace("13", "2"), "utf-8")
    assert told("build") == (0, [])
    assert [each.split()[1] for each in told("check")[1]] == ["GF106"]


def test_a_build_says_what_it_left_out(game: Path) -> None:
    for command in ("build", "booklet"):
        assert "`gutterfold check tiny` also " in run([command, "tiny"])[1]
    assert "also" not in run(["build", "tiny", "--quiet"])[1]


def test_what_builds_leave_out_can_be_waived_without_it() -> None:
    left_out = {code for row in CHECKS if row.runs == "check" for code in row.codes}
    assert {"GF152", "GF166", "GF170", "GF176", "GF187", "GF190", "GF313"} <= left_out <= CHECK_CODES
    certain = {code for row in CHECKS if row.takes in ("format", "part") and row.runs == "always" for code in row.codes}
    assert (len(certain) > 10, certain & CHECK_CODES) == (True, set())

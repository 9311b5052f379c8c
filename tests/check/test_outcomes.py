"""The outcome of each claim and each number in the rules: what was asked, what data and sheets answered, what is wrong."""

from pathlib import Path
from typing import Any

import pytest

from generator.check.claims.judge import CallSummary
from tests.check.test_claims import AT, LINE, faces, verdict, without


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder for a game, below the current directory."""
    folder = tmp_path / "wren"
    folder.mkdir()
    monkeypatch.chdir(tmp_path)
    return folder


def list_calls(home: Path, check: str, **more: Any) -> list[CallSummary]:
    """Return the calls of the only claim, with the answers of data and sheets."""
    (outcome,) = verdict(home, check, **more).outcomes
    return list(outcome.asked)


def test_declared_and_printed_answers_are_kept_apart(home: Path) -> None:
    check = "count('hand') == 8 and players() == [1, 4] and looks('hand', 'back') == 1"
    assert list_calls(home, check, shows=faces) == [
        ("count('hand')", "8", "8"),
        ("players()", "[1, 4]", ""),
        ("looks('hand', 'back')", "", "1"),
    ]


def test_without_sheets_only_the_data_answers(home: Path) -> None:
    assert list_calls(home, "count('hand') == 8") == [("count('hand')", "8", "")]
    made = verdict(home, "count('hand') == 8 and looks('hand', 'back') == 1")
    assert (made.outcomes[0].asked, made.outcomes[0].finding) == ((), made.findings[0])
    assert made.findings[0].code == "GF104"


def test_calls_that_do_not_ask_the_game_are_listed_with_the_data(home: Path) -> None:
    check = "count('gem') == 5 or stuck(3, [2]) == [2]"  # the sheets alone come to the second half
    assert list_calls(home, check, shows=without("gem.1.c2.front")) == [
        ("count('gem')", "5", "4"),
        ("stuck(3, [2])", "[2]", ""),
    ]


def test_a_false_claim_keeps_both_answers(home: Path) -> None:
    made = verdict(home, "count('gem') == 5", level="warning", shows=without("gem.1.c2.front"))
    (outcome,) = made.outcomes
    assert outcome.asked == (CallSummary("count('gem')", "5", "4"),)
    assert outcome.finding == made.findings[0]
    assert (outcome.result, made.verified) == ("", ())
    assert str(made.findings[0]).startswith(f"{AT} GF102 warning: W1 ")


def test_a_claim_that_cannot_be_evaluated_keeps_its_finding(home: Path) -> None:
    (outcome,) = verdict(home, "count('gme') == 5").outcomes
    assert (outcome.id, outcome.says, outcome.rests_on, outcome.asked) == ("W1", "so it is", "rules, 1", ())
    assert outcome.finding is not None
    assert (outcome.finding.code, outcome.finding.place.line) == ("GF103", LINE)


def test_each_number_in_the_rules_keeps_its_line_and_both_answers(home: Path) -> None:
    rules = (
        "Take {{ claim(4, 'hand', player='red') }} cards\nand {{ claim(3, 'gem') }} gems\n"
        "of {{ claim(4, 'players()|max') }}.\n\n{{ claim(1, \"looks('hand', 'back')\") }} {{ claim(2, 'cards') }}\n"
    )
    made = verdict(home, rules=rules, shows=without("gem.1.c2.front"))
    found = [
        (each.place.line, each.id, each.says, each.asked, each.finding and each.finding.code) for each in made.inline
    ]
    assert found == [
        (1, "4", "hand, player red", (CallSummary("hand, player red", "4", "4"),), None),
        (2, "3", "gem", (CallSummary("gem", "5", "4"),), "GF101"),
        (3, "4", "players()|max", (CallSummary("players()|max", "4", ""),), None),
        (5, "1", "looks('hand', 'back')", (CallSummary("looks('hand', 'back')", "", "1"),), None),
        (5, "2", "cards", (), "GF103"),
    ]
    assert (made.numbers, made.wrong) == (5, 2)

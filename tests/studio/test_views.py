"""Test what the studio computes for its panes."""

from generator.studio.jobs import CheckedClaims, CommandResult, HeldClaim, parse_claims
from generator.studio.views import measure_contrasts


def test_white_and_black_differ_most() -> None:
    assert [round(each, 2) for each in measure_contrasts("#000000")] == [21.0, 1.0]
    assert [round(each, 2) for each in measure_contrasts("#ffffff")] == [1.0, 21.0]
    assert [round(each, 2) for each in measure_contrasts("#767676")] == [4.54, 4.62]


def test_claims_of_a_check_are_read() -> None:
    output = """{"findings": [], "games": [{
        "verified": [{"id": "suits", "says": "four suits", "rests_on": "rules", "result": "4"}],
        "unchecked": [{"id": "fun", "says": "it is fun", "why": "nobody can count it"}],
        "coverage": {"held": 6}}]}"""
    held = (HeldClaim("suits", "four suits", "rules", "4"),)
    unchecked = (HeldClaim("fun", "it is fun", "", "nobody can count it"),)
    assert parse_claims(CommandResult(0, output, "")) == CheckedClaims(held, unchecked, 6)


def test_a_game_that_was_not_judged_has_no_claims() -> None:
    assert parse_claims(CommandResult(1, '{"findings": [], "games": []}', "")) == CheckedClaims()
    assert parse_claims(CommandResult(1, "", "no game")) == CheckedClaims()

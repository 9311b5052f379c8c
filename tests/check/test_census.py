"""The three counts of each part: what the rules claim, the data declares and the finished files print."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.check.check_context import CheckContext
from generator.check.claims.census import PartCount, check_unclaimed_parts, count_parts
from generator.check.claims.judge import judge_claims
from generator.model.color import Color
from generator.model.finding import Place
from generator.model.game import PartData
from generator.model.paper import PAPERS
from generator.model.rules import Claim, InlineClaim
from tests.check.facts import keep_facts
from tests.check.kit import FRONTS, GAME, GEM, HAND, LONG, PARTS, see
from tests.kits import Kits, run

PLACE = Place("wren/rules.md", 7, 3)
BOTH = {"PDF": 2, "SVG": 2}


def case(
    tmp_path: Path, *checks: str, inline: Mapping[str, int | str] | None = None, only: bool = False, copies: int = 0
) -> CheckContext:
    """Return the small kit with claims of these checks and marked numbers of these parts."""
    claims = tuple(Claim(f"W{n}", "says", "rests", check, "error", PLACE) for n, check in enumerate(checks, 1))
    numbers = tuple(InlineClaim(value, what, {}, PLACE) for what, value in (inline or {}).items())
    pdf, svg = see(tmp_path, (*FRONTS, *LONG))
    gem = replace(GEM, designs=(GEM.designs[0]._replace(copies=copies),)) if copies else GEM
    game = replace(GAME, claims=claims, inline=numbers)
    return CheckContext(game, (HAND, gem), (HAND,) if only else (HAND, gem), PAPERS["a4"], "long-edge", pdf, svg)


def test_claimed_declared_printed(tmp_path: Path) -> None:
    kit = case(tmp_path, "count('hand') == 2 and 3 == count('gem')", 'count( "gem" ) == 3', inline={"hand": "two"})
    hand, gem = count_parts(kit)
    assert hand == PartCount("hand", "Hand", ((2, "rules.md:7"), (2, "W1")), 2, BOTH)
    assert gem == PartCount("gem", "Gem", ((3, "W1"), (3, "W2")), 3, {"PDF": 3, "SVG": 3})
    assert [each.verdict for each in (hand, gem)] == ["agree", "agree"]


def test_too_many_and_too_few_are_told_apart_from_what_nobody_claims(tmp_path: Path) -> None:
    assert [each.verdict for each in count_parts(case(tmp_path, "count('hand') == 3"))] == ["differ", "unclaimed"]
    assert [each.verdict for each in count_parts(case(tmp_path, "count('hand') == 2", copies=4))] == ["agree", "differ"]


def test_other_questions_are_no_counts(tmp_path: Path) -> None:
    asked = "count('hand', number=1) == 2", "count('hand') <= 2", "count('hand') == 1 + 1", "recount('hand') == 2"
    assert count_parts(case(tmp_path, *asked))[0].claimed == ()


def test_a_number_of_far_too_many_digits_is_none(tmp_path: Path) -> None:
    assert count_parts(case(tmp_path, f"count('hand') == {'9' * 5000}"))[0].claimed == ()


def test_so_many_in_each_color_are_as_many_in_all(tmp_path: Path) -> None:
    kit = case(tmp_path, "per_color('hand') == 1")
    colors = {role: Color(role, role, "#000000") for role in ("player.red", "player.blue", "ink")}
    game = replace(kit.game, parts={"hand": PartData(front="a", for_each="player")}, colors=colors)
    assert count_parts(replace(kit, game=game))[0].claimed == ((2, "W1"),)


@pytest.mark.parametrize("check", ["count('hand' == 2", "count('hand')) == 2", "[count('hand') == 2", "'", "& 2", "("])
def test_what_is_no_expression_counts_nothing(tmp_path: Path, check: str) -> None:
    kit = case(tmp_path, check)
    assert [each.claimed for each in count_parts(kit)] == [(), ()]
    assert [finding.code for finding in judge_claims(kit.game, kit.all_parts).findings] == ["GF103"]


def test_what_was_not_to_be_printed_has_no_count_on_paper(tmp_path: Path) -> None:
    hand, gem = count_parts(case(tmp_path, only=True))
    assert (hand.printed, gem.printed) == (BOTH, {})


def test_parts_of_which_nothing_is_claimed(tmp_path: Path) -> None:
    assert [keep_facts(each) for each in check_unclaimed_parts(case(tmp_path, "count('hand', number=1) == 2"))] == [
        "wren/game.yaml:20:3: GF134 note: 'gem' `count('gem')` 3"
    ]
    (both,) = check_unclaimed_parts(case(tmp_path, "count('gmes') == 3 and recount('gem') == 3"))
    assert both.place == HAND.place
    assert keep_facts(both.message) == "'hand' 'gem' `count('hand')` 2"


def test_any_question_about_the_number_will_do(tmp_path: Path) -> None:
    assert list(check_unclaimed_parts(case(tmp_path, "per_color('hand') == 2", "[count('gem')] == [3]"))) == []
    assert list(check_unclaimed_parts(case(tmp_path, "boards('hand') == 1", inline={"gem": 3}))) == []
    assert list(check_unclaimed_parts(case(tmp_path))) == []  # a game without any claim hears of it once, by GF100


@pytest.mark.thorough
def test_a_board_in_pieces_is_counted_whole_and_in_pieces(kit: Kits) -> None:
    made = kit("pachisi")
    status, told, _ = run(["check", str(made.game), "--out", str(made.folder.parent)])
    assert status == 0
    assert [line.split() for line in told.splitlines()[1:6]] == [
        ["rules", "data", "PDF", "SVG"],
        ["Board", "1", "1", "1", "1", "agree"],
        ["Board,", "in", "pieces", "5", "5", "5", "5", "agree"],
        ["Pieces", "16", "16", "16", "16", "agree"],
        ["Shells", "6", "6", "6", "6", "agree"],
    ]


def test_no_part_of_the_small_kit_is_left_out(tmp_path: Path) -> None:
    assert [each.part for each in count_parts(case(tmp_path))] == [part.id for part in PARTS]

"""A waiver names a waivable code, optionally an existing part, claim or figure, and a reason."""

from collections.abc import Callable

import pytest

from generator.model.finding_codes import FINDING_CODES, GONE_CODES, explain_unwaivable
from generator.model.game import Game
from generator.model.game_entries import WaiverData
from tests.samples import for_each

AT = "rules: rules.md\n"


@for_each([code for code in FINDING_CODES if code[2] in "13"])
def test_only_findings_that_do_not_stop_the_build_can_be_waived(code: str) -> None:
    assert bool(explain_unwaivable(code)) == (
        code in ("GF103", "GF308", "GF309", "GF312", "GF317", "GF321", "GF340", "GF341", "GF351", "GF352")
        or (code >= "GF360" and code != "GF361")
    )


def test_a_code_that_is_gone_is_no_code_and_may_stand_in_a_waiver() -> None:
    assert GONE_CODES.isdisjoint(FINDING_CODES)
    assert {explain_unwaivable(code) for code in GONE_CODES} == {""}


def test_waivable_codes_match_the_pattern_of_a_waiver() -> None:
    assert {code[2] for code, row in FINDING_CODES.items() if row.waivable} == {"1", "3"}


def test_a_waiver_may_name_a_phrase(find_faults: Callable[..., list[str]], read_wren: Callable[[], Game]) -> None:
    assert find_faults(AT, f"{AT}waivers:\n  - {{code: GF130, at: He turns red, reason: x}}\n") == []
    assert read_wren().data.waivers[0].at == "He turns red"


def test_a_waiver_is_read(find_faults: Callable[..., list[str]], read_wren: Callable[[], Game]) -> None:
    assert (
        find_faults(
            AT, f"{AT}waivers:\n  - {{code: GF101, at: W1, reason: so it is}}\n  - {{code: GF305, reason: x}}\n"
        )
        == []
    )
    assert read_wren().data.waivers == [
        WaiverData(code="GF101", at="W1", reason="so it is"),
        WaiverData(code="GF305", at=None, reason="x"),
    ]


@pytest.mark.parametrize(
    ("waiver", "expected"),
    [
        ("{code: GF101, reason: ''}", "27: GF006 0 ''"),
        ("{code: GF101, reason: ' '}", "27: GF006 0 ' '"),
        ("{code: GF101}", "5: GF005 0 'reason'"),
        ("{reason: x}", "5: GF005 0 'code' GF122 GF305"),
        (
            "{code: GF201, reason: x}",
            "12: GF006 0 GF122 GF305 'GF201'",
        ),
        ("{code: GF349, reason: x}", "12: GF006 0 GF349 'GF350'"),
        ("{code: GF300, reason: x}", "12: GF006 0 GF300 'GF301'"),
        ("{code: GF103, reason: x}", "12: GF006 0 GF103"),
        ("{code: GF1, reason: x}", "12: GF006 0 GF122 GF305 'GF1'"),
        ("{code: gf101, reason: x}", "12: GF006 0 GF122 GF305 'gf101'"),
        ("{code: GF1011, reason: x}", "12: GF006 0 GF122 GF305 'GF1011'"),
        (
            "{code: GF101, at: hnad, reason: x}",
            "23: GF008 0 'hnad' 'hand'",
        ),
        ("{code: GF101, at: W2, reason: x}", "23: GF008 0 'W2' 'W1' 'coin' 'hand'"),
        ("{code: GF101, for: W1, reason: x}", "19: GF004 'for' 0 'at' 'code' 'reason'"),
    ],
)
def test_each_fault_is_reported_at_its_place(waiver: str, expected: str, find_faults: Callable[..., list[str]]) -> None:
    (found,) = find_faults(AT, f"waivers:\n  - {waiver}\n{AT}")
    assert found == f"game.yaml:21:{expected}"

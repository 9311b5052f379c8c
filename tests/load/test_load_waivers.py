"""A waiver names a code of the right form, something that there is, and a reason."""

from collections.abc import Callable

import pytest

from generator.model.finding_codes import FINDING_CODES, explain_unwaivable
from generator.model.game import Game, WaiverData

AT = "rules: rules.md\n"


@pytest.mark.parametrize("code", [code for code in FINDING_CODES if code[2] in "13"])
def test_only_findings_that_do_not_stop_the_build_can_be_waived(code: str) -> None:
    assert bool(explain_unwaivable(code)) == (code in ("GF103", "GF308", "GF309"))


def test_waivable_codes_have_the_form_that_a_waiver_accepts() -> None:
    assert {code[2] for code, row in FINDING_CODES.items() if row.waivable} == {"1", "3"}


def test_a_phrase_is_a_name_of_nothing_else(faults: Callable[..., list[str]], read: Callable[[], Game]) -> None:
    assert faults(AT, f"{AT}waivers:\n  - {{code: GF130, at: He turns red, reason: x}}\n") == []
    assert read().data.waivers[0].at == "He turns red"


def test_a_waiver_is_read(faults: Callable[..., list[str]], read: Callable[[], Game]) -> None:
    assert (
        faults(AT, f"{AT}waivers:\n  - {{code: GF101, at: W1, reason: so it is}}\n  - {{code: GF305, reason: x}}\n")
        == []
    )
    assert read().data.waivers == [
        WaiverData(code="GF101", at="W1", reason="so it is"),
        WaiverData(code="GF305", at=None, reason="x"),
    ]


@pytest.mark.parametrize(
    ("waiver", "says"),
    [
        ("{code: GF101, reason: ''}", "27: GF006 waivers[0].reason must be text that is not blank"),
        ("{code: GF101, reason: ' '}", "27: GF006 waivers[0].reason must be text that is not blank"),
        ("{code: GF101}", "5: GF005 waivers[0] needs the key 'reason'"),
        ("{reason: x}", "5: GF005 waivers[0] needs the key 'code'"),
        (
            "{code: GF201, reason: x}",
            "12: GF006 waivers[0].code must be text such as GF122 or GF305, a code of what is found at the end, not 'GF201'",
        ),
        ("{code: GF199, reason: x}", "12: GF006 waivers[0].code: there is no code GF199; did you mean 'GF136'?"),
        ("{code: GF300, reason: x}", "12: GF006 waivers[0].code: there is no code GF300; did you mean 'GF301'?"),
        ("{code: GF103, reason: x}", "12: GF006 waivers[0].code: GF103 cannot be waived: it always stops the build"),
        ("{code: GF1, reason: x}", "12: GF006 waivers[0].code "),
        ("{code: gf101, reason: x}", "12: GF006 waivers[0].code "),
        ("{code: GF1011, reason: x}", "12: GF006 waivers[0].code "),
        (
            "{code: GF101, at: hnad, reason: x}",
            "23: GF008 waivers[0].at: there is no part, claim or figure 'hnad'; did you mean 'hand'?",
        ),
        ("{code: GF101, at: W2, reason: x}", "23: GF008 waivers[0].at: there is no part, claim or figure 'W2'"),
        ("{code: GF101, for: W1, reason: x}", "19: GF004 unknown key 'for' in waivers[0]"),
    ],
)
def test_each_fault_is_one_sentence_at_its_place(waiver: str, says: str, faults: Callable[..., list[str]]) -> None:
    (found,) = faults(AT, f"waivers:\n  - {waiver}\n{AT}")
    assert found.startswith(f"game.yaml:21:{says}"), found

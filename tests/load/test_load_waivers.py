"""A waiver names a code of the right form, something that there is, and a reason."""

from collections.abc import Callable

import pytest

from generator.model.game import Game, WaiverData

AT = "rules: rules.md\n"


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
        ("{code: GF201, reason: x}", "12: GF006 waivers[0].code "),
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

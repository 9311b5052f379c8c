"""apply_waivers: waived findings are kept with their reason, and unused waivers are reported (GF106)."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.check.waivers import apply_waivers
from generator.components import KINDS
from generator.load.game import read_game
from generator.model.finding import Finding, Place
from generator.model.game import Game
from tests.messages import facts, facts_of

GAME = """\
title: Wren
version: "1"
players: [1, 4]
parts:
  die: {kind: die, size: 16, faces: [1, 2, 3, 4, 5, 6], front: d.svg.j2, copies: 1}
  hand: {kind: card, size: poker, front: h.svg.j2, rows: hand.csv, copies: 1}
  hand-old: {kind: card, size: poker, front: h.svg.j2, copies: 1}
rules: rules.md
figures:
  plan: {template: p.svg.j2, size: [20, 20], alt: a plan, part: die}
setup:
  - {part: hand, table: 1}
claims:
  - {id: W1, says: so, rests_on: me, check: count('die') == 2, level: warning}
"""
RULES = "{{ claim(3, 'hand') }} and {{ claim(2, \"count('die') + 1\") }}\nThree hands.\n"


def find_place(text: str, after: str, source: str = GAME, file: str = "wren/game.yaml") -> Place:
    """Return where a text begins, the first that follows another."""
    index = source.index(text, source.index(after))
    return Place(file, source.count("\n", 0, index) + 1, index - source.rfind("\n", 0, index))


DIE, ROW, CSV = find_place("[1, 2", "faces"), find_place("hand:", "  hand:"), Place("wren/hand.csv", 2, 3)
FIGURE, SETUP, CLAIM = find_place("[20", "plan"), find_place("{part", "setup"), find_place("count", "claims")
FIRST, SECOND, PROSE = (find_place(text, "", RULES, "wren/rules.md") for text in ("{{ claim(3", "{{ claim(2", "Three"))
FILE = Place("wren-sheets-a4.pdf")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def build_game(*waivers: str) -> Game:
    """Read the game with these waivers."""
    home = Path("wren")
    home.mkdir(exist_ok=True)
    (home / "hand.csv").write_text("id,text\na,one\n", "utf-8")
    (home / "rules.md").write_text(RULES, "utf-8")
    listed = "".join(f"  - {{{each}}}\n" for each in waivers)
    (home / "game.yaml").write_text(GAME + (f"waivers:\n{listed}" if listed else ""), "utf-8")
    return read_game(home, KINDS)


def apply_to(waivers: Sequence[str], *findings: Finding, usual: bool = True) -> tuple[list[str], list[str]]:
    """Apply waivers to findings; return the facts of those kept, and code and reason of those waived."""
    kept, waived = apply_waivers(build_game(*waivers), findings, usual)
    return facts_of(kept), [f"{each.finding.code} {each.reason}" for each in waived]


@pytest.mark.parametrize(
    ("at", "place", "message"),
    [
        ("die", DIE, "opposite faces"),
        ("hand", ROW, "x"),
        ("hand", CSV, "x"),
        ("plan", FIGURE, "x"),
        ("hand", SETUP, "x"),
        ("W1", CLAIM, "x"),
        ("hand", FIRST, "the rules say 3 cards"),
        ("die", SECOND, "the rules say 2"),
        ("hand", PROSE, "three hand cards"),
        ("hand", FILE, "page 2: hand.a.c1.front and die.1.c1.front overlap"),
        ("die", FILE, "page 2: hand.a.c1.front and die.1.c1.front overlap"),
    ],
)
def test_a_waiver_applies_to_findings_about_its_target(at: str, place: Place, message: str) -> None:
    finding = Finding("GF122", place, message)
    assert apply_to([f"code: GF122, at: {at}, reason: known"], finding) == ([], ["GF122 known"])
    assert apply_to(["code: GF122, reason: known"], finding) == ([], ["GF122 known"])


@pytest.mark.parametrize(
    ("at", "place", "message"),
    [
        ("hand", DIE, "x"),
        ("die", ROW, "the die is named"),
        ("die", CSV, "x"),
        ("W1", DIE, "x"),
        ("die", CLAIM, "W1 so: count('die')"),
        ("die", FIRST, "the die is named"),
        ("hand", SECOND, "x"),
        ("hand", PROSE, "handsome"),
        ("hand", FILE, "hand-old.1.c1.front is at an edge"),
        ("die", FILE, "hand.die.c1.front is at an edge"),
    ],
)
def test_a_waiver_does_not_apply_elsewhere(at: str, place: Place, message: str) -> None:
    finding = Finding("GF122", place, message)
    kept, waived = apply_to([f"code: GF122, at: {at}, reason: known"], finding, usual=False)
    assert (kept, waived) == ([facts(finding)], [])


def test_other_codes_are_kept_in_order() -> None:
    findings = [Finding("GF102", CLAIM, "a"), Finding("GF122", DIE, "b", "warning"), Finding("GF101", FIRST, "c")]
    kept, waived = apply_to(["code: GF122, reason: it is as it is"], *findings)
    assert kept == ["wren/game.yaml:14:45: GF102", "wren/rules.md:1:1: GF101"]
    assert waived == ["GF122 it is as it is"]


def test_the_first_matching_waiver_is_used_and_the_other_reported() -> None:
    waivers = ["code: GF122, reason: all", "code: GF122, at: die, reason: this"]
    kept, waived = apply_to(waivers, Finding("GF122", DIE, "x"), Finding("GF122", ROW, "y"))
    assert waived == ["GF122 all", "GF122 all"]
    assert kept == ["wren/game.yaml:17:5: GF106 warning: GF122 'die'"]


def test_unused_waivers_are_reported_in_the_usual_build_only() -> None:
    unused = "wren/game.yaml:16:5: GF106 warning: GF305"
    assert apply_to(["code: GF305, reason: known"]) == ([unused], [])
    assert apply_to(["code: GF305, reason: known"], usual=False) == ([], [])


@pytest.mark.parametrize(
    ("at", "place", "passes"),
    [
        ("count('die') + 1", SECOND, True),
        ("count('die')   + 1", SECOND, True),
        ("Three hands.", PROSE, True),
        ("Three hands.", FIRST, False),
        ("three hands.", PROSE, False),
        ("faces: [1, 2", DIE, True),
        ("Three hands.", FILE, False),
        ("Three hands.", PROSE._replace(line=9), False),
        ("Three hands.", Place("wren/gone.md", 2, 1), False),
        ("Three hands.", PROSE._replace(line=0), False),
    ],
)
def test_a_phrase_waives_findings_on_its_line(at: str, place: Place, passes: bool) -> None:
    finding = Finding("GF130", place, "the rules say Three hands.")
    kept, waived = apply_to([f'code: GF130, at: "{at}", reason: known'], finding)
    assert waived == ["GF130 known"] * passes
    unused = f"wren/game.yaml:16:5: GF106 warning: GF130 {at!r}"
    assert kept == ([] if passes else [facts(finding), unused])


def test_a_claim_id_with_a_blank_is_not_a_phrase() -> None:
    made = build_game("code: GF102, at: W1, reason: known")
    data = replace(made.data, claims=[replace(made.data.claims[0], id="W 1")])
    waiver = replace(data.waivers[0], at="W 1")
    about = replace(made, data=replace(data, waivers=[waiver]))
    assert apply_waivers(about, [Finding("GF102", CLAIM, "x")], usual=True)[0] == ()


@pytest.mark.parametrize("usual", [True, False])
def test_a_waiver_of_a_code_that_is_gone_is_told_and_does_no_harm(usual: bool) -> None:
    kept, waived = apply_to(["code: GF168, at: die, reason: x"], Finding("GF122", DIE, "x"), usual=usual)
    assert kept == ["wren/game.yaml:5:37: GF122", "wren/game.yaml:16:5: GF106 warning: GF168"]
    assert waived == []

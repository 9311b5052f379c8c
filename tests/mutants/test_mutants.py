"""The mutants match their descriptions, and the judge, the tables and the exit status miss none."""

import difflib
from collections import Counter
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.mutants import __main__ as command
from tests.mutants import judge
from tests.mutants.changes import make_mutants, sample_evenly
from tests.mutants.harmless import REASONS, SAME, find_idle_reasons, find_reason
from tests.mutants.judge import LAYOUTS, Outcome, judge_mutants, names_changed_line
from tests.mutants.source import Mutant, Source, sort_of
from tests.mutants.table import find_unexplained, outcome_table, reason_table
from tests.samples import for_each


@cache
def make_all(game: str) -> list[Mutant]:
    """Return every mutant of a game, made once."""
    return make_mutants(LAYOUTS / game)


def find_mutant(game: str, what: str) -> Mutant:
    """Return the mutant with this description."""
    (one,) = [each for each in make_all(game) if each.what == what]
    return one


def diff_lines(mutant: Mutant) -> list[str]:
    """Return the lines that a mutant takes away and those that it adds, in order."""
    before = (LAYOUTS / mutant.game / mutant.file).read_text(encoding="utf-8")
    diff = difflib.unified_diff(before.splitlines(), mutant.apply_to(before).splitlines(), n=0)
    return [line[0] + line[1:].strip() for line in list(diff)[2:] if line[0] in "-+"]


@for_each([
        ("psycle", "parts.gem.copies 50 -> 51", ["-copies: 50", "+copies: 51"]),
        ("psycle", "cards.csv row 2 loses[]: 2 3 4 -> 2 4", ["-1,1,1,3,0 5,2 3 4,1", "+1,1,1,3,0 5,2 4,1"]),
        ("psycle", "parts.target.rows.0.copies 1 gone", ["-- {value: 1, copies: 1}", "+- {value: 1}"]),
        ("psycle", "parts.bonus.rows.1 twice", ["+- {value: 2, copies: 2}"]),
        ("psycle", "parts.aid.rows.0.beats 2 and 5 exchanged: \"0 1\" and \"0 2 3 4\"", [
            '-beats: ["", "0 5", "0 1", "0 1 2", "0 1 2 3", "0 2 3 4"]',
            '+beats: ["", "0 5", "0 2 3 4", "0 1 2", "0 1 2 3", "0 1"]',
        ]),
        ("pachisi", "parts.board.routes.south.3 east.1.1..8 gone", ["-- east.1.1..8"]),
        ("pachisi", "center - south.1.1 cut", ["+cuts: [[center, south.1.1]]"]),
        ("pharaoh", "r1c1 inner -> plain", ["+cells: {r1c1: {kind: plain}}"]),
        ("pharaoh", "parts.board.values.lines3.1 column gone", ["-lines3: [row, column]", "+lines3: [row]"]),
        ("pharaoh", "north r0c2 left out", ["-north: [r0c1..3]", "+north: [r0c1, r0c3]"]),
        ("psychopaths", "parts.path.rows.0.lines 0-2 and 1-3 crossed", [
            "-- {id: a, lines: [0-2, 1-3, 4-7, 5-6], order: [red, yellow, green, blue]}",
            "+- {id: a, lines: [0-3, 1-2, 4-7, 5-6], order: [red, yellow, green, blue]}",
        ]),
        ("psychopaths", "parts.board.slots.ne gone", ["-ne: {cells: [r1c7..9, r2c7..9, r3c7..9], part: path}"]),
        ("hypnosia", "parts.board.rings.bridges.0.from 2 -> 1", [
            "-- {ring: 1, from: 2, to: 2}", "+- {ring: 1, from: 1, to: 2}",
        ]),
        ("hypnosia", "ring1.0 - ring1.1 leads from ring1.1 only", ["+joins: [[ring1.1, ring1.0, side, one-way]]"]),
    ])  # fmt: skip
def test_mutants_match_their_descriptions(game: str, what: str, lines: list[str]) -> None:
    assert diff_lines(find_mutant(game, what)) == lines


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", judge.GAMES)
def test_every_sort_of_fact_is_changed_once(game: str) -> None:
    made = make_all(game)
    texts = {each.apply_to(Source(LAYOUTS / game).files[each.file]) for each in made if each.sort == "counts"}
    assert len(texts) == sum(each.sort == "counts" for each in made) > 10
    assert len({(each.file, each.edits) for each in made}) == len(made)
    assert {"counts", "players and colors", "rules", "sizes"} <= {each.sort for each in made}


@for_each(
    [
        (("parts", "hand", "copies"), "counts"),
        (("parts", "die", "rows", 0, "faces", 1), "dice"),
        (("parts", "hand", "rows", 0, "stars", 1), "decks"),
        (("parts", "path", "rows", 0, "order", 1), "cards of paths"),
        (("parts", "board", "rings", "bridges", 0, "to"), "boards"),
        (("parts", "board", "rings", "starts", "step"), "sizes"),
        (("setup", 0, "each"), "setup"),
    ]
)
def test_the_sort_of_a_fact(path: tuple[str | int, ...], sort: str) -> None:
    assert sort_of(path) == sort


def test_samples_are_spread_evenly() -> None:
    some = [find_mutant("pharaoh", f"r{row}c2 blocked") for row in range(5)]
    assert sample_evenly(some, 9) == some
    assert sample_evenly(some, 2) == [some[0], some[2]]
    joins = [each for each in make_all("pharaoh") if each.sort == "joins"]
    assert Counter(each.what.split()[3] for each in sample_evenly(joins, 10)).keys() == {"cut", "leads", "added"}
    assert Counter(each.sort for each in sample_evenly(make_all("pharaoh"), 4)).most_common(1)[0][1] == 4


MUTANT = Mutant("psycle", "counts", "gems", "cards.csv", (), (3, 3))


@for_each(
    [
        ("x/psycle/cards.csv:3:1: GF006 no", True),
        ("x/psycle/game.yaml:9:1: GF102 no (x/psycle/cards.csv:2:1 to 4:2)", True),
        ("x/psycle/game.yaml:9:1: GF102 no (x/psycle/cards.csv:2:1, 3:5)", True),
        ("x/psycle/game.yaml:3:1: GF006 no", False),
        ("x/psycle/cards.csv:2:1: GF006 the 3 is no 4", False),
        ("x/psycle/cards.csv:3: GF006 no", True),
    ]
)
def test_findings_that_name_the_changed_line(message: str, is_named: bool) -> None:
    assert names_changed_line(message, MUTANT) == is_named


def test_mutants_that_pass_the_data_checks_are_built() -> None:
    """No claim speaks of the color of text, but drawings ask for it."""
    some = [find_mutant("psycle", "colors.text gone"), find_mutant("psycle", "parts.gem.copies 50 -> 51")]
    outcomes = [(each.by, each.named, " GF207 " in each.said[0]) for each in judge_mutants(some)]
    assert outcomes == [("build", False, True), ("data", True, False)]
    (unbuilt,) = judge_mutants(some[:1], sheets=lambda _: False)
    assert (unbuilt.by, unbuilt.said) == ("", ())


@pytest.mark.thorough
def test_for_a_figure_only_the_rules_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown card cannot be drawn and is reported at its place in the data; another known card can be drawn."""
    monkeypatch.setattr(judge, "check_build", lambda _: 1 / 0)
    what = "figures.cover.values.cards.0.card f-3 -> f-4", "figures.cover.values.cards.0.card f-3 -> f-2"
    found_out = list(judge_mutants([find_mutant("psychopaths", each) for each in what]))
    assert [(each.by, each.named) for each in found_out] == [("build", True), ("", False)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "what",
    [
        "psychopaths figures.rotate.values.pawn r4c3 -> r3c3",
        "psychopaths figures.step.values.walk.2 r2c4 -> r3c4",
        "psychopaths figures.step.highlight.0.cells.0 r0c3 -> r0c4",
        "pharaoh figures.turn.values.moves.0.cost 3 -> 4",
        "pharaoh figures.lines.values.seats3.0 east -> eastx",
        "hypnosia figures.bridge.values.over.2 ring2.8 -> ring2.9",
        "pachisi figures.route.values.route south -> east",
        "pachisi figures.way-home.values.barred 83 -> 82",
        "pachisi figures.take-before.values.square 17 -> 18",
        "pharaoh figures.win.pieces.0.design red.small -> yellow.small",
        "pharaoh figures.win.pieces.0.at r2c1 -> r3c1",
        "psycle figures.turn.values.target 3 -> 4",
    ],
)
def test_a_changed_figure_is_caught_by_a_claim(what: str) -> None:
    game, _, change = what.partition(" ")
    (outcome,) = judge_mutants([find_mutant(game, change)])
    assert (outcome.by, outcome.named) == ("data", True)


def test_without_claims_mutants_survive(monkeypatch: pytest.MonkeyPatch) -> None:
    some = [find_mutant("pharaoh", "parts.die.faces.0 1 -> 2"), find_mutant("pharaoh", "r0c1 blocked")]
    assert [each.by for each in judge_mutants(some, sheets=lambda _: False)] == ["data", "data"]
    monkeypatch.setattr(judge, "judge_claims", lambda *_: SimpleNamespace(findings=()))
    left = list(judge_mutants(some, sheets=lambda _: False))
    assert find_unexplained(left) == ["pharaoh dice: parts.die.faces.0 1 -> 2"]


def test_a_crash_names_the_mutant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "expand_parts", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError) as error:
        list(judge_mutants([find_mutant("pharaoh", "r0c1 blocked")]))
    assert error.value.__notes__ == ["the mutant is pharaoh cells: r0c1 blocked"]


FREE = find_mutant("pharaoh", "parts.pyramid.tab 5 -> 6")
BOUND = find_mutant("pharaoh", "parts.die.copies 1 -> 2")


def test_every_reason_matches_a_mutant() -> None:
    for row in REASONS:
        assert any(find_reason(each) == row for each in make_all(row.game)), row
        assert len(row.why.split()) > 5
    assert find_reason(BOUND) is None


def test_unneeded_reasons_are_found() -> None:
    left = [row.pattern for row in find_idle_reasons([FREE], ["pharaoh"])]
    assert len(left) == sum(row.game == "pharaoh" for row in REASONS) - 1
    assert r"sizes: parts\.pyramid\.(tab|base_tab) .*" not in left


def test_the_table_counts_outcomes() -> None:
    some = [
        Outcome(BOUND, "data", ("x",), True),
        Outcome(FREE, "", (), False),
        Outcome(BOUND, "", (), False),
        Outcome(BOUND, "build", ("x",), False),
    ]
    assert outcome_table(some) == [
        "| game | facts | made | by the data | by a build | named | harmless | survived |",
        "|---|---|--:|--:|--:|--:|--:|--:|",
        "| pharaoh | counts | 3 | 1 | 1 | 1 | 0 | 1 |",
        "| pharaoh | sizes | 1 | 0 | 0 | 0 | 1 | 0 |",
        "| all |  | 4 | 1 | 1 | 1 | 1 | 1 |",
    ]
    assert find_unexplained(some) == ["pharaoh counts: parts.die.copies 1 -> 2"]
    why = "how wide the tabs are that take the glue"
    assert reason_table(some)[2:] == [f"| pharaoh | 1 | `sizes: parts.pyramid.tab 5 -> 6` | {why} |"]


@pytest.mark.parametrize(("by", "status"), [("data", 0), ("", 1)])
def test_an_unexplained_survivor_makes_the_status_1(
    by: str, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    outcome = Outcome(BOUND, "data" if by else "", (), bool(by))
    monkeypatch.setattr(command, "judge_games", lambda *_: [outcome])
    monkeypatch.setattr(command, "find_false_alarms", lambda _: [])
    monkeypatch.setattr("sys.argv", ["mutants", "pharaoh", "--most", "1", "--save", str(tmp_path / "table.md")])
    with pytest.raises(SystemExit) as end:
        command.main()
    assert end.value.code == status
    assert ("survived: pharaoh counts: parts.die.copies 1 -> 2" in capsys.readouterr().out) == (status == 1)
    assert (tmp_path / "table.md").read_text(encoding="utf-8").startswith("| game | facts |")


def test_a_warning_of_an_unchanged_game_makes_the_status_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "judge_games", lambda *_: [Outcome(BOUND, "data", ("x",), True)])
    monkeypatch.setattr(command, "find_false_alarms", lambda _: ["GF102 R1"])
    monkeypatch.setattr("sys.argv", ["mutants", "pharaoh", "--most", "1"])
    with pytest.raises(SystemExit, match="1"):
        command.main()


def test_an_unknown_game(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        command.parse_arguments(["chess"])
    assert "there is no game 'chess'" in capsys.readouterr().err


def test_only_removed_values_may_be_the_same_game() -> None:
    assert {row.pattern.rpartition(" ")[2] for row in REASONS if row.why == SAME} == {"gone"}


@pytest.mark.thorough
def test_checked_colors_in_the_rules_are_changed_and_caught() -> None:
    colors = [each for each in make_all("hypnosia") if each.sort == "rules" and " -> player." in each.what]
    assert len(colors) == 6
    before, after = diff_lines(colors[0])
    assert "{{ color('player.blue', \"value('board', 'seats2')[1]\") }}" in before
    assert after[1:] == before[1:].replace("color('player.blue'", "color('player.green'")
    assert {(each.by, each.named) for each in judge_mutants(colors)} == {("data", True)}

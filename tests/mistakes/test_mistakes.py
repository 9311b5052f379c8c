"""Each mistake can be made and is judged by what is said, and what is recorded as told is still told."""

import json
from collections import Counter
from pathlib import Path

import pytest

from generator.model.finding import Finding, Place
from tests.mistakes import __main__ as command
from tests.mistakes import judge
from tests.mistakes.judge import Outcome, check_unchanged, find_new, find_places, is_at, judge_mistakes, names_mistake
from tests.mistakes.rows import CORRECT_GAMES, KINDS, OWN_GAMES, Mistake, find_folder, load_mistakes
from tests.mistakes.table import format_alarms, format_outcomes, format_rates

ROWS = load_mistakes()
RECORDED = json.loads(command.OUTCOMES.read_text(encoding="utf-8"))
CORRECT = [folder.parent.name for folder in sorted(CORRECT_GAMES.glob("*/game.yaml"))]
OWN = sorted(folder.parent.name for folder in OWN_GAMES.glob("*/game.yaml"))
CHEAP = [row for row in ROWS if row.game in OWN]  # the shipped games take seconds
SAMPLE = CHEAP[::12]
GAMES = sorted({row.game for row in ROWS})


def make_row(old: str = "copies: 3", new: str = "copies: 4", says: tuple[str, ...] = ("cost",)) -> Mistake:
    return Mistake("a", "data", False, "a wrong number", "psycle", "game.yaml", old, new, says)


def make_finding(message: str, line: int = 1, level: str = "error", code: str = "GF101") -> Finding:
    return Finding(code, Place("game.yaml", line, 1), message, level)  # type: ignore[arg-type]


def test_there_are_enough_mistakes_of_each_kind() -> None:
    counts = Counter(row.kind for row in ROWS)
    assert {kind: counts[kind] >= most for kind, most in KINDS.items()} == dict.fromkeys(KINDS, True)
    assert len(ROWS) >= 320
    five, more = {"psycle", "pachisi", "pharaoh", "psychopaths", "hypnosia"}, {row.game for row in ROWS if row.is_blind}
    assert {row.game for row in ROWS if not (row.is_blind or row.is_unseen)} == {*OWN, *five}
    assert more >= {*five, "salt-roads", "night-sky", "weathervane", "cards", "hex", "party", "race", "tiles"}
    assert len(OWN) == 12
    assert len(CORRECT) == 114


def test_about_half_of_each_kind_is_kept_to_ourselves() -> None:
    for kind in KINDS:
        held = [row.held_out for row in ROWS if row.kind == kind and not (row.is_blind or row.is_unseen)]
        assert 0.45 <= sum(held) / len(held) <= 0.55, kind


def test_the_second_set_has_each_kind_of_words() -> None:
    counts = Counter(row.kind for row in ROWS if row.is_unseen)
    assert all(
        counts[kind] >= most for kind, most in {"data": 22, "rules": 22, "figures": 22, "translations": 16}.items()
    )
    assert {row.is_blind for row in ROWS if row.is_unseen} == {False}


def test_names_are_unique() -> None:
    assert [name for name, count in Counter(row.id for row in ROWS).items() if count > 1] == []
    assert {row.id for row in ROWS} == set(RECORDED)


@pytest.mark.parametrize("game", GAMES)
def test_each_mistake_can_be_made(game: str) -> None:
    for row in ROWS:
        if row.game == game:
            before = row.source.read_text(encoding="utf-8")
            assert row.apply_to(before) != before
            assert row.says, row.id
            assert len(row.what.split()) > 2, row.id


def test_each_further_place_is_in_the_game(tmp_path: Path) -> None:
    for row in ROWS:
        if row.also:
            folder = judge.copy_game(row.game, tmp_path / row.id)
            lines = row.changed_lines(row.source.read_text(encoding="utf-8"))
            assert len(find_places(row, folder)) > len(lines), row.id


def test_the_named_group_around_an_edit_is_a_place_too(tmp_path: Path) -> None:
    row = next(row for row in ROWS if row.id == "psycle-foot-missing-loses")
    folder = judge.copy_game(row.game, tmp_path)
    text = (folder / row.file).read_text(encoding="utf-8").splitlines()
    (edit,) = row.changed_lines(row.source.read_text(encoding="utf-8"))
    lines = sorted(line for _, line in find_places(row, folder))
    assert lines[-1] == edit
    assert text[lines[0] - 1].strip() == '<g class="number.{{ n }}">'


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        ("two\nthree\n", "two\n3\n", [3]),
        ("two\n", "2\n2\n", [2, 3]),
        ("two\nthree\n", "three\ntwo\n", [2, 3]),
        ("two\n", "", [1, 2, 3]),
        ("two", "", [1, 2, 3]),
        ("wo", "", [2]),
        ("  two\nthree", "  two and a half\nthree", [2]),
    ],
)
def test_changed_lines(old: str, new: str, lines: list[int]) -> None:
    before = "one\n" + ("  " if old.startswith(" ") else "") + "two\nthree\nfour\n"
    assert list(make_row(old, new).changed_lines(before)) == lines


def test_an_edit_must_fit_once() -> None:
    assert make_row().apply_to("copies: 3") == "copies: 4"
    with pytest.raises(ValueError, match=r"a: the old text is 2 times in game\.yaml"):
        make_row().apply_to("copies: 3, copies: 3")
    with pytest.raises(ValueError, match="0 times"):
        make_row().apply_to("copies: 5")


def test_new_findings_are_those_that_the_unchanged_game_lacks() -> None:
    before = [make_finding("unmarked number: 'two gems'", 3, "note"), make_finding("the board is 3 wide", 4)]
    moved = [make_finding("the board is 3 wide", 9), make_finding("unmarked number: 'three gems'", 8, "note")]
    more = make_finding("unmarked number: 'two coins'", 12, "note")
    assert find_new(moved, before) == []
    assert find_new([*moved, more], before) == [more]
    assert find_new([before[0], more], before) == [more]
    assert find_new([make_finding("the board is gone", 4)], before) == [make_finding("the board is gone", 4)]


@pytest.mark.parametrize(
    ("says", "message", "named"),
    [
        ("cost", "the value of 'cost' is not seen", True),
        ("cost", "accosted", False),
        ("GF126", "nothing", True),
        ("7", "the rules say 7", True),
        ("7", "the rules say 17 or 70", False),
        ("row.", "the group row.cost", True),
        ("symmetr", "the board is not symmetrical", True),
    ],
)
def test_a_finding_names_the_mistake_by_a_word_or_a_code(says: str, message: str, named: bool) -> None:
    assert names_mistake(make_finding(message, code="GF126"), make_row(says=(says,))) == named


def test_places_are_compared_by_file_and_line() -> None:
    finding = Finding("GF126", Place("/shared/templates/icons.svg", 7, 1), "x")
    assert is_at(finding, {("templates/icons.svg", 7)})
    assert not is_at(finding, {("templates/icons.svg", 8)})
    assert not is_at(finding, {("templates/other-icons.svg", 7)})
    assert is_at(Finding("GF126", Place("psycle/hand.svg.j2", 7), "x"), {("templates/psycle/hand.svg.j2", 7)})


def test_findings_are_weighed() -> None:
    row, places = make_row(), {("game.yaml", 5)}
    note, error = make_finding("cost", 5, "note"), make_finding("cost", 6)
    other = make_finding("stars", 5)
    assert judge.weigh_findings(row, [other], places)[1:3] == ("", False)
    assert judge.weigh_findings(row, [note, other], places)[1:3] == ("hint", True)
    assert judge.weigh_findings(row, [error], places)[1:3] == ("error", False)


def test_a_crash_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    row = next(row for row in ROWS if row.game == "pairs")
    monkeypatch.setattr(judge, "check_game", lambda _: 1 / 0)
    monkeypatch.setattr(judge, "check_unchanged", lambda _: ())
    (outcome,) = judge_mistakes([row])
    assert (outcome.told, outcome.crash) == ("", "ZeroDivisionError: division by zero")
    assert command.find_losses([outcome])[0] == f"crash: {row.id}: ZeroDivisionError: division by zero"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", sorted({*OWN, *CORRECT, *(row.game for row in SAMPLE)}))
def test_a_game_fares_as_recorded_without_and_with_mistakes(game: str) -> None:
    assert command.find_false_alarms({game: check_unchanged(game)}) == []
    for outcome in judge_mistakes([row for row in SAMPLE if row.game == game]):
        recorded = RECORDED[outcome.mistake.id]
        assert (bool(outcome.told), outcome.is_placed) >= (recorded["told"], recorded["placed"]), outcome
        assert outcome.crash == ""


def test_false_alarms_are_found() -> None:
    warnings = [make_finding(str(number), level="warning") for number in range(4)]
    assert command.find_false_alarms({"pairs": warnings[:3]}) == []
    assert command.find_false_alarms({"pairs": warnings}) == ["4 warnings in pairs"]
    assert command.find_false_alarms({"pairs": [make_finding("x")]}) == ["false error in pairs: game.yaml:1:1: GF101 x"]


def test_the_tables() -> None:
    row = make_row()
    said = make_finding("cost")
    some = [Outcome(row, "error", True, (said,)), Outcome(row, "hint", False, (said,)), Outcome(row, "", False, ())]
    assert format_rates(some)[1:] == [
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
        "| data | 3 | 2 | 1 | 1 | 1 | 1 | 67 | 50 |",
        "| all | 3 | 2 | 1 | 1 | 1 | 1 | 67 | 50 |",
    ]
    assert format_outcomes(some[::2]) == [
        "- told by an error, at the line: data a: a wrong number",
        "    - game.yaml:1:1: GF101 cost",
        "- SILENT: data a: a wrong number",
    ]
    assert format_alarms({"a": [said, said, make_finding("x", level="note", code="GF108")], "b": []})[2:] == [
        "| a | 2 GF101, 1 GF108 | 2 | 0 | 1 |",
        "| b | - | 0 | 0 | 0 |",
    ]


@pytest.mark.parametrize(("told", "status"), [("error", 0), ("", 1)])
def test_a_mistake_that_is_told_no_more_makes_the_status_1(
    told: judge.Told, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    row = next(row for row in ROWS if RECORDED[row.id]["told"])
    monkeypatch.setattr(command, "judge_all", lambda _: [Outcome(row, told, False, ())])
    monkeypatch.setattr("sys.argv", ["mistakes", row.kind, "--save", str(tmp_path / "table.md")])
    with pytest.raises(SystemExit) as end:
        command.main()
    assert end.value.code == status
    assert (f"told no more: {row.id}" in capsys.readouterr().out) == (status == 1)
    assert (tmp_path / "table.md").read_text(encoding="utf-8").startswith("| kind | tried |")


def test_outcomes_are_recorded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(command, "OUTCOMES", tmp_path / "outcomes.json")
    one, other = ROWS[0], ROWS[1]
    command.record([Outcome(one, "error", True, ()), Outcome(other, "", False, ())])
    command.record([Outcome(other, "hint", False, ())])
    assert json.loads(command.OUTCOMES.read_text(encoding="utf-8")) == {
        one.id: {"told": True, "placed": True},
        other.id: {"told": True, "placed": False},
    }


def choose(*words: str) -> list[Mistake]:
    return command.choose_mistakes(command.parse_arguments(words))


def test_mistakes_are_chosen_by_kind_number_and_name() -> None:
    assert choose() == ROWS
    assert {row.kind for row in choose("data", "dice")} == {"data", "dice"}
    assert Counter(row.kind for row in choose("--most", "3")) == dict.fromkeys(KINDS, 3)
    assert all("die" in row.id for row in choose("--only", "die"))
    assert not any(row.held_out for row in choose("--shown"))
    assert choose("data", "--unseen") == [row for row in ROWS if row.kind == "data" and row.is_unseen]
    assert choose("data", "--held-out") == [row for row in ROWS if row.kind == "data" and row.held_out]
    assert len(choose("data", "--most", "1000")) == len(choose("data"))


def test_an_unknown_kind(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        command.parse_arguments(["chess"])
    assert "there is no kind 'chess'" in capsys.readouterr().err


def test_own_games_are_found_first() -> None:
    assert find_folder("ur") == OWN_GAMES / "ur"
    assert find_folder("psycle").parent.name == "layouts"

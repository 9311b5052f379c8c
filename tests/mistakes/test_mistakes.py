"""Each mistake can be made and is judged by the place of what is said; the page shows what is recorded."""

import json
from collections import Counter
from pathlib import Path

import pytest

from generator.model.finding import Finding, Place
from tests.mistakes import __main__ as command
from tests.mistakes import judge
from tests.mistakes.judge import Outcome, check_unchanged, find_new, find_places, is_at, judge_mistakes
from tests.mistakes.rows import CORRECT_GAMES, HOSTS, KINDS, OWN_GAMES, ROOT, Mistake, find_folder, load_mistakes
from tests.mistakes.table import format_alarms, format_outcomes, format_rates, record_outcome

ROWS = load_mistakes()
CORRECT = sorted(file.parent.name for file in CORRECT_GAMES.glob("*/game.yaml"))
GAMES = sorted({row.game for row in ROWS})
TOLD = ("fourth-late-pair-name-in-the-frame", "fourth-obelisk-dots-past-foot")  # cheap, and told by limits


def make_row(old: str = "copies: 3", new: str = "copies: 4") -> Mistake:
    return Mistake("a", "data", "a wrong number", "psycle", "game.yaml", old, new)


def make_finding(message: str, line: int = 1, level: str = "error", code: str = "GF101") -> Finding:
    return Finding(code, Place("game.yaml", line, 1), message, level)  # type: ignore[arg-type]


def test_the_rows_are_drawn_evenly_by_kind() -> None:
    assert Counter(row.kind for row in ROWS) == dict.fromkeys(KINDS, 50)
    assert [name for name, count in Counter(row.id for row in ROWS).items() if count > 1] == []
    assert {row.id for row in ROWS} == set(command.read_records())


def test_every_game_is_there_and_each_has_a_use() -> None:
    assert len(CORRECT) == 40
    for row in ROWS:
        assert row.source.is_file(), row.id
    own = {file.parent.name for home in (OWN_GAMES, HOSTS) for file in home.glob("*/game.yaml")}
    tests = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "tests").glob("**/test_*.py"))
    assert [game for game in own if game not in GAMES and f'HOSTS / "{game}"' not in tests] == []
    assert sorted(own & set(CORRECT)) == []


@pytest.mark.parametrize("game", GAMES)
def test_each_mistake_can_be_made(game: str) -> None:
    for row in ROWS:
        if row.game == game:
            before = row.source.read_text(encoding="utf-8")
            assert row.apply_to(before) != before
            assert len(row.what.split()) > 2, row.id


def test_each_further_place_is_in_the_game(tmp_path: Path) -> None:
    for row in ROWS:
        if row.also:
            folder = judge.copy_game(row.game, tmp_path / row.id)
            lines = row.changed_lines(row.source.read_text(encoding="utf-8"))
            assert len(find_places(row, folder)) > len(lines), row.id


def test_the_named_group_around_an_edit_is_a_place_too(tmp_path: Path) -> None:
    row = next(row for row in ROWS if row.id == "third-line-pitch-slipped")
    folder = judge.copy_game(row.game, tmp_path)
    text = (folder / row.file).read_text(encoding="utf-8").splitlines()
    (edit,) = row.changed_lines(row.source.read_text(encoding="utf-8"))
    lines = sorted(line for _, line in find_places(row, folder))
    assert lines[-1] == edit
    assert '<g class="' in text[lines[0] - 1]
    assert lines[0] < edit


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


def test_places_are_compared_by_file_and_line() -> None:
    finding = Finding("GF126", Place("/shared/templates/icons.svg", 7, 1), "x")
    assert is_at(finding, {("templates/icons.svg", 7)})
    assert not is_at(finding, {("templates/icons.svg", 8)})
    assert not is_at(finding, {("templates/other-icons.svg", 7)})
    assert is_at(Finding("GF126", Place("psycle/hand.svg.j2", 7), "x"), {("templates/psycle/hand.svg.j2", 7)})


def judge_one(monkeypatch: pytest.MonkeyPatch, found: list[Finding]) -> Outcome:
    """Judge the first mistake of a small game, with these findings in place of those of the checks."""
    row = next(row for row in ROWS if row.game == "pairs")
    monkeypatch.setattr(judge, "check_game", lambda _: found)
    monkeypatch.setattr(judge, "check_unchanged", lambda _: (make_finding("known"),))
    (outcome,) = judge_mistakes([row])
    return outcome


def test_only_a_new_finding_at_the_place_tells_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    row = next(row for row in ROWS if row.game == "pairs")
    (line, *_) = row.changed_lines(row.source.read_text(encoding="utf-8"))
    there = Finding("GF209", Place(row.file, line, 1), "anything", "note")
    elsewhere, known = make_finding("elsewhere"), make_finding("known")
    assert judge_one(monkeypatch, [known, there]) == Outcome(row, True, (there,))
    assert judge_one(monkeypatch, [known, elsewhere]) == Outcome(row, False, (elsewhere,))
    assert judge_one(monkeypatch, [known]) == Outcome(row, False, ())


def test_a_crash_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    row = next(row for row in ROWS if row.game == "pairs")
    monkeypatch.setattr(judge, "check_game", lambda _: 1 / 0)
    monkeypatch.setattr(judge, "check_unchanged", lambda _: ())
    (outcome,) = judge_mistakes([row])
    assert outcome == Outcome(row, False, (), "ZeroDivisionError: division by zero")
    assert command.find_crashes([outcome]) == [f"crash: {row.id}: ZeroDivisionError: division by zero"]


@pytest.mark.parametrize("name", TOLD)
def test_a_mistake_is_told_at_its_place(name: str) -> None:
    (outcome,) = judge_mistakes([row for row in ROWS if row.id == name])
    assert (outcome.is_told, outcome.crash) == (True, ""), outcome


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", CORRECT)
def test_a_correct_game_gets_no_error(game: str) -> None:
    assert command.find_false_errors({game: check_unchanged(game)}) == []


def test_false_errors_are_found() -> None:
    assert command.find_false_errors({"pairs": [make_finding("x", level="warning")]}) == []
    assert command.find_false_errors({"pairs": [make_finding("x")]}) == ["false error in pairs: game.yaml:1:1: GF101 x"]


def test_the_tables() -> None:
    row, said = make_row(), make_finding("cost")
    some = [Outcome(row, True, (said,)), Outcome(row._replace(id="b"), False, (said,)), Outcome(row, False, ())]
    three = [row, row._replace(id="b"), row._replace(id="c", kind="rules")]
    records = {each.id: record_outcome(outcome) for each, outcome in zip(three, some, strict=True)}
    assert format_rates(three, records)[1:] == [
        "|---|--:|--:|--:|--:|--:|--:|",
        "| data | 1 | 2 | 2 | 50 | 100 | 75 |",
        "| rules | 0 | 0 | 1 | 0 | 0 | - |",
        "| all | 1 | 2 | 3 | 33 | 67 | - |",
    ]
    assert format_outcomes(some) == [
        "- told at the line: data a: a wrong number",
        "    - game.yaml:1:1: GF101 cost",
        "- told elsewhere: data b: a wrong number",
        "    - game.yaml:1:1: GF101 cost",
        "- SILENT: data a: a wrong number",
    ]
    warned = [make_finding("x", level="warning", code="GF108")] * 3
    assert format_alarms({"a": [said, said, *warned], "b": []})[2:] == [
        "| a | 2 GF101, 3 GF108 | 2 | 3 | 0 |",
        "| b | - | 0 | 0 | 0 |",
        "",
        "1.50 warnings a game on average; at most 1 is to be reached",
    ]


def test_the_page_has_the_table_as_recorded() -> None:
    page = (ROOT / "docs" / "mistakes.md").read_text(encoding="utf-8")
    assert "\n".join(format_rates(ROWS, command.read_records())) in page


@pytest.mark.parametrize(
    ("outcome", "alarm", "wrong"),
    [
        (Outcome(ROWS[0], False, ()), "warning", "no crash, no false error"),
        (Outcome(ROWS[0], False, (), "KeyError: 1"), "warning", f"crash: {ROWS[0].id}: KeyError: 1"),
        (Outcome(ROWS[0], True, (make_finding("x"),)), "error", "false error in pairs: game.yaml:1:1: GF101 x"),
    ],
)
def test_a_crash_or_a_false_error_makes_the_status_1(
    outcome: Outcome, alarm: str, wrong: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "choose_mistakes", lambda _: ROWS[:1])
    monkeypatch.setattr(command, "judge_all", lambda _: [outcome])
    monkeypatch.setattr(command, "check_correct_games", lambda: {"pairs": [make_finding("x", level=alarm)]})
    monkeypatch.setattr("sys.argv", ["mistakes"])
    with pytest.raises(SystemExit) as end:
        command.main()
    printed = capsys.readouterr().out
    assert printed.startswith("| kind | told at the line |")
    assert "| pairs | 1 GF101 |" in printed
    assert printed.endswith(f"\n{wrong}\n")
    assert end.value.code == int(wrong != "no crash, no false error")


@pytest.mark.parametrize(("words", "games"), [([], 1), (["data"], 0), (["--only", "die"], 0), (["--games"], 1)])
def test_the_games_are_checked_unless_only_some_mistakes_are(
    words: list[str], games: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "judge_all", lambda rows: [Outcome(row, True, ()) for row in rows])
    monkeypatch.setattr(command, "check_correct_games", lambda: {"pairs": []})
    monkeypatch.setattr("sys.argv", ["mistakes", *words])
    with pytest.raises(SystemExit, match="0"):
        command.main()
    printed = capsys.readouterr().out
    assert printed.count("| pairs |") == games
    assert printed.count("| all |") == int(words != ["--games"])


def test_outcomes_are_recorded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(command, "OUTCOMES", tmp_path / "outcomes.json")
    one, other, said = ROWS[0], ROWS[1], (make_finding("x"),)
    command.record([Outcome(one, True, said), Outcome(other, False, ())])
    command.record([Outcome(other, False, said)])
    assert json.loads(command.OUTCOMES.read_text(encoding="utf-8")) == {
        one.id: {"told": True, "anywhere": True},
        other.id: {"told": False, "anywhere": True},
    }


def choose(*words: str) -> list[Mistake]:
    return command.choose_mistakes(command.parse_arguments(words))


def test_mistakes_are_chosen_by_kind_and_name() -> None:
    assert choose() == ROWS
    assert choose("data", "dice") == [row for row in ROWS if row.kind in ("data", "dice")]
    assert choose("--only", "die") == [row for row in ROWS if "die" in row.id]


def test_an_unknown_kind(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        command.parse_arguments(["chess"])
    assert "there is no kind 'chess'" in capsys.readouterr().err


def test_own_games_are_found_first() -> None:
    assert find_folder("ur") == OWN_GAMES / "ur"
    assert find_folder("psycle").parent.name == "layouts"

"""Test findings as text: the source line with a caret under the column."""

import os
from pathlib import Path

import pytest

from generator.cli.diagnostics import format_findings, print_findings
from generator.model.finding import Finding, Place

LONG = "".join(f"{n:4}" for n in range(100))  # 400 columns, whose digits give the column


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def show_source(line: int, column: int, file: str = "game.yaml") -> list[str]:
    """Return the lines below the message of a finding in the file."""
    first, *rest = format_findings([Finding("GF101", Place(file, line, column), "wrong")])
    assert first == f"{Place(file, line, column)}: GF101 wrong"
    return rest


def write_game(text: str | bytes) -> None:
    Path("game.yaml").write_bytes(text.encode() if isinstance(text, str) else text)


def read_from_caret(rest: list[str]) -> str:
    """Return the source text from the column of the caret on."""
    source, mark = rest
    assert mark.endswith(" ^")
    assert source.index("|") == mark.index("|")
    return source[mark.index("^") :]


def test_the_line_and_a_caret_below_the_column() -> None:
    write_game("title: Psycle\nplayers: [2, four]\n")
    assert show_source(2, 14) == ["  2 | players: [2, four]", "    |              ^"]


def test_the_gutter_is_as_wide_as_the_line_number() -> None:
    write_game("\n" * 99 + "cell\n")
    assert show_source(100, 1) == ["  100 | cell", "      | ^"]


@pytest.mark.parametrize(("level", "word"), [("error", ""), ("trap", "trap: "), ("warning", "warning: ")])
def test_the_level_follows_the_code(level: str, word: str) -> None:
    write_game("cell\n")
    finding = Finding("GF102", Place("game.yaml", 1, 1), "so", level)  # type: ignore[arg-type]
    assert list(format_findings([finding])) == [f"game.yaml:1:1: GF102 {word}so", "  1 | cell", "    | ^"]


def test_plain_output_has_no_source_line() -> None:
    write_game("cell\n")
    assert list(format_findings([Finding("GF101", Place("game.yaml", 1, 1), "wrong")], plain=True)) == [
        "game.yaml:1:1: GF101 wrong"
    ]


@pytest.mark.parametrize(
    ("text", "column", "shown", "before"),
    [
        ("\tcell", 2, "    cell", 4),
        ("ab\tcell", 4, "ab  cell", 4),
        ("abcd\tcell", 6, "abcd    cell", 8),
        ("\t\tcell", 2, "        cell", 4),
        ("中文 cell", 4, "中文 cell", 5),
        ("\uff46\uff4c cell", 4, "\uff46\uff4c cell", 5),
        ("中\tcell", 3, "中  cell", 4),
        ("cafe\u0301 cell", 7, "cafe\u0301 cell", 5),
        ("é cell", 3, "é cell", 2),
        ("👩\u200d🚀 cell", 5, "👩\u200d🚀 cell", 5),
        ("\x1b[31m cell", 7, "\ufffd[31m cell", 6),
        ("\u202e cell", 3, "\ufffd cell", 2),
        ("cell", 5, "cell", 4),
        ("", 1, "", 0),
    ],
)
def test_tabs_wide_characters_and_controls(text: str, column: int, shown: str, before: int) -> None:
    write_game(text + "\n")
    assert show_source(1, column) == [f"  1 | {shown}".rstrip(), f"    | {' ' * before}^"]


def test_byte_order_mark_and_carriage_returns_take_no_column() -> None:
    write_game(b"\xef\xbb\xbftitle: a\r\nplayers: b\r\n")
    assert show_source(1, 8) == ["  1 | title: a", "    |        ^"]
    assert show_source(2, 10) == ["  2 | players: b", "    |          ^"]


def test_a_unicode_line_separator_does_not_end_a_line() -> None:
    write_game("a\u2028b\x0cc\nsecond\n")
    assert show_source(2, 1) == ["  2 | second", "    | ^"]


def test_invalid_utf_8_is_shown_as_a_replacement_character() -> None:
    write_game(b"title: \xff\n")
    assert show_source(1, 8) == ["  1 | title: \ufffd", "    |        ^"]


def test_the_last_line_may_lack_a_newline() -> None:
    write_game("one\ntwo")
    assert show_source(2, 1) == ["  2 | two", "    | ^"]


@pytest.mark.parametrize(("line", "column"), [(3, 1), (0, 0)])
def test_a_line_outside_the_file_is_not_shown(line: int, column: int) -> None:
    write_game("one\ntwo")
    assert show_source(line, column) == []


@pytest.mark.parametrize("column", [0, 5])
def test_a_column_outside_the_line_has_no_caret(column: int) -> None:
    write_game("one\n")
    assert show_source(1, column) == ["  1 | one"]


@pytest.mark.parametrize("file", ["none.yaml", ".", "a\0b", "--set pyramid.scale"])
def test_an_unreadable_file_is_not_shown(file: str) -> None:
    assert show_source(1, 1, file) == []


def test_a_named_pipe_is_not_read(here: Path) -> None:
    os.mkfifo(here / "pipe")
    assert show_source(1, 1, "pipe") == []


def test_a_link_is_not_followed(here: Path) -> None:
    write_game("title: a\n")
    (here / "link.yaml").symlink_to("game.yaml")
    assert show_source(1, 1, "game.yaml") != []
    assert show_source(1, 1, "link.yaml") == []


@pytest.mark.parametrize(
    ("column", "shown", "under"),
    [
        (1, LONG[:94] + "...", LONG[:94] + "..."),
        (40, LONG[:94] + "...", LONG[39:94] + "..."),
        (48, LONG[:94] + "...", LONG[47:94] + "..."),
        (49, "..." + LONG[1:95] + "...", LONG[48:95] + "..."),
        (200, "..." + LONG[152:246] + "...", LONG[199:246] + "..."),
        (400, "..." + LONG[306:], LONG[399:]),
        (401, "..." + LONG[306:], ""),
    ],
)
def test_a_long_line_is_cut_around_the_column(column: int, shown: str, under: str) -> None:
    write_game(LONG + "\n")
    rest = show_source(1, column)
    assert rest[0] == f"  1 | {shown}"
    assert read_from_caret(rest) == under


def test_a_line_of_up_to_100_columns_is_not_cut() -> None:
    write_game("a" * 100 + "\n" + "b" * 101 + "\n" + "中" * 50 + "\n" + "中" * 51 + "\n")
    assert [show_source(line, 1)[0] for line in (1, 2, 3, 4)] == [
        "  1 | " + "a" * 100,
        "  2 | " + "b" * 94 + "...",
        "  3 | " + "中" * 50,
        "  4 | " + "中" * 47 + "...",
    ]


def test_a_line_of_a_million_wide_characters_is_cut_around_the_column() -> None:
    write_game("中" * 1_000_000 + "x" + "中" * 1_000_000 + "\n")
    source, mark = show_source(1, 1_000_001)
    assert source == "  1 | ..." + "中" * 23 + "x" + "中" * 23 + "..."
    assert mark == "    | " + " " * 49 + "^"


def test_findings_are_printed_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    write_game("one\n")
    print_findings([Finding("GF101", Place("game.yaml", 1, 2), "wrong"), Finding("GF402", Place("the disk"), "full")])
    assert capsys.readouterr() == (
        "",
        "game.yaml:1:2: GF101 wrong\n  1 | one\n    |  ^\nthe disk: GF402 full\n",
    )

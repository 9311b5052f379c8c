"""Findings as people read them: the line that is meant, and a caret under the column, whatever the line holds."""

import os
from pathlib import Path

import pytest

from generator.cli.diagnostics import format_findings, print_findings
from generator.model.finding import Finding, Place

LONG = "".join(f"{n:4}" for n in range(100))  # 400 columns, in which each character tells where it stands


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(line: int, column: int, file: str = "game.yaml") -> list[str]:
    """Return what is said below the message."""
    first, *rest = format_findings([Finding("GF101", Place(file, line, column), "wrong")])
    assert first == f"{Place(file, line, column)}: GF101 wrong"
    return rest


def write(text: str | bytes) -> None:
    Path("game.yaml").write_bytes(text.encode() if isinstance(text, str) else text)


def caret(rest: list[str]) -> str:
    """Return what stands above the caret and right of it."""
    source, mark = rest
    assert mark.endswith(" ^")
    assert source.index("|") == mark.index("|")
    return source[mark.index("^") :]


def test_the_line_and_a_caret_below_the_column() -> None:
    write("title: Psycle\nplayers: [2, four]\n")
    assert told(2, 14) == ["  2 | players: [2, four]", "    |              ^"]


def test_the_number_of_a_line_makes_the_gutter() -> None:
    write("\n" * 99 + "cell\n")
    assert told(100, 1) == ["  100 | cell", "      | ^"]


@pytest.mark.parametrize(("level", "word"), [("error", ""), ("trap", "trap: "), ("warning", "warning: ")])
def test_the_level_follows_the_code(level: str, word: str) -> None:
    write("cell\n")
    finding = Finding("GF102", Place("game.yaml", 1, 1), "so", level)  # type: ignore[arg-type]
    assert list(format_findings([finding])) == [f"game.yaml:1:1: GF102 {word}so", "  1 | cell", "    | ^"]


def test_plain_is_the_message_alone() -> None:
    write("cell\n")
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
    write(text + "\n")
    assert told(1, column) == [f"  1 | {shown}".rstrip(), f"    | {' ' * before}^"]


def test_a_byte_order_mark_and_carriage_returns_take_no_column() -> None:
    write(b"\xef\xbb\xbftitle: a\r\nplayers: b\r\n")
    assert told(1, 8) == ["  1 | title: a", "    |        ^"]
    assert told(2, 10) == ["  2 | players: b", "    |          ^"]


def test_a_line_separator_is_no_end_of_a_line() -> None:
    write("a\u2028b\x0cc\nsecond\n")
    assert told(2, 1) == ["  2 | second", "    | ^"]


def test_bytes_that_are_no_text_are_shown_as_a_sign() -> None:
    write(b"title: \xff\n")
    assert told(1, 8) == ["  1 | title: \ufffd", "    |        ^"]


def test_the_last_line_may_have_no_end() -> None:
    write("one\ntwo")
    assert told(2, 1) == ["  2 | two", "    | ^"]


@pytest.mark.parametrize(("line", "column"), [(3, 1), (0, 0)])
def test_a_line_that_is_not_there_is_not_shown(line: int, column: int) -> None:
    write("one\ntwo")
    assert told(line, column) == []


@pytest.mark.parametrize("column", [0, 5])
def test_a_column_that_is_not_there_has_no_caret(column: int) -> None:
    write("one\n")
    assert told(1, column) == ["  1 | one"]


@pytest.mark.parametrize("file", ["none.yaml", ".", "a\0b", "--set pyramid.scale"])
def test_a_file_that_cannot_be_read_is_not_shown(file: str) -> None:
    assert told(1, 1, file) == []


def test_a_pipe_is_not_waited_for(here: Path) -> None:
    os.mkfifo(here / "pipe")
    assert told(1, 1, "pipe") == []


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
def test_a_long_line_is_shown_round_the_column(column: int, shown: str, under: str) -> None:
    write(LONG + "\n")
    rest = told(1, column)
    assert rest[0] == f"  1 | {shown}"
    assert caret(rest) == under


def test_a_line_as_wide_as_a_terminal_is_whole() -> None:
    write("a" * 100 + "\n" + "b" * 101 + "\n" + "中" * 50 + "\n" + "中" * 51 + "\n")
    assert [told(line, 1)[0] for line in (1, 2, 3, 4)] == [
        "  1 | " + "a" * 100,
        "  2 | " + "b" * 94 + "...",
        "  3 | " + "中" * 50,
        "  4 | " + "中" * 47 + "...",
    ]


def test_a_line_of_a_million_wide_characters_is_cut_round_its_column() -> None:
    write("中" * 1_000_000 + "x" + "中" * 1_000_000 + "\n")
    source, mark = told(1, 1_000_001)
    assert source == "  1 | ..." + "中" * 23 + "x" + "中" * 23 + "..."
    assert mark == "    | " + " " * 49 + "^"


def test_findings_are_complained_of_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    write("one\n")
    print_findings([Finding("GF101", Place("game.yaml", 1, 2), "wrong"), Finding("GF402", Place("the disk"), "full")])
    assert capsys.readouterr() == (
        "",
        "game.yaml:1:2: GF101 wrong\n  1 | one\n    |  ^\nthe disk: GF402 full\n",
    )

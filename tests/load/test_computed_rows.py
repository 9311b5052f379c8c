"""Rows that the data compute: lists combined, empty cells filled, columns by expressions."""

from pathlib import Path
from typing import Any

import pytest

from generator.components import KINDS
from generator.load.game import read_game
from generator.model.finding import DataError
from tests.messages import facts_of

HEAD = """title: Wren
version: "1"
players: [2, 4]
parts:
  slip:
    kind: tile
    size: [60, 40]
    front: slip.svg.j2
"""


@pytest.fixture
def wren(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wren").mkdir()
    return tmp_path / "wren"


def read(wren: Path, more: str, csv: str = "") -> Any:
    (wren / "game.yaml").write_text(HEAD + more, "utf-8")
    (wren / "slips.csv").write_text(csv, "utf-8")
    return read_game(wren, KINDS).rows["slip"]


def refuse(wren: Path, more: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        read(wren, more)
    return facts_of(caught.value.findings)


def test_lists_are_combined(wren: Path) -> None:
    rows = read(wren, "    copies: 2\n    rows: {suit: [sun, leaf], rank: [1, 2, 3]}\n")
    assert [tuple(row.values.values()) for row in rows] == [
        ("sun", 1), ("sun", 2), ("sun", 3), ("leaf", 1), ("leaf", 2), ("leaf", 3),
    ]  # fmt: skip
    assert [str(rows[4].place(column)) for column in ("", "suit", "rank")] == [
        "wren/game.yaml:10:11", "wren/game.yaml:10:24", "wren/game.yaml:10:41",
    ]  # fmt: skip


def test_empty_cells_get_the_default(wren: Path) -> None:
    more = "    rows: slips.csv\n    defaults: {copies: 3, text: none, beats: [1, 2]}\n"
    rows = read(wren, more, "id,text,beats[],copies\na,,,\nb,x,4,1\n")
    assert [dict(row.values) for row in rows] == [
        {"id": "a", "text": "none", "beats": [1, 2], "copies": 3},
        {"id": "b", "text": "x", "beats": [4], "copies": 1},
    ]
    assert [str(row.place("copies")) for row in rows] == ["wren/game.yaml:10:24", "wren/slips.csv:3:7"]
    assert str(rows[0].place("id")) == "wren/slips.csv:2:1"


def test_columns_are_computed_in_order(wren: Path) -> None:
    computed = "    computed: {points: rank * 2 + 1, id: suit ~ '-' ~ points, list: '[rank, points]'}\n"
    rows = read(wren, f"    copies: 1\n    rows: {{suit: [sun], rank: [1, 2]}}\n{computed}")
    assert [(row.values["points"], row.values["id"], row.values["list"]) for row in rows] == [
        (3, "sun-3", [1, 3]),
        (5, "sun-5", [2, 5]),
    ]
    assert str(rows[1].place("id")) == "wren/game.yaml:11:42"


ROWS = "    copies: 1\n    rows: {suit: [sun], rank: [1, 2]}\n    computed: {id: %s}\n"


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        (ROWS % "suti", ["wren/game.yaml:11:20: GF009 'suti' 'suit' wren/game.yaml:10:11"]),
        (ROWS % "rank +", ["wren/game.yaml:11:20: GF009"]),
        (ROWS % "suit + rank", ["wren/game.yaml:11:20: GF009"]),
        (ROWS % "'{1: 2}'", ["wren/game.yaml:11:20: GF006"]),
        ("    copies: 1\n    rows: {suit: [], rank: [1]}\n", ["wren/game.yaml:10:18: GF006"]),
        ("    copies: 1\n    rows: {' ': [1]}\n", ["wren/game.yaml:10:12: GF006 0"]),
        (
            "    copies: 1\n    rows: {file: slips.csv, were: x, where: ''}\n",
            ["wren/game.yaml:10:29: GF004 'were' 'where'", "wren/game.yaml:10:45: GF006"],
        ),
        (
            f"    copies: 1\n    rows: {{a: {list(range(200))}, b: {list(range(200))}}}\n",
            ["wren/game.yaml:10:11: GF006 40,000 20,000"],
        ),
    ],
)
def test_what_cannot_be_computed_is_one_line(more: str, expected: list[str], wren: Path) -> None:
    found = refuse(wren, more)
    assert [each[: len(line)] for each, line in zip(found, expected, strict=True)] == expected

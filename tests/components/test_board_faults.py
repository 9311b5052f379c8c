"""Faults in board data are reported all at once, at their places, with the nearest name."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.components import KINDS
from generator.components.boards.board import BoardData
from generator.components.designs import expand_parts
from generator.load.game import read_game
from generator.model.cell_ranges import parse_cells
from generator.model.finding import DataError
from tests.components.boards import CROSS, make_board
from tests.messages import facts, facts_of
from tests.samples import for_each

GRID = {"grid": {"columns": 3, "rows": 2, "cell": 10, "blocked": ["r1c1"]}}


def collect_fault_lines(**data: Any) -> list[str]:
    """Return the findings about a board as lines."""
    with pytest.raises(DataError) as error:
        make_board(**{**GRID, **data})
    return [str(finding) for finding in error.value.findings]


def collect_faults(**data: Any) -> list[str]:
    """Return the facts of the findings about a board."""
    return facts_of(collect_fault_lines(**data))


@for_each([
        ({"areas": {"a": ["r0c3"]}}, "areas.a.0: GF008 'r0c3' 'r0c2'", ""),
        ({"areas": {"a": ["r0c1", "r1c1"]}}, "areas.a.1: GF008 'r1c1'", "blocked"),
        ({"kinds": {"a": ["r2*"]}}, "kinds.a.0: GF008 'r2*' 5 'r0c0' 'r1c2'", ""),
        ({"kinds": {"a": ["*" * 80 + "x"]}}, f"kinds.a.0: GF008 '{'*' * 80}x' 5 'r0c0' 'r1c2'", ""),
        ({"border": 31}, "border: GF006 30 31", ""),
        ({"kinds": {"a": ["r.c*"]}}, "kinds.a.0: GF008 'r.c*' 5 'r0c0' 'r1c2'", ""),
        ({"kinds": {"a": ["r1*", "r1c1"]}}, "kinds.a.1: GF008 'r1c1'", "blocked"),
        ({"areas": {"a": ["r0c1..4"]}}, "areas.a.0: GF008 'r0c1..4' 'r0c3'", "exist"),
        ({"areas": {"a": ["r1c2..0"]}}, "areas.a.0: GF008 'r1c2..0' 'r1c1'", "blocked"),
        (
            {"areas": {"a": ["r5c1..2"]}},
            "areas.a.0: GF008 'r5c1..2' 'r5c1' 'r0c1'", "",
        ),
        ({"areas": {"a": ["r0c01..2"]}}, "areas.a.0: GF008 'r0c01..2' 'r0c01' 'r0c1'", ""),
        ({"areas": {"a": ["r0c0", "r0c0"]}}, "areas.a.1: GF006 'r0c0' 1", ""),
        ({"areas": {"a": ["r0*", "r0c1..2"]}}, "areas.a.1: GF006 'r0c1' 1 1", ""),
        ({"kinds": {"a": ["r0c2"], "b": ["r1c0", "*c0"]}}, "kinds.b.1: GF006 'r1c0' 1", ""),
        ({"colors": {"a": ["r0c0"], "b": ["r1c0", "r0*"]}}, "colors.b.1: GF006 'r0c0'", "colors.a"),
        ({"cells": {"r0c9": {"label": "x"}}}, "cells.r0c9: GF008 'r0c9' 'r0c2'", ""),
        ({"cells": {"r1c1": {"blocked": True}}}, "cells.r1c1: GF008 'r1c1'", "blocked"),
        (
            {"cells": {"r0c0": {"blocked": True, "kind": "a", "label": "x"}}},
            "cells.r0c0: GF006 'r0c0'", "blocked",
        ),
        ({"joins": [["r0c0", "r9c9"]]}, "joins.0.1: GF008 'r9c9' 'r0c0' 'r0c1' 'r0c2' 'r1c0' 'r1c2'", ""),
        ({"joins": [["r0c0", "r0c0"]]}, "joins.0: GF006 'r0c0'", "itself"),
        ({"joins": [["r0c1", "r0c0"]]}, "joins.0: GF006 'r0c1' 'r0c0'", "already joined"),
        ({"joins": [["r0c0", "r1c2"], ["r1c2", "r0c0", "x"]]}, "joins.1: GF006 'r1c2' 'r0c0' 1", ""),
        ({"cuts": [["r0c0", "r1c2"]]}, "cuts.0: GF006 'r0c0' 'r1c2'", "not joined"),
        ({"cuts": [["r0c0", "r0c1"], ["r0c1", "r0c0"]]}, "cuts.1: GF006 'r0c1' 'r0c0'", "not joined"),
        ({"routes": {"a": ["r0c0", "r0*"]}}, "routes.a.1: GF006 'r0*'", "order"),
        ({"routes": {"a": ["r0c0", "r0c2"]}}, "routes.a.1: GF121 'a' 'r0c0' 'r0c2'", "not joined"),
        ({"routes": {"a": ["r0c2..0", "r0c0"]}}, "routes.a.1: GF121 'a' 'r0c0' 'r0c0'", "same cell"),
        (
            {"joins": [["r0c0", "r1c2", "one-way"]], "routes": {"a": ["r1c2", "r0c0"]}},
            "routes.a.1: GF121 'a' 'r1c2' 'r0c0' 'r0c0'", "one way",
        ),
        ({"cuts": [["r0c1", "r0c2"]], "routes": {"a": ["r0c0..2"]}}, "routes.a.0: GF121 'a' 'r0c1' 'r0c2'", "not joined"),
        (  # the join that should lead to the step leads to a cell that nothing else uses
            {"joins": [["r0c0", "r1c2", "line"]], "routes": {"a": ["r0c0", "r0c2"]}},
            "joins.0: GF121 'a' 'r0c0' 'r0c2' 'r0c0' 'r1c2'", "used nowhere else",
        ),
        (
            {"joins": [["r0c0", "r1c2", "line"]], "routes": {"a": ["r0c0", "r0c2"], "b": ["r1c2", "r0c2"]}},
            "routes.a.1: GF121 'a' 'r0c0' 'r0c2'", "not joined",
        ),
        (  # the join leads past the step, by one step of the route
            {"joins": [["r1c0", "r0c1"]], "routes": {"a": ["r1c0", "r0c2", "r0c1", "r0c0"]}},
            "joins.0: GF121 'a' 'r1c0' 'r0c2' 'r1c0' 'r0c1'", "no route uses it",
        ),
        (  # two cells of the route are exchanged
            {"joins": [["r1c0", "r0c1"]], "routes": {"a": ["r1c0", "r0c2", "r0c1"]}},
            "routes.a.1: GF121 'a' 'r1c0' 'r0c2'", "not joined",
        ),
        (  # a route uses the join
            {"joins": [["r1c0", "r0c1"]], "routes": {"a": ["r1c0", "r0c2", "r0c1"], "b": ["r1c0", "r0c1"]}},
            "routes.a.1: GF121 'a' 'r1c0' 'r0c2'", "not joined",
        ),
        ({"sections": {"a": ["r0*"], "b": ["r1c0"]}}, "sections: GF006 'r1c2'", "no section"),
        ({"sections": {"a": ["r0*"]}}, "sections: GF006 'r1c0' 1", "no section"),
        ({"sections": {"a": ["r0*", "r8c8"]}}, "sections.a.1: GF008 'r8c8' 'r0c0' 'r0c1' 'r0c2' 'r1c0' 'r1c2'", ""),
        ({"sections": {"a": ["r0*"], "b": ["*"]}}, "sections.b.0: GF006 'r0c0' 2", "sections.a"),
        (
            {"sections": {"a": ["r0c0", "r1c2"], "b": ["r0c1..2", "r1c0"]}},
            "sections.a: GF006 'a' 'r0c0'", "",
        ),
        ({"grid": {**GRID["grid"], "blocked": ["*"]}}, ": GF006", "blocked"),
        ({"grid": {**GRID["grid"], "blocked": ["r7x"]}}, "grid.blocked.0: GF008 'r7x' 'r0c0' 'r0c1' 'r0c2' 'r1c0' 'r1c1' 'r1c2'", ""),
    ])  # fmt: skip
def test_board_fault(data: dict[str, Any], said: str, word: str) -> None:
    (line,) = collect_fault_lines(**data)
    assert facts(line) == said
    assert word in line


@given(st.text("ab", max_size=12), st.text("ab*", max_size=8))
def test_cell_pattern_matches_like_its_regular_expression(name: str, pattern: str) -> None:
    wanted = re.fullmatch(".*".join(map(re.escape, re.sub(r"\*+", "*", pattern + "*").split("*"))), name)
    assert parse_cells(pattern + "*").covers(name) == bool(wanted)
    wanted = re.fullmatch(".*".join(map(re.escape, re.sub(r"\*+", "*", "*" + pattern).split("*"))), name)
    assert parse_cells("*" + pattern).covers(name) == bool(wanted)


def test_many_stars_match_without_backtracking() -> None:
    assert not parse_cells("*a" * 1500 + "*b*").covers("a" * 2000)


@for_each([[], ["r0c0"], ["r0c0", "one-way"], ["r0c0", "r0c1", "r0c2"], ["r0c0", "r0c1", "a", "b"],
     ["r0c0", "r0c1", "one-way", "a"], ["r0c0", "r0c1", "a", "one-way", "b"]])  # fmt: skip
def test_invalid_joins(words: list[str]) -> None:
    assert collect_faults(joins=[words]) == ["joins.0: GF006"]


@for_each([("oneway", " 'one-way'"), ("One_way", " 'one-way'"), ("", ""), ("my way", "")])
def test_invalid_join_kinds(kind: str, hint: str) -> None:
    wanted = [f"joins.0.2: GF006 {kind!r}{hint}"]
    assert collect_faults(joins=[["r0c0", "r1c2", kind]]) == wanted
    assert collect_faults(joins=[["r0c0", "r1c2", kind, "one-way"]]) == wanted


def test_blocked_cell_loses_its_joins() -> None:
    said = collect_faults(cells={"r0c1": {"blocked": True}}, cuts=[["r0c0", "r0c1"]], routes={"a": ["r0c0..2"]})
    assert said == [
        "cuts.0.1: GF008 'r0c1'",
        "routes.a.0: GF008 'r0c0..2' 'r0c1'",
    ]


def read_refusal(**data: Any) -> str:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert({"front": "a", "copies": 1, **data}, BoardData)
    return facts(error.value)


def test_board_needs_exactly_one_generator() -> None:
    assert read_refusal() == "`grid` `cross` `rings` `hex` `triangles` `cells` `at: [x, y]` `polygon` `path`"
    assert read_refusal(**GRID, cross=CROSS) == "`grid` `cross` `rings` `hex` `triangles` `grid` `cross`"


@for_each([["a", "b", "c", "a"], ["a", "b", "center", "c"]])
def test_arm_names_are_unique(arms: list[str]) -> None:
    assert read_refusal(cross={**CROSS, "arms": arms}) == "`arms` 'center' `$.cross`"


GAME = """\
title: Wren
version: "1"
players: [1, 2]
colors: {player.red: {paint: "#D55E00"}}
parts:
  board:
    kind: board
    front: a.svg.j2
    copies: 1
    grid: {columns: 3, rows: 2, cell: 10}
    kinds: {dry: [r0c0, "r0*"]}
    cells:
      r0c7: {label: x}
    routes:
      way:
        - r0c0..2
        - r1c0
    areas: {a: [r9c9]}
  other:
    kind: board
    front: a.svg.j2
    copies: 1
    cross: {arms: [a, b, c, d], length: 1, width: 1, cell: 10}
    cuts: [[a.1.1, b.1.1]]
"""


@pytest.fixture
def read_faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Give a function that replaces one text in the game's data and returns the facts of its faults."""
    (tmp_path / "wren").mkdir()
    monkeypatch.chdir(tmp_path / "wren")

    def read(old: str = "", new: str = "") -> list[str]:
        assert GAME.count(old) == 1 or not old
        Path("game.yaml").write_text(GAME.replace(old, new) if old else GAME, "utf-8")
        with pytest.raises(DataError) as error:
            expand_parts(read_game(Path.cwd(), KINDS), KINDS)
        return facts_of(error.value.findings)

    return read


def test_all_faults_of_all_boards_are_reported_at_their_places(read_faults: Callable[..., list[str]]) -> None:
    assert read_faults() == [
        "game.yaml:11:25: GF006 'r0c0' 1",
        "game.yaml:13:7: GF008 'r0c7' 'r0c2'",
        "game.yaml:17:11: GF121 'way' 'r0c2' 'r1c0'",
        "game.yaml:18:17: GF008 'r9c9' 'r0c0' 'r0c1' 'r0c2' 'r1c0' 'r1c1' 'r1c2'",
        "game.yaml:24:12: GF006 'a.1.1' 'b.1.1'",
    ]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("dry: [", "Dry: [", "11:13: GF006 'Dry' 'dry'"),
        ("way:", "1way:", "15:7: GF006 '1way' 'way'"),
        ("{label: x}", "{color: player.rde}", "13:21: GF008 'player.rde' 'player.red'"),
        ("areas: {a", "colors: {red", "18:14: GF008 'red' 'player.red'"),
        ("[a, b, c, d]", "[a, b, c, D]", "23:29: GF006 'D'"),
        ("[a, b, c, d]", "[a, b, c, a]", "23:19: GF006 `arms` 'center'"),
        ("    cross: {arms: [a, b, c, d], length: 1, width: 1, cell: 10}\n", "", '20:5: GF006 `grid` `cross` `rings` `hex` `triangles` `cells` `at: [x, y]` `polygon` `path`'),
        ("{label: x}", "{kind: X}", "13:20: GF006 0 7 'X'"),
        ("[r9c9]", "[]", '18:16: GF006'),
        ("[[a.1.1, b.1.1]]", "[[a.1.1]]", '24:12: GF006 0 1'),
        ("    cuts", "    grid: {columns: 3, rows: 2, cell: 10}\n    cuts", '23:12: GF006 `grid` `cross` `rings` `hex` `triangles` `grid` `cross`'),
        ("columns: 3", "columns: 0", '10:21: GF006 1 200 0'),
    ],
)  # fmt: skip
def test_fault_found_while_reading(read_faults: Callable[..., list[str]], old: str, new: str, fault: str) -> None:
    assert read_faults(old, new) == [f"game.yaml:{fault}"]

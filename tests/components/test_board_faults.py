"""What is wrong with a board is said where it stands, with the nearest name that exists, and all of it at once."""

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
from tests.components.boards import CROSS, made

GRID = {"grid": {"columns": 3, "rows": 2, "cell": 10, "blocked": ["r1c1"]}}


def faults(**data: Any) -> list[str]:
    with pytest.raises(DataError) as error:
        made(**{**GRID, **data})
    return [str(finding) for finding in error.value.findings]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"areas": {"a": ["r0c3"]}}, "areas.a.0: GF008 there is no cell 'r0c3'; did you mean 'r0c2'?"),
        ({"areas": {"a": ["r0c1", "r1c1"]}}, "areas.a.1: GF008 there is no cell 'r1c1'; it is blocked"),
        ({"kinds": {"a": ["r2*"]}}, "kinds.a.0: GF008 the pattern 'r2*' matches no cell"),
        ({"kinds": {"a": ["*" * 80 + "x"]}}, f"kinds.a.0: GF008 the pattern '{'*' * 80}x' matches no cell"),
        ({"border": 31}, "border: GF006 border must be at most 30 mm, as much as it surrounds, not 31"),
        ({"kinds": {"a": ["r.c*"]}}, "kinds.a.0: GF008 the pattern 'r.c*' matches no cell"),
        ({"kinds": {"a": ["r1*", "r1c1"]}}, "kinds.a.1: GF008 there is no cell 'r1c1'; it is blocked"),
        ({"areas": {"a": ["r0c1..4"]}}, "areas.a.0: GF008 the run 'r0c1..4' needs the cell 'r0c3', which does not exist"),
        ({"areas": {"a": ["r1c2..0"]}}, "areas.a.0: GF008 the run 'r1c2..0' needs the cell 'r1c1', which is blocked"),
        (
            {"areas": {"a": ["r5c1..2"]}},
            "areas.a.0: GF008 the run 'r5c1..2' needs the cell 'r5c1', which does not exist; did you mean 'r0c1'?",
        ),
        ({"areas": {"a": ["r0c01..2"]}}, "areas.a.0: GF008 the run 'r0c01..2' needs the cell 'r0c01', which does not exist; did you mean 'r0c1'?"),
        ({"areas": {"a": ["r0c0", "r0c0"]}}, "areas.a.1: GF006 the cell 'r0c0' stands in the list already: item 1"),
        ({"areas": {"a": ["r0*", "r0c1..2"]}}, "areas.a.1: GF006 the cell 'r0c1' (and 1 more) stands in the list already: item 1"),
        ({"kinds": {"a": ["r0c2"], "b": ["r1c0", "*c0"]}}, "kinds.b.1: GF006 the cell 'r1c0' stands in the list already: item 1"),
        ({"colors": {"a": ["r0c0"], "b": ["r1c0", "r0*"]}}, "colors.b.1: GF006 the cell 'r0c0' is in colors.a already"),
        ({"cells": {"r0c9": {"label": "x"}}}, "cells.r0c9: GF008 there is no cell 'r0c9'; did you mean 'r0c2'?"),
        ({"cells": {"r1c1": {"blocked": True}}}, "cells.r1c1: GF008 there is no cell 'r1c1'; it is blocked"),
        (
            {"cells": {"r0c0": {"blocked": True, "kind": "a", "label": "x"}}},
            "cells.r0c0: GF006 the cell 'r0c0' is blocked, so it has no kind and no label",
        ),
        ({"joins": [["r0c0", "r9c9"]]}, "joins.0.1: GF008 there is no cell 'r9c9'; there is 'r0c0', 'r0c1', 'r0c2', 'r1c0', 'r1c2'"),
        ({"joins": [["r0c0", "r0c0"]]}, "joins.0: GF006 'r0c0' is not joined to itself"),
        ({"joins": [["r0c1", "r0c0"]]}, "joins.0: GF006 'r0c1' and 'r0c0' are joined so already"),
        ({"joins": [["r0c0", "r1c2"], ["r1c2", "r0c0", "x"]]}, "joins.1: GF006 'r1c2' and 'r0c0' are joined already: item 1"),
        ({"cuts": [["r0c0", "r1c2"]]}, "cuts.0: GF006 'r0c0' and 'r1c2' are not joined"),
        ({"cuts": [["r0c0", "r0c1"], ["r0c1", "r0c0"]]}, "cuts.1: GF006 'r0c1' and 'r0c0' are not joined"),
        ({"routes": {"a": ["r0c0", "r0*"]}}, "routes.a.1: GF006 'r0*' has no order, so it can not stand in a route"),
        ({"routes": {"a": ["r0c0", "r0c2"]}}, "routes.a.1: GF121 the route 'a' steps from 'r0c0' to 'r0c2', which are not joined"),
        ({"routes": {"a": ["r0c2..0", "r0c0"]}}, "routes.a.1: GF121 the route 'a' steps from 'r0c0' to 'r0c0', which are one cell"),
        (
            {"joins": [["r0c0", "r1c2", "one-way"]], "routes": {"a": ["r1c2", "r0c0"]}},
            "routes.a.1: GF121 the route 'a' steps from 'r1c2' to 'r0c0', which are joined one way only, from 'r0c0'",
        ),
        ({"cuts": [["r0c1", "r0c2"]], "routes": {"a": ["r0c0..2"]}}, "routes.a.0: GF121 the route 'a' steps from 'r0c1' to 'r0c2', which are not joined"),
        ({"sections": {"a": ["r0*"], "b": ["r1c0"]}}, "sections: GF006 the cell 'r1c2' is in no section"),
        ({"sections": {"a": ["r0*"]}}, "sections: GF006 the cell 'r1c0' and 1 more are in no section"),
        ({"sections": {"a": ["r0*", "r8c8"]}}, "sections.a.1: GF008 there is no cell 'r8c8'; there is 'r0c0', 'r0c1', 'r0c2', 'r1c0', 'r1c2'"),
        ({"sections": {"a": ["r0*"], "b": ["*"]}}, "sections.b.0: GF006 the cell 'r0c0' (and 2 more) is in sections.a already"),
        (
            {"sections": {"a": ["r0c0", "r1c2"], "b": ["r0c1..2", "r1c0"]}},
            "sections.b: GF006 the section 'b' overlaps 'a': a section is the box of its cells",
        ),
        ({"grid": {**GRID["grid"], "blocked": ["*"]}}, ": GF006 all cells of the board are blocked"),
        ({"grid": {**GRID["grid"], "blocked": ["r7x"]}}, "grid.blocked.0: GF008 there is no cell 'r7x'; there is 'r0c0', 'r0c1', 'r0c2', 'r1c0', 'r1c1', 'r1c2'"),
    ],
)  # fmt: skip
def test_a_fault_of_a_board(data: dict[str, Any], said: str) -> None:
    assert faults(**data) == [said]


@given(st.text("ab", max_size=12), st.text("ab*", max_size=8))
def test_a_pattern_matches_what_its_expression_does(name: str, pattern: str) -> None:
    wanted = re.fullmatch(".*".join(map(re.escape, re.sub(r"\*+", "*", pattern + "*").split("*"))), name)
    assert parse_cells(pattern + "*").covers(name) == bool(wanted)
    wanted = re.fullmatch(".*".join(map(re.escape, re.sub(r"\*+", "*", "*" + pattern).split("*"))), name)
    assert parse_cells("*" + pattern).covers(name) == bool(wanted)


def test_many_stars_are_matched_at_once() -> None:
    assert not parse_cells("*a" * 1500 + "*b*").covers("a" * 2000)


@pytest.mark.parametrize(
    "words",
    [[], ["r0c0"], ["r0c0", "one-way"], ["r0c0", "r0c1", "r0c2"], ["r0c0", "r0c1", "a", "b"],
     ["r0c0", "r0c1", "one-way", "a"], ["r0c0", "r0c1", "a", "one-way", "b"]],
)  # fmt: skip
def test_what_a_join_is_not(words: list[str]) -> None:
    message = "a join is two cells, then, if need be, its kind and one-way: [a, b, corner, one-way]"
    assert faults(joins=[words]) == [f"joins.0: GF006 {message}"]


@pytest.mark.parametrize(
    ("kind", "hint"),
    [("oneway", "; did you mean 'one-way'?"), ("One_way", "; did you mean 'one-way'?"), ("", ""), ("my way", "")],
)
def test_a_kind_of_join_is_a_word_and_no_misspelt_one_way(kind: str, hint: str) -> None:
    message = f"a kind of join is a small letter, then small letters, digits and -, not {kind!r}{hint}"
    assert faults(joins=[["r0c0", "r1c2", kind]]) == [f"joins.0.2: GF006 {message}"]
    assert faults(joins=[["r0c0", "r1c2", kind, "one-way"]]) == [f"joins.0.2: GF006 {message}"]


def test_a_blocked_cell_takes_its_joins_away() -> None:
    said = faults(cells={"r0c1": {"blocked": True}}, cuts=[["r0c0", "r0c1"]], routes={"a": ["r0c0..2"]})
    assert said == [
        "cuts.0.1: GF008 there is no cell 'r0c1'; it is blocked",
        "routes.a.0: GF008 the run 'r0c0..2' needs the cell 'r0c1', which is blocked",
    ]


def refused(**data: Any) -> str:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert({"front": "a", "copies": 1, **data}, BoardData)
    return str(error.value)


def test_one_generator_makes_a_board() -> None:
    wanted = "a board is made by one generator, `grid`, `cross` or `rings`; here is"
    assert refused() == f"{wanted} none"
    assert refused(**GRID, cross=CROSS) == f"{wanted} `grid` and `cross`"


@pytest.mark.parametrize("arms", [["a", "b", "c", "a"], ["a", "b", "center", "c"]])
def test_arms_have_names_of_their_own(arms: list[str]) -> None:
    said = "`arms` are four different names, and none of them is 'center'"
    assert refused(cross={**CROSS, "arms": arms}) == f"{said} - at `$.cross`"


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
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Return what says the faults of the game, with one text in it changed for another."""
    (tmp_path / "wren").mkdir()
    monkeypatch.chdir(tmp_path / "wren")

    def read(old: str = "", new: str = "") -> list[str]:
        assert GAME.count(old) == 1 or not old
        Path("game.yaml").write_text(GAME.replace(old, new) if old else GAME, "utf-8")
        with pytest.raises(DataError) as error:
            expand_parts(read_game(Path.cwd(), KINDS), KINDS)
        return [str(finding) for finding in error.value.findings]

    return read


def test_all_faults_of_all_boards_are_said_where_they_stand(said: Callable[..., list[str]]) -> None:
    assert said() == [
        "game.yaml:11:25: GF006 the cell 'r0c0' stands in the list already: item 1",
        "game.yaml:13:7: GF008 there is no cell 'r0c7'; did you mean 'r0c2'?",
        "game.yaml:17:11: GF121 the route 'way' steps from 'r0c2' to 'r1c0', which are not joined",
        "game.yaml:18:17: GF008 there is no cell 'r9c9'; there is 'r0c0', 'r0c1', 'r0c2', 'r1c0', 'r1c1', 'r1c2'",
        "game.yaml:24:12: GF006 'a.1.1' and 'b.1.1' are not joined",
    ]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("dry: [", "Dry: [", "11:13: GF006 'Dry' is no such name: a key of kinds is a small letter, then small letters, digits and -"),
        ("way:", "1way:", "15:7: GF006 '1way' is no such name: a key of routes is a small letter, then small letters, digits and -"),
        ("{label: x}", "{color: player.rde}", "13:21: GF008 parts.board: there is no color role 'player.rde'; did you mean 'player.red'?"),
        ("areas: {a", "colors: {red", "18:14: GF008 parts.board: there is no color role 'red'; there is 'player.red'"),
        ("[a, b, c, d]", "[a, b, c, D]", "23:29: GF006 parts.other.cross.arms: an arm is a small letter, then small letters, digits and -, not 'D'"),
        ("[a, b, c, d]", "[a, b, c, a]", "23:19: GF006 parts.other.cross: `arms` are four different names, and none of them is 'center'"),
        ("    cross: {arms: [a, b, c, d], length: 1, width: 1, cell: 10}\n", "", "20:5: GF006 parts.other: a board is made by one generator, `grid`, `cross` or `rings`; here is none"),
        ("{label: x}", "{kind: X}", "13:20: GF006 parts.board.cells.r0c7.kind must be text such as castle: a small letter, then small letters, digits and -, not 'X'"),
        ("[r9c9]", "[]", "18:16: GF006 parts.board.areas.a must not be empty"),
        ("[[a.1.1, b.1.1]]", "[[a.1.1]]", "24:12: GF006 parts.other.cuts[0] must be a list of two, each item text, not a list of 1"),
        ("    cuts", "    grid: {columns: 3, rows: 2, cell: 10}\n    cuts", "23:12: GF006 parts.other: a board is made by one generator, `grid`, `cross` or `rings`; here is `grid` and `cross`"),
        ("columns: 3", "columns: 0", "10:21: GF006 parts.board.grid.columns must be a whole number of at least 1 and at most 200, not 0"),
    ],
)  # fmt: skip
def test_what_is_said_as_the_data_are_read(said: Callable[..., list[str]], old: str, new: str, fault: str) -> None:
    assert said(old, new) == [f"game.yaml:{fault}"]

"""Cells with places of their own, names of cells, and runs of names."""

from pathlib import Path
from typing import Any

import pytest

from generator.model.board import Join
from generator.model.cell_ranges import CellRange, parse_cells
from generator.model.finding import DataError
from generator.pipeline.build import load_game
from generator.pipeline.options import Options
from tests.components.boards import make_board
from tests.samples import for_each

MAP: dict[str, Any] = {
    "Rome": {"at": [50, 40]},
    "Ostia": {"at": [38, 46], "diameter": 8},
    "Alps": {"at": [40, 10], "size": [20, 8]},
    "Gaul": {"polygon": [[0, 0], [20, 0], [20, 20], [0, 20]]},
    "Iberia": {"polygon": [[20, 40], [0, 40], [0, 20], [20, 20]]},
}


def faults(**data: Any) -> list[tuple[str, str, str]]:
    with pytest.raises(DataError) as error:
        make_board(**data)
    return [(finding.code, str(finding.place), finding.message) for finding in error.value.findings]


def test_points_circles_rectangles_and_polygons() -> None:
    board = make_board(cells=MAP, joins=[["Rome", "Ostia"]], border=4, spot=5)
    assert (board.width, board.height, board.generator) == (56.5, 54, "cells")
    assert {name: (cell.x, cell.y) for name, cell in board.cells.items()} == {
        "Rome": (50, 40),
        "Ostia": (38, 46),
        "Alps": (40, 10),
        "Gaul": (10, 10),
        "Iberia": (10, 30),
    }
    assert board.cells["Rome"].box == (47.5, 37.5, 52.5, 42.5)
    assert board.cells["Alps"].box == (30, 6, 50, 14)
    assert board.cells["Gaul"].points[0] == (-10, -10)


@for_each(
    [
        ("touching", {("Gaul", "Iberia", "side")}),
        (13.5, {("Rome", "Ostia", "side")}),
        (21, {("Rome", "Ostia", "side"), ("Gaul", "Iberia", "side")}),
    ]
)
def test_cells_are_joined_by_touching_and_by_distance(connect: Any, joins: set[tuple[str, str, str]]) -> None:
    board = make_board(cells=MAP, connect=connect)
    assert {(join.one, join.other, join.kind) for join in board.joins} == joins


def test_a_join_of_the_list_replaces_one_that_was_found() -> None:
    board = make_board(cells=MAP, connect="touching", joins=[["Gaul", "Iberia", "pass", "one-way"]])
    assert board.joins == (Join("Gaul", "Iberia", "pass", True),)


def test_own_cells_are_added_to_a_grid() -> None:
    board = make_board(
        grid={"columns": 2, "rows": 2, "cell": 20}, border=15, cells={"bank": {"at": [7, 35]}}, connect=22
    )
    assert board.width == 70
    assert {frozenset(join[:2]) for join in board.joins if "bank" in join} == {
        frozenset(("bank", "r0c0")),
        frozenset(("bank", "r1c0")),
    }


@for_each(
    [
        ({"a": {"diameter": 5}}, "the cell 'a' has a `diameter` but no place"),
        ({"a": {"at": [9, 9], "diameter": 5, "size": [5, 5]}}, "the cell 'a' has `diameter` and `size`"),
        ({"a": {"at": [9, 9], "blocked": True}}, "the cell 'a' has a place and is `blocked`"),
        ({"a": {"polygon": [[0, 0], [9, 9], [0, 9], [9, 0.5]]}}, "the cell 'a' has an outline that crosses itself"),
        ({"a": {"polygon": [[0, 0], [9, 0], [4, 0]]}}, "the cell 'a' covers 0 square mm"),
        (
            {"a": {"polygon": [[0, 0], [30, 0], [30, 2], [2, 2], [2, 30], [0, 30]]}},
            "the cell 'a' is bent, or not there: the middle of its outline is outside it; give `at`",
        ),
        ({"a": {"at": [9, 9]}, "b": {"at": [9, 9]}}, "the cell 'b' lies exactly on 'a'"),
        ({"a": {"at": [1, 9]}}, "the cell 'a' reaches 2 mm beyond the board of"),
    ]
)
def test_a_place_that_is_none_is_refused(cells: dict[str, Any], expected: str) -> None:
    ((code, place, message),) = faults(cells=cells)
    assert (code, place.split(".")[0], message[: len(expected)]) == ("GF006", "cells", expected)


def test_a_bent_cell_has_a_middle_of_its_own() -> None:
    bent = [[0, 0], [30, 0], [30, 4], [4, 4], [4, 30], [0, 30]]
    board = make_board(cells={"a": {"polygon": bent, "at": [2, 2]}})
    assert (board.cells["a"].x, board.cells["a"].box) == (2, (0, 0, 30, 30))


GRID = {"columns": 3, "rows": 3, "cell": 10}


@for_each(
    [
        ("chess", ["A3", "B3", "C3", "A2", "B2", "C2", "A1", "B1", "C1"]),
        ("rows", ["A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3"]),
        (list("ihgfedcba"), list("ihgfedcba")),
    ]
)
def test_names(names: Any, expected: list[str]) -> None:
    board = make_board(grid=GRID, names=names, name_labels=True)
    assert list(board.cells) == expected
    assert [cell.label for cell in board.cells.values()] == expected


def test_names_of_flat_hexes_count_from_the_bottom() -> None:
    board = make_board(hex={"radius": 1, "cell": 20, "top": "flat", "edges": 2}, names="chess")
    hexes = sorted(cell.id for cell in board.cells.values() if not cell.border)
    assert hexes == ["A1", "A2", "B1", "B2", "B3", "C1", "C2"]
    assert {"edge.B3.n", "A1+B1"} <= board.cells.keys()


def test_runs_of_names() -> None:
    board = make_board(grid=GRID, names="chess", routes={"up": ["A1..A3"], "across": ["C2..A2"], "back": ["B3..1"]})
    assert board.routes == {"up": ("A1", "A2", "A3"), "across": ("C2", "B2", "A2"), "back": ("B3", "B2", "B1")}
    assert [name for name in board.cells if parse_cells("A2..C2").covers(name)] == ["A2", "B2", "C2"]
    assert isinstance(parse_cells("r0c0..r2c0"), CellRange)


@for_each(
    [
        ("r1c1", "there is no cell 'r1c1'; it is named 'B2'"),
        ("A1..B2", "there is no cell 'A1..B2'; a run changes one number or one letter"),
        ("A1-A3", "there is no cell 'A1-A3'; a run changes one number or one letter"),
        ("A1..A4", "the run 'A1..A4' needs the cell 'A4', which does not exist"),
    ]
)
def test_what_is_no_cell_leads_on(item: str, message: str) -> None:
    ((code, place, told),) = faults(grid=GRID, names="chess", areas={"a": [item]})
    assert (code, place, told[: len(message)]) == ("GF008", "areas.a.0", message)


def test_names_of_chess_lead_to_the_key_that_gives_them() -> None:
    ((_, _, told),) = faults(grid=GRID, areas={"a": ["A4..A1"]})
    assert "unless the board says `names: chess`" in told


@for_each([["a", "b"], list("abcdefgha")])
def test_a_list_of_names_has_one_for_each_cell(names: list[str]) -> None:
    ((code, place, _),) = faults(grid=GRID, names=names)
    assert (code, place.split(".")[0]) == ("GF006", "names")


GAME = """\
title: Coast
version: "1"
players: [2, 2]
parts:
  map:
    kind: board
    size: [60, 40]
    connect: touching
    cells:
      North: {path: north}
      South: {path: PATH}
      Isle: {at: [50, 20]}
    front: map.svg.j2
    copies: 1
"""
DRAWING = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">
  <defs><g transform="translate(5 0)">
    <path id="north" d="M0 2 H30 V18 H0 Z"/>
    <g><rect id="south" x="0" y="18" width="30" height="20"/></g>
    <path id="two" d="M0 0 H9 V9 Z M20 0 H9 V9 Z"/><path id="sums" d="M0 0 H{{ w }} V9 Z"/>
  </g></defs>
  {% for c in cells %}<g class="{{ c.mark }}" transform="{{ c.at }}">
    {% if c.path %}<use href="#{{ c.path }}" transform="{{ c.from_board }}" fill="none"/>{% endif %}
    <circle r="2"/></g>{% endfor %}
</svg>
"""


def write(folder: Path, path: str) -> Path:
    home = folder / "coast"
    (home / "templates").mkdir(parents=True)
    (home / "game.yaml").write_text(GAME.replace("PATH", path))
    (home / "templates" / "map.svg.j2").write_text(DRAWING)
    return home


def test_cells_are_traced_from_paths_of_the_template(tmp_path: Path) -> None:
    _, (part,) = load_game(write(tmp_path, "south"), Options())
    assert part.board is not None
    north, south = part.board.cells["North"], part.board.cells["South"]
    assert (north.box, south.box) == ((5, 2, 35, 18), (5, 18, 35, 38))
    assert [join[:2] for join in part.board.joins] == [("North", "South")]
    assert (south.path, part.values["cells"][1]["from_board"]) == ("south", "translate(-20 -28)")


@for_each([("sooth", "did you mean 'south'?"), ("two", "has 2 loops"), ("sums", "has braces")])
def test_a_path_that_cannot_be_traced_is_told_at_its_name(tmp_path: Path, path: str, message: str) -> None:
    with pytest.raises(DataError) as error:
        load_game(write(tmp_path, path), Options())
    (finding,) = error.value.findings
    assert (finding.code, finding.place.line, finding.place.column, message in finding.message) == (
        *("GF008", 11, 21, True),
    )


def test_names_that_no_group_can_have_are_refused(tmp_path: Path) -> None:
    home = write(tmp_path, "south")
    text = (home / "game.yaml").read_text().replace("Isle:", "Nördlich:")
    (home / "game.yaml").write_text(text)
    with pytest.raises(DataError) as error:
        load_game(home, Options())
    assert [(f.code, f.place.line) for f in error.value.findings] == [("GF006", 12)]

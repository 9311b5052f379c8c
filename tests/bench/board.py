"""Write a benchmark board of 1,000 cells: a game folder for gutterfold and a CSV file for the rivals.

What every tool draws: 25 x 40 squares of 6.5 mm, the first at 23.75,18.5 of an A4 page, each filled with the color of its
kind and outlined with a line of 0.2; in its upper left its number, regular 2, from 0.6 on the baseline 2.4; on the cells
of the kind `castle` a cross of two lines of 0.35 between the corners of 2.5 x 2.5 at 2,3.
"""

import csv
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.bench.deck import write_fonts

HERE = Path(__file__).parent
COLUMNS, ROWS, CELL = 25, 40, 6.5
FILLS = {"plain": "#ffffff", "wood": "#80ceb9", "water": "#80b8d8", "castle": "#eaae80"}
GAME = """\
title: Bench board
version: "1"
players: [1, 4]
parts:
  board:
    kind: board
    grid: {{columns: {columns}, rows: {rows}, cell: {cell}}}
    front: board.svg.j2
    copies: 1
    safe: 0
    kinds:
{kinds}
    cells:
{cells}
claims:
  - {{id: B1, says: a board, rests_on: tests/bench/board.py, check: count('board') == 1}}
"""


class Square:
    """A cell of the board."""

    def __init__(self, row: int, column: int) -> None:
        self.id, self.label = f"r{row}c{column}", str(row * COLUMNS + column + 1)
        self.x, self.y = round(column * CELL, 4), round(row * CELL, 4)
        step = (row * 7 + column * 3) % 11
        self.kind = {0: "castle", 4: "water", 5: "water", 8: "wood"}.get(step, "plain")


def generate_squares() -> Iterator[Square]:
    """Yield the cells, row by row."""
    return (Square(row, column) for row in range(ROWS) for column in range(COLUMNS))


def write_board(folder: Path) -> None:
    """Write game.yaml, cells.csv and the template; always the same bytes."""
    (folder / "templates").mkdir(parents=True, exist_ok=True)
    every = list(generate_squares())
    kinds = {kind: [each.id for each in every if each.kind == kind] for kind in FILLS if kind != "plain"}
    (folder / "game.yaml").write_text(
        GAME.format(
            columns=COLUMNS,
            rows=ROWS,
            cell=CELL,
            kinds="\n".join(f"      {kind}: [{', '.join(ids)}]" for kind, ids in kinds.items()),
            cells="\n".join(f'      {each.id}: {{label: "{each.label}"}}' for each in every),
        ),
        encoding="utf-8",
    )
    shutil.copyfile(HERE / "board.svg.j2", folder / "templates" / "board.svg.j2")
    with (folder / "cells.csv").open("w", encoding="utf-8", newline="") as file:
        write = csv.writer(file, lineterminator="\n").writerow
        write(["x", "y", "fill", "castle", "label"])
        for each in every:
            write([each.x, each.y, FILLS[each.kind], "yes" if each.kind == "castle" else "", each.label])


if __name__ == "__main__":
    write_board(Path(sys.argv[1], "deck"))
    write_fonts(Path(sys.argv[1], "fonts"))

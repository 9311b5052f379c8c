"""Arrows that say the same, totals of pieces of a color, and labels that count rows from another number (GF182)."""

from pathlib import Path

import pytest

from tests.check.figures.wren import board, read_messages, table

PATHS = """
      - {cells: [r1c0, r0c0], says: to the hill}
      - {cells: [r1c0, r2c0], DASHED, says: to the SECOND}"""


@pytest.mark.parametrize(
    ("dashed", "second", "is_told"),
    [("dashed: true", "hill", True), ("dashed: true", "nest", False), ("dashed: false", "hill", False)],
)
def test_two_arrows_that_look_different_say_different_words(
    tmp_path: Path, dashed: str, second: str, is_told: bool
) -> None:
    figure = board(paths=PATHS.replace("DASHED", dashed).replace("SECOND", second), alt="A fork.")
    message = (
        "the arrows from 'r1c0' to 'r0c0' and to 'r2c0' both say 'to the hill', though they look different;"
        " correct one of them"
    )
    assert [each for each in read_messages(tmp_path, figure) if "look different" in each] == [message] * 2 * is_told


@pytest.mark.parametrize(("said", "is_told"), [("Red: 16", False), ("Red: 14", True), ("sold", False)])
def test_a_total_is_that_of_the_pieces_of_its_color(tmp_path: Path, said: str, is_told: bool) -> None:
    bills = ("red.1", ""), ("red.2", f', says: "{said}"'), ("blue.1", ""), ("blue.1", ', says: "Blue: 14"')
    things = [f"part: bill, design: {name}, at: [{15 * n}, 20]{says}" for n, (name, says) in enumerate(bills, 1)]
    found = [each for each in read_messages(tmp_path, table(*things, alt="Bills.")) if "adds up" in each]
    message = f"{said!r} is said of pieces whose 'value' adds up to 16; correct one of them"
    assert found == [message] * is_told


@pytest.mark.parametrize(("says", "is_told"), [("row 2, column 4", False), ("row 1, column 3", True)])
def test_labels_count_rows_from_one_number(tmp_path: Path, says: str, is_told: bool) -> None:
    labels = f'\n      - {{at: r1c3, says: "{says}"}}\n      - {{at: r2c1, says: "row 3, column 2"}}'
    figure = board(labels=labels, alt="A mark in row 3, column 2.")
    message = f"the label says {says!r} at 'r1c3', but another one counts from 1; correct one of them"
    assert [each for each in read_messages(tmp_path, figure) if "counts from" in each] == [message] * is_told

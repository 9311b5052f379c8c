"""Labels at edges and of rows and columns, cards of one suit, and the number on a lone way (GF182)."""

from pathlib import Path

import pytest

from tests.check.figures.wren import board, find_faults, table

ISLE = """\
  isle:
    alt: An isle.
    kind: board
    part: isle
    size: [90, 60]
    labels:
      - {at: AT, says: SAYS}
"""
HEXES = "  isle: {kind: board, front: a.svg, copies: 1, hex: {radius: 1, cell: 30, edges: 6, corners: 8}, kinds: {pan: [q0r0]}}"


@pytest.mark.parametrize(
    ("at", "says", "is_told"),
    [
        ("q0r0", "the pan", False),
        ("edge.q0r0.w", "beside the pan", False),
        ("corner.q0r0.n", "a corner of the pan", False),
        ("q1r0", "the pan", True),
        ("edge.q1r0.e", "beside the pan", True),
    ],
)
def test_a_label_at_an_edge_may_name_what_the_edge_belongs_to(
    tmp_path: Path, at: str, says: str, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.check.figures import wren

    monkeypatch.setattr(wren, "GAME", wren.GAME.replace("rules: rules.md", f"{HEXES}\nrules: rules.md"))
    found = find_faults(tmp_path, ISLE.replace("AT", at).replace("SAYS", says))
    assert found == ([f"game.yaml:8:14: GF182 warning: '{says}' '{at}'"] if is_told else [])


@pytest.mark.parametrize(
    ("says", "found"),
    [
        ('"row 2, column 4"', []),
        ('"row 1, column 3"', []),
        ('"row 4, column 2"', ["game.yaml:7:12: GF182 warning: 'row 4, column 2' 'r1c3' 2 4"]),
        ('"row 3, column 4"', ["game.yaml:7:12: GF182 warning: 'row 3, column 4' 'r1c3' 2 4"]),
        ('"row 2, column 1"', ["game.yaml:7:12: GF182 warning: 'row 2, column 1' 'r1c3' 2 4"]),
        ('"row 9, column 9"', []),
    ],
)
def test_a_label_of_a_row_and_a_column_is_at_its_cell(tmp_path: Path, says: str, found: list[str]) -> None:
    figure = board(labels=f"[\n      {{at: r1c3, says: {says}}}]")
    assert find_faults(tmp_path, figure) == found


def test_cards_of_one_color_may_lie_in_a_trick_and_pawns_may_not(tmp_path: Path) -> None:
    things = ("red.1", "leads"), ("red.2", "follows"), ("blue.1", "cannot")
    cards = [
        f"part: card, design: {name}, at: [{20 * n}, 20], says: {says}" for n, (name, says) in enumerate(things, 1)
    ]
    assert find_faults(tmp_path, table(*cards, alt="Cards of a trick, red, red and blue.")) == []
    names = zip(("red", "red", "blue"), ("Ann", "Ben", "Cleo"), strict=True)
    pawns = [f"part: pawn, design: {name}, at: [{20 * n}, 20], says: {says}" for n, (name, says) in enumerate(names, 1)]
    found = find_faults(tmp_path, table(*pawns, alt="Pawns of red and blue."))
    assert found == ["game.yaml:7:30: GF182 warning: 'pawn.red' 'pawn'"]


@pytest.mark.parametrize(
    ("says", "alt", "found"),
    [
        ("3", "A way of three squares.", []),
        ("4", "A way of three squares.", ["game.yaml:6:38: GF182 warning: '4' 3"]),
        ("4", "A way over four squares, three steps long.", []),
        ("7", "A way.", []),
    ],
)
def test_the_number_on_a_lone_way_is_that_of_its_words(tmp_path: Path, says: str, alt: str, found: list[str]) -> None:
    figure = board(alt=alt, paths=f'[{{cells: [r1c0..3], says: "{says}"}}]')
    assert [each for each in find_faults(tmp_path, figure) if "'" + says + "'" in each] == found

"""Numbers along a route that begin at 0, against what the rules say of the last cell (GF185)."""

from pathlib import Path

import pytest

from tests.check.paper.pages import look

BOARD = (
    "{kind: board, grid: {columns: 4, rows: 2, cell: 20}, routes: {way: [r0c0..3, r1c3..0]}, "
    "front: face.svg.j2, copies: 1}"
)
CELLS = "{% for c in routes.way %}\n<text x='{{ c.x }}' y='{{ c.y }}' font-size='6'>{{ NUMBER }}</text>\n{% endfor %}"


@pytest.mark.parametrize(
    ("rules", "number", "is_told"),
    [
        ("The goal is square 8.", "loop.index0", True),
        ("The squares 1 to 8 are a way.", "loop.index0", True),
        ("The goal is square 8.", "loop.index", False),
        ("The start is square 0, and one goes past square 8.", "loop.index0", False),
        ("The goal is square 7.", "loop.index0", False),
        ("Each player has 8 pawns.", "loop.index0", False),
    ],
)
def test_numbers_from_zero(tmp_path: Path, rules: str, number: str, is_told: bool) -> None:
    (tmp_path / "wren").mkdir()
    (tmp_path / "wren" / "rules.md").write_text(f"# Wren\n\n{rules}\n")
    found = look(tmp_path, CELLS.replace("NUMBER", number), BOARD, "rules: rules.md")
    told = ["templates/face.svg.j2:3:1: GF185 note: 'way' 0 7 8 1"] if is_told else []
    assert [each for each in found if "GF185" in each] == told


WEIRS = BOARD.replace("routes: {", "routes: {first-weir: [r0c1, r1c1], second-weir: [r0c3, r1c3], ")


@pytest.mark.parametrize(
    ("rules", "number", "board", "told"),
    [
        ("The weirs are after space 2 and after space 4.", "loop.index0", WEIRS, ["templates/face.svg.j2:3:1"]),
        ("The weirs are after spaces 2 and 4.", "loop.index0", WEIRS, ["templates/face.svg.j2:3:1"]),
        ("The weirs are after space 2 and after space 4.", "loop.index", WEIRS, []),
        ("The weirs are after space 2 and after space 5.", "loop.index0", WEIRS, []),
        ("There are two weirs. Go from space 2 to space 4.", "loop.index0", WEIRS, []),
        ("The weirs are after space 2.", "loop.index0", WEIRS, []),
    ],
    ids=["two numbers", "one list", "sound", "no shift", "of no weirs", "one number"],
)
def test_numbers_that_are_one_off_the_rules(
    tmp_path: Path, rules: str, number: str, board: str, told: list[str]
) -> None:
    found = look(tmp_path, CELLS.replace("NUMBER", number), board, rules=f"# Wren\n\n{rules}\n")
    shown = [f"{place}: GF185 warning: 'weir' 2 4 1 3" for place in told]
    assert [each for each in found if "'weir'" in each] == shown

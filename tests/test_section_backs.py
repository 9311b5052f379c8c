"""Backs of boards in sections lie behind their own fronts on the finished sheets."""

from pathlib import Path
from typing import Any

from PIL import Image

from generator.model.board import Section
from generator.model.paper import PAPERS, BackLayout
from generator.pipeline.build import build_kit, prepare_kit
from generator.pipeline.options import Options
from tests.kits import read_manifest
from tests.looks import DPI, pdf_pixels
from tests.samples import WHOLE, for_each

A4 = PAPERS["a4"]
PIXEL = DPI / 25.4
GAME = """\
title: Crossroads
version: "1"
players: [2, 4]
parts:
  board:
    kind: board
    front: front.svg.j2
    back: back.svg.j2
    copies: 1
    joint: tab
    grid: {columns: 11, rows: 9, cell: 20}
    sections: {wide: [r0c*, r1c*, r2c*], high: [r3c0, r4c0, r5c0], foot: [r6c*, r7c*, r8c*], rest: REST}
claims:
  - {id: A, says: there is a board, rests_on: nothing, check: boards('board') == 1}
""".replace("REST", f"[{', '.join(f'r{row}c1..10' for row in (3, 4, 5))}]")
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">{% for c in cells %}'
FRONT = (
    f'{HEAD}<g class="{{{{ c.mark }}}}" transform="{{{{ c.at }}}}"><polygon points="{{{{ c.points }}}}" fill="none"'
    ' stroke="#000" stroke-width="0.35"/></g>{% endfor %}</svg>'
)
# seen from behind, the board's left is at the right: a field of its own color for each cell, whose upper left is black
BACK = (
    f'{HEAD}<g transform="translate({{{{ w - c.x }}}} {{{{ c.y }}}})"><rect x="-10" y="-10" width="20" height="20"'
    " fill=\"#{{ '%02x%02x' % (16 * (loop.index0 % 11), 16 * (loop.index0 // 11)) }}ff\"/>"
    '<rect x="-8" y="-8" width="4" height="4"/></g>{% endfor %}</svg>'
)


@for_each(["long-edge", "short-edge"])
def test_behind_each_cell_is_its_own_back(tmp_path: Path, flip: BackLayout) -> None:
    home = tmp_path / "crossroads"
    (home / "templates").mkdir(parents=True)
    (home / "game.yaml").write_text(GAME, "utf-8")
    (home / "templates" / "front.svg.j2").write_text(FRONT, "utf-8")
    (home / "templates" / "back.svg.j2").write_text(BACK, "utf-8")
    options = Options(out=tmp_path / "out", formats=frozenset({"pdf"}), backs=flip, read_back=WHOLE)
    built = build_kit(home, options)
    (path,) = built.folder.glob("*-sheets-*.pdf")
    (part,) = prepare_kit(home, options).parts
    rows = read_manifest(built.folder)["placements"]
    fronts = {row["design"]: row for row in rows if row["side"] == "front"}
    assert {design: row["rotation"] for design, row in fronts.items()} == {
        "wide": 90,
        "high": 0,
        "foot": 90,
        "rest": 90,
    }
    assert part.board is not None
    sections = {section.id: section for section in part.board.sections}
    seen = 0
    for design, row in fronts.items():
        left, top, right, bottom = sections[design].box
        behind = pdf_pixels(path.read_bytes(), row["pdf_page"])
        for name, cell in part.board.cells.items():
            if left < cell.x < right and top < cell.y < bottom:
                line, column = (int(word) for word in name[1:].split("c"))
                field, corner = (
                    color_behind(behind, row, sections[design], cell.x + across, cell.y + down, flip)
                    for across, down in ((-6.0, 6.0), (6.0, -6.0))
                )
                assert (field, corner) == ((16 * column, 16 * line, 255), (0, 0, 0)), name
                seen += 1
    assert seen == 99


def color_behind(
    behind: Image.Image, row: dict[str, Any], section: Section, x: float, y: float, flip: BackLayout
) -> Any:
    """Return the color behind a point of the board, mm, on the page that lies on the other side of its front."""
    x, y = x - section.window[0], y - section.window[1]
    if row["rotation"] == 90:
        x, y = row["w"] - y, x
    x, y = row["x"] + x, row["y"] + y
    x, y = (A4.width - x, y) if flip == "long-edge" else (x, A4.height - y)
    return behind.getpixel((round(x * PIXEL), round(y * PIXEL)))

"""Sections that follow hexes: each shows its own cells, is cut along them, and has its own back behind it."""

from pathlib import Path

import pytest

from generator.geometry.polygon import depth_in_polygons
from generator.model.finding import DataError
from generator.pipeline.build import build_kit, prepare_kit
from generator.pipeline.options import Options
from tests.kits import read_manifest
from tests.looks import pdf_pixels
from tests.messages import facts
from tests.test_section_backs import color_behind

GAME = """\
title: Hexes
version: "1"
players: [2, 4]
parts:
  board:
    kind: board
    front: front.svg.j2
    back: back.svg.j2
    copies: 1
    border: 8
    names: spreadsheet
    hex: {columns: 6, rows: 5, cell: 34, edges: 4}
    sections: {west: ["A*", "B*", "C*"], east: ["D*", "E*", "F*"]}
claims:
  - {id: A, says: half of the cells, rests_on: nothing, check: "cells('board', section='west', kind='plain')|length == 15"}
"""
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">{% for c in cells %}'
FRONT = (
    f'{HEAD}<g class="{{{{ c.mark }}}}" transform="{{{{ c.at }}}}"><polygon points="{{{{ c.points }}}}"'
    ' fill="#fff" stroke="#000" stroke-width="0.35"/></g>{% endfor %}TEXT</svg>'
)
# seen from behind: a field of its own color for each hex
BACK = (
    f'{HEAD.replace("cells %}", "cells if not c.border %}")}<rect x="{{{{ w - c.x - 17 }}}}" y="{{{{ c.y - 15 }}}}"'
    ' width="34" height="30" fill="#{{ \'%02x%02x\' % (8 * loop.index0, 255 - 8 * loop.index0) }}80"/>{% endfor %}</svg>'
)


def write_game(home: Path, text: str = "") -> Path:
    (home / "templates").mkdir(parents=True)
    (home / "game.yaml").write_text(GAME, "utf-8")
    (home / "templates" / "front.svg.j2").write_text(FRONT.replace("TEXT", text), "utf-8")
    (home / "templates" / "back.svg.j2").write_text(BACK, "utf-8")
    return home


def test_each_section_shows_its_cells_and_has_its_own_back(tmp_path: Path) -> None:
    options = Options(out=tmp_path / "out", formats=frozenset({"pdf", "svg"}))
    home = write_game(tmp_path / "hexes")
    built = build_kit(home, options)  # what it reads back is claimed and checked
    (part,) = prepare_kit(home, options).parts
    assert part.board is not None
    (path,) = built.folder.glob("*-sheets-*.pdf")
    rows = {row["design"]: row for row in read_manifest(built.folder)["placements"] if row["side"] == "front"}
    hexes = [cell for cell in part.board.cells.values() if not cell.border]
    seen = []
    for section in part.board.sections:
        behind = pdf_pixels(path.read_bytes(), rows[section.id]["pdf_page"])
        for number, cell in enumerate(hexes):
            if depth_in_polygons((section.loop,), cell.x, cell.y) < 0:
                continue
            found = color_behind(behind, rows[section.id], section, cell.x + 8, cell.y - 8, "long-edge")
            assert found == (8 * number, 255 - 8 * number, 128), cell.id
            seen.append(cell.id)
    assert sorted(seen) == sorted(cell.id for cell in hexes)
    svg = "".join(sheet.read_text("utf-8") for sheet in (built.folder / "svg").glob("*.svg"))
    assert [svg.count(f'class="cell.{name}"') for name in ("A1", "C1", "D1", "C2", "D2", "F5")] == [1] * 6
    assert svg.count('class="cell.C1+D1"') == 2  # the edge on the seam


@pytest.mark.parametrize(
    ("x", "said"), [(114, "GF305"), (111, "GF209"), (106, "")], ids=["across the seam", "near it", "clear of it"]
)
def test_a_text_keeps_clear_of_the_seam(tmp_path: Path, x: float, said: str) -> None:
    """C1 ends at x = 112."""
    home = write_game(tmp_path / "hexes", f'<text x="{x}" y="28" font-size="4" text-anchor="end">Oil</text>')
    try:
        build_kit(home, Options(out=tmp_path / "out", sheets_only=True))
    except DataError as error:
        assert said and all(said in finding for finding in map(facts, error.findings))  # noqa: PT017, PT018
    else:
        assert not said
